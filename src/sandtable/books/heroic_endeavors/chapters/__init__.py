"""The chapters of the book, one module or folder for each."""
