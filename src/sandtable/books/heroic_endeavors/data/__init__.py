"""The book's data files and how they are read."""

from __future__ import annotations

from sandtable.binding.tables import data

read_data = data(__name__)
