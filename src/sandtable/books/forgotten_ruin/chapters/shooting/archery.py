"""Archery: whom enemies shoot at, how a mob spreads its shots, and what comes of them."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.armory import enemy_weapon
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit, Outcome
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.line_of_sight import rules_of_view
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    enemy_choice,
    gap,
    inches,
    nearest_of,
    pick_at_random,
    within,
)
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot, hit_by, hit_number
from sandtable.books.forgotten_ruin.chapters.shooting.targets import (
    pressing_targets,
    unit_of,
    why_out_of_reach,
)
from sandtable.books.forgotten_ruin.enemies.planning import foes_of
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_TARGET, on_the_die
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.books.forgotten_ruin.windows import VOLLEY_ROLLED, WINDOWS, Volley
from sandtable.kernel import For, Needed, Play, rule

SPREAD = 2.0
"""Soldiers so near to the closest one share the shots of a mob (FR-SHT-07)."""

Allotment = list[tuple[Soldier | Enemy, list[Enemy]]]


@rule("FR-SHT-06", "FR-SHT-08", "FR-SHT-21", "FR-MIS-61", "FR-LOOT-71")
def visible_characters(state: Battle, shooter: Enemy) -> list[Soldier | Enemy]:
    """The soldiers and hostile monsters that an enemy sees, reaches and may target, the closest first."""
    weapon = enemy_weapon(state, shooter, "shooting")
    foes = foes_of(state, shooter, "shooting")
    found = [one for one in foes if why_out_of_reach(state, shooter, weapon, one) is None]
    return sorted(found, key=lambda one: gap(shooter, one))


@rule("FR-SHT-06")
async def closest_character(
    play: Play[Battle], shooter: Enemy, seen: list[Soldier | Enemy]
) -> Soldier | Enemy:
    """The closest of those who are visible; random among equally close ones."""
    return await pick_at_random(play, nearest_of(shooter, seen), "target of", "FR-SHT-06", of=shooter.id)


@rule("FR-SHT-06", "FR-SHT-07")
async def enemy_shoots(play: Play[Battle], shooters: list[Enemy], *rules: str) -> list[Outcome]:
    """Enemies of one unit shoot: all shots are allotted, then rolled and resolved soldier by soldier."""
    allotted = await allot_shots(play, [one for one in shooters if one.on_table])
    _tell_of_spared(play, shooters)
    if not allotted:
        return []
    is_spread = len(allotted) > 1 or len(shooters) > 1
    cited = ["FR-SHT-07" if is_spread else "FR-SHT-06", "FR-SHT-06"]
    if any(one.side == "independent" for one, _ in allotted):
        cited.append("FR-MIS-61")
    if any(isinstance(one, Enemy) and one.side == "squad" for one, _ in allotted):
        cited.append("FR-LOOT-71")
    shots = {target.id: [one.id for one in own] for target, own in allotted}
    play.tell("enemies shoot", *rules, *cited, shots=shots)
    outcomes: list[Outcome] = []
    used: dict[str, int] = {}
    for target, own in allotted:
        outcomes += await loose_at(play, target, own, *rules, used=used)
    return outcomes


def _tell_of_spared(play: Play[Battle], shooters: list[Enemy]) -> None:
    """Which soldiers nobody of a unit may shoot at, and by which rule."""
    state = play.state
    first = next((one for one in shooters if one.on_table), None)
    if first is None:
        return
    for one in state.soldiers_on_table():
        why = WHY_NOT_TARGET.first(state, first, one, "shooting")
        if why is not None and not one.riding:
            play.tell("not a target", why.rule, figure=one.id, why=why.reason.rstrip("."))


@rule("FR-SHT-07")
async def allot_shots(play: Play[Battle], shooters: list[Enemy]) -> Allotment:
    """Evenly among the closest soldier and those within 2 in of it, whom each archer sees and reaches."""
    state = play.state
    seen = {one.id: visible_characters(state, one) for one in shooters}
    able = [one for one in shooters if seen[one.id]]
    if not able:
        return []
    if state.enemy_seat:
        return await _allotted_by_hand(play, able, seen)
    least = min(gap(one, seen[one.id][0]) for one in able)
    equal = {each.id: each for one in able for each in seen[one.id] if within(gap(one, each), least)}
    first = await pick_at_random(play, [equal[id] for id in sorted(equal)], "closest soldier", "FR-SHT-06")
    group = _group_of(state, first, able, seen)
    given: dict[str, list[Enemy]] = {one.id: [] for one in group}
    for archer, target in _shared_out(able, seen, group).items():
        given[target].append(state.enemies[archer])
    for one in able:
        if not any(each in group for each in seen[one.id]):
            given.setdefault((await closest_character(play, one, seen[one.id])).id, []).append(one)
    order = sorted(given, key=lambda id: (_nearness(state.figure(id), able), id != first.id, id))
    return [(state.figure(id), given[id]) for id in order if given[id]]


@rule("FR-COOP-05", "FR-SHT-05")
async def _allotted_by_hand(
    play: Play[Battle], able: list[Enemy], seen: dict[str, list[Soldier | Enemy]]
) -> Allotment:
    """An enemy player picks the target of every archer, like a soldier's: who is close comes first."""
    state = play.state
    given: dict[str, list[Enemy]] = {}
    for one in able:
        pressing = [each for each in pressing_targets(state, one) if each in seen[one.id]]
        options = {each.id: each for each in pressing or seen[one.id]}
        prompt = f"At whom does {name_of(play.state, one)} shoot?"
        nearest = seen[one.id][0].id
        rules = ("FR-COOP-05", "FR-EAI-18", *(("FR-SHT-05",) if pressing else ()))
        target = await enemy_choice(
            play, "choose enemy target", prompt, options, nearest, "the closest", *rules, about=(one.id,)
        )
        given.setdefault(target.id, []).append(one)
    return [(state.figure(id), own) for id, own in given.items()]


def _group_of(
    state: Battle, first: Soldier | Enemy, able: list[Enemy], seen: dict[str, list[Soldier | Enemy]]
) -> list[Soldier | Enemy]:
    """The closest target and every visible soldier within 2 in of it, the closest first."""
    limit = inches(state, SPREAD)
    others = {
        each.id: each
        for one in able
        for each in seen[one.id]
        if each is not first and isinstance(each, Soldier) and within(gap(first, each), limit)
    }
    return [first, *sorted(others.values(), key=lambda one: (_nearness(one, able), one.id))]


def _nearness(target: Soldier | Enemy, archers: list[Enemy]) -> float:
    return min(gap(one, target) for one in archers)


def _shared_out(
    able: list[Enemy], seen: dict[str, list[Soldier | Enemy]], group: list[Soldier | Enemy]
) -> dict[str, str]:
    """Archer to soldier, as evenly as sight allows; leftover shots go one each in order of closeness."""
    archers = [one for one in able if any(each in group for each in seen[one.id])]
    places = [group[number % len(group)].id for number in range(len(archers))]
    taken: dict[int, str] = {}
    sees = {one.id: {each.id for each in seen[one.id]} for one in archers}

    for one in archers:
        _finds_place(one.id, places, sees, taken, set())
    given = {archer: places[number] for number, archer in taken.items()}
    for one in archers:
        if one.id not in given:
            held = list(given.values())
            open_to = [each.id for each in group if each.id in sees[one.id]]
            given[one.id] = min(open_to, key=held.count)
    return {one.id: given[one.id] for one in archers}


def _finds_place(
    archer: str, places: list[str], sees: dict[str, set[str]], taken: dict[int, str], tried: set[int]
) -> bool:
    """Whether an archer is given a target, for which others may have to take another one."""
    for number, target in enumerate(places):
        if number in tried or target not in sees[archer]:
            continue
        tried.add(number)
        if number not in taken or _finds_place(taken[number], places, sees, taken, tried):
            taken[number] = archer
            return True
    return False


@rule("FR-SHT-14", "FR-SHT-15", "FR-SHT-17", "FR-ARM-30")
async def loose_at(
    play: Play[Battle],
    target: Soldier | Enemy,
    shooters: list[Enemy],
    *rules: str,
    used: dict[str, int] | None = None,
) -> list[Outcome]:
    """One die for each archer; every one that reaches its number is a Hit, and none is a Great Hit."""
    state = play.state
    unit = unit_of(shooters[0])
    if not target.on_table:
        play.tell("shots lost", "FR-SHT-07", "FR-SHT-20", target=target.id, unit=unit)
        return []
    needed = [hit_number(state, one, target, enemy_weapon(state, one, "shooting")) for one in shooters]
    faces = await _rolled_by_number(play, target, shooters, needed, *rules)
    volley = Volley(state.seat_of(target), target, shooters, list(faces), [one.number for one in needed])
    volley.used = {} if used is None else used
    await WINDOWS.open(play, VOLLEY_ROLLED, volley)
    hits = _hits_of(state, volley)
    if not hits:
        play.tell("shots miss", "FR-SHT-14", target=target.id, faces=volley.faces)
        return []
    play.tell("shots hit", "FR-SHT-15", "FR-SHT-17", target=target.id, faces=volley.faces, hits=len(hits))
    return [await strike(play, target, hits)]


async def _rolled_by_number(
    play: Play[Battle], target: Soldier | Enemy, shooters: list[Enemy], needed: list[Needed], *rules: str
) -> tuple[int, ...]:
    """The dice of those who need the same number are rolled together; the faces, archer by archer."""
    seen = rules_of_view(play.state, shooters[0], target)
    faces = [0] * len(shooters)
    for number in dict.fromkeys(one.number for one in needed):
        places = [place for place, one in enumerate(needed) if one.number == number]
        first = needed[places[0]]
        own = [shooters[place] for place in places]
        cited = [*rules, "FR-SHT-14", "FR-ARM-30", *(id for place in places for id in needed[place].rules)]
        rolled = await play.roll(
            len(own),
            For("hit", own[0].id if len(own) == 1 else unit_of(own[0])),
            *cited,
            *seen,
            seat=play.state.enemy_dice,
            need=first,
            modifiers=[str(one) for one in on_the_die(first)],
            target=target.id,
            shooters=[one.id for one in own],
        )
        for place, face in zip(places, rolled, strict=True):
            faces[place] = face
    return tuple(faces)


@rule("FR-PRN-20")
async def roll_hits_again(play: Play[Battle], volley: Volley, why: str, rule_id: str) -> None:
    """Every shot that has hit must be rolled again once."""
    for place, (face, need) in enumerate(zip(volley.faces, volley.needs, strict=True)):
        if face >= need:
            what, dice = For(why, volley.shooters[place].id), play.state.dice_of(volley.shooters[place])
            (volley.faces[place],) = await play.roll(
                1, what, "FR-PRN-20", seat=dice, need=Needed(need, rule_id)
            )


def _hits_of(state: Battle, volley: Volley) -> list[Hit]:
    found: list[Hit] = []
    for one, face, need in zip(volley.shooters, volley.faces, volley.needs, strict=True):
        if face >= need:
            weapon = enemy_weapon(state, one, "shooting")
            found.append(hit_by(Shot(one, volley.target, weapon), face, "FR-SHT-15"))
            found[-1].need = need
    return found
