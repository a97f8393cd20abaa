"""Players: they answer for a seat, from what the seat may know and nothing else."""

from sandtable.players.asking import ask, play_out
from sandtable.players.player import Player, Reply, View, view_of
from sandtable.players.registry import make_player, register_player

__all__ = ["Player", "Reply", "View", "ask", "make_player", "play_out", "register_player", "view_of"]
