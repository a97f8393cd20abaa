"""The server: rooms, seats, rights, the store and the protocol."""
