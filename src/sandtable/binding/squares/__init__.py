"""Where somebody goes on a board of squares: the answers read, the places proposed."""
