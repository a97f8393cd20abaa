"""What players of a real table enter, as fields of a form: sections, range and cover, who is touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from sandtable.books.lands_of_ruin.followers import hero_of, type_of
from sandtable.books.lands_of_ruin.naming import called, name_of, section_called
from sandtable.books.lands_of_ruin.state import AreaMarker, Battle, Seat
from sandtable.books.lands_of_ruin.surface.sight import Glimpse
from sandtable.books.lands_of_ruin.tables.charts import Cover, charts, rotter_kinds
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.kernel import Candidate, ChooseOne, Field, Number, rule
from sandtable.kernel.decision import Step

MOST_ATTACKERS = 8
"""More Rotters than this do not fit round a base; ours."""
BANDS = {"short": "up to 10 inches", "mid": "up to 20 inches", "long": "more than 20 inches"}
COVERS = {
    "none": ("wholly in sight", "all"),
    "light": ("at least half in sight", "half or more"),
    "heavy": ("less than half in sight", "less"),
}
TWO_COVERS = {"none": ("wholly in sight", "all"), "cover": ("partly hidden", "a part")}
"""LR-MODE-02: Basic mode."""


ON_ITS_WAY = "way"
"""LR-LOS-03: before the cover of somebody who is shot at on its way."""
LEFT = "off the table"
"""What a player says of a character that has left the table (LR-MAP-20)."""


def sections_round(state: Battle, section: int) -> tuple[int, ...]:
    """A section and those beside it; no area reaches farther."""
    return (0, section, *map_of(state.map).sections[section - 1].neighbours)


def sections_in_words(state: Battle) -> dict[str, str]:
    """Every section by its number, as people call it."""
    return {str(one.number): section_called(state, one.number) for one in map_of(state.map).sections}


@rule("LR-RNGE-03", "LR-RNGE-05", "LR-COV-02", "LR-OCON-22", "LR-LOS-03", "LR-LOS-05")
def sight_fields(state: Battle, seat: Seat, who: str, targets: Sequence[str]) -> dict[str, Field]:
    """One range for all, in doubt the longest; cover target by target, none unless somebody says so."""
    far = [Candidate(key, label, rules=("LR-RNGE-03",)) for key, label in BANDS.items()]
    prompt = "How far is the farthest of them?"
    asked = ChooseOne(seat, "range band", prompt, ("LR-RNGE-03",), far, about=(who,))
    fields = {"range": Field(asked, charts().bands[-1].band)}
    covers = TWO_COVERS if state.switches.is_basic else COVERS
    for target in dict.fromkeys(targets):
        seen = [
            Candidate(key, label, rules=("LR-COV-02",), short=short) for key, (label, short) in covers.items()
        ]
        found = state.find(target)
        is_shot = who not in state.machines  # which fires at whom it sees, where it stands
        if is_shot and not state.switches.is_basic and found is not None and found[0].stands:
            seen += [
                Candidate(f"{ON_ITS_WAY} {one.key}", f"on its way, {one.label}", rules=("LR-LOS-03",))
                for one in seen
            ]
        prompt = f"How much of {called(state, target)} is in sight?"
        asked = ChooseOne(seat, "cover", prompt, ("LR-COV-02",), seen, about=(target,))
        fields[f"cover {target}"] = Field(asked, "none")
    return fields


def glimpse_of(given: str) -> Glimpse:
    """What somebody has entered about a target."""
    cover = given.removeprefix(f"{ON_ITS_WAY} ")
    return Glimpse(cast(Cover, cover), cover != given)


@rule("LR-SYNC-01", "LR-SYNC-05", "LR-SYNC-06", "LR-TURN-06", "LR-TURN-12")
def section_fields(state: Battle, seat: Seat) -> dict[str, Field]:
    """The section of each own miniature that all can see; one that has not entered may stay off."""
    fields = {}
    for card in state.team(seat):
        if card.hidden or card.where == "left" or (card.where == "waiting" and card.down):
            continue
        if type_of(card) == "slave" and (hero := hero_of(state, card)) is not None and not hero.down:
            continue  # LR-COH-19: it is where its hero is
        for model in card.models.values():
            if model.gone:
                continue
            listed = [
                Candidate(key, label, int(key), ("LR-SYNC-02",))
                for key, label in sections_in_words(state).items()
            ]
            if card.where == "waiting":
                listed.append(Candidate("0", "not on the table yet", 0, ("LR-TURN-07",)))
            else:
                listed.append(Candidate(LEFT, "it has left the table", LEFT, ("LR-TURN-12",)))
            usual = 0 if card.where == "waiting" else model.section or entry_section(state, seat)
            prompt = f"Where is {called(state, model.id)} now?"
            asked = ChooseOne(seat, "section", prompt, ("LR-SYNC-02",), listed, about=(card.id,))
            fields[model.id] = Field(asked, str(usual))
    return fields


def entry_section(state: Battle, seat: Seat) -> int:
    """The section in the middle of the own edge."""
    wide, deep = state.ground.width, state.ground.depth
    places = {
        "south": (wide / 2, 0.0),
        "north": (wide / 2, deep),
        "west": (0.0, deep / 2),
        "east": (wide, deep / 2),
    }
    return map_of(state.map).section_at(places[state.sides[seat].edge])


@rule("LR-ROT-14", "LR-OCON-28")
def attacker_fields(state: Battle, seat: Seat, kinds: Sequence[str]) -> dict[tuple[str, str], Field]:
    """For each own card that stands how many Rotters of each kind touch it."""
    return {
        (card.id, kind): Field(
            Number(
                seat, "attackers", f"How many {kind}s touch {name_of(card)}?", ("LR-ROT-14",),
                0, MOST_ATTACKERS, about=(card.id,),
            ),
            0,
            f"{kind}s",
        )
        for card in state.team(seat)
        if card.stands
        for kind in kinds
    }  # fmt: skip


@rule("LR-GREN-09", "LR-GREN-11", "LR-ENV-04")
def exposure_fields(state: Battle, seat: Seat, marker: AreaMarker) -> dict[tuple[str, str], Field]:
    """Every own miniature in the section of the marker or beside it, down or not; no area reaches farther."""
    near = sections_round(state, marker.section)
    return {
        (card.id, model.id): Field(
            Number(
                seat, "exposure", f"Is {called(state, model.id)} caught?", ("LR-ENV-04",), 0, 1,
                about=(card.id,),
            ),
            0,
            marker.item,
        )
        for card in state.team(seat)
        if card.on_table
        for model in card.models.values()
        if model.section in near
    }  # fmt: skip


def rotter_fields(state: Battle, alike: Mapping[str, Sequence[str]]) -> dict[str, Field]:
    """How many of each kind, of those that there are."""
    return {
        kind: Field(
            Number(
                state.active, "Rotters in an area", f"How many {kind}s?", ("LR-GREN-12",), 0, len(ids),
                about=(ids[0],),
            ),
            0,
            f"{kind}s",
        )
        for kind, ids in alike.items()
    }  # fmt: skip


@rule("LR-OCON-12", "LR-ROT-08", "LR-ROT-05", "LR-ENV-03")
def rotter_steps(state: Battle) -> tuple[Step, ...]:
    """What is done by hand before anybody says who is touched."""
    target = state.surroundings.target
    where = section_called(state, target) if target else ""
    victim = called(state, state.surroundings.victim)
    far = ", ".join(f"{one.kind}s {one.movement:g}″" for one in rotter_kinds().values())
    rest = f"All others go to {victim or where}." if target else "All others stand."
    new = [one for one in state.rotters.values() if one.arrived == state.turn]
    move = Step(
        "Move every Rotter",
        f"Somebody standing within 10″: to the nearest. {rest} {far}.",
        ("LR-ROT-04", "LR-ROT-08"),
    )
    come = Step(
        "New ones wait", f"{len(new)} have come at the edge; they neither move nor attack.", ("LR-ENV-03",)
    )
    return (move, come) if new else (move,)
