"""Making an entity: creation points, what they buy, and where it appears."""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec

from sandtable.binding.squares.spots import SpotPlanner, spot_at
from sandtable.books.heroic_endeavors.chapters.actions import Deed, deed
from sandtable.books.heroic_endeavors.chapters.ground import distance_to
from sandtable.books.heroic_endeavors.chapters.ranged.sight import stander, tall_of
from sandtable.books.heroic_endeavors.game_master.awareness import notice
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.modifiers import FIGHTS, WHY_NOT_ACT
from sandtable.books.heroic_endeavors.naming import SIDES, name_of, space_called
from sandtable.books.heroic_endeavors.special.powers.casting import Power, spend_levels
from sandtable.books.heroic_endeavors.state import Adventure, Arms, Bond, Defence, Model, Traits, Turn
from sandtable.books.heroic_endeavors.tables.powers import EntityRow, PowerRow, entity_items
from sandtable.books.heroic_endeavors.tables.weapons import Melee
from sandtable.kernel import (
    PASS,
    Advice,
    Candidate,
    ChooseOne,
    Decision,
    Measuring,
    Place,
    Play,
    Refusal,
    rule,
)
from sandtable.table.squares import sight
from sandtable.table.squares.going import Prices, steps_on
from sandtable.table.squares.spaces import FACINGS, Space, gap, halves
from sandtable.table.squares.surface import middle
from sandtable.table.squares.templates import Spot, middle_of

POWER = "Arcane Entity"
BASIC, ANOTHER, DONE = "basic entity", "another", "done"
LEASH = 12
"""HE-ENT-04, HE-ENT-05"""
START: dict[str, int] = {"MOV": 2, "DEF": 0, "ATK": 1, "DP": 1, "roam": 0}
"""HE-ENT-02: a basic entity."""


class Plan(msgspec.Struct, frozen=True):
    """An entity as it is being built."""

    traits: tuple[tuple[str, int], ...] = tuple(START.items())

    def of(self, trait: str) -> int:
        """One of its values."""
        return dict(self.traits)[trait]

    def with_item(self, row: EntityRow) -> Plan:
        """The same with one improvement more."""
        return Plan(tuple((name, one + row.adds * (name == row.trait)) for name, one in self.traits))

    def takes(self, row: EntityRow) -> bool:
        """Whether there is room for the improvement below its limit."""
        return self.of(row.trait) + row.adds <= row.most


@deed
class Entities(Power):
    """HE-ENT-01"""

    name, rule, power = "entities", "HE-ENT-01", POWER

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How many points there are to build with."""
        return f"Arcane Entity: {self.row_of(deed).worth} creation points, with {deed.weapon}"

    def bars(self, state: Adventure, model: Model, deed: Deed, row: PowerRow) -> Refusal | None:
        """There must be room for one."""
        if _free_spaces(state, model):
            return None
        return Refusal("HE-ENT-04", "There is no free space in sight.", "Move to where there is room.")

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Each is paid for in full, placed, and acts directly after its caster."""
        row = self.row_of(deed)
        await spend_levels(play, model, POWER, row.levels, "HE-ENT-01")
        plans = await _built(play, model, row.worth)
        made = []
        for plan in plans:
            if _free_spaces(play.state, model):
                made.append(await _appears(play, model, plan))
        play.state.order = (*((one,) for one in made), *play.state.order)
        notice(play)


@rule("HE-ENT-01", "HE-ENT-02", "HE-ENT-07")
async def _built(play: Play[Adventure], model: Model, points: int) -> list[Plan]:
    """One purchase after the other; the points may be split among several."""
    items, plans = entity_items(), [Plan()]
    points -= items[BASIC].points
    while points > 0:
        now = plans[-1]
        known = [one for one in items.values() if one.trait and one.points <= points and now.takes(one)]
        buys = [Candidate(one.item, f"{one.item} ({one.points})", one, (one.rule,)) for one in known]
        more = Candidate(ANOTHER, f"another entity ({items[BASIC].points})", items[BASIC], ("HE-ENT-07",))
        done = Candidate(DONE, "leave the rest", deed=PASS)
        prompt = f"{points} creation points are left. What does {name_of(play.state, model)} add?"
        facts = {"points": points, **dict(now.traits), "number": len(plans)}
        asked = ChooseOne(
            model.seat, "build entity", prompt, ("HE-ENT-02",), [*buys, more, done], facts, about=(model.id,)
        )
        row = await CHAIR.ask(play, asked)
        if not isinstance(row, EntityRow):
            break
        points -= row.points
        if row.trait:
            plans[-1] = now.with_item(row)
        else:
            plans.append(Plan())
    return plans


@rule("HE-ENT-04")
def why_not_appear(state: Adventure, caster: Model, at: Space) -> Refusal | None:
    """A free space within 12 spaces and in sight of the caster."""
    board = state.board
    free = board.has(at) and steps_on(board, Prices()).can_stand >> board.number(at) & 1
    if not free or state.at(at) is not None:
        return Refusal("HE-ENT-04", "Nothing can appear there.", "Name a free space.")
    if distance_to(caster, at) > LEASH:
        return Refusal("HE-ENT-04", "That is too far.", f"Stay within {LEASH} spaces.")
    there = sight.Stander((at,), board.floor(at), tall_of(caster))
    if not sight.sees(board, stander(state, caster), there):
        return Refusal("HE-ENT-04", "That is out of sight.", "Name a space in sight.")
    return None


def _free_spaces(state: Adventure, caster: Model) -> list[Space]:
    assert caster.at is not None
    here = caster.at
    spaces = (state.board.space(number) for number in range(state.board.size))
    near = sorted(
        (at for at in spaces if halves(here, at) <= 2 * LEASH + 1), key=lambda at: (halves(here, at), at)
    )
    return [at for at in near if why_not_appear(state, caster, at) is None]


@rule("HE-ENT-04", "HE-ENT-06")
async def _appears(play: Play[Adventure], caster: Model, plan: Plan) -> str:
    """The caster names the space and the facing; the id of the entity."""
    state, seen = play.state, known(play.state, caster)
    as_known = seen.models[caster.id]

    def proposed() -> dict[Spot, dict[str, Any]]:
        return {
            middle_of(at): {"label": space_called(at), "at": list(at)} for at in _free_spaces(seen, as_known)
        }

    def bars(spot: Spot) -> Refusal | None:
        at = (spot[0] // 2, spot[1] // 2)
        if middle_of(at) != spot:
            return Refusal("HE-ENT-04", "That is no space.", "Name the middle of a space.")
        return why_not_appear(seen, as_known, at)

    prompt = f"Where does the entity of {name_of(state, caster)} appear?"
    form = Measuring(radius=0.5)
    asked = Place(
        caster.seat, "place entity", prompt, ("HE-ENT-04",), SpotPlanner("HE-ENT-04", proposed, bars), form,
        about=(caster.id,),
    )  # fmt: skip
    spot = spot_at(await CHAIR.ask(play, asked))
    assert spot is not None
    entity = entity_of(state, caster, plan, (spot[0] // 2, spot[1] // 2))
    sides = [Candidate(one, SIDES[one], one) for one in FACINGS]
    entity.facing = await CHAIR.ask(
        play,
        ChooseOne(
            caster.seat, "entity facing", "Which way does it face?", ("HE-ENT-04",), sides,
            {"at": list(entity.at or ())}, about=(caster.id,),
        ),
    )  # fmt: skip
    state.models[entity.id] = entity
    play.tell(
        "entity appeared", "HE-ENT-04", "HE-ENT-06", "HE-ENT-07", "HE-ENT-12", reveals=caster.side != "party",
        model=entity.id, caster=caster.id, at=middle(entity.at or (0, 0)),
        MOV=plan.of("MOV"), DEF=plan.of("DEF"), ATK=plan.of("ATK"), DP=plan.of("DP"),
    )  # fmt: skip
    return entity.id


@rule("HE-ENT-02", "HE-ENT-03", "HE-ENT-06", "HE-ENT-12")
def entity_of(state: Adventure, caster: Model, plan: Plan, at: Space) -> Model:
    """Ones in strength, perception and dexterity, lifeless, without fate, with what was bought for it."""
    number = next(one for one in count(1) if f"E{one}" not in state.models)
    traits = Traits(1, 1, 1, plan.of("MOV"), plan.of("DP"))
    bond = Bond(caster.id, is_entity=True, roams=bool(plan.of("roam")), atk=plan.of("ATK"))
    turn = Turn(initiative=caster.turn.initiative)
    return Model(
        f"E{number}", "Arcane entity", "opponent", caster.side, "arcane entity", traits, caster.seat, at,
        caster.facing, "board", plan.of("DP"), 0, Defence(natural=plan.of("DEF")), Arms(), turn,
        bond=bond, living=False, group=caster.group, behaviour="" if caster.seat else "brute",
    )  # fmt: skip


@FIGHTS.source("HE-ENT-03")
def _force(model: Model) -> tuple[Melee, ...] | None:
    """Its own ATK; with its DEF that is its MEL."""
    if not model.bond.is_entity:
        return None
    return (Melee("arcane force", "arcane", model.bond.atk, 0, "HE-ENT-03", body=True),)


@WHY_NOT_ACT.source("HE-ENT-12")
def _uses_nothing(state: Adventure, model: Model, kind: str) -> Refusal | None:
    """Items mean nothing to it."""
    if model.bond.is_entity and kind in ("use", "pick up", "treat", "pick the lock", "hack the lock"):
        return Refusal("HE-ENT-12", "An entity cannot use things.", "Let somebody else do it.")
    return None


@CHAIR.decides("build entity", "HE-ENT-02", "HE-AGM-11")
def answer_build(state: Adventure, decision: Decision) -> Advice:
    """One entity with as much of everything: what is lowest first, by the order of the table."""
    facts = decision.facts
    items = entity_items()
    known = [items[one.answer] for one in decision.options() if one.answer in items]
    buys = [one for one in known if one.trait != "roam"]
    if not buys:
        return Advice(DONE, 0.0, (), ("HE-ENT-02",))
    best = min(buys, key=lambda one: (facts[one.trait] - START[one.trait]) // one.adds)
    return Advice(best.item, 0.0, (), ("HE-ENT-02",))


@CHAIR.decides("place entity", "HE-ENT-04", "HE-AGM-11")
def answer_place(state: Adventure, decision: Decision) -> Advice:
    """As near as it can to the nearest enemy."""
    caster = state.models[decision.about[0]]
    foes = [at for one in state.foes_of(caster) for at in one.spaces]
    options = decision.options()
    if not foes:
        return Advice(options[0].answer, 0.0, (), ("HE-ENT-04",))
    best = min(options, key=lambda one: gap(((one.facts["at"][0], one.facts["at"][1]),), foes))
    return Advice(best.answer, 0.0, (), ("HE-ENT-04",))


@CHAIR.decides("entity facing", "HE-ENT-04", "HE-AGM-17")
def answer_facing(state: Adventure, decision: Decision) -> Advice:
    """As its caster."""
    return Advice(state.models[decision.about[0]].facing, 0.0, (), ("HE-AGM-17",))
