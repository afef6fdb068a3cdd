"""What a player sees, as numbers: one named table and the encodings made from it."""

from paintball_env.observation.encoding import ACTION_KINDS, ENCODINGS, Encoding, action_rows
from paintball_env.observation.table import VECTOR

__all__ = ["ACTION_KINDS", "ENCODINGS", "VECTOR", "Encoding", "action_rows"]
