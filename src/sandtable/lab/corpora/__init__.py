"""Which games make up the corpus of a book: one module for each book."""
