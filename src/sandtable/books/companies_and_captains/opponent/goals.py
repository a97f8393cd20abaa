"""Where the scenario draws a Group, and how much that is worth to the automatic opponent."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from sandtable.books.companies_and_captains.opponent.experience import numbers, scores_in
from sandtable.books.companies_and_captains.state import Battle, Group, Token
from sandtable.kernel import rule
from sandtable.kernel.arithmetic import hypot
from sandtable.table import Point
from sandtable.table.units.groups import centroid


class Goal(msgspec.Struct, frozen=True):
    """A place that is worth going to."""

    at: Point
    score: float
    why: str
    leaves: bool = False
    """The Group wants to leave the table there."""
    off_score: float = 0.0
    """The score of a Move that takes it off the table."""
    touches: bool = False
    """One model there is enough."""
    near: float = 1.0
    """The Group is there when its middle is so near."""
    rule: str = "CC-BOT-16"


NEXT_BEST = 0.1
"""How much less the next nearest token counts."""
HOME = 10.0
"""How near to the centre a Group is at home after a sortie."""

Goals = Callable[[Battle, Group], list[Goal]]


@rule("CC-BOT-16")
def goals_of(state: Battle, group: Group) -> list[Goal]:
    """What the scenario offers this Group to walk to."""
    found = _BY_SCENARIO.get(state.scenario)
    return [] if found is None else found(state, group)


def middle_of(group: Group) -> Point:
    """The middle of a Group's models."""
    return centroid(group.models)


def _attacks(state: Battle, group: Group) -> bool:
    return state.side_of(group) == state.attacker


def _nearest_edge(state: Battle, group: Group) -> Point:
    x, y = middle_of(group)
    width, depth = state.ground.width, state.ground.depth
    by_distance = [(x, (0.0, y)), (width - x, (width, y)), (y, (x, 0.0)), (depth - y, (x, depth))]
    return min(by_distance)[1]


def _by_distance(group: Group, tokens: list[Token]) -> list[Token]:
    x, y = middle_of(group)
    return sorted(tokens, key=lambda one: (hypot(one.at[0] - x, one.at[1] - y), one.id))


def _lying(state: Battle) -> list[Token]:
    return [one for one in state.tokens.values() if not one.gone]


def _centre(state: Battle) -> Point:
    return state.ground.width / 2, state.ground.depth / 2


def _scaled(state: Battle, x: float, y: float, depth: float = 48.0) -> Point:
    """A point of our own scenarios, which are drawn for a table of 48 inches (CC-SCN-06)."""
    return x * state.ground.width / 48.0, y * state.ground.depth / depth


def _score(state: Battle, order: str, place: int = 0) -> float:
    """What CC-BOT-16 says; the next best places count a tenth less each."""
    return scores_in(state.scenario)[order] * (1.0 - NEXT_BEST * place)


def _way_off(state: Battle, at: Point, why: str) -> Goal:
    return Goal(at, _score(state, "edge"), why, leaves=True, off_score=_score(state, "off"))


def _to_touch(state: Battle, order: str, why: str, tokens: list[Token]) -> list[Goal]:
    """The nearest markers, which one model has to touch."""
    return [
        Goal(token.at, _score(state, order, place), why, touches=True, near=0.0)
        for place, token in enumerate(tokens)
    ]


def _to_hold(at: Point, why: str, *, touches: bool = False, near: float = 1.0) -> Goal:
    """A point of our own scenarios that is not held yet."""
    return Goal(at, numbers("CC-BOT-09")["hold"], why, touches=touches, near=near, rule="CC-BOT-09")


def _ambush(state: Battle, group: Group) -> list[Goal]:
    if _attacks(state, group):
        return []
    return [_way_off(state, _nearest_edge(state, group), "to get away")]


def _retreat(state: Battle, group: Group) -> list[Goal]:
    if _attacks(state, group):
        return []
    far = (middle_of(group)[0], state.ground.depth)
    return [_way_off(state, far, "to get away over the far edge")]


def _raid(state: Battle, group: Group) -> list[Goal]:
    if not _attacks(state, group):
        return []
    if group.asset:
        return [_way_off(state, _nearest_edge(state, group), "to carry the Asset off")]
    free = [one for one in _lying(state) if not one.holder]
    return _to_touch(state, "asset", "to take an Asset", _by_distance(group, free)[:3])


def _sortie(state: Battle, group: Group) -> list[Goal]:
    if _attacks(state, group):
        return []
    left = _by_distance(group, _lying(state))
    if not left:
        return [Goal(_centre(state), _score(state, "home"), "to come home", near=HOME)]
    return _to_touch(state, "token", "to destroy a Siege Token", left[:2])


def _extraction(state: Battle, group: Group) -> list[Goal]:
    extractees = state.groups.get(state.roles.get("extractees", ""))
    if extractees is None or not extractees.on_table:
        return []
    if group is extractees or group.id == extractees.id:
        return [_way_off(state, _nearest_edge(state, group), "to get off the table")]
    if _attacks(state, group):
        return [Goal(middle_of(extractees), _score(state, "extractees"), "to reach the Extractees")]
    return []


def _ritual(state: Battle, group: Group) -> list[Goal]:
    guards = state.groups.get(state.roles.get("bodyguards", ""))
    if guards is None or not guards.on_table or not _attacks(state, group):
        return []
    return [Goal(middle_of(guards), _score(state, "bodyguards"), "to reach the Bodyguards")]


def _broken_field(state: Battle, group: Group) -> list[Goal]:
    return [_to_hold(_centre(state), "to hold the middle")]


def _crossing(state: Battle, group: Group) -> list[Goal]:
    if _attacks(state, group):
        return [_to_hold(_scaled(state, 24, 24), "to cross the river")]
    return [_to_hold(_scaled(state, 24, 22), "to hold the bridge")]


def _supply_train(state: Battle, group: Group) -> list[Goal]:
    why, near = ("to take a wagon", 2.0) if _attacks(state, group) else ("to guard a wagon", 3.0)
    return [_to_hold(one.at, why, near=near) for one in _by_distance(group, _lying(state))[:1]]


def _burn_the_stores(state: Battle, group: Group) -> list[Goal]:
    why = "to burn a store" if _attacks(state, group) else "to guard a store"
    return [_to_hold(one.at, why, touches=True) for one in _by_distance(group, _lying(state))[:1]]


def _breakthrough(state: Battle, group: Group) -> list[Goal]:
    if not _attacks(state, group):
        return []
    far = (middle_of(group)[0], state.ground.depth - 1.0)
    return [Goal(far, numbers("CC-BOT-09")["exit"], "to break through", rule="CC-BOT-09")]


def _watchtower(state: Battle, group: Group) -> list[Goal]:
    return [_to_hold(_centre(state), "to hold the yard")]


def _five_relics(state: Battle, group: Group) -> list[Goal]:
    own = state.role(state.side_of(group))
    wanted = _by_distance(group, [one for one in state.tokens.values() if one.owner != own])
    return [_to_hold(one.at, "to claim a relic", touches=True, near=0.0) for one in wanted[:1]]


def _hunt_the_captain(state: Battle, group: Group) -> list[Goal]:
    captains = [
        captain
        for company in state.companies.values()
        if company.side != state.side_of(group) and (captain := state.groups[company.captain]).on_table
    ]
    return [_to_hold(middle_of(captain), "to hunt the Captain") for captain in captains]


_BY_SCENARIO: dict[str, Goals] = {
    "ambush": _ambush,
    "retreat": _retreat,
    "raid": _raid,
    "sortie": _sortie,
    "extraction": _extraction,
    "ritual": _ritual,
    "broken-field": _broken_field,
    "the-crossing": _crossing,
    "the-supply-train": _supply_train,
    "burn-the-stores": _burn_the_stores,
    "breakthrough": _breakthrough,
    "the-watchtower": _watchtower,
    "five-relics": _five_relics,
    "hunt-the-captain": _hunt_the_captain,
}
