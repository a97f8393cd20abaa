"""Scenarios: what data cannot say of each of them, and what all have in common."""
