"""What bars something in this book, by name: a rule, a reason and what would be right."""

from __future__ import annotations

from sandtable.binding.refusing import Refusals
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.kernel import Refusal

barred = Refusals(lambda: read_data("refusals.yaml", dict[str, Refusal]))
