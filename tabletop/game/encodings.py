"""Observations that consist of parts: one flat array, in which each part has a name, a place and a shape."""

from collections.abc import Mapping
from math import prod
from typing import Any, NamedTuple

from tabletop.base.errors import brief


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


def check_array(name: str, values: Any) -> None:
    """Raise TypeError: what a caller gives under this name is neither a NumPy array nor a PyTorch tensor."""
    if not hasattr(values, "shape") or not hasattr(values, "reshape"):
        raise TypeError(f"{name} {brief(values)}: a NumPy array or a PyTorch tensor")


def split(encoding: Any, observations: Any) -> dict[str, Any]:
    """Return the parts of observations by name.

    Args:
      encoding: the encoding of the observations (`tabletop.game.definition.Encoding`): `env.encoding`, or
        `env.unwrapped.encoding` of a wrapped environment.
      observations: float32 [..., *encoding.shape], a NumPy array or a PyTorch tensor.

    Returns:
      Views of the observations, [..., *part.shape] each.

    Raises:
      ValueError: the last axes are not the encoding's shape.
      TypeError: `encoding` is none, or `observations` are neither an array nor a tensor.
    """
    if not isinstance(getattr(encoding, "parts", None), Mapping):
        raise TypeError(f"encoding {brief(encoding)}: an Encoding, such as `env.encoding`")
    check_array("observations", observations)
    lead = tuple(observations.shape)[: len(observations.shape) - len(encoding.shape)]
    if tuple(observations.shape) != (*lead, *encoding.shape):
        raise ValueError(f"observations of shape {tuple(observations.shape)}: the last axes must be {encoding.shape}")
    flat = observations.reshape(*lead, encoding.size)
    return {
        name: flat[..., part.start : part.start + part.size].reshape(*lead, *part.shape)
        for name, part in encoding.parts.items()
    }
