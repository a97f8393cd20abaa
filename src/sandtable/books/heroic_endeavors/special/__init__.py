"""Skills, powers and other particulars: each registers where it has a part."""
