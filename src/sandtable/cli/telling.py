"""What every command shares: printing, reading what it is given, and saying that something is wrong."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import msgspec
import typer
from typer.core import TyperGroup

from sandtable import USUAL_BOOK as USUAL_BOOK
from sandtable.cli.trouble import note_trouble
from sandtable.kernel.refusal import Refused, refuse

FAILED = 1
"""The thing asked about failed: a case, a record, a roster."""
UNUSABLE = 2
"""The command or its input cannot be used."""
BROKEN = 70
"""The program itself failed."""
MOST_BYTES = 64_000_000
"""The largest file that is read."""
STDIN = "-"
"""The name that stands for standard input."""

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


class Polite(TyperGroup):
    """A command that says in sentences what went wrong and ends with the right code."""

    def invoke(self, ctx: Any) -> Any:
        """Carry the command out; a refusal becomes its sentences, a broken pipe an end without noise."""
        try:
            return super().invoke(ctx)
        except Refused as refused:
            fail([str(one) for one in refused.refusals], UNUSABLE)
        except BrokenPipeError:
            # Its reader has enough output; the interpreter must not complain when it closes the stream.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except OSError as broken:
            name = f"{broken.filename}: " if broken.filename else ""
            fail([f"{name}{(broken.strerror or 'cannot be used').lower()}."], UNUSABLE)
        except Exception as broken:
            if type(broken).__module__.startswith(("typer", "click")):
                raise
            fail([note_trouble(broken)], BROKEN)


def fail(sentences: list[str], code: int) -> NoReturn:
    """End the command with these sentences on standard error."""
    for sentence in sentences:
        print(sentence, file=sys.stderr)
    raise typer.Exit(code)


def print_plainly(text: str, end: str = "\n") -> None:
    """Print words out of a file, without signs by which a terminal could be led astray."""
    print("".join(one if one.isprintable() or one in "\n\t" else "\ufffd" for one in text), end=end)


def print_json(value: Any) -> None:
    """Print a value as JSON that a person can read too."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def read_input(name: str) -> str:
    """The text of a file, or of standard input for "-"."""
    if name == STDIN:
        return _decoded(sys.stdin.buffer.read(MOST_BYTES + 1), "Standard input")
    path = Path(name)
    if path.is_dir():
        raise refuse("", f"{name} is a folder.", "Name a file.")
    if not path.exists():
        raise refuse("", f"There is no file {name}.", "Name a file, or - for standard input.")
    with path.open("rb") as file:
        return _decoded(file.read(MOST_BYTES + 1), name)


def _decoded(read: bytes, name: str) -> str:
    if len(read) > MOST_BYTES:
        raise refuse("", f"{name} is larger than {MOST_BYTES // 1_000_000} MB.", "Name a smaller file.")
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise refuse("", f"{name} is not a text in UTF-8.", "Name a text file.") from None


def pairs_of(given: list[str], what: str, example: str) -> dict[str, str]:
    """Options of the form NAME=VALUE, several in one separated by commas or one by one."""
    found: dict[str, str] = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals or not name.strip():
            raise refuse("", f'"{one}" is no {what}.', f"Write it like {example}.")
        found[name.strip()] = value.strip()
    return found
