"""Where all that a position holds stands: in its hex or, where it would be too small there, in a strip below the board.

A hex that is too full shows signs instead, one a team, and its tokens stand in strips of a legible size: the magnifier.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from paintball_env.actions import LETTERS
from paintball_env.render.geometry import Layout, Spot
from paintball_env.render.view import Position
from paintball_env.rules import state
from paintball_env.rules.objectives import OBJECTIVES
from paintball_env.rules.state import NONE
from tabletop.show.drawing.packing import packed

# Radii in pixels under which a token can't be read, found by looking: below 15 an eye, a cross-hair and a spiral look
# alike. A Marshal bears a number alone, a flag nothing at all.
FIGURE = 15.0
MARSHAL = 9.0
SINK = 0.05  # how far below a hex's middle, in its sizes, tokens lie: off its name
STRETCHED = 0.55  # radius, in sizes of a hex, that a lone token may have where it would be too small else


@dataclass(frozen=True)
class Sign:
    """What stands in a full hex for those who stand in its strips.

    Attributes:
      place: index of the hex.
      keys: those it stands for: a team's figures, the Marshals, or a flag.
      spot: its disc; nothing else in the hex touches it.
    """

    place: int
    keys: tuple[str, ...]
    spot: Spot


@dataclass(frozen=True)
class Strip:
    """Tokens of a full hex in a line below the board, as many as go into one.

    Attributes:
      place: index of the hex.
      keys: whose tokens stand here, from the left.
      line: its line, from 0.
      left: where it begins, in pixels.
    """

    place: int
    keys: tuple[str, ...]
    line: int
    left: int


@dataclass(frozen=True)
class Arrangement:
    """The places of a position.

    Attributes:
      tokens: each figure's, Marshal's and lying flag's one place, on the board or in a strip, by its key.
      signs: what the full hexes show.
      strips: of the full hexes, in reading order.
    """

    tokens: dict[str, Spot]
    signs: tuple[Sign, ...]
    strips: tuple[Strip, ...]

    def on_board(self, key: str) -> Spot | None:
        """Where something shows on the board: its token, or the sign that stands for it."""
        return next((sign.spot for sign in self.signs if key in sign.keys), self.tokens.get(key))

    def beside(self, key: str, other: str) -> bool:
        """Whether two tokens of a hex stand where a line may join them: both on the board, or in one strip."""
        strips = [{name in strip.keys for name in (key, other)} for strip in self.strips]
        return {True, False} not in strips

    @property
    def lines(self) -> int:
        """How many lines of strips there are."""
        return self.strips[-1].line + 1 if self.strips else 0


def arrange(layout: Layout, position: Position) -> Arrangement:
    """Place everything."""
    tokens: dict[str, Spot] = {}
    signs: list[Sign] = []
    full: dict[int, tuple[str, ...]] = {}
    for place, keys in occupants(position).items():
        if _full(layout, keys):
            full[place] = keys
            parties = _parties(keys)
            spots = _within(layout, place, [party[0] for party in parties], packed(len(parties))[1] * layout.size)
            signs += [Sign(place, party, spot) for party, spot in zip(parties, spots, strict=True)]
        else:
            tokens |= {spot.key: spot for spot in _within(layout, place, keys, _radius(layout, len(keys)))}
    strips = _strips(layout, full)
    for strip in strips:
        y = layout.magnifier_top + (strip.line + 0.5) * layout.strip_height
        x = strip.left + layout.strip_label + layout.strip_pitch / 2
        for k, key in enumerate(strip.keys):
            tokens[key] = Spot(key, (x + k * layout.strip_pitch, y), layout.strip_token)
    return Arrangement(tokens, tuple(signs), tuple(strips))


@lru_cache(maxsize=16)
def most_lines(layout: Layout) -> int:
    """Lines of strips that no position of the scenario exceeds: the worst that any crowds in any order can take."""
    crowd_size = _crowd(layout)

    @cache
    def lines(left: int, rest: int) -> int:
        # New lines that further crowds begin, at most, where `left` pixels of the last line are taken.
        worst = 0
        for count in range(crowd_size, rest + 1):
            *_, (line, start, length) = _flow(layout, 0, left, count)
            worst = max(worst, line + lines(_end(layout, start, length), rest - count))
        return worst

    scenario = layout.scenario
    flags = 2 if OBJECTIVES[scenario.world[0].rules.objective].flags else 0
    total = sum(team.figures for team in scenario.teams) + state.MARSHALS + flags
    return lines(0, total) + 1 if total >= crowd_size else 0


def occupants(position: Position) -> dict[int, tuple[str, ...]]:
    """What takes a place in each hex: Red's figures, Blue's, Marshals, flags; who attends stands beside his figure."""
    by_hex: dict[int, list[str]] = {}
    attending = {(marshal.attends, marshal.hex): [marshal.name] for marshal in position.marshals}
    for figure in position.figures:
        keys = by_hex.setdefault(figure.hex, [])
        keys += [figure.name, *attending.get((figure.id, figure.hex), [])]
    others = [(marshal.hex, marshal.name) for marshal in position.marshals]
    for place, key in others + [(flag.hex, flag.key) for flag in position.flags if flag.hex != NONE]:
        keys = by_hex.setdefault(place, [])
        keys += [key] * (key not in keys)
    return {place: tuple(keys) for place, keys in sorted(by_hex.items())}


def _radius(layout: Layout, count: int) -> float:
    """Radius of so many tokens in a hex."""
    usual = packed(count)[1] * layout.size
    return usual if count > 1 else min(STRETCHED * layout.size, max(usual, FIGURE))


@lru_cache(maxsize=64)
def _crowd(layout: Layout) -> int:
    """The least number of tokens that are too small together."""
    return next(count for count in range(1, 39) if count == 38 or _radius(layout, count) < FIGURE)


def _full(layout: Layout, keys: tuple[str, ...]) -> bool:
    """Whether a hex is too full for its tokens to be read in it."""
    if any(key[0] in LETTERS for key in keys):
        return len(keys) >= _crowd(layout)
    return any(key[0] == "M" for key in keys) and _radius(layout, len(keys)) < MARSHAL


def _parties(keys: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Those in a hex by team, then the Marshals, then each flag."""
    parties = [tuple(key for key in keys if key[0] == letter) for letter in (*LETTERS, "M")]
    return [party for party in parties if party] + [(key,) for key in keys if key.startswith("flag")]


def _within(layout: Layout, place: int, keys: Sequence[str], radius: float) -> list[Spot]:
    """Spots of a radius in a hex."""
    x, y = layout.centres[place]
    size, centres = layout.size, packed(len(keys))[0]
    y += SINK * size
    return [Spot(key, (x + u * size, y + v * size), radius) for key, (u, v) in zip(keys, centres, strict=True)]


def _strips(layout: Layout, full: dict[int, tuple[str, ...]]) -> list[Strip]:
    strips: list[Strip] = []
    last = end = 0
    for place, keys in full.items():
        start = 0
        for line, left, length in _flow(layout, last, end, len(keys)):
            strips.append(Strip(place, keys[start : start + length], line, round(layout.margin) + left))
            start += length
            last, end = line, _end(layout, left, length)
    return strips


def _flow(layout: Layout, line: int, end: int, count: int) -> Iterator[tuple[int, int, int]]:
    """Line, left end and length of the strips for so many tokens, where the last line is taken up to `end`."""
    room = layout.strip_room
    longest = max(1, (room - layout.strip_label) // layout.strip_pitch)
    strips = -(-count // longest)
    for k in range(strips):
        length = count * (k + 1) // strips - count * k // strips  # alike: 7 and 6 rather than 12 and 1
        if end and end + layout.strip_label + length * layout.strip_pitch > room:
            line, end = line + 1, 0
        yield line, end, length
        end = _end(layout, end, length)


def _end(layout: Layout, left: int, length: int) -> int:
    """Where the next strip of the line may begin."""
    return left + layout.strip_label + length * layout.strip_pitch + layout.strip_gap
