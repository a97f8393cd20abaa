"""A stage for single rules: a few figures on an open table, one rule played with exact dice and answers."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from sandtable.books.forgotten_ruin.book import BOOK
from sandtable.books.forgotten_ruin.chapters.terrain import common_kinds
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Mob, Profile, Soldier
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.kernel.book import Book, Result
from sandtable.kernel.check import Modifier, Needed
from sandtable.kernel.dice import Dice, Scripted
from sandtable.kernel.game import new_game
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table import Models
from sandtable.table.terrain import Ground, Piece
from tests.books.performance import Performance as AnyPerformance

Rule = Callable[[Play[Battle]], Coroutine[Any, Any, Any]]


def soldier(id: str, at: tuple[float, float] = (10.0, 10.0), **facts: Any) -> Soldier:
    """A soldier on the table with the profile of an ordinary one (FR-SQD-17); facts change fields."""
    values: dict[str, Any] = {"speed": 5.0, "combat_skill": 0, "toughness": 3, "reactions": 2, "wits": 0}
    values |= {name: facts.pop(name) for name in list(facts) if name in Profile.__struct_fields__}
    return Soldier(id=id, name=id, profile=Profile(**values), where="on the table", at=at, **facts)


def enemy(id: str, at: tuple[float, float] = (10.0, 20.0), **facts: Any) -> Enemy:
    """An orc of the mob before the dot of its id, or a lone figure; facts change fields."""
    values: dict[str, Any] = {"speed": 5.0, "combat_skill": 0, "toughness": 3, "resistance": 0}
    points = facts.pop("monster_points", 0)
    values |= {name: facts.pop(name) for name in list(facts) if name in Profile.__struct_fields__}
    facts.setdefault("type", "Orcs")
    facts.setdefault("mob", id.split(".")[0] if "." in id else "")
    return Enemy(
        id=id,
        name=id,
        profile=Profile(**values, monster_points=points),
        side=facts.pop("side", "enemy"),
        where="on the table",
        at=at,
        monster_points=points,
        starting_points=points,
        **facts,
    )


def battle(*figures: Soldier | Enemy, terrain: Sequence[Piece] = (), **facts: Any) -> Battle:
    """A battle of these figures in round 2 of a mission of campaign turn 5; facts change fields."""
    switches = Switches(**facts.pop("switches", {}))
    mobs = facts.pop("mobs", {})
    for one in figures:
        if isinstance(one, Enemy) and one.mob and one.mob not in mobs:
            mobs[one.mob] = Mob(id=one.mob, type=one.type)
    facts.setdefault("round", 2)
    return Battle(
        seats=facts.pop("seats", ("A",)),
        soldiers={one.id: one for one in figures if isinstance(one, Soldier)},
        enemies={one.id: one for one in figures if isinstance(one, Enemy)},
        mobs=mobs,
        switches=switches,
        ground=facts.pop("ground", None) or Ground(36.0, 36.0, tuple(terrain)),
        step="staged rule",
        **facts,
    )


def piece_of(id: str, kind: str, outline: Models, height: float | None = None, *flags: str) -> Piece:
    """A piece of a common kind with the suggested category, flags and height, and what is flagged besides."""
    known = common_kinds()[kind]
    traits = (known.category, *known.flags, *flags)
    return Piece(id, kind, outline, known.height if height is None else height, tuple(dict.fromkeys(traits)))


class Stage(Book[Battle]):
    """A book of one rule, which is played once."""

    id = "stage"
    title = "Stage"
    prefix = "FR"
    state_type = Battle

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self.returned: Any = None

    def set_up(self, scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Battle:
        raise NotImplementedError

    async def step(self, play: Play[Battle]) -> None:
        self.returned = await self._rule(play)
        play.state.step = "played"

    def result(self, state: Battle) -> Result | None:
        return Result((), {}, "played") if state.step == "played" or state.closed else None

    def seats(self, state: Battle) -> tuple[str, ...]:
        return state.seats

    def hide(self, state: Battle, seat: str | None) -> Battle:
        return BOOK.hide(state, seat)


class Performance(AnyPerformance[Battle]):
    """What came of a rule on the stage."""


def start(state: Battle, rule: Rule, dice: Mapping[str, Sequence[int]] | None = None) -> Performance:
    """Begin a rule and stop at its first question."""
    state.step = "staged rule"
    scripted, book = Scripted(dice or {}), Stage(rule)
    return Performance(new_game(book, state, Dice(scripted)), book, scripted)


def perform(
    state: Battle, rule: Rule, dice: Mapping[str, Sequence[int]] | None = None, answers: Sequence[Any] = ()
) -> Performance:
    """Play a rule from its beginning to its end."""
    return start(state, rule, dice).answer(*answers).over()


def rule_of(refusal: Refusal | None) -> str:
    """The rule that refuses, or "" where nothing does."""
    return "" if refusal is None else refusal.rule


def number_of(found: Needed | Modifier | None) -> int | None:
    """The number that was found, or None where there is none."""
    return found.number if isinstance(found, Needed) else None if found is None else found.value


def among(pieces: list[dict[str, Any]]) -> Battle:
    """Two soldiers and three orcs among some pieces, on a small table."""
    position = {
        "table": [24, 24],
        "terrain": pieces,
        "soldiers": {"S1": {"at": [10.2, 6.1]}, "S2": {"at": [12.4, 7.3]}},
        "mobs": {"M1": {"type": "Orcs", "at": [[11.0, 17.0], [12.5, 17.0], [16.0, 18.2]]}},
    }
    return BOOK.read_position(position)
