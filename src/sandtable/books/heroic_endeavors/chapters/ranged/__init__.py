"""Ranged combat: arcs, sight, range, cover, and every kind of weapon."""
