"""Rooms: running games with their devices, seats, talk and automatic players."""
