"""Attacks of characters: modes, targets and what comes of them; shared by firing and close combat."""
