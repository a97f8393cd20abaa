"""The automatic player: one function for each topic, styles and weights as data."""
