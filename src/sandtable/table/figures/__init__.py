"""Figures: single bases among others, where they can stand and go, and what they see."""
