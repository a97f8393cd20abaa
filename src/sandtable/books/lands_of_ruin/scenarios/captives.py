"""Captives that one side keeps or leads away, and the other frees (LR-SCN-24)."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.naming import called, name_of
from sandtable.books.lands_of_ruin.scenarios.loads import Carrying, name_hero, saved_by
from sandtable.books.lands_of_ruin.scenarios.scenario import Goal, Kind, scenario, scenario_of, thing_at
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat, Thing
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.windows import TURN_ENDED, WINDOWS
from sandtable.kernel import Moment, Play, Refusal, YesNo, rule
from sandtable.table import Point
from sandtable.table.edges import EDGES, OPPOSITE, distance_to_edge

CAPTIVES, EACH, FLEES = 4, 500, 10.0
"""LR-SCN-24: how many, points for each, inches a turn."""
FREED, FLED = "freed", "fled"


class WithCaptives(Kind):
    """Four captives, whom one role frees by a full turn of base contact."""

    freed_by: str
    kept_by: str

    @rule("LR-SCN-24", "LR-SCN-26")
    def goals(self, state: Battle, seat: Seat) -> list[Goal]:
        """So much for each who is freed, or kept, or led away."""
        things = [one for one in state.scenario.things.values() if one.kind == "captive"]
        freed = sum(one.state in (FREED, FLED) for one in things)
        if self.role(state, seat).role == self.freed_by:
            return [Goal("Free captives", EACH)] * freed
        return [Goal("Retain captives", EACH)] * self.kept(state, seat, len(things) - freed)

    def kept(self, state: Battle, seat: Seat, left: int) -> int:
        """How many count for those who keep them."""
        return left

    @rule("LR-SCN-24", "LR-ACT-12")
    def why_not_use(self, state: Battle, card: Card, thing: Thing) -> Refusal | None:
        """Whoever keeps them leads on those whose leader has fallen."""
        if self.role(state, card.seat).role == self.kept_by and not thing.state:
            return None
        return Refusal("LR-SCN-24", f"{name_of(card)} cannot lead them.", "Stay in contact to free them.")

    @rule("LR-SCN-24")
    async def uses(self, play: Play[Battle], card: Card, thing: Thing) -> None:
        """From now on it goes where its leader goes."""
        thing.carrier, thing.at, thing.section = card.id, None, 0
        play.tell("captive led", "LR-SCN-24", reveals=True, card=card.id, object=thing.id)


@scenario
class FreedomOrDeath(WithCaptives):
    """Free or keep four captives in one building."""

    id, freed_by, kept_by = "freedom-or-death", "Liberator", "Captor"

    def things(self, state: Battle) -> list[Thing]:
        """All at one site."""
        return [
            thing_at(state, f"captive {number}", "captive", "site_1") for number in range(1, CAPTIVES + 1)
        ]


@scenario
class PowCaravan(WithCaptives, Carrying):
    """Lead four captives across and off the table, or free them."""

    id, freed_by, kept_by = "pow-caravan", "Attacker", "Defender"

    def things(self, state: Battle) -> list[Thing]:
        """They come with their leader."""
        return [Thing(f"captive {number}", "captive") for number in range(1, CAPTIVES + 1)]

    @rule("LR-SCN-24")
    async def prepares(self, play: Play[Battle]) -> None:
        """The Defender says who leads them."""
        state = play.state
        seat = self.seat_of(state, "Defender")
        heroes = [one for one in state.team(seat) if not one.is_cohort and not one.hidden]
        leader = await name_hero(play, seat, heroes, "Who leads the captives?", "LR-SCN-24")
        for thing in state.scenario.things.values():
            await self.uses(play, leader, thing)

    def counts(self, state: Battle, card: Card, thing: Thing) -> bool:
        """Across the table and off it."""
        return card.left_over == OPPOSITE[state.sides[card.seat].edge]

    def saves(self, play: Play[Battle], card: Card, thing: Thing) -> None:
        """Each counts by itself."""
        card.did("objectives")
        self.achieve(play, card.seat, "Retain captives", thing.id)

    def kept(self, state: Battle, seat: Seat, left: int) -> int:
        """Those that are off the table."""
        return len(saved_by(state, seat))


def _place_of(state: Battle, thing: Thing) -> tuple[Point | None, int]:
    leader = state.cards.get(thing.carrier)
    return (thing.at, thing.section) if leader is None else (leader.model.at, leader.model.section)


def _touched(state: Battle, seat: Seat, thing: Thing) -> bool:
    at, section = _place_of(state, thing)
    return any(one.stands and surface(state).at_hand(state, one, at, section) for one in state.team(seat))


@WINDOWS.consequence(
    TURN_ENDED,
    "captives are freed",
    "LR-SCN-24",
    lambda play, seat, now: seat == now.seat and isinstance(scenario_of(play.state), WithCaptives),
)
@rule("LR-SCN-24", "LR-SCN-26")
async def free(play: Play[Battle], seat: Seat, now: Moment) -> None:
    """Whoever was in contact at the end of the turn before and still is has freed a captive, who flees."""
    state, kind = play.state, scenario_of(play.state)
    assert isinstance(kind, WithCaptives)
    freer = kind.seat_of(state, kind.freed_by)
    for thing in state.scenario.things.values():
        if thing.state == FREED:
            _flee(state, thing)
        elif thing.state in ("", "touched"):
            was_touched, thing.state = thing.state == "touched" and thing.since == state.turn - 1, ""
            if not _touched(state, freer, thing):
                continue
            thing.state, thing.since = "touched", state.turn
            if was_touched and await _is_confirmed(play, freer, thing):
                thing.at, thing.section = _place_of(state, thing)
                thing.state, thing.seat, thing.carrier = FREED, freer, ""
                play.tell("captive freed", "LR-SCN-24", reveals=True, seat=freer, object=thing.id)
                kind.achieve(play, freer, "Free captives", thing.id)


async def _is_confirmed(play: Play[Battle], seat: Seat, thing: Thing) -> bool:
    """On a real table its player says whether it was contact."""
    if surface(play.state).knows_places:
        return True
    prompt = f"Has {called(play.state, thing.id)} been in contact with one of yours for a whole turn?"
    is_so: bool = await play.ask(YesNo(seat, "freed", prompt, ("LR-SCN-24",)))
    return is_so


def _flee(state: Battle, thing: Thing) -> None:
    """Straight to the closest edge."""
    if thing.at is None:
        thing.state = FLED
        return
    (x, y), ground = thing.at, state.ground
    edge = min(EDGES, key=lambda one: distance_to_edge(ground, (x, y), one))
    far = distance_to_edge(ground, (x, y), edge)
    dx, dy = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}[edge]
    thing.at = None if far <= FLEES else (x + FLEES * dx, y + FLEES * dy)
    thing.state = FLED if thing.at is None else FREED
