"""Big monsters: what they do, whom they meet, and their traits."""
