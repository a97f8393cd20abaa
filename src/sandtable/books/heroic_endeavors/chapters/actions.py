"""Actions: what a model can do in its activation describes itself, and what it costs is paid here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, NamedTuple

import msgspec

from sandtable.binding.registry import Registry
from sandtable.books.heroic_endeavors.modifiers import WHY_NOT_ACT
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.kernel import Candidate, Modifier, Play, Refusal, rule
from sandtable.kernel.decision.question import PointsAt

ORDER = (
    "strike", "shoot", "shoot both", "shoot at two", "fire", "burst", "spray", "throw",
    "throw grenade", "toss grenade", "focus", "aim",
    "sentry", "make ready", "reload", "walk", "run", "withdraw", "leave",
    "fly", "fly far", "jump", "jump, then walk", "walk, then jump", "run with a leap",
    "assault", "assault with a template", "assault by spray", "blast", "spirit strike", "barrier",
    "drop the barrier",
    "concealment", "drop the concealment", "conveyance", "teleport", "entities",
    "open", "close", "force", "break down", "search", "disarm", "use",
    "medical kit", "first aid", "hand over", "drag", "drag out",
    "pick the lock", "hack the lock", "treat", "pick up", "draw", "stow", "drop",
    "free itself", "release", "push", "mount", "dismount",
)  # fmt: skip
"""How screens list what can be done."""


class Deed(NamedTuple):
    """What a model is about to do: its kind, to whom, and with what."""

    kind: str
    target: str = ""
    """A model, a door, a feature, a thing."""
    weapon: str = ""


class DeedKind:
    """One kind of deed; a chapter subclasses it and names it `@deed`, and nothing else must be changed."""

    name: ClassVar[str]
    rule: ClassVar[str]
    cost: ClassVar[int] = 1
    """How many actions it takes, where all of the kind take as many."""
    is_movement: ClassVar[bool] = False
    """It triggers reactions by itself, space by space."""
    keeps_preparation: ClassVar[bool] = False
    """It belongs to a chain of aiming or focusing (HE-ACT-04)."""
    points_at: ClassVar[tuple[PointsAt, ...]] = ()

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """What the model could think of doing, be it possible or not; cheap."""
        return (Deed(self.name),)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """The deed as a button says it."""
        return self.name

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """How many actions this one takes."""
        return self.cost

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """What bars it, besides the actions that are left."""
        return None

    def means(self, state: Adventure, model: Model, deed: Deed) -> str:
        """What it leads to, such as the dice of both; worked out when somebody looks."""
        return ""

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Do it; the actions are paid."""
        raise NotImplementedError


KINDS: Registry[DeedKind] = Registry("a kind of deed", ORDER)


def deed(kind: type[DeedKind]) -> type[DeedKind]:
    """Make a kind of deed known, which carries out its rule."""
    KINDS[kind.name] = kind()
    return rule(kind.rule)(kind)


@rule("HE-ACT-05", "HE-ACT-18")
def why_not_do(state: Adventure, model: Model, what: Deed) -> Refusal | None:
    """What bars a model from a deed now."""
    kind = KINDS[what.kind]
    cost = kind.costs(state, model, what)
    if cost > model.turn.actions:
        has = f"{name_of(state, model)} has {model.turn.actions} of {cost} actions."
        return Refusal(kind.rule, has, "Do something cheaper.")
    return WHY_NOT_ACT.first(state, model, what.kind) or kind.why_not(state, model, what)


def key_of(what: Deed) -> str:
    """The answer that names a deed: "strike O1 with longsword"."""
    target = f" {what.target}" if what.target else ""
    return f"{what.kind}{target}{f' with {what.weapon}' if what.weapon else ''}"


def candidates_of(state: Adventure, model: Model) -> list[Candidate]:
    """Everything that a model may think of doing."""
    return [_candidate(state, model, one) for kind in KINDS.values() for one in kind.deeds(state, model)]


def _candidate(state: Adventure, model: Model, what: Deed) -> Candidate:
    kind = KINDS[what.kind]
    named = what.target if what.target in state.models else ""
    marked = (what.target,) if what.target and not named else ()
    about = (model.id, named) if named else (model.id, *marked)
    return Candidate(
        key_of(what),
        kind.label(state, model, what),
        what,
        (kind.rule,),
        partial(why_not_do, state, model, what),
        facts={"actions": kind.costs(state, model, what)},
        means=partial(kind.means, state, model, what),
        about=tuple(
            one
            for one in about
            if one in state.models or one in state.doors or one in state.features or one in state.traps
        ),
        deed=what.kind,
        points_at=kind.points_at,
    )


@rule("HE-ACT-01", "HE-ACT-04")
def pay(play: Play[Adventure], model: Model, actions: int, *, keeps: bool = False) -> None:
    """Actions are spent; whatever was prepared is lost with them unless this deed is part of the chain."""
    model.turn.actions -= actions
    if actions:
        model.turn.acted = True
        if not keeps:
            lose_preparation(play, model)


@rule("HE-ACT-04")
def lose_preparation(play: Play[Adventure], model: Model) -> None:
    """Aim, focus and what was made ready are cancelled."""
    if model.prepared.aim or model.prepared.focus or model.prepared.sentry:
        model.prepared = Prepared()
        play.tell("preparation lost", "HE-ACT-04", model=model.id)


@rule("HE-ACT-19")
def lose_an_action(play: Play[Adventure], model: Model) -> None:
    """At once by who has not been activated this turn, else from the pool of the next turn."""
    if model.turn.activated:
        model.turn.lost += 1
    elif model.turn.actions > 0:
        model.turn.actions -= 1
    play.tell("action lost", "HE-ACT-19", model=model.id)


class _Preparing(DeedKind):
    """An action that adds a die to a later attack."""

    field: ClassVar[str]
    told: ClassVar[str]
    most: ClassVar[int] = 2
    keeps_preparation = True

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """Two dice are the most."""
        if getattr(model.prepared, self.field) >= self.most:
            return Refusal(self.rule, f"It has +{self.most} dice already.", "Attack with them.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """One die more for the next attack of its kind."""
        dice = getattr(model.prepared, self.field) + 1
        model.prepared = msgspec.structs.replace(Prepared(turn=play.state.round), **{self.field: dice})
        play.tell(self.told, self.rule, model=model.id, dice=dice)


@deed
class Aim(_Preparing):
    """HE-ACT-11"""

    name, rule, field, told = "aim", "HE-ACT-11", "aim", "aimed"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """With a ranged weapon in use."""
        return (Deed(self.name),) if any(one in model.arms.ranged for one in model.arms.in_use) else ()

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """What it brings."""
        return "aim: a die more for the next shot"


@deed
class Focus(_Preparing):
    """HE-ACT-09"""

    name, rule, field, told = "focus", "HE-ACT-09", "focus", "focused"

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """What it brings."""
        return "focus: a die more for the next strike"


def modifier_of(model: Model, field: str) -> tuple[Modifier, ...]:
    """The dice that were prepared for an attack of this kind."""
    dice: int = getattr(model.prepared, field)
    name = {"aim": "HE-ACT-11", "focus": "HE-ACT-09"}[field]
    return (Modifier(dice, field, name),) if dice else ()
