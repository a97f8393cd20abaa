"""What a case expects, compared with what followed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel.decision import shown
from sandtable.kernel.event import Event
from sandtable.kernel.game import Game
from sandtable.kernel.refusal import Refusal, refuse
from sandtable.kernel.state import spelt_out


class Followed(NamedTuple):
    """What there is to look at after the answers of a step."""

    game: Game[Any]
    events: Sequence[Event]
    """What the step told."""
    refused: Refusal | None


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
            found += _unlike(value, situation.get(name, _MISSING), name)
    return found


# ---- the situation ---------------------------------------------------------------------------------

_MISSING = object()


def _filled(written: Any, whole: Any) -> Any:
    """What is written, and from the whole state what was left out because it is as usual."""
    if not isinstance(written, Mapping) or not isinstance(whole, Mapping):
        return written
    return {**whole, **{name: _filled(value, whole.get(name)) for name, value in written.items()}}


def _unlike(expected: Any, found: Any, place: str) -> Iterator[str]:
    """Where data is not as expected; of a mapping only what is expected is looked at."""
    if found is _MISSING:
        yield f"{place}: expected {shown(expected)}, there is none"
    elif isinstance(expected, Mapping):
        if isinstance(found, list | tuple) and all(isinstance(one, Mapping) and "id" in one for one in found):
            found = {one["id"]: one for one in found}
        if not isinstance(found, Mapping):
            yield f"{place}: expected {shown(expected)}, found {shown(found)}"
            return
        for name, value in expected.items():
            yield from _unlike(value, found.get(name, _MISSING), f"{place}.{name}")
    elif isinstance(expected, list) and isinstance(found, list | tuple) and len(expected) == len(found):
        for number, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _unlike(one, other, f"{place}[{number}]")
    elif not _is_same(expected, found):
        yield f"{place}: expected {shown(expected)}, found {shown(found)}"


def _is_same(expected: Any, found: Any) -> bool:
    """Whether two plain values are one; 1 and 1.0 are, 1 and true are not, inches agree to a millionth."""
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, int | float) and isinstance(found, int | float):
        return abs(expected - found) <= 1e-6
    return bool(expected == found)


# ---- what was told, refused and asked ----------------------------------------------------------------


def _told(expected: Any, followed: Followed, what: str) -> list[str]:
    cited = {one for event in followed.events for one in event.rules}
    return [f"told: {rule} is not cited" for rule in _words(expected, what) if rule not in cited]


def _not_told(expected: Any, followed: Followed, what: str) -> list[str]:
    cited = {one for event in followed.events for one in event.rules}
    return [f"not told: {rule} is cited" for rule in _words(expected, what) if rule in cited]


def _events(expected: Any, followed: Followed, what: str) -> list[str]:
    if not isinstance(expected, list):
        raise refuse("", f"{what}: it is no list.", "List kinds of events, or mappings with kind and facts.")
    place = 0
    for number, one in enumerate(expected, 1):
        wanted = {"kind": one} if isinstance(one, str) else one
        if not isinstance(wanted, Mapping) or not set(wanted) <= {"kind", "facts", "rules", "to"}:
            raise refuse("", f"{what}, event {number}: it is no event.", "Write a kind, or kind and facts.")
        while place < len(followed.events) and _unlike_event(wanted, followed.events[place]):
            place += 1
        if place == len(followed.events):
            kinds = ", ".join(event.kind for event in followed.events) or "nothing"
            return [f"events: {shown(one)} did not happen in this order; what happened: {kinds}"]
        place += 1
    return []


def _unlike_event(wanted: Mapping[str, Any], event: Event) -> bool:
    found = msgspec.to_builtins(event)
    rules = wanted.get("rules", ())
    if not all(rule in event.rules for rule in ([rules] if isinstance(rules, str) else rules)):
        return True
    rest = {name: value for name, value in wanted.items() if name != "rules"}
    return any(_unlike(rest, {"facts": {}, "to": None, **found}, ""))


def _refused(expected: Any, followed: Followed, what: str) -> list[str]:
    refusal = followed.refused
    if expected is None:
        return [] if refusal is None else [f"the answer was refused: {refusal}"]
    wanted = {"rule": expected} if isinstance(expected, str) else expected
    if not isinstance(wanted, Mapping):
        raise refuse("", f"{what}: it is no rule.", "Write the id of the rule that refuses, or null.")
    if refusal is None:
        return [f"refused: the answer was accepted, {shown(expected)} was to refuse it"]
    return [f"refused: {one} ({refusal})" for one in _unlike(wanted, msgspec.to_builtins(refusal), "refusal")]


def _asked(expected: Any, followed: Followed, what: str) -> list[str]:
    game = followed.game
    if game.decision is None or expected is None:
        if game.decision is None and expected is None:
            return []
        asked = "nothing" if game.decision is None else game.decision.prompt
        return [f"asked: expected {shown(expected)}, the rules ask {asked}"]
    found: list[str] = []
    for seat in game.waiting_for:
        part = game.decision_for(seat)
        assert part is not None
        put = part.as_data()
        form = {**put.pop("form"), **put.pop("facts"), **put, "rule": part.rule}
        if isinstance(expected, str):
            found = [] if expected in (part.rule, part.prompt) else [f"asked: {part.prompt} ({part.rule})"]
        elif isinstance(expected, Mapping):
            found = list(_unlike(expected, form, "asked"))
        else:
            raise refuse("", f"{what}: it is no question.", "Write a rule, a prompt, or seat, rule and kind.")
        if not found:
            return []
    return found


def _result(expected: Any, followed: Followed, what: str) -> list[str]:
    return list(_unlike(expected, msgspec.to_builtins(followed.game.result), "result"))


def _views(expected: Any, followed: Followed, what: str) -> list[str]:
    game = followed.game
    if not isinstance(expected, Mapping):
        raise refuse("", f"{what}: it is no mapping.", "Write what each seat sees, seat by seat.")
    return [
        one
        for seat, seen in expected.items()
        for one in _unlike(seen, _filled(game.view(seat), spelt_out(game.seen(seat))), f"views.{seat}")
    ]


def _words(expected: Any, what: str) -> list[str]:
    listed = [expected] if isinstance(expected, str) else expected
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise refuse("", f"{what}: it is no list of rule ids.", "Write [ID, ID].")
    return listed


_SPECIAL: dict[str, Callable[[Any, Followed, str], list[str]]] = {
    "told": _told,
    "not told": _not_told,
    "events": _events,
    "refused": _refused,
    "asked": _asked,
    "result": _result,
    "views": _views,
}
"""What may be expected besides the situation itself."""
