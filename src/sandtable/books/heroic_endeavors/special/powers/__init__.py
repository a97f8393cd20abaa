"""Arcane powers: one module for each, and what all have in common."""
