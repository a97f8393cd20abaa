"""Teams: which heroes and cohorts a player fields, checked and made into cards."""
