"""The composition root: the only place that puts the rooms together."""
