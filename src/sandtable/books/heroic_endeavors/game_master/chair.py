"""Who decides for a model: the player whose it is, or the automatic Game Master by a rule for each topic."""

from __future__ import annotations

from sandtable.binding.mechanisms.chair import Chair
from sandtable.books.heroic_endeavors.state import Adventure

CHAIR: Chair[Adventure] = Chair("Game Master decided")
"""HE-AGM-01: every question about a model goes through it; a topic's rule stands in this folder."""
