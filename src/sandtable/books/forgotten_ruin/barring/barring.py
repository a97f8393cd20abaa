"""Which rule bars a word as an answer, whatever it names."""

from __future__ import annotations

from sandtable.binding.barring import why_not_used, why_out_of_place, why_said_elsewhere
from sandtable.books.forgotten_ruin.barring.deeds import (
    why_not_action,
    why_not_by_hand,
    why_not_shot,
    why_not_tactic,
)
from sandtable.books.forgotten_ruin.barring.dice import why_not_changed
from sandtable.books.forgotten_ruin.barring.figures import why_not_figure
from sandtable.books.forgotten_ruin.barring.vocabularies import VOCABULARIES, sayings
from sandtable.books.forgotten_ruin.chapters.story_points.points import why_no_points
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.books.forgotten_ruin.windows import WINDOWS
from sandtable.kernel.decision import Decision
from sandtable.kernel.refusal import Refusal


def why_barred(state: Battle, question: Decision, word: str) -> Refusal | None:
    """Which rule bars a word that means something in this mission; None where it means nothing."""
    return (
        why_not_figure(state, question, word)
        or why_not_tactic(state, question, word)
        or why_not_by_hand(state, question, word)
        or why_not_changed(state, question, word)
        or _why_not_used(state, question, word)
        or why_not_shot(state, question, word)
        or why_not_action(state, question, word)
        or _why_not_thing(state, word)
        or why_said_elsewhere(sayings(), question, word)
        or why_out_of_place(VOCABULARIES, question, word)
    )


def _why_not_used(state: Battle, question: Decision, word: str) -> Refusal | None:
    """A special rule whose points are gone, or that cannot be used at this moment."""
    if word.startswith("Story Point") and WINDOWS.moments_of(word):
        if (why := why_no_points(state)) is not None:
            return why
    return why_not_used(WINDOWS, question, word)


def _why_not_thing(state: Battle, word: str) -> Refusal | None:
    """Objectives, markers and terrain, where they are not asked for."""
    if word in state.objectives:
        return Refusal("FR-PRN-04", f"{called(state, word)} is an Objective.", "Answer the question.")
    if word in state.markers:
        return Refusal("FR-PRN-04", f"{called(state, word)} is a marker.", "Answer the question.")
    if any(word == piece.id or word.startswith(f"{piece.id} ") for piece in state.ground.pieces):
        return Refusal("FR-TER-01", f"{word} is a piece of terrain.", "Answer the question.")
    return None
