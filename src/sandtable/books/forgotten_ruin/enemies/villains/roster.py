"""Villains of the campaign: who comes to a battle, who becomes one, and who is finally defeated."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from sandtable.binding.tables import row_for
from sandtable.books.forgotten_ruin.chapters.principles.conventions import pick_at_random, stature
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import gain_story_point
from sandtable.books.forgotten_ruin.enemies.enemy_tables import (
    enemy_type,
    enemy_types,
    trainings,
    villain_tables,
)
from sandtable.books.forgotten_ruin.enemies.generating import profile_of, traits_of
from sandtable.books.forgotten_ruin.modifiers import MONSTER_POINTS
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy
from sandtable.books.forgotten_ruin.stock import Rostered
from sandtable.books.forgotten_ruin.windows import FIGURE_REMOVED, WINDOWS, Removal
from sandtable.kernel import Answer, For, Play, Refusal, Refused, Words, refuse, rule, total_of
from sandtable.kernel.safe_yaml import quoted

VILLAIN_POINTS = 2
"""The Monster Points of a new villain (FR-VIL-06)."""
MOST_POINTS = 99
"""No villain of a file has more Monster Points."""


@rule("FR-VIL-01", "FR-VIL-15")
def faults_of_roster(roster: Sequence[Rostered]) -> Iterator[Refusal]:
    """What is wrong with a roster of villains from a file: each has known words and a name of its own."""
    known = {
        "enemy type": [one.name for one in enemy_types()],
        "ability": [one.name for one in villain_tables().abilities],
        "training": [one.name for one in trainings()],
    }
    names: set[str] = set()
    for one in roster:
        if not one.name.strip() or not 0 < one.points <= MOST_POINTS:
            reason = f"{quoted(one.name)} is no villain with {one.points} Monster Points."
            yield Refusal("FR-VIL-01", reason, f"Give it a name, and 1 to {MOST_POINTS} points.")
        for what, word in (("enemy type", one.type), ("ability", one.ability), ("training", one.training)):
            if word not in known[what]:
                reason = f"{one.name}: there is no {what} {quoted(word)}."
                yield Refusal("FR-VIL-01", reason, f"Write one of {', '.join(known[what])}.")
        if one.name.casefold() in names:
            yield _name_is_taken(one.name)
        names.add(one.name.casefold())


def _name_is_taken(name: str) -> Refusal:
    # By its name a villain of the battle is found again on the roster.
    return Refusal("FR-VIL-15", f"Another villain is called {name}.", "Give each a name of its own.")


def read_villain(text: str) -> Rostered:
    """An entry of the roster as people type it; training and rank may be left out."""
    name, type, ability, points, training, rank = (*text.split("|"), "", "", "", "", "", "")[:6]
    if text.count("|") not in range(3, 6) or not points.strip().isdecimal() or len(points.strip()) > 2:
        reason = f"{quoted(text)} is no entry of the roster of villains."
        raise refuse("FR-VIL-01", reason, 'Write "name|enemy type|ability|Monster Points", one to 99 points.')
    return Rostered(name, type, ability, int(points), training or "Warriors", rank == "sorcerer")


@rule("FR-VIL-02")
async def villains_who_come(play: Play[Battle]) -> list[Enemy]:
    """Where the roster holds living villains a die and their number say how many appear."""
    roster = list(play.state.stock.villains)
    if not roster:
        return []
    (face,) = await play.roll(1, "villain check", "FR-VIL-02", villains=len(roster))
    count = row_for(villain_tables().check, face + len(roster)).number
    play.tell("villain check", "FR-VIL-02", total=face + len(roster), villains=min(count, len(roster)))
    come: list[Enemy] = []
    for _ in range(min(count, len(roster))):
        entry = await pick_at_random(play, roster, "villain", "FR-VIL-02")
        roster.remove(entry)
        come.append(await new_villain(play, entry))
    return come


@rule("FR-VIL-01", "FR-VIL-17")
async def new_villain(play: Play[Battle], entry: Rostered) -> Enemy:
    """A villain of the roster with all its Monster Points, waiting to be placed."""
    state = play.state
    row = enemy_type(entry.type)
    radius, height = stature(state, is_monster=False)
    figure = Enemy(
        id=f"V{sum(1 for one in state.enemies.values() if one.kind == 'villain') + 1}",
        name=entry.name,
        kind="villain",
        type=entry.type,
        side="enemy",
        profile=profile_of(entry.type, entry.training, champion=True),
        is_champion=True,
        is_sorcerer=entry.is_sorcerer,
        training=entry.training,
        ability=entry.ability,
        radius=radius,
        height=height,
        traits=traits_of(row),
        monster_points=entry.points,
        starting_points=entry.points,
        arrived=state.round,
    )
    state.enemies[figure.id] = figure
    play.tell(
        "villain comes",
        "FR-VIL-01",
        "FR-VIL-17",
        "FR-VIL-06",
        figure=figure.id,
        name=entry.name,
        type=entry.type,
        ability=entry.ability,
        points=entry.points,
    )
    return figure


def _champion_falls(play: Play[Battle], seat: str, now: Removal) -> bool:
    figure = now.figure
    return isinstance(figure, Enemy) and figure.is_champion and now.how == "casualty"


@WINDOWS.consequence(FIGURE_REMOVED, "champion falls", "FR-VIL-04", _champion_falls, rank=-5)
async def remember_champion(play: Play[Battle], seat: str, now: Removal) -> None:
    """A champion or villain that the squad kills is remembered for the time after the battle."""
    state = play.state
    killer = state.enemies.get(now.by)
    if killer is None or killer.side == "squad":
        state.enemies[now.figure.id].fell_to_squad = True


def champions_killed(state: Battle) -> list[Enemy]:
    """The champions of mobs that the squad killed in this battle (FR-VIL-05)."""
    return [
        one
        for one in state.enemies.values()
        if one.is_champion and one.kind == "mob figure" and one.fell_to_squad
    ]


@rule("FR-VIL-04", "FR-VIL-05", "FR-VIL-18")
async def create_villains(play: Play[Battle]) -> list[Rostered]:
    """After a mission that was won every champion killed has become a villain on a 6."""
    state = play.state
    fallen = champions_killed(state)
    if not state.won:
        if fallen:
            play.tell("no new villains", "FR-VIL-04", why="the mission was not won")
        return []
    made: list[Rostered] = []
    for champion in fallen:
        why = For("villain", champion.id)
        (face,) = await play.roll(1, why, "FR-VIL-04", "FR-VIL-05", figure=champion.id)
        if face == 6:
            known = [*state.stock.villains, *made]
            made.append(await _new_entry(play, champion, {one.name.casefold() for one in known}))
    state.stock.villains = (*state.stock.villains, *made)
    return made


@rule("FR-VIL-06", "FR-VIL-07", "FR-VIL-15")
async def _new_entry(play: Play[Battle], champion: Enemy, taken: Collection[str]) -> Rostered:
    (ability,) = await play.roll(1, For("villain ability", champion.id), "FR-VIL-07")
    why = await _survival(play, champion)
    name = await _name(play, champion, taken)
    villain = msgspec.structs.replace(champion, kind="villain")
    changes = MONSTER_POINTS.all(play.state, villain, VILLAIN_POINTS)
    entry = Rostered(
        name,
        champion.type,
        row_for(villain_tables().abilities, ability).name,
        VILLAIN_POINTS + total_of(changes),
        champion.training or "Warriors",
        champion.is_sorcerer,
    )
    rules = ("FR-VIL-04", "FR-VIL-06", "FR-VIL-18", *(one.rule for one in changes))
    play.tell(
        "villain is born",
        *rules,
        name=name,
        champion=champion.id,
        ability=entry.ability,
        points=entry.points,
        why=why,
    )
    return entry


@rule("FR-VIL-14")
async def _survival(play: Play[Battle], figure: Enemy) -> str:
    """How somebody everybody thought dead has survived."""
    (face,) = await play.roll(1, For("survival", figure.id), "FR-VIL-14")
    return row_for(villain_tables().survival, face).name


class VillainName(Words):
    """The name of a new villain, which no other on the roster bears."""

    __slots__ = ("_taken",)

    def __init__(self, state: Battle, champion: Enemy, taken: Collection[str]) -> None:
        prompt = f"{name_of(state, champion)} has become a villain. Its name? (empty: roll for it)"
        super().__init__(state.seats[0], "name villain", prompt, ("FR-VIL-15",), 40, about=(champion.id,))
        self._taken = taken

    def read(self, answer: Answer) -> str:
        """The name without what the roster is written with."""
        name = " ".join(super().read(answer).replace("|", " ").split())
        if name.casefold() in self._taken:
            raise Refused(_name_is_taken(name))
        return name


@rule("FR-VIL-15")
async def _name(play: Play[Battle], champion: Enemy, taken: Collection[str]) -> str:
    """The player names the villain; who says nothing lets two dice name it, again where the name is taken."""
    named: str = await play.ask(VillainName(play.state, champion, taken))
    names = villain_tables().names
    free = any(f"{one.first} {two.epithet}".casefold() not in taken for one in names for two in names)
    while not named or (free and named.casefold() in taken):
        first, second = await play.roll(2, For("villain name", champion.id), "FR-VIL-15")
        named = f"{names[first - 1].first} {names[second - 1].epithet}"
    return named


@rule("FR-VIL-16", "FR-VIL-17")
async def settle_fallen_villains(play: Play[Battle]) -> list[str]:
    """A villain brought down escapes on a 1 and comes back stronger; otherwise it is defeated for good."""
    state = play.state
    defeated: list[str] = []
    roster = list(state.stock.villains)
    fallen = [one for one in state.enemies.values() if one.kind == "villain" and one.where == "casualty"]
    for villain in fallen:
        place = next((index for index, one in enumerate(roster) if one.name == villain.name), None)
        if place is None:
            continue
        (face,) = await play.roll(1, For("villain fate", villain.id), "FR-VIL-16", figure=villain.id)
        if row_for(villain_tables().fates, face).name == "escapes":
            points = roster[place].points + 1
            roster[place] = msgspec.structs.replace(roster[place], points=points)
            why, rules = await _survival(play, villain), ("FR-VIL-16", "FR-VIL-14", "FR-VIL-18")
            play.tell("villain escapes", *rules, name=villain.name, points=points, why=why)
            continue
        del roster[place]
        defeated.append(villain.name)
        state.stock.victory_points += 1
        play.tell("villain defeated", "FR-VIL-16", name=villain.name)
        play.tell("Victory Point gained", "FR-VIL-16", figure=villain.id)
        gain_story_point(play, "FR-VIL-16", figure=villain.id)
    state.stock.villains = tuple(roster)
    return defeated
