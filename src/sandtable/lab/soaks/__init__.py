"""How each book is soaked: beginnings drawn at random, and what can never be true of a state."""
