"""How the party is played automatically."""
