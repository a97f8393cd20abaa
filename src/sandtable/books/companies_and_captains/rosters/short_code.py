"""The letters and words of the short codes that begin with CC1. They belong to CC1 and never change."""

from __future__ import annotations

from typing import Any

from sandtable.binding.forces.short_code import Letters, ShortCode
from sandtable.books.companies_and_captains.company import Company
from sandtable.books.companies_and_captains.rosters.json_form import plain_data, read_data

GROUP: Letters = {
    "id": "p",
    "name": "n",
    "traits": "t",
    "models": "m",
    "captain": "c",
    "keywords": "k",
    "base": "b",
    "held_back": "h",
    "points": "s",
    "stated": "v",
}
COMPANY: Letters = {"groups": ("g", GROUP), "name": "n", "captain_trait": "a", "points": "s", "vendor": "w"}
WORDS = (
    b'"elitemissile"lightmissile"heavymissile"lightengine"eliteengine"heavyengine"heavybeast"lightbeast'
    b'"selfdestruct"shortranged"movefreely"apprentice"terrifying"offensive"composed"accurate"summoner"stealthy'
    b'"unfeeling"unerring"throwers"shooters"cowardly"vicious"chariot"caster"wellarmed"foe"bane"Undead'
    b'"elitecavalry"lightcavalry"heavycavalry"elitefoot"heavyfoot"lightfoot"],"m":12},{"p":"'
    b',"m":6},{"p":"light,"m":12,"c":true},{"p":"heavy","t":["g":[{"p":"elite","n":"'
)
CODE = ShortCode("CC1.", WORDS, COMPANY)


def code_data(company: Company) -> dict[str, Any]:
    """The data of a code, which names nothing of its vendor but the name."""
    data = plain_data(company)
    return {**data, "vendor": company.vendor} if company.vendor else data


def company_of_code(data: Any) -> Company:
    """The Company of a code's data."""
    if isinstance(data, dict) and isinstance(data.get("vendor"), str):
        data = {**data, "vendor": {data["vendor"]: {}}}
    return read_data(data)
