"""Dividing: figures that touch one another are told off into combats of one against one or more."""

from __future__ import annotations

from itertools import product

from sandtable.binding.words import joined
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import Combat, combat_of
from sandtable.books.forgotten_ruin.chapters.principles.conventions import in_contact
from sandtable.books.forgotten_ruin.chapters.shooting.targets import why_no_melee
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, FigureId, Soldier
from sandtable.kernel import Candidate, ChooseOne, Play, rule

MOST_DIVISIONS = 40
"""How many ways to divide a tangle are offered."""

Division = tuple[tuple[FigureId, tuple[FigureId, ...]], ...]
"""Each lone figure with its opponents."""
Touching = dict[FigureId, list[FigureId]]


@rule("FR-HTH-01", "FR-PRN-07", "FR-PRN-08")
def can_fight(state: Battle, one: Soldier | Enemy, other: Soldier | Enemy) -> bool:
    """Two opponents in contact fight, unless something forbids it."""
    return (
        one.side != other.side and in_contact(state, one, other) and why_no_melee(state, one, other) is None
    )


def touching_opponents(state: Battle) -> Touching:
    """Everybody in contact with opponents, and with whom."""
    figures = state.figures_on_table()
    found: Touching = {}
    for place, one in enumerate(figures):
        for other in figures[place + 1 :]:
            if can_fight(state, one, other):
                found.setdefault(one.id, []).append(other.id)
                found.setdefault(other.id, []).append(one.id)
    return found


def tangles(touching: Touching) -> list[list[FigureId]]:
    """Figures that hang together, each tangle by itself."""
    seen: dict[FigureId, None] = {}
    groups: list[list[FigureId]] = []
    for id in touching:
        if id in seen:
            continue
        group, queue = [], [id]
        seen[id] = None
        while queue:
            one = queue.pop(0)
            group.append(one)
            for other in touching[one]:
                if other not in seen:
                    seen[other] = None
                    queue.append(other)
        groups.append(group)
    return groups


@rule("FR-HTH-32")
def divisions(state: Battle, group: list[FigureId], touching: Touching) -> list[Division]:
    """Every way to divide a tangle with as many pairs as possible, each figure in exactly one combat."""
    if len(group) == 2:
        return [_in_order(state, [(group[0], (group[1],))])]
    for id in group:
        if len(touching[id]) == len(group) - 1 and all(len(touching[one]) == 1 for one in touching[id]):
            return [((id, tuple(touching[id])),)]
    pairings = _largest_pairings(state, group, touching)
    # Where three sides meet, figures who are no friends may have to fight the same opponent at once.
    for most_sides in (1, 2):
        found: dict[Division, None] = {}
        for pairs in pairings:
            for one in _with_surplus(state, group, touching, pairs, most_sides):
                found[one] = None
                if len(found) >= MOST_DIVISIONS:
                    return list(found)
        if found:
            return list(found)
    raise AssertionError(f"no division of {group}")


Pairs = tuple[tuple[FigureId, FigureId], ...]


def _largest_pairings(state: Battle, group: list[FigureId], touching: Touching) -> list[Pairs]:
    """All pairings of the largest size; a monster is left over only where nothing else is possible."""
    found: list[Pairs] = []
    most = _most_pairs(group, touching)

    waiting: list[tuple[list[FigureId], Pairs]] = [(group, ())]
    while waiting and len(found) < 10 * MOST_DIVISIONS:
        left, pairs = waiting.pop()
        if len(pairs) + len(left) // 2 < most:
            continue
        if not left:
            found.append(pairs)
            continue
        first, rest = left[0], left[1:]
        others = [other for other in touching[first] if other in rest]
        waiting.append((rest, pairs))
        for other in reversed(others):
            waiting.append(([one for one in rest if one != other], (*pairs, (first, other))))
    alone = [_monsters_left(state, group, one) for one in found]
    return [one for one, number in zip(found, alone, strict=True) if number == min(alone)]


def _most_pairs(group: list[FigureId], touching: Touching) -> int:
    """The size of the largest pairing, found by trying, since tangles are small."""
    best, waiting = 0, [(group, 0)]
    while waiting:
        left, pairs = waiting.pop()
        best = max(best, pairs)
        if pairs + len(left) // 2 <= best:
            continue
        first, rest = left[0], left[1:]
        others = [other for other in touching[first] if other in rest]
        waiting.append((rest, pairs))
        waiting += [([one for one in rest if one != other], pairs + 1) for other in reversed(others)]
    return best


def _monsters_left(state: Battle, group: list[FigureId], pairs: Pairs) -> int:
    paired = {id for pair in pairs for id in pair}
    enemies = [state.enemies[id] for id in group if id in state.enemies and id not in paired]
    return sum(1 for one in enemies if one.is_monster)


def _with_surplus(
    state: Battle, group: list[FigureId], touching: Touching, pairs: Pairs, most_sides: int
) -> list[Division]:
    """The surplus figures join the pair of an opponent they touch, in every possible way."""
    partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    surplus = [id for id in group if id not in partner]
    found: list[Division] = []
    for opponents in product(*(touching[id] for id in surplus)):
        against: dict[FigureId, list[FigureId]] = {}
        for id, opponent in zip(surplus, opponents, strict=True):
            against.setdefault(opponent, []).append(id)
        if any(one not in partner or partner[one] in against for one in against):
            continue
        combats = [(one, (partner[one], *more)) for one, more in against.items()]
        if any(len({state.figure(id).side for id in others}) > most_sides for _, others in combats):
            continue
        taken = {id for one in against for id in (one, partner[one])}
        combats += [(a, (b,)) for a, b in pairs if a not in taken]
        found.append(_in_order(state, combats))
    return found


def _in_order(state: Battle, combats: list[tuple[FigureId, tuple[FigureId, ...]]]) -> Division:
    """The combats in a fixed order; of two single figures the soldier stands first."""
    ordered = []
    for one, others in combats:
        if len(others) == 1 and one not in state.soldiers and others[0] in state.soldiers:
            one, others = others[0], (one,)
        ordered.append((one, tuple(sorted(others))))
    return tuple(sorted(ordered))


@rule("FR-HTH-32", "FR-HTH-34")
async def divide(play: Play[Battle]) -> list[Combat]:
    """The combats of this phase; where a tangle can be divided in several ways the player picks one."""
    state = play.state
    touching = touching_opponents(state)
    combats: list[Combat] = []
    for group in tangles(touching):
        ways = divisions(state, group, touching)
        chosen = ways[0]
        if len(ways) > 1:
            chosen = await play.ask(_question(state, group, ways))
        if len(group) > 2 and len(chosen) > 1:
            play.tell("tangle divided", "FR-HTH-32", combats=[[one, list(others)] for one, others in chosen])
        for one, others in chosen:
            combats.append(combat_of(state, state.figure(one), *[state.figure(id) for id in others]))
    return combats


def _question(state: Battle, group: list[FigureId], ways: list[Division]) -> ChooseOne:
    soldiers = [state.soldiers[id] for id in group if id in state.soldiers]
    seat = soldiers[0].seat if soldiers else state.lead

    def candidate(way: Division) -> Candidate:
        key = "; ".join(f"{one} against {' and '.join(others)}" for one, others in way)
        label = "; ".join(
            f"{called(state, one)} against {joined([called(state, id) for id in others])}"
            for one, others in way
        )
        about = tuple(id for one, others in way for id in (one, *others))
        return Candidate(key, label, way, rules=("FR-HTH-32",), about=about)

    prompt, facts, about = "Who fights whom?", {"figures": group}, tuple(group)
    rules = ("FR-HTH-32",)
    return ChooseOne(
        seat, "divide tangle", prompt, rules, lambda: [candidate(one) for one in ways], facts, about=about
    )
