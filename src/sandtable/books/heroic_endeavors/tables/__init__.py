"""The tables of the book as typed rows."""
