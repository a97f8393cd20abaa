"""Basic principles: measuring, dice, random choices."""
