"""The published scenarios: what all seven have in common, and what is special in each."""

from __future__ import annotations

from sandtable.books.companies_and_captains.chapters import end_of_game
from sandtable.books.companies_and_captains.chapters.activation import (
    carry_out_if_activated,
    rules_of_sharing,
)
from sandtable.books.companies_and_captains.chapters.conventions import rules_of_leading
from sandtable.books.companies_and_captains.chapters.lost_groups import can_still_arrive
from sandtable.books.companies_and_captains.chapters.moving import why_not_move
from sandtable.books.companies_and_captains.orders import Order
from sandtable.books.companies_and_captains.scenarios.plan import ScoreRow, plan_of
from sandtable.books.companies_and_captains.scenarios.scaling import Scale, published_scale
from sandtable.books.companies_and_captains.scenarios.scenario import (
    Scenario,
    can_go_on,
    count_routed,
    is_in_play,
    routed_enemies,
    scenario,
)
from sandtable.books.companies_and_captains.scenarios.zones import centre_of
from sandtable.books.companies_and_captains.state import Battle, Group, Side, Token
from sandtable.books.companies_and_captains.windows import ORDER_CARRIED_OUT, WINDOWS, ActivationTest
from sandtable.kernel import Play, YesNo, rule
from sandtable.kernel.dice import each, total
from sandtable.table import Models, NearPoint
from sandtable.table.shapes import distance


class Published(Scenario):
    """A scenario of the published edition."""

    rules_of_deploying = ("CC-PUB-05",)

    def scale(self, points_limit: int) -> Scale:
        """Table and zones are multiplied by one factor."""
        return published_scale(points_limit)

    @rule("CC-PUB-12")
    def why_time_is_up(self, state: Battle) -> tuple[str, ...] | None:
        """The players may agree a cap on the rounds; events that have not happened by then score nothing."""
        cap = state.switches.published_round_cap
        if cap and state.turn >= 2 * cap:
            return (f"round {cap} is over", "CC-PUB-12")
        return None

    @rule("CC-PUB-08")
    def group_left(self, play: Play[Battle], group: Group) -> None:
        """A Group that got away is not lost: nobody tests for it, it keeps its R, and it cannot come back."""
        if group.where in ("escaped", "exited"):
            play.tell("group is safe", "CC-PUB-08", group=group.id, r=group.r)

    def rules_of_row(self, row: ScoreRow) -> tuple[str, ...]:
        """The rules behind a line of the VP table."""
        routed = ("CC-PUB-10",) if "Routed" in row.count else ()
        return (row.rule, *routed)


class LastSideStanding(Published):
    """A published scenario that ends when a side has nobody left in play."""

    @rule("CC-PUB-11", "CC-AMU-04", "CC-RTR-05", "CC-RAI-11")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends at once when either side has no Groups left in play."""
        for side in (state.attacker, state.defender):
            if not is_in_play(state, side):
                why = f"the {state.role(side)} has no Group left in play"
                return (why, self.plan.closing_rule, "CC-PUB-11")
        return None


# ---- Pitched Battle ------------------------------------------------------------------------------------


@rule("CC-PIT-04")
def _sum_routed(state: Battle, side: Side) -> int:
    """The effective costs of the enemy Groups Routed in the whole game."""
    return sum(one.cost for one in routed_enemies(state, side))


@rule("CC-PIT-03", "CC-OTR-28")
def groups_left(state: Battle) -> int:
    """The Groups left in all Companies: those on the table, and those that can still come."""
    return sum(
        one.on_table or (one.where == "undeployed" and can_still_arrive(state, one))
        for one in state.groups.values()
    )


@scenario("CC-PIT-01", "CC-PIT-02")
class PitchedBattle(Published):
    """The plain battle, taken by choice."""

    id = "pitched-battle"
    counters = {
        "higher sum of points Routed": lambda state, side: int(
            _sum_routed(state, side) > _sum_routed(state, 1 - side)
        ),
        "equal sums of points Routed": lambda state, side: int(
            _sum_routed(state, side) == _sum_routed(state, 1 - side)
        ),
    }

    @rule("CC-PIT-03")
    async def closing_roll(self, play: Play[Battle]) -> None:
        """With fewer than five Groups left a die higher than their number makes this turn the last."""
        state = play.state
        left, few = groups_left(state), self.plan.numbers["roll_below"]
        if left >= few or state.last_turn:
            return
        # Who fielded so few has a first turn without the roll; who lost them before it has not.
        if state.turn == 1 and len(state.groups) < few:
            return
        seat = state.leader(state.active)
        what, reading = "closing roll", each(left + 1)
        (face,) = await play.roll(1, what, "CC-PIT-03", "CC-GEN-15", seat=seat, reading=reading, left=left)
        if face > left:
            state.last_turn = True
            play.tell("last turn", "CC-PIT-03", left=left, face=face)

    @rule("CC-PIT-03")
    def why_time_is_up(self, state: Battle) -> tuple[str, ...] | None:
        """The last turn is played to its end."""
        if state.last_turn:
            return ("the last turn is over", "CC-PIT-03")
        return super().why_time_is_up(state)


# ---- Ambush --------------------------------------------------------------------------------------------


@rule("CC-AMU-05", "CC-PUB-08")
def hurt_enemies(state: Battle, side: Side) -> int:
    """The enemy Groups, on the table or Escaped, whose R is below its start."""
    return sum(
        one.where in ("on the table", "escaped") and one.r < one.profile.r
        for one in state.groups_of_side(1 - side)
    )


@scenario("CC-AMU-01", "CC-AMU-02", "CC-AMU-04")
class Ambush(LastSideStanding):
    """Defenders may Escape over any edge."""

    id = "ambush"
    counters = {"enemy Groups hurt": hurt_enemies}

    @rule("CC-AMU-03", "CC-PUB-07", "CC-PUB-09")
    def may_leave(self, state: Battle, group: Group, edge: str, *, by_retreat: bool) -> str:
        """A defending Group may Move off any edge, and Escapes by a Retreat over any."""
        return "CC-AMU-03" if state.side_of(group) == state.defender else ""


# ---- Retreat -------------------------------------------------------------------------------------------


FAR_EDGE = "north"
"""The edge opposite the one at which both sides deploy (CC-RTR-04)."""


@scenario("CC-RTR-01", "CC-RTR-02", "CC-RTR-05", "CC-RTR-06")
class Retreat(LastSideStanding):
    """Defenders may Escape over the far edge, and start with a test of their nerve."""

    id = "retreat"

    @rule("CC-RTR-03")
    def groups_that_test(self, state: Battle) -> list[Group]:
        """Every deployed defending Group tests once."""
        return [one for one in state.groups_of_side(state.defender) if one.on_table]

    @rule("CC-RTR-04", "CC-PUB-07", "CC-PUB-09")
    def may_leave(self, state: Battle, group: Group, edge: str, *, by_retreat: bool) -> str:
        """A defending Group Escapes over the far edge and over no other."""
        return "CC-RTR-04" if edge == FAR_EDGE and state.side_of(group) == state.defender else ""


# ---- Raid ----------------------------------------------------------------------------------------------


MOVE_ON = "Move with the Asset"


@scenario("CC-RAI-01", "CC-RAI-02", "CC-RAI-03", "CC-RAI-11", "CC-RAI-12")
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
    def models_fell(self, play: Play[Battle], group: Group, before: Models) -> None:
        """If the model that holds the Asset is a casualty the nearest model of the Group takes it."""
        if not group.asset:
            return
        token = play.state.tokens[group.asset]
        held_at, left = before[token.bearer], group.models
        token.bearer = min(range(len(left)), key=lambda place: (distance(left[place], held_at), place))
        if held_at not in left:
            play.tell("Asset taken over", "CC-RAI-10", group=group.id, token=token.id)


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


@WINDOWS.offer(ORDER_CARRIED_OUT, MOVE_ON, "CC-RAI-07", _may_move_on, said=f"the {MOVE_ON}")
async def move_on(play: Play[Battle], seat: str, now: ActivationTest) -> None:
    """A Pick up on a 12 lets the Group attempt a Move at once; if that test fails the turn ends."""
    play.tell("Move attempted at once", "CC-RAI-07", group=now.group.id)
    if not await carry_out_if_activated(play, now.group, Order("Move"), "CC-RAI-07"):
        rules = ("CC-RAI-07", "CC-ACT-09", "CC-TRN-01", *rules_of_sharing(play.state))
        play.tell("turn ended by failure", *rules, group=now.group.id)
        play.state.step = "end of turn"


# ---- Sortie --------------------------------------------------------------------------------------------


def _is_engine(group: Group) -> bool:
    return group.profile.type == "Engine"


@rule("CC-SOR-06")
def _routed(state: Battle, side: Side) -> int:
    """The enemy Groups Routed; Engines too, unless their own line is to count instead."""
    routed = routed_enemies(state, side)
    is_separate = state.switches.sortie_engine_vp == "instead" and side == state.defender
    return sum(not (is_separate and _is_engine(one)) for one in routed)


@scenario("CC-SOR-01", "CC-SOR-02", "CC-SOR-03")
class Sortie(LastSideStanding):
    """Siege Tokens are destroyed, and the defender may call it a day at home."""

    id = "sortie"
    orders = ("Destroy",)
    counters = {
        "enemy Groups Routed": _routed,
        "enemy Engines Routed": count_routed(lambda state, one: _is_engine(one)),
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
        rules = ("CC-SOR-05", "CC-PUB-03", *rules_of_leading(state, state.defender))
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


# ---- Extraction ----------------------------------------------------------------------------------------


EXTRACTEES = "extractees"


@rule("CC-EXT-05")
def have_escaped(state: Battle) -> bool:
    """The Extractees are away, or nobody is left to stop them."""
    group = state.holder_of(EXTRACTEES)
    return group.where == "escaped" or (group.on_table and not can_go_on(state, state.attacker))


@scenario("CC-EXT-01", "CC-EXT-02", "CC-EXT-03", "CC-EXT-06")
class Extraction(Published):
    """The Extractees Escape over any edge."""

    id = "extraction"
    counters = {
        "Extractees Escaped": lambda state, side: int(have_escaped(state)),
        "Extractees Routed": lambda state, side: int(state.holder_of(EXTRACTEES).where == "routed"),
        "other enemy Groups Routed": count_routed(lambda state, one: one.id != state.roles[EXTRACTEES]),
    }
    rules_of_role = ("CC-EXT-04",)

    @rule("CC-EXT-04", "CC-PUB-07", "CC-PUB-09")
    def may_leave(self, state: Battle, group: Group, edge: str, *, by_retreat: bool) -> str:
        """The Extractees have Escaped once they leave over any edge; for all others the usual rules hold."""
        return "CC-EXT-04" if group.id == state.roles.get(EXTRACTEES) else ""

    @rule("CC-EXT-05")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends at once when the Extractees Escape or are Routed."""
        group = state.holder_of(EXTRACTEES)
        if group.where in _GONE:
            return (f"the Extractees have {_GONE[group.where]}", "CC-EXT-05")
        if not is_in_play(state, state.attacker) and have_escaped(state):
            return ("nobody is left to stop the Extractees", "CC-EXT-05")
        return None if group.on_table else super().closing_condition(state)  # they may have deserted


_GONE = {"escaped": "Escaped", "routed": "been Routed"}


# ---- Ritual --------------------------------------------------------------------------------------------


BODYGUARDS = "bodyguards"


@rule("CC-RIT-07")
def is_completed(state: Battle) -> bool:
    """The rite is done, or nobody is left to disturb it."""
    if state.is_ritual_completed:
        return True
    return state.holder_of(BODYGUARDS).where != "routed" and not can_go_on(state, state.attacker)


@scenario("CC-RIT-01", "CC-RIT-02", "CC-RIT-03", "CC-RIT-08")
class Ritual(Published):
    """The Bodyguards stay where they are, and each turn of the defender brings the rite nearer to its end."""

    id = "ritual"
    counters = {
        "ritual completed": lambda state, side: int(is_completed(state)),
        "Bodyguards Routed": lambda state, side: int(state.holder_of(BODYGUARDS).where == "routed"),
    }
    rules_of_role = ("CC-RIT-04",)

    @rule("CC-RIT-04", "CC-RIT-05")
    def stands_fast(self, state: Battle, group: Group) -> str:
        """The Bodyguards change place for nothing."""
        return "CC-RIT-04" if group.id == state.roles.get(BODYGUARDS) else ""

    @rule("CC-RIT-06")
    async def closing_roll(self, play: Play[Battle]) -> None:
        """At the start of each turn of the defender 2d6 below the number of the turn complete the ritual."""
        state = play.state
        if state.active != state.defender:
            return
        seat = state.leader(state.defender)
        number = self.number_of_turn(state)
        faces = await play.roll(
            2, "rite", "CC-RIT-06", "CC-GEN-15", seat=seat, reading=total(number), below=number
        )
        if sum(faces) < number:
            state.is_ritual_completed = True
            play.tell("ritual completed", "CC-RIT-06", "CC-RIT-07")
            end_of_game.close(play, "the ritual is completed", "CC-RIT-07", "CC-RIT-06")

    @rule("CC-RIT-06")
    def number_of_turn(self, state: Battle) -> int:
        """The defender's own turns are counted, or those of both sides where that was agreed."""
        if state.switches.ritual_turn_count == "all":
            return state.turn
        return max(state.companies[seat].turns for seat in state.sides[state.defender])

    @rule("CC-RIT-07")
    def closing_condition(self, state: Battle) -> tuple[str, ...] | None:
        """The game ends at once when the ritual is completed or the Bodyguards are Routed."""
        if state.holder_of(BODYGUARDS).where == "routed":
            return ("the Bodyguards are gone", "CC-RIT-07")
        if is_completed(state):
            return ("nobody is left to stop the ritual", "CC-RIT-07")
        return super().closing_condition(state)  # only where the Bodyguards deserted
