"""Training, and datasets to learn from."""
