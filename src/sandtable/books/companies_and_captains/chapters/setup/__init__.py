"""Setup: Companies are shown, terrain and tokens laid, Groups deployed, desertions and ambitions settled."""
