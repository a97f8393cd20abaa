"""Files: records and puzzles that are handed out, and what strangers hand in."""
