"""Answers that are places on the ground: plotted moves of units, and where units and pieces are put."""
