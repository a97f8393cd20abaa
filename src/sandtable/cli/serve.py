"""`sandtable serve`: the browser table for this machine, or for everybody on the local network."""

from __future__ import annotations

import asyncio
import contextlib
import webbrowser
from errno import EADDRINUSE
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.extras import need, parts_of_a_server
from sandtable.cli.trouble import data_folder
from sandtable.kernel.files import private_folder
from sandtable.kernel.refusal import refuse
from sandtable.players.own import named_players
from sandtable.players.registry import make_player

if TYPE_CHECKING:
    from socket import socket

    from sandtable.server.running import Serving
    from sandtable.server.settings import Settings

USUAL_PORT, PORTS_TRIED = 8000, 20

Lan = Annotated[
    bool, typer.Option("--lan", help="Let everybody on the local network play, not only this machine.")
]
Port = Annotated[
    int | None,
    typer.Option("--port", min=0, max=65535, help="The port; 0 takes any free one. 8000, or the next free."),
]
Database = Annotated[
    str, typer.Option("--database", help="A file, or a postgresql:// address; a file of yours unless named.")
]
Channels = Annotated[
    str,
    typer.Option("--channels", help="Where several servers on one database meet: postgresql:// or redis://."),
]
PowerSafe = Annotated[
    bool,
    typer.Option(
        "--power-safe", help="Wait for the disk at every answer, so that a power cut costs nothing."
    ),
]
Open = Annotated[bool, typer.Option("--open", help="Open the table in the browser.")]
Names = Annotated[
    list[str] | None, typer.Option("--host-name", help="Another name by which this server is called.")
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--trusted-proxy",
        envvar="SANDTABLE_TRUSTED_PROXIES",
        help="The address, or the network, of a proxy that is believed when it says for whom it calls.",
    ),
]
Players = Annotated[
    str,
    typer.Option(
        "--players", help="Players of your own to choose from, as in ./bot.py:Bold; their code is run."
    ),
]
Puzzles = Annotated[list[Path] | None, typer.Option("--puzzles", help="A folder with case files to play.")]


def serve(
    lan: Lan = False,
    port: Port = None,
    database: Database = "",
    channels: Channels = "",
    power_safe: PowerSafe = False,
    open_page: Open = False,
    host_names: Names = None,
    trusted_proxies: Proxies = None,
    puzzles: Puzzles = None,
    players: Players = "",
) -> None:
    """Serve the table to browsers and programs; games are kept and go on after a restart."""
    need(*parts_of_a_server(database, channels, lan=lan))
    offered = named_players(one.strip() for one in players.split(",") if one.strip())
    for one in offered:
        make_player(one)
    # A player in the terminal should not wait for a server to be read in.
    from sandtable.server.access.callers import read_proxies
    from sandtable.server.running import Serving
    from sandtable.server.settings import Settings

    settings = Settings(
        database=database or str(private_folder(data_folder()) / "games.sqlite"),
        channels=channels,
        power_safe=power_safe,
        lan=lan,
        port=USUAL_PORT if port is None else port,
        announce=lan,
        host_names=tuple(host_names or ()),
        trusted_proxies=read_proxies(trusted_proxies or ()),
        cases=tuple(puzzles or ()),
        players=tuple(offered),
    )
    bound = _bound(settings, 1 if port is not None else PORTS_TRIED)
    settings = _on_port(settings, bound.getsockname()[1])

    async def run() -> None:
        server = Serving(settings, bound)
        greeting = asyncio.create_task(_greet(server, settings, open_page))
        await server.run_here()
        greeting.cancel()

    with bound, contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run())


def _bound(settings: Settings, tries: int) -> socket:
    """A socket on the port, or on the first free one of the next ports where nobody named one."""
    # The server is an extra, and slow to read.
    from sandtable.server.running import bound_socket

    for port in range(settings.port, settings.port + tries):
        try:
            return bound_socket(_on_port(settings, port))
        except OSError as taken:
            if taken.errno != EADDRINUSE:
                raise
    raise refuse("", f"Port {settings.port} is taken.", "Name another one with --port, or 0 for any.")


def _on_port(settings: Settings, port: int) -> Settings:
    # Short commands answer at once without it.
    import msgspec

    return msgspec.structs.replace(settings, port=port)


async def _greet(server: Serving, settings: Settings, open_page: bool) -> None:
    """Say where the table is, once it is there."""
    await server.ready.wait()
    here = f"http://127.0.0.1:{server.port}/"
    print(f"The table is at {here}")
    if settings.lan:
        _print_lan(server.port)
    print("Stop it with Ctrl+C; every game is kept.", flush=True)
    if open_page:
        await asyncio.to_thread(webbrowser.open, here)


def _print_lan(port: int) -> None:
    # The server is an extra, and slow to read.
    import segno

    # The server is an extra, and slow to read.
    from sandtable.server.access.guard import own_addresses

    addresses = [f"http://{one}:{port}/" for one in own_addresses()]
    if not addresses:
        print("This machine is on no network.")
        return
    print(f"Others on your network open {' or '.join(addresses)} or point a camera here:")
    segno.make(addresses[0], error="m").terminal(compact=True)
