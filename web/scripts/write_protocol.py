"""The browser's types, written from the server's own definitions.

python web/scripts/write_protocol.py            write web/src/protocol.ts
python web/scripts/write_protocol.py --check    say whether it is as the server's definitions are
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Any, get_args

from msgspec import inspect as shape

from sandtable.kernel import catalogue, offers
from sandtable.reports import battle
from sandtable.server.routes import bodies as forms
from sandtable.server.wire import message_parts, protocol

TARGET = Path(__file__).parent.parent / "src" / "protocol.ts"

ASKED: tuple[Any, ...] = (
    protocol.FromClient, forms.NewGame, forms.Joining, forms.Inviting, forms.Force,
)  # fmt: skip
"""What the browser sends; whatever has a default may be left out."""
TOLD: tuple[Any, ...] = (
    protocol.FromServer, forms.Health, forms.BookCard, forms.Joined, forms.Invitation, forms.GameCard,
    forms.NearbyGame, forms.Reasons, forms.Replay, forms.PuzzleCard, forms.Refusals, offers.Offers,
    offers.ForceVerdict, catalogue.Rule, battle.Report,
)  # fmt: skip
"""What the browser reads; only what the server leaves out may be missing."""
NAMED = {
    frozenset(get_args(alias)): name
    for module in (protocol, message_parts, forms)
    for name, alias in vars(module).items()
    if get_args(alias) and all(isinstance(one, str) for one in get_args(alias))
}
"""Sets of words that the server calls by a name."""

HEAD = """\
// Written by web/scripts/write_protocol.py from the server's definitions; do not edit.
/* eslint-disable */

"""


class Writer:
    """Collects every type that can be reached and writes it once."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self._sent: set[type] = set()
        self._names: dict[type, str] = {}

    def add(self, roots: tuple[Any, ...], *, sent: bool) -> None:
        """Everything that can be reached from these types."""
        for root in roots:
            for found in shape.multi_type_info(get_args(root) or [root]):
                self._reach(found, sent)

    def _reach(self, found: shape.Type, sent: bool) -> None:
        if isinstance(found, shape.StructType):
            if found.cls in self._names and (not sent or found.cls in self._sent):
                return
            self._names[found.cls] = self._name(found.cls)
            if sent:
                self._sent.add(found.cls)
            for field in found.fields:
                self._reach(field.type, sent)
            self.written[self._names[found.cls]] = self._struct(found)
        for inner in _inside(found):
            self._reach(inner, sent)

    def _name(self, cls: type) -> str:
        taken = {name: one for one, name in self._names.items() if one is not cls}
        if cls.__name__ not in taken:
            return cls.__name__
        return f"{cls.__module__.rpartition('.')[2].capitalize()}{cls.__name__}"

    def _struct(self, found: shape.StructType) -> str:
        may_miss = found.cls in self._sent or found.cls.__struct_config__.omit_defaults
        lines = [f"/** {_sentence(found.cls)} */", f"export interface {self._names[found.cls]} {{"]
        if found.tag_field:
            lines.append(f"  {found.tag_field}: {json.dumps(found.tag)};")
        for field in found.fields:
            mark = "?" if may_miss and not field.required else ""
            lines.append(f"  {field.encode_name}{mark}: {self.text(field.type)};")
        return "\n".join([*lines, "}"])

    def text(self, found: shape.Type) -> str:
        """A type as TypeScript writes it."""
        match found:
            case shape.StructType():
                return self._names.get(found.cls) or self._name(found.cls)
            case shape.UnionType():
                return " | ".join(dict.fromkeys(self.text(one) for one in found.types))
            case shape.LiteralType():
                words = " | ".join(json.dumps(one) for one in found.values)
                return NAMED.get(frozenset(found.values), words)
            case shape.ListType() | shape.VarTupleType() | shape.SetType():
                inner = self.text(found.item_type)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case shape.TupleType():
                return f"[{', '.join(self.text(one) for one in found.item_types)}]"
            case shape.DictType():
                return f"Record<string, {self.text(found.value_type)}>"
        plain = {
            shape.IntType: "number", shape.FloatType: "number", shape.StrType: "string",
            shape.BoolType: "boolean", shape.NoneType: "null",
        }  # fmt: skip
        return plain.get(type(found), "unknown")

    def union(self, name: str, alias: Any) -> str:
        """A name for one of several messages."""
        return f"export type {name} = {' | '.join(self._names[one] for one in get_args(alias))};"


def _inside(found: shape.Type) -> list[shape.Type]:
    match found:
        case shape.UnionType():
            return list(found.types)
        case shape.ListType() | shape.VarTupleType() | shape.SetType():
            return [found.item_type]
        case shape.TupleType():
            return list(found.item_types)
        case shape.DictType():
            return [found.value_type]
    return []


def _sentence(cls: type) -> str:
    return " ".join((inspect.getdoc(cls) or cls.__name__).split())


def written() -> str:
    """The whole file."""
    writer = Writer()
    writer.add(ASKED, sent=True)
    writer.add(TOLD, sent=False)
    parts = [f"export const PROTOCOL = {protocol.VERSION};"]
    for words, name in sorted(NAMED.items(), key=lambda one: one[1]):
        alias = next(vars(one)[name] for one in (protocol, message_parts, forms) if name in vars(one))
        parts.append(f"export type {name} = {' | '.join(json.dumps(one) for one in get_args(alias))};")
        assert words
    parts += [writer.written[name] for name in sorted(writer.written)]
    parts += [
        writer.union("FromClient", protocol.FromClient),
        writer.union("FromServer", protocol.FromServer),
    ]
    return HEAD + "\n\n".join(parts) + "\n"


def is_current() -> bool:
    """Whether the browser's types are as the server's definitions are."""
    return TARGET.is_file() and TARGET.read_text(encoding="utf-8") == written()


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        sys.exit(
            0 if is_current() else "web/src/protocol.ts is old: run python web/scripts/write_protocol.py"
        )
    TARGET.write_text(written(), encoding="utf-8")
