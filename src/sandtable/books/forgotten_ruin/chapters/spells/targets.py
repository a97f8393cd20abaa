"""Targets of spells: who and what a spell reaches, who is picked, and who shakes it off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from sandtable.binding.choosing import choose, choose_several
from sandtable.binding.effects import put_on, take_off
from sandtable.books.forgotten_ruin.chapters.conditions import wake
from sandtable.books.forgotten_ruin.chapters.hits.resolution import note_attack
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees, sees_point
from sandtable.books.forgotten_ruin.chapters.principles.conventions import distance_to, gap, inches, within
from sandtable.books.forgotten_ruin.chapters.principles.soldiers_dice import score_of
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import aim, aim_planner
from sandtable.books.forgotten_ruin.chapters.spells.casting import Cast, Spell
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_TARGET, resistance_added
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Mob, Soldier
from sandtable.books.forgotten_ruin.windows import STRUCK_BY_MAGIC, WINDOWS, Aimed
from sandtable.kernel import For, Modifier, Play, Refusal, rule, total_of
from sandtable.kernel.arithmetic import total
from sandtable.table import Area, Point

EXTENDING = 6.0
"""The inches that one point of Power adds (FR-SPL-14)."""
TO_RESIST = 6
"""What a Resistance roll must reach (FR-SPL-10)."""
SURE_TO_RESIST, SURE_TO_FAIL = 5, -1
"""The Resistance from which on, and down to which, nothing is rolled (FR-SPL-12)."""


# ---- Reach --------------------------------------------------------------------------------------


@rule("FR-SPL-14")
def range_of(state: Battle, cast: Cast) -> float:
    """How far the spell goes as it is cast."""
    return inches(state, cast.row.range + EXTENDING * cast.extra_range)


@rule("FR-SPL-06", "FR-LOS-14", "FR-SPL-38")
def reaches(state: Battle, cast: Cast, target: Figure) -> bool:
    """A target within range that the caster, or the caster's Mirror Image, sees."""
    if not is_in_reach(state, cast, target):
        return False
    return WHY_NOT_TARGET.first(state, cast.caster, target, "spell") is None


def is_in_reach(state: Battle, cast: Cast, target: Figure) -> bool:
    """Whether a figure is in range and sight, of the caster or of the Mirror Image."""
    far = range_of(state, cast)
    return any(
        within(gap(origin, target), far) and (target is origin or sees(state, origin, target))
        for origin in origins(state, cast.caster)
    )


@rule("FR-SPL-07", "FR-SPL-38")
def reaches_point(state: Battle, cast: Cast, at: Point) -> bool:
    """A spot on the ground in range and sight."""
    far = range_of(state, cast)
    return any(
        within(distance_to(origin, at), far) and sees_point(state, origin, at)
        for origin in origins(state, cast.caster)
    )


@rule("FR-SPL-38")
def origins(state: Battle, caster: Soldier) -> list[Soldier]:
    """From where a caster may measure: the caster, and the copy if there is one."""
    return [caster, *(one for one in state.soldiers_on_table() if one.copy_of == caster.id)]


def enemies_in_reach(state: Battle, cast: Cast) -> list[Enemy]:
    """Every hostile figure that the spell reaches."""
    return [one for one in state.enemies_on_table() if one.side != "squad" and reaches(state, cast, one)]


def soldiers_in_reach(state: Battle, cast: Cast) -> list[Soldier]:
    """Every friendly soldier that the spell reaches."""
    return [one for one in state.soldiers_on_table() if not one.copy_of and reaches(state, cast, one)]


# ---- Choosing -----------------------------------------------------------------------------------

WhyNotTogether = Callable[[list[Enemy]], Refusal | None]
"""Why figures cannot be the targets of one spell together."""


@rule("FR-SPL-08", "FR-SPL-15")
async def choose_figures(
    play: Play[Battle], cast: Cast, able: list[Enemy], why_not: WhyNotTogether = lambda found: None
) -> list[Enemy]:
    """Up to the spell's number of figures; with further targets all of a single mob."""
    chosen, state, caster = able, play.state, cast.caster
    if len(able) > 1:
        chosen = await choose_several(
            play,
            caster.seat,
            "choose spell targets",
            f"At whom is {cast.row.name} cast?",
            ("FR-SPL-08", cast.row.rule),
            able,
            lambda one: _shown(state, one),
            least=1,
            most=min(cast.row.targets + cast.extra_targets, len(able)),
            check=lambda found: _why_not_together(found, cast) or why_not(found),
            about=(caster.id,),
        )
    for one in chosen:
        note_attack(state, caster.id, one)
        await WINDOWS.open(play, STRUCK_BY_MAGIC, Aimed(caster.seat, one))
    for mob in dict.fromkeys(one.mob for one in chosen if one.mob):
        wake(play, state.mobs[mob], "FR-CON-14")
    return chosen


def _why_not_together(found: list[Enemy], cast: Cast) -> Refusal | None:
    if cast.extra_targets and len({one.mob or one.id for one in found}) > 1:
        reason = "With Additional Targets all targets must be of one mob."
        return Refusal("FR-SPL-15", reason, "Pick figures of a single mob.")
    return None


def _shown(state: Battle, one: Any) -> str:
    """A figure or a mob as players call it, and a feature with the place where it lies."""
    if isinstance(one, Area):
        x, y = one.piece.centre
        return f"{called(state, one.id)} at {x:.1f}, {y:.1f}"
    return called(state, one.id)


async def choose_one(play: Play[Battle], cast: Cast, able: Sequence[Any], prompt: str) -> Any:
    """One figure, mob or thing of several."""
    seat, rules, about = cast.caster.seat, (cast.row.rule, "FR-SPL-06"), (cast.caster.id,)

    def label(one: Any) -> str:
        return _shown(play.state, one)

    return await choose(play, seat, "choose spell target", prompt, rules, able, label, about=about)


@rule("FR-LOOT-38")
async def choose_some(play: Play[Battle], cast: Cast, able: Sequence[Any], prompt: str) -> list[Any]:
    """One soldier, mob or feature; as many as a scroll says where it doubles what a spell takes."""
    if cast.others == 1 or len(able) == 1:
        return [await choose_one(play, cast, able, prompt)]
    return await choose_several(
        play,
        cast.caster.seat,
        "choose spell targets",
        prompt,
        (cast.row.rule, "FR-LOOT-38", "FR-SPL-06"),
        able,
        lambda one: _shown(play.state, one),
        least=1,
        most=min(cast.others, len(able)),
        about=(cast.caster.id,),
    )


async def choose_point(play: Play[Battle], cast: Cast, radius: float, prompt: str) -> Point:
    """A spot on the ground; proposals are where most enemies and fewest friends stand."""
    state = play.state
    planner = aim_planner(
        state,
        cast.row.rule,
        lambda: spots(state, cast),
        lambda at: why_not_point(state, cast, at),
        lambda at: judged(state, at, radius),
    )
    return await aim(play, cast.caster, "aim spell", prompt, (cast.row.rule, "FR-SPL-07"), planner, radius)


@rule("FR-SPL-07")
def why_not_point(state: Battle, cast: Cast, at: Point) -> Refusal | None:
    """A point out of range or out of sight."""
    if reaches_point(state, cast, at):
        return None
    return Refusal("FR-SPL-07", "The point is out of range or sight.", "Aim at a visible point in range.")


def spots(state: Battle, cast: Cast) -> list[Point]:
    """Points worth looking at: where enemies stand, and around the caster."""
    x, y = cast.caster.at
    around = [(x + u, y + v) for u, v in ((0.0, 2.0), (0.0, -2.0), (2.0, 0.0), (-2.0, 0.0), (0.0, 0.0))]
    wide, deep = state.ground.width, state.ground.depth
    on_table = [(u, v) for u, v in around if 0.0 <= u <= wide and 0.0 <= v <= deep]
    return [*(one.at for one in state.enemies_on_table()), *on_table]


def judged(state: Battle, at: Point, radius: float) -> dict[str, Any]:
    """Who is struck at a point, and what that is worth: a friend costs as much as two enemies bring."""
    struck = [one for one in state.figures_on_table() if within(distance_to(one, at), radius)]
    worth = total(-2.0 if one.side == "squad" else 1.0 for one in struck)
    return {"figures": [one.id for one in struck], "worth": worth}


# ---- Resisting ----------------------------------------------------------------------------------


@rule("FR-SPL-10", "FR-SPL-11", "FR-SPL-12")
async def resists(play: Play[Battle], cast: Cast, target: Soldier | Enemy, base: int | None = None) -> bool:
    """1D6 and Resistance, 6 or more; each target rolls alone, and some need not roll."""
    state = play.state
    if not cast.row.resist:
        return False
    # FR-SPL-33: a mob has its basic value, and whatever else changes it.
    added = resistance_added(state, target, base)
    if cast.boost:
        added.append(Modifier(-cast.boost, "boosted spell", "FR-SPL-16"))
    value, changed = total_of(added), [one.rule for one in added]
    if value >= SURE_TO_RESIST or value <= SURE_TO_FAIL:
        kind = "resists without a roll" if value > 0 else "no resistance roll"
        play.tell(kind, "FR-SPL-12", *changed, figure=target.id, resistance=value)
        return value > 0
    rules, why = ("FR-SPL-10", "FR-SPL-11"), For("resist", target.id)
    return await score_of(play, target, "resistance", why, *rules, added=added, need=TO_RESIST) >= TO_RESIST


def lay(play: Play[Battle], cast: Cast, target: Soldier | Enemy, until: str, told: str, **facts: Any) -> None:
    """The spell lies on a figure for a while; a second one of its kind does not add to it."""
    take_off(target, cast.row.name)
    put_on(target, Effect(cast.row.name, cast.row.rule, by=cast.caster.id, until=until))
    play.tell(told, cast.row.rule, "FR-SPL-43", figure=target.id, **facts)


# ---- Kinds of spells ----------------------------------------------------------------------------


class AtEnemies(Spell):
    """A spell that is cast at enemies in reach."""

    def able(self, state: Battle, cast: Cast) -> list[Enemy]:
        """Whom it may be cast at."""
        return enemies_in_reach(state, cast)

    def why_apart(self, state: Battle, chosen: list[Enemy]) -> Refusal | None:
        """Why these cannot be its targets together."""
        return None

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """Everybody who is picked and does not resist is affected."""
        state = play.state
        able = self.able(state, cast)
        for target in await choose_figures(play, cast, able, lambda found: self.why_apart(state, found)):
            if not await resists(play, cast, target):
                await self.affect(play, cast, target)

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """What the spell does to one of them."""
        raise NotImplementedError


class AtOne(Spell):
    """A spell that takes one mob, or one soldier, and with some scrolls more."""

    prompt: ClassVar[str]

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """The player picks where there is a choice; a mob wakes by it (FR-CON-14)."""
        able = [*self.able(play.state, cast)]
        if len(able) > 1:
            able = await choose_some(play, cast, able, self.prompt.format(cast.row.name))
        for one in able:
            if isinstance(one, Mob):
                wake(play, one, "FR-CON-14")
        for one in able:
            await self.affect(play, cast, one)

    async def affect(self, play: Play[Battle], cast: Cast, target: Any) -> None:
        """What the spell does to whom it takes."""
        raise NotImplementedError


class AtOneMob(AtOne):
    """A spell that is cast at a whole mob."""

    prompt = "Which mob does {} take?"

    def able(self, state: Battle, cast: Cast) -> list[Mob]:
        """Every mob with a figure that the spell reaches."""
        near = {one.mob for one in enemies_in_reach(state, cast) if one.mob}
        return [mob for mob in state.mobs.values() if mob.id in near]


class ForOneSoldier(AtOne):
    """A spell for a friendly soldier in reach."""

    is_attack = False
    prompt = "For whom is {}?"

    def able(self, state: Battle, cast: Cast) -> list[Soldier]:
        """Whom it may be cast at; the caster is a friendly soldier too."""
        return soldiers_in_reach(state, cast)


class AtAPoint(Spell):
    """A spell that bursts at a spot on the ground."""

    radius: ClassVar[float]
    prompt: ClassVar[str]

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """No point that is worth looking at can be aimed at."""
        if any(reaches_point(state, cast, one) for one in spots(state, cast)):
            return None
        return Refusal("FR-SPL-07", f"{cast.row.name} reaches no point.", "Move until you see one.")

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """The player says where."""
        at = await choose_point(play, cast, inches(play.state, self.radius), self.prompt)
        await self.burst(play, cast, at)

    async def burst(self, play: Play[Battle], cast: Cast, at: Point) -> None:
        """What the spell does there."""
        raise NotImplementedError
