"""Parts of the program that are installed where somebody wants them, and what is said if one is missing."""

from __future__ import annotations

from importlib.util import find_spec

from sandtable.kernel.refusal import refuse

EXTRAS = {
    "server": ("aiosqlite", "alembic", "litestar", "segno", "sqlalchemy", "uvicorn", "websockets"),
    "postgres": ("psycopg",),
    "redis": ("redis",),
    "nearby": ("ifaddr", "zeroconf"),
}
"""The modules that each part brings; `pyproject.toml` names the packages they come from."""

IN_WORDS = {
    "server": "a server",
    "postgres": "PostgreSQL",
    "redis": "Redis",
    "nearby": "the local network",
}

POSTGRES = ("postgresql://", "postgres://", "postgresql+psycopg://")
REDIS = ("redis://", "rediss://")


def need(*parts: str) -> None:
    """Refuse, and say what to install, where one of these parts is missing."""
    missing = [part for part in parts if any(find_spec(module) is None for module in EXTRAS[part])]
    if missing:
        named = " and ".join(IN_WORDS[part] for part in missing)
        remedy = f'Install it with: pip install "sandtable[{",".join(missing)}]".'
        raise refuse("", f"What is needed for {named} is not installed.", remedy)


def parts_of_a_server(database: str, channels: str, *, lan: bool) -> list[str]:
    """What a server needs that keeps its games here, tells others there, and may be found by neighbours."""
    addresses = (database, channels)
    wanted = {
        "server": True,
        "postgres": any(one.startswith(POSTGRES) for one in addresses),
        "redis": any(one.startswith(REDIS) for one in addresses),
        "nearby": lan,
    }
    return [part for part, is_wanted in wanted.items() if is_wanted]
