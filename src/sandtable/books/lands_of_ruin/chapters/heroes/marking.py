"""Bazooka and Execute Slave: a marker that goes off in the next Environment phase."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.chapters.cohorts.losses import lose_model
from sandtable.books.lands_of_ruin.chapters.heroes.abilities import why_without_cohort
from sandtable.books.lands_of_ruin.followers import cohort_of, type_of
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.state import AreaMarker, Battle, Card
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.charts import area_items
from sandtable.kernel import Play, Refusal, rule

BAZOOKA, ROCKET, SLAVE = "Bazooka", "Bazooka rocket", "Balean Slave"


async def put_marker(
    play: Play[Battle], card: Card, item: str, reach: int | None, *, needs_sight: bool
) -> None:
    """It harms nobody until it goes off (LR-HERO-10)."""
    state = play.state
    marker = AreaMarker(state.new_id("G"), item)
    await surface(state).throws(play, card, marker, reach, needs_sight=needs_sight)
    state.areas[marker.id] = marker
    play.tell(
        "grenade thrown", "LR-GREN-01", reveals=True, card=card.id, item=item, marker=marker.id, at=marker.at,
        section=marker.section,
    )  # fmt: skip


@action_kind
class Bazooka(ActionKind):
    """Once a game a rocket on any spot in sight, however far (LR-HERO-09)."""

    name = BAZOOKA
    points_at = ("ground",)

    @rule("LR-HERO-09")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """Once it has been performed it is used up."""
        if BAZOOKA not in card.own.used:
            return None
        return Refusal("LR-HERO-09", "The rocket has been fired.", "Order something else.")

    @rule("LR-HERO-09", "LR-HERO-08")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """The cohort must still be alive."""
        return why_without_cohort(state, card, BAZOOKA)

    @rule("LR-HERO-09", "LR-HERO-10")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """It counts as used from now on."""
        card.own.used = (*card.own.used, BAZOOKA)
        await put_marker(play, card, ROCKET, None, needs_sight=True)
        return True


@action_kind
class ExecuteSlave(ActionKind):
    """A slave is sent to burst on a spot within 10 inches, in sight or not (LR-ACT-27)."""

    name = "Execute Slave"
    points_at = ("ground",)

    @rule("LR-ACT-27", "LR-ACT-01", "LR-HERO-14", "LR-COH-18")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """A slave must stand in contact."""
        slaves = cohort_of(state, card)
        if (
            slaves is not None
            and type_of(slaves) == "slave"
            and surface(state).is_by(state, slaves, card, 0.0)
        ):
            return None
        return Refusal("LR-ACT-27", f"{name_of(card)} has no slave at hand.", "Order something else.")

    @rule("LR-ACT-27", "LR-ACT-06")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """Still so."""
        return self.why_not_order(state, card)

    @rule("LR-ACT-27", "LR-HERO-14")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """The slave is off the table; what it becomes goes off in the next Environment phase."""
        slaves = cohort_of(play.state, card)
        assert slaves is not None
        await lose_model(play, slaves)
        reach = area_items()[SLAVE].range
        await put_marker(play, card, SLAVE, None if reach is None else int(reach), needs_sight=False)
        return True
