"""Training: a policy that learns against opponents, its checkpoints, and the files that a run leaves."""
