"""Deployment of the enemy: six points in a line, mobs that merge or share a point, villains beside them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from itertools import permutations
from typing import Any

from sandtable.binding.choosing import choose_word
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
    next_figure_id,
    next_mob_id,
    roll_champions,
    roll_enemy_type,
    roll_training,
    size_rules,
    vary,
    waiting,
)
from sandtable.books.forgotten_ruin.enemies.movement.placing import (
    ELBOW_ROOM,
    LINE,
    RANK,
    front_to_rear,
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
from sandtable.kernel import Candidate, ChooseOne, For, Play, Words, rule, total_of
from sandtable.table import Point

MOBS_AT_START = 3
"""How many mobs there are unless something says otherwise (FR-ENE-39)."""
POINTS = 6
"""How many deployment points there are (FR-ENE-48)."""
TRADED = ("speed", "combat_skill", "toughness", "resistance")
"""The values of which one may be raised by 1 where another is lowered by 1 (FR-ENE-05)."""

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
    _add_warlords_figures(play, mobs)
    where = (state.mission.special_condition, state.mission.condition, state.mission.kind)
    deploy = next((DEPLOYMENTS[one] for one in where if one in DEPLOYMENTS), deploy_on_points)
    await deploy(play, mobs)
    await deploy_villains(play, check.villains)
    type, villains = state.mission.enemy_type, len(check.villains)
    play.tell("enemy is ready", "FR-ENE-01", mobs=len(mobs), villains=villains, type=type)


@rule("FR-ENE-02", "FR-ENE-03")
async def settle_enemy_type(play: Play[Battle]) -> None:
    """The type is rolled; where the squad has fought before it is the one met there, unless rolled anew."""
    mission = play.state.mission
    if mission.enemy_type:
        if not mission.is_recorded or await _keeps(play, mission.enemy_type):
            play.tell("enemy type", "FR-ENE-02", "FR-ENE-03", type=mission.enemy_type)
            return
    mission.enemy_type = await roll_enemy_type(play)
    row = enemy_type(mission.enemy_type)
    marks = (("FR-ENE-07", row.fearless), ("FR-ENE-08", row.undead))
    cited = tuple(one for one, is_so in marks if is_so)
    play.tell("enemy type", "FR-ENE-02", "FR-ENE-04", *cited, type=row.name, special=row.special)


@rule("FR-ENE-05")
async def name_enemy(play: Play[Battle]) -> None:
    """With the option the enemy is shown under another name, and may trade one value for another."""
    state = play.state
    if not state.switches.enemy_names:
        return
    type, seat, rules = state.mission.enemy_type, state.seats[0], ("FR-ENE-05",)
    prompt = f"Under which name are the {type} shown? (empty: their own)"
    said: str = await play.ask(Words(seat, "name enemy", prompt, rules, 40, {"type": type}))
    name = " ".join(said.split())
    trades = [Candidate("none", "no change", (), rules=rules)] + [
        Candidate(f"{up} for {down}", f"{up} +1, {down} -1", (up, down), rules=rules)
        for up, down in permutations(TRADED, 2)
    ]
    prompt, facts = "Is a value of theirs traded for another?", {"type": type}
    question = ChooseOne(seat, "trade enemy values", prompt, rules, lambda: trades, facts)
    pair: tuple[str, str] | tuple[()] = await play.ask(question)
    if name:
        state.mission.enemy_names[type] = name
    if pair:
        state.mission.trades[type] = pair
    play.tell("enemy renamed", "FR-ENE-05", type=type, name=name or type, traded=list(pair))


async def _keeps(play: Play[Battle], known: str) -> bool:
    seat, topic, rules, facts = play.state.seats[0], "keep enemy type", ("FR-ENE-03",), {"type": known}
    words = {"keep": f"{known}, as last time here", "roll": "roll a new enemy type"}
    prompt = f"You have fought {known} in this region. Do you meet them again?"
    return await choose_word(play, seat, topic, prompt, rules, words, facts=facts) == "keep"


@rule("FR-ENE-10", "FR-ENE-39", "FR-ENE-42", "FR-ENE-51")
async def raise_mobs(play: Play[Battle]) -> list[Mob]:
    """The mobs of the start: those from the third on are trained, those after it begin Unaware."""
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
        if number < 3:
            training = "Archers" if hail else "Warriors"
            rules += ["FR-ENE-10", "FR-ENE-43"] if hail else ["FR-ENE-42"]
        else:
            training = await roll_training(play, type, id)
        size = await vary(play, id, mob_size(state, initial=True))
        mob = muster(state, type, size, training, aware=number <= 3)
        if not mob.aware and WHY_NEVER_UNAWARE.first(state, mob) is not None:
            mob.aware = True
            rules.append("FR-ENE-18")
        rules.append("FR-ENE-51")
        play.tell("mob raised", *rules, mob=id, size=size, training=training, aware=mob.aware, type=type)
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
    """Six points in a line 21 in from the player's edge, evenly spread, counted from the player's left."""
    wide, deep = width_of(state), inches(state, 21.0)
    return [on_grid(state, wide * (2 * index - 1) / (2 * POINTS), deep) for index in range(1, POINTS + 1)]


@rule("FR-ENE-48", "FR-ENE-49", "FR-ENE-50")
async def deploy_on_points(play: Play[Battle], mobs: list[Mob]) -> None:
    """Each mob rolls its point; equals at one point merge, others share it in two lines."""
    points = deployment_points(play.state)
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
    for figure in waiting(state, mob):
        del state.enemies[figure.id]
        figure.id, figure.mob = next_figure_id(state, host), host.id
        state.enemies[figure.id] = figure
    play.tell("mobs merge", "FR-ENE-49", "FR-ENE-51", mob=mob.id, into=host.id, aware=host.aware)


@rule("FR-ENE-48")
async def arrangement(play: Play[Battle], mob: Mob) -> int:
    """Ranks that face the player's edge, or a line; a player who likes says so for every mob."""
    state, settled = play.state, play.state.switches.mob_arrangement
    if settled != "ask" or len(waiting(state, mob)) <= RANK:
        return LINE if settled == "line" else RANK
    prompt = f"How do {mob_called(state, mob)} ({mob.training}) stand around their point?"
    seat, rules, facts = state.seats[0], ("FR-ENE-48",), {"mob": mob.id, "within": 2.0}
    words, about = {"group": "a group in ranks", "line": "a line"}, (mob.id,)
    shape = await choose_word(play, seat, "arrange mob", prompt, rules, words, about=about, facts=facts)
    return LINE if shape == "line" else RANK


@rule("FR-ENE-50")
async def place_in_lines(play: Play[Battle], mobs: list[Mob], at: Point) -> None:
    """Mobs of different training at one point stand in lines 1 in apart."""
    state = play.state
    step = inches(state, 1.0 + ELBOW_ROOM)
    across, along = seen_by_player(state, at)
    for mob in mobs:
        figures = front_to_rear(state, mob)
        rows = max(1, -(-len(figures) // LINE))
        middle = on_grid(state, across, along + (rows - 1) / 2 * step)
        stand(play, figures, ranks(state, middle, len(figures), LINE), middle, "FR-ENE-48", "FR-ENE-50")
        play.tell("mob placed", "FR-ENE-50", mob=mob.id, at=middle, figures=[one.id for one in figures])
        along += (rows - 1) * step + inches(state, 2.0)


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
        rear = max(state.members(mob.id), key=lambda one: seen_by_player(state, one.at)[1])
        await place_alone(play, villain, rear.at, "FR-VIL-03")
        figure, name = villain.id, villain.name
        play.tell("villain appears", "FR-VIL-01", "FR-VIL-03", figure=figure, mob=mob.id, name=name)
