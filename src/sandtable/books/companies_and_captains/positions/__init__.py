"""Positions: how they are written, read and checked."""
