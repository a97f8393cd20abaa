"""Charm Minion: a figure of a mob moves and acts as the caster says, once."""

from __future__ import annotations

from typing import cast as typed

from sandtable.binding.figures.planner import Planned
from sandtable.books.forgotten_ruin.chapters.armory import enemy_weapon
from sandtable.books.forgotten_ruin.chapters.conditions import wake
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import fight_all_at_once
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.movement.falling import PER_HIT
from sandtable.books.forgotten_ruin.chapters.movement.planner import MoveOrDash, MovePlanner
from sandtable.books.forgotten_ruin.chapters.movement.walking import walk
from sandtable.books.forgotten_ruin.chapters.principles.conventions import beyond, inches
from sandtable.books.forgotten_ruin.chapters.shooting.hit_numbers import Shot, hit_by, hit_number
from sandtable.books.forgotten_ruin.chapters.shooting.targets import in_melee_with, why_out_of_reach
from sandtable.books.forgotten_ruin.chapters.spells.casting import Cast, Spell, spell
from sandtable.books.forgotten_ruin.chapters.spells.targets import (
    choose_figures,
    choose_one,
    enemies_in_reach,
    resists,
)
from sandtable.books.forgotten_ruin.modifiers import (
    WHY_NOT_ACT,
    WHY_NOT_DASH,
    WHY_NOT_MOVE,
    on_the_die,
    speed,
)
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel import Answer, Candidate, ChooseOne, For, Play, YesNo, refuse

ARCHERS = "Archers"
"""The training of those who shoot (FR-ENE-43)."""


@spell("Charm Minion", "FR-SPL-29")
class CharmMinion(Spell):
    """A figure of a mob moves and acts as the caster says, once."""

    def able(self, state: Battle, cast: Cast) -> list[Enemy]:
        """Figures of mobs in reach."""
        return [one for one in enemies_in_reach(state, cast) if one.mob]

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """One figure, or more with Additional Targets, one after the other."""
        able = self.able(play.state, cast)
        if cast.row.targets + cast.extra_targets > 1:
            chosen = await choose_figures(play, cast, able)
        else:
            one = able[0] if len(able) == 1 else await choose_one(play, cast, able, "Who is charmed?")
            wake(play, play.state.mobs[one.mob], "FR-CON-14")
            chosen = [one]
        for target in chosen:
            if target.on_table and not await resists(play, cast, target):
                await self._direct(play, cast, target)

    async def _direct(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """One Move and one Action: it runs, charges its comrades or shoots at them."""
        state = play.state
        play.tell("charmed", "FR-SPL-29", figure=target.id)
        side, target.side = target.side, "squad"
        stood, before = target.at, state.contacts
        target.moved = 0.0
        how, has_charged = await self._move(play, cast, target)
        if target.on_table:
            foes = in_melee_with(state, target)
            if foes and (has_charged or await self._wants_to_fight(play, cast, target)):
                await fight_all_at_once(play, target, foes, "FR-SPL-29")
            elif how != "dash":
                # Comrades whom it touches and leaves alone do not keep it from shooting.
                await self._shoot(play, cast, target)
        target.side = side
        kept = before if target.at == stood else ()
        state.contacts = tuple(
            one for one in state.contacts if target.id not in (one.mover, one.other) or one in kept
        )

    async def _move(self, play: Play[Battle], cast: Cast, target: Enemy) -> tuple[str, bool]:
        """A Move, or a Move and a Dash, but not to its own destruction; which, and whether it has charged."""
        state = play.state
        if WHY_NOT_MOVE.first(state, target) is not None:
            return "", False
        limit = inches(state, speed(state, target))
        planner = CharmPlanner(state, typed(Soldier, target), limit, "move", True, False)
        prompt = f"Where does {name_of(state, target)} go?"
        rules = ("FR-SPL-29", "FR-MOV-01", *(("FR-ACT-08", "FR-MOV-11") if planner.dash else ()))
        planned = await planner.ask(play, cast.caster.seat, "move charmed figure", prompt, rules)
        dashes = beyond(planned.route.cost, planner.farthest)
        how, rules = ("dash", ("FR-SPL-29", "FR-ACT-08")) if dashes else ("move", ("FR-SPL-29",))
        await walk(play, target, planned.route, how, *rules)
        return how, bool(planned.route.contact)

    async def _wants_to_fight(self, play: Play[Battle], cast: Cast, target: Enemy) -> bool:
        """A figure that stands among its comrades turns on them if the player says so."""
        prompt = f"Does {name_of(play.state, target)} turn on those whom it touches?"
        wants: bool = await play.ask(
            YesNo(cast.caster.seat, "charmed figure fights", prompt, ("FR-SPL-29",), about=(target.id,))
        )
        return wants

    async def _shoot(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """An archer may shoot at one of its own side."""
        state = play.state
        is_archer = state.mobs[target.mob].training == ARCHERS
        if not is_archer or WHY_NOT_ACT.first(state, target, "Shoot") is not None:
            return
        weapon = enemy_weapon(state, target, "shooting")
        seen = [one for one in state.opponents_of(target) if not why_out_of_reach(state, target, weapon, one)]
        if not seen:
            return

        seat, rules, prompt = cast.caster.seat, ("FR-SPL-29",), f"What does {name_of(state, target)} do?"
        candidates = [
            *(_shot_at(state, one) for one in seen),
            Candidate("stand", "Do nothing more", (), rules=rules),
        ]
        question = ChooseOne(seat, "charmed figure shoots", prompt, rules, candidates, about=(target.id,))
        for foe in await play.ask(question):
            need, why = hit_number(state, target, foe, weapon), For("hit", target.id)
            told = [str(one) for one in on_the_die(need)]
            (face,) = await play.roll(1, why, *rules, seat=seat, need=need, modifiers=told, target=foe.id)
            if face >= need.number:
                await strike(play, foe, [hit_by(Shot(target, foe, weapon), face, *rules)], *rules)


def _shot_at(state: Battle, foe: Soldier | Enemy) -> Candidate:
    label = f"Shoot at {name_of(state, foe)}"
    return Candidate(f"shoot {foe.id}", label, (foe,), rules=("FR-SPL-29",), about=(foe.id,))


class CharmPlanner(MoveOrDash):
    """The moves of a charmed figure, the long ones with a Dash: it does not destroy itself."""

    def __init__(
        self, state: Battle, soldier: Soldier, limit: float, kind: str, may_contact: bool, may_leave: bool
    ) -> None:
        super().__init__(state, soldier, limit, kind, may_contact, may_leave)
        why = WHY_NOT_DASH.first(state, soldier) or WHY_NOT_ACT.first(state, soldier, "Dash")
        self.dash = MovePlanner(state, soldier, limit, "dash", False, False) if why is None else None

    def plan_of(self, answer: Answer) -> Planned:
        """The move that the answer stands for, and none to its end."""
        found = super().plan_of(answer)
        deep = inches(self.state, PER_HIT)
        if any(leg.how == "drop" and leg.foot - leg.top >= deep for leg in found.route.legs):
            raise refuse("FR-SPL-29", "That would be its end.", "Send it where it comes to no harm.")
        return found
