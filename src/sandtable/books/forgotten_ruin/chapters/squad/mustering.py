"""The squad takes the field: who is there, with what, and under which options."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.squad.checking import LAUNCHER, RIFLE
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import (
    difficulty,
    difficulty_factor,
    final_score,
)
from sandtable.books.forgotten_ruin.chapters.squad.squad_tables import rank_of, squad_tables
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, WINDOWS, Moment
from sandtable.kernel import Play, rule

ALWAYS = ("FR-SQD-02", "FR-SQD-03", "FR-SQD-04", "FR-SQD-15", "FR-SQD-16", "FR-SQD-17")
"""What holds for every squad: its order, its names, ranks and profiles."""


@rule("FR-SQD-15")
def highest_ranks(soldiers: list[Soldier]) -> list[Soldier]:
    """Those who hold the highest rank among these; the player chooses among equals."""
    best = min((rank_of(one.position) for one in soldiers), default=0)
    return [one for one in soldiers if rank_of(one.position) == best]


@WINDOWS.consequence(
    BATTLE_STARTED,
    "squad takes the field",
    "FR-SQD-01",
    lambda play, seat, now: bool(play.state.soldiers),
    rank=-3,
)
async def muster(play: Play[Battle], seat: str, now: Moment) -> None:
    """Everybody is named with position, character and weapons."""
    state = play.state
    soldiers = [one for one in state.soldiers.values() if one.where != "behind"]
    armed = {one.id: ", ".join(each.name for each in one.weapons) for one in soldiers}
    shown = {one.id: [one.name, one.position, armed[one.id]] for one in soldiers}
    leads = [one.id for one in highest_ranks(soldiers)]
    play.tell("squad takes the field", *rules_of_squad(state, soldiers), soldiers=shown, leads=leads)
    if state.switches.difficulty_options or state.switches.difficulty_target is not None:
        _tell_options(play)


@rule("FR-SQD-02", "FR-SQD-03", "FR-SQD-38", "FR-SQD-39", "FR-SQD-40", "FR-SQD-41", "FR-SQD-42", "FR-SQD-44")
def rules_of_squad(state: Battle, soldiers: list[Soldier]) -> tuple[str, ...]:
    """The rules of creation that show in this squad."""
    switches, rows = state.switches, squad_tables().weapons
    carried = [{each.name for each in one.weapons} for one in soldiers]
    rifles = any(one & set(rows.for_a_rifle) for one in carried)
    marks = (
        ("FR-SQD-01", switches.squad_size == squad_tables().size),
        ("FR-SQD-05", switches.squad_size != squad_tables().size),
        ("FR-SQD-45", switches.squad_theme != "modern"),
        ("FR-SQD-10", any(not one.is_personality for one in soldiers)),
        ("FR-SQD-18", any(one.is_personality for one in soldiers)),
        ("FR-SQD-36", any(one.is_main_character for one in soldiers)),
        ("FR-SQD-37", any(one.is_main_character and one.luck for one in soldiers)),
        ("FR-DIF-06", "Lucky heroes" in switches.difficulty_options),
        ("FR-SQD-38", any(RIFLE in one and LAUNCHER not in one for one in carried)),
        ("FR-SQD-39", any(one.position == "squad leader" for one in soldiers)),
        ("FR-SQD-40", any(rows.for_a_launcher in one for one in carried)),
        ("FR-SQD-41", rifles),
        ("FR-SQD-42", any("anti-tank weapon" in one for one in carried)),
        ("FR-SQD-44", any("hand grenades" in one for one in carried)),
    )
    old = ("FR-SQD-12", "FR-SQD-13", "FR-SQD-14") if any(one.is_veteran for one in soldiers) else ()
    officers = any(one.position.startswith("platoon") for one in soldiers)
    platoon = ("FR-SQD-06", "FR-SQD-07", "FR-SQD-43") if officers else ()
    return (*(id for id, shows in marks if shows), *ALWAYS, *platoon, *old)


@rule("FR-DIF-01", "FR-DIF-03", "FR-DIF-04", "FR-DIF-05")
def _tell_options(play: Play[Battle]) -> None:
    """The options of the campaign and what they add up to."""
    switches = play.state.switches
    by_name = {one.option: one.rule for one in difficulty().options}
    chosen = [by_name[one] for one in switches.difficulty_options]
    target = ("FR-DIF-04",) if switches.difficulty_target is not None else ()
    rules = ("FR-DIF-01", "FR-DIF-02", "FR-DIF-03", *target, "FR-DIF-05", "FR-DIF-28", *chosen)
    play.tell(
        "difficulty",
        *rules,
        options=switches.difficulty_options,
        factor=difficulty_factor(switches),
        multiplier=str(final_score(1, switches)),
    )
