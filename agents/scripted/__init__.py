"""Scripted bots: temperaments one can tell apart in a replay, written as kernels."""
