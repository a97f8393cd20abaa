"""Trials: exact odds, matches, the corpus of recorded games and the ledger of what they show."""
