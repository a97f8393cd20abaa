"""Shooting: weapons, targets, hit numbers and the Fire action."""
