"""Observations that consist of parts: one flat array, in which each part has a name, a place and a shape."""

from math import prod
from typing import Any, NamedTuple


class Part(NamedTuple):
    """The place of a part in an observation's numbers.

    Attributes:
      start: index of its first number.
      shape: of the part; its numbers are contiguous, the last axis varies fastest.
    """

    start: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of its numbers."""
        return prod(self.shape)


def split(encoding: Any, observations: Any) -> dict[str, Any]:
    """Return the parts of observations by name.

    Args:
      encoding: the encoding of the observations (`tabletop.definition.Encoding`): `env.encoding`, or
        `env.unwrapped.encoding` of a wrapped environment.
      observations: float32 [..., *encoding.shape], a NumPy array or a PyTorch tensor.

    Returns:
      Views of the observations, [..., *part.shape] each.

    Raises:
      ValueError: the last axes are not the encoding's shape.
    """
    lead = tuple(observations.shape)[: len(observations.shape) - len(encoding.shape)]
    if tuple(observations.shape) != (*lead, *encoding.shape):
        raise ValueError(f"observations of shape {tuple(observations.shape)}: the last axes must be {encoding.shape}")
    flat = observations.reshape(*lead, encoding.size)
    return {
        name: flat[..., part.start : part.start + part.size].reshape(*lead, *part.shape)
        for name, part in encoding.parts.items()
    }
