"""What a package index shows of the project is true without the files around it, and says what is tested."""

from __future__ import annotations

import re
from importlib import metadata

from scripts import prepare, pythons

SHOWN = metadata.metadata("sandtable")


def test_the_text_on_a_package_index_has_no_link_that_leads_nowhere():
    text = str(SHOWN.json["description"])
    assert "# Sandtable" in text
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert [one for one in links if not re.match(r"\w+:", one)] == []


def test_the_pythons_that_the_package_asks_for_are_those_that_are_tested():
    tested = pythons.supported()
    first, last = tested[0], int(tested[-1].partition(".")[2])
    assert set(SHOWN["Requires-Python"].split(",")) == {f">={first}", f"<3.{last + 1}"}
    assert tested == [f"3.{minor}" for minor in range(11, last + 1)]
    assert prepare.OLDEST == (3, 11)
    assert prepare.NEWEST[1] == last
