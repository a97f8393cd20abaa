"""Awareness of opponents: what alerts a group, and what it knows of its enemies."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.ground import distance_between, is_behind
from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees
from sandtable.books.heroic_endeavors.game_master.fog import look
from sandtable.books.heroic_endeavors.state import Adventure, Group, Model
from sandtable.books.heroic_endeavors.tables.charts import charts
from sandtable.books.heroic_endeavors.windows import ACTIVATION_BEGINS, WINDOWS, ModelMoment
from sandtable.kernel import Play, rule

BEHIND = 2
"""HE-AGM-03: so near somebody is noticed outside of the arc."""


@rule("HE-AGM-02", "HE-AGM-03")
def notice(play: Play[Adventure]) -> None:
    """Every group of which somebody sees an enemy now is alerted as a whole."""
    look(play)
    state = play.state
    for group in state.groups.values():
        if group.awareness != "unaware":
            continue
        for model in [one for one in state.conscious() if one.group == group.id]:
            seen = next((foe for foe in state.foes_of(model) if notices(state, model, group, foe)), None)
            if seen is not None:
                alert(play, group.id, "HE-AGM-03", by=seen)
                break


@rule("HE-AGM-03")
def notices(state: Adventure, model: Model, group: Group, foe: Model) -> bool:
    """In sight: in front as far as its alertness goes, elsewhere only close by."""
    far = next(one.spaces for one in charts().sight if one.alertness == group.alertness)
    behind = all(is_behind(model.base, model, at) for at in foe.spaces)
    limit = min(far, BEHIND) if behind else far
    return distance_between(model, foe) <= limit and sees(state, model, foe)


@rule("HE-AGM-02", "HE-AGM-03")
def alert(play: Play[Adventure], group: str, cause: str, *, by: Model | None = None) -> None:
    """The whole group knows that something is wrong, and where whoever has alerted it is."""
    known = play.state.groups.get(group)
    if known is None:
        return
    if by is not None and by.at is not None:
        known.known[by.id] = by.at
    if known.awareness == "unaware":
        known.awareness = "alerted"
        play.state.first_alert = play.state.first_alert or max(1, play.state.round)
        members = [one.id for one in play.state.conscious() if one.group == group]
        seen = [id for id in members if play.state.is_known(id)]
        if seen:
            play.tell("group alerted", cause, group=group, models=seen)
        if len(seen) < len(members):
            play.tell("group alerted", cause, to=play.state.alone, group=group, models=members)


@rule("HE-AGM-03", "HE-ADV-17")
def alert_by_door(play: Play[Adventure], door: str) -> None:
    """A door that was opened, forced or destroyed alerts the groups that the adventure names."""
    for group in play.state.groups.values():
        if door in group.doors:
            alert(play, group.id, "HE-ADV-17")


def alert_all(play: Play[Adventure], cause: str) -> None:
    """Every group is alerted."""
    for group in play.state.groups.values():
        alert(play, group.id, cause)


def _is_opponent(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    return seat == play.state.seats[0] and now.model.group in play.state.groups


@WINDOWS.consequence(ACTIVATION_BEGINS, "knowledge", "HE-AGM-01", _is_opponent)
async def learn(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """A group knows where those are whom one of it sees, and where the others were last."""
    state = play.state
    group = state.groups[now.model.group]
    for foe in state.foes_of(now.model):
        assert foe.at is not None
        members = (one for one in state.conscious() if one.group == group.id)
        if any(sees(state, one, foe) for one in members):
            group.known[foe.id] = foe.at
    gone = [id for id in group.known if not state.models[id].on_board]
    for id in gone:
        del group.known[id]
