"""Finds the other Pythons of this machine and makes an environment for each, with what playing a game needs.

python scripts/pythons.py     makes them all, and says for each version where it is or why it is not

They are kept in `.cache/pythons` and made anew when the pinned packages change.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "pythons"
NEEDED = ("msgspec", "numpy", "pyyaml", "shapely")
"""What the rules and the players import besides the standard library."""


class Missing(Exception):
    """Why a version cannot be tried on this machine."""


def supported() -> list[str]:
    """The versions that the project says it runs on."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["classifiers"]
    return [one.rpartition(" ")[2] for one in told if re.fullmatch(r".* :: Python :: 3\.\d+", one)]


def environment(version: str) -> Path:
    """The Python of an environment of this version that can play; it is made if need be."""
    if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
        return Path(sys.executable)
    interpreter, pinned = _interpreter(version), _pinned()
    mark = hashlib.sha256(f"{interpreter}\n{pinned}".encode()).hexdigest()[:12]
    made = CACHE / f"{version}-{mark}"
    if not made.exists():
        _make(made, interpreter, pinned)
    return made / "bin" / "python"


def _interpreter(version: str) -> str:
    """A Python of this version: on the path, or beside the one that runs, as version managers keep them."""
    beside = Path(sys.base_prefix).parent.glob(f"{version}.*/bin/python{version}")
    for found in (shutil.which(f"python{version}"), *map(str, sorted(beside))):
        # A version manager may leave a name on the path that only says "not installed".
        if found and _call(found, "-c", f"import sys; assert sys.version.startswith('{version}.')") is None:
            return found
    raise Missing(f"no Python {version} is on the path or beside this one")


def _pinned() -> str:
    """The part of the lock that is needed."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=\S)", lock)
    return "\n".join(one for one in blocks if one.partition("==")[0] in NEEDED) + "\n"


def _make(made: Path, interpreter: str, pinned: str) -> None:
    """Make an environment aside and put it in its place whole: two tests may want it at the same time."""
    aside = made.with_name(f"{made.name}.{os.getpid()}")
    aside.mkdir(parents=True)
    lock = aside.with_suffix(".lock")
    lock.write_text(pinned, encoding="utf-8")
    try:
        python, uv = aside / "bin" / "python", _uv()
        # pip may be configured for a mirror that uv does not know.
        why = uv and (
            _call(uv, "venv", "--quiet", "--allow-existing", "--python", interpreter, aside)
            or _call(uv, "pip", "install", "--python", python, "--no-deps", "--require-hashes", "-r", lock)
        )
        if why or not uv:
            why = _call(interpreter, "-m", "venv", "--clear", aside) or _call(
                python, "-m", "pip", "install", "--no-deps", "--require-hashes", "-r", lock
            )
        if why:
            raise Missing(f"its packages could not be installed: {why}")
        if not made.exists():
            aside.rename(made)
    finally:
        lock.unlink()
        shutil.rmtree(aside, ignore_errors=True)


def _uv() -> str | None:
    return shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")


def _call(*command: str | Path) -> str | None:
    """Run a command unseen; None if it went well, else the last that it said."""
    try:
        ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    return None if ran.returncode == 0 else (ran.stderr.strip().splitlines() or ["it did not say why"])[-1]


def main() -> int:
    """Make the environments of all versions."""
    for version in supported():
        try:
            print(f"{version}: {environment(version)}")
        except Missing as why:
            print(f"{version}: {why}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
