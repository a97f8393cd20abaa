"""SK, an invented rulebook of one page: each of its rules is a hard case of some real book in miniature."""
