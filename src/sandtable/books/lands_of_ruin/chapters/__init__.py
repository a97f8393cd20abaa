"""The chapters of the book; every module is one of them, or a part of a long one."""
