"""Activations and actions: what a soldier does when it is his turn."""
