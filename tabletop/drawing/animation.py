"""Pictures one after the other as a moving one, GIF or WebP."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

FORMATS = {".gif": "GIF", ".webp": "WEBP"}
LAST = 3  # how many times longer the last frame stays


def write_frames(path: str | Path, pictures: Iterable[Any], delay: float, colours: Sequence[str]) -> int:
    """Write pictures to a file that plays them for ever; its ending chooses the format: .gif or .webp.

    Args:
      path: of the file.
      pictures: RGB images of one size; drawn only where the file and the delay will do.
      delay: seconds a frame; the last one stays longer.
      colours: `#rrggbb`, in any case among those of the file.

    Returns:
      The number of frames.

    Raises:
      ValueError: another ending, no picture, or a delay that is no positive time.
    """
    from tabletop.drawing.raster import indexed, palette_of

    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise ValueError(f"{path.name}: an animation is a .gif or a .webp")
    if not 0 < delay <= 60:
        raise ValueError(f"a frame stays for more than 0 and at most 60 seconds, not {delay}")
    images: list[Any] = []
    known = None
    for image in pictures:
        # One palette for all: small in memory and on disk, for what doesn't change is the same bytes.
        known = known or palette_of(image, colours)
        images.append(indexed(image, known))
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
