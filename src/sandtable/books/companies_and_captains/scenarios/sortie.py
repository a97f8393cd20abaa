"""Sortie: the defenders fall on the siege works and get home again."""

from __future__ import annotations

from sandtable.books.companies_and_captains.chapters import end_of_game
from sandtable.books.companies_and_captains.scenarios.published import LastSideStanding
from sandtable.books.companies_and_captains.scenarios.scenario import routed_enemies, scenario
from sandtable.books.companies_and_captains.scenarios.zones import centre_of
from sandtable.books.companies_and_captains.state import Battle, Group, Side
from sandtable.kernel.citation import rule, written_here
from sandtable.kernel.decision import YesNo
from sandtable.kernel.play import Play
from sandtable.table.zones import NearPoint

written_here(__name__, "CC-SOR-01", "CC-SOR-02", "CC-SOR-03")


def _is_engine(group: Group) -> bool:
    return group.profile.type == "Engine"


@rule("CC-SOR-06")
def _routed(state: Battle, side: Side) -> int:
    """The enemy Groups Routed; Engines too, unless their own line is to count instead."""
    routed = routed_enemies(state, side)
    is_separate = state.switches.sortie_engine_vp == "instead" and side == state.defender
    return sum(not (is_separate and _is_engine(one)) for one in routed)


@scenario
class Sortie(LastSideStanding):
    """Siege Tokens are destroyed, and the defender may call it a day at home."""

    id = "sortie"
    orders = ("Destroy",)
    counters = {
        "enemy Groups Routed": _routed,
        "enemy Engines Routed": lambda state, side: sum(
            _is_engine(one) for one in routed_enemies(state, side)
        ),
        "own Engines not Routed": lambda state, side: sum(
            _is_engine(one) and one.where != "routed" for one in state.groups_of_side(side)
        ),
    }

    @rule("CC-SOR-05")
    async def turn_rules(self, play: Play[Battle]) -> None:
        """At the end of a turn of the defender, with every Group at home, the sortie may be declared over."""
        state = play.state
        if state.active != state.defender or not self.is_home(state):
            return
        rules = ("CC-SOR-05", "CC-PUB-03", "CC-ACT-15")
        question = YesNo(state.leader(state.defender), "end sortie", "Declare the sortie over?", rules)
        if await play.ask(question):
            end_of_game.close(play, "the sortie is declared over", "CC-SOR-05")

    @rule("CC-SOR-05", "CC-PUB-02")
    def is_home(self, state: Battle) -> bool:
        """Every defending Group in play is within 24 inches of the centre, at the scale of the table."""
        reach = self.plan.numbers["home_within"] * self.scale(state.switches.points_limit).deep
        zone = NearPoint(centre_of(state.ground), reach)
        own = [one for one in state.groups_of_side(state.defender) if one.on_table]
        return bool(own) and all(zone.holds(x, y, one.radius) for one in own for x, y in one.models)
