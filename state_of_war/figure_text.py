"""The tokens of units and figures (docs/state-of-war.md, "Positions"): `B1=hidden,ready:all B1.1=-1.4:-30.0,arm:2`."""

from collections.abc import Iterator

from state_of_war.actions import unit_name
from state_of_war.rules import state
from state_of_war.rules.figures import up_table
from state_of_war.rules.state import BLUE, DISABLED, MEN, NONE, STANDING, UNITS
from state_of_war.scenario import Scenario
from state_of_war.text_values import COURSE, UNIT
from tabletop.base.errors import brief
from tabletop.game.header import Record
from tabletop.game.open_table import coords, place, place_named
from tabletop.game.open_table import name as point_name
from tabletop.game.position_text import Name, Number, Row, Several, Tokens, refuse

STATES = {"disabled": DISABLED, "killed": state.KILLED, "off": state.OFF, "through": state.THROUGH}
MORALES = ("", "halted", "falling", "broken", "routed")
LASTS = ("", "toward", "away")
FLAGS = ("hidden", "fresh", "given", "charges", "hurt", "won", "fights", "fought")  # words that are fields of a unit
MEMBER = Name({at: str(at + 1) for at in range(MEN)}, "a unit has the men 1 to 14")
MEMBERS = Several(MEMBER)
ALL = "all"


def read_point(key: str, text: str) -> tuple[int, int]:
    """The point of a text in mm; ValueError: it is none."""
    try:
        return coords(place_named(text))
    except ValueError as error:
        refuse(f"{key}={brief(text)}: {error}")


def write_point(x: int, y: int) -> str:
    """A point, in mm, as text."""
    return point_name(place(x, y))


class Forces(Row):
    """All units and figures, Blue's first: a unit's token where something isn't usual, then its figures'."""

    late = True

    # Writing.

    def write(self, scenario: Scenario, game: Record) -> Iterator[tuple[str, str]]:
        """Yield the tokens."""
        for unit in range(2 * UNITS):
            if _row(game, unit)["origin"] == NONE:
                continue
            men = _men(scenario, game, unit)
            if words := ",".join(_unit_words(scenario, game, unit, men)):
                yield unit_name(unit), words
            troop = unit_name(_troop(game, unit))
            for member, figure in men:
                if figure["state"] != state.UNPLACED:
                    man = _man(scenario, game, unit, member)
                    yield f"{troop}.{member + 1}", ",".join(_figure_words(figure, man))

    # Reading.

    def read(self, scenario: Scenario, game: Record, tokens: Tokens) -> None:
        """Read the tokens."""
        given: dict[int, list[str]] = {}
        for unit in range(2 * UNITS):
            exists = _row(game, unit)["origin"] != NONE
            if unit_name(unit) in tokens:
                words = given[unit] = tokens.pop(unit_name(unit)).split(",")
                if exists == words[0].startswith("of:"):
                    refuse(f"{unit_name(unit)}: of:1,men:9+10 says of which unit a detachment is, and who it is (UN5)")
                if not exists:
                    _detach(scenario, game, unit, words)
        for unit in range(2 * UNITS):
            if _row(game, unit)["origin"] == NONE:
                continue
            side = unit // UNITS
            men, troop = _men(scenario, game, unit), unit_name(_troop(game, unit))
            _row(game, unit)["strength"] = len(men)
            if _has_horse(scenario, game, unit):
                _row(game, unit)["facing"] = up_table(game, side)
            for member, figure in men:
                key = f"{troop}.{member + 1}"
                if key in tokens:
                    _read_figure(key, figure, _man(scenario, game, unit, member), tokens.pop(key).split(","))
                elif game["turn"]:
                    refuse(f"{key} is missing")
            _read_unit(unit_name(unit), _row(game, unit), men, given.get(unit, []))


def _row(game: Record, unit: int) -> Record:
    return game["units"][divmod(unit, UNITS)]


def _troop(game: Record, unit: int) -> int:
    """The id of the unit as which a unit's men began."""
    return unit // UNITS * UNITS + int(_row(game, unit)["origin"])


def _has_horse(scenario: Scenario, game: Record, unit: int) -> bool:
    return bool(scenario.world[0]["troops"][divmod(_troop(game, unit), UNITS)]["horse"])


def _men(scenario: Scenario, game: Record, unit: int) -> list[tuple[int, Record]]:
    """The figures that belong to a unit, out ones too, with their places in its troop."""
    side, number = divmod(_troop(game, unit), UNITS)
    troop = scenario.world[0]["troops"][side, number]
    figures = game["figures"][side, troop["first"] : troop["first"] + troop["men"]]
    return [(member, figure) for member, figure in enumerate(figures) if figure["unit"] == unit % UNITS]


def _man(scenario: Scenario, game: Record, unit: int, member: int) -> Record:
    side, number = divmod(_troop(game, unit), UNITS)
    return scenario.world[0]["men"][side, scenario.world[0]["troops"][side, number]["first"] + member]


def _set(men: list[tuple[int, Record]], field: str) -> int:
    return sum(1 << member for member, figure in men if figure[field])


# Units.


def _unit_words(scenario: Scenario, game: Record, unit: int, men: list[tuple[int, Record]]) -> Iterator[str]:
    row, side = _row(game, unit), unit // UNITS
    if row["origin"] != unit % UNITS:
        yield f"of:{row['origin'] + 1}"
        yield f"men:{MEMBERS.write(None, sum(1 << member for member, _ in men))}"
    if row["hidden"]:
        yield "hidden"
    if row["morale"]:
        yield MORALES[row["morale"]]
    if row["fresh"]:
        yield "fresh"
    if row["last"]:
        yield f"last:{LASTS[row['last']]}"
    if row["course"] != NONE:
        yield f"course:{COURSE.write(None, row['course'])}"
    if row["facing"] != (up_table(game, side) if _has_horse(scenario, game, unit) else NONE):
        yield f"facing:{COURSE.write(None, row['facing'])}"
    if row["marker"]:
        yield f"horses:{write_point(row['marker_x'], row['marker_y'])}"
    if row["given"]:
        yield "given"
    standing = sum(1 << member for member, figure in men if figure["state"] == STANDING)
    for field in ("ready", "acted"):
        if bits := _set(men, field):
            yield f"{field}:{ALL if bits == standing else MEMBERS.write(None, bits)}"
    if row["shoots"] != NONE:
        yield f"shoots:{UNIT.write(None, (1 - side) * UNITS + int(row['shoots']))}"
    if row["charges"]:
        yield "charges"
    if row["charged"]:
        yield f"charged:{_enemies(side).write(None, int(row['charged']))}"
    yield from (word for word in FLAGS[4:] if row[word])


def _enemies(side: int) -> Several:
    """The names of the other side's units, by number."""
    first = UNITS if side == BLUE else 0
    return Several(Name({number: unit_name(first + number) for number in range(UNITS)}))


def _detach(scenario: Scenario, game: Record, unit: int, words: list[str]) -> None:
    """UN5: a detachment's men, by the first two words, which are taken out."""
    key, (side, number) = unit_name(unit), divmod(unit, UNITS)
    troops = scenario.troops[side]
    own = Name({at: str(at + 1) for at in range(len(troops))}, "there is no such unit as the battle begins (UN5)")
    origin = own.read(None, f"{key}: of", words.pop(0).removeprefix("of:"))
    head, _, text = words.pop(0).partition(":") if words else ("", "", "")
    if head != "men":
        refuse(f"{key}: men:9+10 says who it is (UN5)")
    bits = MEMBERS.read(None, f"{key}: men", text)
    first = scenario.world[0]["troops"][side, origin]["first"]
    for member in range(MEN):
        if bits >> member & 1:
            figure = game["figures"][side, first + member] if member < len(troops[origin].men) else None
            if figure is None or figure["unit"] != origin:
                refuse(f"{key}: {unit_name(unit - number + origin)}.{member + 1} isn't a man of {origin + 1} (UN5)")
            figure["unit"] = number
    game["units"][side, number]["origin"] = origin


def _read_unit(key: str, row: Record, men: list[tuple[int, Record]], words: list[str]) -> None:
    """Take what a unit's words say; the figures are read."""
    side = 0 if key[0] == "B" else 1
    heads = [word.partition(":")[0] if word not in MORALES else "morale" for word in words]
    for head, word in zip(heads, words, strict=True):
        text = word.partition(":")[2]
        if heads.count(head) > 1:
            refuse(f"{key}: {head} is given twice")
        if head in ("ready", "acted"):
            _read_set(f"{key}: {head}", head, men, text)
        elif head == "course" or head == "facing":
            row[head] = COURSE.read(None, f"{key}: {head}", text)
        elif head == "horses":
            row["marker"], (row["marker_x"], row["marker_y"]) = 1, read_point(f"{key}: horses", text)
        elif head == "last":
            row["last"] = Name(LASTS).read(None, f"{key}: last", text)
        elif head == "shoots":
            row["shoots"] = _enemy(key, side, text)
        elif head == "charged":
            row["charged"] = _enemies(side).read(None, f"{key}: charged", text)
        elif head == "morale" and word:
            row["morale"] = MORALES.index(word)
        elif word in FLAGS:
            row[word] = 1
        else:
            refuse(f"{key}: {brief(word)} is nothing that a unit has")


def _enemy(key: str, side: int, text: str) -> int:
    first = UNITS if side == BLUE else 0
    names = Name({number: unit_name(first + number) for number in range(UNITS)}, "it shoots at an enemy's unit (SH1)")
    return names.read(None, f"{key}: shoots", text)


def _read_set(key: str, field: str, men: list[tuple[int, Record]], text: str) -> None:
    standing = sum(1 << member for member, figure in men if figure["state"] == STANDING)
    bits = standing if text == ALL else MEMBERS.read(None, key, text)
    if bits & ~standing:
        refuse(f"{key}:{text}: nobody but its standing men (AC2, RE1)")
    for member, figure in men:
        figure[field] = bits >> member & 1


# Figures.


def _figure_words(figure: Record, man: Record) -> Iterator[str]:
    what = int(figure["state"])
    if what != STANDING and not figure["lies"]:
        yield next(word for word, number in STATES.items() if number == what)
    else:
        yield write_point(figure["x"], figure["y"])
        if what == DISABLED:
            yield "disabled"
    if figure["wounded"]:
        yield "wounded"
    if figure["horse"] in (state.LEFT_HORSE, state.UNHORSED):
        yield "foot" if figure["horse"] == state.LEFT_HORSE else "unhorsed"
    for weapon in ("arm", "pistol"):
        if figure[weapon]:
            yield f"{weapon}:{figure[weapon]}"
    if figure["went"]:
        yield f"from:{write_point(figure['from_x'], figure['from_y'])}"
    if figure["aims"]:
        yield f"aims:{MEMBERS.write(None, int(figure['aims']))}"
    if figure["with_pistol"]:
        yield "with:pistol"


def _read_figure(key: str, figure: Record, man: Record, words: list[str]) -> None:
    first, *rest = words
    if first in STATES:
        figure["state"] = STATES[first]
        if rest:
            refuse(f"{key}: {first}, and nothing else of him (W4)")
        return
    figure["x"], figure["y"] = read_point(key, first)
    if rest[:1] == ["disabled"]:
        figure["state"], figure["lies"] = DISABLED, 1
        rest = rest[1:]
        if rest:
            refuse(f"{key}: disabled, and nothing else of him (W4)")
        return
    figure["state"] = STANDING
    figure["horse"] = state.MOUNTED if man["horse"] else state.NO_HORSE
    heads = [word.partition(":")[0] for word in rest]
    for head, word in zip(heads, rest, strict=True):
        text = word.partition(":")[2]
        if heads.count(head) > 1:
            refuse(f"{key}: {head} is given twice")
        if word == "wounded":
            figure["wounded"] = 1
        elif word in ("foot", "unhorsed"):
            if figure["horse"] != state.MOUNTED:
                refuse(f"{key}: {word} is said of one man who began mounted, and once (MV7)")
            figure["horse"] = state.LEFT_HORSE if word == "foot" else state.UNHORSED
        elif head in ("arm", "pistol") and text:
            figure[head] = Number(int(state.LOADING.max()), 1).read(None, f"{key}: {head}", text)
        elif head == "from":
            figure["went"], (figure["from_x"], figure["from_y"]) = 1, read_point(f"{key}: from", text)
        elif head == "aims":
            figure["aims"] = MEMBERS.read(None, f"{key}: aims", text)
        elif word == "with:pistol":
            figure["with_pistol"] = 1
        else:
            refuse(f"{key}: {brief(word)} is nothing that a figure has")
