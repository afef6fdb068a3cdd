"""Training: a policy that learns against opponents, its checkpoints, and what a run leaves behind."""
