"""The surroundings of the table: a grid in which threat pulls Rotters, tick by tick, towards the battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from sandtable.books.lands_of_ruin.chapters.threat import threat_level
from sandtable.books.lands_of_ruin.state import Battle
from sandtable.books.lands_of_ruin.state.rotters import Cell
from sandtable.kernel import Play, rule
from sandtable.kernel.dice import Seeded, Wanted

Die = Callable[[int], int]
"""Rolls one die of so many sides."""
Place = tuple[int, int]
"""Row from the north and column from the west, both from 1."""
Grid = dict[Place, Cell]

SIZE, FIRST, LAST = 23, 11, 13
"""LR-SPWN-12: rows and columns of the grid; the first and the last that are the table."""
PLACES = tuple((row, column) for row in range(1, SIZE + 1) for column in range(1, SIZE + 1))
WAYS: dict[str, Place] = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}
"""LR-SPWN-16: in the order in which pulls are compared."""
BACK = {"north": "south", "south": "north", "west": "east", "east": "west"}
STAY = ""
FILLED_ON, GAIN, MOST, WARM_UP = 50, 20, 75, 25
"""LR-SPWN-13: the D50 that fills a cell, the die of its threat, Rotters at full danger, warm-up ticks."""
GAINS_ON, LEAST_LOSS = 200, 2
"""LR-SPWN-14"""
SEEDS = 2**31


class Arrivals(NamedTuple):
    """Rotters of one cell that step on the table together."""

    place: Place
    way: str
    rotters: int


@rule("LR-SPWN-12")
def is_table(place: Place) -> bool:
    """Nine cells in the middle are the table."""
    return FIRST <= place[0] <= LAST and FIRST <= place[1] <= LAST


def read_grid(cells: dict[str, Cell]) -> Grid:
    """The grid as the state has it, by row and column."""
    return {(int(row), int(column)): cell for (row, column), cell in _split(cells)}


def _split(cells: dict[str, Cell]) -> Iterator[tuple[list[str], Cell]]:
    return ((name.split(","), cell) for name, cell in cells.items())


def write_grid(grid: Grid) -> dict[str, Cell]:
    """The grid as the state keeps it: in order, without empty cells."""
    return {
        f"{row},{column}": grid[row, column] for row, column in sorted(grid) if grid[row, column] != Cell()
    }


@rule("LR-SPWN-14", "LR-THR-02")
def with_threat(grid: Grid, level: int | None, die: Die) -> Grid:
    """Every table cell has the threat of the game; the others lose a quarter and may gain; None warms up."""
    found: Grid = {}
    for place in PLACES:
        cell = grid.get(place, Cell())
        if is_table(place):
            threat = cell.threat if level is None else level
        else:
            threat = max(0, cell.threat - max(LEAST_LOSS, cell.threat // 4))
            threat += die(GAIN) if die(GAINS_ON) == GAINS_ON else 0
        if threat or cell != Cell():
            found[place] = Cell(threat, cell.rotters, cell.turned)
    return found


@rule("LR-SPWN-15")
def pulls_of(grid: Grid) -> dict[Place, dict[str, int]]:
    """How strongly every cell is pulled in each direction: pulls of several sources add up."""
    found: dict[Place, dict[str, int]] = {}
    for source, cell in grid.items():
        for ahead in WAYS:
            for place, pull in _wedge(source, cell.threat, WAYS[ahead]):
                pulls = found.setdefault(place, {})
                pulls[BACK[ahead]] = pulls.get(BACK[ahead], 0) + pull
    return found


def _wedge(source: Place, threat: int, ahead: Place) -> Iterator[tuple[Place, int]]:
    """The cells in one direction of a source, with what they get of its pull."""
    aside = (ahead[1], ahead[0])
    for far in range(1, threat):
        for beside in range(min(far, threat - far - 1) + 1):
            pull = threat - far - beside
            pull = pull // 2 if beside == far else pull
            for sign in (1, -1) if beside else (1,):
                row = source[0] + ahead[0] * far + aside[0] * beside * sign
                column = source[1] + ahead[1] * far + aside[1] * beside * sign
                if pull and 1 <= row <= SIZE and 1 <= column <= SIZE:
                    yield (row, column), pull


@rule("LR-SPWN-16", "LR-SPWN-02", "LR-SPWN-03", "LR-SPWN-11")
def drift(grid: Grid, die: Die) -> tuple[Grid, list[Arrivals]]:
    """Rotters turn towards the strongest pull, or go one cell if they were turned already; some arrive."""
    pulls, after, arrived = pulls_of(grid), dict(grid), []
    for place in sorted(grid):
        cell = grid[place]
        if not cell.rotters:
            continue
        way = _strongest(cell.threat, pulls.get(place, {}), die)
        if way != cell.turned or way == STAY:
            now = after[place]
            after[place] = Cell(now.threat, now.rotters, way)
            continue
        to = (place[0] + WAYS[way][0], place[1] + WAYS[way][1])
        if not (1 <= to[0] <= SIZE and 1 <= to[1] <= SIZE):
            continue
        left = after[place]
        after[place] = Cell(left.threat, left.rotters - cell.rotters, left.turned)
        if is_table(to):
            arrived.append(Arrivals(to, way, cell.rotters))
        else:
            there = after.get(to, Cell())
            after[to] = Cell(there.threat, there.rotters + cell.rotters, there.turned)
    return after, arrived


def _strongest(own: int, pulls: dict[str, int], die: Die) -> str:
    """The direction of the greatest pull; an equal one counts if a D2 shows 2."""
    best, way = own, STAY
    for one in WAYS:
        pull = pulls.get(one, 0)
        if pull > best or (pull == best and die(2) == 2):
            best, way = pull, one
    return way


def tick(grid: Grid, level: int | None, die: Die) -> tuple[Grid, list[Arrivals]]:
    """Threat, pull and drift, once."""
    return drift(with_threat(grid, level, die), die)


@rule("LR-SPWN-13", "LR-SPWN-12")
def filled(danger: int, die: Die) -> tuple[Grid, int]:
    """The grid at the start of a game, and how many Rotters the warm-up has left on the table."""
    grid: Grid = {}
    for place in PLACES:
        if die(FILLED_ON) == FILLED_ON:
            grid[place] = Cell(die(GAIN))
    for _ in range(MOST * danger // 100):
        place = PLACES[die(len(PLACES)) - 1]
        cell = grid.get(place, Cell())
        grid[place] = Cell(cell.threat, cell.rotters + 1)
    for _ in range(WARM_UP):
        grid, _lost = tick(grid, None, die)
    left = sum(cell.rotters for place, cell in grid.items() if is_table(place))
    return {
        place: Cell(cell.threat, 0 if is_table(place) else cell.rotters, cell.turned)
        for place, cell in grid.items()
    }, left


GRID = ("LR-SPWN-12", "LR-SPWN-15", "LR-SPWN-16")
"""What the dice are for."""


async def dice_of_the_console(play: Play[Battle], cited: str) -> Die:
    """One secret roll stands for the many small ones that nobody sees fall."""
    (face,) = await play.roll(1, "surroundings", cited, *GRID, sides=SEEDS, to=(), is_asked=False)
    dice = Seeded(face)
    return lambda sides: dice.roll(_one_of(sides)).faces[0]


@cache
def _one_of(sides: int) -> Wanted:
    return Wanted(1, "surroundings", sides)


async def fill(play: Play[Battle]) -> int:
    """The surroundings are filled; what the warm-up leaves on the table is given back."""
    state = play.state
    grid, left = filled(state.scenario.danger, await dice_of_the_console(play, "LR-SPWN-13"))
    state.surroundings.cells = write_grid(grid)
    return left


async def surroundings_tick(play: Play[Battle]) -> list[Arrivals]:
    """One tick in an Environment phase; where nobody is left out there nothing can ever come."""
    state = play.state
    grid, state.surroundings.arrived = read_grid(state.surroundings.cells), {}
    if not any(cell.rotters for cell in grid.values()):
        return []
    grid, arrived = tick(grid, threat_level(state), await dice_of_the_console(play, "LR-SPWN-14"))
    state.surroundings.cells = write_grid(grid)
    came: Counter[str] = Counter()
    for (row, column), _, count in arrived:
        came[f"{row},{column}"] += count
    state.surroundings.arrived = dict(came)
    return arrived
