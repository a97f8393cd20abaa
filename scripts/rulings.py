"""Write the rulings of every book, from its catalogue, under the words that people wrote on the same page.

python scripts/rulings.py     rewrites docs/rulings/<book>.md below its mark
"""

from __future__ import annotations

from pathlib import Path

from sandtable.kernel.catalogue import Catalogue, catalogued_books

ROOT = Path(__file__).resolve().parent.parent
MARK = "<!-- From here on written by scripts/rulings.py from the catalogue. -->"


def page_of(catalogue: Catalogue, words: str) -> str:
    """The page: what people wrote, then every ruling by chapter."""
    lines = [words.rstrip(), "", MARK, ""]
    for chapter in catalogue.chapters:
        rules = [rule for rule in catalogue.rules.values() if rule.chapter == chapter and rule.ruling]
        if not rules:
            continue
        lines += [f"## {chapter}", ""]
        for rule in rules:
            lines += [
                f"**{rule.id} {rule.title}.** " + (f"*{_one_line(rule.unclear)}* " if rule.unclear else "")
            ]
            lines += [_one_line(rule.ruling or ""), ""]
    return "\n".join(lines).rstrip() + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def main() -> None:
    """Rewrite the page of every book."""
    for book, package in catalogued_books("sandtable.books").items():
        catalogue = Catalogue.load(package)
        path = ROOT / "docs" / "rulings" / f"{book}.md"
        words = (
            path.read_text(encoding="utf-8").split(MARK)[0]
            if path.exists()
            else f"# {catalogue.title}: rulings\n"
        )
        path.write_text(page_of(catalogue, words), encoding="utf-8")


if __name__ == "__main__":
    main()
