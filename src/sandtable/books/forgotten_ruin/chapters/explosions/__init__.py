"""Explosions: impact points, blasts and warheads."""
