"""Dice come from a source and remember it."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from sandtable.kernel.refusal import refuse

Faces = tuple[int, ...]


class Reading(msgspec.Struct, frozen=True, gc=False):
    """What a rule wants to know of a roll, so that odds may branch over that and nothing finer."""

    of: Literal["faces", "each", "total", "hits", "lowest"] = "faces"
    cuts: tuple[int, ...] | None = None
    steps: tuple[int, ...] | None = None
    """Of hits: the numbers of them at which something else follows; None where each one matters."""


FACES = Reading()
"""Every face matters."""
TOTAL = Reading("total")
"""The sum matters."""
LOWEST = Reading("lowest")
"""The lowest die matters."""


@lru_cache(maxsize=256)
def each(*cuts: int) -> Reading:
    """It matters of each die only which of these numbers it reaches."""
    return Reading("each", tuple(sorted(set(cuts))))


@lru_cache(maxsize=256)
def total(*cuts: int) -> Reading:
    """It matters of the sum only which of these numbers it reaches."""
    return Reading("total", tuple(sorted(set(cuts))))


def hits(*cuts: int, steps: Sequence[int] | None = None) -> Reading:
    """A die hits once for each cut that it reaches; it matters only which of the steps the hits reach."""
    return Reading("hits", tuple(sorted(cuts)), None if steps is None else tuple(sorted(set(steps))))


class For(NamedTuple):
    """What dice are rolled for, and of whom: `For("activate", "A1")`; scripts name it "activate A1"."""

    kind: str
    of: str = ""
    named: str = ""
    """How scripts and journals name it, where that is not the kind and the owner."""

    def __str__(self) -> str:
        return self.named or (f"{self.kind} {self.of}" if self.of else self.kind)


class Wanted(msgspec.Struct, frozen=True, gc=False):
    """A roll that a rule asks for."""

    count: int
    why: str
    """What it is for and of whom, as scripts and journals name it."""
    sides: int = 6
    seat: str | None = None
    reading: Reading | Callable[[], Reading] = FACES
    """What the rule wants to know of it; play never asks, so it may be worked out when somebody does."""
    to: tuple[str, ...] | None = None
    """Who may see it; None for everybody, nobody for a roll that the table must not notice."""
    is_asked: bool = True
    """Whether somebody who rolls on the real table is asked for it; not for what no book rolls."""
    kind: str = ""
    """What it is for, by the name that all rolls of its kind share."""

    def what_matters(self) -> Reading:
        """What the rule wants to know of it, as long as the rule waits for the roll."""
        return self.reading if isinstance(self.reading, Reading) else self.reading()

    def settled(self) -> Wanted:
        """The same for code that keeps it after the rule has gone on."""
        return msgspec.structs.replace(self, reading=self.what_matters())


class Rolled(msgspec.Struct, frozen=True, tag="rolled", omit_defaults=True, gc=False):
    """A roll as the journal keeps it."""

    why: str
    faces: Faces
    source: str
    start: int = 0
    """The place of its first die in the stream of its source."""
    sides: int = 6


class Source(Protocol):
    """Where dice come from."""

    name: str

    def roll(self, wanted: Wanted) -> Rolled: ...


class Seeded:
    """Dice for simulation: the same seed rolls the same dice."""

    name = "seeded"

    def __init__(self, seed: int | str, drawn: int = 0) -> None:
        self.seed = seed
        self.drawn = drawn
        self._draw: Callable[[], float] | None = None

    def rewind(self, drawn: int) -> None:
        """Go back to the moment when so many dice had been rolled."""
        self.drawn = drawn
        self._draw = None

    def roll(self, wanted: Wanted) -> Rolled:
        """Roll the dice of the stream that come next."""
        start, draw, sides, count = self.drawn, self._draw or self._begin(), wanted.sides, wanted.count
        self.drawn = start + count
        if count == 1:
            return Rolled(wanted.why, (int(draw() * sides) + 1,), self.name, start, sides)
        faces = tuple([int(draw() * sides) + 1 for _ in range(count)])
        return Rolled(wanted.why, faces, self.name, start, sides)

    def _begin(self) -> Callable[[], float]:
        # Late, since most clones are thrown away before anybody rolls.
        draw = random.Random(self.seed).random  # noqa: S311 - not a secret; sealed dice are for matches
        for _ in range(self.drawn):
            draw()
        self._draw = draw
        return draw


SHORTEST_SECRET = 32
"""The fewest characters of a secret; what is shorter could be found by trying."""


def commitment_to(secret: str) -> str:
    """What is published of a secret before the players add their salts."""
    return hashlib.sha256(b"sandtable sealed dice\0" + secret.encode()).hexdigest()


class Sealed:
    """Dice fixed before the game by a secret whose hash is published, mixed with the players' salts."""

    name = "sealed"

    def __init__(self, secret: str, salts: Mapping[str, str], drawn: int = 0) -> None:
        if len(secret) < SHORTEST_SECRET:
            raise refuse(
                "",
                "The secret of sealed dice can be guessed.",
                f"Give a random text of {SHORTEST_SECRET} characters or more.",
            )
        self.secret = secret
        self.salts = dict(sorted(salts.items()))
        self.drawn = drawn
        self._key = hashlib.sha256(msgspec.json.encode([secret, list(self.salts.items())])).digest()

    def rewind(self, drawn: int) -> None:
        """Go back to the moment when so many dice had been rolled."""
        self.drawn = drawn

    @property
    def commitment(self) -> str:
        """What is published before the first roll."""
        return commitment_to(self.secret)

    def die(self, place: int, sides: int) -> int:
        """The die at this place of the stream."""
        attempt, top = 0, 2**64 - 2**64 % sides
        while True:
            drawn = hashlib.sha256(self._key + f"{place}/{sides}/{attempt}".encode()).digest()
            number = int.from_bytes(drawn[:8], "big")
            if number < top:
                return number % sides + 1
            attempt += 1

    def roll(self, wanted: Wanted) -> Rolled:
        """Roll the sealed dice that come next."""
        start = self.drawn
        self.drawn += wanted.count
        faces = tuple(self.die(start + place, wanted.sides) for place in range(wanted.count))
        return Rolled(wanted.why, faces, self.name, start, wanted.sides)


class Scripted:
    """Dice for tests, given by what they are for; a die not named and a die not used are errors."""

    name = "scripted"

    def __init__(self, dice: Mapping[str, Sequence[int]]) -> None:
        self._left = {why: list(faces) for why, faces in dice.items()}

    def roll(self, wanted: Wanted) -> Rolled:
        """Take the dice named for this purpose."""
        left = self._left.get(wanted.why, [])
        if len(left) < wanted.count:
            raise UnnamedDice(
                f'the rules roll {wanted.count} dice for "{wanted.why}", the script has {len(left)} for it'
            )
        faces, self._left[wanted.why] = tuple(left[: wanted.count]), left[wanted.count :]
        for face in faces:
            if not 1 <= face <= wanted.sides:
                raise UnnamedDice(f'a die for "{wanted.why}" shows {face}, it has {wanted.sides} sides')
        return Rolled(wanted.why, faces, self.name, 0, wanted.sides)

    def add(self, why: str, faces: Sequence[int]) -> None:
        """Name more dice for this purpose."""
        self._left.setdefault(why, []).extend(faces)

    def unused(self) -> dict[str, list[int]]:
        """The dice that nobody rolled."""
        return {why: left for why, left in self._left.items() if left}


class UnnamedDice(Exception):
    """A scripted game rolled a die that its script does not name."""


class Undecided(Exception):
    """A source that explores what could be rolled has no face for this roll; its game is given up."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted.why)
        self.wanted = wanted


class Typed:
    """Dice rolled on the real table and entered by the player; the roll is then a decision."""

    name = "typed"

    def roll(self, wanted: Wanted) -> Rolled:
        """Typed dice are asked for, never drawn."""
        raise AssertionError("typed dice are asked of their seat")


_DRAWN = (Seeded, Sealed)
"""The sources that have a stream of dice."""


USUAL_DICE = (6, 10, 20, 100)
"""Sides of dice that people own; two ten-sided ones make a hundred."""
MOST_SIDES = 360
"""Nobody finds a number among more than that by dice or a spun pencil."""


def dice_in_words(count: int, sides: int) -> str:
    """How many dice and which, as one would say it: "one die", "3 dice of 10"."""
    many = "one die" if count == 1 else f"{count} dice"
    return many if sides == 6 else f"{many} of {sides}"


def how_to_roll(sides: int) -> str:
    """How a die is rolled that few people own; "" where everybody knows."""
    if sides in (6, 10, 20):
        return ""
    if sides == 2:
        return "a D6: 1 to 3 is 1, 4 to 6 is 2"
    if sides == 3:
        return "a D6: half of it, rounded up"
    if sides == 100:
        return "two D10, tens first; 0 and 0 is 100"
    larger = next((one for one in USUAL_DICE if one > sides), None)
    if larger is None:
        return f"spin a pencil, or find a number from 1 to {sides} in any other way"
    return f"a D{larger}, and again as long as it shows more than {sides}"


class Dice:
    """The sources of one game: one for all, others for single seats, and the machine's own."""

    __slots__ = ("_by_seat", "common", "machine")

    def __init__(
        self, common: Source, by_seat: Mapping[str, Source] | None = None, machine: Source | None = None
    ) -> None:
        self.common = common
        self._by_seat = dict(by_seat or {})
        self.machine: Source = machine or (Seeded(0) if isinstance(common, Typed) else common)
        """Rolls what nobody may see, and dice that nobody owns, where others lie on the real table."""

    def of(self, seat: str | None) -> Source:
        """The source that rolls for this seat."""
        return self._by_seat.get(seat, self.common) if seat is not None and self._by_seat else self.common

    def roll(self, wanted: Wanted) -> Rolled | None:
        """Roll from the source of the seat; None where somebody has to roll on the real table."""
        source = self.of(wanted.seat) if self._by_seat else self.common
        if isinstance(source, Typed):
            if wanted.to != () and wanted.is_asked and wanted.sides <= MOST_SIDES:
                return None
            source = self.machine
        return source.roll(wanted)

    def change(self, seat: str | None, source: Source) -> None:
        """From now on this seat's dice, or those that belong to no seat, come from another source."""
        if seat is None:
            self.common = source
        else:
            self._by_seat[seat] = source

    @property
    def by_seat(self) -> Mapping[str, Source]:
        """The seats with a source of their own."""
        return self._by_seat

    @property
    def names(self) -> dict[str, str]:
        """What everybody may know of the sources: the name of the common one and those of single seats."""
        return {"common": self.common.name, **{seat: one.name for seat, one in self._by_seat.items()}}

    def marks(self) -> list[tuple[Source, int]]:
        """How far each source has been drawn, for `rewind`."""
        common = self.common
        if common is self.machine and not self._by_seat:
            return [(common, common.drawn)] if isinstance(common, _DRAWN) else []
        sources = (common, self.machine, *self._by_seat.values())
        return [(one, one.drawn) for one in sources if isinstance(one, _DRAWN)]

    def rewind(self, marks: list[tuple[Source, int]]) -> None:
        """Take back what was rolled for something that did not happen."""
        for one, drawn in marks:
            if isinstance(one, _DRAWN) and one.drawn != drawn:
                one.rewind(drawn)


class AskedFirst(Dice):
    """Dice of a copy that stands where a roll is being typed: that one is asked for, all others are drawn."""

    __slots__ = ("_is_asked",)

    def __init__(self, common: Source) -> None:
        super().__init__(common)
        self._is_asked = False

    def roll(self, wanted: Wanted) -> Rolled | None:
        """None for the roll that is open, then rolls from the source."""
        if self._is_asked:
            return super().roll(wanted)
        self._is_asked = True
        return None


Choice: TypeAlias = "str | Source | Mapping[str, str | Source]"
"""How somebody asks for dice: a source, its name, or either of them seat by seat."""


def chosen_dice(choice: Choice, seed: int | str, sealed: Sealed | None = None) -> Dice:
    """The dice that were asked for; where a seat rolls by itself, the machine rolls the rest by the seed."""
    if not isinstance(choice, Mapping):
        return Dice(_chosen(choice, seed, sealed), machine=_for_machine(choice, seed, sealed))
    names = [one for one in choice.values() if isinstance(one, str) and one != Typed.name]
    if len(set(names)) > 1:
        raise refuse("", f"Dice are {' and '.join(sorted(set(names)))}.", "Name one of them, and typed dice.")
    common = _chosen(names[0] if names else Seeded.name, seed, sealed)
    own = {seat: _chosen(one, seed, sealed) for seat, one in choice.items() if one not in names}
    return Dice(common, own)


def _for_machine(choice: str | Source, seed: int | str, sealed: Sealed | None) -> Source | None:
    is_typed = choice == Typed.name or isinstance(choice, Typed)
    return (sealed or Seeded(seed)) if is_typed else None


def _chosen(choice: str | Source, seed: int | str, sealed: Sealed | None) -> Source:
    if not isinstance(choice, str):
        return choice
    if choice == Seeded.name:
        return Seeded(seed)
    if choice == Typed.name:
        return Typed()
    if choice == Sealed.name and sealed is not None:
        return sealed
    raise refuse("", f'There are no dice "{choice}".', "Dice are seeded, sealed (with salts) or typed.")
