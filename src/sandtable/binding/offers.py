"""What a lobby is offered of a book: its scenarios and its first game, as a file says them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.kernel.offers import Lesson, ScenarioOffer, Suggestion


class ScenarioLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a lobby says of a scenario."""

    scenario: str
    sentence: str
    """Without its point."""
    rule: str
    title: str = ""
    """Where the scenario itself has none."""
    briefing: str = ""
    next: str = ""


class OffersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scenarios in the order in which they are offered, and a game for who wants to play at once."""

    scenarios: tuple[ScenarioLine, ...]
    first: Suggestion
    on_my_table: Suggestion | None = None
    turn: str = ""
    lessons: tuple[Lesson, ...] = ()

    @property
    def shared(self) -> dict[str, Any]:
        """What every book offers just as its file says it."""
        return {name: getattr(self, name) for name in ("first", "on_my_table", "turn", "lessons")}

    def scenario_offers(
        self,
        roles: tuple[str, ...],
        titles: Mapping[str, str] | None = None,
        collections: Mapping[str, str] | None = None,
    ) -> tuple[ScenarioOffer, ...]:
        """The scenarios as a lobby shows them, in all of which the seats have these roles."""
        return tuple(
            ScenarioOffer(
                one.scenario,
                one.title or (titles or {})[one.scenario],
                f"{one.sentence}.",
                one.rule,
                roles,
                (collections or {}).get(one.scenario, ""),
                one.briefing,
                one.next,
            )
            for one in self.scenarios
        )
