"""Geometry for the program: how the book's words about places are measured on the table."""
