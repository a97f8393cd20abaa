"""Charm Minion: a figure of a mob moves and acts as the caster says, once."""

from __future__ import annotations

from typing import cast as typed

from sandtable.books.forgotten_ruin.chapters.armory import enemy_weapon
from sandtable.books.forgotten_ruin.chapters.conditions import wake
from sandtable.books.forgotten_ruin.chapters.conventions import inches, opponents_in_contact
from sandtable.books.forgotten_ruin.chapters.falling import PER_HIT
from sandtable.books.forgotten_ruin.chapters.hand_to_hand import fight_at_once
from sandtable.books.forgotten_ruin.chapters.hit_numbers import Shot, hit_by, hit_number
from sandtable.books.forgotten_ruin.chapters.hits import strike
from sandtable.books.forgotten_ruin.chapters.move_planner import MovePlanner, Planned
from sandtable.books.forgotten_ruin.chapters.movement import walk
from sandtable.books.forgotten_ruin.chapters.spells.casting import (
    Cast,
    Spell,
    choose_figures,
    choose_one,
    enemies_in_reach,
    resists,
    spell,
    why_no_target,
)
from sandtable.books.forgotten_ruin.chapters.targets import why_out_of_reach
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_MOVE, speed
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.decision import Answer, Candidate, ChooseOne, Move
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal, refuse

ARCHERS = "Archers"
"""The training of those who shoot (FR-ENE-43)."""


@spell("Charm Minion", "FR-SPL-29")
class CharmMinion(Spell):
    """A figure of a mob moves and acts as the caster says, once."""

    def _able(self, state: Battle, cast: Cast) -> list[Enemy]:
        return [one for one in enemies_in_reach(state, cast) if one.mob]

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """A mob figure must be in reach."""
        return why_no_target(self._able(state, cast), cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """One figure, or more with Additional Targets, one after the other."""
        able = self._able(play.state, cast)
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
        target.moved = 0.0
        await self._move(play, cast, target)
        if target.on_table:
            foes = opponents_in_contact(state, target)
            if foes:
                await fight_at_once(play, target, foes[0], "FR-SPL-29", kind="at once")
            else:
                await self._shoot(play, cast, target)
        target.side = side
        state.contacts = tuple(one for one in state.contacts if target.id not in (one.mover, one.other))

    async def _move(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """A full Move as the player says, but not to its own destruction."""
        state = play.state
        if WHY_NOT_MOVE.first(state, target) is not None:
            return
        limit = inches(state, speed(state, target))
        planner = CharmPlanner(state, typed(Soldier, target), limit, "move", True, False)
        facts = {"figure": target.id, "group": target.id, "inches": limit, "move": limit, "way": "move"}
        prompt = f"Where does {target.name} ({target.id}) go?"
        planned: Planned = await play.ask(
            Move(cast.caster.seat, prompt, ("FR-SPL-29", "FR-MOV-01"), planner, facts)
        )
        await walk(play, target, planned.route, "move", "FR-SPL-29")

    async def _shoot(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """An archer may shoot at one of its own side."""
        state = play.state
        if state.mobs[target.mob].training != ARCHERS:
            return
        weapon = enemy_weapon(state, target, "shooting")
        seen = [one for one in state.opponents_of(target) if not why_out_of_reach(state, target, weapon, one)]
        if not seen:
            return

        def candidates() -> list[Candidate]:
            shots = [
                Candidate(f"shoot {one.id}", f"Shoot at {one.name} ({one.id})", (one,), rules=("FR-SPL-29",))
                for one in seen
            ]
            return [*shots, Candidate("stand", "Do nothing more", (), rules=("FR-SPL-29",))]

        question = ChooseOne(
            cast.caster.seat,
            f"What does {target.name} do?",
            ("FR-SPL-29",),
            candidates,
            {"figure": target.id},
        )
        for foe in await play.ask(question):
            need = hit_number(state, target, foe, weapon)
            seat, why = cast.caster.seat, f"hit {target.id}"
            (face,) = await play.roll(1, why, "FR-SPL-29", seat=seat, need=need, target=foe.id)
            if face >= need.number:
                await strike(play, foe, [hit_by(Shot(target, foe, weapon), face, "FR-SPL-29")], "FR-SPL-29")


class CharmPlanner(MovePlanner):
    """The moves of a charmed figure: it does not destroy itself."""

    def _read(self, answer: Answer) -> Planned:
        found = super()._read(answer)
        deep = inches(self.state, PER_HIT)
        if any(leg.how == "drop" and leg.foot - leg.top >= deep for leg in found.route.legs):
            raise refuse("FR-SPL-29", "That would be its end.", "Send it where it comes to no harm.")
        return found
