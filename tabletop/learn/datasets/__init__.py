"""Datasets of games for offline learning, made from game records (docs/datasets.md)."""
