"""Which endings the golden games of a book show: one module for each book."""
