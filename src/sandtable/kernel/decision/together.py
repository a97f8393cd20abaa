"""A question to several seats at once."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.kernel.decision.question import Decision, Option


class Together(Decision):
    """Several seats choose in secret, and all choices are shown together."""

    kind = "simultaneous secret choice"
    __slots__ = ("parts",)

    def __init__(
        self, topic: str, prompt: str, rules: tuple[str, ...], parts: Mapping[str, Decision]
    ) -> None:
        super().__init__("", topic, prompt, rules)
        self.parts = dict(parts)

    def options(self) -> list[Option]:
        """Nobody can answer for all; each seat has options of its own."""
        return []

    def look_again(self) -> None:
        """Each part looks again."""
        for part in self.parts.values():
            part.look_again()

    @property
    def seats(self) -> tuple[str, ...]:
        """Everyone who is asked."""
        return tuple(self.parts)

    def for_seat(self, seat: str) -> Decision | None:
        """The part that this seat is asked."""
        return self.parts.get(seat)
