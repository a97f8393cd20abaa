"""What `sandtable new-book` writes: the first book of one's own, with a stand-in for its name."""
