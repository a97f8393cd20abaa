"""The Summoning Chime: a monster that fights for the squad."""

from __future__ import annotations

from math import pi

from sandtable.books.forgotten_ruin.chapters.activations.consumables import consumable
from sandtable.books.forgotten_ruin.chapters.principles.conventions import inches, told, within
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import aim, aim_planner
from sandtable.books.forgotten_ruin.enemies.generating import new_monster
from sandtable.books.forgotten_ruin.enemies.movement.placing import place_alone
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Item, Soldier
from sandtable.kernel.arithmetic import cos, hypot, sin
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point

SUMMONS = 6.0
"""How far from the user the monster appears (FR-LOOT-71)."""


@consumable("Summoning Chime", "FR-LOOT-71", "FR-LOOT-62")
async def summoning_chime(play: Play[Battle], soldier: Soldier, item: Item) -> None:
    """A monster appears where the player says and fights for the squad until the battle ends."""
    monster = await new_monster(play, "", "squad", "FR-LOOT-71")
    # It acts in the Slow Actions phase of this very round.
    monster.arrived = 0
    at = await _where_it_appears(play, soldier, monster)
    await place_alone(play, monster, at, "FR-LOOT-71")
    play.tell("monster summoned", "FR-LOOT-71", "FR-MON-08", figure=monster.id, by=soldier.id)


async def _where_it_appears(play: Play[Battle], soldier: Soldier, monster: Enemy) -> Point:
    """Any place within 6 inches of the user."""
    state, (x, y) = play.state, soldier.at
    far = inches(state, SUMMONS)
    near = far + soldier.radius + monster.radius

    def why_not(at: Point) -> Refusal | None:
        if within(hypot(at[0] - x, at[1] - y), near):
            return None
        return Refusal(
            "FR-LOOT-71", f"That is farther than {told(state, far)} away.", "Let it appear nearer."
        )

    def spots() -> list[Point]:
        foes = [one.at for one in state.enemies_on_table() if one.side != "squad"]
        around = [(x + near * sin(turn * pi / 4), y + near * cos(turn * pi / 4)) for turn in range(8)]
        wide, deep = state.ground.width, state.ground.depth
        inside = [(round(u, 3), round(v, 3)) for u, v in around if 0.0 <= u <= wide and 0.0 <= v <= deep]
        return [*foes, *inside, (x, y)]

    def judge(at: Point) -> dict[str, float]:
        foes = [one for one in state.enemies_on_table() if one.side != "squad" and one is not monster]
        nearest = min((hypot(one.at[0] - at[0], one.at[1] - at[1]) for one in foes), default=0.0)
        return {"worth": -nearest}

    planner = aim_planner(state, "FR-LOOT-71", spots, why_not, judge)
    facts = {"monster": monster.type}
    prompt = f"Where does the {monster.name} appear?"
    rules, radius = ("FR-LOOT-71",), monster.radius
    return await aim(
        play, soldier, "place summoned monster", prompt, rules, planner, radius, reach=far, facts=facts
    )
