"""Lands of Ruin: two bands, their consoles and the Rotters; orders given in secret, damage that waits."""
