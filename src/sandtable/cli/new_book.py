"""`sandtable new-book`: the first book of one's own, ready to be played and changed."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from sandtable.kernel.book import known_books
from sandtable.kernel.refusal import refuse

SKELETON = "sandtable.cli.skeleton"
PLACES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "book.py": "src/my_book/book.py",
    "catalogue.yaml": "src/my_book/catalogue.yaml",
    "moving.case.yaml": "tests/moving.case.yaml",
    "trial.txt": "tests/test_my_book.py",
}
"""The files of the skeleton, and where each of them goes."""
INIT = '"""My Book, for Sandtable."""\n'
NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*([ _-][A-Za-z0-9]+)*")


def new_book(
    name: Annotated[str, typer.Argument(help="What it is called, as in 'The Long Lane' or long-lane.")],
    into: Annotated[
        Path, typer.Option("--into", help="The folder in which its own folder is made.")
    ] = Path(),
) -> None:
    """Write the skeleton of a book: a package with a small game that can be played and changed."""
    if not NAME.fullmatch(name) or len(name) > 40:
        raise refuse(
            "", f'"{name}" is no name for a book.', "Take words of letters and digits, as in long-lane."
        )
    words = re.split(r"[ _-]", name.lower())
    book_id = "-".join(words)
    if book_id in known_books():
        raise refuse("", f"There is a book {book_id} already.", "Take another name.")
    folder = into / book_id
    if folder.exists():
        raise refuse(
            "", f"{folder} is there already.", "Take another name, or name another folder with --into."
        )
    for place, text in skeleton_of(words).items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"{folder} is written. Install it, then play it:")
    print(f"  pip install -e {folder}")
    print(f"  sandtable play --book {book_id}")
    print(f"  sandtable contract {book_id}")


def skeleton_of(words: list[str]) -> dict[str, str]:
    """The files of a book that is called by these words, by their places."""
    folder = resources.files(SKELETON)
    files = {place: (folder / name).read_text(encoding="utf-8") for name, place in PLACES.items()}
    files["src/my_book/__init__.py"] = INIT
    return {_renamed(place, words): _renamed(text, words) for place, text in files.items()}


def _renamed(text: str, words: list[str]) -> str:
    titled = [one.capitalize() for one in words]
    stands_for = {
        "my_book": "_".join(words),
        "my-book": "-".join(words),
        "My Book": " ".join(titled),
        "MyBook": "".join(titled),
        "MB-": f"{prefix_of(words)}-",
        '"MB"': f'"{prefix_of(words)}"',
        "prefix: MB}": f"prefix: {prefix_of(words)}}}",
    }
    for stand_in, own in stands_for.items():
        text = text.replace(stand_in, own)
    return text


def prefix_of(words: list[str]) -> str:
    """The letters with which ids of its rules begin."""
    letters = "".join(one[0] for one in words if one[0].isalpha()) if len(words) > 1 else words[0]
    return re.sub(r"[^A-Z]", "", letters.upper())[:4]
