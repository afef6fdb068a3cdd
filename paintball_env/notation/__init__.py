"""Positions as one line of text, and back (docs/formats.md, "Positions")."""

from paintball_env.notation.writer import NotationError, format_position, parse_position, position_key, same_position

__all__ = ["NotationError", "format_position", "parse_position", "position_key", "same_position"]
