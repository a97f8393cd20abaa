"""Movement: how far figures go, what it costs, where they may end, and how a player says so."""
