"""Non-combat actions: using what an adventure has laid out."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.ground import touches
from sandtable.books.heroic_endeavors.game_master.awareness import alert_all
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Play


@deed
class Use(DeedKind):
    """HE-ACT-17"""

    name, rule = "use", "HE-ACT-17"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every feature in reach of the party that was not used yet."""
        if model.side != "party":
            return ()
        return [
            Deed(self.name, one.id)
            for one in state.features.values()
            if not one.used and touches(state, model, one.at)
        ]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """What is taken from where."""
        feature = state.features[deed.target]
        return f"take the {feature.gives} from the {feature.name}"

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """As the adventure says (HE-ADV-16)."""
        return state.features[deed.target].actions

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """The model carries what it gives."""
        feature = play.state.features[deed.target]
        feature.used = True
        model.carried += (feature.gives,)
        play.tell("thing taken", feature.rule, model=model.id, feature=feature.id, thing=feature.gives)
        if feature.wakes:
            alert_all(play, "HE-ADV-17")
