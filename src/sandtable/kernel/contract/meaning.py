"""Law 10: a question says what it asks, and an option what it is about, so that nobody has to read words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.kernel.contract.tools import Broken
from sandtable.kernel.contract.watching import Law, Played
from sandtable.kernel.decision import Allocate, Decision
from sandtable.kernel.game import Game
from sandtable.kernel.journal import Answered


class Meaning(Law):
    """Questions have topics; what they and their options are about is there; no unit is only named."""

    def begin(self, game: Game[Any], played: Played) -> None:
        self._places = played.some_places("meaning")

    def asked(self, game: Game[Any], place: int, one: Answered) -> None:
        if place not in self._places:
            return
        part = game.decision_for(one.seat)
        assert part is not None
        for fault in faults_of(part, game.showing(one.seat)):
            raise Broken("10", f"{part.prompt} ({part.rule}) {fault}")


def faults_of(part: Decision, table: Any) -> Iterator[str]:
    """What is not said as data; a table that is not drawn for screens has nothing to be about."""
    if not part.topic:
        yield "has no topic"
    units, known = _ids_on(table)
    if not known:
        return
    for one in part.about:
        if one not in known:
            yield f"is about {one!r}, which is not on the table"
    for option in (*part.options(), *part.barred()):
        for one in option.about:
            if one not in known:
                yield f"offers {option.answer!r}, about {one!r}, which is not on the table"
        # What is handed out, and to whom, the form says.
        said = () if isinstance(part, Allocate) else (option.answer, *option.facts.values())
        for one in _words_of(said):
            if one in units and one not in option.about and one not in part.about:
                yield f"offers {option.answer!r}, which names {one!r} and is not about it"


def _ids_on(table: Any) -> tuple[set[str], set[str]]:
    """The ids of units and figures, then of everything that lies on a table."""
    units = {unit.id for unit in getattr(table, "units", ())}
    units |= {figure for unit in getattr(table, "units", ()) for figure in unit.figures}
    ground = getattr(table, "ground", None)
    things = {one.id for one in (*getattr(table, "markers", ()), *getattr(ground, "pieces", ()))}
    return units, units | things


def _words_of(values: Iterable[Any]) -> list[str]:
    """Every word of answers and facts, once."""
    found: dict[str, None] = {}
    for value in values:
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, str):
                found |= dict.fromkeys((one, *one.split()))
    return list(found)
