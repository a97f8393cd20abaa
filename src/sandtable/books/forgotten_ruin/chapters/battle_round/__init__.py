"""The battle round: its phases, the Reaction Roll and Snap Fire."""
