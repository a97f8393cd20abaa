"""Forgotten Ruin: a squad of named soldiers against an enemy that the book itself commands."""

# Rules are known in the order in which they are read: it is the same whichever chapter is asked for first.
from sandtable.books.forgotten_ruin import book as book
