"""Storage: what happened is on the disk before anybody is told that it counts."""
