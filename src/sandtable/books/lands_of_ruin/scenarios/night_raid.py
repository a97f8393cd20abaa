"""Night Raid: raiders set huts on fire in the dark, settlers put them out."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.modifiers import DETECTION, WHY_NOT_SEEN
from sandtable.books.lands_of_ruin.naming import called, name_of
from sandtable.books.lands_of_ruin.scenarios.scenario import Kind, scenario, scenario_of, thing_at
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat, Thing
from sandtable.books.lands_of_ruin.surface.placing import Zone
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.books.lands_of_ruin.windows import TURN_ENDED, WINDOWS
from sandtable.kernel import Modifier, Moment, Play, Refusal, rule
from sandtable.table import within

SITES = ("site_1", "site_2", "site_3")
DEPLOYED_WITHIN, DARK, HARDER, ENOUGH = 8.0, 20.0, 10, 2
"""LR-SCN-15: inches from a site, inches of sight, what detecting needs more, huts that decide."""
BURNS, DESTROYED = "on fire", "destroyed"


@scenario
class NightRaid(Kind):
    """Raiders burn a settlement by night (LR-SCN-15)."""

    id = "night-raid"
    chooses_who_deploys = True

    def things(self, state: Battle) -> list[Thing]:
        """Three huts at the three sites."""
        return [thing_at(state, f"hut {number}", "hut", site) for number, site in enumerate(SITES, 1)]

    @rule("LR-SCN-15", "LR-PRE-08")
    def zone(self, state: Battle, seat: Seat) -> Zone | None:
        """Half the Settler's cards, rounded up, stand near the sites."""
        team = state.team(seat)
        there = sum(one.where != "waiting" for one in team)
        if self.role(state, seat).role != "Settler" or 2 * there >= len(team):
            return None
        return Zone(tuple(map_of(state.map).points[one] for one in SITES), DEPLOYED_WITHIN)

    @rule("LR-SCN-15", "LR-ACT-12")
    def why_not_use(self, state: Battle, card: Card, thing: Thing) -> Refusal | None:
        """Raiders set a hut alight, Settlers put one out."""
        is_raider = self.role(state, card.seat).role == "Raider"
        if thing.state == ("" if is_raider else BURNS):
            return None
        reason = f"The hut is {thing.state}." if thing.state else "The hut is not on fire."
        return Refusal("LR-SCN-15", reason, f"Send {name_of(card)} to another hut.")

    @rule("LR-SCN-15")
    async def uses(self, play: Play[Battle], card: Card, thing: Thing) -> None:
        """It begins to burn, or is put out."""
        thing.state, thing.since = ("" if thing.state == BURNS else BURNS), play.state.turn
        if thing.state == BURNS:
            play.tell("hut set alight", "LR-SCN-15", reveals=True, card=card.id, object=thing.id)
            card.did("objectives")
            self.achieve(play, card.seat, "a hut set alight", thing.id)
        else:
            play.tell("hut put out", "LR-SCN-15", reveals=True, card=card.id, object=thing.id)

    def is_decided(self, state: Battle) -> bool:
        """Two huts are gone."""
        return sum(one.state == DESTROYED for one in state.scenario.things.values()) >= ENOUGH

    @rule("LR-SCN-15", "LR-SCN-26")
    def reached(self, state: Battle, seat: Seat) -> int:
        """Two huts of three decide."""
        gone = sum(one.state == DESTROYED for one in state.scenario.things.values())
        is_raider = self.role(state, seat).role == "Raider"
        return int(gone >= ENOUGH) if is_raider else int(len(SITES) - gone >= ENOUGH)


def _burning(play: Play[Battle], seat: Seat, now: Moment) -> list[Thing]:
    things = play.state.scenario.things.values() if seat == now.seat else ()
    return [one for one in things if one.state == BURNS and play.state.turn > one.since]


@WINDOWS.consequence(TURN_ENDED, "huts burn down", "LR-SCN-15", _burning)
async def burn_down(play: Play[Battle], seat: Seat, now: Moment, found: list[Thing]) -> None:
    """At the end of the second Environment phase since it was set alight a hut is destroyed."""
    for thing in found:
        thing.state = DESTROYED
        play.tell("hut destroyed", "LR-SCN-15", reveals=True, object=thing.id)


@WHY_NOT_SEEN.source("LR-SCN-15")
def too_dark(state: Battle, far: float, target: str) -> Refusal | None:
    """No sight beyond 20 inches, except to those who fired since their own last Command phase."""
    found = state.find(target)
    if not isinstance(scenario_of(state), NightRaid) or within(far, DARK) or (found and found[0].fired):
        return None
    reason = f"{called(state, target)} is {far:.1f} inches away in the dark."
    return Refusal("LR-SCN-15", reason, "Choose somebody within 20 inches, or who has fired.")


@DETECTION.source("LR-SCN-15")
def harder_by_night(state: Battle, looker: Card) -> Modifier | None:
    """The number needed to detect is 10 higher."""
    return Modifier(-HARDER, "by night", "LR-SCN-15") if isinstance(scenario_of(state), NightRaid) else None
