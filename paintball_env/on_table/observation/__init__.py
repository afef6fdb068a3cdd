"""What a player of the table sees, as numbers."""

from paintball_env.on_table.observation.encoding import ACTION_KINDS, ENCODINGS, Encoding, action_rows
from paintball_env.on_table.observation.table import VECTOR

__all__ = ["ACTION_KINDS", "ENCODINGS", "VECTOR", "Encoding", "action_rows"]
