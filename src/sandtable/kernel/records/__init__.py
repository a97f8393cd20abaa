"""Records: games as files that are saved, told again, played again and proved."""
