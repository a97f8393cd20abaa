"""Rotters beyond their moves: who lies asleep, who comes over the table edge, and from where."""
