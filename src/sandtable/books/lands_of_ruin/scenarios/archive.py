"""Scenarios that the original had shelved: searches, a vault, a camp, a way out (LR-SCN-24)."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.scenarios.battles import FightToTheDeath, value_lost
from sandtable.books.lands_of_ruin.scenarios.holding import centre_section
from sandtable.books.lands_of_ruin.scenarios.loads import Carrying, saved_by
from sandtable.books.lands_of_ruin.scenarios.objects import carried_by, put_down, take_up
from sandtable.books.lands_of_ruin.scenarios.scenario import Goal, Kind, scenario, thing_at
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat, Thing
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.surface.placing import Zone
from sandtable.books.lands_of_ruin.tables.people import profile_of
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.kernel import Play, Refusal, rule
from sandtable.table.edges import OPPOSITE

FOUND, ESCAPED = "Scavenge", "Escape with the objective"
FOUND_POINTS, ESCAPED_POINTS = 1200, 1000
"""LR-SCN-24, LR-SCN-26"""


@scenario
class Solo(Kind):
    """One player must kill one marked target among the Rotters."""

    id = "solo"

    @rule("LR-SCN-24")
    async def prepares(self, play: Play[Battle]) -> None:
        """A Veteran in the middle of the table is the target."""
        state = play.state
        before = set(state.rotters)
        await surface(state).place_rotter(play, self.seat_of(state, "Assassin"), centre_section(state))
        for id in [one for one in state.rotters if one not in before]:
            state.rotters[id].kind = "Veteran"
            state.scenario.things["mark"] = Thing("mark", "marked target", state=id)
            play.tell("target marked", "LR-SCN-24", reveals=True, rotter=id)

    @rule("LR-SCN-24")
    def reached(self, state: Battle, seat: Seat) -> int:
        """It is gone."""
        mark = state.scenario.things.get("mark")
        return int(mark is not None and mark.state not in state.rotters)


class Search(Carrying):
    """Sections are drawn that hold something; who finds it must get away with it."""

    uses_scavenge = True
    hidden = 1
    is_secret = True

    @rule("LR-SCN-24")
    async def prepares(self, play: Play[Battle]) -> None:
        """The sections are drawn, of which nobody may be told."""
        state, left = play.state, [one.number for one in map_of(play.state.map).sections]
        for _ in range(self.hidden):
            to = () if self.is_secret else None
            (face,) = await play.roll(1, "section of a cache", "LR-SCN-24", sides=len(left), to=to)
            state.scenario.drawn = (*state.scenario.drawn, left.pop(face - 1))
        if not self.is_secret:
            drawn = list(state.scenario.drawn)
            play.tell("sections drawn", "LR-SCN-24", reveals=True, sections=drawn)

    @rule("LR-SCN-24", "LR-ACT-24")
    async def searches(self, play: Play[Battle], card: Card) -> None:
        """Whoever searches the right section finds it and takes it up."""
        state, section = play.state, card.model.section
        if section not in state.scenario.drawn or carried_by(state, card) is not None:
            return
        state.scenario.drawn = tuple(one for one in state.scenario.drawn if one != section)
        thing = Thing(f"find {section}", "find", is_load=True)
        state.scenario.things = {**state.scenario.things, thing.id: thing}
        take_up(play, card, thing)
        card.did("objectives")
        self.achieve(play, card.seat, FOUND, thing.id)

    @rule("LR-SCN-24", "LR-SCN-26")
    def goals(self, state: Battle, seat: Seat) -> list[Goal]:
        """So much for finding, so much for getting away with it, each."""
        found = [Goal(FOUND, FOUND_POINTS)] * self.times(state, seat, FOUND)
        return [*found, *[Goal(ESCAPED, ESCAPED_POINTS)] * len(saved_by(state, seat))]


@scenario
class SupplyDrop(Search):
    """One section, secretly drawn, holds the cache."""

    id = "supply-drop"


@scenario
class Scrapyard(Search):
    """Three sections, which all know, hold a part each."""

    id = "scrapyard"
    hidden = 3
    is_secret = False


@scenario
class TheVault(Kind):
    """Find the key, carry it to the cache, open it."""

    id = "the-vault"
    uses_scavenge = True

    def things(self, state: Battle) -> list[Thing]:
        """The cache."""
        return [thing_at(state, "cache", "cache", "site_3")]

    @rule("LR-SCN-24", "LR-ACT-24")
    async def searches(self, play: Play[Battle], card: Card) -> None:
        """The key is in the section of the first site."""
        state = play.state
        section = map_of(state.map).section_at(map_of(state.map).points["site_1"])
        if card.model.section == section and "key" not in state.scenario.things:
            thing = Thing("key", "key", is_load=True)
            state.scenario.things = {**state.scenario.things, "key": thing}
            take_up(play, card, thing)

    @rule("LR-SCN-24", "LR-ACT-12")
    def why_not_use(self, state: Battle, card: Card, thing: Thing) -> Refusal | None:
        """It takes the key."""
        if thing.state:
            return Refusal("LR-SCN-24", "The cache is open already.", "Order something else.")
        if carried_by(state, card) is not None:
            return None
        return Refusal("LR-SCN-24", f"{name_of(card)} does not have the key.", "Bring the key.")

    @rule("LR-SCN-24")
    async def uses(self, play: Play[Battle], card: Card, thing: Thing) -> None:
        """Whoever opens it has reached the objective."""
        thing.state, thing.seat = "open", card.seat
        card.did("objectives")
        self.achieve(play, card.seat, self.role(play.state, card.seat).objective, thing.id)

    def reached(self, state: Battle, seat: Seat) -> int:
        """Opened it."""
        return self.times(state, seat, self.role(state, seat).objective)


@scenario
class ConflictOfInterests(Carrying):
    """Recover a reactor from the section where the other side camps."""

    id = "conflict-of-interests"

    def things(self, state: Battle) -> list[Thing]:
        """The reactor in the middle of the camp."""
        return [thing_at(state, "reactor", "reactor", "centre", is_load=True)]

    def zone(self, state: Battle, seat: Seat) -> Zone | None:
        """The Defender camps there."""
        is_defender = self.role(state, seat).role == "Defender"
        return Zone(sections=(centre_section(state),)) if is_defender else None

    def counts(self, state: Battle, card: Card, thing: Thing) -> bool:
        """By the Attacker alone."""
        return self.role(state, card.seat).role == "Attacker"

    @rule("LR-SCN-24")
    def reached(self, state: Battle, seat: Seat) -> int:
        """Recovered, or kept."""
        is_off = bool(saved_by(state, self.seat_of(state, "Attacker")))
        return int(is_off == (self.role(state, seat).role == "Attacker"))


@scenario
class EmptyChamber(FightToTheDeath):
    """All start without ammunition, which lies in the middle of the table."""

    id = "empty-chamber"

    def things(self, state: Battle) -> list[Thing]:
        """The supply drop."""
        return [thing_at(state, "supplies", "supply drop", "centre", is_load=True)]

    @rule("LR-SCN-24")
    async def prepares(self, play: Play[Battle]) -> None:
        """Nobody has a round."""
        for card in play.state.cards.values():
            card.own.rounds = {model: dict.fromkeys(arms, 0) for model, arms in card.own.rounds.items()}

    @rule("LR-SCN-24", "LR-ACT-22")
    async def takes(self, play: Play[Battle], card: Card, thing: Thing) -> None:
        """Whoever gets there has its normal clips back, and leaves the rest to others."""
        put_down(play, card, thing, "LR-SCN-24")
        full = {one.weapon: one.reserve for one in profile_of(card.name).arms}
        card.own.rounds = dict.fromkeys(card.models, full)


@scenario
class DeathOrGlory(Kind):
    """One side must leave over the far edge, the other must destroy it."""

    id = "death-or-glory"

    @rule("LR-SCN-24")
    def reached(self, state: Battle, seat: Seat) -> int:
        """Half of the gear value off over the far edge; more than half of it dead."""
        runner = self.seat_of(state, "Escape")
        team = state.team(runner)
        value = {one.id: _value_of(one) for one in team}
        if seat != runner:
            return int(2 * sum(value_lost(one) for one in team) > sum(value.values()))
        far = OPPOSITE[state.sides[runner].edge]
        off = sum(value[one.id] for one in team if one.left_over == far and not one.own.has("Dead"))
        return int(2 * off >= sum(value.values()))


def _value_of(card: Card) -> int:
    profile = profile_of(card.name)
    return profile.skill_points + profile.gear_points * max(1, len(card.models))
