"""Attacks of characters: weapons and modes, and who of a card takes part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from sandtable.books.lands_of_ruin.chapters.ammo import bullets, reserve, why_no_ammo
from sandtable.books.lands_of_ruin.chapters.roll_to_hit import chance_of, needed
from sandtable.books.lands_of_ruin.modifiers import Shot
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.state import Battle, Card, Model
from sandtable.books.lands_of_ruin.surface.sight import Aims, Glimpse
from sandtable.books.lands_of_ruin.tables.arms import IMPROVISED, Arm, AttackKind, Mode, accessories
from sandtable.books.lands_of_ruin.tables.charts import Band, charts
from sandtable.kernel import (
    Candidate,
    ChooseOne,
    Decision,
    Needed,
    Number,
    Play,
    Refusal,
    rule,
)
from sandtable.kernel.decision import Brings

D = TypeVar("D", bound=Decision)

Reach = Callable[[Arm, Model], Sequence[str]]
"""Whom a model can attack with a weapon."""


class Attack(NamedTuple):
    """An attack with one weapon in one mode, by one model or several of a cohort."""

    kind: AttackKind
    card: Card
    models: tuple[Model, ...]
    arm: Arm
    mode: Mode
    aimed: bool
    aims: Aims
    """At which points of their ways targets are shot at."""

    def shot(self, state: Battle, target: str, band: Band, seen: Glimpse) -> Shot:
        """One slot of it on a target."""
        found = state.find(target)
        rotter = state.rotters.get(target)
        return Shot(
            self.kind,
            self.card,
            self.arm,
            self.mode,
            self.aimed,
            found[0] if found else None,
            rotter,
            band,
            seen.cover,
            seen.on_the_way,
            state.machines.get(target),
        )


@rule("LR-FIRE-02", "LR-CC-05", "LR-EQP-07", "LR-WPN-10")
def arms_for(card: Card, kind: AttackKind) -> list[Arm]:
    """The weapons that a card can use for a kind of attack; an Improvised Weapon is always at hand."""
    profile = card.profile
    found = [one for one in profile.arms if one.row.close == (kind == "close") and profile.has(one.row.needs)]
    return [*found, Arm(IMPROVISED)] if kind == "close" else found


@rule("LR-HID-06")
def private(card: Card, asked: D) -> D:
    """Of a hidden attacker nothing is told before the dice."""
    return asked.secretly() if card.hidden else asked


@rule("LR-COH-05", "LR-AMMO-06", "LR-FIRE-06")
def able(state: Battle, card: Card, arm: Arm, mode: Mode, reach: Reach) -> list[Model]:
    """The models that have the rounds for a mode and somebody to attack."""
    needs = bullets(state, card, arm, mode)
    return [one for one in card.models.values() if reserve(card, one, arm) >= needs and reach(arm, one)]


def why_not_with(state: Battle, card: Card, arm: Arm, mode: Mode, reach: Reach, cited: str) -> Refusal | None:
    """What bars a mode: no rounds, or nobody whom somebody with rounds could attack."""
    why = why_no_ammo(state, card, arm, mode)
    return why or (None if able(state, card, arm, mode, reach) else why_no_target(card, cited))


def why_nothing_to_attack_with(
    state: Battle, card: Card, kind: AttackKind, reach: Reach, cited: str
) -> Refusal | None:
    """What bars the last of all modes; None where one is left."""
    modes = [(arm, mode) for arm in arms_for(card, kind) for mode in arm.row.modes]
    found = [why_not_with(state, card, arm, mode, reach, cited) for arm, mode in modes]
    return found[-1] if all(found) else None


@rule("LR-FIRE-02", "LR-ACT-05", "LR-COH-05")
async def choose_mode(
    play: Play[Battle], card: Card, kind: AttackKind, cited: str, reach: Reach, why_nobody: str
) -> Attack:
    """One weapon in one mode for the whole attack, and how many models of a cohort take part."""
    state, aimed = play.state, kind == "shot" and "Aim" in card.orders
    listed = [
        Candidate(
            _named(one),
            f"{one.arm.weapon}, {one.mode.mode}",
            one,
            (cited,),
            check=partial(why_not_with, state, card, one.arm, one.mode, reach, why_nobody),
            facts={
                "targets": one.mode.targets,
                "noise": noise_of(one.arm, one.mode),
                "power": one.mode.p_li,
                "ammo": bullets(state, card, one.arm, one.mode),
            },
            group=one.arm.weapon,
            short=one.mode.mode,
            brings=_brings(state, one),
        )
        for one in _attacks(card, kind, aimed)
    ]
    prompt, rules = f"With what does {name_of(card)} attack?", (cited, "LR-ACT-05", "LR-EQP-07")
    chosen: Attack = await play.ask(
        private(card, ChooseOne(card.seat, "choose mode", prompt, rules, listed, about=(card.id,)))
    )
    models = able(state, card, chosen.arm, chosen.mode, reach)
    if len(models) > 1:
        prompt = f"How many of {name_of(card)} attack?"
        asked = Number(card.seat, "how many attack", prompt, ("LR-COH-05",), 1, len(models), about=(card.id,))
        models = models[: await play.ask(asked)]
    return chosen._replace(models=tuple(models))


def _attacks(card: Card, kind: AttackKind, aimed: bool) -> list[Attack]:
    """Every weapon in every mode, by nobody yet."""
    arms = arms_for(card, kind)
    return [Attack(kind, card, (), arm, mode, aimed, {}) for arm in arms for mode in arm.row.modes]


@rule("LR-OCON-21", "LR-OCON-25")
def modes_in_words(state: Battle, card: Card, kind: AttackKind, *, aimed: bool = False) -> list[str]:
    """Every weapon and mode with the numbers that it needs at each range, against nobody in particular."""
    return [
        f"{_named(one)}: {' / '.join(f'{two.number}+' for two in _numbers(state, one))}"
        for one in _attacks(card, kind, aimed)
    ]


def _named(attack: Attack) -> str:
    """Its weapon is named where there are several."""
    several = len(arms_for(attack.card, attack.kind)) > 1
    return f"{attack.arm.weapon}, {attack.mode.mode}" if several else attack.mode.mode


def _numbers(state: Battle, attack: Attack) -> list[Needed]:
    """Short, mid and long; close combat has one."""
    bands = [one.band for one in charts().bands] if attack.kind == "shot" else [charts().bands[0].band]
    return [needed(state, attack.shot(state, "", band, Glimpse("none"))) for band in bands]


@rule("LR-OCON-21", "LR-APP-22")
def _brings(state: Battle, attack: Attack) -> tuple[Brings, ...]:
    """What a mode needs at each range, aim counted, its dice, its power and its noise."""
    numbers = _numbers(state, attack)
    words = ("near", "middle", "far") if len(numbers) > 1 else ("in contact",)
    found = [
        Brings(f"{one.number}+", word, "LR-HITR-02", chance_of(one))
        for word, one in zip(words, numbers, strict=True)
    ]
    mode = attack.mode
    found += [Brings(str(mode.targets), "dice", "LR-FIRE-03"), Brings(str(mode.p_li), "power", "LR-MODE-14")]
    return (*found, Brings(str(noise_of(attack.arm, mode)), "noise", "LR-THR-03"))


@rule("LR-ACC-02", "LR-WPN-05")
def noise_of(arm: Arm, mode: Mode) -> int:
    """A silencer halves it."""
    return mode.noise // 2 if any(accessories()[one].halves_noise for one in arm.accessories) else mode.noise


def why_no_target(card: Card, cited: str) -> Refusal:
    """Nobody can be attacked from here."""
    return Refusal(cited, f"{name_of(card)} has nobody to attack from there.", "Move first, or skip it.")
