"""States that version 2 wrote, which kept what it counted under words, as they are today."""

from __future__ import annotations

from typing import Any

COUNTED = {
    "stage": "stage",
    "wider for tokens": "wider_for_tokens",
    "free choices of a part": "free_choices",
    "players done in a row": "passes",
}


def renewed(state: dict[str, Any], version: str) -> dict[str, Any]:
    """A state of version 2 as this version writes it; what is as it is by default is not written."""
    new = {name: value for name, value in state.items() if name != "counts"}
    counts = state.get("counts", {})
    wider = [counts.get("wider 0", 0), counts.get("wider 1", 0)]
    shares = {name.removeprefix("share "): one for name, one in counts.items() if name.startswith("share ")}
    setup = {name: counts.get(old) for old, name in COUNTED.items()}
    setup |= {"wider": wider if any(wider) else None, "shares": shares}
    new["setup"] = {name: value for name, value in setup.items() if value}
    return {**new, "is_ritual_completed": True} if counts.get("ritual completed") else new
