"""The plain battles: Fight to the Death, At the Crossroads, and the tutorial for two."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.scenarios.scenario import Kind, everybody_dead, scenario
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.surface.measuring import gap
from sandtable.books.lands_of_ruin.surface.placing import Zone
from sandtable.books.lands_of_ruin.tables.people import cohorts
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.kernel import rule
from sandtable.table import within
from sandtable.table.edges import middle_of_edge

HELD_WITHIN = 6.0
"""LR-SCN-22"""
DEPLOYED_WITHIN, LIVES, FALLEN = 8.0, 5, 3
"""LR-SCN-17: inches from the middle of the edge; points for an own living and for a dead enemy hero."""


def value_lost(card: Card) -> int:
    """The gear value of a hero that is dead, and of every model that a cohort has lost."""
    if card.is_cohort:
        return (card.full - len(card.models)) * (cohorts()[card.name].price or card.profile.gear_points)
    return card.profile.gear_value if card.own.has("Dead") else 0


@scenario
class FightToTheDeath(Kind):
    """A plain battle (LR-SCN-21)."""

    id = "fight-to-the-death"

    @rule("LR-SCN-21")
    def reached(self, state: Battle, seat: Seat) -> int:
        """Every enemy character is dead."""
        return int(everybody_dead(state, state.other(seat)))

    @rule("LR-SCN-21", "LR-END-10")
    def tie_break(self, state: Battle) -> tuple[Seat, ...]:
        """The higher gear value of the enemy dead wins."""
        taken = {seat: sum(value_lost(one) for one in state.team(state.other(seat))) for seat in state.sides}
        best = [seat for seat in taken if taken[seat] == max(taken.values())]
        return tuple(best) if len(best) == 1 else ()


@scenario
class AtTheCrossroads(Kind):
    """Take the middle of the table and hold it until the time is up (LR-SCN-22)."""

    id = "at-the-crossroads"

    @rule("LR-SCN-22", "LR-SCN-10", "LR-SCN-07")
    def reached(self, state: Battle, seat: Seat) -> int:
        """Only own characters that are not down are within 6 inches of the centre."""
        centre = map_of(state.map).points["centre"]
        there = {
            card.seat
            for card, model in state.models_on_table()
            if card.stands and model.at is not None and within(gap(model.at, centre) + 0.5, HELD_WITHIN)
        }
        return int(there == {seat})


@scenario
class TwoPlayerTutorial(Kind):
    """Tutorial scenario in Basic mode; it ends after round 6 (LR-SCN-18)."""

    id = "two-player-tutorial"

    @rule("LR-SCN-18")
    def reached(self, state: Battle, seat: Seat) -> int:
        """Learn the basics: marked once for having played it, and once more for an enemy who is out."""
        return 1 + int(any(one.own.is_out for one in state.team(state.other(seat))))


@scenario
class SoloTutorial(Kind):
    """One player against the Rotters, to learn the console (LR-SCN-23)."""

    id = "solo-tutorial"

    @rule("LR-SCN-23", "LR-SCN-26")
    def reached(self, state: Battle, seat: Seat) -> int:
        """Learn the basics: marked once for having played it, and once more for a Rotter killed."""
        return 1 + int(state.sides[seat].tally.get("Rotters", 0) > 0)


@scenario
class HoldUntilDawn(Kind):
    """Two bands share a ruin full of Rotters and do not trust each other (LR-SCN-17)."""

    id = "hold-until-dawn"

    @rule("LR-SCN-17", "LR-PRE-08")
    def zone(self, state: Battle, seat: Seat) -> Zone:
        """Round the middle of the own table edge."""
        return Zone((middle_of_edge(state.ground, state.sides[seat].edge),), DEPLOYED_WITHIN)

    @rule("LR-SCN-17")
    def reached(self, state: Battle, seat: Seat) -> int:
        """One for each Rotter killed, more for own heroes that live and for dead enemy heroes."""
        own, enemy = (
            [card for card in state.team(one) if not card.is_cohort] for one in (seat, state.other(seat))
        )
        living = sum(not card.own.has("Dead") for card in own)
        dead = sum(card.own.has("Dead") for card in enemy)
        return state.sides[seat].tally.get("Rotters", 0) + LIVES * living + FALLEN * dead
