"""Forecasts, as the table in the terminal asks for them; the lab makes them."""

from sandtable.lab.forecast import (
    Prospect,
    advised,
    believed,
    chance_in_words,
    first_roll,
    percent,
    prospect,
)

__all__ = ["Prospect", "advised", "believed", "chance_in_words", "first_roll", "percent", "prospect"]
