"""Access: who calls, how often, and what their devices may do."""
