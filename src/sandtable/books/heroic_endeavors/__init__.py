"""Heroic Endeavors: heroes against a Game Master on one-inch squares."""
