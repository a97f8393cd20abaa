"""The browser table: the files that were built for it, and nothing else from the disk."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from sandtable.server.routes.errors import missing

INDEX = "index.html"
FOREVER = "public, max-age=31536000, immutable"
"""Built files carry a hash in their names; the page itself is asked for every time."""

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sandtable</title></head>
<body>
<h1>Sandtable is running</h1>
<p>The browser table has not been built yet. In the checkout, run</p>
<pre>make web</pre>
<p>and start the server again. Programs can play already: see
<a href="/schema/openapi.json">the HTTP description</a> and <code>docs/reference/protocol.md</code>.</p>
</body></html>
"""


class Page:
    """The built files, read once."""

    def __init__(self, folder: Path) -> None:
        self._files: dict[str, bytes] = {}
        if (folder / INDEX).is_file():
            for path in sorted(folder.rglob("*")):
                if path.is_file() and not path.is_symlink():
                    self._files[path.relative_to(folder).as_posix()] = path.read_bytes()

    @property
    def is_built(self) -> bool:
        """Whether there is a page."""
        return INDEX in self._files

    def reply(self, path: str) -> Response[bytes]:
        """The file of a path; whatever looks like a place inside the page is the page itself."""
        name = path.strip("/") or INDEX
        if not self.is_built and name == INDEX:
            return Response(NOT_BUILT.encode(), media_type="text/html")
        if name not in self._files:
            if "." in name.rpartition("/")[2] or name.startswith(("api/", "schema/")) or not self.is_built:
                raise missing("There is no such page.", "Begin at the front page.")
            name = INDEX
        kind = "text/html" if name == INDEX else mimetypes.guess_type(name)[0]
        kept = FOREVER if name.startswith("assets/") else "no-cache"
        return Response(
            self._files[name], media_type=kind or "application/octet-stream", headers={"cache-control": kept}
        )


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    """The browser table."""
    built: Page = request.app.state.page
    return built.reply(path)
