"""The automatic opponent: what it reckons, what it scores, and how it chooses."""
