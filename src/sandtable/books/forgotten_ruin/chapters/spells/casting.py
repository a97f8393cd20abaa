"""Casting: which spells there are, their Power, and how they are enhanced."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, ClassVar

import msgspec

from sandtable.binding.limits import once, use
from sandtable.binding.registry import Registry
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import SpellRow, spells
from sandtable.books.forgotten_ruin.modifiers import POWER, WHY_NOT_ACT, value_of
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import Activation
from sandtable.kernel import Candidate, ChooseOne, Play, Refusal, rule

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

    def able(self, state: Battle, cast: Cast) -> Sequence[Any]:
        """Everything that it could be cast at now."""
        return (cast.caster,)

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """Why it cannot be cast now, if it cannot: nothing is there that it could be cast at."""
        if self.able(state, cast):
            return None
        remedy = "Move the caster within range and sight."
        return Refusal("FR-SPL-06", f"{cast.row.name} reaches nothing.", remedy)

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


@rule("FR-SPL-01")
def why_no_spell(state: Battle, soldier: Soldier, name: str, remedy: str) -> Refusal | None:
    """One spell a round, and no attack by a soldier who may not attack."""
    if soldier.has_used(CAST):
        return Refusal("FR-SPL-01", f"{soldier.name} has cast a spell in this round.", remedy)
    return WHY_NOT_ACT.first(state, soldier, SPELL_ATTACK) if SPELLS[name].is_attack else None


@rule("FR-ACT-10", "FR-SPL-01", "FR-SPL-04")
def why_not_cast(state: Battle, soldier: Soldier, row: SpellRow) -> Refusal | None:
    """One spell a round, and only one that the Power of this round pays for."""
    if (why := why_no_spell(state, soldier, row.name, "Cast again next round.")) is not None:
        return why
    power = power_of(state, soldier)
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
        """Every spell that is known; a soldier who may not attack casts only for friends."""
        known = [one for one in soldier.spells if activation.may_attack or not SPELLS[one].is_attack]
        return [
            Candidate(
                f"cast {row.name}",
                f"Cast {row.name} ({row.power} Power)",
                row.name,
                rules=("FR-ACT-10", "FR-SPL-01", row.rule),
                check=lambda row=row: why_not_cast(state, soldier, row),  # type: ignore[misc]
                facts={"power": power_of(state, soldier), "costs": row.power},
                points_at=("unit", "ground"),
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


ENHANCED = {"Extending": "FR-SPL-14", "Additional Targets": "FR-SPL-15", "Boosting": "FR-SPL-16"}
"""What more Power buys."""


@rule("FR-SPL-13", "FR-SPL-14", "FR-SPL-15", "FR-SPL-16")
async def enhance(play: Play[Battle], cast: Cast, surplus: int) -> None:
    """Power beyond the cost goes into range, further targets of one mob, or against resistance."""
    row, caster = cast.row, cast.caster
    # FR-SPL-15: further targets only where a number of enemy figures, all of one mob, is affected.
    uses = [use for use, is_fit in zip(ENHANCED, (row.range, row.targets, row.resist), strict=True) if is_fit]
    if surplus <= 0 or not uses:
        return

    def candidates() -> list[Candidate]:
        shares = product(range(surplus + 1), repeat=len(uses))
        return [
            _enhancement(play.state, cast, dict(zip(uses, points, strict=True)))
            for points in shares
            if sum(points) <= surplus
        ]

    rules = ("FR-SPL-13", *ENHANCED.values())
    prompt = f"How is {row.name} enhanced? {surplus} Power is left."
    facts, about = {"figure": caster.id, "power": surplus}, (caster.id,)
    chosen: dict[str, int] = await play.ask(
        ChooseOne(caster.seat, "enhance spell", prompt, rules, candidates, facts, about=about)
    )
    cast.extra_range = chosen.get("Extending", 0)
    cast.extra_targets = chosen.get("Additional Targets", 0)
    cast.boost = chosen.get("Boosting", 0)


def _enhancement(state: Battle, cast: Cast, chosen: dict[str, int]) -> Candidate:
    """One way to spend Power, refused where the spell, with its range extended so, still reaches nothing."""

    def check() -> Refusal | None:
        extended = Cast(cast.row, cast.caster, extra_range=chosen.get("Extending", 0))
        return SPELLS[cast.row.name].why_not(state, extended)

    used = {use: points for use, points in chosen.items() if points}
    told = ", ".join(f"{use} {points}" for use, points in used.items()) or "as it is"
    return Candidate(told, told, chosen, rules=("FR-SPL-13", *(ENHANCED[use] for use in used)), check=check)
