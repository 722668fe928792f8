"""The table in the browser: HTTP for tables and pages, one WebSocket for each pair of eyes, one writer for each match."""
