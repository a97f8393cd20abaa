"""Skills for locks, systems, traps, stealth and climbing: what only some may try, or try more easily."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.ground import is_beside
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.modifiers import EASIER, PRACTISED
from sandtable.books.heroic_endeavors.naming import space_called
from sandtable.books.heroic_endeavors.special.skills import works
from sandtable.books.heroic_endeavors.state import Adventure, Door, Model
from sandtable.kernel import Modifier, Play, Refusal, rule

SIMPLE = 2
"""HE-SKL-16, HE-SKL-33: up to this difficulty one action is enough."""
LOCK_TOOLS, TRAP_TOOLS = "lock tools", "trap tools"
CLIMBING_FEATS = frozenset({"HE-LVL-03", "HE-LVL-04", "HE-LVL-05", "HE-LVL-07"})
STEALTHY = frozenset({"HE-STL-02"})
SPOTTING, DISARMING = frozenset({"HE-TRAP-03"}), frozenset({"HE-TRAP-05"})
"""The rules that call for such checks."""
UNTRAINED = 2
"""HE-SKL-39: so much harder it is to disarm a trap without the skill and its tools."""


@EASIER.source("HE-SKL-04")
def _climber(state: Adventure, model: Model, cause: str) -> Modifier | None:
    """One level, which may leave nothing to roll."""
    helps = cause in CLIMBING_FEATS and works(model, "Climbing")
    return Modifier(-1, "Climbing", "HE-SKL-04") if helps else None


@EASIER.source("HE-SKL-36")
def _sneak(state: Adventure, model: Model, cause: str) -> Modifier | None:
    """One level, which may leave nothing to roll."""
    helps = cause in STEALTHY and works(model, "Sneak")
    return Modifier(-1, "Sneak", "HE-SKL-36") if helps else None


@PRACTISED.source("HE-SKL-38")
def _sees_traps(state: Adventure, model: Model, cause: str) -> Modifier | None:
    """A die more."""
    helps = cause in SPOTTING and works(model, "Spot/Disarm Trap")
    return Modifier(1, "Spot/Disarm Trap", "HE-SKL-38") if helps else None


@EASIER.source("HE-SKL-39", "HE-SKL-47")
def _disarms_traps(state: Adventure, model: Model, cause: str) -> Modifier | None:
    """Without the skill, or without tools, it is two levels harder."""
    if cause not in DISARMING:
        return None
    skilled = works(model, "Spot/Disarm Trap") and TRAP_TOOLS in model.gear
    return None if skilled else Modifier(UNTRAINED, "untrained", "HE-SKL-39")


@rule("HE-SKL-16", "HE-SKL-33")
def actions_for(difficulty: int) -> int:
    """One action for what is simple, two for the rest."""
    return 1 if difficulty <= SIMPLE else 2


@rule("HE-SKL-16")
def why_not_hack(model: Model) -> Refusal | None:
    """Only a hacker may try; to anybody else it is forbidden."""
    if works(model, "Hacking"):
        return None
    return Refusal("HE-SKL-16", "It cannot break into a system.", "Find somebody with Hacking.")


@rule("HE-SKL-16")
async def hack(play: Play[Adventure], model: Model, system: str, difficulty: int) -> bool:
    """A check of perception against the security of a system; whether it is breached."""
    passed = await check(play, model, "PER", difficulty, "HE-SKL-16")
    if passed:
        play.tell("system breached", "HE-SKL-16", model=model.id, system=system)
    return passed


@rule("HE-SKL-33", "HE-SKL-47")
def why_not_pick(model: Model, door: Door) -> Refusal | None:
    """It lacks the skill for this kind of lock, or the tools."""
    if not works(model, f"Pick Lock ({door.lock})"):
        reason = f"It cannot pick {door.lock} locks."
        return Refusal("HE-SKL-33", reason, "Find the key, or somebody who can pick it.")
    if LOCK_TOOLS not in model.gear:
        return Refusal("HE-SKL-47", "It has no tools for locks.", "Find the key, or another way.")
    return None


class _AtLock(DeedKind):
    """An attempt at the lock of a door."""

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every locked door beside a model of the party; opponents have the keys."""
        if model.side != "party":
            return ()
        return [
            Deed(self.name, one.id)
            for one in state.doors.values()
            if one.state == "locked" and self.fits(one) and is_beside(model, one.at)
        ]

    def fits(self, door: Door) -> bool:
        """Whether its lock is of that kind."""
        return bool(door.lock)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """The door."""
        return f"{self.name} of the door at {space_called(state.doors[deed.target].at)}"

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """By its difficulty."""
        return actions_for(state.doors[deed.target].difficulty)


@deed
class PickLock(_AtLock):
    """HE-SKL-33"""

    name, rule = "pick the lock", "HE-SKL-33"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """It cannot."""
        return why_not_pick(model, state.doors[deed.target])

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """A check of perception; the door is then no longer locked."""
        door = play.state.doors[deed.target]
        if await check(play, model, "PER", door.difficulty, "HE-SKL-33"):
            door.state = "closed"
            play.tell("lock picked", "HE-SKL-33", model=model.id, door=door.id)


@deed
class HackLock(_AtLock):
    """HE-SKL-16"""

    name, rule = "hack the lock", "HE-SKL-16"

    def fits(self, door: Door) -> bool:
        """Where the adventure says so (HE-DOOR-07)."""
        return door.hacking

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """It cannot."""
        return why_not_hack(model)

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """A check of perception; the door is then no longer locked."""
        door = play.state.doors[deed.target]
        if await hack(play, model, f"lock at {space_called(door.at)}", door.difficulty):
            door.state = "closed"
