"""Every code example in the README and the docs runs and prints what it says."""

from __future__ import annotations

import doctest
import re
import textwrap
from pathlib import Path

import pytest

from scripts.house import ROOT, project_files

FENCE = re.compile(
    r"^(?P<indent> *)```(?P<language>\w*)(?P<rest>[^\n]*)\n(?P<code>.*?)^(?P=indent)```\s*$",
    re.DOTALL | re.MULTILINE,
)


def examples(page: str) -> list[tuple[int, str]]:
    """A page's Python examples and where they begin; `no-run` after the language leaves it out."""
    return [
        (page.count("\n", 0, found.start("code")), textwrap.dedent(found["code"]))
        for found in FENCE.finditer(page)
        if found["language"] in ("python", "pycon") and "no-run" not in found["rest"]
    ]


def run_page(name: str, page: str) -> None:
    """Run the examples of a page in order, one after the other as a reader would."""
    names: dict[str, object] = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for line, code in examples(page):
        if ">>>" not in code:
            exec(compile("\n" * line + code, name, "exec"), names)  # noqa: S102 - our own pages
            continue
        test = doctest.DocTestParser().get_doctest(code, names, name, name, line)
        told: list[str] = []
        runner.run(test, out=told.append, clear_globs=False)
        names.update(test.globs)
        assert runner.failures == 0, "".join(told)


PAGES = [path for path in project_files(".md") if path.parent == ROOT or path.is_relative_to(ROOT / "docs")]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    run_page(page.name, page.read_text(encoding="utf-8"))


def test_a_wrong_example_is_found():
    with pytest.raises(AssertionError):
        run_page("page.md", "```python\n>>> 1 + 1\n3\n```\n")
    with pytest.raises(ZeroDivisionError):
        run_page("page.md", "```python\n1 / 0\n```\n")


def test_an_example_in_a_list_is_run_too():
    with pytest.raises(AssertionError):
        run_page("page.md", "1. Do this:\n\n   ```python\n   >>> 1 + 1\n   3\n   ```\n")


def test_examples_follow_each_other_and_some_are_left_out():
    run_page(
        "page.md", "```python\nx = 2\n```\n\n```pycon\n>>> x + 1\n3\n```\n\n```python no-run\n1 / 0\n```\n"
    )


LINK = re.compile(r"\]\((?!\w+:)(?P<target>[^)#\s]*)(?:#(?P<heading>[^)\s]+))?\)")


def links(page: str) -> list[tuple[str, str]]:
    """The files and headings that a page points to; what stands in code is no link."""
    text = re.sub(r"`[^`\n]+`", "", FENCE.sub("", page))
    return [(found["target"], found["heading"] or "") for found in LINK.finditer(text)]


def headings(page: str) -> list[str]:
    """The headings of a page as links name them."""
    found = re.findall(r"^#+ (.+)$", FENCE.sub("", page), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_links_of_a_page_lead_somewhere(page: Path):
    for target, heading in links(page.read_text(encoding="utf-8")):
        there = page.parent / target if target else page
        assert there.exists(), f"there is no {target}"
        if heading:
            assert heading in headings(there.read_text(encoding="utf-8")), f"{target} has no #{heading}"


def test_links_are_told_from_code_and_headings_are_spelt_as_links_name_them():
    assert links("[a](b.md#c-d) and [e](#f), `x[0](y)`, [w](https" + "://host)\n```\nq[1](r)\n```\n") == [
        ("b.md", "c-d"),
        ("", "f"),
    ]
    assert headings("# The `play` command\n\n## Why, then?\n") == ["the-play-command", "why-then"]


PATH = re.compile(r"`(?P<path>[\w./-]+/[\w.-]+\.(?:py|yaml|ts|md|json))(?::[ \w]+)?`")
PLANNED = re.compile(r"<\w+>|^table/squares")
GUIDES = [page for page in PAGES if page.parent == ROOT or page.parent.name in ("guide", "how-to")]


def places(path: str) -> list[Path]:
    """Where a file lies that a page names: in the project, in the package, in a book, in the tests."""
    books = [one for one in (ROOT / "src" / "sandtable" / "books").iterdir() if one.is_dir()]
    tops = [ROOT, ROOT / "src", ROOT / "src" / "sandtable", ROOT / "tests", ROOT / "web" / "src", *books]
    return [top / path for top in tops if (top / path).exists()]


@pytest.mark.parametrize("page", GUIDES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_files_that_a_page_names_are_there(page: Path):
    text = page.read_text(encoding="utf-8")
    found = [one["path"] for one in PATH.finditer(text) if not PLANNED.search(one["path"])]
    assert [one for one in found if not places(one)] == []


def test_a_file_that_has_moved_is_found_by_its_old_name():
    named = PATH.findall("in `chapters/aiming.py: aim` and `kernel/dice.py`, not `make test`")
    assert named == ["chapters/aiming.py", "kernel/dice.py"]
    assert [bool(places(one)) for one in named] == [False, True]
