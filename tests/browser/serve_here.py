"""A server for one test, as a program of its own, so that it can be killed and started again.

python -m tests.browser.serve_here DATABASE PAGE [PORT]     prints the port it listens on
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from sandtable.server.running import Serving, bound_socket
from sandtable.server.settings import Settings


def main() -> None:
    """Serve until somebody ends the program."""
    database, page, *rest = sys.argv[1:]
    settings = Settings(
        database=database,
        page=Path(page),
        port=int(rest[0]) if rest else 0,
        any_seed=True,
        seat_held=2.0,
        requests_per_minute=100_000,
        joins_per_minute=10_000,
    )
    bound = bound_socket(settings)

    async def run() -> None:
        server = Serving(settings, bound)
        serving = asyncio.create_task(server.run_here())
        await server.ready.wait()
        print(server.port, flush=True)
        await serving

    asyncio.run(run())


if __name__ == "__main__":
    main()
