"""The squad: who belongs to it, what they carry, and what kind of people they are."""
