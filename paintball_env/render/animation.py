"""A game as a moving picture, GIF or WebP."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from .scene import fitting, foreground
from .view import Setting, board_of, position_of

FORMATS = {".gif": "GIF", ".webp": "WEBP"}
LAST = 3  # how many times longer the last frame stays


class Frame(NamedTuple):
    """A position and what led to it."""

    game: Any
    caption: str = ""


def write_animation(
    scenario: Setting,
    frames: Iterable[Frame | tuple[Any, str]],
    path: str | Path,
    *,
    width: int = 800,
    delay: float = 0.7,
    legend: bool = True,
) -> int:
    """Write frames to a file that plays them for ever; its ending chooses the format: .gif or .webp.

    Args:
      scenario: what the positions belong to.
      frames: positions, each with the words that stand below it.
      path: of the file.
      width: in pixels.
      delay: seconds a frame; the last one stays longer.
      legend: explain the signs below the board.

    Returns:
      The number of frames.

    Raises:
      ValueError: another ending, no frame, or a delay that is no positive time.
    """
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise ValueError(f"{path.name}: an animation is a .gif or a .webp")
    if not 0 < delay <= 60:
        raise ValueError(f"a frame stays for more than 0 and at most 60 seconds, not {delay}")
    from .raster import indexed, palette_of, picture

    shown = [(position_of(scenario, game), words) for game, words in frames]
    layout = fitting(board_of(scenario), (position for position, _ in shown), width, legend, captions=True)
    images: list[Any] = []
    colours = None
    for position, words in shown:
        image = picture(layout, foreground(layout, position, words))
        # One palette for all: small in memory and on disk, for what doesn't change is the same bytes.
        colours = colours or palette_of(image)
        images.append(indexed(image, colours))
    if not images:
        raise ValueError("an animation has at least one frame")
    stays = [round(1000 * delay)] * (len(images) - 1) + [round(1000 * delay * LAST)]
    options: dict[str, Any] = {"optimize": True, "disposal": 1}  # what stays the same isn't written again
    if path.suffix.lower() == ".webp":
        options = {"lossless": True, "quality": 30, "method": 1}
    images[0].save(
        path,
        format=FORMATS[path.suffix.lower()],
        save_all=True,
        append_images=images[1:],
        duration=stays,
        loop=0,
        **options,
    )
    return len(images)
