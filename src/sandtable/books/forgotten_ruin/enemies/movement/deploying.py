"""Deployment of the enemy: six points in a line, mobs that merge or share a point, villains beside them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.binding.registry import Registry
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    inches,
    on_grid,
    pick_at_random,
    width_of,
)
from sandtable.books.forgotten_ruin.enemies.enemy_tables import enemy_type
from sandtable.books.forgotten_ruin.enemies.generating import (
    enlist,
    mob_size,
    muster,
    next_mob_id,
    roll_champions,
    roll_enemy_type,
    roll_training,
    size_rules,
    vary,
    waiting,
)
from sandtable.books.forgotten_ruin.enemies.movement.placing import (
    AROUND_POINT,
    ELBOW_ROOM,
    LINE,
    RANK,
    place_alone,
    place_mob,
    ranks,
    seen_by_player,
    stand,
)
from sandtable.books.forgotten_ruin.enemies.villains.roster import villains_who_come
from sandtable.books.forgotten_ruin.modifiers import MOBS, WHY_NEVER_UNAWARE
from sandtable.books.forgotten_ruin.naming import mob_called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Mob
from sandtable.books.forgotten_ruin.windows import VILLAINS_CHECKED, WINDOWS, VillainCheck
from sandtable.kernel.check import total_of
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne, Words
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.table.measure import Point

MOBS_AT_START = 3
"""How many mobs there are unless something says otherwise (FR-ENE-39)."""
TRAINED_FROM = 3
"""The first mob that rolls for training; those before are Warriors (FR-ENE-42)."""
AWARE_MOBS = 3
"""How many mobs begin Aware (FR-ENE-51)."""
LINE_OF_POINTS = 21.0
"""How far the deployment points lie from the player's edge (FR-ENE-48)."""
POINTS = 6
"""How many deployment points there are (FR-ENE-48)."""
LINES_APART = 1.0
"""The gap between mobs that share a point (FR-ENE-50)."""

Deployment = Callable[[Play[Battle], list[Mob]], Coroutine[Any, Any, None]]
DEPLOYMENTS: Registry[Deployment] = Registry("a deployment")
"""Other ways to set up the mobs, by the battle condition, special condition or kind of mission that asks."""


@rule("FR-ENE-01")
async def generate_enemy(play: Play[Battle]) -> None:
    """Type, sizes, training, villains, champions and deployment of the enemy, in the book's order."""
    state = play.state
    await settle_enemy_type(play)
    await name_enemy(play)
    mobs = await raise_mobs(play)
    check = VillainCheck(state.seats[0], await villains_who_come(play))
    await WINDOWS.open(play, VILLAINS_CHECKED, check)
    villains = check.villains
    _add_warlords_figures(play, mobs)
    where = (state.mission.special_condition, state.mission.condition, state.mission.kind)
    deploy = next((DEPLOYMENTS[one] for one in where if one in DEPLOYMENTS), deploy_on_points)
    await deploy(play, mobs)
    await deploy_villains(play, villains)
    play.tell(
        "enemy is ready", "FR-ENE-01", mobs=len(mobs), villains=len(villains), type=state.mission.enemy_type
    )


@rule("FR-ENE-02", "FR-ENE-03")
async def settle_enemy_type(play: Play[Battle]) -> None:
    """The type is rolled; where the squad has fought before it is the one met there, unless rolled anew."""
    mission = play.state.mission
    if mission.enemy_type:
        keep = True
        if play.state.notes.get("enemy type is recorded"):
            keep = await _keeps(play, mission.enemy_type)
        if keep:
            play.tell("enemy type", "FR-ENE-02", "FR-ENE-03", type=mission.enemy_type)
            return
    mission.enemy_type = await roll_enemy_type(play)
    row = enemy_type(mission.enemy_type)
    marks = (("FR-ENE-07", row.fearless), ("FR-ENE-08", row.undead))
    cited = tuple(one for one, is_so in marks if is_so)
    play.tell("enemy type", "FR-ENE-02", "FR-ENE-04", *cited, type=row.name, special=row.special)


TRADED = ("speed", "combat_skill", "toughness", "resistance")
"""The values of which one may be raised by 1 where another is lowered by 1 (FR-ENE-05)."""
LONGEST_NAME = 40
"""As many letters as a name may have."""


@rule("FR-ENE-05")
async def name_enemy(play: Play[Battle]) -> None:
    """With the option the enemy is shown under another name, and may trade one value for another."""
    state = play.state
    if not state.switches.enemy_names:
        return
    type, seat, rules = state.mission.enemy_type, state.seats[0], ("FR-ENE-05",)
    prompt = f"Under which name are the {type} shown? (empty: their own)"
    said: str = await play.ask(Words(seat, "name enemy", prompt, rules, LONGEST_NAME, {"type": type}))
    name = " ".join(said.split())

    def candidates() -> list[Candidate]:
        pairs = [(up, down) for up in TRADED for down in TRADED if up != down]
        return [
            Candidate("none", "no change", (), rules=rules),
            *(
                Candidate(f"{up} for {down}", f"{up} +1, {down} -1", pair, rules=rules)
                for pair in pairs
                for up, down in [pair]
            ),
        ]

    pair: tuple[str, ...] = await play.ask(
        ChooseOne(
            seat,
            "trade enemy values",
            "Is a value of theirs traded for another?",
            rules,
            candidates,
            {"type": type},
        )
    )
    names = {**state.extra.get("names", {}), **({type: name} if name else {})}
    traded = {**state.extra.get("traded", {}), **({type: list(pair)} if pair else {})}
    state.extra = {**state.extra, "names": names, "traded": traded}
    play.tell("enemy renamed", "FR-ENE-05", type=type, name=name or type, traded=list(pair))


async def _keeps(play: Play[Battle], known: str) -> bool:
    def candidates() -> list[Candidate]:
        return [
            Candidate("keep", f"{known}, as last time here", True, rules=("FR-ENE-03",)),
            Candidate("roll", "roll a new enemy type", False, rules=("FR-ENE-03",)),
        ]

    prompt = f"You have fought {known} in this region. Do you meet them again?"
    kept: bool = await play.ask(
        ChooseOne(play.state.seats[0], "keep enemy type", prompt, ("FR-ENE-03",), candidates, {"type": known})
    )
    return kept


@rule("FR-ENE-10", "FR-ENE-39", "FR-ENE-42", "FR-ENE-51")
async def raise_mobs(play: Play[Battle]) -> list[Mob]:
    """The mobs of the start: as many as the mission says, each with its size, training and awareness."""
    state = play.state
    type = state.mission.enemy_type
    hail = "Hail of arrows" in enemy_type(type).special
    changes = MOBS.all(state)
    count = max(1, MOBS_AT_START + total_of(changes))
    play.tell("mobs", "FR-ENE-39", *(one.rule for one in changes), count=count, size=mob_size(state, True))
    mobs: list[Mob] = []
    for number in range(1, count + 1):
        id = next_mob_id(state)
        rules = list(size_rules(state, True))
        if number < TRAINED_FROM:
            training = "Archers" if hail else "Warriors"
            rules += ["FR-ENE-10", "FR-ENE-43"] if hail else ["FR-ENE-42"]
        else:
            training = await roll_training(play, type, id)
        size = await vary(play, id, mob_size(state, initial=True))
        mob = muster(state, type, size, training, aware=number <= AWARE_MOBS)
        if not mob.aware and WHY_NEVER_UNAWARE.first(state, mob) is not None:
            mob.aware = True
            rules.append("FR-ENE-18")
        play.tell(
            "mob raised",
            *rules,
            "FR-ENE-51",
            mob=id,
            size=size,
            training=training,
            aware=mob.aware,
            type=type,
        )
        mobs.append(mob)
    return mobs


@rule("FR-VIL-12")
def _add_warlords_figures(play: Play[Battle], mobs: list[Mob]) -> None:
    """Every warlord who is there at the start brings one more figure for each mob."""
    state = play.state
    warlords = [one for one in state.enemies.values() if one.kind == "villain" and one.ability == "Warlord"]
    if not warlords:
        return
    for mob in mobs:
        for _ in warlords:
            enlist(state, mob)
        size = len(waiting(state, mob))
        play.tell("mob grows", "FR-VIL-12", mob=mob.id, size=size, by=[one.id for one in warlords])


@rule("FR-ENE-48")
def deployment_points(state: Battle) -> list[Point]:
    """Six points in a line, evenly spread, counted from the player's left."""
    wide = width_of(state)
    deep = inches(state, LINE_OF_POINTS)
    return [on_grid(state, wide * (2 * index - 1) / (2 * POINTS), deep) for index in range(1, POINTS + 1)]


@rule("FR-ENE-48", "FR-ENE-49", "FR-ENE-50")
async def deploy_on_points(play: Play[Battle], mobs: list[Mob]) -> None:
    """Each mob rolls its point; equals at one point merge, others share it in two lines."""
    state = play.state
    points = deployment_points(state)
    at: dict[int, list[Mob]] = {}
    for mob in mobs:
        (face,) = await play.roll(1, For("deploy", mob.id), "FR-ENE-48", mob=mob.id)
        await roll_champions(play, mob)
        here = at.setdefault(face, [])
        host = next((one for one in here if (one.type, one.training) == (mob.type, mob.training)), None)
        if host is None:
            here.append(mob)
        else:
            merge(play, mob, host)
    for face, here in sorted(at.items()):
        # Warriors stand in front of other mobs at the same point (FR-ENE-50).
        here.sort(key=lambda one: one.training != "Warriors")
        if len(here) == 1:
            wide = await arrangement(play, here[0])
            await place_mob(play, here[0], points[face - 1], "FR-ENE-48", wide=wide)
        else:
            await place_in_lines(play, here, points[face - 1])


@rule("FR-ENE-49", "FR-ENE-51")
def merge(play: Play[Battle], mob: Mob, host: Mob) -> None:
    """The figures of a mob join another, champions included, and share its awareness."""
    state = play.state
    taken = max(
        (int(one.id.split(".")[1]) for one in state.enemies.values() if one.mob == host.id), default=0
    )
    for figure in waiting(state, mob):
        taken += 1
        del state.enemies[figure.id]
        figure.id, figure.mob = f"{host.id}.{taken}", host.id
        state.enemies[figure.id] = figure
    play.tell("mobs merge", "FR-ENE-49", "FR-ENE-51", mob=mob.id, into=host.id, aware=host.aware)


@rule("FR-ENE-48")
async def arrangement(play: Play[Battle], mob: Mob) -> int:
    """Ranks that face the player's edge, or a line; whoever likes says so for every mob."""

    def candidates() -> list[Candidate]:
        return [
            Candidate("group", "a group in ranks", RANK, rules=("FR-ENE-48",)),
            Candidate("line", "a line", LINE, rules=("FR-ENE-48",)),
        ]

    settled = play.state.switches.mob_arrangement
    if settled != "ask" or len(waiting(play.state, mob)) <= RANK:
        return LINE if settled == "line" else RANK
    prompt = f"How do {mob_called(play.state, mob)} ({mob.training}) stand around their point?"
    facts = {"mob": mob.id, "within": AROUND_POINT}
    wide: int = await play.ask(
        ChooseOne(
            play.state.seats[0], "arrange mob", prompt, ("FR-ENE-48",), candidates, facts, about=(mob.id,)
        )
    )
    return wide


@rule("FR-ENE-50")
async def place_in_lines(play: Play[Battle], mobs: list[Mob], at: Point) -> None:
    """Mobs of different training at one point stand in lines 1 in apart."""
    state = play.state
    step = inches(state, 1.0 + ELBOW_ROOM)
    across, along = seen_by_player(state, at)
    for mob in mobs:
        figures = sorted(waiting(state, mob), key=lambda one: one.is_champion)
        rows = max(1, -(-len(figures) // LINE))
        middle = on_grid(state, across, along + (rows - 1) / 2 * step)
        stand(play, figures, ranks(state, middle, len(figures), LINE), middle, "FR-ENE-48", "FR-ENE-50")
        play.tell("mob placed", "FR-ENE-50", mob=mob.id, at=middle, figures=[one.id for one in figures])
        along += (rows - 1) * step + inches(state, 1.0 + LINES_APART)


@rule("FR-VIL-03")
async def deploy_villains(play: Play[Battle], villains: list[Enemy]) -> None:
    """Each villain stands within 2 in of a mob drawn at random, and belongs to none."""
    state = play.state
    for villain in villains:
        mobs = [one for one in state.mobs.values() if state.members(one.id)]
        if not mobs:
            await place_alone(play, villain, deployment_points(state)[POINTS // 2], "FR-VIL-03")
            continue
        mob = await pick_at_random(play, mobs, "mob for", "FR-VIL-03", of=villain.id)
        rear = max(state.members(mob.id), key=lambda one: seen_far(state, one.at))
        await place_alone(play, villain, rear.at, "FR-VIL-03")
        play.tell(
            "villain appears", "FR-VIL-01", "FR-VIL-03", figure=villain.id, mob=mob.id, name=villain.name
        )


def seen_far(state: Battle, at: Point) -> float:
    """How far a place is from the player's edge."""
    return seen_by_player(state, at)[1]
