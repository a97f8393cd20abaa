"""What an adventure lets happen by itself: groups that wake, reinforcements, a countdown, flight."""

from __future__ import annotations

import msgspec

from sandtable.books.heroic_endeavors.adventures.adventure import adventure_of
from sandtable.books.heroic_endeavors.adventures.preparing import model_of
from sandtable.books.heroic_endeavors.chapters.damage import kill
from sandtable.books.heroic_endeavors.game_master.awareness import alert
from sandtable.books.heroic_endeavors.game_master.ways import towards
from sandtable.books.heroic_endeavors.state import Adventure, Group
from sandtable.books.heroic_endeavors.tables.maps import Reinforcements
from sandtable.books.heroic_endeavors.windows import TURN_BEGINS, TURN_ENDS, WINDOWS, once
from sandtable.kernel import Moment, Play, rule
from sandtable.table.squares.spaces import Space, halves
from sandtable.table.squares.surface import middle


@WINDOWS.consequence(TURN_BEGINS, "groups that wake by the clock", "HE-AGM-03", once)
@rule("HE-AGM-03", "HE-ADV-27")
async def wake(play: Play[Adventure], seat: str, now: Moment) -> None:
    """A group whose turn has come is alerted."""
    for group in play.state.groups.values():
        if group.wakes_at and group.wakes_at <= play.state.round:
            alert(play, group.id, adventure_of(play.state).row.rule)


def _reinforced(play: Play[Adventure], seat: str, now: Moment) -> Reinforcements | None:
    found = adventure_of(play.state).row.reinforcements
    if found is None or not once(play, seat, now) or play.state.round not in found.turns:
        return None
    return found if any(one.id == found.like for one in adventure_of(play.state).row.opponents) else None


@WINDOWS.consequence(TURN_BEGINS, "reinforcements", "HE-AGM-20", _reinforced)
async def come(play: Play[Adventure], seat: str, now: Moment, found: Reinforcements) -> None:
    """One at each space where they come, alerted, facing the nearest hero; they act this turn."""
    state = play.state
    row = next(one for one in adventure_of(state).row.opponents if one.id == found.like)
    state.groups.setdefault(found.group, Group(found.group, "alerted"))
    for at in found.spawn:
        if state.came >= found.limit:
            return
        state.came += 1
        model = model_of(
            state, msgspec.structs.replace(row, id=f"R{state.came}", group=found.group), "opponents"
        )
        model.seat = state.master
        model.at = nearest_free(state, at)
        if model.at is None:
            continue
        heroes = sorted(
            (halves(model.at, one.at), one.id, one.at)
            for one in state.conscious() if one.role == "hero" and one.at is not None
        )  # fmt: skip
        if heroes:
            model.facing = towards(model.at, heroes[0][2], model.facing)
            state.groups[found.group].known |= {id: there for _, id, there in heroes[:1]}
        state.models[model.id] = model
        play.tell("reinforcement came", "HE-AGM-20", found.rule, model=model.id, at=middle(model.at))


@rule("HE-AGM-20")
def nearest_free(state: Adventure, at: Space) -> Space | None:
    """The space itself, or the nearest that is free, the lowest row and column first."""
    board = state.board
    open_spaces = (board.space(number) for number in range(board.size))
    free = [one for one in open_spaces if board.kind(one).going == "open" and state.at(one) is None]
    return min(free, key=lambda one: (halves(at, one), one[1], one[0]), default=None)


def _counts(play: Play[Adventure], seat: str, now: Moment) -> bool:
    return once(play, seat, now) and play.state.countdown > 0


@WINDOWS.consequence(TURN_ENDS, "countdown", "HE-ADV-27", _counts)
async def count_down(play: Play[Adventure], seat: str, now: Moment) -> None:
    """At the end every model on the map is killed."""
    state = play.state
    state.countdown -= 1
    play.tell("countdown", "HE-ADV-27", turns=state.countdown)
    if not state.countdown:
        for model in list(state.on_board()):
            await kill(play, model, "", "HE-ADV-27")
