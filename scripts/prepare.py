"""Makes `.venv` from the locked requirements, with nothing but a Python 3.11, 3.12 or 3.13 at hand.

    python3 scripts/prepare.py run     what playing needs
    python3 scripts/prepare.py dev     that, and what the tests and checks need

uv does the work. Where the machine has none, a pinned one is put into `.uv` inside the project; where uv
cannot reach its packages, pip tries once more with the same locks, since pip may be configured for a mirror
that uv does not know.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OWN_UV = ROOT / ".uv"
LOCKS = {"run": "requirements.lock", "dev": "requirements-dev.lock"}
OLDEST, NEWEST = (3, 11), (3, 13)
"""The versions on which games are known to be the same; `pyproject.toml` asks for no other."""

NO_INSTALLER = (
    "This Python can make no environment: it has neither `ensurepip` nor `pip`, and there is no `uv`.\n"
    "Install one of them and call make again; on Debian and Ubuntu: apt install python3-venv"
)


def main() -> int:
    """Prepare the environment for playing or for developing."""
    if len(sys.argv) != 2 or sys.argv[1] not in LOCKS:
        print(__doc__)
        return 2
    wanted = sys.argv[1]
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        return start_again_with_another_python()
    os.chdir(ROOT)
    uv = found_uv() or bootstrapped_uv()
    if uv is None:
        print(NO_INSTALLER, file=sys.stderr)
        return 1
    if not (with_uv(uv, LOCKS[wanted]) or with_pip(LOCKS[wanted])):
        print("The locked packages could not be installed; the lines above say why.", file=sys.stderr)
        return 1
    for kind in LOCKS if wanted == "dev" else ("run",):
        (VENV / f".prepared-{kind}").touch()
    return 0


def start_again_with_another_python() -> int:
    """A `python3` that is too old or too new steps aside for another one on the path."""
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        other = shutil.which(f"python3.{minor}")
        if other and quietly(other, "--version"):
            return subprocess.call([other, *sys.argv])
    print(
        f"Sandtable needs Python 3.11, 3.12 or 3.13; this is {sys.version.split()[0]}.\n"
        "Install one of them, or name it: make play PYTHON=/path/to/python3.12",
        file=sys.stderr,
    )
    return 1


def found_uv() -> str | None:
    """The uv on the path, or the one put into the project earlier, if it runs."""
    for place in (shutil.which("uv"), str(OWN_UV / "bin" / "uv")):
        # A version manager may leave a `uv` on the path that only says "not installed".
        if place and quietly(place, "--version"):
            return place
    return None


def bootstrapped_uv() -> str | None:
    """A pinned uv in `.uv`, by pip in a fresh environment or by the machine's own pip."""
    print("No uv on this machine; putting a pinned one into .uv")
    shutil.rmtree(OWN_UV, ignore_errors=True)
    pinned = ["--quiet", "--disable-pip-version-check", "--require-hashes", "-r", "requirements-uv.lock"]
    if quietly(sys.executable, "-c", "import ensurepip") and run(sys.executable, "-m", "venv", str(OWN_UV)):
        run(str(OWN_UV / "bin" / "python"), "-m", "pip", "install", *pinned)
    elif quietly(sys.executable, "-m", "pip", "--version"):
        run(sys.executable, "-m", "pip", "install", "--target", str(OWN_UV), *pinned)
    return found_uv()


def with_uv(uv: str, lock: str) -> bool:
    """Install the locked packages and then the project itself with uv."""
    python = str(VENV / "bin" / "python")
    install = (uv, "pip", "install", "--python", python)
    if not quietly(python, "--version"):
        shutil.rmtree(VENV, ignore_errors=True)
    return (
        (VENV.exists() or run(uv, "venv", "--python", sys.executable, str(VENV)))
        and run(*install, "--require-hashes", "-r", lock)
        and run(*install, "--no-deps", "--no-build-isolation", "-e", ".")
    )


def with_pip(lock: str) -> bool:
    """Install the same with pip."""
    if not quietly(sys.executable, "-c", "import ensurepip"):
        return False
    print("uv could not; trying pip with the same locks")
    install = (str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    return (
        run(sys.executable, "-m", "venv", "--clear", str(VENV))
        and run(*install, "--require-hashes", "-r", lock)
        and run(*install, "--no-deps", "--no-build-isolation", "-e", ".")
    )


def run(*command: str) -> bool:
    """Run a command in the open; true if it went well."""
    return subprocess.call(command, stdin=subprocess.DEVNULL) == 0


def quietly(*command: str) -> bool:
    """Run a command unseen; true if it exists and went well."""
    try:
        return (
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode
            == 0
        )
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
