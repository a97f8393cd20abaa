"""Blind Devotion: a cohort takes the shot that was meant for a friend."""

from __future__ import annotations

import msgspec

from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.ground import distance_between, is_adjacent, others_than
from sandtable.books.heroic_endeavors.chapters.movement.walking import mover_of
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    arc_of,
    is_in_arc,
    shot_at,
    why_not_shoot,
)
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.modifiers import Attack
from sandtable.books.heroic_endeavors.naming import name_of, space_called
from sandtable.books.heroic_endeavors.special.skills import works
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import ATTACK_COMES, WINDOWS, AttackComes, once
from sandtable.kernel import PASS, Advice, Candidate, ChooseOne, Decision, Play, rule
from sandtable.table.squares.reach import Place, reach
from sandtable.table.squares.spaces import Space
from sandtable.table.squares.surface import middle

NEAR = 2
"""HE-SKL-02: so near the devoted one must be."""
STEP = 3
"""The halves of a space that one step costs at most, on even ground."""
LET_BE = "let be"


@rule("HE-SKL-02", "HE-PBR-01")
def places_for(state: Adventure, attack: Attack, devoted: Model) -> list[Space]:
    """Where a devoted cohort could take the shot: beside the target, where it stands or a step on."""
    target, weapon = attack.target, attack.ranged
    if weapon is None or attack.kind != "ranged" or attack.area or attack.is_point_blank:
        return []
    able = devoted.role == "cohort" and works(devoted, "Blind Devotion") and not is_out(devoted)
    if not able or devoted.side != target.side or devoted.id == target.id or devoted.at is None:
        return []
    if distance_between(devoted, target) > NEAR or not is_in_arc(attack.attacker, devoted, arc_of(weapon)):
        return []
    here = [devoted.at] if is_adjacent(state, devoted, target) else _a_step_from(state, devoted)
    return [at for at in here if _can_be_shot(state, attack, msgspec.structs.replace(devoted, at=at))]


def _a_step_from(state: Adventure, devoted: Model) -> list[Space]:
    assert devoted.at is not None
    start, others = Place(devoted.at, devoted.facing), others_than(state, devoted)
    found = reach(state.board, mover_of(state, devoted), start, 2 * STEP, others)
    ways = ((at, found.way(Place(at, devoted.facing))) for at in found.spaces)
    return [at for at, way in ways if way is not None and len(way) == 1]


def _can_be_shot(state: Adventure, attack: Attack, there: Model) -> bool:
    assert attack.ranged is not None
    shot = shot_at(state, attack.attacker, there, attack.ranged)
    return is_adjacent(state, there, attack.target) and why_not_shoot(state, shot) is None


def _devoted(play: Play[Adventure], seat: str, now: AttackComes) -> list[Model]:
    if now.attack.kind != "ranged" or not once(play, seat, now):
        return []
    return [one for one in play.state.conscious() if places_for(play.state, now.attack, one)]


@WINDOWS.consequence(ATTACK_COMES, "Blind Devotion", "HE-SKL-02", _devoted)
async def takes_over(play: Play[Adventure], seat: str, now: AttackComes, devoted: list[Model]) -> None:
    """One of them may step in, before the dice are rolled; nothing reacts to that step."""
    state, attack = play.state, now.attack
    assert attack.ranged is not None
    for model in devoted:
        at = await _where(play, attack, model)
        if at is None:
            continue
        if at != model.at:
            model.at = at
            play.tell(
                "model stepped in", "HE-SKL-02", reveals=model.side != "party", model=model.id, at=middle(at)
            )
        play.tell("attack taken over", "HE-SKL-02", model=model.id, target=attack.target.id)
        instead = shot_at(state, attack.attacker, model, attack.ranged)
        now.attack = instead._replace(is_reaction=attack.is_reaction)
        return


async def _where(play: Play[Adventure], attack: Attack, model: Model) -> Space | None:
    state = play.state
    places = [
        Candidate(
            space_called(at), f"step in at {space_called(at)}", at, ("HE-SKL-02",), places=(middle(at),)
        )
        for at in places_for(state, attack, model)
    ]
    let_be = Candidate(LET_BE, "let the attack be", deed=PASS)
    prompt = f"Does {name_of(state, model)} take the shot that is meant for {name_of(state, attack.target)}?"
    facts = {"target": attack.target.id}
    about = (model.id, attack.target.id, attack.attacker.id)
    asked = ChooseOne(model.seat, "take over", prompt, ("HE-SKL-02",), [*places, let_be], facts, about=about)
    at: Space | str = await CHAIR.ask(play, asked)
    return None if isinstance(at, str) else at


@CHAIR.decides("take over", "HE-SKL-02")
def answer_take_over(state: Adventure, decision: Decision) -> Advice:
    """For a villain, by whoever would survive it better."""
    devoted, target = state.models[decision.about[0]], state.models[decision.facts["target"]]
    wants = target.is_character or target.dp < devoted.dp
    answer = decision.options()[0].answer if wants else LET_BE
    return Advice(answer, 0.0, (), ("HE-SKL-02",))
