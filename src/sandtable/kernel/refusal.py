"""A refusal: what was wrong, by which rule, and what would be right."""

from __future__ import annotations

import msgspec


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why an answer, a roster or a file is not accepted."""

    rule: str
    """The rule that forbids it, or "" where no rulebook speaks (a broken file, a wrong type)."""
    reason: str
    """What was wrong, in one sentence."""
    remedy: str = ""
    """What would make it legal, in one sentence."""

    def __str__(self) -> str:
        cited = f" ({self.rule})" if self.rule else ""
        advice = f" {self.remedy}" if self.remedy else ""
        return f"{self.reason}{cited}{advice}"


class Refused(Exception):
    """An answer or a file was refused; nothing has changed."""

    def __init__(self, *refusals: Refusal) -> None:
        super().__init__(" ".join(str(one) for one in refusals))
        self.refusals = refusals

    @property
    def rule(self) -> str:
        """The rule of the first reason."""
        return self.refusals[0].rule

    @property
    def reason(self) -> str:
        """The first reason."""
        return self.refusals[0].reason


def refuse(rule: str, reason: str, remedy: str = "") -> Refused:
    """A refusal with one reason, ready to be raised."""
    return Refused(Refusal(rule, reason, remedy))
