"""A stage for single rules: a few Groups on an open table, one rule played with exact dice and answers.

`scenes.py` makes whole battles from positions. Here a rule is the whole game, with Groups made by hand:
for traits, spells and ambitions, whose moments come up in the middle of something else.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from sandtable.books.companies_and_captains.chapters import ambitions
from sandtable.books.companies_and_captains.chapters.activation import takes_activation_test
from sandtable.books.companies_and_captains.chapters.rolling_to_hit import roll_to_hit
from sandtable.books.companies_and_captains.chapters.setup.preparing import group_of
from sandtable.books.companies_and_captains.chapters.testing_resilience import (
    resilience_test,
    roll_resilience,
)
from sandtable.books.companies_and_captains.company import GroupEntry
from sandtable.books.companies_and_captains.scenarios.scenario import Scenario
from sandtable.books.companies_and_captains.special import (
    captain_traits,
    optional_traits,
    orders,
    spells,
)
from sandtable.books.companies_and_captains.state import Battle, Company, Group, LastingSpell
from sandtable.books.companies_and_captains.switches import Switches, read_switches
from sandtable.books.companies_and_captains.windows import ActivationTest, ToHit
from sandtable.kernel.book import Book, Result
from sandtable.kernel.check import Needed
from sandtable.kernel.dice import Dice, Scripted
from sandtable.kernel.game import new_game
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.terrain import Ground
from tests.books.performance import Performance as AnyPerformance

Rule = Callable[[Play[Battle]], Coroutine[Any, Any, Any]]
SPECIAL = (captain_traits, optional_traits, orders, spells)
RADIUS = 0.5
SPACING = 1.0


class OnStage(Scenario):
    """A scenario with no rules of its own."""

    id = "stage"
    title = "Stage"


def group(
    id: str,
    profile: str = "Heavy Foot",
    at: tuple[float, float] | None = (10.0, 10.0),
    *,
    traits: Sequence[str] = (),
    keywords: Sequence[str] = (),
    models: int = 1,
    r: int | None = None,
    cost: int = 4,
    shaken: bool = False,
    under: Mapping[str, str] | None = None,
    knows: Sequence[str] = (),
) -> Group:
    """A Group of bases one inch wide in a row eastwards from a place; without a place it is undeployed."""
    entry = GroupEntry(
        name=id, profile=profile, traits=tuple(traits), models=models, keywords=tuple(keywords)
    )
    made = group_of(entry, id, id[0], Switches(), cost)
    made.radius = RADIUS
    if at is not None:
        made.where = "on the table"
        made.models = tuple((at[0] + SPACING * place, at[1]) for place in range(models))
    if r is not None:
        made.r = r
    made.shaken = shaken
    made.spells = tuple(LastingSpell(spell, caster) for spell, caster in (under or {}).items())
    if knows:
        made.known_spells = tuple(knows)
    return made


def battle(
    *groups: Group,
    captains: Mapping[str, str] | None = None,
    sides: tuple[tuple[str, ...], tuple[str, ...]] = (("A",), ("B",)),
    active: int = 0,
    turn: int = 3,
    **switches: Any,
) -> Battle:
    """A battle of these Groups; the first of each Company holds its Captain, `captains` gives the traits."""
    seats = sorted((*sides[0], *sides[1]))
    companies = {}
    for seat in seats:
        own = tuple(one.id for one in groups if one.company == seat)
        points = sum(one.cost for one in groups if one.company == seat)
        companies[seat] = Company(
            seat=seat,
            name=f"Company {seat}",
            side=0 if seat in sides[0] else 1,
            groups=own,
            captain=own[0] if own else f"{seat}1",
            captain_trait=(captains or {}).get(seat, ""),
            points=points,
            ambitions=(),
            turns=2,
        )
    return Battle(
        scenario=OnStage.id,
        sides=sides,
        companies=companies,
        groups={one.id: one for seat in seats for one in groups if one.company == seat},
        switches=read_switches(switches),
        ground=Ground(72.0, 72.0, ()),
        step="staged rule",
        attacker=0,
        first=0,
        active=active,
        turn=turn,
    )


class Stage(Book[Battle]):
    """A book of one rule, which is played once."""

    id = "stage"
    title = "Stage"
    prefix = "CC"
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
        return Result((), {}, "played") if state.step == "played" else None

    def seats(self, state: Battle) -> tuple[str, ...]:
        return tuple(state.companies)

    def hide(self, state: Battle, seat: str | None) -> Battle:
        return ambitions.hide(state, seat)


class Performance(AnyPerformance[Battle]):
    """What came of a rule on the stage."""

    def group(self, id: str) -> Group:
        return self.game.state.groups[id]


def start(
    state: Battle,
    rule: Rule,
    dice: Mapping[str, Sequence[int]] | None = None,
) -> Performance:
    """Begin a rule and stop at its first question."""
    scripted, book = Scripted(dice or {}), Stage(rule)
    return Performance(new_game(book, state, Dice(scripted)), book, scripted)


def perform(
    state: Battle,
    rule: Rule,
    dice: Mapping[str, Sequence[int]] | None = None,
    answers: Sequence[Any] = (),
) -> Performance:
    """Play a rule from its beginning to its end."""
    return start(state, rule, dice).answer(*answers).over()


def order(name: str, id: str = "A2", need: int = 6, target: str | None = None) -> Rule:
    """The activation test of one order."""

    async def test(play: Play[Battle]) -> bool:
        enemy = None if target is None else play.state.groups[target]
        needed = Needed(need, "CC-ACT-07")
        return await takes_activation_test(play, ActivationTest(play.state.groups[id], name, needed, enemy))

    return test


def to_hit(
    shooter: str = "A1",
    target: str = "B1",
    need: int = 5,
    how: str = "shooting",
    dice: int = 12,
) -> Rule:
    """One roll to hit."""

    async def roll(play: Play[Battle]) -> Any:
        groups, needed = play.state.groups, Needed(need, "CC-SHO-05")
        return await roll_to_hit(play, ToHit(groups[shooter], groups[target], needed, dice, how=how))

    return roll


def resilience_roll(id: str = "A2", attacked_by: str | None = None) -> Rule:
    """One Resilience roll; it gives the result."""

    async def roll(play: Play[Battle]) -> int:
        test = resilience_test(play.state, play.state.groups[id], "R lost")
        test.attacked_by = None if attacked_by is None else play.state.groups[attacked_by]
        await roll_resilience(play, test, "CC-TST-01")
        return test.result

    return roll


def rule_of(refusal: Refusal | None) -> str:
    """The rule that refuses, or "" where nothing does."""
    return "" if refusal is None else refusal.rule
