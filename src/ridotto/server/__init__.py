"""The table in the browser: HTTP for tables and pages, a WebSocket for each viewer, one writer for each match."""
