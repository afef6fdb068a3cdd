"""Reasons and what decisions ask for, where words depend on the ground: here all are as `reasons` has them."""

REASONS: dict[str, str] = {}
ASKED: dict[int, str] = {}
