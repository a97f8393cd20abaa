"""The enemy: its kinds, and how the book moves them."""
