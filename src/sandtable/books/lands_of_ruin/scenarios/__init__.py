"""Scenarios: rows of data, and a small class for what data cannot say."""
