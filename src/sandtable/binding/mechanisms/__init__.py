"""What several books play with: turns, pools of dice, secrets, a Game Master, seats that act together."""
