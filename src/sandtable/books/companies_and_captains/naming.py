"""What players call Groups, Companies and sides."""

from __future__ import annotations

from sandtable.binding.words import joined
from sandtable.books.companies_and_captains.state import Battle, Seat


def called(state: Battle, id: str) -> str:
    """A Group by id and name: "A2 Hunters"; an id that is no Group's stands for itself."""
    group = state.groups.get(id)
    return id if group is None else f"{group.id} {group.name}"


def company_called(state: Battle, seat: Seat) -> str:
    """A Company by name and seat."""
    company = state.companies.get(seat)
    return seat if company is None else f"{company.name} ({seat})"


def side_called(state: Battle, role: str) -> str:
    """A side by its role, with the names of its Companies."""
    if state.attacker < 0:
        return f"the {role}"
    seats = state.sides[state.attacker if role == "attacker" else state.defender]
    return f"the {role} ({joined([state.companies[seat].name for seat in seats])})"
