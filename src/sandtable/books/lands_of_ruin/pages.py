"""What can be opened beside the table: the heart of a team, the surroundings, at the end everything."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sandtable.binding.words import joined
from sandtable.books.lands_of_ruin.chapters.morale import leaders, leadership
from sandtable.books.lands_of_ruin.chapters.rotters.surroundings import (
    FIRST,
    LAST,
    SIZE,
    Place,
    is_table,
    pulls_of,
    read_grid,
)
from sandtable.books.lands_of_ruin.naming import called, name_of, seat_called, section_called
from sandtable.books.lands_of_ruin.scenarios.scenario import scenario_of
from sandtable.books.lands_of_ruin.state import Attacked, Battle, Card, Morale, Seat
from sandtable.books.lands_of_ruin.state.rotters import Cell
from sandtable.books.lands_of_ruin.tables.places import scenarios
from sandtable.kernel import rule
from sandtable.table.showing import Chart, Fact, Page

MOST_THREAT, FULL_DISC = 20, 15
"""LR-OCON-40: the darkest square, and so many Rotters fill one."""
ACROSS = range(1, SIZE + 1)
EVENTS = {
    "slot rolled": "Own attacks",
    "slot hit": "Own hits",
    "targeted": "Attacked",
    "hit": "Was hit",
    "hit resolved": "What hits came to",
}
"""LR-MOR-11: events that the book names from the table's side, as the player of a team reads them."""


def pages_of(state: Battle, seat: Seat | None) -> tuple[Page, ...]:
    """In play the heart of the own team and the surroundings; after the end all that was secret."""
    if state.closed:
        return (*_as_they_are(state), *_deeds(state), *_renown(state), _nobody_knew(state), _around(state))
    side = state.sides.get(seat or "")
    if side is None or not side.morale.known:
        return (_around(state),)
    heart = () if state.switches.is_basic else (_heart(state, side.seat, side.morale),)
    return (*heart, _harm(state, side.seat), _around(state))


@rule("LR-EFF-11", "LR-DMG-02", "LR-CARD-10")
def _harm(state: Battle, seat: Seat) -> Page:
    """Of the own team: who of the fallen lives, what waits, and what every hit came to."""
    lines = []
    for card in state.team(seat):
        waits = f"hits that wait: {len(card.own.hits)}" if card.own.hits else ""
        lies = ", ".join(one.name for one in card.own.effects if one.name.lower() != _what_is(card))
        told = "; ".join(one for one in (waits, lies, _why(state, card)) if one)
        lines.append(Fact(called(state, card.id), _what_is(card), told, ("LR-EFF-11",)))
    meaning = "Pinned, unconscious and dead look alike to the other player, who reads that somebody is down."
    return Page("Damage", tuple(lines), meaning, ("LR-DMG-02", "LR-DMG-15"), secret=True)


@rule("LR-OCON-29", "LR-MOR-14")
def _heart(state: Battle, seat: Seat, morale: Morale) -> Page:
    """How the heart of a team stands, and every event that has lifted or lowered it this turn."""
    counted: dict[tuple[str, str], list[int]] = {}
    for one in morale.events:
        about = called(state, one.about) if one.about in state.cards else ""
        counted.setdefault((one.what, about), []).append(one.points)
    events = [
        Fact(
            EVENTS.get(what, what[0].upper() + what[1:]), f"{sum(points):+d}",
            about if len(points) == 1 else ", ".join(filter(None, (about, f"{len(points)} times"))),
            ("LR-MOR-11",),
        )
        for (what, about), points in counted.items()
    ]  # fmt: skip
    leads = next(iter(leaders(state, seat)), None)
    limit = 0 if leads is None else leadership(state, leads)
    risk = max(0, -sum(one.points for one in morale.events) - limit)
    means = "nothing yet" if not risk else "the team would be confused, and the pool pays for it"
    expected = Fact("If the turn ended now", f"{-risk:+d}" if risk else "0", means, ("LR-MOR-03",))
    meaning = (
        "What a turn costs beyond the leadership of the leader confuses the team and comes off the pool; "
        "at 0 it has panicked. The other player is told of panic only."
    )
    return Page(
        "Morale", (*morale_facts(state, seat), expected, *events), meaning, ("LR-MOR-03",), secret=True
    )


@rule("LR-APP-02", "LR-MOR-14", "LR-OCON-29")
def morale_facts(state: Battle, seat: Seat) -> tuple[Fact, ...]:
    """Pool and state, good and bad points of this turn and the last, and who leads."""
    morale = state.sides[seat].morale
    good = sum(one.points for one in morale.events if one.points > 0)
    bad = sum(one.points for one in morale.events if one.points < 0)
    before = f"good {morale.last_good:+d}, bad {morale.last_bad:+d}"
    leads = [
        Fact("Leader", name_of(one), f"leadership {leadership(state, one)}", ("LR-MOR-07",))
        for one in leaders(state, seat)[:1]
    ]
    return (
        Fact("Morale", f"{max(0, morale.pool)} of {Morale().pool}", morale.state, ("LR-MOR-10",)),
        Fact("This turn", f"{good + bad:+d}", f"good {good:+d}, bad {bad:+d}", ("LR-MOR-11",)),
        Fact("Last turn", f"{morale.last_good + morale.last_bad:+d}", before, ("LR-MOR-03",)),
        *leads,
    )


@rule("LR-OCON-40", "LR-SPWN-12")
def _around(state: Battle) -> Page:
    """The surroundings, open to both: threat, Rotters, and the ways in which they are pulled."""
    cells, came = read_grid(state.surroundings.cells), state.surroundings.arrived
    ways = _ways(tuple((place, cell.threat) for place, cell in cells.items() if cell.threat))
    chart = Chart(
        shade="threat",
        shades=tuple(tuple(cells.get((row, one), Cell()).threat for one in ACROSS) for row in ACROSS),
        darkest=MOST_THREAT,
        disc="Rotters",
        discs=tuple(
            tuple(
                came.get(f"{row},{one}", 0) if is_table((row, one)) else cells.get((row, one), Cell()).rotters
                for one in ACROSS
            )
            for row in ACROSS
        ),
        largest=FULL_DISC,
        ways=ways,
        table=(FIRST - 1, FIRST - 1, LAST - FIRST + 1, LAST - FIRST + 1),
    )
    count = sum(cell.rotters for place, cell in cells.items() if not is_table(place))
    lines = (
        Fact("Around the table", str(count), "Rotters", ("LR-SPWN-12",)),
        Fact("Came in the last tick", str(sum(came.values())), "over the table edge", ("LR-SPWN-17",)),
    )
    meaning = (
        "Threat draws Rotters, square by square, once a turn; what steps on the table arrives at its edge."
    )
    return Page("Surroundings", lines, meaning, ("LR-SPWN-12", "LR-SPWN-16"), chart=chart)


@lru_cache(maxsize=8)
def _ways(threats: tuple[tuple[Place, int], ...]) -> tuple[tuple[str, ...], ...]:
    """Which ways every square is pulled, the strongest first; worked out once for all who look."""
    pulls = pulls_of({place: Cell(threat) for place, threat in threats})
    return tuple(
        tuple(
            "".join(way[0] for way, _ in sorted(pulls.get((row, one), {}).items(), key=lambda each: -each[1]))
            for one in ACROSS
        )
        for row in ACROSS
    )


@rule("LR-END-07", "LR-END-11", "LR-OCON-33")
def _as_they_are(state: Battle) -> Iterator[Page]:
    """Of both teams, what the other side had to guess; and how the objectives stand."""
    kind = scenario_of(state)
    for number, (seat, side) in enumerate(state.sides.items()):
        if side.role:
            role, cited = kind.role(state, seat), ("LR-END-11", scenarios()[state.scenario.id].rule)
            cards = [Fact(called(state, one.id), _what_is(one), _why(state, one)) for one in state.team(seat)]
            goal = Fact(role.objective, f"{side.points} points", role.role, cited)
            title = f"{seat_called(state, seat)}, as they really are"
            yield Page(title, (*cards, goal), rules=("LR-END-07",), side=number)


@rule("LR-EFF-11", "LR-COH-14")
def _what_is(card: Card) -> str:
    """What a mark on the table had left open."""
    if card.is_cohort:
        return f"{len(card.models)} of {card.full}"
    for lying in ("Dead", "Unconscious", "Pinned"):
        if card.own.has(lying):
            return lying.lower()
    words = {"left": "off, alive", "waiting": "never came"}
    return words.get(card.where, "hidden" if card.hidden else "standing")


def _why(state: Battle, card: Card) -> str:
    """Every result of a hit, in the order in which it was read."""
    told = []
    for one in card.own.suffered:
        whose = called(state, one.by) if one.by in state.cards else "somebody unseen"
        told.append(f"{one.result} by {whose} in round {one.round}")
    return "; ".join(told)


@rule("LR-REP-07", "LR-OCON-33")
def _deeds(state: Battle) -> Iterator[Page]:
    """The sums of every team, and of every character the list of what it rolled."""
    for number, (seat, side) in enumerate(state.sides.items()):
        team = state.team(seat)
        rolled = [one for card in team for one in card.own.attacks]
        if side.role:
            lines = [Fact("All of them", sums_of(rolled), _killed(side.tally.get("Rotters", 0)))]
            lines += [
                Fact(called(state, one.id), sums_of(one.own.attacks), "; ".join(map(_slot, one.own.attacks)))
                for one in team
                if one.own.attacks
            ]
            yield Page(
                f"Attacks of {seat_called(state, seat)}", tuple(lines), rules=("LR-REP-07",), side=number
            )


def sums_of(rolled: tuple[Attacked, ...] | list[Attacked]) -> str:
    """Hits of so many attacks, shot and in close combat and together."""
    hits = sum(one.result != "miss" for one in rolled)
    close = [one for one in rolled if one.kind == "close"]
    if not rolled:
        return "none"
    parts = f", {sum(one.result != 'miss' for one in close)} of {len(close)} in close combat" if close else ""
    return f"{hits} of {len(rolled)} hit ({100 * hits // len(rolled)} %){parts}"


def _killed(rotters: int) -> str:
    return f"{rotters} Rotters killed" if rotters else ""


def _slot(one: Attacked) -> str:
    cover = "" if one.cover == "none" else f", {one.cover} cover"
    way = ", of opportunity" if one.of_opportunity else ""
    return f"round {one.round}: {one.result} on {one.target}, {one.weapon}, {one.band}{cover}{way}"


@rule("LR-XP-06", "LR-END-07")
def _renown(state: Battle) -> Iterator[Page]:
    """What each has earned, in Online mode."""
    if state.switches.game_mode == "online":
        lines = [
            Fact(seat_called(state, seat), str(side.renown), "into the ledger", ("LR-XP-06",))
            for seat, side in state.sides.items()
            if side.role
        ]
        yield Page("Renown", tuple(lines), rules=("LR-XP-06",))


@rule("LR-END-07", "LR-ROT-20", "LR-GREN-22", "LR-SCN-24")
def _nobody_knew(state: Battle) -> Page:
    """Sleepers, devices and who lay hidden; what was drawn or named in secret."""
    found = [
        Fact(section_called(state, number).capitalize(), str(count), "sleepers never woke", ("LR-ROT-20",))
        for number, count in enumerate(state.sleepers, 1)
        if count
    ]
    found += [
        Fact(one.kind, seat_called(state, one.seat), _place(state, one.section), ("LR-GREN-22",))
        for one in state.devices.values()
    ]
    found += [
        Fact(
            called(state, one.id),
            "hidden",
            "had been noticed" if one.detected else "never noticed",
            ("LR-HID-03",),
        )
        for one in state.cards.values()
        if one.hidden
    ]
    found += [
        Fact(f"Drawn in secret: {what}", called(state, one), seat_called(state, seat), ("LR-SCN-27",))
        for seat, side in state.sides.items()
        for what, one in side.secret.items()
    ]
    drawn = [section_called(state, one) for one in state.scenario.drawn]
    found += [Fact("Sections drawn", joined(drawn), "by the console", ("LR-SCN-24",))] if drawn else []
    rotters = Fact("Rotters on the table", str(len(state.rotters)), "at the end", ("LR-REP-07",))
    return Page("What nobody could know", (*found, rotters), rules=("LR-END-07",))


def _place(state: Battle, section: int) -> str:
    return section_called(state, section) if section else ""
