"""The Objectives, one module for each kind of task."""
