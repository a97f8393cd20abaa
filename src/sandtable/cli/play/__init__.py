"""`sandtable play`: a game in the terminal."""
