"""What a player sees, as numbers: one named table and the encodings made from it."""

from paintball_env.observation.encode import ENCODINGS, VECTOR, Encoding, observe, observe_planes

__all__ = ['ENCODINGS', 'VECTOR', 'Encoding', 'observe', 'observe_planes']
