"""The game machine: decisions, dice, events, refusals, saves and records; it knows no book, no table and no network."""
