"""Villains: their goals, their abilities and the roster of a campaign."""
