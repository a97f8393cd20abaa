"""Side objectives: two for each player, drawn in secret, behind a switch."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.scenarios.scenario import Goal, scenario_of
from sandtable.books.lands_of_ruin.state import Battle, Seat
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.kernel import Play, rule

WORTH = 100
"""LR-SCN-27"""


@rule("LR-SCN-27", "LR-TEAM-11")
async def draw(play: Play[Battle]) -> None:
    """A section to search; an enemy, among those the player may know, to be killed by an own character."""
    state = play.state
    for seat in state.players if state.switches.side_objectives else ():
        own = [one.id for one in state.team(seat)]
        foes = [one for one in state.team(state.other(seat)) if not one.profile.has("Infiltration")]
        sides = {"search": [str(one.number) for one in map_of(state.map).sections]}
        sides |= {"target": [one.id for one in foes], "killer": own} if foes else {}
        drawn = {}
        for what, among in sides.items():
            (face,) = await play.roll(1, "side objective", "LR-SCN-27", sides=len(among), to=(seat,))
            drawn[what] = among[face - 1]
        state.sides[seat].secret = {**state.sides[seat].secret, **drawn}
        play.tell("side objectives drawn", "LR-SCN-27", to=(seat,), seat=seat, **drawn)  # type: ignore[arg-type]


@rule("LR-SCN-27", "LR-ACT-24", "LR-END-12")
def side_goals(state: Battle, seat: Seat) -> list[Goal]:
    """Each that was reached; who killed whom is known at the end only."""
    drawn, searched = state.sides[seat].secret, state.scenario.counted
    victim = state.cards.get(drawn.get("target", ""))
    found = []
    if "search" in drawn and searched.get(f"{seat} searched {drawn['search']}"):
        found.append(Goal("Search the section", WORTH))
    if victim is not None and victim.own.has("Dead") and victim.own.killed_by == drawn["killer"]:
        found.append(Goal("Kill the target", WORTH))
    return found


@rule("LR-END-12", "LR-SCN-27")
def count(play: Play[Battle]) -> None:
    """The scenario's objectives, and then these, which panic takes away."""
    scenario_of(play.state).count(play)
    for seat, side in play.state.sides.items():
        for goal in side_goals(play.state, seat) if not side.panicked else ():
            side.points += goal.points
            told = {"objective": goal.objective, "points": goal.points}
            play.tell("objective reached", "LR-SCN-27", seat=seat, **told)  # type: ignore[arg-type]
