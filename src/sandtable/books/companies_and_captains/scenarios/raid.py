"""Raid: the attackers carry Assets away while the defenders call each other to arms."""

from __future__ import annotations

from sandtable.books.companies_and_captains.chapters.activation import carry_out_if_activated
from sandtable.books.companies_and_captains.chapters.moving import why_not_move
from sandtable.books.companies_and_captains.orders import Order
from sandtable.books.companies_and_captains.scenarios.plan import plan_of
from sandtable.books.companies_and_captains.scenarios.published import LastSideStanding
from sandtable.books.companies_and_captains.scenarios.scenario import is_in_play, scenario
from sandtable.books.companies_and_captains.state import Battle, Group, Token
from sandtable.books.companies_and_captains.windows import ORDER_CARRIED_OUT, WINDOWS, ActivationTest
from sandtable.kernel.citation import rule, written_here
from sandtable.kernel.play import Play
from sandtable.table.measure import Models
from sandtable.table.shapes import distance

written_here(__name__, "CC-RAI-01", "CC-RAI-02", "CC-RAI-03", "CC-RAI-11", "CC-RAI-12")

MOVE_ON = "Move with the Asset"


@scenario
class Raid(LastSideStanding):
    """Assets are picked up, carried off, or dropped by Routed Groups."""

    id = "raid"
    orders = ("Call", "Pick up")
    leaves_as = "exited"

    @rule("CC-RAI-09")
    def may_leave(self, state: Battle, group: Group, edge: str, *, by_retreat: bool) -> str:
        """A Group with an Asset may Move off any edge; one that Retreats off the table is Routed."""
        return "CC-RAI-09" if group.asset and not by_retreat else ""

    @rule("CC-RAI-04", "CC-OTR-28")
    def brings_on(self, state: Battle, group: Group) -> bool:
        """An undeployed defending Group can be called as long as a defender is on the table."""
        return state.side_of(group) == state.defender and is_in_play(state, state.defender)

    @rule("CC-RAI-09", "CC-RAI-10")
    def group_left(self, play: Play[Battle], group: Group) -> None:
        """A carrier that exits takes the Asset with it; one that is Routed on the table lays it down."""
        super().group_left(play, group)
        if not group.asset:
            return
        token = play.state.tokens[group.asset]
        if group.where == "exited":
            _take_off(play, group, token)
            return
        token.at = group.models[token.bearer]
        token.holder = ""
        play.tell("Asset laid down", "CC-RAI-10", "CC-PUB-13", group=group.id, token=token.id, at=token.at)

    @rule("CC-RAI-09")
    def group_routed_over_the_edge(self, play: Play[Battle], group: Group) -> None:
        """The Asset of a carrier that Retreats off the table is off the table too, so both sides score."""
        if group.asset:
            _take_off(play, group, play.state.tokens[group.asset])
            group.asset = ""

    @rule("CC-RAI-10")
    def models_fell(self, state: Battle, group: Group, before: Models) -> None:
        """If the model that holds the Asset is a casualty the nearest model of the Group takes it."""
        if not group.asset:
            return
        token = state.tokens[group.asset]
        held_at, left = before[token.bearer], group.models
        token.bearer = min(range(len(left)), key=lambda place: (distance(left[place], held_at), place))


def _take_off(play: Play[Battle], group: Group, token: Token) -> None:
    token.gone = "taken"
    token.holder = ""
    play.tell("Asset taken off the table", "CC-RAI-09", group=group.id, token=token.id)


@rule("CC-RAI-07", "CC-ACT-14")
def _may_move_on(play: Play[Battle], seat: str, now: ActivationTest) -> bool:
    """A 12 for its Pick up, and no rule that keeps the Group where it is."""
    if now.order != "Pick up" or not now.group.on_table or now.group.company != seat:
        return False

    if sum(now.faces) != plan_of(Raid.id).numbers["move_on"]:
        return False
    return why_not_move(play.state, now.group) is None


@WINDOWS.offer(ORDER_CARRIED_OUT, MOVE_ON, "CC-RAI-07", _may_move_on)
async def move_on(play: Play[Battle], seat: str, now: ActivationTest) -> None:
    """A Pick up on a 12 lets the Group attempt a Move at once; if that test fails the turn ends."""
    play.tell("Move attempted at once", "CC-RAI-07", group=now.group.id)
    if not await carry_out_if_activated(play, now.group, Order("Move")):
        play.tell("turn ended by failure", "CC-RAI-07", "CC-ACT-09", "CC-TRN-01", group=now.group.id)
        play.state.step = "end of turn"
