"""Finds that work during a battle."""
