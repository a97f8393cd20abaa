"""Heroes: the ability of each, as long as its cohort lives."""
