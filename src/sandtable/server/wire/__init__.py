"""The wire: messages of the play socket, and what each viewer is told."""
