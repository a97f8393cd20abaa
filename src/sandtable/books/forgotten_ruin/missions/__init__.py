"""Missions: how a battle is prepared, what it is about and how it ends."""
