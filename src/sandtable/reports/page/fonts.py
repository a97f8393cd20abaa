"""The typefaces of the page, taken from the built browser table where there is one."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

FACES = (
    ("Alegreya", "alegreya-latin", 400, "normal"),
    ("Alegreya", "alegreya-latin", 400, "italic"),
    ("Alegreya", "alegreya-latin", 500, "normal"),
    ("Alegreya", "alegreya-latin", 500, "italic"),
    ("Alegreya", "alegreya-latin", 700, "normal"),
    ("Alegreya Sans", "alegreya-sans-latin", 400, "normal"),
    ("Alegreya Sans", "alegreya-sans-latin", 500, "normal"),
    ("Alegreya Sans", "alegreya-sans-latin", 700, "normal"),
    ("Alegreya Sans", "alegreya-sans-latin", 800, "normal"),
)
"""Family, beginning of the file's name, weight and style; all under the SIL Open Font License."""


@cache
def fonts_in(folder: Path) -> str:
    """A style sheet with the typefaces of a built page inside it; without them the system's are used."""
    parts = []
    for family, start, weight, style in FACES:
        found = sorted(folder.rglob(f"{start}-{weight}-{style}*.woff2")) if folder.is_dir() else []
        if found:
            data = b64encode(found[0].read_bytes()).decode()
            parts.append(
                f"@font-face{{font-family:'{family}';font-weight:{weight};font-style:{style};"
                f"src:url(data:font/woff2;base64,{data}) format('woff2')}}"
            )
    return "".join(parts)
