"""Scenarios about a load that is brought off the table: Resource Run and Ambush."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.asking import which
from sandtable.books.lands_of_ruin.chapters.rotters.arrivals import arrive
from sandtable.books.lands_of_ruin.scenarios.objects import CARRIED_OFF, take_up
from sandtable.books.lands_of_ruin.scenarios.scenario import (
    Goal,
    Kind,
    scenario,
    scenario_of,
    thing_at,
)
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat, Thing
from sandtable.books.lands_of_ruin.surface.placing import Zone
from sandtable.books.lands_of_ruin.tables.places import Section, map_of
from sandtable.books.lands_of_ruin.windows import DAMAGE_SETTLED, ROTTERS_ATTACKED, WINDOWS
from sandtable.kernel import Moment, Play, rule
from sandtable.table.edges import OPPOSITE, Edge, distance_to_edge, middle_of_edge

SAVED, LOST = "saved", "lost"
STILL_CARRIED = 400
"""LR-SCN-13"""
FOLLOWERS = 6
"""LR-SCN-16: Rotters that follow the load."""


class Carrying(Kind):
    """Scenarios in which a load counts once its bearer has left the table alive."""

    def counts(self, state: Battle, card: Card, thing: Thing) -> bool:
        """Whether leaving as the bearer has left saves the load."""
        return True

    def saves(self, play: Play[Battle], card: Card, thing: Thing) -> None:
        """What comes of a load that is saved."""
        card.did("objectives")
        self.achieve(play, card.seat, "Escape with the objective", thing.id)

    def is_decided(self, state: Battle) -> bool:
        """Every load that there is has been saved or lost."""
        things = state.scenario.things.values()
        return bool(things) and all(one.state in (SAVED, LOST) for one in things)


def _carried_off(play: Play[Battle], seat: Seat, now: Moment) -> list[Thing]:
    things = play.state.scenario.things.values()
    return [one for one in things if one.state == CARRIED_OFF and one.seat == seat == now.seat]


@WINDOWS.consequence(DAMAGE_SETTLED, "a load is safe", "LR-SCN-13", _carried_off)
@rule("LR-SCN-13", "LR-TURN-13")
async def settle(play: Play[Battle], seat: Seat, now: Moment, found: list[Thing]) -> None:
    """It counts if its bearer comes through the hits that were waiting; else it is lost for good."""
    state, kind = play.state, scenario_of(play.state)
    for thing in found:
        card = state.cards[thing.carrier]
        is_saved = not card.own.has("Dead") and isinstance(kind, Carrying) and kind.counts(state, card, thing)
        thing.state = SAVED if is_saved else LOST
        if is_saved and isinstance(kind, Carrying):
            play.tell("load saved", "LR-SCN-13", reveals=True, object=thing.id, seat=seat)
            kind.saves(play, card, thing)
        else:
            play.tell("load lost", "LR-SCN-13", reveals=True, object=thing.id, seat=seat)


def saved_by(state: Battle, seat: Seat) -> list[Thing]:
    """The loads that a player has brought off the table."""
    return [one for one in state.scenario.things.values() if one.state == SAVED and one.seat == seat]


@scenario
class ResourceRun(Carrying):
    """Both race for one load of supplies (LR-SCN-13)."""

    id = "resource-run"

    def things(self, state: Battle) -> list[Thing]:
        """A broken-down truck at the centre."""
        return [thing_at(state, "load", "load of supplies", "centre", is_load=True)]

    @rule("LR-SCN-13")
    def saves(self, play: Play[Battle], card: Card, thing: Thing) -> None:
        """The game ends."""
        super().saves(play, card, thing)
        play.state.step = "end"

    @rule("LR-SCN-13", "LR-SCN-26")
    def goals(self, state: Battle, seat: Seat) -> list[Goal]:
        """The load saved; else something for who still carries it."""
        if saved_by(state, seat):
            return [Goal("Escape with the objective", self.role(state, seat).points)]
        bearers = (state.cards.get(one.carrier) for one in state.scenario.things.values())
        carries = any(one is not None and one.seat == seat and one.stands for one in bearers)
        return [Goal("Carry the objective", STILL_CARRIED)] if carries else []

    @rule("LR-SCN-13")
    def tie_break(self, state: Battle) -> tuple[Seat, ...]:
        """Fewer own dead, then a draw."""
        dead = {seat: sum(one.own.has("Dead") for one in state.team(seat)) for seat in state.sides}
        best = [seat for seat in dead if dead[seat] == min(dead.values())]
        return tuple(best) if len(best) == 1 else ()


@scenario
class Ambush(Carrying):
    """A band comes home with a load; another lies in wait, and Rotters follow it (LR-SCN-16)."""

    id = "ambush"

    def things(self, state: Battle) -> list[Thing]:
        """The load, which its bearer has from the start."""
        return [Thing("load", "load of supplies", is_load=True)]

    @rule("LR-SCN-16")
    async def prepares(self, play: Play[Battle]) -> None:
        """The Defender names one hero that carries it; nobody who is to be secret can."""
        state = play.state
        seat = self.seat_of(state, "Defender")
        heroes = [one for one in state.team(seat) if not one.is_cohort and not one.hidden]
        open_ones = [one for one in heroes if not one.profile.has("Infiltration")]
        bearer = await name_hero(play, seat, open_ones or heroes, "Who carries the load?", "LR-SCN-16")
        take_up(play, bearer, state.scenario.things["load"])

    @rule("LR-SCN-16", "LR-PRE-08")
    def zone(self, state: Battle, seat: Seat) -> Zone | None:
        """The Attacker stands in one section that does not touch the Defender's edge."""
        if self.role(state, seat).role != "Attacker":
            return None
        edge = state.sides[state.other(seat)].edge
        here = [card.model.section for card in state.team(seat) if card.on_table]
        free = (one.number for one in map_of(state.map).sections if not _touches(state, one, edge))
        return Zone(sections=tuple(here[:1]) or tuple(free))

    def counts(self, state: Battle, card: Card, thing: Thing) -> bool:
        """Over the edge opposite to its own, and carried by the Defender."""
        is_defender = self.role(state, card.seat).role == "Defender"
        return is_defender and card.left_over == OPPOSITE[state.sides[card.seat].edge]

    @rule("LR-SCN-16")
    def reached(self, state: Battle, seat: Seat) -> int:
        """The load has left, or was kept from it."""
        if self.role(state, seat).role == "Defender":
            return int(bool(saved_by(state, seat)))
        return int(not saved_by(state, state.other(seat)))


def _touches(state: Battle, section: Section, edge: Edge) -> bool:
    return any(distance_to_edge(state.ground, at, edge) < 0.01 for at in section.polygon)


async def name_hero(play: Play[Battle], seat: Seat, heroes: list[Card], prompt: str, cited: str) -> Card:
    """A player names one of its heroes; which one stays its own affair."""
    ids = [one.id for one in heroes]
    return play.state.cards[await which(play, seat, "name a hero", prompt, cited, ids)]


@WINDOWS.consequence(
    ROTTERS_ATTACKED,
    "Rotters follow the load",
    "LR-SCN-16",
    lambda play, seat, now: seat == now.seat and play.state.turn == 1 and play.state.scenario.id == Ambush.id,
)
@rule("LR-SCN-16", "LR-SPWN-07", "LR-ENV-03")
async def follow(play: Play[Battle], seat: Seat, now: Moment) -> None:
    """In the first Environment phase six Shamblers come at the Defender's deployment point."""
    state = play.state
    side = state.sides[scenario_of(state).seat_of(state, "Defender")]
    point = side.entry or middle_of_edge(state.ground, side.edge)
    await arrive(play, side.edge, point, ["Shambler"] * FOLLOWERS)
