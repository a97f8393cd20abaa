"""Traits and spells: each registers for the moments at which it steps in, or is an order."""
