"""What Story Points buy besides dice: offered when a battle is about to start, and rulings at any time."""

from __future__ import annotations

from typing import Any

from sandtable.binding.choosing import choose, choose_word
from sandtable.books.forgotten_ruin.chapters.aggression.score import (
    add_aggression,
    aggression_is_used,
    why_unused,
)
from sandtable.books.forgotten_ruin.chapters.principles.harder_results import want_worse_row, worse_results
from sandtable.books.forgotten_ruin.chapters.squad.characters import roll_character
from sandtable.books.forgotten_ruin.chapters.squad.difficulty import luck_of_personalities
from sandtable.books.forgotten_ruin.chapters.story_points.points import points_left, spend
from sandtable.books.forgotten_ruin.enemies.enemy_tables import enemy_types
from sandtable.books.forgotten_ruin.enemies.generating import mob_size, new_mob
from sandtable.books.forgotten_ruin.enemies.movement.placing import arrive_from_edge
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import BATTLE_STARTED, WINDOWS, Moment
from sandtable.kernel import Candidate, ChooseOne, Play, refuse, rule
from sandtable.kernel.window import Found, Register, When

EXPOSURE, SUPPORT = 2, 1
"""What a point buys (FR-STP-09, FR-STP-10)."""
ATTACHED = ("pet", "diplomat", "mirror image", "platoon leader", "platoon sergeant")
"""Those who are no soldiers of the squad and so never become known (FR-SQD-10)."""


def points_to_offer(state: Battle) -> int:
    """The Story Points for which uses are offered."""
    return 0 if state.switches.offer_dice_changes == "never" else points_left(state)


def _has_points(play: Play[Battle], seat: str, now: Moment) -> bool:
    return points_to_offer(play.state) > 0


def _grunts(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    """Soldiers of the squad who are not known yet."""
    soldiers = play.state.soldiers.values() if _has_points(play, seat, now) else ()
    return [one for one in soldiers if not one.is_personality and one.position not in ATTACHED]


def _personalities(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    """The known personalities, who alone advance (FR-SQD-11)."""
    soldiers = play.state.soldiers.values() if _has_points(play, seat, now) else ()
    return [one for one in soldiers if one.is_personality]


def _is_open_ended(play: Play[Battle], seat: str, now: Moment) -> bool:
    return _has_points(play, seat, now) and play.state.switches.story_points == "all_uses"


def _bought(what: str, rule_id: str, when: When[Found]) -> Register[Found]:
    """Something that a Story Point buys when a battle is about to start, as often as there are points."""
    name = f"Story Point: {what}"
    return WINDOWS.offer(BATTLE_STARTED, name, rule_id, when, repeats=True, group="Story Points")


def _hand_over(state: Battle, use: str, what: str = "") -> None:
    """The campaign is told what was bought."""
    state.stock.bought = (*state.stock.bought, (use, what))


@_bought("known personality", "FR-STP-07", _grunts)
async def make_known(play: Play[Battle], seat: str, now: Moment, unknown: list[Soldier]) -> None:
    """A grunt becomes a known personality, with two trait rolls at once."""
    topic, prompt = "choose who becomes known", "Who becomes known?"
    soldier = await choose(play, seat, topic, prompt, ("FR-STP-07",), unknown, lambda one: one.name)
    spend(play, "FR-STP-07", "make a known personality", figure=soldier.id)
    soldier.is_personality = True
    soldier.luck += luck_of_personalities(play.state.switches)
    await roll_character(play, soldier, "FR-STP-07")


@_bought("Advance", "FR-STP-08", _personalities)
@rule("FR-SQD-11")
async def give_advance(play: Play[Battle], seat: str, now: Moment, known: list[Soldier]) -> None:
    """One known personality gains an Advance, which the campaign carries out."""
    topic, prompt = "choose who advances", "Who advances?"
    soldier = await choose(play, seat, topic, prompt, ("FR-STP-08",), known, lambda one: one.name)
    spend(play, "FR-STP-08", "give an Advance", figure=soldier.id)
    play.tell("Advance promised", "FR-STP-08", "FR-SQD-11", figure=soldier.id)
    _hand_over(play.state, "Advance", soldier.id)


@_bought("2 Exposure", "FR-STP-09", _has_points)
async def gain_exposure(play: Play[Battle], seat: str, now: Moment) -> None:
    """Two Exposure, with which Transformations are bought between battles."""
    play.state.stock.exposure += EXPOSURE
    spend(play, "FR-STP-09", "gain Exposure", points=EXPOSURE)


@_bought("1 Support", "FR-STP-10", _has_points)
async def gain_support(play: Play[Battle], seat: str, now: Moment) -> None:
    """One Support Point, which is spent when a mission is prepared."""
    play.state.stock.support_points += SUPPORT
    spend(play, "FR-STP-10", "gain Support", points=SUPPORT)


@_bought("ally roll", "FR-STP-11", _has_points)
async def gain_ally_roll(play: Play[Battle], seat: str, now: Moment) -> None:
    """One more request to allies between battles; the ban on consecutive turns does not touch it."""
    spend(play, "FR-STP-11", "gain an ally roll")
    _hand_over(play.state, "ally roll")


@_bought("replacement", "FR-STP-12", _has_points)
async def gain_replacement(play: Play[Battle], seat: str, now: Moment) -> None:
    """One more replacement for the campaign."""
    spend(play, "FR-STP-12", "one more replacement")
    _hand_over(play.state, "replacement")


@_bought("story event", "FR-STP-13", _is_open_ended)
async def make_it_happen(play: Play[Battle], seat: str, now: Moment) -> None:
    """A fitting event of the closed list: the next enemy, an ally's answer, or an item."""
    names = [one.name for one in enemy_types()]
    candidates = [
        *(Candidate(f"enemy {one}", f"the next enemy: {one}", ("next enemy", one)) for one in names),
        Candidate("ally", "the row of the next ally roll is chosen", ("ally row", "")),
        Candidate("item", "one chosen single item of a Loot subtable", ("item", "")),
    ]
    topic, prompt, rules = "choose story event", "What happens in the story?", ("FR-STP-13",)
    use, what = await play.ask(ChooseOne(seat, topic, prompt, rules, candidates))
    spend(play, "FR-STP-13", use, what=what)
    _hand_over(play.state, use, what)


REMEDY = 'Give "mob": true, "aggression": 1 to 10, or "table" and "row".'
HARDER_POINTS = 10
"""The most Aggression that is added at once."""


def _likes_it_hard(play: Play[Battle], seat: str, now: Moment) -> bool:
    # Offered beside the uses that cost a point, and never asked for by itself.
    has_begun = bool(play.state.round or play.state.mobs)
    return _is_open_ended(play, seat, now) and has_begun and bool(play.state.mission.enemy_type)


def _harder(what: str, when: When[Found]) -> Register[Found]:
    """Something that makes the battle harder and costs nothing."""
    name, said = f"harder for nothing: {what}", f"a harder battle: {what}"
    return WINDOWS.offer(BATTLE_STARTED, name, "FR-STP-14", when, said=said)


@_harder("a mob more", _likes_it_hard)
async def add_a_mob(play: Play[Battle], seat: str, now: Moment) -> None:
    """Another mob comes; a change that only makes the game harder is free."""
    await make_harder(play, seat, {"mob": True})


def _likes_events(play: Play[Battle], seat: str, now: Moment) -> bool:
    return _likes_it_hard(play, seat, now) and aggression_is_used(play.state)


@_harder("a worse event", _likes_events)
async def take_a_worse_event(play: Play[Battle], seat: str, now: Moment) -> None:
    """The next Aggression event is worse than the one that is rolled."""
    topic, prompt, rows = "choose worse event", "Which event is it at least?", worse_results()["aggression"]
    row = await choose_word(play, seat, topic, prompt, ("FR-STP-14",), {one: one for one in rows})
    await make_harder(play, seat, {"table": "aggression", "row": row})


@rule("FR-STP-14")
async def make_harder(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """The player makes it harder and pays nothing: a mob, Aggression, or a worse row; a ruling."""
    points, state = facts.get("aggression", 0), play.state
    wants_aggression = "aggression" in (*facts, facts.get("table", "aggression"))
    if facts.get("mob") is not True and wants_aggression and not aggression_is_used(state):
        raise refuse(why_unused(state)[0], "Aggression is not used in this battle.", "Add a mob instead.")
    if "row" in facts:
        want_worse_row(play, seat, facts)
        return
    known = bool(state.mission.enemy_type) or facts.get("mob") is not True
    if not known or (not state.round and not (state.mobs and state.soldiers_on_table())):
        raise refuse("FR-STP-14", "The battle has not begun.", "Wait until both sides stand on the table.")
    if facts.get("mob") is True:
        play.tell("harder", "FR-STP-14", seat=seat, what="a mob")
        mob = await new_mob(play, state.mission.enemy_type, mob_size(state))
        await arrive_from_edge(play, mob, "FR-STP-14")
        return
    if type(points) is not int or not 1 <= points <= HARDER_POINTS:
        raise refuse("FR-STP-14", "That makes nothing harder.", REMEDY)
    play.tell("harder", "FR-STP-14", seat=seat, what="Aggression")
    await add_aggression(play, points, "FR-STP-14")
