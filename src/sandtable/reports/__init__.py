"""What is told and printed of a game: battle reports and set-up sheets."""
