"""Duel: an invented book, so small that every figure of its report is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel.advice import Adviser
from sandtable.kernel.book import Book, Result, register
from sandtable.kernel.check import Needed
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.dice import Scripted, each, total
from sandtable.kernel.event import Event, Harm
from sandtable.kernel.game import Game, new_game
from sandtable.kernel.play import Play
from sandtable.kernel.records.record import Record, record_of
from sandtable.kernel.state import State, copy_state
from sandtable.table.showing import Badge, Clock, Fact, Marker, Showing, Standing, Unit
from sandtable.table.terrain import Ground, Piece

FULL = 6
NAMES = {"A1": "Axes", "A2": "Bows", "B1": "Bows", "B2": "Fish & <Chips>"}
WOOD = Piece("wood", "wood", ((4.0, 4.0), (8.0, 4.0), (8.0, 8.0), (4.0, 8.0)), 0.0, ("obscuring",))


class Field(State):
    """Four units; the sides have turns of one order each."""

    strength: dict[str, int]
    places: dict[str, str] = {}
    shaken: tuple[str, ...] = ()
    at: dict[str, float] = {}
    token: str = ""
    turn: int = 0
    last: int = 6

    def stands(self, unit: str) -> bool:
        """Whether the unit is on the table."""
        return not self.places.get(unit)


class Judge(Adviser):
    """Sees the strength that is left and nothing else."""

    def judge(self, state: Field, seat: str) -> float:
        """The lead in strength, of all that there was."""
        own = sum(number for unit, number in state.strength.items() if unit[0] == seat)
        return (2 * own - sum(state.strength.values())) / (2 * FULL)

    def turns_begun(self, state: Field) -> int:
        """The turns of both sides."""
        return state.turn


class Duel(Book[Field]):
    """The book itself."""

    id = "duel"
    title = "Duel"
    prefix = "DU"
    state_type = Field

    def set_up(self, scenario: str | None, seats: Mapping[str, Any], options: Mapping[str, Any]) -> Field:
        """Everybody at full strength."""
        places = {"A1": 6.0, "A2": 12.0, "B1": 6.0, "B2": 12.0}
        return Field(dict.fromkeys(NAMES, FULL), {}, (), places, "", 0, options.get("last", 6))

    async def step(self, play: Play[Field]) -> None:
        """Setup asks once; then each side gives one order a turn."""
        field = play.state
        if field.turn == 0:
            await play.ask(_choice("A", "Who begins?", ("A",)))
            field.turn = 1
            play.tell("turn started", "DU-TRN", round=1)
            return
        seat = "AB"[(field.turn - 1) % 2]
        order = await play.ask(_choice(seat, "What shall be done?", _orders(field, seat)))
        verb, unit, *rest = order.split()
        await {"strike": _strike, "march": _march, "take": _take, "leave": _leave}[verb](play, unit, rest)
        field.turn += 1
        play.tell("turn started", "DU-TRN", round=(field.turn + 1) // 2)

    def result(self, state: Field) -> Result | None:
        """Whoever has lost everybody has lost; else the stronger one after the last turn wins."""
        left = {seat: sum(state.stands(one) for one in NAMES if one[0] == seat) for seat in "AB"}
        if state.turn <= state.last and all(left.values()):
            return None
        own = {seat: sum(number for one, number in state.strength.items() if one[0] == seat) for seat in "AB"}
        best = max(own.values())
        winners = tuple(seat for seat in "AB" if own[seat] == best)
        return Result(winners if len(winners) == 1 else (), own, "night has fallen", ("DU-END",))

    def seats(self, state: Field) -> tuple[str, ...]:
        """Two."""
        return ("A", "B")

    def hide(self, state: Field, seat: str | None) -> Field:
        """There are no secrets."""
        return copy_state(state)

    def showing(self, state: Field, seat: str | None) -> Showing:
        """The table."""
        turn = min(state.turn, state.last)
        own = {
            side: sum(number for one, number in state.strength.items() if one[0] == name)
            for side, name in enumerate("AB")
        }
        rows = {
            side: (Fact("strength that is left", f"{number}", "", ("DU-END",)),)
            for side, number in own.items()
        }
        return Showing(
            ground=Ground(24.0, 24.0, (WOOD,)),
            units=tuple(_unit(state, one) for one in NAMES),
            markers=() if state.token else (Marker("chest", "chest", (12.0, 12.0)),),
            clock=Clock((turn + 1) // 2, turn, (turn - 1) % 2 if turn else None),
            sides=tuple(
                Standing(side, name, (name[0],), "", own[side], rows[side])
                for side, name in enumerate(("Army", "Band"))
            ),
            title="The Duel",
        )

    def sentence(self, event: Event, state: Field) -> str:
        """With ids before the names, as books tell it."""
        facts = {
            name: f"{one} {NAMES[one]}" if isinstance(one, str) and one in NAMES else one
            for name, one in event.facts.items()
        }
        return SENTENCES.get(event.kind, event.kind).format_map(facts)

    def harm(self, event: Event, state: Field) -> Harm | None:
        """Blows cost strength, and may shake or rout."""
        facts = event.facts
        if event.kind == "blows":
            return Harm(facts["target"], facts["lost"], facts["group"])
        return Harm(facts["group"], 0, facts["by"]) if "by" in facts else None

    @property
    def adviser(self) -> Any:
        """The judge."""
        return Judge()


SENTENCES = {
    "dice rolled": "{group} rolled {faces}.",
    "blows": "{group} hit {target} {hits} times, costing {lost}.",
    "unit routed": "{group} was routed.",
    "unit shaken": "{group} was shaken.",
    "unit marched": "{group} marched.",
    "chest taken": "{group} took the {token}.",
    "unit left": "{group} left.",
}


def _unit(state: Field, one: str) -> Unit:
    side = "AB".index(one[0])
    x, y = state.at[one], 4.0 if side == 0 else 20.0
    return Unit(
        id=one,
        name=NAMES[one],
        kind="Foot",
        side=side,
        seat=one[0],
        models=((x, y), (x + 1, y)) if state.stands(one) else (),
        strength=state.strength[one],
        full_strength=FULL,
        on_table=state.stands(one),
        place=state.places.get(one, ""),
        badges=(Badge("shaken", "DU-SHK", worse=True),) if one in state.shaken else (),
    )


def _choice(seat: str, prompt: str, keys: Sequence[str]) -> ChooseOne:
    return ChooseOne(seat, "a choice", prompt, ("DU-ORD",), lambda: [Candidate(key, key) for key in keys])


def _orders(field: Field, seat: str) -> list[str]:
    own = [one for one in NAMES if one[0] == seat and field.stands(one)]
    enemies = [one for one in NAMES if one[0] != seat and field.stands(one)]
    strikes = [f"strike {one} {other}" for one in own for other in enemies]
    return [*strikes, *(f"{verb} {one}" for verb in ("march", "take", "leave") for one in own)]


async def _strike(play: Play[Field], unit: str, rest: Sequence[str]) -> None:
    """Four dice, each on 4+; whoever is struck tests on 7+ or is shaken."""
    field, (target,) = play.state, rest
    need = Needed(4, "DU-HIT")
    faces = await play.roll(
        4, f"to hit ({unit})", "DU-HIT", seat=unit[0], reading=each(4), need=need, group=unit, target=target
    )
    hits = sum(face >= 4 for face in faces)
    lost = min(hits, field.strength[target])
    field.strength[target] -= lost
    play.tell("blows", "DU-HIT", "DU-LOS", group=unit, target=target, hits=hits, lost=lost)
    if not field.strength[target]:
        field.places[target] = "routed"
        play.tell("unit routed", "DU-ROU", group=target, by=unit)
        return
    rolled = await play.roll(
        2, f"test {target}", "DU-TST", seat=target[0], reading=total(6), group=target, rating=7,
        modifiers=["+1 courage (DU-TST)"],
    )  # fmt: skip
    if sum(rolled) < 6 and target not in field.shaken:
        field.shaken = (*field.shaken, target)
        play.tell("unit shaken", "DU-SHK", group=target, by=unit)


async def _march(play: Play[Field], unit: str, rest: Sequence[str]) -> None:
    play.state.at[unit] += 3
    play.tell("unit marched", "DU-MAR", group=unit)


async def _take(play: Play[Field], unit: str, rest: Sequence[str]) -> None:
    play.state.token = unit
    play.tell("chest taken", "DU-TAK", group=unit, token="chest")


async def _leave(play: Play[Field], unit: str, rest: Sequence[str]) -> None:
    play.state.places[unit] = "left"
    play.tell("unit left", "DU-LEA", group=unit)


register(Duel.id, Duel)

ORDERS = ("A", "march A1", "strike B1 A2", "strike A1 B1", "take B2", "strike A1 B1", "march B2")
"""Who begins, then six turns in three rounds."""
DICE = {
    "to hit (B1)": (6, 6, 1, 4),
    "test A2": (3, 3),
    "to hit (A1)": (4, 4, 1, 1, 6, 6, 6, 6),
    "test B1": (1, 2),
}
"""A2 loses 3 and passes on 6; B1 loses 2 and is shaken; then B1 loses its last 4 and is routed."""


def duel(
    orders: Sequence[str] = ORDERS, dice: Mapping[str, Sequence[int]] = DICE, last: int = 6
) -> Game[Field]:
    """A duel played to these orders."""
    book = Duel()
    state = book.set_up(None, {}, {"last": last})
    game = new_game(book, state, Scripted(dice), {"seats": {"A": "", "B": ""}})
    for order in orders:
        game.answer(order)
    return game


def duel_record(
    orders: Sequence[str] = ORDERS, dice: Mapping[str, Sequence[int]] = DICE, last: int = 6
) -> Record:
    """Its record."""
    return record_of(duel(orders, dice, last))
