"""Our games as other people's libraries know games."""
