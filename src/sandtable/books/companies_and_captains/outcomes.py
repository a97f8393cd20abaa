"""Outcomes: what has become of every Group between two moments, so that odds can be told of it."""

from __future__ import annotations

import msgspec

from sandtable.books.companies_and_captains.state import Battle, Group, GroupId
from sandtable.kernel.event import Event, Harm


class Fate(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """What has become of one Group."""

    group: GroupId
    lost: int = 0
    """The R that it has lost; below 0 if it regained some."""
    gone: str = ""
    """Where it is if it is off the table now: "routed", "escaped" ..."""
    shaken: bool = False
    """It has become Shaken."""
    rallied: bool = False
    """It is no longer Shaken."""
    elsewhere: bool = False
    """Its models stand at other places than before."""
    joined: tuple[GroupId, ...] = ()
    """The enemies with which it has come into melee."""
    parted: tuple[GroupId, ...] = ()
    """The enemies with which it is in melee no more."""
    formed: bool = False
    """It has taken its formation."""
    spells: tuple[str, ...] = ()
    """The spells that lie on it now and did not."""
    asset: str = ""
    """The token that it carries now and did not."""


class Outcome(msgspec.Struct, frozen=True):
    """What has become of the battle; equal ones are all the same to a player."""

    fates: tuple[Fate, ...] = ()
    """Of every Group with which anything has happened, in the order of the battle."""
    acted: tuple[GroupId, ...] = ()
    """The Groups that have acted, rallied or checked."""
    turn_over: bool = False
    """Nobody of the side may act any more this turn."""
    markers: tuple[tuple[str, str], ...] = ()
    """The markers that have left the table, and how."""
    closed: str = ""
    """Why the game is over, if it is."""

    def fate(self, group: GroupId) -> Fate:
        """What has become of this Group."""
        return next((one for one in self.fates if one.group == group), Fate(group))


def outcome_between(before: Battle, after: Battle) -> Outcome:
    """What has become of the battle in between."""
    fates = []
    acted = []
    for name, group in after.groups.items():
        was = before.groups[name]
        fate = _fate(was, group)
        if fate is not None:
            fates.append(fate)
        if group.done and not was.done:
            acted.append(name)
    return Outcome(
        tuple(fates),
        tuple(acted),
        after.step == "end of turn" or after.turn != before.turn,
        tuple((one.id, one.gone) for one in after.tokens.values() if one.gone != before.tokens[one.id].gone),
        after.closed,
    )


def _fate(was: Group, now: Group) -> Fate | None:
    fate = Fate(
        now.id,
        was.r - now.r,
        now.where if now.where != was.where and not now.on_table else "",
        now.shaken and not was.shaken,
        was.shaken and not now.shaken and now.on_table,
        now.on_table and any(one not in was.models for one in now.models),
        tuple(one for one in now.melee if one not in was.melee),
        tuple(one for one in was.melee if one not in now.melee),
        now.formed and not was.formed,
        tuple(one.spell for one in now.spells if not was.is_under(one.spell)),
        now.asset if now.asset != was.asset else "",
    )
    return None if fate == Fate(now.id) else fate


# ---- in words ----------------------------------------------------------------------------------------------


def outcome_in_words(outcome: Outcome, state: Battle) -> list[str]:
    """Each thing that the outcome brings, one sentence for every Group with which anything happens."""
    told = [f"{_named(state, fate.group)} {', '.join(_words_of(fate, state))}." for fate in outcome.fates]
    told += [f"{token} is {how}." for token, how in outcome.markers]
    if outcome.closed:
        return [*told, f"The game is over: {outcome.closed}."]
    return [*told, "The turn is over." if outcome.turn_over else "The turn goes on."]


def _named(state: Battle, group: GroupId) -> str:
    return f"{state.groups[group].name} ({group})"


def _words_of(fate: Fate, state: Battle) -> list[str]:
    told = []
    if fate.lost:
        told.append(f"loses {fate.lost} R" if fate.lost > 0 else f"regains {-fate.lost} R")
    if fate.gone:
        return [*told, _GONE.get(fate.gone, fate.gone)]
    if fate.shaken:
        told.append("falls back Shaken" if fate.elsewhere else "is Shaken")
    elif fate.elsewhere:
        told.append("moves")
    if fate.rallied:
        told.append("rallies")
    if fate.formed:
        told.append("forms up")
    if fate.joined:
        told.append(f"fights {' and '.join(_named(state, one) for one in fate.joined)}")
    if fate.parted:
        told.append(f"is free of {' and '.join(_named(state, one) for one in fate.parted)}")
    if fate.spells:
        told.append(f"is under {' and '.join(fate.spells)}")
    if fate.asset:
        told.append(f"carries {fate.asset}")
    return told


_GONE = {"routed": "is Routed", "escaped": "escapes", "exited": "leaves the table", "deserted": "deserts"}


WEAKENED = ("R lost", "group Shaken", "group Routed")
"""The events that tell of a Group that is worse off, each with the Group that brought it about."""


def harm_of(event: Event, state: Battle) -> Harm | None:
    """Which Group an event weakened, and which one rolled the hits; a cause that is no Group is nobody."""
    if event.kind not in WEAKENED:
        return None
    return Harm(event.facts["group"], event.facts.get("lost", 0), event.facts.get("by", ""))
