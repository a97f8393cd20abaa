"""Melee combat: attacks, counter-attacks, what successes do, reach, shields."""
