"""The adventures: what data cannot say of each, and how one is begun."""
