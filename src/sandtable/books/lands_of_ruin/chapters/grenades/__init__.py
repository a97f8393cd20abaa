"""Grenades, fire and devices: what is thrown, what burns and bursts, what lies in wait."""
