"""The ground: measuring, terrain, groups of models, sight, cover, paths, formations and placing."""
