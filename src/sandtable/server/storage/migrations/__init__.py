"""The migrations of the store."""
