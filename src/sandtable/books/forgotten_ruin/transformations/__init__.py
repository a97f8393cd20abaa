"""Transformations: what a soldier can become, and what that does in a battle."""
