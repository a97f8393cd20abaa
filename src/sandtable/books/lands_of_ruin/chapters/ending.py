"""Ending the game: by agreement or after the last round; outstanding hits, then objectives and points."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.aftermath import count_renown
from sandtable.books.lands_of_ruin.chapters.damage import resolve_all
from sandtable.books.lands_of_ruin.chapters.environment import roll_entries
from sandtable.books.lands_of_ruin.naming import seat_called
from sandtable.books.lands_of_ruin.scenarios.scenario import scenario_of
from sandtable.books.lands_of_ruin.scenarios.side_objectives import count
from sandtable.books.lands_of_ruin.state import Battle, Seat
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.places import Role
from sandtable.kernel import PASS, Candidate, ChooseOne, Decision, Play, Together, YesNo, rule
from sandtable.kernel.book import Result

READY = "ready"


@rule("LR-END-01", "LR-END-02", "LR-END-03", "LR-MOR-06")
async def propose_end(play: Play[Battle], seat: Seat) -> None:
    """The game ends when the other player agrees too; a panicked player needs no consent."""
    state = play.state
    other = state.other(seat)
    play.tell("end proposed", "LR-END-01", "LR-END-02", seat=seat)
    agreed = state.sides[seat].panicked or state.is_solo
    if not agreed:
        prompt = f"{seat_called(state, seat)} proposes to end the game. Do you agree?"
        agreed = await play.ask(YesNo(other, "agree to end", prompt, ("LR-END-03",)))
    if agreed:
        play.tell("end agreed", "LR-END-03", seat=other)
        state.step = "end"
    else:
        play.tell("end declined", "LR-END-03", seat=other)


@rule("LR-END-08")
async def suggest_end(play: Play[Battle]) -> None:
    """What both can see has decided the scenario: both are asked whether to end it, or only reminded."""
    state = play.state
    play.tell("scenario decided", "LR-END-08")
    if not state.switches.auto_end:
        return
    prompt = "The scenario is decided. End the game?"
    parts = {seat: YesNo(seat, "agree to end", prompt, ("LR-END-08",)) for seat in state.players}
    agreed = await play.ask(Together("agree to end", prompt, ("LR-END-08",), parts))
    if all(agreed.values()):
        state.step = "end"


@rule("LR-END-09")
def tell_nobody_left(play: Play[Battle], seat: Seat) -> None:
    """Whoever has nobody left who is neither unconscious nor dead is told so, and nobody else."""
    if all(one.own.is_out or not one.models or one.where == "left" for one in play.state.team(seat)):
        play.tell("nobody left", "LR-END-09", to=(seat,), seat=seat)


@rule("LR-END-04", "LR-END-05", "LR-END-07", "LR-END-12")
async def close(play: Play[Battle]) -> None:
    """Entries are rolled, all hits of both teams resolved, then the objectives are counted."""
    state = play.state
    play.tell("outstanding hits", "LR-END-04", seat=state.active)
    await roll_entries(play)
    for seat in (state.active, state.other(state.active)):
        await resolve_all(play, seat, at_the_end=True)
    count(play)
    state.step = "finish" if surface(state).knows_places else "objectives"


@rule("LR-END-11", "LR-END-05", "LR-SCN-26")
async def mark_objectives(play: Play[Battle]) -> None:
    """On a real table each player says how often it has reached its objective, until both are ready.

    The virtual table has checked everything itself.
    """
    state, kind = play.state, scenario_of(play.state)
    parts = {seat: _page(state, seat, kind.role(state, seat)) for seat in state.players}
    said = await play.ask(Together("mark objectives", "What was reached?", ("LR-END-11",), parts))
    for seat, times in said.items():
        if times != READY:
            role, side = kind.role(state, seat), state.sides[seat]
            side.points = role.points * times
            play.tell(
                "objective marked", "LR-END-11", reveals=True, seat=seat, objective=role.objective,
                points=side.points,
            )  # fmt: skip
    if all(times == READY for times in said.values()):
        state.step = "finish"


def _page(state: Battle, seat: Seat, role: Role) -> Decision:
    """What stands there for both, and what may stand there instead."""
    points = "; ".join(f"{seat_called(state, one)} {state.sides[one].points}" for one in state.players)
    listed = [Candidate(READY, "right so", READY, ("LR-END-11",), deed=PASS)]
    for times in range(role.marks + 1):
        label = f"{role.objective}: {times} times, {role.points * times} points"
        listed.append(Candidate(f"{times} times", label, times, ("LR-END-11",)))
    prompt = f"The objectives as they stand: {points}. Is yours right?"
    return ChooseOne(seat, "mark objectives", prompt, ("LR-END-11",), listed)


@rule("LR-END-06", "LR-END-10", "LR-END-05")
async def finish(play: Play[Battle]) -> None:
    """The winner is declared; panic decides whatever the objectives say."""
    state = play.state
    points = {seat: side.points for seat, side in state.sides.items()}
    panicked = [seat for seat, side in state.sides.items() if side.panicked]
    if len(panicked) == 1:
        state.winners, why = tuple(one for one in state.players if one not in panicked), "a team has panicked"
    else:
        best = max(points.values())
        winners = tuple(seat for seat in points if points[seat] == best)
        state.winners = winners if len(winners) == 1 else scenario_of(state).tie_break(state)
        why = "the objectives are counted"
    state.phase, state.step, state.decided = "over", "aftermath" if state.switches.campaign else "over", why
    state.closed = "" if state.switches.campaign else why
    decided = "LR-END-06" if len(panicked) == 1 else "LR-SCN-05" if state.winners else "LR-END-10"
    cited = ("LR-END-05", decided, "LR-END-07", "LR-MODE-06")
    play.tell("game closed", *cited, reveals=True, winners=list(state.winners), points=points)
    if state.switches.game_mode == "online":
        count_renown(play)


def result_of(state: Battle) -> Result | None:
    """Who has won; None while the game runs."""
    if not state.closed:
        return None
    points = {seat: side.points for seat, side in state.sides.items()}
    return Result(state.winners, points, state.closed, ("LR-END-05",))
