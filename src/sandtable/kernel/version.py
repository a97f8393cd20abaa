"""The version of the program; the package takes it from here, and records name it."""

__version__ = "0.1.0"
