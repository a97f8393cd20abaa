"""Bands of single figures: what keeps them together, and what each of them has."""
