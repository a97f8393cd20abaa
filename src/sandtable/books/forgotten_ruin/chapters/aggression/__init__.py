"""Aggression: the score, and the events of its table."""
