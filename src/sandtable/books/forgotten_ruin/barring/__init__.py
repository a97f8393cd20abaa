"""What bars a word that is no answer: figures, deeds and things of the game at the wrong moment."""
