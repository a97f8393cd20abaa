"""When the program itself fails: a sentence for the person, the particulars in a file."""

from __future__ import annotations

import os
import sys
import traceback
from datetime import datetime
from pathlib import Path

from sandtable.kernel.files import private_folder

FOLDER_VARIABLE = "SANDTABLE_DATA"
FILE = "trouble.txt"
MOST_CHARACTERS = 200_000
"""How long the file grows before it begins anew."""


def data_folder() -> Path:
    """The folder for the user's own files, as the system has it; SANDTABLE_DATA names another."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "sandtable"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sandtable"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sandtable"


def note_trouble(broken: Exception) -> str:
    """Write down what broke; a sentence that says so and names the file."""
    words = f"The program failed ({type(broken).__name__}: {broken})."
    path = data_folder() / FILE
    try:
        private_folder(path.parent)
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        now = datetime.now().astimezone().isoformat(timespec="seconds")
        told = "".join(traceback.format_exception(broken))
        path.write_text(f"{before[-MOST_CHARACTERS:]}{now}\n{told}\n", encoding="utf-8")
    except OSError:
        return words
    return f"{words} The particulars are in {path}; please report them."
