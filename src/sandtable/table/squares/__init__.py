"""A ground of squares: whole spaces, whole heights, facings; boards, bases, ways, sight and templates."""
