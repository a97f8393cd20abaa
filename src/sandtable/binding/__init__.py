"""Shared parts of which every book is built: no book is known here, and ids of rules come as arguments."""
