"""HTTP: what can be asked for, and the bodies of requests and replies."""
