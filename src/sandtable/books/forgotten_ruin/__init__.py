"""Forgotten Ruin: a squad of named soldiers against an enemy that the book itself commands."""
