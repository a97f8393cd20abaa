"""Outcomes: what has become of every Group between two moments, so that odds can be told of it."""

from __future__ import annotations

import msgspec

from sandtable.binding.outcomes import Telling, fates_between, words_of_fate
from sandtable.binding.words import sentence
from sandtable.books.companies_and_captains.state import Battle, Group, GroupId
from sandtable.kernel import Event, Harm


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
    return Outcome(
        fates_between(before.groups, after.groups.values(), _fate),
        tuple(one.id for one in after.groups.values() if one.done and not before.groups[one.id].done),
        after.step == "end of turn" or after.turn != before.turn,
        tuple((one.id, one.gone) for one in after.tokens.values() if one.gone != before.tokens[one.id].gone),
        after.closed,
    )


def _fate(was: Group | None, now: Group) -> Fate:
    assert was is not None, "no Group comes into being in battle"
    return Fate(
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


# ---- in words ----------------------------------------------------------------------------------------------


def outcome_in_words(outcome: Outcome, state: Battle) -> list[str]:
    """Each thing that the outcome brings, one sentence for every Group with which anything happens."""
    telling = _telling(state)
    told = [f"{_named(state, one.group)} {words_of_fate(one, telling)}." for one in outcome.fates]
    told += [f"{sentence(state.tokens[token].title)} is {how}." for token, how in outcome.markers]
    if outcome.closed:
        return [*told, f"The game is over: {outcome.closed}."]
    return [*told, "The turn is over." if outcome.turn_over else "The turn goes on."]


def _named(state: Battle, group: GroupId) -> str:
    return f"{state.groups[group].name} ({group})"


def _telling(state: Battle) -> Telling:
    """How each thing that can become of a Group is told."""

    def named(groups: tuple[GroupId, ...]) -> str:
        return " and ".join(_named(state, one) for one in groups)

    return {
        "lost": lambda lost, fate: f"loses {lost} R" if lost > 0 else f"regains {-lost} R",
        "gone": lambda gone, fate: _GONE.get(gone) or str(gone),
        "shaken": lambda shaken, fate: "falls back Shaken" if fate.elsewhere else "is Shaken",
        "elsewhere": lambda elsewhere, fate: "" if fate.shaken else "moves",
        "rallied": "rallies",
        "formed": "forms up",
        "joined": lambda joined, fate: f"fights {named(joined)}",
        "parted": lambda parted, fate: f"is free of {named(parted)}",
        "spells": lambda spells, fate: f"is under {' and '.join(spells)}",
        "asset": lambda asset, fate: f"carries {state.tokens[asset].title}",
    }


_GONE = {"routed": "is Routed", "escaped": "escapes", "exited": "leaves the table", "deserted": "deserts"}


WEAKENED = ("R lost", "group Shaken", "group Routed")
"""The events that tell of a Group that is worse off, each with the Group that brought it about."""


def harm_of(event: Event, state: Battle) -> Harm | None:
    """Which Group an event weakened, and which one rolled the hits; a cause that is no Group is nobody."""
    if event.kind not in WEAKENED:
        return None
    return Harm(event.facts["group"], event.facts.get("lost", 0), event.facts.get("by", ""))
