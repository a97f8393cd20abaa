"""The enemy: what it is made of, where it comes from, and what it does."""
