"""VIP: one hero must leave over the far edge; only its player knows which."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.morale import hearten
from sandtable.books.lands_of_ruin.scenarios.loads import name_hero
from sandtable.books.lands_of_ruin.scenarios.scenario import Goal, Kind, scenario, scenario_of
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.windows import DAMAGE_SETTLED, WINDOWS
from sandtable.kernel import Moment, Play, rule
from sandtable.table.edges import OPPOSITE

KEPT = 500
"""LR-SCN-14: for a VIP that is alive but has not got away."""


@scenario
class Vip(Kind):
    """Bring the VIP off, or kill it (LR-SCN-14)."""

    id = "vip"

    @rule("LR-SCN-14")
    async def prepares(self, play: Play[Battle]) -> None:
        """Any hero, named in secret."""
        state = play.state
        seat = self.seat_of(state, "Escape")
        heroes = [one for one in state.team(seat) if not one.is_cohort]
        vip = await name_hero(play, seat, heroes, "Who is the VIP?", "LR-SCN-14")
        state.sides[seat].secret = {**state.sides[seat].secret, "vip": vip.id}

    def vip(self, state: Battle) -> Card | None:
        """The hero that was named."""
        return state.cards.get(state.sides[self.seat_of(state, "Escape")].secret.get("vip", ""))

    @rule("LR-SCN-14", "LR-TURN-13")
    def has_escaped(self, state: Battle, vip: Card) -> bool:
        """Over the edge opposite to its own, and alive."""
        is_off = vip.where == "left" and vip.left_over == OPPOSITE[state.sides[vip.seat].edge]
        return is_off and not vip.own.has("Dead")

    @rule("LR-SCN-14", "LR-SCN-26")
    def goals(self, state: Battle, seat: Seat) -> list[Goal]:
        """The VIP off, dead, or kept on the table."""
        vip, role = self.vip(state), self.role(state, seat)
        if vip is None:
            return []
        if role.role == "Escape":
            return [Goal(role.objective, role.points)] if self.has_escaped(state, vip) else []
        if vip.own.has("Dead"):
            return [Goal(role.objective, role.points)]
        return [Goal("VIP kept on the table", KEPT)] if vip.where != "left" else []


def _vip(play: Play[Battle], seat: Seat, now: Moment) -> Card | None:
    kind = scenario_of(play.state)
    vip = kind.vip(play.state) if isinstance(kind, Vip) else None
    return vip if vip is not None and vip.seat == seat == now.seat else None


@WINDOWS.consequence(DAMAGE_SETTLED, "the VIP", "LR-SCN-19", _vip)
@rule("LR-SCN-19", "LR-MOR-12", "LR-SCN-14")
async def weigh(play: Play[Battle], seat: Seat, now: Moment, vip: Card) -> None:
    """Its death or escape moves the hearts of its own side alone, in the same calculation."""
    state, kind = play.state, scenario_of(play.state)
    assert isinstance(kind, Vip)
    word = "dead" if vip.own.has("Dead") else "off" if kind.has_escaped(state, vip) else ""
    before = state.sides[seat].secret.get("told", "")
    if word and word != before:
        hearten(play, seat, "objective lost" if word == "dead" else "objective achieved", vip.id)
        state.sides[seat].secret = {**state.sides[seat].secret, "told": word}
