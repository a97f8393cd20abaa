"""The rules, one chapter a module, in the order of the book."""
