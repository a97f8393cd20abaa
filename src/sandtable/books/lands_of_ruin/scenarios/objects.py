"""Objects of the scenario: taking one up, putting it down, using it, searching a section."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.books.lands_of_ruin.asking import which
from sandtable.books.lands_of_ruin.chapters.effects import gain, lose
from sandtable.books.lands_of_ruin.modifiers import WHY_NOT_ORDERED
from sandtable.books.lands_of_ruin.naming import name_of, section_called
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.scenarios.scenario import scenario_of
from sandtable.books.lands_of_ruin.state import Battle, Card, Thing
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.charts import Action
from sandtable.books.lands_of_ruin.windows import CARD_FELL, CARD_LEFT, WINDOWS, CardMoment
from sandtable.kernel import Play, Refusal, rule

CARRYING = "Carrying"
CARRIED_OFF = "carried off"
"""What a load is whose bearer has left the table with it."""


def carried_by(state: Battle, card: Card) -> Thing | None:
    """The load of a card."""
    things = state.scenario.things.values()
    return next((one for one in things if one.is_load and one.carrier == card.id), None)


def _in_reach(state: Battle, card: Card, *, is_load: bool) -> list[Thing]:
    """The objects within 1 inch of a card that can be taken up, or used, where nobody carries them."""
    free = [one for one in state.scenario.things.values() if one.is_load == is_load and not one.carrier]
    return [one for one in free if surface(state).at_hand(state, card, one.at, one.section)]


async def _choose(play: Play[Battle], card: Card, found: list[Thing], cited: str) -> Thing:
    prompt, ids = f"Which of them does {name_of(card)} mean?", [one.id for one in found]
    about = (card.id,)
    things = play.state.scenario.things
    return things[
        await which(play, card.seat, "choose object", prompt, cited, ids, about=about, is_secret=False)
    ]


@rule("LR-ACT-22", "LR-EFF-19")
def take_up(play: Play[Battle], card: Card, thing: Thing) -> None:
    """The load goes with its bearer from now on."""
    thing.carrier, thing.at, thing.section, thing.state = card.id, None, 0, ""
    gain(play, card, CARRYING, with_what=thing.id)
    play.tell("object taken", "LR-ACT-22", reveals=True, card=card.id, object=thing.id)


@rule("LR-ACT-23", "LR-EFF-16")
def put_down(play: Play[Battle], card: Card, thing: Thing, cited: str) -> None:
    """It lies where its bearer is."""
    model = card.model
    thing.carrier, thing.at, thing.section = "", model.at, model.section
    lose(play, card, CARRYING)
    play.tell(
        "object dropped",
        cited,
        reveals=True,
        card=card.id,
        object=thing.id,
        section=model.section,
        at=model.at,
    )


def _with(play: Play[Battle], seat: str, now: CardMoment) -> list[Thing]:
    things = play.state.scenario.things.values() if seat == now.card.seat else ()
    return [one for one in things if one.carrier == now.card.id]


@WINDOWS.consequence(CARD_FELL, "loads fall", "LR-EFF-16", _with)
async def falls(play: Play[Battle], seat: str, now: CardMoment, found: list[Thing]) -> None:
    """Whoever goes down on the table drops what it carries at its place."""
    for thing in found if now.card.where == "table" else ():
        put_down(play, now.card, thing, "LR-EFF-16")


@WINDOWS.consequence(CARD_LEFT, "loads leave", "LR-TURN-13", _with)
async def leaves(play: Play[Battle], seat: str, now: CardMoment, found: list[Thing]) -> None:
    """What a card carries goes off the table with it."""
    for thing in found:
        thing.state, thing.since, thing.seat = CARRIED_OFF, play.state.turn, seat


@WHY_NOT_ORDERED.source("LR-ACT-24", "LR-ACT-22")
def _has_no_objects(state: Battle, card: Card, row: Action) -> Refusal | None:
    """Scenarios without objects need none of these actions."""
    needs: dict[str, Callable[[], bool]] = {
        "Pick Up Objective": lambda: any(one.is_load for one in state.scenario.things.values()),
        "Interact": lambda: any(not one.is_load for one in state.scenario.things.values()),
        "Scavenge": lambda: scenario_of(state).uses_scavenge or state.switches.side_objectives,
    }
    if row.name not in needs or needs[row.name]():
        return None
    return Refusal(row.rule, f"Nothing in this scenario needs {row.name}.", "Order something else.")


@action_kind
class PickUpObjective(ActionKind):
    """Takes up an object in contact or within 1 inch (LR-ACT-22)."""

    name = "Pick Up Objective"

    @rule("LR-ACT-22")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """One object at a time."""
        if carried_by(state, card) is None:
            return None
        return Refusal("LR-ACT-22", f"{name_of(card)} carries something already.", "Drop it first.")

    @rule("LR-ACT-22", "LR-ACT-06")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """Nothing carried, and something in reach."""
        if (why := self.why_not_order(state, card)) is not None:
            return why
        if _in_reach(state, card, is_load=True):
            return None
        reason = f"Nothing to take up is within 1 inch of {name_of(card)}."
        return Refusal("LR-ACT-22", reason, "Move up to it first.")

    @rule("LR-ACT-22")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """The scenario may have more to say."""
        thing = await _choose(play, card, _in_reach(play.state, card, is_load=True), "LR-ACT-22")
        take_up(play, card, thing)
        await scenario_of(play.state).takes(play, card, thing)
        return True


@action_kind
class DropObjective(ActionKind):
    """Puts the object down at its place (LR-ACT-23)."""

    name = "Drop Objective"

    @rule("LR-ACT-23")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """It must carry one."""
        if carried_by(state, card) is not None:
            return None
        return Refusal("LR-ACT-23", f"{name_of(card)} carries nothing.", "Order something else.")

    @rule("LR-ACT-23")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """Anybody may take it up again."""
        thing = carried_by(play.state, card)
        assert thing is not None
        put_down(play, card, thing, "LR-ACT-23")
        return True


@action_kind
class Interact(ActionKind):
    """Used on an object in reach that is neither picked up nor scavenged (LR-ACT-12)."""

    name = "Interact"

    def _usable(self, state: Battle, card: Card) -> list[Thing]:
        found, kind = _in_reach(state, card, is_load=False), scenario_of(state)
        return [one for one in found if kind.why_not_use(state, card, one) is None]

    @rule("LR-ACT-12", "LR-ACT-06")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """Something in reach, with which the scenario lets it do something."""
        found, kind = _in_reach(state, card, is_load=False), scenario_of(state)
        whys = [kind.why_not_use(state, card, one) for one in found]
        if not found:
            reason = f"Nothing to use is within 1 inch of {name_of(card)}."
            return Refusal("LR-ACT-12", reason, "Move up to it first.")
        return whys[0] if all(whys) else None

    @rule("LR-ACT-12")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """The scenario says what happens."""
        thing = await _choose(play, card, self._usable(play.state, card), "LR-ACT-12")
        await scenario_of(play.state).uses(play, card, thing)
        return True


@rule("LR-ACT-24", "LR-SCN-26")
def why_not_controlled(state: Battle, card: Card) -> Refusal | None:
    """No enemy who is not down and no Rotter may be in the section."""
    section = card.model.section
    enemies = (one for one in state.on_table() if one.seat != card.seat and one.stands)
    is_disputed = any(model.section == section for one in enemies for model in one.models.values())
    if not is_disputed and all(one.section != section for one in state.rotters.values()):
        return None
    reason = f"An enemy or a Rotter is in {section_called(state, section)}."
    return Refusal("LR-ACT-24", reason, "Clear the section first.")


@action_kind
class Scavenge(ActionKind):
    """Searches the section in which the character is (LR-ACT-24)."""

    name = "Scavenge"

    @rule("LR-ACT-24", "LR-ACT-06")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """The section must be controlled."""
        return why_not_controlled(state, card)

    @rule("LR-ACT-24")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """It succeeds without a roll; the scenario says what is found."""
        state, section = play.state, card.model.section
        play.tell("section searched", "LR-ACT-24", card=card.id, section=section)
        searched = f"{card.seat} searched {section}"
        state.scenario.counted = {**state.scenario.counted, searched: 1}
        await scenario_of(state).searches(play, card)
        return True
