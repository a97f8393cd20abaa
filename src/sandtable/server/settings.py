"""How one server is set up."""

from __future__ import annotations

from pathlib import Path

import msgspec

LARGEST_UPLOAD = 8 * 1024 * 1024
"""The largest file that somebody may open here."""
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be chosen when a server starts; the defaults are safe."""

    database: str = ""
    """A file or an address; without one, games last as long as the server."""
    power_safe: bool = False
    """Whether a file survives a power cut to the last answer; each then waits for the disk itself.
    Without it answers survive whatever happens to the program, and a power cut may cost the last moments."""
    channels: str = ""
    """Where several servers tell each other what happened: a postgresql:// or redis:// URL, or ""."""
    lan: bool = False
    port: int = 8000
    host_names: tuple[str, ...] = ()
    """Further names under which this server may be called, for instance behind a proxy."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies that are believed when they say for whom they call, and by which
    scheme; from anybody else such words count for nothing."""
    announce: bool = False
    """Whether games are announced to the local network."""
    page: Path = Path(__file__).parent / "page"
    """The built browser table."""
    cases: tuple[Path, ...] = ()
    """Folders with puzzles besides those of the books."""
    players: tuple[str, ...] = ()
    """Players that the lobby offers besides our own, by the names under which they are registered."""

    any_seed: bool = False
    """Whether a game with people elsewhere may have a seed that its creator knows; for tests."""

    seat_held: float = 60.0
    """Seconds for which a lost seat is held before the others may choose."""
    idle: float = 600.0
    """Seconds after which a game that nobody watches leaves memory."""
    thinking: float = 5.0
    """The most seconds an automatic player may take; then the quickest legal answer is given."""
    thinkers: int = 2
    """How many automatic players think at the same time."""

    frames_per_second: float = 100.0
    """How many messages one device may send on average over all its connections; three seconds' worth may
    come at once. A caller that sends more has to wait."""
    says_per_minute: float = 30.0
    """How often one device may say something to the others on average; a few times it may be at once."""
    said_per_minute: float = 120.0
    """How often something may be said in one room by all who watch together, and as often by the table."""
    requests_per_minute: int = 1200
    joins_per_minute: int = 60
    """How many codes one address may try, and how many games it may create."""
    largest_frame: int = 256 * 1024
    largest_body: int = 1024 * 1024
    most_waiting: int = 512
    """How many messages may wait for a slow client before it is let go."""
    most_connections: int = 64
    """How many devices may watch one game."""
    most_links_of_a_device: int = 16
    """How many connections to a game one device may have at a time."""
    most_games_in_list: int = 100

    @property
    def binds(self) -> str:
        """The address to listen on."""
        return EVERYWHERE if self.lan else LOOPBACK

    @property
    def has_company(self) -> bool:
        """Whether other servers may serve the same games."""
        return bool(self.channels)
