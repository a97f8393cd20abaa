"""The rulebooks: one package for each, found by its folder; none imports another."""
