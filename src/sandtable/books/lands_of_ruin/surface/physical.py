"""The physical table: real miniatures stand on it, and the player who acts is asked at the moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from sandtable.books.lands_of_ruin.followers import cohort_of, type_of
from sandtable.books.lands_of_ruin.modifiers import Aimed
from sandtable.books.lands_of_ruin.naming import called, name_of, section_called
from sandtable.books.lands_of_ruin.state import (
    AreaMarker,
    Battle,
    Card,
    Entry,
    Machine,
    Model,
    Rotter,
    RotterKind,
    Seat,
)
from sandtable.books.lands_of_ruin.surface.entering import (
    LEFT,
    attacker_fields,
    exposure_fields,
    glimpse_of,
    rotter_fields,
    rotter_steps,
    section_fields,
    sections_in_words,
    sections_round,
    sight_fields,
)
from sandtable.books.lands_of_ruin.surface.leaving import leave
from sandtable.books.lands_of_ruin.surface.placing import Zone
from sandtable.books.lands_of_ruin.surface.sight import Aims, Glimpse
from sandtable.books.lands_of_ruin.tables.charts import Band, Cover, charts
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.kernel import (
    PASS,
    Candidate,
    ChooseOne,
    Decision,
    Field,
    FillIn,
    Play,
    Refusal,
    Together,
    YesNo,
    rule,
)
from sandtable.kernel.decision import Step
from sandtable.table import Point
from sandtable.table.edges import EDGES, Edge

NOBODY = "nobody"


class PhysicalTable:
    """Answers by asking."""

    knows_places = False

    def targets(self, state: Battle, shooter: Model) -> list[str]:
        """Enemies on the table, and one Rotter of each kind (LR-FIRE-06)."""
        return _enemies(state, shooter)

    def why_not_shoot(self, state: Battle, shooter: Model, target: str) -> Refusal | None:
        """The players see for themselves who is in sight."""
        return None

    def ways(self, state: Battle, shooter: Model, target: str, *, least: bool = False) -> list[Point]:
        """Which way somebody took is not known; who is asked for cover says whether it is shot at on it."""
        return []

    def why_apart(self, state: Battle, first: str, other: str, at: Point | None) -> Refusal | None:
        """The players measure for themselves."""
        return None

    @rule("LR-RNGE-03", "LR-RNGE-05", "LR-COV-01", "LR-COV-02", "LR-COV-07", "LR-APP-21", "LR-MODE-15")
    async def sighted(
        self, play: Play[Battle], card: Card, slots: Sequence[Aimed], aims: Aims
    ) -> tuple[Band, dict[Aimed, Glimpse]]:
        """The attacker says on one page how far the farthest target is, and how much of each is hidden."""
        targets = list(dict.fromkeys(target for _, target in slots))
        fields = sight_fields(play.state, card.seat, card.id, targets)
        prompt = f"What does {name_of(card)} see?"
        asked = FillIn(
            card.seat, "range and cover", prompt, ("LR-RNGE-03", "LR-COV-02"), fields, "far, all in sight"
        )
        given = await play.ask(asked if not card.hidden else asked.secretly())
        band = cast(Band, given["range"])
        play.tell("range entered", "LR-RNGE-03", card=card.id, band=band)
        seen = {one: glimpse_of(given[f"cover {one}"]) for one in targets}
        for target, found in seen.items():
            play.tell("cover entered", "LR-COV-02", target=target, cover=found.cover)
        return band, {one: seen[one[1]] for one in slots}

    def likely_band(self, state: Battle, shooter: Model, target: str, at: Point | None = None) -> Band:
        """Nobody has measured."""
        return charts().bands[-1].band

    def likely_cover(self, state: Battle, shooter: Model, target: str, at: Point | None = None) -> Cover:
        """The cover control starts at none."""
        return "none"

    def touched(self, state: Battle, fighter: Model) -> list[str]:
        """Whoever could be in contact: everybody in the section and beside it."""
        return _enemies(state, fighter)

    async def enters(self, play: Play[Battle], seat: Seat, edges: tuple[Edge, ...]) -> None:
        """The players agree on the point at the table."""

    @rule("LR-PRE-08")
    async def deploys(self, play: Play[Battle], card: Card, area: Zone) -> None:
        """The miniature is put down by hand; where there are several sections its player says in which."""
        state = play.state
        map = map_of(state.map)
        sections = area.sections or tuple(dict.fromkeys(map.section_at(one) for one in area.points))
        chosen = str(sections[0])
        if len(sections) > 1:
            words = {str(one): section_called(state, one) for one in sections}
            prompt = f"In which section does {name_of(card)} stand when the game begins?"
            chosen = await _asked(play, card, "section", prompt, "LR-PRE-08", words)
        card.where = "table"
        for model in card.models.values():
            model.section = int(chosen)
            play.tell("card deployed", "LR-PRE-08", card=card.id, model=model.id)

    async def moves(
        self, play: Play[Battle], card: Card, model: Model, allowance: int, done: tuple[str, ...] = ()
    ) -> None:
        """Hands move; the Sync phase asks where everybody is."""
        card.where = "table"
        play.tell("model moved by hand", "LR-MOV-03", reveals=True, card=card.id, inches=allowance)

    @rule("LR-COH-19")
    async def gathers(self, play: Play[Battle], hero: Card, slaves: Card) -> None:
        """Hands put them there."""
        slaves.where = "table"

    def is_by(self, state: Battle, cohort: Card, hero: Card, inches: float) -> bool:
        """They are to keep by it."""
        return cohort.where == "table" and bool(cohort.models)

    @rule("LR-SYNC-01", "LR-SYNC-02", "LR-SYNC-03", "LR-SYNC-05", "LR-SYNC-06", "LR-TURN-07", "LR-MAP-20")
    async def syncs(self, play: Play[Battle], seat: Seat) -> None:
        """The player says on one page in which section its characters are now, or that they have left.

        No exact places are asked for, since only sections matter to the rules; who hides stays where it is.
        """
        state = play.state
        fields = section_fields(state, seat)
        if not fields:
            return
        prompt = "In which section is each of your characters now?"
        asked = FillIn(seat, "sections", prompt, ("LR-SYNC-02", "LR-MAP-02"), fields, "all stand as before")
        for key, section in (await play.ask(asked)).items():
            found = state.find(key)
            assert found is not None
            card, model = found
            if section == LEFT:
                edges = {str(one): f"over the {one} edge" for one in EDGES}
                prompt = f"Over which edge has {called(state, key)} left?"
                edge = await _asked(play, card, "edge", prompt, "LR-TURN-12", edges)
                await leave(play, card, model, cast(Edge, edge))
            elif section:
                card.where, model.section = "table", section
                _gather(state, card)
                play.tell("section entered", "LR-SYNC-02", card=card.id, section=section)

    @rule("LR-HID-01")
    def hiding_place(self, state: Battle, seat: Seat, card: Card) -> Decision:
        """A section of the own map; nothing lies on the table."""
        listed = [Candidate("later", "enter later from the edge", 0, ("LR-PRE-07",), deed=PASS)]
        for one in map_of(state.map).sections:
            label = f"section {one.number}, {one.name}"
            listed.append(Candidate(str(one.number), label, one.number, ("LR-HID-02",)))
        prompt = f"In which section does {name_of(card)} hide?"
        facts = {"card": card.id}
        rules = ("LR-PRE-07", "LR-PRE-10", "LR-HID-02")
        return ChooseOne(seat, "hide infiltrators", prompt, rules, listed, facts, about=(card.id,))

    def hides(self, state: Battle, card: Card, place: Any) -> None:
        """In the section."""
        card.model.section = place

    @rule("LR-HID-13", "LR-HID-15")
    def reveals(self, state: Battle, card: Card) -> None:
        """The owner puts the miniature down, on the level or side that it chooses."""

    def told_of(self, card: Card) -> dict[str, Any]:
        """The section."""
        return {"section": card.model.section}

    @rule("LR-PRE-06")
    async def place_rotter(self, play: Play[Battle], seat: Seat, section: int) -> None:
        """The miniature is put down by hand."""
        state = play.state
        rotter = Rotter(state.new_id("R"), section=section)
        state.rotters[rotter.id] = rotter
        play.tell("Rotter placed", "LR-PRE-06", rotter=rotter.id, section=section)

    async def rotters_move(self, play: Play[Battle]) -> None:
        """The players move them; the console shows the target."""

    @rule("LR-SPWN-01", "LR-SPWN-07")
    async def arrive(self, play: Play[Battle], point: Point, kinds: Sequence[RotterKind]) -> None:
        """The players put the miniatures where the box on the map's edge shows them, off all characters."""
        state = play.state
        for kind in kinds:
            section = map_of(state.map).section_at(point)
            rotter = Rotter(state.new_id("R"), kind, section=section, arrived=state.turn)
            state.rotters[rotter.id] = rotter
            play.tell("Rotter placed", "LR-SPWN-01", rotter=rotter.id, section=section)

    @rule("LR-ROT-23")
    async def wakes(self, play: Play[Battle], card: Card, model: Model, *, is_noticed: bool) -> None:
        """The players put it down: in contact, or 5 inches off if it was noticed."""
        state = play.state
        rotter = Rotter(state.new_id("R"), section=model.section, waits=is_noticed)
        state.rotters[rotter.id] = rotter
        play.tell("Rotter placed", "LR-ROT-23", rotter=rotter.id, section=model.section)

    @rule("LR-ROT-14", "LR-ENV-03", "LR-ENV-04", "LR-ENV-05", "LR-ENV-01", "LR-OCON-28")
    async def contacts(self, play: Play[Battle]) -> list[Entry]:
        """Both players enter on their own cards how many Rotters of each kind attack them, and are ready."""
        state = play.state
        old = [one for one in state.rotters.values() if one.arrived != state.turn and not one.waits]
        kinds = tuple(dict.fromkeys(one.kind for one in old))
        fields = {seat: attacker_fields(state, seat, kinds) for seat in state.players}
        given = await _entered(play, "attackers", "Who is touched?", "LR-ROT-14", fields, rotter_steps(state))
        return [
            Entry(card, state.cards[card].model.id, kind, is_attack=True)
            for (card, kind), count in given
            for _ in range(count)
        ]

    @rule("LR-ENV-04", "LR-GREN-09", "LR-GREN-11")
    async def exposed(self, play: Play[Battle], marker: AreaMarker) -> list[Entry]:
        """Each player enters who of its own is within the radius, or has moved through the area as it was."""
        state = play.state
        fields = {seat: exposure_fields(state, seat, marker) for seat in state.players}
        prompt = f"Who is within {marker.radius:g} inches of the {marker.item}, or came through it?"
        given = await _entered(play, "exposure", prompt, "LR-ENV-04", fields)
        return [Entry(card, model, marker.item, marker.id) for (card, model), is_caught in given if is_caught]

    @rule("LR-GREN-12")
    async def rotters_within(self, play: Play[Battle], marker: AreaMarker) -> list[str]:
        """The active player counts them, all kinds at once."""
        state = play.state
        alike: dict[str, list[str]] = {}
        for one in state.rotters.values():
            alike.setdefault(one.kind, []).append(one.id)
        if not alike:
            return []
        prompt = f"How many Rotters are within {marker.radius:g} inches of the {marker.item}?"
        fields = rotter_fields(state, alike)
        asked = FillIn(state.active, "Rotters in an area", prompt, ("LR-GREN-12",), fields, "none")
        given = await play.ask(asked)
        return [one for kind, ids in alike.items() for one in ids[: given[kind]]]

    @rule("LR-NPC-03")
    async def machine_arrives(self, play: Play[Battle], machine: Machine, point: Point) -> bool:
        """The players put it near the point, off all characters."""
        machine.section = map_of(play.state.map).section_at(point)
        return True

    @rule("LR-NPC-04")
    async def machine_moves(self, play: Play[Battle], machine: Machine, inches: float) -> None:
        """The players move it; the console says how far, and in which way."""
        play.tell("machine moves by hand", "LR-NPC-04", machine=machine.id, inches=inches)

    @rule("LR-NPC-04")
    async def machine_sees(
        self, play: Play[Battle], machine: Machine, inches: float
    ) -> tuple[str, Band, Cover] | None:
        """The active player says who is the closest in sight, how far off, and how much of it is hidden."""
        state, seat = play.state, play.state.active
        standing = [card for card in state.on_table() if card.stands]
        rules = ("LR-NPC-04",)
        who = [Candidate(one.id, called(state, one.id), rules=rules, about=(one.id,)) for one in standing]
        who.append(Candidate(NOBODY, f"nobody within {inches:g} inches", rules=rules, deed=PASS))
        prompt = f"Who is closest to the {machine.kind}, of those in its sight that stand?"
        asked = ChooseOne(seat, "machine target", prompt, rules, who, about=(machine.id,))
        chosen = await play.ask(asked)
        if chosen == NOBODY:
            return None
        fields = sight_fields(state, seat, machine.id, [chosen])
        prompt = f"How does the {machine.kind} see {called(state, chosen)}?"
        given = await play.ask(
            FillIn(seat, "range and cover", prompt, ("LR-RNGE-03", "LR-COV-02"), fields, "far, all in sight")
        )
        return chosen, cast(Band, given["range"]), cast(Cover, given[f"cover {chosen}"])

    @rule("LR-NPC-05")
    async def machines_within(self, play: Play[Battle], marker: AreaMarker) -> list[str]:
        """The active player says which."""
        state, found = play.state, []
        for one in state.machines.values():
            prompt = f"Is the {one.kind} within {marker.radius:g} inches of the {marker.item}?"
            rules, about = ("LR-NPC-05",), (one.id,)
            if await play.ask(YesNo(state.active, "machine in an area", prompt, rules, about=about)):
                found.append(one.id)
        return found

    @rule("LR-GREN-02")
    async def throws(
        self,
        play: Play[Battle],
        card: Card,
        marker: AreaMarker,
        reach: int | None,
        *,
        needs_sight: bool = True,
    ) -> None:
        """The marker is put on the table by hand, and the console told in which section."""
        sections = sections_in_words(play.state)
        limit = "in sight" if reach is None else f"at most {reach} inches away"
        prompt = f"In which section does the {marker.item} lie, {limit}?"
        chosen = await _asked(play, card, "section of a marker", prompt, "LR-GREN-02", sections)
        marker.section = int(chosen)

    def at_hand(self, state: Battle, card: Card, at: Point | None, section: int) -> bool:
        """The players see for themselves what is within 1 inch, in the section or beside it."""
        near = sections_round(state, section) if section else ()
        return any(one.section in near for one in card.models.values())

    def beside(self, state: Battle, card: Card) -> list[Card]:
        """The players see for themselves who is in contact."""
        return [one for one in state.team(card.seat) if one is not card and one.on_table]


@rule("LR-ENV-05", "LR-OCON-14")
async def _entered(
    play: Play[Battle],
    topic: str,
    prompt: str,
    cited: str,
    fields: dict[Seat, dict[tuple[str, str], Field]],
    steps: Sequence[Step] = (),
) -> list[tuple[tuple[str, str], Any]]:
    """Both fill in what they see on their own cards, or are ready; neither takes that back."""
    parts: dict[Seat, Decision] = {}
    for seat, own in fields.items():
        named = {" ".join(key): field for key, field in own.items()}
        parts[seat] = FillIn(seat, topic, prompt, (cited,), named, "nobody: ready", steps=steps).secretly()
    given = await play.ask(Together(topic, prompt, (cited,), parts))
    return [(key, given[seat][" ".join(key)]) for seat, own in fields.items() for key in own]


@rule("LR-COH-19")
def _gather(state: Battle, hero: Card) -> None:
    """Slaves are where their hero is; nobody need be asked."""
    slaves = cohort_of(state, hero)
    if slaves is not None and type_of(slaves) == "slave" and not hero.down:
        slaves.where = "table"
        for one in slaves.models.values():
            one.section = hero.model.section


def _enemies(state: Battle, model: Model) -> list[str]:
    found = state.find(model.id)
    assert found is not None
    kinds: dict[str, str] = {}
    for one in state.rotters.values():
        kinds.setdefault(one.kind, one.id)
    foes = [one.id for card, one in state.models_on_table() if card.seat != found[0].seat]
    return [*foes, *kinds.values(), *state.machines]


async def _asked(
    play: Play[Battle],
    card: Card,
    topic: str,
    prompt: str,
    cited: str,
    words: dict[str, str],
    target: str = "",
) -> str:
    """The player who acts chooses one of a few words."""
    listed = [Candidate(key, label, rules=(cited,)) for key, label in words.items()]
    about = (card.id, target) if target else (card.id,)
    chosen: str = await play.ask(ChooseOne(card.seat, topic, prompt, (cited,), listed, about=about))
    return chosen
