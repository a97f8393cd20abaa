"""The automatic player of the squad: what is worth doing, and why."""
