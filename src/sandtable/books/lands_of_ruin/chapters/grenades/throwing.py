"""Throwing grenades and calling artillery: a marker is put down; areas say what comes of it."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.asking import which
from sandtable.books.lands_of_ruin.chapters.heroes.abilities import why_without_cohort
from sandtable.books.lands_of_ruin.naming import name_of, section_called
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.state import AreaMarker, Battle, Card
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.arms import items
from sandtable.books.lands_of_ruin.tables.charts import area_items, human
from sandtable.books.lands_of_ruin.tables.places import map_of
from sandtable.kernel import Candidate, ChooseOne, Play, Refusal, rule

STRIKE = "Artillery Strike"


@rule("LR-CONS-01", "LR-CONS-04", "LR-ACT-31")
def use_up(play: Play[Battle], card: Card, item: str) -> None:
    """A consumable leaves the inventory, and in no other way; only its owner is told what is left."""
    left = card.own.items.get(item, 0) - 1
    card.own.items = {**card.own.items, item: max(0, left)}
    play.tell(
        "item used",
        "LR-CONS-01",
        "LR-CONS-04",
        items()[item].rule,
        to=(card.seat,),
        card=card.id,
        item=item,
        left=max(0, left),
    )


def carried(card: Card, use: str) -> list[str]:
    """The kinds of items for one use that a card still has."""
    return [one for one, count in card.own.items.items() if count > 0 and items()[one].use == use]


def why_nothing(card: Card, use: str, cited: str) -> Refusal | None:
    """What bars an action that takes an item of some use."""
    if carried(card, use):
        return None
    return Refusal(cited, f"{name_of(card)} has nothing left for it.", "Order something else.")


async def choose_item(play: Play[Battle], card: Card, use: str, prompt: str, cited: str) -> str:
    """The one kind that it has, or the one that its player picks."""
    return await which(play, card.seat, "choose item", prompt, cited, carried(card, use), about=(card.id,))


@rule("LR-GREN-03", "LR-GREN-07", "LR-HERO-23", "LR-SKL-01")
def throwing_range(card: Card, item: str) -> int:
    """The arm of a human, with its skill, by the factor of the item; fractions are dropped."""
    row = area_items()[item]
    assert row.range is not None
    return int((human().throw + card.profile.level("throw")) * row.factor)


@action_kind
class Throw(ActionKind):
    """A marker lands exactly where its player says (LR-GREN-01)."""

    name = "Throw"
    points_at = ("ground",)

    @rule("LR-ACT-01", "LR-GREN-01")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """It needs something to throw."""
        return why_nothing(card, "throw", "LR-GREN-01")

    @rule("LR-GREN-01", "LR-GREN-02", "LR-GREN-03", "LR-GREN-04", "LR-GREN-05")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """The item is used up; nothing happens on landing, and the marker belongs to nobody."""
        state = play.state
        item = await choose_item(play, card, "throw", f"What does {name_of(card)} throw?", "LR-GREN-01")
        marker = AreaMarker(state.new_id("G"), item)
        await surface(state).throws(play, card, marker, throwing_range(card, item))
        use_up(play, card, item)
        state.areas[marker.id] = marker
        play.tell(
            "grenade thrown", "LR-GREN-02", "LR-GREN-04", "LR-GREN-05", reveals=True, card=card.id, item=item,
            marker=marker.id, at=marker.at, section=marker.section,
        )  # fmt: skip
        return True


@action_kind
class ArtilleryStrike(ActionKind):
    """Fire is called on a section; its player alone knows which (LR-ACT-28)."""

    name = STRIKE

    @rule("LR-ACT-01", "LR-ACT-28")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """It needs a strike that is left."""
        return why_nothing(card, STRIKE, "LR-ACT-28")

    @rule("LR-ACT-06", "LR-ACT-28", "LR-HERO-15")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """Still so, and with a cohort that lives where it is an ability."""
        return self.why_not_order(state, card) or why_without_cohort(state, card, STRIKE)

    @rule("LR-ACT-28", "LR-GREN-24")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """Neither sight nor distance matters; the opponent learns that it was called, and no more."""
        state = play.state
        listed = [
            Candidate(str(one.number), section_called(state, one.number), one.number, ("LR-ACT-28",))
            for one in map_of(state.map).sections
        ]
        prompt = "On which section does the fire come down?"
        asked = ChooseOne(card.seat, "choose section", prompt, ("LR-ACT-28",), listed, about=(card.id,))
        section: int = await play.ask(asked.secretly())
        use_up(play, card, STRIKE)
        marker = AreaMarker(state.new_id("G"), STRIKE, section=section, caller=card.seat)
        state.areas[marker.id] = marker
        play.tell("strike called", "LR-GREN-24", card=card.id)
        play.tell("strike aimed", "LR-ACT-28", to=(card.seat,), section=section)
        return True
