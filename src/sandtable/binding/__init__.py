"""Shared parts from which every book is built: nothing here knows a book or cites a rule; ids come as arguments."""
