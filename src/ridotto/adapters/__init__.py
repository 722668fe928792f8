"""Our games for other libraries."""
