"""Questions about single figures: where one goes, and where it is put."""
