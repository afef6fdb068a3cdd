"""Pictures of positions, SVG, pixels and animations, made of what a game draws on a sheet (`tabletop.show.scenes`).

Above the sheet stands where the game is, how the teams stand and who decides; below it a caption, and what signs mean.
"""

import unicodedata
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, chain
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tabletop.base.arrays import UInt8
from tabletop.base.errors import check_kind, check_text, read_path
from tabletop.base.files import write_text
from tabletop.game.events import LastStep
from tabletop.play.reset_options import read_flag
from tabletop.show.drawing.animation import reading_time, write_frames
from tabletop.show.drawing.scale_bar import scale_bar
from tabletop.show.drawing.shapes import Disc, Group, Item, Shape, Words, box, check_width, colours_of, mix, moved, star
from tabletop.show.drawing.svg import svg_text
from tabletop.show.drawing.themes import FAINT, ON_PAPER, PAPER
from tabletop.show.drawing.things import NAMES, NOBODY, ON_GROUND, UNIT, Scene, Thing
from tabletop.show.scenes import INK, Scenes

if TYPE_CHECKING:
    from PIL.Image import Image

    from tabletop.show.drawing.raster import Backdrop

WHITE, GOLD, DRAWN = "#ffffff", "#f0b400", "#5d6066"
RED_AND_BLUE = ("#c8470a", "#0b63a8")  # of teams without colours of their own
LETTER = 0.53  # width of a usual letter, in sizes of the words
MOST_LINES = 8  # of a caption
LINE, CAPTION_LINE, LEGEND_LINE = 1.9, 1.45, 1.6  # from line to line, in sizes of the words
WIDE = frozenset("WM@%—")  # of the letters that aren't East Asian


class Frame(NamedTuple):
    """What a picture shows.

    Attributes:
      scene: the position.
      over: what has led to it.
      caption: about it; None: no room is kept for one.
    """

    scene: Scene
    over: Sequence[Thing]
    caption: str | None


@dataclass(frozen=True)
class Page:
    """The measures of pictures that differ in the position alone.

    Attributes:
      pictures: those that are drawn.
      room: height of the sheet, in its own measure.
      teams: how many teams have a line in the head.
      captions: lines kept free for a caption.
      legend: names of the legend's entries.
    """

    pictures: "Pictures"
    room: float
    teams: int
    captions: int
    legend: tuple[str, ...]

    @property
    def top(self) -> float:
        """Where the sheet begins, below the head."""
        return self.pictures.margin + (1.4 + LINE * (self.teams + 1)) * self.pictures.text

    @property
    def caption_top(self) -> float:
        """Where the caption begins."""
        return self.top + self.room * self.pictures.scale

    @property
    def legend_top(self) -> float:
        """Where the legend begins."""
        return self.caption_top + (CAPTION_LINE * self.captions + 0.7 * bool(self.captions)) * self.pictures.text

    @property
    def columns(self) -> int:
        """Entries of the legend beside each other."""
        widest = max(7.6, 0.455 * max(map(len, self.legend), default=0) + 2.1)
        return max(1, int((self.pictures.width - 2 * self.pictures.margin) / (widest * self.pictures.text)))

    @property
    def height(self) -> int:
        """Of the pictures in pixels; even, as video formats want it."""
        lines = ceil(len(self.legend) / self.columns)
        end = self.legend_top + lines * LEGEND_LINE * self.pictures.text
        return 2 * ceil((end + self.pictures.margin * bool(self.captions or lines)) / 2)


class Pictures:
    """Draws positions of one scenario as pictures of one width. A position is what the game's `scenes` take.

    Attributes:
      width: of the pictures in pixels, 200 to 8000.
      text: size of the running text: readable at 400 pixels, not loud at 1200.
      margin: free rim of the pictures.
      scale: how much larger the sheet is drawn than it is.
    """

    def __init__(self, scenes: Scenes, width: int, teams: Sequence[str], title: str) -> None:
        """Draw what `scenes` give; `teams` and the scenario's `title` are for the head. ValueError: see `width`."""
        check_width(width)
        self._scenes, self._sheet = scenes, scenes.sheet()
        self._teams, self._title = [team.capitalize() for team in teams], title
        self.width, self.text, self.margin = width, 8.0 + 0.0092 * width, 4.0 + 0.012 * width
        self.scale = width / self._sheet.width
        self._lying: deque[tuple[Any, Backdrop]] = deque(maxlen=2)
        self._columns = int((width - 2 * self.margin) / (LETTER * self.text))  # letters in a line of the caption

    def svg(self, games: Any, legend: bool = True, caption: str | None = None, step: LastStep | None = None) -> str:
        """Return a position as an SVG document: each thing is a group with `data-thing`, its key, and its tooltip.

        Args:
          games: the position.
          legend: explain the signs: those that can come in the scenario, of the passing ones those that are shown.
          caption: what is written below it, `MOST_LINES` at most; None keeps no room for it.
          step: what led to the position, to be drawn over it.
        """
        frame = self._frame(games, caption, step)
        page = self._page([frame], legend)
        items = [*self._behind(page), *self._on_ground(page, frame.scene), *self._before(page, frame)]
        scene = frame.scene
        stand = (f"{team}: {words}" for team, words in zip(self._teams, scene.teams, strict=True) if words)
        title = f"{'. '.join((scene.turn, *stand, scene.decision))}."
        return svg_text(items, self.width, page.height, title, self._sheet.tones)

    def image(
        self,
        games: Any,
        legend: bool = True,
        caption: str | None = None,
        step: LastStep | None = None,
        steady: bool = False,
    ) -> "Image":
        """Return a position as an RGB image; the arguments are those of `svg`.

        If `steady`, there is room for whatever any position needs: all of a game have one height.
        """
        frame = self._frame(games, caption, step)
        return self._painted(self._page([frame], legend, read_flag("steady", steady)), frame)

    def pixels(self, games: Any) -> UInt8:
        """Return a position as uint8 [height, width, 3], without a legend; all of a game have one height."""
        import numpy as np

        return np.array(self.image(games, legend=False, steady=True))

    def write(
        self,
        games: Any,
        path: Path,
        legend: bool = True,
        caption: str | None = None,
        step: LastStep | None = None,
    ) -> None:
        """Write a position as a .png, or a .svg where the path ends so; the arguments are those of `svg`."""
        if path.suffix.lower() == ".svg":
            write_text(path, self.svg(games, legend, caption, step))
        else:
            from tabletop.show.drawing.raster import write_png

            write_png(self.image(games, legend, caption, step), path)

    def write_animation(
        self, frames: Iterable[tuple[Any, str, LastStep | None]], path: Path, delay: float, legend: bool = True
    ) -> int:
        """Write positions, each with its caption and what led to it, as a .gif or .webp; return their number.

        A frame stays for `delay` seconds, one with more to read for longer. ValueError of one line.
        """
        drawn = [self._frame(*frame) for frame in frames]
        page = self._page(drawn, legend)
        images = ((self._painted(page, frame), reading_time(frame.caption or "")) for frame in drawn)
        shapes = {id(thing.shapes): thing.shapes for frame in drawn for thing in (*frame.scene.things, *frame.over)}
        signs = (items for _, items in self._sheet.legend)
        items, shown = chain(self._sheet.ground, *signs, *shapes.values()), self._sheet.tones.shown
        colours = {shown.get(colour, colour) for colour in (ON_PAPER, PAPER, FAINT, *colours_of(items))}
        return write_frames(read_path("path", path), images, delay, sorted(colours))

    def _frame(self, games: Any, caption: str | None, step: LastStep | None) -> Frame:
        if caption is not None:
            check_text("caption", caption)
        if step is not None:
            check_kind("step", step, LastStep)
        over = () if step is None else self._scenes.happened(step.before, step.events, step.draws)
        return Frame(self._scenes.scene(games), over, caption)

    def _page(self, frames: Sequence[Frame], legend: bool, steady: bool = False) -> Page:
        """The measures of pictures of one size for all these frames; if `steady`, for all that the game can come to."""
        sheet, scenes = self._sheet, [frame.scene for frame in frames]
        room = sheet.most_height if steady else max((scene.height for scene in scenes), default=0.0)
        captions = (frame.caption for frame in frames if frame.caption is not None)
        lines = max((len(wrapped(words, self._columns, MOST_LINES)) for words in captions), default=0)
        hidden = frozenset() if steady else sheet.passing.difference(*(scene.signs for scene in scenes))
        names = [name for name, _ in sheet.legend if name not in hidden] if read_flag("legend", legend) else []
        return Page(self, room, sum(map(bool, scenes[0].teams)) if scenes else 0, lines, tuple(names))

    def _painted(self, page: Page, frame: Frame) -> "Image":
        from tabletop.show.drawing.raster import picture

        return picture(self._covered(page, frame.scene), self._before(page, frame))

    def _covered(self, page: Page, scene: Scene) -> "Backdrop":
        """What stays the same, with what lies on the ground: it changes seldom, and is kept for the next pictures."""
        from tabletop.show.drawing.raster import covered

        lying = page, scene.height, [thing for thing in scene.things if thing.layer == ON_GROUND]
        for kept, behind in self._lying:
            if kept == lying:
                return behind
        behind = covered(_backdrop(page), self._on_ground(page, scene))
        self._lying.appendleft((lying, behind))
        return behind

    def _behind(self, page: Page) -> Iterator[Item]:
        """What stays the same: paper, ground and legend."""
        half_width, half_height = self.width / 2, page.height / 2
        yield Shape(box((half_width, half_height), half_width, half_height), PAPER)
        for item in (*self._sheet.ground, *scale_bar(self._sheet), *self._sheet.labels):
            yield moved(item, (0.0, page.top), self.scale)
        half, signs = 0.6 * self.text, dict(self._sheet.legend)
        for number, name in enumerate(page.legend):
            row, column = divmod(number, page.columns)
            x = self.margin + column * (self.width - 2 * self.margin) / page.columns
            y = page.legend_top + (row + 0.5) * LEGEND_LINE * self.text
            icon = (moved(item, (x + half, y), half / UNIT) for item in signs[name])
            words = Words((x + 1.75 * self.text, y), name, 0.92 * self.text, FAINT, "start")
            yield Group((*icon, words), (("legend", name),))

    def _before(self, page: Page, frame: Frame) -> Iterator[Item]:
        """What a position adds to it."""
        things, top = (*frame.scene.things, *frame.over), page.top
        scale = self._shrunk(page, frame.scene)
        for layer in range(ON_GROUND + 1, NAMES + 1):
            yield from (self._placed(thing, top, scale) for thing in things if thing.layer == layer)
        yield from self._head(frame.scene)
        for number, line in enumerate(wrapped(frame.caption, self._columns, page.captions) if frame.caption else ()):
            at = self.margin, page.caption_top + (0.7 + CAPTION_LINE * number) * self.text
            yield Words(at, line, self.text, ON_PAPER, "start", bold=number == 0)

    def _on_ground(self, page: Page, scene: Scene) -> Iterator[Item]:
        """What lies on the ground, and above it the names of places that it hides."""
        lying = [thing for thing in scene.things if thing.layer == ON_GROUND]
        yield from (self._placed(thing, page.top, self._shrunk(page, scene)) for thing in lying)
        hidden = {thing.place for thing in lying}
        labels = (label for label in self._sheet.labels if label.text in hidden)
        yield from (moved(label, (0.0, page.top), self.scale) for label in labels)

    def _shrunk(self, page: Page, scene: Scene) -> float:
        """How much larger things are drawn than on the sheet."""
        return self.scale * min(1.0, page.room / scene.height)

    def _placed(self, thing: Thing, top: float, scale: float) -> Group:
        at = scale * thing.at[0], top + scale * thing.at[1]
        shapes = tuple(moved(shape, at, scale * thing.scale) for shape in thing.shapes)
        return Group(shapes, (("thing", thing.key),), thing.title)

    def _head(self, scene: Scene) -> Iterator[Item]:
        text, left, right = self.text, self.margin, self.width - self.margin
        middle, half = self.width / 2, self.width / 2 - self.margin
        y = left + 0.8 * text
        yield Words((left, y), scene.turn, 1.15 * text, ON_PAPER, "start", bold=True)
        # On average a letter is 0.55 of the text's size wide, a bold one 0.6.
        room = right - left - 0.6 * 1.15 * text * (len(scene.turn) + 1)
        if title := shortened(self._title, room / (0.55 * text)):
            yield Words((right, y), title, text, FAINT, "end")
        y += 0.1 * text
        colours, signs = self._sheet.colours or RED_AND_BLUE, dict(self._sheet.legend)
        paper = self._sheet.tones.shown.get(PAPER, WHITE)
        for team, name in enumerate(self._teams):
            if words := scene.teams[team]:
                y += LINE * text
                pale = mix(colours[team], paper, 0.8)
                edge = ON_PAPER if scene.team == team and not scene.over else pale
                yield Shape(box((middle, y), half, 0.88 * text, 0.3 * text), pale, edge, 1.2)
                plain = (Disc((0.0, 0.0), 0.8 * UNIT, colours[team], INK, 0.07 * UNIT),)
                for item in signs.get(name, plain):  # the team's sign, where the legend has it
                    yield moved(item, (left + 1.1 * text, y), 0.62 * text / UNIT)
                yield Words((left + 2.0 * text, y), name, text, ON_PAPER, "start", bold=True)
                start = left + (2.4 + 0.68 * max(map(len, self._teams))) * text
                yield fitted(words, (start, y), right - start, text)
        y += LINE * text
        decision = fitted(scene.decision, (left, y), right - left, text)
        if not scene.over:
            yield decision
            return
        # How the game ended, on the winner's colour across the picture.
        fill = DRAWN if scene.team == NOBODY else colours[scene.team]
        yield Shape(box((middle, y), half, 0.88 * text, 0.3 * text), fill, INK, 1.2)
        for side in () if scene.team == NOBODY else (-1, 1):
            yield Shape(star((middle + side * (half - 1.6 * text), y), 0.75 * text, 5), GOLD, INK, 0.8)
        bright = sum(bytes.fromhex(fill[1:])) > 3 * 160
        yield replace(decision, at=(middle, y), fill=INK if bright else WHITE, anchor="middle", bold=True)


@lru_cache(maxsize=4)
def _backdrop(page: Page) -> "Backdrop":
    """What stays the same, painted once."""
    from tabletop.show.drawing import raster

    pictures = page.pictures
    return raster.backdrop(pictures._behind(page), pictures.width, page.height, pictures._sheet.tones.shown)


def fitted(text: str, at: tuple[float, float], room: float, size: float) -> Words:
    """Words that begin at a point, of this size or, where there is no room for all, smaller and at last shortened."""
    size *= max(0.8, min(1.0, room / (0.51 * size * max(1.0, sum(_widths(text))))))
    return Words(at, shortened(text, room / (0.51 * size) + 1e-6), size, ON_PAPER, "start")


def shortened(text: str, letters: float) -> str:
    """As much of a text's beginning as has the width of so many usual letters, with `…` if it isn't all."""
    text = " ".join(text.split())
    ends = [*accumulate(_widths(text), initial=0.0)]
    if ends[-1] <= letters:
        return text
    head = text[: max(sum(end <= letters - 1.0 for end in ends) - 1, 0)].rstrip()
    return f"{head}…" if head else ""


def _widths(text: str) -> Iterator[float]:
    """The widths of letters against usual ones."""
    for letter in text:
        wide = unicodedata.east_asian_width(letter) in "WF" or letter in WIDE
        yield 2.0 if wide else 1.3 if letter.isupper() else 1.0


def wrapped(text: str, columns: int, lines: int) -> list[str]:
    """Text in at most so many lines; a line break stays one. What doesn't fit is left out before the end."""
    rows: list[str] = []
    for paragraph in text.split("\n"):
        rows.append("")
        for word in paragraph.split():
            if rows[-1] and len(rows[-1]) + 1 + len(word) > columns:
                rows.append("")
            rows[-1] += (" " if rows[-1] else "") + word
    if len(rows) > lines:
        head_rows = max(1, lines // 2)  # the end says what came of it all
        rows = [*rows[:head_rows], *rows[len(rows) - (lines - head_rows) :]]
        rows[head_rows - 1] = rows[head_rows - 1][: columns - 2].rstrip() + " …"
    return rows
