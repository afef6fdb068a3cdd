"""Pictures one after the other as a moving one, GIF or WebP."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tabletop.base.files import whole_file

FORMATS = {".gif": "GIF", ".webp": "WEBP"}
LAST = 3  # how many times longer the last frame stays
READ = 60  # letters that are read in the time that a frame stays


def reading_time(words: str) -> float:
    """How many times longer than others a frame with these words below it stays."""
    return max(1.0, len(words) / READ)


def write_frames(path: str | Path, pictures: Iterable[tuple[Any, float]], delay: float, colours: Sequence[str]) -> int:
    """Write pictures to a file that plays them for ever; its ending chooses the format: .gif or .webp.

    Args:
      path: of the file.
      pictures: RGB images of one size, each with how many times longer it stays (`reading_time`); drawn only where the
        file and the delay will do.
      delay: seconds a frame; the last one stays longer.
      colours: `#rrggbb`, in any case among those of the file.

    Returns:
      The number of frames.

    Raises:
      ValueError: another ending, no picture, or a delay that is no positive time.
      OSError: the file can't be written.
    """
    from tabletop.show.drawing.raster import indexed, palette_of

    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise ValueError(f"{path.name}: an animation is a .gif or a .webp")
    if not 0 < delay <= 60:
        raise ValueError(f"a frame stays for more than 0 and at most 60 seconds, not {delay}")
    images: list[Any] = []
    palette = None
    stays: list[int] = []
    for image, times in pictures:
        # One palette for all: small in memory and on disk, for what doesn't change is the same bytes.
        palette = palette or palette_of(image, colours)
        images.append(indexed(image, palette))
        stays.append(round(1000 * delay * times))
    if not images:
        raise ValueError("an animation has at least one frame")
    stays[-1] *= LAST
    options: dict[str, Any] = {"optimize": True, "disposal": 1}  # what stays the same isn't written again
    if path.suffix.lower() == ".webp":
        options = {"lossless": True, "quality": 30, "method": 1}
    with whole_file(path) as file:
        images[0].save(
            file,
            format=FORMATS[path.suffix.lower()],
            save_all=True,
            append_images=images[1:],
            duration=stays,
            loop=0,
            **options,
        )
    return len(images)
