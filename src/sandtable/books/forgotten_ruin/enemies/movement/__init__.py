"""Where enemies are set up, and how they move."""
