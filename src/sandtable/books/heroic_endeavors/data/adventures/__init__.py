"""The adventures as data, one file for each."""
