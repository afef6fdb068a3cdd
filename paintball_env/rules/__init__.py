"""The rulebook, compiled: one module a chapter."""
