"""Shaken Groups: the bad state of a Group that has failed a test and has not rallied."""

from __future__ import annotations

from sandtable.books.companies_and_captains.chapters.deeds import note_shaken
from sandtable.books.companies_and_captains.state import Battle, Cause, Group, Seat
from sandtable.kernel import Play, rule

ONLY_SIXES = 6
"""What a Shaken Group needs to hit in melee (CC-SHK-03)."""


@rule("CC-SHK-01", "CC-SHK-02", "CC-SPL-14")
def counts_as_shaken(group: Group) -> bool:
    """A Group is Shaken until it rallies; a Confused one counts as Shaken for every rule."""
    return group.shaken or (bool(group.spells) and group.is_under("Confuse"))


def is_shaken(group: Group) -> str:
    """That a Group is Shaken, or counts as Shaken because of a spell, in words."""
    return "is Shaken" if group.shaken else "is Confused and so counts as Shaken"


@rule("CC-TST-14", "CC-TST-20", "CC-SHK-05")
def become_shaken(play: Play[Battle], group: Group, cause: Cause, *because: str) -> None:
    """The Group is Shaken from now on, to the credit of the Company that caused it."""
    if not group.on_table or group.shaken:
        return
    group.shaken = True
    group.shaken_by = cause.credit
    note_shaken(play.state, group, cause)
    captain = ("CC-SHK-05", "CC-CAP-06") if play.state.holds_captain(group) else ()
    rules = (*because, "CC-SHK-01", "CC-SHK-02", *captain)
    play.tell("group Shaken", *rules, group=group.id, how=cause.how, by=cause.group)


@rule("CC-TST-13", "CC-SHK-02", "CC-SPL-14")
def rally(play: Play[Battle], group: Group) -> None:
    """The Group is no longer Shaken, and a Confuse on it ends."""
    rules = (
        *(("CC-SHK-02",) if group.shaken else ()),
        *(("CC-SPL-14",) if group.is_under("Confuse") else ()),
    )
    group.shaken = False
    group.shaken_by = ""
    group.spells = tuple(one for one in group.spells if one.spell != "Confuse")
    play.tell("group rallied", "CC-TRN-04", "CC-TST-13", *rules, group=group.id)


@rule("CC-AMB-14")
def whose_doing(group: Group) -> Seat:
    """The Company that made the Group Shaken, or that Confused it."""
    if group.shaken:
        return group.shaken_by
    return next((one.caster for one in group.spells if one.spell == "Confuse"), "")
