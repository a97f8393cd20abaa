"""What every attack does before and after its dice: preparation is lost, groups hear of it, turning round."""

from __future__ import annotations

import msgspec

from sandtable.books.heroic_endeavors.chapters.actions import lose_preparation
from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.ground import face, side_of
from sandtable.books.heroic_endeavors.chapters.movement.riding import bearer_of, ride_along
from sandtable.books.heroic_endeavors.game_master.awareness import alert
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.game_master.fog import show
from sandtable.books.heroic_endeavors.modifiers import Attack
from sandtable.books.heroic_endeavors.naming import SIDES, name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import (
    ATTACK_COMES,
    ATTACKED,
    WINDOWS,
    AttackComes,
    ModelMoment,
)
from sandtable.kernel import PASS, Candidate, ChooseOne, Play, rule
from sandtable.table.squares.spaces import FACINGS, Facing


@rule("HE-SKL-02", "HE-SKL-11")
async def announced(play: Play[Adventure], attack: Attack) -> Attack | None:
    """The attack as it is made in the end: on somebody else, or not at all."""
    now = AttackComes(attack)
    await WINDOWS.open(play, ATTACK_COMES, now)
    return None if now.is_off else now.attack


@rule("HE-ACT-04", "HE-AGM-02", "HE-AGM-03")
async def begin_attack(play: Play[Adventure], attack: Attack) -> None:
    """The target's preparation is lost, hit or not, and its group knows of the attacker."""
    target = attack.target
    show(play, attack.attacker)
    play.tell(
        "attack declared", "HE-ACT-08" if attack.kind == "melee" else "HE-RNG-01",
        model=attack.attacker.id, target=target.id, weapon=attack.weapon, reaction=attack.is_reaction,
    )  # fmt: skip
    lose_preparation(play, target)
    alert(play, target.group, "HE-AGM-03", by=attack.attacker)
    await WINDOWS.open(play, ATTACKED, ModelMoment(target))


@rule("HE-MEL-10", "HE-MEL-09")
async def turn_after_rear_attack(play: Play[Adventure], target: Model, attacker: Model) -> None:
    """Who has survived an attack from behind may turn by a quarter towards it; nothing reacts to that."""
    target = bearer_of(play.state, target)
    if is_out(target) or not attacker.on_board or attacker.at is None:
        return
    at = attacker.at
    now = FACINGS.index(target.facing)
    turns: list[Facing] = [FACINGS[(now + one) % 4] for one in (1, 3)]
    towards = [one for one in turns if _faces(target, one, at)] or turns
    sides = [Candidate(one, SIDES[one], one) for one in towards]
    stay = Candidate("stay", "stay as it is", target.facing, deed=PASS)
    prompt = f"Which way does {name_of(play.state, target)} turn?"
    asked = ChooseOne(
        target.seat, "turn round", prompt, ("HE-MEL-10",), [*sides, stay], about=(target.id, attacker.id)
    )
    facing = await CHAIR.ask(play, asked)
    if facing != target.facing:
        face(target, facing)
        ride_along(play.state, target)
        play.tell("model turned", "HE-MEL-10", model=target.id, facing=facing)


def _faces(model: Model, facing: Facing, space: tuple[int, int]) -> bool:
    """Whether a space would no longer lie behind."""
    turned = msgspec.structs.replace(model)
    face(turned, facing)
    return side_of(turned, space) != "rear"
