"""Cases: situations, dice and answers as files, and what must follow from them."""
