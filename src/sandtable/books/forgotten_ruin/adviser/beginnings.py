"""Before the battle: edge, deployment, Support, cargo and whatever else the preparation asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.advice import Advice
from sandtable.kernel.decision import Decision

Advising = Callable[[Battle, str, Decision], Iterable[Advice]]


def first_option(why: str) -> Advising:
    """Whatever is proposed first."""

    def advise(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
        yield from (Advice(one.answer, -float(place), (why,)) for place, one in enumerate(decision.options()))

    return advise


def one_of(*keys: str, why: str) -> Advising:
    """One of the answers with these names, else whatever is proposed first."""

    def advise(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
        for key in keys:
            yield Advice(key, 1.0, (why,))
        yield from first_option(why)(state, seat, decision)

    return advise


def spend_support(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
    """Every Support Point that is there is spent."""
    yield Advice(state.stock.support_points, 1.0, ("Support that is not called helps nobody",))


def load_cargo(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
    """Everybody takes cargo: any two who get across are enough."""
    keys = [one.answer for one in decision.options()]
    yield Advice(keys, 1.0, ("any two of them who get across are enough",))


def all_of_them(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
    """Everybody who may."""
    keys = [one.answer for one in decision.options()]
    yield Advice(keys, 1.0, ("all hands are needed",))
    most = getattr(decision, "most", None)
    if most is not None:
        yield Advice(keys[:most], 0.5, ("as many as may",))


BY_RULE: dict[str, Advising] = {
    "FR-MIS-47": one_of("proposed", why="fire teams together, as proposed"),
    "FR-EXR-04": first_option("a few pieces are enough"),
    "FR-EXR-07": first_option("any fire team will do"),
    "FR-EXR-08": first_option("the other fire team"),
    "FR-MIS-45": first_option("any edge will do"),
    "FR-MIS-11": spend_support,
    "FR-OBJ-10": load_cargo,
    "FR-OBJ-02": one_of("reroll", why="two different Objectives are easier than the same twice"),
    "FR-SPM-04": first_option("the others are done more easily"),
}
