"""Casting: Power, range, enhancements and targets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, ClassVar

import msgspec

from sandtable.binding.limits import once, use
from sandtable.binding.registry import Registry
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.conditions import wake
from sandtable.books.forgotten_ruin.chapters.hits.resolution import note_attack
from sandtable.books.forgotten_ruin.chapters.line_of_sight import sees, sees_point
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    distance_to,
    gap,
    inches,
    within,
)
from sandtable.books.forgotten_ruin.chapters.shooting.aiming import aim, aim_planner
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import SpellRow, spells
from sandtable.books.forgotten_ruin.modifiers import POWER, WHY_NOT_ACT, WHY_NOT_TARGET, value_of
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Mob, Soldier
from sandtable.books.forgotten_ruin.windows import STRUCK_BY_MAGIC, WINDOWS, Activation, Aimed
from sandtable.kernel.arithmetic import total
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne, ChooseSeveral
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.measure import Point
from sandtable.table.terrain import Area

EXTENDING = 6.0
"""The inches that one point of Power adds (FR-SPL-14)."""
CAST = once("round", "spell")
"""One spell a round (FR-SPL-01)."""
SPELL_ATTACK = "attack by a spell"
"""What those who may not attack at all do not do with a spell either."""


class Cast(msgspec.Struct):
    """A spell as it is being cast."""

    row: SpellRow
    caster: Soldier
    extra_range: int = 0
    extra_targets: int = 0
    boost: int = 0
    from_scroll: bool = False
    others: int = 1
    """How many soldiers, mobs or features it takes, where it takes one by its table (FR-LOOT-38)."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the spell and its enhancements."""
        found = [self.row.rule, "FR-SPL-18", "FR-SPL-01"]
        found += ["FR-SPL-14"] * bool(self.extra_range) + ["FR-SPL-15"] * bool(self.extra_targets)
        return (*found, *(("FR-SPL-16",) if self.boost else ()))

    @property
    def unit(self) -> str:
        """The incident that one point of Luck covers."""
        return f"{self.row.name} of {self.caster.id}"


class Spell:
    """One spell; each part of it does nothing unless the spell says otherwise."""

    name: ClassVar[str] = ""
    is_attack: ClassVar[bool] = True
    """Whether casting it is an attack, which a perplexed soldier cannot make (FR-MON-19)."""

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """Why it cannot be cast now, if it cannot."""
        return None

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """The player picks what the spell asks for, and it happens."""
        raise NotImplementedError


SPELLS: Registry[Spell] = Registry("a spell")


def spell(name: str, *rules: str) -> Callable[[type[Spell]], type[Spell]]:
    """Register a spell with the rules it carries out."""

    def register(kind: type[Spell]) -> type[Spell]:
        kind.name = name
        SPELLS[name] = kind()
        return rule(*rules)(kind)

    return register


@rule("FR-SPL-03", "FR-RND-10", "FR-RND-09", "FR-SPL-05")
def power_of(state: Battle, soldier: Soldier) -> int:
    """The Reaction die of this round with everything that changes it; nothing is saved up."""
    return max(0, int(value_of(soldier.die or 0, POWER.all(state, soldier))))


@rule("FR-ACT-10", "FR-SPL-01", "FR-SPL-04")
def why_not_cast(state: Battle, soldier: Soldier, row: SpellRow) -> Refusal | None:
    """One spell a round, and only one that the Power of this round pays for."""
    if soldier.has_used(CAST):
        return Refusal(
            "FR-SPL-01", f"{soldier.name} has cast a spell in this round.", "Cast again next round."
        )
    power = power_of(state, soldier)
    if SPELLS[row.name].is_attack and (why := WHY_NOT_ACT.first(state, soldier, SPELL_ATTACK)) is not None:
        return why
    if row.power > power:
        reason = f"{row.name} costs {row.power} Power and {soldier.name} has {power}."
        return Refusal("FR-SPL-04", reason, "Give the caster a higher Reaction die.")
    # Power that is left may go into range, so the farthest target that it can reach counts.
    return SPELLS[row.name].why_not(state, Cast(row, soldier, extra_range=power - row.power))


@action("Spell-casting", "FR-ACT-10", "FR-SPL-01")
class SpellCasting(Action):
    """A soldier who knows spells casts one of them."""

    group = "Spells"

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """Every spell that is known; whoever may not attack casts only for friends."""
        known = [one for one in soldier.spells if activation.may_attack or not SPELLS[one].is_attack]
        return [
            Candidate(
                f"cast {row.name}",
                f"Cast {row.name} ({row.power} Power)",
                row.name,
                rules=("FR-ACT-10", "FR-SPL-01", row.rule),
                check=lambda row=row: why_not_cast(state, soldier, row),  # type: ignore[misc]
                facts={"power": power_of(state, soldier), "costs": row.power},
            )
            for row in (spells()[name] for name in known)
        ]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: str) -> None:
        """Enhancements first, then the spell."""
        cast = Cast(spells()[chosen], soldier)
        use(soldier, CAST)
        changed = [one.rule for one in POWER.all(play.state, soldier)]
        surplus = power_of(play.state, soldier) - cast.row.power
        await enhance(play, cast, surplus)
        left = surplus - cast.extra_range - cast.extra_targets - cast.boost
        await work_spell(
            play, cast, "FR-SPL-03", "FR-SPL-04", "FR-RND-10", *changed, *_rules_of_surplus(soldier, left)
        )


@rule("FR-SPL-02", "FR-SPL-05")
def _rules_of_surplus(soldier: Soldier, left: int) -> tuple[str, ...]:
    """Power that is left over is lost, even where it would pay for a second spell."""
    enough = any(spells()[name].power <= left for name in soldier.spells)
    return (*(("FR-SPL-02",) if enough else ()), *(("FR-SPL-05",) if left > 0 else ()))


async def work_spell(play: Play[Battle], cast: Cast, *rules: str) -> None:
    """The spell is cast, by a caster or from a scroll."""
    play.tell("spell cast", *cast.rules, *rules, figure=cast.caster.id, spell=cast.row.name)
    cast.caster.has_attacked = cast.caster.has_attacked or SPELLS[cast.row.name].is_attack
    await SPELLS[cast.row.name].work(play, cast)


@rule("FR-SPL-13", "FR-SPL-14", "FR-SPL-15", "FR-SPL-16")
async def enhance(play: Play[Battle], cast: Cast, surplus: int) -> None:
    """Power beyond the cost goes into range, further targets of one mob, or against resistance."""
    ways = _ways(cast.row)
    if surplus <= 0 or not ways:
        return
    choices = [
        dict(zip(ways, points, strict=True))
        for points in product(range(surplus + 1), repeat=len(ways))
        if sum(points) <= surplus
    ]

    def candidates() -> list[Candidate]:
        return [
            Candidate(
                _told(one), _told(one), one, rules=("FR-SPL-13",), check=_extended(play.state, cast, one)
            )
            for one in choices
        ]

    chosen: dict[str, int] = await play.ask(
        ChooseOne(
            cast.caster.seat,
            "enhance spell",
            f"How is {cast.row.name} enhanced? {surplus} Power is left.",
            ("FR-SPL-13", "FR-SPL-14", "FR-SPL-15", "FR-SPL-16"),
            candidates,
            {"figure": cast.caster.id, "power": surplus},
            about=(cast.caster.id,),
        )
    )
    cast.extra_range = chosen.get("Extending", 0)
    cast.extra_targets = chosen.get("Additional Targets", 0)
    cast.boost = chosen.get("Boosting", 0)


def _extended(state: Battle, cast: Cast, chosen: dict[str, int]) -> Callable[[], Refusal | None]:
    """Why the spell, with its range extended so, still reaches nothing."""

    def check() -> Refusal | None:
        extended = Cast(cast.row, cast.caster, extra_range=chosen.get("Extending", 0))
        return SPELLS[cast.row.name].why_not(state, extended)

    return check


def _ways(row: SpellRow) -> list[str]:
    found = ["Extending"] if row.range else []
    # FR-SPL-15: only where a number of enemy figures, all of one mob, is affected.
    found += ["Additional Targets"] if row.targets else []
    return found + (["Boosting"] if row.resist else [])


def _told(chosen: dict[str, int]) -> str:
    used = [f"{way} {points}" for way, points in chosen.items() if points]
    return ", ".join(used) if used else "as it is"


# ---- Targets ------------------------------------------------------------------------------------


@rule("FR-SPL-06", "FR-LOS-14", "FR-SPL-38")
def reaches(state: Battle, cast: Cast, target: Figure) -> bool:
    """A target within range that the caster, or the caster's Mirror Image, sees."""
    far = inches(state, cast.row.range + EXTENDING * cast.extra_range)
    for origin in origins(state, cast.caster):
        if (target is origin or sees(state, origin, target)) and within(gap(origin, target), far):
            return WHY_NOT_TARGET.first(state, cast.caster, target, "spell") is None
    return False


@rule("FR-SPL-07", "FR-SPL-38")
def reaches_point(state: Battle, cast: Cast, at: Point) -> bool:
    """A spot on the ground in range and sight."""
    far = inches(state, cast.row.range + EXTENDING * cast.extra_range)
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


def mobs_in_reach(state: Battle, cast: Cast) -> list[Mob]:
    """Every mob with a figure that the spell reaches."""
    near = {one.mob for one in enemies_in_reach(state, cast) if one.mob}
    return [mob for mob in state.mobs.values() if mob.id in near]


def why_no_target(found: Sequence[Any], cast: Cast) -> Refusal | None:
    """Nothing is there that the spell could be cast at."""
    if found:
        return None
    return Refusal(
        "FR-SPL-06", f"{cast.row.name} reaches nothing.", "Move the caster within range and sight."
    )


WhyNotTogether = Callable[[list[Enemy]], Refusal | None]
"""Why figures cannot be the targets of one spell together."""


@rule("FR-SPL-08", "FR-SPL-15")
async def choose_figures(
    play: Play[Battle], cast: Cast, able: list[Enemy], why_not: WhyNotTogether | None = None
) -> list[Enemy]:
    """Up to the spell's number of figures; with further targets all of a single mob."""
    most = cast.row.targets + cast.extra_targets
    if len(able) == 1:
        chosen = able
    else:

        def candidates() -> list[Candidate]:
            return [
                Candidate(one.id, _shown(play.state, one), one, rules=("FR-SPL-08",), about=(one.id,))
                for one in able
            ]

        chosen = await play.ask(
            ChooseSeveral(
                cast.caster.seat,
                "choose spell targets",
                f"At whom is {cast.row.name} cast?",
                ("FR-SPL-08", cast.row.rule),
                candidates,
                least=1,
                most=min(most, len(able)),
                check=lambda found: _why_not_together(found, cast) or (why_not(found) if why_not else None),
                about=(cast.caster.id,),
            )
        )
    for one in chosen:
        note_attack(play.state, cast.caster.id, one)
        await WINDOWS.open(play, STRUCK_BY_MAGIC, Aimed(cast.caster.seat, one))
    for mob in dict.fromkeys(one.mob for one in chosen if one.mob):
        wake(play, play.state.mobs[mob], "FR-CON-14")
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

    def candidates() -> list[Candidate]:
        return [
            Candidate(one.id, _shown(play.state, one), one, rules=(cast.row.rule,), about=(one.id,))
            for one in able
        ]

    return await play.ask(
        ChooseOne(
            cast.caster.seat,
            "choose spell target",
            prompt,
            (cast.row.rule, "FR-SPL-06"),
            candidates,
            about=(cast.caster.id,),
        )
    )


@rule("FR-LOOT-38")
async def choose_some(play: Play[Battle], cast: Cast, able: Sequence[Any], prompt: str) -> list[Any]:
    """One soldier, mob or feature; as many as a scroll says where it doubles what a spell takes."""
    if cast.others == 1 or len(able) == 1:
        return [await choose_one(play, cast, able, prompt)]

    def candidates() -> list[Candidate]:
        return [
            Candidate(one.id, _shown(play.state, one), one, rules=(cast.row.rule,), about=(one.id,))
            for one in able
        ]

    chosen: list[Any] = await play.ask(
        ChooseSeveral(
            cast.caster.seat,
            "choose spell targets",
            prompt,
            (cast.row.rule, "FR-LOOT-38", "FR-SPL-06"),
            candidates,
            least=1,
            most=min(cast.others, len(able)),
            about=(cast.caster.id,),
        )
    )
    return chosen


async def choose_point(play: Play[Battle], cast: Cast, radius: float, prompt: str) -> Point:
    """A spot on the ground; proposals are where most enemies and fewest friends stand."""
    state = play.state
    planner = aim_planner(
        state,
        cast.row.rule,
        lambda: spots(state, cast),
        lambda at: why_not_point(state, cast, at),
        lambda at: _judged(state, at, radius),
    )
    return await aim(play, cast.caster, "aim spell", prompt, (cast.row.rule, "FR-SPL-07"), planner, radius)


@rule("FR-SPL-07")
def why_not_point(state: Battle, cast: Cast, at: Point) -> Refusal | None:
    """A point out of range or out of sight."""
    if reaches_point(state, cast, at):
        return None
    return Refusal("FR-SPL-07", "The point is out of range or sight.", "Aim at a visible point in range.")


def why_no_point(state: Battle, cast: Cast) -> Refusal | None:
    """No point that is worth looking at can be aimed at."""
    if any(reaches_point(state, cast, one) for one in spots(state, cast)):
        return None
    return Refusal("FR-SPL-07", f"{cast.row.name} reaches no point.", "Move until you see one.")


def spots(state: Battle, cast: Cast) -> list[Point]:
    """Points worth looking at: where enemies stand, and around the caster."""
    x, y = cast.caster.at
    around = [(x + u, y + v) for u, v in ((0.0, 2.0), (0.0, -2.0), (2.0, 0.0), (-2.0, 0.0), (0.0, 0.0))]
    wide, deep = state.ground.width, state.ground.depth
    on_table = [(u, v) for u, v in around if 0.0 <= u <= wide and 0.0 <= v <= deep]
    return [*(one.at for one in state.enemies_on_table()), *on_table]


def _judged(state: Battle, at: Point, radius: float) -> dict[str, Any]:
    struck = [one for one in state.figures_on_table() if within(distance_to(one, at), radius)]
    worth = total(-2.0 if one.side == "squad" else 1.0 for one in struck)
    return {"figures": [one.id for one in struck], "worth": worth}
