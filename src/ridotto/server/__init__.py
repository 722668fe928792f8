"""The table in the browser: HTTP for tables and pages, a WebSocket for each pair of eyes, one writer for each match."""
