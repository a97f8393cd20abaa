"""What a Move could be good for, and how much that is worth."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from sandtable.books.companies_and_captains.chapters.conventions import gap, inches, nearest_of
from sandtable.books.companies_and_captains.chapters.geometry.standing import FROM_ENEMIES
from sandtable.books.companies_and_captains.chapters.moving import move_distance, why_not_form
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.opponent.experience import Style, numbers
from sandtable.books.companies_and_captains.opponent.goals import Goal, goals_of, middle_of
from sandtable.books.companies_and_captains.opponent.reckoning import exchange
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import rule
from sandtable.kernel.arithmetic import hypot, total
from sandtable.table import Point

DANGER = 18
"""Nobody draws back from an enemy who is farther away."""
ANY_EDGE = ("ambush", "raid", "extraction")
"""Scenarios in which a Group that may leave may do so over any edge."""
DANGER_ON_THE_WAY = 6.0
"""An enemy who can reach the way off counts as so many inches more to go."""
MOST_LOST = 0.34
"""A Group with no more than this share of its R has lost most of it."""
OUT_OF_REACH = 0.5
"""How far beyond the reach of an enemy it stops."""
SPARE = 0.05
"""How much farther than it must a Group stays from an enemy."""
WELL_IN_RANGE = 0.5
"""How far inside its range a shooter stops."""


class Purpose(msgspec.Struct, frozen=True):
    """What a Move is for."""

    score: float
    why: str
    aim: Point | None = None
    """Where to; None to take the formation where it stands."""
    away: bool = False
    """Away from the aim instead of towards it."""
    stop_at: float = 0.0
    """How far from the aim to stop."""
    leaves: bool = False
    touches: bool = False
    """The nearest model, not the middle of the Group, goes to the aim."""
    rule: str = "CC-BOT-09"


@rule("CC-BOT-09")
def purposes(state: Battle, group: Group, enemies: list[Group], style: Style) -> Iterator[Purpose]:
    """What a Move could be good for: the scenario, coming nearer, getting away, or a formation."""
    goals = goals_of(state, group)
    yield from _towards_goals(state, group, goals, style)
    if not enemies:
        return
    nearest = nearest_of(group, enemies)  # CC-BOT-15: of equals the first listed
    far = gap(group, nearest)
    if group.profile.has_mi:
        yield from _as_shooter(state, group, nearest, far, style)
    elif group.profile.has_attack:
        yield from _approach(state, group, nearest, far, style)
    if style.spares and far <= inches(state, DANGER) and group.r <= MOST_LOST * group.profile.r:
        yield Purpose(style.spares, f"saves what is left from {nearest.name}", middle_of(nearest), away=True)
    if style.drawing_back and far <= inches(state, DANGER):
        worth = numbers("CC-BOT-09")["approach"] * style.drawing_back
        yield Purpose(worth, f"draws back from {nearest.name}", middle_of(nearest), away=True)
    if not group.formed and why_not_form(state, group, (middle_of(group),)) is None:
        yield from _formation(state, group, goals, far)


def _as_shooter(state: Battle, group: Group, enemy: Group, far: float, style: Style) -> Iterator[Purpose]:
    assert group.profile.mi_range is not None
    score = numbers("CC-BOT-09")
    reach = inches(state, group.profile.mi_range)
    if far > reach:
        worth, stop = score["into_range"] * style.closing, reach - WELL_IN_RANGE
        yield Purpose(worth, f"comes into range of {enemy.name}", middle_of(enemy), stop_at=stop)
    elif far <= inches(state, score["keep_away_within"]):
        yield Purpose(score["keep_away"], f"keeps away from {enemy.name}", middle_of(enemy), away=True)


def _approach(state: Battle, group: Group, enemy: Group, far: float, style: Style) -> Iterator[Purpose]:
    score = numbers("CC-BOT-09")
    worth = score["approach"] if far > move_distance(state, group) else score["approach_near"]
    (x, y), aim = middle_of(group), middle_of(enemy)
    keep = inches(state, FROM_ENEMIES) + SPARE
    if style.keeps_off and _would_charge(state, enemy, group, style):
        keep = max(keep, move_distance(state, enemy) + OUT_OF_REACH)
        if far <= keep:
            return
    # The middles are farther apart than the nearest models, which must stay 3 inches off (CC-MOV-05).
    stop = hypot(aim[0] - x, aim[1] - y) - far + keep
    yield Purpose(worth * style.closing, f"closes with {enemy.name}", aim, stop_at=stop)


def _would_charge(state: Battle, enemy: Group, group: Group, style: Style) -> bool:
    """Whether the enemy would gain by attacking the Group."""
    if not enemy.profile.has_attack or enemy.melee or counts_as_shaken(enemy):
        return False
    inflicted, suffered = exchange(state, enemy, group)
    return inflicted > style.loss * suffered


def _formation(state: Battle, group: Group, goals: list[Goal], far: float) -> Iterator[Purpose]:
    score = numbers("CC-BOT-09")
    x, y = middle_of(group)
    if any(not goal.leaves and hypot(goal.at[0] - x, goal.at[1] - y) <= goal.near for goal in goals):
        yield Purpose(score["formation_holding"], "takes the Defensive formation to hold its ground")
    elif far <= inches(state, score["formation_within"]):
        yield Purpose(score["formation"], "takes the Defensive formation")


@rule("CC-BOT-16")
def _towards_goals(state: Battle, group: Group, goals: list[Goal], style: Style) -> Iterator[Purpose]:
    """What the scenario wants counts more than the enemy, most of all getting away with something."""
    x, y = middle_of(group)
    for goal in goals if not style.learnt else _with_safest_edge(state, group, goals):
        off = hypot(goal.at[0] - x, goal.at[1] - y)
        if goal.leaves and off <= move_distance(state, group) + 1.0:
            yield Purpose(goal.off_score * style.goals, goal.why, goal.at, leaves=True, rule=goal.rule)
        elif goal.leaves or off > goal.near:
            yield Purpose(
                goal.score * style.goals,
                goal.why,
                goal.at,
                leaves=goal.leaves,
                touches=goal.touches,
                rule=goal.rule,
            )


def _with_safest_edge(state: Battle, group: Group, goals: list[Goal]) -> Iterator[Goal]:
    """Where any edge will do, the one with the shortest way counts less if enemies stand near that way."""
    for goal in goals:
        if goal.leaves and state.scenario in ANY_EDGE:
            yield msgspec.structs.replace(goal, at=_safest_edge(state, group))
        else:
            yield goal


def _safest_edge(state: Battle, group: Group) -> Point:
    x, y = middle_of(group)
    width, depth = state.ground.width, state.ground.depth
    enemies = [
        (middle_of(one), move_distance(state, one)) for one in state.enemies_on_table(group) if not one.melee
    ]
    found = []
    for at in ((0.0, y), (width, y), (x, 0.0), (x, depth)):
        way = hypot(at[0] - x, at[1] - y)
        middle = ((x + at[0]) / 2, (y + at[1]) / 2)
        danger = total(
            DANGER_ON_THE_WAY
            for (a, b), reach in enemies
            if min(hypot(a - at[0], b - at[1]), hypot(a - middle[0], b - middle[1])) < reach
        )
        found.append((way + danger, at))
    return min(found)[1]
