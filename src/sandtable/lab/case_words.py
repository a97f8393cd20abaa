"""Every word that a case of a book may use, out of the book's code; run as a module it writes the pages."""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from sandtable.kernel.book import Book, find_book
from sandtable.kernel.decision import plain
from sandtable.lab.code_words import ANY, code_words_of
from sandtable.shelf import own_books

FOLDER = Path("docs", "reference")
_HEAD = f"""Generated out of the code by `make words`; do not edit it. `{ANY}` stands for something of the
situation, mostly an id. [Write a case](../how-to/write-a-case.md) tells how the words are used."""
_ANSWERS = """Choices are called by these words, or by the ids and names of what they are about: Groups,
figures, weapons, spells, traits. `sandtable check --show` lists those of the open question."""


def page_name(book: str) -> str:
    """The file that holds the words of a book."""
    return f"case-words-{book}.md"


def page(book: Book[Any]) -> str:
    """The words of a book as a page of the reference."""
    words = code_words_of(type(book).__module__.rpartition(".")[0])
    parts = [
        f"# Words for cases of {book.title}",
        _HEAD,
        "## Fields of a position",
        *(_fields(one) for one in _forms(book)),
        "## Names of dice",
        _row(words.dice),
        "## Kinds of events",
        _row((*words.events, "dice rolled")),
        "## Words of answers",
        _ANSWERS,
        _row((*words.answers, *book.order_words())),
        f"Places and paths are told by these names: {_row(book.answer_words)}.",
    ]
    return "\n\n".join(parts) + "\n"


def write(root: Path) -> list[Path]:
    """Write the pages of all books of ours."""
    written = []
    for book in own_books():
        path = root / FOLDER / page_name(book)
        path.write_text(page(find_book(book)), encoding="utf-8")
        written.append(path)
    return written


def _row(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{one}`" for one in sorted(set(words), key=str.casefold))


# ---- positions -----------------------------------------------------------------------------------------


def _forms(book: Book[Any]) -> list[type[msgspec.Struct]]:
    """What a position is made of: its forms, and the parts that they hold."""
    found: dict[type[msgspec.Struct], None] = {}
    todo = list(book.position_forms())
    while todo:
        form = todo.pop(0)
        if form not in found:
            found[form] = None
            hints = typing.get_type_hints(form)
            todo += [part for name in form.__struct_fields__ for part in _structs(hints[name])]
    return list(found)


def _structs(hint: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for part in typing.get_args(hint):
        yield from _structs(part)


def _fields(form: type[msgspec.Struct]) -> str:
    hints, told = typing.get_type_hints(form), _told_of_fields(form)
    rows = ["| field | holds | usually | |", "|---|---|---|---|"]
    for field in msgspec.structs.fields(form):
        name = field.name
        rows.append(f"| `{name}` | {_kind(hints[name])} | {_usual(field)} | {told.get(name, '')} |")
    return "\n\n".join([f"### {_called(form)}", inspect.cleandoc(form.__doc__ or ""), "\n".join(rows)])


def _called(form: type[msgspec.Struct]) -> str:
    return form.__name__.removesuffix("Form")


def _usual(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "has to be given"
    if field.default_factory is not msgspec.NODEFAULT:
        made = field.default_factory()
        return "" if isinstance(made, msgspec.Struct) or not made else f"`{made!r}`"
    if isinstance(field.default, msgspec.Struct) or field.default in (None, msgspec.UNSET, "", (), 0.0):
        return ""
    return f"`{plain(field.default)}`"


def _kind(hint: Any) -> str:
    """A type in words."""
    hint = getattr(hint, "__supertype__", hint)
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        given = [one for one in parts if one not in (type(None), msgspec.UnsetType)]
        return " or ".join(dict.fromkeys(map(_kind, given)))
    if origin is typing.Literal:
        return ", ".join(f"`{one}`" for one in parts if one != "")
    if origin in (tuple, list):
        if origin is list or (len(parts) == 2 and parts[1] is Ellipsis):
            return f"list of {_kind(parts[0])}"
        return "[" + ", ".join(_kind(one) for one in parts) + "]"
    if origin is dict:
        return f"{_kind(parts[1])}, by name"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return f"[{_called(hint)}](#{_called(hint).lower()})"
    names = {str: "words", int: "number", float: "number", bool: "true or false", Any: "anything"}
    return names.get(hint, str(hint))


def _told_of_fields(form: type[msgspec.Struct]) -> dict[str, str]:
    """What the code says of each field, in the words that stand below it."""
    told: dict[str, str] = {}
    for kind in reversed(form.__mro__):
        if kind in (msgspec.Struct, object) or kind.__module__.startswith("msgspec"):
            continue
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
        assert isinstance(tree, ast.ClassDef)
        for field, after in zip(tree.body, tree.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and _is_words(after):
                told[field.target.id] = " ".join(after.value.value.split())  # type: ignore[attr-defined]
    return told


def _is_words(node: ast.stmt) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


if __name__ == "__main__":
    for path in write(Path()):
        print(path)
