"""What every book is bound with: nothing here knows a book or cites a rule; ids come as arguments."""
