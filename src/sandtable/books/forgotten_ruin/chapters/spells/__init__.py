"""Spells: casting, and the twenty-one spells of the book."""
