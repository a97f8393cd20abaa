"""Story Points: what one buys, and when it is offered."""
