"""Cohorts: what they share with their hero, how they keep together, and what they lose."""
