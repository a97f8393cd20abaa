"""`sandtable report`: what is told after a battle, from its record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.replay import File
from sandtable.cli.telling import AsJson, print_json, print_plainly
from sandtable.kernel.files import write_text
from sandtable.kernel.records.record import read_record
from sandtable.kernel.records.save import nonsense_refused
from sandtable.kernel.refusal import refuse
from sandtable.reports.battle import report_of
from sandtable.reports.page import fonts_in, page_of
from sandtable.reports.text import text_of
from sandtable.server.settings import Settings


def report(
    file: File,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write it as one page that stands alone.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell how a recorded battle went: its turning points, losses, luck and best deeds."""
    if html is not None and as_json:
        raise refuse("", "Two forms are asked for.", "Say --html or --json.")
    record = read_record(file)
    with nonsense_refused(str(file)):
        told = report_of(record)
    if html is not None:
        write_text(html, page_of(told, fonts_in(Settings().page)))
        print(f"Written to {html}.")
    elif as_json:
        print_json(told)
    else:
        print_plainly(text_of(told), end="")
