"""The battle rules: a module for each chapter of the book, a folder for each long one."""
