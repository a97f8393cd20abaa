"""Weapons on their bipods: deploying, turning and taking them up again."""

from __future__ import annotations

from math import pi

import msgspec

from sandtable.books.lands_of_ruin.chapters.effects import gain, lose
from sandtable.books.lands_of_ruin.modifiers import ATTACK, Shot
from sandtable.books.lands_of_ruin.naming import called, name_of
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.state import Battle, Card, Effect
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.arms import Arm, accessories
from sandtable.kernel import Candidate, ChooseOne, Modifier, Play, Refusal, rule
from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.table import Point

DEPLOYED = "Deployed"
HALF_A_QUARTER = 45.0
"""LR-ACT-15: degrees to either side of the facing."""
COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")


def deployed(card: Card) -> Effect | None:
    """The effect, with its weapon and facing."""
    return next((one for one in card.own.effects if one.name == DEPLOYED), None)


@rule("LR-ACT-15", "LR-ACC-02")
def arms_to_deploy(card: Card) -> list[Arm]:
    """The weapons that have a bipod whose drill the character knows."""
    profile = card.profile
    return [one for one in profile.arms if any(_helps(card, name) for name in one.accessories)]


def _helps(card: Card, accessory: str) -> bool:
    row = accessories()[accessory]
    return row.attack > 0 and card.profile.has(row.needs)


@ATTACK.source("LR-ACT-15", "LR-ACC-02")
def _on_its_bipod(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """With the weapon that is deployed."""
    effect = None if shot.attacker is None else deployed(shot.attacker)
    if effect is None or shot.arm is None or shot.attacker is None or shot.arm.weapon != effect.with_what:
        return None
    values = [accessories()[one].attack for one in shot.arm.accessories if _helps(shot.attacker, one)]
    return (Modifier(max(values), "deployed", "LR-ACT-15"),)


@rule("LR-ACT-15")
def why_outside_the_arc(state: Battle, card: Card, arm: Arm, target: str) -> Refusal | None:
    """A deployed weapon reaches only the quarter circle in front; on a real table the players see to it."""
    effect, here = deployed(card), card.model.at
    there = _place_of(state, target)
    if effect is None or effect.with_what != arm.weapon or here is None or there is None:
        return None
    if is_in_front(here, there, effect.facing):
        return None
    reason = f"{called(state, target)} is outside the quarter circle in front of the {arm.weapon}."
    return Refusal("LR-ACT-15", reason, "Realign the weapon first.")


def _place_of(state: Battle, target: str) -> Point | None:
    if (thing := state.rotters.get(target) or state.machines.get(target)) is not None:
        return thing.at
    found = state.find(target)
    return None if found is None else found[1].at


def is_in_front(here: Point, there: Point, facing: float) -> bool:
    """Whether the angle to the facing is at most 45 degrees."""
    dx, dy, turn = there[0] - here[0], there[1] - here[1], facing * pi / 180
    along = dx * cos(turn) + dy * sin(turn)
    return along >= hypot(dx, dy) * cos(HALF_A_QUARTER * pi / 180) - 1e-9


async def _facing(play: Play[Battle], card: Card) -> float:
    """Its player names a point of the compass; a real weapon is turned by hand."""
    if not surface(play.state).knows_places:
        return 0.0
    listed = [
        Candidate(name, name, degrees, ("LR-ACT-15",))
        for name, degrees in zip(COMPASS, range(0, 360, 360 // len(COMPASS)), strict=True)
    ]
    prompt = f"Where does the weapon of {name_of(card)} point?"
    asked = ChooseOne(card.seat, "choose facing", prompt, ("LR-ACT-15",), listed, about=(card.id,))
    chosen = float(await play.ask(asked))
    play.tell(
        "weapon points",
        "LR-ACT-15",
        "LR-ACC-02",
        reveals=True,
        card=card.id,
        facing=COMPASS[int(chosen) // 45],
    )
    return chosen


def _why_not_deployed(card: Card, cited: str) -> Refusal | None:
    if deployed(card) is not None:
        return None
    return Refusal(cited, f"{name_of(card)} has no weapon deployed.", "Deploy a weapon first.")


@action_kind
class DeployWeapon(ActionKind):
    """Better attacks with one weapon, and no more movement (LR-ACT-15)."""

    name = "Deploy Weapon"

    @rule("LR-ACT-15", "LR-ACT-01", "LR-ACC-02")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """It needs a weapon with its bipod, not yet deployed."""
        if not arms_to_deploy(card):
            return Refusal("LR-ACT-15", f"{name_of(card)} has no bipod.", "Order something else.")
        if deployed(card) is not None:
            return Refusal("LR-ACT-15", "The weapon is deployed already.", "Order something else.")
        return None

    @rule("LR-ACT-15")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """With the first weapon that has a bipod; nobody carries two."""
        arm = arms_to_deploy(card)[0]
        gain(play, card, DEPLOYED, with_what=arm.weapon, facing=await _facing(play, card))
        return True


@action_kind
class UndeployWeapon(ActionKind):
    """Ends Deployed and all that goes with it (LR-ACT-20)."""

    name = "Undeploy Weapon"

    @rule("LR-ACT-20")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """A weapon must be deployed."""
        return _why_not_deployed(card, "LR-ACT-20")

    @rule("LR-ACT-20")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """From now on it can move again."""
        lose(play, card, DEPLOYED)
        return True


@action_kind
class RealignWeapon(ActionKind):
    """Changes the facing of a deployed weapon (LR-ACT-21)."""

    name = "Realign Weapon"

    @rule("LR-ACT-21")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """A weapon must be deployed."""
        return _why_not_deployed(card, "LR-ACT-21")

    @rule("LR-ACT-21")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """The weapon stays deployed."""
        facing = await _facing(play, card)
        card.own.effects = tuple(
            msgspec.structs.replace(one, facing=facing) if one.name == DEPLOYED else one
            for one in card.own.effects
        )
        return True
