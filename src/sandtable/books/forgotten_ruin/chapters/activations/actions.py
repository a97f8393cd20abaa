"""Actions: what a soldier can do besides moving; chapters and special rules add theirs here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from sandtable.binding.limits import once
from sandtable.binding.registry import Registry
from sandtable.books.forgotten_ruin.chapters.conditions import stunned_friends_in_contact
from sandtable.books.forgotten_ruin.chapters.fire_support import (
    call_fire_support,
    chance_of_call,
    fire_mission,
    why_not_call,
)
from sandtable.books.forgotten_ruin.chapters.shooting.fire_action import fire, why_not_fire
from sandtable.books.forgotten_ruin.chapters.tactics import MORTARS, can_direct_mortars, use_firepower
from sandtable.books.forgotten_ruin.modifiers import wits
from sandtable.books.forgotten_ruin.state import NO_SOLDIERS, Battle, Soldier
from sandtable.books.forgotten_ruin.windows import Activation
from sandtable.kernel import Candidate, Play, Refusal, rule


class Action:
    """Something that costs a soldier the Action, or that is a Free Action."""

    name: ClassVar[str] = ""
    rules: ClassVar[tuple[str, ...]] = ()
    free: ClassVar[bool] = False
    group: ClassVar[str] = ""
    """The word under which screens fold what it offers, where that may be much."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> Sequence[Candidate]:
        """What the soldier may choose from now; empty where the action has nothing to offer."""
        raise NotImplementedError

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> bool | None:
        """Do what was chosen; False where it was not done after all and costs nothing."""
        raise NotImplementedError


ORDER = (
    *("Fire", "Tactical Awareness", "Call Fire Support", "Mortars!", "Buddy Check", "Spell-casting"),
    *("Use a potion", "Read a scroll", "Use a staff", "Pick up cargo", "Interact"),
    *("Use an item", "Destroy a plant", "Look around", "Dig"),
    *("Use a load", "Mount", "Dismount", "Leap", "Take to the Sky", "Change shape"),
)
"""How Actions follow one another where several are offered."""
ACTIONS: Registry[Action] = Registry("an Action", ORDER)
"""Every Action and Free Action of the book, by name."""


def action(name: str, *rules: str, free: bool = False) -> Callable[[type[Action]], type[Action]]:
    """Register an Action, with the rules it carries out."""

    def register(kind: type[Action]) -> type[Action]:
        kind.name, kind.rules, kind.free = name, rules, free
        ACTIONS[name] = kind()
        return rule(*rules)(kind)

    return register


@action("Fire", "FR-ACT-07", "FR-ACT-06")
class Fire(Action):
    """Shoot one ranged weapon that is carried, or throw a grenade."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> Sequence[Candidate]:
        """One entry; weapon and target are asked for next."""
        if not any(not one.is_melee for one in soldier.weapons):
            return ()

        def check() -> Refusal | None:
            return activation.why_no_attack or why_not_fire(state, soldier)

        rules = ("FR-ACT-07", "FR-ACT-06")
        return [Candidate("fire", "Fire", rules=rules, check=check, points_at=("unit", "ground"))]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> bool:
        """The whole Fire action."""
        done = await fire(play, soldier, None)
        if done:
            use_firepower(play.state, soldier)
        return done


@rule("FR-ACT-12")
def why_used_in_round(state: Battle, action: str) -> Refusal | None:
    """Why an Action of once a round for the whole force is gone, if it is."""
    if not state.has_used(once("round", action)):
        return None
    reason = f"{action} was attempted in this round already."
    return Refusal("FR-ACT-12", reason, "Take it in the next round.")


@action("Call Fire Support", "FR-ACT-12", "FR-ACT-06")
class CallFireSupport(Action):
    """A fire mission is called, if there is one; once a round for the whole force."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> Sequence[Candidate]:
        """Where the mission has fire support."""
        if "fire support" not in state.mission.support or soldier.position in NO_SOLDIERS:
            return ()
        return [
            Candidate(
                "call fire support",
                "Call Fire Support",
                rules=("FR-ACT-06", "FR-ACT-12"),
                check=lambda: why_not_call(state, soldier),
                need=state.mission.fire_support_number - wits(state, soldier),
                chance=round(chance_of_call(state, soldier), 3),
            )
        ]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> None:
        """The attempt counts whether it succeeds or not."""
        await call_fire_support(play, soldier)


@action("Mortars!", "FR-TAC-12")
class Mortars(Action):
    """A fire mission of the Tactic: no call roll, and the leader who targets it spends the Action."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> Sequence[Candidate]:
        """While the Tactic waits to be used."""
        if MORTARS not in state.active_tactics or not can_direct_mortars(soldier):
            return ()
        return [Candidate("mortars", "target the mortars", rules=("FR-TAC-12",))]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> None:
        """Everything but the call roll is as for any fire mission."""
        state = play.state
        state.active_tactics = tuple(one for one in state.active_tactics if one != MORTARS)
        await fire_mission(play, soldier, "FR-TAC-12")


@action("Buddy Check", "FR-CON-15")
class BuddyCheck(Action):
    """A Stunned friend who is in contact, or was when the move began or on the way, loses a Stun marker."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> Sequence[Candidate]:
        """One entry for each friend with a marker who is in contact, or was in this move."""
        left = (state.soldiers[id] for id in activation.left)
        friends = [*stunned_friends_in_contact(state, soldier), *(one for one in left if one.stun > 0)]
        names = {one.id: one.name for one in friends if one.on_table}
        return [
            Candidate(f"buddy check {id}", f"Buddy Check on {name}", id, rules=("FR-CON-15",), about=(id,))
            for id, name in names.items()
        ]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> None:
        """One marker comes off."""
        friend = play.state.soldiers[chosen]
        friend.stun -= 1
        play.tell("Buddy Check", "FR-CON-15", figure=soldier.id, friend=friend.id, stun=friend.stun)
