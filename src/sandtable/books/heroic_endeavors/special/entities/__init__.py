"""Arcane entities: how they are made, what binds them, and what they do when nothing does any more."""
