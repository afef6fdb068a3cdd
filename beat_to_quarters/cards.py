"""Both fleets as cards below the map, a line a ship; between them the wind and the chips. And a ship in words."""

from collections.abc import Iterator
from functools import lru_cache

from beat_to_quarters import battle_lines
from beat_to_quarters.actions import LOADS, TEAMS, ship_name
from beat_to_quarters.hulls import ACTS, FILLS, RIMS, WOOD
from beat_to_quarters.rules import ships, state, tables
from beat_to_quarters.rules.state import IN_ACTION, NONE, PORT, SHIPS, STARBOARD, STRIDE, STRUCK
from beat_to_quarters.scenario import Scenario
from beat_to_quarters.sea import CARD, CARD_FAINT, CARD_INK, CARD_LINE, CARD_WARN, WIDTH
from tabletop.game.header import Record
from tabletop.game.hex_grid import DIRECTIONS
from tabletop.show.drawing.shapes import Disc, Item, Point, Shape, Words, box, line, polar, ring
from tabletop.show.drawing.things import BELOW, Thing

LINE, HEAD, PAD = 17.0, 19.0, 8.0  # of a line, of the line above them, of the rim
ROSE = 60.0  # half of the room between the fleets
LEAST = 128.0  # height of it all, for the rose
TYPES = ("", *["ship of the line"] * 3, "frigate", "brig", "galleon", "merchantman", "cutter")  # SH6, by rate as built
BRIEF = {"ship of the line": "of the line", "merchantman": "merchant"}  # where there is little room
BATTERIES = ("", "heavy battery", "medium battery", "light battery")
# Where the columns of a card begin.
KEY, NAME, RATE, CREW, MASTS, GUNS, STATE = 6.0, 32.0, 104.0, 128.0, 178.0, 213.0, 242.0
ENDS = WIDTH / 2 - ROSE - PAD
GRAVE = ("fire", "struck", "sunk", "taken", "dismasted", "aground")  # conditions that are written in another colour
MOST_STATE = 17  # letters


def height(scenario: Scenario) -> float:
    """Of the cards of this scenario."""
    return max(LEAST, 2 * PAD + HEAD + LINE * scenario.most)


def given_name(scenario: Scenario, who: int) -> str:
    """What the scenario calls a ship; empty: it has no name, or is a battery."""
    fleet = scenario.fleet(who // STRIDE)
    return fleet[who % STRIDE].name if who % STRIDE < len(fleet) else ""


def crew_word(ship: Record) -> str:
    """The crew now (SH4)."""
    level = int(ships.crew_of(ship))
    return tables.CREWS[level + 1] if level >= -1 else "worse than poor"


def kind_of(ship: Record) -> str:
    """What a ship is (SH6), or a battery (SB1)."""
    return BATTERIES[min(3, int(ship["built"]))] if ship["battery"] else TYPES[int(ship["built"])]


def name_on_card(scenario: Scenario, ship: Record, who: int) -> str:
    """A ship's name, or what it is, in at most 11 letters."""
    kind = "battery" if ship["battery"] else kind_of(ship)
    return (given_name(scenario, who) or BRIEF.get(kind, kind))[:11]


def ships_in(bits: int) -> str:
    """The names of ships in bits."""
    return " and ".join(ship_name(who) for who in range(SHIPS) if bits >> who & 1)


def conditions(ship: Record) -> Iterator[str]:
    """What isn't as usual of a ship, in a few words each, the weightiest first."""
    what = int(ship["state"])
    whose = TEAMS[int(ship["holder"])].capitalize() if ship["holder"] != NONE else ""
    words = {
        STRUCK: "struck",
        state.SECURED: "struck, secured",
        state.PRIZE: f"taken by {whose}",
        state.FIRESHIP: "a fireship",
        state.SUNK: "sunk",
        state.WITHDRAWN: "gone",
        state.UNPLACED: "not placed yet",
    }
    if what in words:
        yield words[what]
    if what >= state.SUNK:
        return
    if ship["burning"]:
        yield "on fire"
    if ship["grappled"]:
        yield f"grappled with {ships_in(int(ship['grappled']))}"
    if ship["fouled"]:
        yield f"fouled with {ships_in(int(ship['fouled']))}"
    if not ship["masts"] and not ship["battery"]:
        yield "dismasted"
    if ship["aground"]:
        yield "aground"
    if ship["irons"]:
        yield "in irons" if ship["irons"] == 1 else "soon out of irons"
    if ship["steering"]:
        yield "steering damaged"
    if ship["hung"]:
        yield "a mast overboard" if ship["hung"] != PORT | STARBOARD else "masts overboard"
    for side, load in zip(("port", "starboard"), ship["loads"], strict=True):
        if load:
            yield f"{side} {LOADS[int(load)]} shot"
    if ship["weighing"]:
        yield "weighs anchor"
    elif ship["anchor"]:
        yield "at anchor" if ship["anchor"] == state.BY_BOW else "at anchor by the stern"


def title(scenario: Scenario, ship: Record, who: int) -> str:
    """A ship and all that can be known of it, in a line."""
    name = given_name(scenario, who)
    words = [f"{ship_name(who)}{f' {name}' if name else ''}: {kind_of(ship)}"]
    rate, built = int(ship["rate"]), int(ship["built"])
    words.append(f"rate {rate}" if rate == built else f"rate {rate}, built as {built}")
    words.append(f"crew {crew_word(ship)}")
    if not ship["battery"]:
        words.append(f"{ship['masts']} of {ship['rigged']} masts")
        words.append(f"heads {DIRECTIONS[int(ship['heading'])]}")
    if ship["state"] == IN_ACTION:
        words.append(f"loaded: {loaded_words(ship)}")
    return ", ".join([*words, *conditions(ship)])


def loaded(ship: Record) -> int:
    """The sides, in bits, that haven't fired in this turn."""
    return (PORT | STARBOARD) & ~int(ship["fired"])


def loaded_words(ship: Record) -> str:
    """The same in words; a battery's guns are one side."""
    if ship["battery"]:
        return "nothing" if ship["fired"] else "its guns"
    return ("nothing", "port (left)", "starboard (right)", "both sides")[loaded(ship)]


@lru_cache(maxsize=512)
def _row(
    team: int, words: tuple[str, ...], masts: tuple[int, int], guns: str, acts: bool, fights: bool
) -> tuple[Item, ...]:
    """A card, drawn from its upper left corner."""
    key, name, rate, crew, condition = words
    grave = any(word in condition for word in GRAVE)
    middle, ink = LINE / 2, CARD_INK if fights else CARD_FAINT
    items: list[Item] = []
    if acts:
        items.append(Shape(box((ENDS / 2, middle), ENDS / 2 - 2.0, middle - 0.5, 3.0), None, ACTS, 2.2))
    items += [
        Shape(box((KEY + 10.0, middle), 12.0, 7.0, 3.0), FILLS[team], RIMS[team], 1.2),
        Words((KEY + 10.0, middle), key, 10.5, "#1d2026" if team == 0 else "#f8f6ee", bold=True),
        Words((NAME, middle), name, 11.0, ink, "start"),
        Words((RATE + 8.0, middle), rate, 12.0, ink, bold=True),
        Words((CREW, middle), crew, 11.0, ink, "start"),
        Words((GUNS, middle), guns, 11.0, ink, "start", bold=True),
        Words((STATE, middle), condition, 10.5, CARD_WARN if grave else CARD_INK, "start"),
    ]
    for number in range(masts[1]):
        at = MASTS + 5.0 + 8.0 * number, middle
        items.append(Disc(at, 3.0, WOOD) if number < masts[0] else ring(at, 2.6, CARD_FAINT, 1.0))
    return tuple(items)


@lru_cache(maxsize=2)
def _head(team: int) -> tuple[Item, ...]:
    small = ((RATE, "rate"), (CREW, "crew"), (MASTS, "masts"), (GUNS, "guns"))
    titles = tuple(Words((x, HEAD / 2), word, 10.0, CARD_FAINT, "start") for x, word in small)
    name = Words((NAME, HEAD / 2), TEAMS[team].capitalize(), 12.0, CARD_INK, "start", bold=True)
    rule = line(((KEY, HEAD - 2.0), (ENDS, HEAD - 2.0)), CARD_LINE, 1.0)
    return (name, *titles, rule)


def cards(scenario: Scenario, game: Record, top: float) -> Iterator[Thing]:
    """The cards of both fleets, from this height on; for the eye: what ships are is said by the ships themselves."""
    for team in (0, 1):
        left = PAD if team == 0 else WIDTH - PAD - ENDS
        yield Thing(f"head:{team}", BELOW, (left, top + PAD), 1.0, _head(team))
        for number in range(STRIDE):
            ship, who = game["ships"][team, number], STRIDE * team + number
            if not ship["state"]:
                continue
            fights = bool(ship["state"] == IN_ACTION)
            masts = (int(ship["masts"]), int(ship["rigged"])) if not ship["battery"] else (0, 0)
            sides = guns(ship) if fights else ""
            name = name_on_card(scenario, ship, who)
            words = (ship_name(who), name, str(ship["rate"]), crew_word(ship)[:7], _short(ship))
            acts = bool(game["ship"] == who)
            at = left, top + PAD + HEAD + LINE * number
            yield Thing(f"card:{who}", BELOW, at, 1.0, _row(team, words, masts, sides, acts, fights))


def guns(ship: Record) -> str:
    """The sides that are loaded: `P S`; `-`: it has fired; a battery's guns are an `o`."""
    sides = loaded(ship)
    if ship["battery"]:
        return "-" if ship["fired"] else "o"
    return f"{'P' if sides & PORT else '-'} {'S' if sides & STARBOARD else '-'}"


def _short(ship: Record) -> str:
    found = [words.replace("grappled with", "tied to").removeprefix("a ") for words in conditions(ship)]
    if len(words := ", ".join(found)) <= MOST_STATE:
        return words
    return found[0] if len(found) == 1 else f"{found[0][: MOST_STATE - 2]} …"


def rose(game: Record, top: float) -> Iterator[Thing]:
    """The wind, as an arrow to where it blows; the chips that are left in the bag."""
    wind = int(game["wind"])
    weather = battle_lines.WEATHERS[int(game["weather"])]
    words = f"the wind comes from {DIRECTIONS[wind]}{f', {weather}' if weather else ''}"
    yield Thing("wind", BELOW, (WIDTH / 2, top + 44.0), 1.0, _rose(wind, weather), words)
    counts = int(game["team"][0]["chips"]), int(game["team"][1]["chips"]), int(game["storm"])
    if not game["turn"]:
        return  # chips are drawn in turns
    words = f"chips left: White {counts[0]}, Black {counts[1]}{', the weather 1' if counts[2] else ''}"
    yield Thing("chips", BELOW, (WIDTH / 2, top + 114.0), 1.0, _chips(counts), words)


@lru_cache(maxsize=32)
def _rose(wind: int, weather: str) -> tuple[Item, ...]:
    def at(radius: float, degrees: float) -> Point:
        return polar((0.0, 0.0), radius, degrees)

    items: list[Item] = [ring((0.0, 0.0), 34.0, CARD_LINE, 1.5)]
    items += [line((at(30.0, 60.0 * k), at(38.0, 60.0 * k)), CARD_LINE, 1.5) for k in range(6)]
    blows = 60.0 * wind + 180.0
    points = ((32.0, 0.0), (19.0, 62.0), (9.0, 42.0), (27.0, 166.0), (27.0, 194.0), (9.0, -42.0), (19.0, -62.0))
    items.append(Shape(tuple(at(radius, blows + turn) for radius, turn in points), "#2f7fb0", "#12405c", 1.5))
    items.append(Words((0.0, 51.0), f"wind from {DIRECTIONS[wind]}", 11.5, CARD_INK, bold=True))
    items.append(Words((0.0, -41.0), weather, 10.0, CARD_WARN))
    return tuple(items)


@lru_cache(maxsize=64)
def _chips(counts: tuple[int, int, int]) -> tuple[Item, ...]:
    fills = [FILLS[0]] * counts[0] + [FILLS[1]] * counts[1] + ["#7fa7bb"] * counts[2]
    first = -14.0 * (len(fills) - 1) / 2
    discs = [Disc((first + 14.0 * k, 0.0), 5.5, fill, "#59646b", 1.3) for k, fill in enumerate(fills)]
    return tuple(discs) or (Words((0.0, 0.0), "no chips left", 10.5, CARD_FAINT),)


def ground(scenario: Scenario, top: float) -> tuple[Item, ...]:
    """What the cards lie on."""
    half = height(scenario) / 2
    return (Shape(box((WIDTH / 2, top + half), WIDTH / 2, half), CARD),)
