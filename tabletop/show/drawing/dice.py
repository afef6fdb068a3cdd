"""Dice as they lie on the table."""

from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, box

# Places of a face's pips, in halves of the die.
_A = 0.5
_MIDDLE, _FALLING, _RISING, _SIDES = (
    ((0.0, 0.0),),
    ((-_A, -_A), (_A, _A)),
    ((-_A, _A), (_A, -_A)),
    ((-_A, 0.0), (_A, 0.0)),
)
PIPS = (
    _MIDDLE,
    _FALLING,
    _MIDDLE + _FALLING,
    _FALLING + _RISING,
    _MIDDLE + _FALLING + _RISING,
    _FALLING + _RISING + _SIDES,
)


def die(centre: Point, half: float, face: int, fill: str, ink: str) -> list[Item]:
    """A d6 that shows a face, `half` as wide as high."""
    x, y = centre
    items: list[Item] = [Shape(box(centre, half, half, 0.32 * half), fill, ink, 0.14 * half)]
    return items + [Disc((x + u * half, y + v * half), 0.17 * half, ink) for u, v in PIPS[face - 1]]
