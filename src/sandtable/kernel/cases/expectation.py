"""What a case expects, compared with what followed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel.cases.expected_events import events_missing, events_too_many
from sandtable.kernel.cases.likeness import MISSING, unlike
from sandtable.kernel.decision import shown
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refusal, refuse
from sandtable.kernel.state import spelt_out

ANY_RULE = "any"
"""Stands for whatever rule refuses an answer."""
NOT_A_CHOICE = "not a choice"
"""Says beside the rule of a refusal that the answer is meant to be none of those that can be given."""


class Followed(NamedTuple):
    """What there is to look at after the answers of a step."""

    game: Game[Any]
    events: Sequence[Event]
    """What the step told."""
    refused: Refusal | None
    misread: str = ""
    """What the refused answer says that is no answer to the question at all; it may be misspelt."""
    unknown: str = ""
    """The first word of it that neither the situation nor the book knows."""


def differences(expected: Mapping[str, Any], followed: Followed, what: str) -> list[str]:
    """Every way in which things are not as expected, in sentences."""
    if "refused" not in expected and followed.refused is not None:
        return [f"the answer was refused: {followed.refused}"]
    found: list[str] = []
    game = followed.game
    situation = _filled(game.book.write_position(game.state), spelt_out(game.state))
    for name, value in expected.items():
        if name in _SPECIAL:
            found += _SPECIAL[name](value, followed, f"{what}.{name}")
        else:
            found += unlike(value, situation.get(name, MISSING), name)
    return found


def _filled(written: Any, whole: Any) -> Any:
    """What is written, and from the whole state what was left out because it is as usual."""
    if not isinstance(written, Mapping) or not isinstance(whole, Mapping):
        return written
    return {**whole, **{name: _filled(value, whole.get(name)) for name, value in written.items()}}


def _told(expected: Any, followed: Followed, what: str) -> list[str]:
    cited = {one for event in followed.events for one in event.rules}
    return [f"told: {rule} is not cited" for rule in rule_ids(expected, what) if rule not in cited]


def _not_told(expected: Any, followed: Followed, what: str) -> list[str]:
    cited = {one for event in followed.events for one in event.rules}
    return [f"not told: {rule} is cited" for rule in rule_ids(expected, what) if rule in cited]


def _events(expected: Any, followed: Followed, what: str) -> list[str]:
    return events_missing(expected, followed.events, what)


def _no_events(expected: Any, followed: Followed, what: str) -> list[str]:
    return events_too_many(expected, followed.events, what)


def _refused(expected: Any, followed: Followed, what: str) -> list[str]:
    refusal = followed.refused
    if expected is None:
        return [] if refusal is None else [f"the answer was refused: {refusal}"]
    wanted = {"rule": expected} if isinstance(expected, str) else expected
    if not isinstance(wanted, Mapping) or not wanted:
        raise refuse(
            "",
            f"{what}: it is no rule.",
            f"Write the id of the rule that refuses, {ANY_RULE} where any will do, or null.",
        )
    if refusal is None:
        return [f"refused: the answer was accepted, {shown(expected)} was to refuse it"]
    if followed.misread and not wanted.get(NOT_A_CHOICE):
        meant = f"if that is what the case is about, write {NOT_A_CHOICE}: true beside the rule"
        return [f"refused: {followed.misread} is no answer to this question ({meant}): {refusal}"]
    if followed.misread and followed.unknown:
        return [f'refused: neither the situation nor the book knows the word "{followed.unknown}"']
    given = {"rule": refusal.rule, "reason": refusal.reason, "remedy": refusal.remedy}
    rest = {name: one for name, one in wanted.items() if name != NOT_A_CHOICE}
    if rest.get("rule") == ANY_RULE:
        del rest["rule"]
    return [
        f"refused: {one} ({refusal})"
        for name in rest
        for one in unlike(rest[name], given.get(name, MISSING), f"refusal.{name}")
    ]


def _asked(expected: Any, followed: Followed, what: str) -> list[str]:
    game = followed.game
    if game.decision is None or expected is None:
        if game.decision is None and expected is None:
            return []
        asked = "nothing" if game.decision is None else game.decision.prompt
        return [f"asked: expected {shown(expected)}, the rules ask {asked}"]
    if not expected or not isinstance(expected, str | Mapping):
        raise refuse("", f"{what}: it is no question.", "Write a rule, a prompt, or seat, rule and kind.")
    found: list[str] = []
    for seat in game.waiting_for:
        part = game.decision_for(seat)
        assert part is not None
        put = part.as_data()
        form = {**put.pop("form"), **put.pop("facts"), **put, "rule": part.rule}
        if isinstance(expected, str):
            found = [] if expected in (part.rule, part.prompt) else [f"asked: {part.prompt} ({part.rule})"]
        else:
            found = list(unlike(expected, form, "asked"))
        if not found:
            return []
    return found


def _result(expected: Any, followed: Followed, what: str) -> list[str]:
    return list(unlike(expected, msgspec.to_builtins(followed.game.result), "result"))


def _views(expected: Any, followed: Followed, what: str) -> list[str]:
    game = followed.game
    if not isinstance(expected, Mapping) or not expected:
        raise refuse("", f"{what}: it is no mapping.", "Write what each seat sees, seat by seat.")
    return [
        one
        for seat, seen in expected.items()
        for one in unlike(seen, _filled(game.view(seat), spelt_out(game.seen(seat))), f"views.{seat}")
    ]


def rule_ids(expected: Any, what: str) -> list[str]:
    """The ids that an expectation lists."""
    listed = [expected] if isinstance(expected, str) else expected
    if not isinstance(listed, list) or not listed or not all(isinstance(one, str) for one in listed):
        raise refuse("", f"{what}: it is no list of rule ids.", "Write [ID, ID].")
    return listed


_SPECIAL: dict[str, Callable[[Any, Followed, str], list[str]]] = {
    "told": _told,
    "not told": _not_told,
    "events": _events,
    "no events": _no_events,
    "refused": _refused,
    "asked": _asked,
    "result": _result,
    "views": _views,
}
"""What may be expected besides the situation itself."""


def ids_in(expected: Mapping[str, Any], what: str) -> Iterator[str]:
    """Every rule that an expectation names."""
    for name in ("told", "not told"):
        if name in expected:
            yield from rule_ids(expected[name], f"{what}.{name}")
    refused = expected.get("refused")
    rule = refused.get("rule") if isinstance(refused, Mapping) else refused
    if isinstance(rule, str) and rule not in ("", ANY_RULE):
        yield rule
    asked = expected.get("asked")
    if isinstance(asked, Mapping) and isinstance(asked.get("rule"), str):
        yield asked["rule"]
    for name in ("events", "no events"):
        for one in expected.get(name) or ():
            rules = one.get("rules", []) if isinstance(one, Mapping) else []
            yield from [rules] if isinstance(rules, str) else rules
