"""Traps: spotted, searched for, disarmed, passed by and triggered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.damage import inflict
from sandtable.books.heroic_endeavors.chapters.dice import READING, worth
from sandtable.books.heroic_endeavors.chapters.ground import touches
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.chapters.traits import bonus, trait
from sandtable.books.heroic_endeavors.game_master.awareness import alert
from sandtable.books.heroic_endeavors.modifiers import PRACTISED
from sandtable.books.heroic_endeavors.naming import space_called
from sandtable.books.heroic_endeavors.state import Adventure, Model, Trap
from sandtable.books.heroic_endeavors.windows import (
    MODEL_PUSHED,
    STEP_TAKEN,
    TURN_BEGINS,
    WINDOWS,
    ModelMoment,
    once,
)
from sandtable.kernel import For, Modifier, Moment, Play, Refusal, rule, total_of
from sandtable.table.squares.spaces import Space

SPOT, DISARM, BYPASS = "HE-TRAP-03", "HE-TRAP-05", "HE-TRAP-06"
"""HE-TRAP-07: the rules that call for a check, by which dice are added to it."""
SIMPLE = 2
"""HE-TRAP-05: up to this difficulty one action is enough."""
BEFORE_REACTIONS = -5


def armed(state: Adventure) -> list[Trap]:
    """The traps that still wait for somebody."""
    return [one for one in state.traps.values() if one.state == "armed"]


def is_near(state: Adventure, model: Model, trap: Trap) -> bool:
    """The model stands in or beside a trigger space, corners included."""
    return any(touches(state, model, at) for at in trap.triggers)


# ---- spotting -----------------------------------------------------------------------------------


@rule("HE-TRAP-03", "HE-TRAP-07", "HE-TRAP-01")
async def spots(play: Play[Adventure], model: Model, trap: Trap) -> bool:
    """The Game Master rolls unseen; a trap that is spotted is known to the whole party."""
    state = play.state
    printed = Modifier(trait(state, model, "PER"), "PER", "HE-TRAP-07")
    dice = max(0, total_of((printed, *PRACTISED.all(state, model, SPOT))))
    faces = (
        await play.roll(dice, For("spot", model.id), SPOT, reading=READING, to=state.alone) if dice else ()
    )
    if sum(worth(one) for one in faces) < trap.difficulty:
        return False
    trap.is_known = True
    play.tell("trap spotted", SPOT, reveals=True, model=model.id, trap=trap.id)
    return True


async def look_about(play: Play[Adventure], model: Model) -> None:
    """The first time that somebody of the party comes beside a trap, it may notice it at once."""
    state = play.state
    if state.switches.free_trap_spotting == "off" or model.side != "party" or not model.is_conscious:
        return
    for trap in armed(state):
        if not trap.is_known and model.id not in trap.tried and is_near(state, model, trap):
            trap.tried = (*trap.tried, model.id)
            await spots(play, model, trap)


@WINDOWS.consequence(TURN_BEGINS, "looking about", "HE-TRAP-03", once)
async def look_about_at_once(play: Play[Adventure], seat: str, now: Moment) -> None:
    """Whoever stands beside one when a turn begins."""
    for model in list(play.state.conscious()):
        await look_about(play, model)


@deed
class Search(DeedKind):
    """HE-TRAP-03"""

    name, rule = "search", "HE-TRAP-03"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """For the party, wherever it stands: being asked would tell."""
        return (Deed(self.name),) if model.side == "party" else ()

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Where."""
        return "search the spaces around for traps"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Every trap nearby is looked for, each by itself."""
        found = False
        for trap in armed(play.state):
            if not trap.is_known and is_near(play.state, model, trap):
                found = await spots(play, model, trap) or found
        if not found:
            play.tell("nothing found", SPOT, model=model.id)


# ---- disarming ----------------------------------------------------------------------------------


@PRACTISED.source("HE-TRAP-07")
def _both_traits(state: Adventure, model: Model, cause: str) -> Modifier | None:
    """Hands help eyes, and eyes help feet."""
    names = {DISARM: ("DEX", "dexterity"), BYPASS: ("PER", "perception")}
    if cause not in names:
        return None
    name, reason = names[cause]
    more = bonus(state, model, name)
    return Modifier(more, reason, "HE-TRAP-07") if more else None


@deed
class Disarm(DeedKind):
    """HE-TRAP-05"""

    name, rule = "disarm", "HE-TRAP-05"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every known trap beside it that is still armed."""
        known = (one for one in armed(state) if one.is_known)
        return [Deed(self.name, one.id) for one in known if is_near(state, model, one)]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Which."""
        trap = state.traps[deed.target]
        return f"disarm the {trap.kind} at {space_called(trap.triggers[0])}, difficulty {trap.difficulty}"

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """By its difficulty."""
        return 1 if state.traps[deed.target].difficulty <= SIMPLE else 2

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """Opponents leave their own traps alone."""
        if model.side == "opponents":
            return Refusal("HE-TRAP-10", "It is a trap of their own.", "Leave it.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It becomes harmless, or is triggered at once."""
        trap = play.state.traps[deed.target]
        if await check(play, model, "PER", trap.difficulty, DISARM):
            trap.state = "disarmed"
            play.tell("trap disarmed", DISARM, model=model.id, trap=trap.id)
        else:
            await trigger(play, trap, model)


# ---- triggering ---------------------------------------------------------------------------------


def _entered(state: Adventure, model: Model) -> Iterator[Trap]:
    spaces: set[Space] = {*model.spaces}
    return (one for one in armed(state) if spaces & {*one.triggers})


@WINDOWS.consequence(STEP_TAKEN, "traps", "HE-TRAP-06", once, rank=BEFORE_REACTIONS)
@rule("HE-TRAP-03", "HE-TRAP-06", "HE-TRAP-10")
async def comes_near(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """Who knows of a trap may get past it; who does not triggers it; opponents know their own."""
    model = now.model
    was_known = {one.id for one in play.state.traps.values() if one.is_known}
    await look_about(play, model)
    if model.side == "opponents":
        return
    for trap in list(_entered(play.state, model)):
        if trap.id in was_known and await check(play, model, "DEX", trap.difficulty, BYPASS):
            play.tell("trap passed", BYPASS, model=model.id, trap=trap.id)
        elif model.is_conscious:
            await trigger(play, trap, model)


@WINDOWS.consequence(MODEL_PUSHED, "traps", "HE-TRAP-06", once)
@rule("HE-TRAP-06", "HE-TRAP-10")
async def is_pushed_in(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """Whoever is forced into a trigger space triggers the trap, known or not."""
    for trap in list(_entered(play.state, now.model)):
        await trigger(play, trap, now.model)


@rule("HE-TRAP-04", "HE-TRAP-09", "HE-DMG-06")
async def trigger(play: Play[Adventure], trap: Trap, victim: Model) -> None:
    """As many dice as it is deadly, against which nobody defends; then it is spent."""
    trap.is_known, trap.state = True, "armed" if trap.resets else "spent"
    faces = await play.roll(trap.lethality, For("trap", trap.id), "HE-TRAP-04", reading=READING)
    successes = sum(worth(one) for one in faces)
    play.tell(
        "trap triggered", "HE-TRAP-04", reveals=True, model=victim.id, trap=trap.id, successes=successes
    )
    if trap.wakes:
        alert(play, trap.wakes, "HE-TRAP-04", by=victim)
    if successes > 1 and victim.on_board:
        await inflict(play, victim, successes - 1, "")
