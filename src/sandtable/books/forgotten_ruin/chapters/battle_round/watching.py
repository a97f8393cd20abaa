"""What holding soldiers foresee of one enemy move, and what their players have said to it."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from sandtable.books.forgotten_ruin.chapters.movement.walking import settle
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE
from sandtable.books.forgotten_ruin.state import Battle, Contact, FigureId
from sandtable.kernel import rule
from sandtable.table import Point
from sandtable.table.figures.legs import Route
from sandtable.table.shapes import distance

MOMENTS = ("before", "half-way", "end")
"""The three moments (FR-RND-16)."""


class Word(msgspec.Struct, frozen=True):
    """What a player has said: when to fire, if at all, and on what it was said."""

    moment: str
    """Empty where nobody fires."""
    places: dict[str, dict[FigureId, Point]]
    """Where the unit was going to be at each later moment."""
    shots: int
    """How many had been fired at this move."""
    odds: tuple[int | None, float | None] = (None, None)
    """What the best shot was going to need, and how likely that is."""


def standing(state: Battle, unit: Collection[FigureId]) -> dict[FigureId, Point]:
    """Where the figures of a unit stand."""
    return {id: state.enemies[id].at for id in unit if state.enemies[id].on_table}


class Watch:
    """One move of an enemy unit under the eyes of those who hold."""

    def __init__(self) -> None:
        self.ahead: dict[str, dict[FigureId, Route]] = {}
        """The ways of the figures up to each later moment that can be foreseen."""
        self.words: dict[str, Word] = {}
        """What was said for a soldier, or by a seat for all the others."""
        self.shots = 0

    @rule("FR-RND-27")
    def scene(self, state: Battle, moment: str) -> Battle:
        """The table as it will stand at a moment, since all paths are worked out before anybody moves."""
        if moment not in self.ahead:
            return state
        going = [id for id, one in state.enemies.items() if one.on_table and not one.knocked_down]
        scene = msgspec.structs.replace(state, enemies=dict(state.enemies))
        for name, ways in self.ahead.items():
            for id, way in ways.items():
                if id not in going:
                    continue
                figure = msgspec.structs.replace(state.enemies[id], at=way.end, elevation=way.elevation)
                scene.enemies[id] = figure
                settle(scene, figure)
                if name == moment and way.across:
                    scene.contacts = (*scene.contacts, Contact(id, way.contact, way.across))
            if name == moment:
                break
        return scene

    def places(self, state: Battle, unit: Collection[FigureId], moment: str) -> dict[FigureId, Point]:
        """Where the figures of the unit will stand at a moment."""
        return standing(self.scene(state, moment), unit)

    def say(
        self,
        who: str,
        state: Battle,
        unit: Collection[FigureId],
        moment: str = "",
        odds: tuple[int | None, float | None] = (None, None),
    ) -> None:
        """A word is given on what is foreseen now."""
        places = {later: self.places(state, unit, later) for later in self.ahead}
        self.words[who] = Word(moment, places, self.shots, odds)

    @rule("FR-RND-16")
    def still_holds(self, who: str, state: Battle, unit: Collection[FigureId], moment: str) -> bool:
        """Whether a word bears on this moment, and the unit has come to stand as it was foreseen then."""
        word = self.words.get(who)
        if word is None or moment not in word.places:
            return False
        here = standing(state, unit)
        shown = word.places[moment]
        is_there = here.keys() == shown.keys() and all(
            distance(here[id], shown[id]) <= TOLERANCE for id in here
        )
        # What a shot has come to is a reason to think again for those who let the move go by.
        return is_there and (bool(word.moment) or word.shots == self.shots)
