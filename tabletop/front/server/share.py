"""Pictures and clips of a game, to be shown to others: each is made once, one at a time, and gives way to who plays."""

import hashlib
import re
import tempfile
from collections.abc import Hashable, Iterator
from io import BytesIO
from pathlib import Path

from starlette.responses import Response

from tabletop.front.server.viewers import Acts, InTurn
from tabletop.game.events import LastStep
from tabletop.play.records import GameRecord
from tabletop.show.showing import showing_of
from tabletop.show.watched import WatchedStep, steps_of

MOST_KEPT = 16 * 2**20  # bytes of all that is in memory
MOST_FRAMES = 120  # of a clip
PICTURE_WIDTH, CLIP_WIDTH = 960, 640  # pixels
DELAY = 0.7  # seconds that a frame of a clip stays at least
PICTURE, CLIP = "image/png", "image/webp"


class Shares:
    """The pictures and clips that were asked for last.

    Args:
      acts: what they give way to.
      turns: computations that wait for each other.
    """

    def __init__(self, acts: Acts, turns: InTurn) -> None:
        self.acts, self.turns = acts, turns
        self._made: dict[Hashable, bytes] = {}

    async def picture(self, record: GameRecord, number: int) -> Response:
        """Answer with a picture of the position after so many decisions.

        Raises:
          Crowded: too much is being computed.
          ValueError: there is no such decision.
        """
        return await self._answer(record, number, number, PICTURE)

    async def clip(self, record: GameRecord, first: int, last: int) -> Response:
        """Answer with an animation of the positions after these decisions, at most `MOST_FRAMES`; errors as above."""
        if last - first >= MOST_FRAMES:
            raise ValueError(f"a clip has at most {MOST_FRAMES} positions")
        return await self._answer(record, first, last, CLIP)

    async def _answer(self, record: GameRecord, first: int, last: int, kind: str) -> Response:
        if not 0 <= first <= last <= len(record.lines):
            raise ValueError(f"there are {len(record.lines)} decisions, none from {first} to {last}")
        played = [*record.header(), *(line.action for line in record.lines[:last])]
        key = hashlib.sha256(repr(played).encode()).digest(), first, kind
        data = await self.turns.kept(self._made, MOST_KEPT, key, lambda: self._drawn(record, first, last, kind))
        name = f"{record.definition.name}-{first if kind == PICTURE else f'{first}-{last}'}.{kind.partition('/')[2]}"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type=kind, headers=headers)

    def _drawn(self, record: GameRecord, first: int, last: int, kind: str) -> bytes:
        scenario, codes = record.load_scenario(), _codes(record)
        if kind == CLIP:
            pictures = showing_of(scenario.game).pictures(scenario, CLIP_WIDTH)
            frames = (_captioned(record, step, codes) for step in self._steps(record, first, last))
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "clip.webp"
                pictures.write_animation(frames, path, DELAY, legend=False)
                return path.read_bytes()
        (step,) = self._steps(record, first, last)
        position, words, taken = _captioned(record, step, codes)
        picture = showing_of(scenario.game).pictures(scenario, PICTURE_WIDTH)
        data = BytesIO()
        picture.image(position, caption=words, step=taken).save(data, "PNG")
        return data.getvalue()

    def _steps(self, record: GameRecord, first: int, last: int) -> Iterator[WatchedStep]:
        for step in steps_of(record, record.load_scenario()):
            self.acts.give_way()
            if step.number >= first:
                yield step
            if step.number == last:
                return


def _codes(record: GameRecord) -> re.Pattern[str]:
    """Numbers of rules in brackets: who sees a picture has no rules beside it."""
    rules = showing_of(record.definition).page_words().rules()
    known = "|".join(map(re.escape, sorted(rules, key=len, reverse=True))) or "(?!)"
    return re.compile(rf" \((?:{known})(?:, (?:{known}))*\)")


def _captioned(record: GameRecord, step: WatchedStep, codes: re.Pattern[str]) -> tuple[str, str, LastStep | None]:
    """A step's frame with who plays in its caption, and without the numbers of rules."""
    position, words, taken = step.frame
    sides = zip(record.definition.teams, record.players, strict=True)
    names = " – ".join(f"{team.capitalize()}: {name}" if name else team.capitalize() for team, name in sides)
    return position, f"{names}\n" * any(record.players) + codes.sub("", words), taken
