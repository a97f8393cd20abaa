"""End of the game: closing conditions, victory points, and who has won."""

from __future__ import annotations

from sandtable.books.companies_and_captains.chapters.ambitions import ambition_points, tell_ambitions
from sandtable.books.companies_and_captains.chapters.testing_resilience import settle_company_tests
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle
from sandtable.kernel import Play, rule
from sandtable.kernel.book import Result


@rule("CC-END-04", "CC-END-01")
async def settle_action(play: Play[Battle]) -> None:
    """When an action is fully settled, company tests included, the closing conditions are looked at."""
    if play.state.events:
        await settle_company_tests(play)
    closing = scenario_of(play.state).closing_condition(play.state)
    if closing is not None:
        close(play, *closing, at_once=True)


@rule("CC-END-01", "CC-END-02", "CC-END-04")
def close(play: Play[Battle], why: str, *rules: str, at_once: bool = False) -> None:
    """The game is over: nothing further is activated, and VP are counted line by line."""
    state = play.state
    state.closed, state.closed_by = why, rules
    state.step = "over"
    state.to_do = ()
    play.tell("game closed", *rules, "CC-END-01", *(("CC-END-04",) if at_once else ()), why=why)
    scenario = scenario_of(state)
    for scored, cited in scenario.counted(state):
        play.tell(
            "victory points counted",
            *cited,
            "CC-END-02",
            side=state.role(scored.side),
            vp=scored.vp,
            reason=scored.reason,
        )
    tell_ambitions(play)
    ended = result(state)
    assert ended is not None
    play.tell(
        "game won" if ended.winners else "game drawn", "CC-END-02", winners=ended.winners, points=ended.points
    )


@rule("CC-END-02")
def result(state: Battle) -> Result | None:
    """Scenario VP and ambition VP are added for each side; the higher total wins, equal totals are a draw."""
    if not state.closed:
        return None
    totals = [0, 0]
    for scored in scenario_of(state).victory_points(state):
        totals[scored.side] += scored.vp
    for seat, company in state.companies.items():
        totals[company.side] += sum(scored.vp for scored in ambition_points(state, seat))
    best = max(totals)
    winners = () if totals[0] == totals[1] else state.sides[totals.index(best)]
    points = {state.role(side): totals[side] for side in (0, 1)}
    return Result(winners, points, state.closed, (*state.closed_by, "CC-END-02"))
