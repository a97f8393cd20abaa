"""Players: whoever answers for a seat, from what the seat may know and nothing else."""

from sandtable.players.player import Player, Reply, View, play_out, view_of
from sandtable.players.registry import make_player, register_player

__all__ = ["Player", "Reply", "View", "make_player", "play_out", "register_player", "view_of"]
