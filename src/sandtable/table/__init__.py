"""The ground all books share: measuring, terrain, zones, showing; and rooms for what stands on it."""
