"""Attacking out of cover: blind through what is soft, not at all through what is hard, or by coming out."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.heroic_endeavors.chapters.ranged.cover import FOLIAGE, NEAR, NONE, Cover
from sandtable.books.heroic_endeavors.chapters.ranged.sight import stander
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.modifiers import ATTACK, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.tables.charts import Material
from sandtable.books.heroic_endeavors.windows import ACTIVATION_BEGINS, WINDOWS, ModelMoment, once
from sandtable.kernel import Candidate, ChooseOne, Modifier, Play, rule
from sandtable.table.squares.sight import touched
from sandtable.table.squares.spaces import Space, gap

DEEP = 6
"""HE-COV-07: so many spaces of foliage, its own among them, blind who shoots out of it."""


@rule("HE-COV-07")
def own_cover(state: Adventure, attack: Attack) -> Cover:
    """What an attacker is behind itself, from the place that is best for it."""
    starts = [_behind(state, attack, start) for start in attack.attacker.spaces]
    return min(starts, key=lambda one: one.dice, default=NONE)


def _behind(state: Adventure, attack: Attack, start: Space) -> Cover:
    lines = [_on_line(state, attack, start, at) for at in attack.target.spaces]
    best = [max(line, key=lambda one: one.dice, default=NONE) for line in lines]
    return min(best, key=lambda one: one.dice, default=NONE)


@rule("HE-COV-07")
def _on_line(state: Adventure, attack: Attack, start: Space, at: Space) -> Iterator[Cover]:
    """Low cover and soft terrain nearer to the attacker than to the target; foliage by its depth."""
    board, attacker, target = state.board, attack.attacker, attack.target
    shooter, aimed = stander(state, attacker), stander(state, target)
    is_inside = FOLIAGE in board.kind(start).traits
    leaves = int(is_inside)
    for crossing in touched(start, at):
        kind, space = board.kind(crossing.space), crossing.space
        is_inside = is_inside and FOLIAGE in kind.traits
        if FOLIAGE in kind.traits:
            leaves += is_inside and space != start
            continue
        if kind.hides or not {"partial", "full"} & {*kind.traits}:
            continue
        if space in attacker.spaces and kind.going == "climb":
            continue  # who stands on top of something is not behind it (HE-LVL-10)
        near, far = gap((space,), attacker.spaces), gap((space,), target.spaces)
        top = board.levels[board.number(space)] + kind.height
        is_over = shooter.floor != aimed.floor and crossing.is_under(top, shooter.head, aimed.floor)
        if near <= NEAR and near < far and not is_over:
            material: Material = "soft" if "soft" in kind.traits else "hard"
            yield Cover("full" if "full" in kind.traits else "partial", material)
    if leaves >= DEEP:
        yield Cover("full", "soft")


@rule("HE-COV-07", "HE-COV-08")
async def comes_out(play: Play[Adventure], attack: Attack) -> Attack:
    """Who is behind full cover comes out of it for the attack, or shoots blind where that is soft."""
    attacker = attack.attacker
    if attack.is_point_blank or attacker.condition.exposed:
        return attack
    found = own_cover(play.state, attack)
    if found.degree not in ("full", "obscuring"):
        return attack
    if found.material == "soft" and await _stays_inside(play, attack):
        return attack._replace(is_blind=True)
    attacker.condition.exposed = True
    play.tell("model exposed", "HE-COV-08", model=attacker.id)
    return attack


@rule("HE-COV-08")
async def _stays_inside(play: Play[Adventure], attack: Attack) -> bool:
    """Through soft cover it has the choice."""
    attacker = attack.attacker
    ways = [
        Candidate("come out", "come out, and have partial cover until your next activation", False),
        Candidate("blind", "shoot blind, with two dice less", True),
    ]
    prompt = f"Does {name_of(play.state, attacker)} come out of its cover?"
    about = (attacker.id, attack.target.id)
    asked = ChooseOne(attacker.seat, "come out", prompt, ("HE-COV-08",), ways, about=about)
    stays: bool = await CHAIR.ask(play, asked)
    return stays


@ATTACK.source("HE-COV-07")
def _is_blind(state: Adventure, attack: Attack) -> Modifier | None:
    """Two dice less through one's own full soft cover."""
    return Modifier(-2, "blind out of cover", "HE-COV-07") if attack.is_blind else None


def _was_exposed(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    return once(play, seat, now) and now.model.condition.exposed


@WINDOWS.consequence(ACTIVATION_BEGINS, "back to cover", "HE-COV-08", _was_exposed)
async def takes_cover(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """Its next activation begins, and it is behind its cover again."""
    now.model.condition.exposed = False
