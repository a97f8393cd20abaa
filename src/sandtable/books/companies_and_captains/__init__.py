"""Companies and Captains: two Companies of Groups, commanded by order and dice."""

# Rules are known in the order in which they are read: it is the same whichever chapter is asked for first.
from sandtable.books.companies_and_captains import book as book
