"""Files of players: read with a limit, written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from sandtable.kernel.refusal import refuse

MOST_BYTES = 50_000_000
"""The largest file that is read."""


def read_text(path: str | Path, *, most: int = MOST_BYTES) -> str:
    """The text of a file; one that cannot be read is refused."""
    place = Path(path)
    try:
        with place.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as broken:
        why = broken.strerror if isinstance(broken, OSError) and broken.strerror else "it has no such name"
        raise refuse("", f"{place}: it cannot be read ({why}).", "Name a file that is there.") from None
    if len(data) > most:
        raise refuse("", f"{place}: it has more than {most} bytes.", "Give a smaller file.")
    try:
        return data.decode()
    except UnicodeDecodeError as broken:
        reason = f"{place}, byte {broken.start}: this is no text in UTF-8."
        raise refuse("", reason, "Give a text file.") from None


def write_text(path: str | Path, text: str) -> None:
    """Write a file so that a crash at any moment leaves the old one or the new one, never a part."""
    place = Path(path)
    try:
        _write_whole(place, text)
    except (OSError, ValueError) as broken:
        why = broken.strerror if isinstance(broken, OSError) and broken.strerror else "it has no such name"
        raise refuse("", f"{place}: it cannot be written ({why}).", "Name another place.") from None
    _sync_folder(place.parent)


def _write_whole(place: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(place)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """The new name is on the disk too, where the system can say so."""
    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(opened)
    except OSError:
        return
    finally:
        os.close(opened)


def private_folder(folder: Path) -> Path:
    """A folder that nobody but its user looks into; one that others could read is closed to them."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A folder that everybody shares stays as it is where it is named.
    if not folder.stat().st_mode & stat.S_ISVTX:
        make_private(folder, 0o700)
    return folder


def make_private(place: Path, mode: int = 0o600) -> None:
    """Nobody but its user reads or writes a file any more, where the system can say so and it is ours."""
    with suppress(OSError):
        if stat.S_IMODE(place.stat().st_mode) & 0o077:
            place.chmod(mode)
