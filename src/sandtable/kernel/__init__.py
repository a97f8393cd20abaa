"""The game machine: decisions, dice, events, refusals, records; it knows no book, no table and no network."""
