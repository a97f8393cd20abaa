"""Forces as people write them: rosters as text, as data and as short codes for links."""
