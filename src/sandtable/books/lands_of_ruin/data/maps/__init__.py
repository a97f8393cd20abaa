"""The maps: one file for each virtual table, and the section plans for physical ones."""
