"""The automatic Game Master: what opponents do, by rules; no player."""
