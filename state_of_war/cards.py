"""Both forces as cards below the table, a line a unit."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from state_of_war.actions import TEAMS
from state_of_war.bases import ACTS, FILLS, INKS, RED, RIMS
from state_of_war.field import CARD, CARD_FAINT, CARD_INK, CARD_LINE, CARD_WARN, WIDTH
from state_of_war.roster import Unit, conditions, kind_of, title
from tabletop.show.drawing.shapes import Disc, Item, Shape, Words, box, line, ring
from tabletop.show.drawing.things import BELOW, ON_GROUND, Thing

LINE, HEAD, PAD = 17.0, 19.0, 8.0  # of a line, of the line above them, of the rim
# Where the columns of a card begin.
KEY, KIND, MEN, LOADED, STATE = 4.0, 36.0, 164.0, 274.0, 304.0
ENDS = WIDTH / 2 - 1.5 * PAD
GRAVE = ("broken", "falls back", "gone")  # conditions that are written in another colour
MOST_STATE = 16  # letters


def height(rows: int) -> float:
    """Of the cards of so many units a side."""
    return 2 * PAD + HEAD + LINE * rows


def ground(top: float, rows: int) -> Thing:
    """What so many cards a side lie on, from this height on."""
    half = height(rows) / 2
    return Thing("cards", ON_GROUND, (WIDTH / 2, top + half), 1.0, (Shape(box((0.0, 0.0), WIDTH / 2, half), CARD),))


def cards(units: Sequence[Unit], acts: str, top: float) -> Iterator[Thing]:
    """The cards of both sides, from this height on; `acts`: the unit that is ordered or asked."""
    for team in (0, 1):
        left = PAD if team == 0 else WIDTH - PAD - ENDS
        yield Thing(f"head:{team}", BELOW, (left, top + PAD), 1.0, _head(team))
        for number, unit in enumerate(each for each in units if each.team == team):
            men = tuple(man.wounded for man in unit.men)
            loaded = sum(man.loaded for man in unit.men)
            words = unit.name, kind_of(unit, brief=True), _short(unit)
            shapes = _row(team, words, men, unit.strength, loaded, unit.name == acts)
            at = left, top + PAD + HEAD + LINE * number
            yield Thing(f"card:{unit.name}", BELOW, at, 1.0, shapes, title(unit))


@lru_cache(maxsize=512)
def _row(
    team: int, words: tuple[str, str, str], men: tuple[bool, ...], strength: int, loaded: int, acts: bool
) -> tuple[Item, ...]:
    """A card, drawn from its upper left corner; `men` stand, each wounded or not."""
    name, kind, condition = words
    middle, ink = LINE / 2, CARD_INK if men else CARD_FAINT
    grave = condition.startswith(GRAVE)
    items: list[Item] = []
    if acts:
        items.append(Shape(box((ENDS / 2, middle), ENDS / 2 - 1.0, middle - 0.5, 3.0), None, ACTS, 2.2))
    items += [
        Shape(box((KEY + 13.0, middle), 13.0, 7.0, 3.0), FILLS[team], RIMS[team], 1.2),
        Words((KEY + 13.0, middle), name, 10.0, INKS[team], bold=True),
        Words((KIND, middle), kind, 10.0, ink, "start"),
        Words((LOADED, middle), f"{loaded}" if men else "", 10.5, ink, "start", bold=True),
        Words((STATE, middle), condition, 10.0, CARD_WARN if grave else CARD_INK, "start"),
    ]
    for number in range(max(strength, len(men))):
        at = MEN + 4.0 + 7.7 * number, middle
        if number >= len(men):
            items.append(ring(at, 2.4, CARD_FAINT, 1.0))
        else:
            items.append(Disc(at, 3.0, FILLS[team], RED if men[number] else RIMS[team], 2.0 if men[number] else 0.8))
    return tuple(items)


@lru_cache(maxsize=2)
def _head(team: int) -> tuple[Item, ...]:
    small = ((MEN, "men"), (LOADED, "loaded"))
    titles = tuple(Words((x, HEAD / 2), word, 9.5, CARD_FAINT, "start") for x, word in small)
    name = Words((KEY, HEAD / 2), TEAMS[team].capitalize(), 12.0, CARD_INK, "start", bold=True)
    return (name, *titles, line(((KEY, HEAD - 2.0), (ENDS, HEAD - 2.0)), CARD_LINE, 1.0))


def _short(unit: Unit) -> str:
    found = list(conditions(unit))
    if len(words := ", ".join(found)) <= MOST_STATE:
        return words
    return found[0] if len(found) == 1 else f"{found[0][: MOST_STATE - 2]} …"
