"""Every code example in the README and the docs runs and prints what it says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from scripts.house import ROOT, project_files

FENCE = re.compile(r"^```(?P<language>\w*)(?P<rest>[^\n]*)\n(?P<code>.*?)^```\s*$", re.DOTALL | re.MULTILINE)


def examples(page: str) -> list[tuple[int, str]]:
    """A page's Python examples and where they begin; `no-run` after the language leaves it out."""
    return [
        (page.count("\n", 0, found.start("code")), found["code"])
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


def test_examples_follow_each_other_and_some_are_left_out():
    run_page(
        "page.md", "```python\nx = 2\n```\n\n```pycon\n>>> x + 1\n3\n```\n\n```python no-run\n1 / 0\n```\n"
    )


LINK = re.compile(r"\]\((?!\w+:|#)(?P<target>[^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_links_of_a_page_lead_somewhere(page: Path):
    targets = [found["target"] for found in LINK.finditer(page.read_text(encoding="utf-8"))]
    assert [target for target in targets if not (page.parent / target).exists()] == []
