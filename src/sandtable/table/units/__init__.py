"""Units: bodies of models that keep together, and how they stand, march, push and fight over ground."""
