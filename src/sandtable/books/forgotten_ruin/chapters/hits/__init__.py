"""Hit resolution: what a Hit is, and the order in which it is resolved."""
