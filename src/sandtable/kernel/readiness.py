"""Structs are made ready to be read before several threads read them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress

import msgspec

_ONE_AT_A_TIME = threading.Lock()


def make_structs_ready() -> None:
    """Every struct that is known by now can be read by any number of threads at once."""
    # msgspec works out how a struct is read when one is read for the first time. A second thread that comes
    # meanwhile is given what is half worked out, and the whole process dies of it.
    with _ONE_AT_A_TIME:
        for struct in _structs_beneath(msgspec.Struct):
            # A struct that nobody can read, because it holds a function, say, need not be ready.
            with suppress(TypeError, NameError):
                msgspec.json.Decoder(struct)


def _structs_beneath(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for struct in base.__subclasses__():
        yield struct
        yield from _structs_beneath(struct)
