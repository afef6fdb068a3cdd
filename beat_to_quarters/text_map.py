"""A position in characters, for a terminal: two columns a hex, so that rows can be shifted by half of one."""

from collections.abc import Iterator

from beat_to_quarters import cards
from beat_to_quarters.actions import LETTERS, TEAMS, ship_name
from beat_to_quarters.battle_lines import WEATHERS, decision_line, team_line, turn_line
from beat_to_quarters.rules.ships import is_afloat
from beat_to_quarters.rules.state import IN_ACTION, SHIPS, STRIDE
from beat_to_quarters.scenario import Scenario
from beat_to_quarters.sea import Sea
from tabletop.game.header import NONE, Position, Record
from tabletop.game.hex_grid import DIRECTIONS, STEPS, inside
from tabletop.show.scenes import position_of, record_of

STERNS = (">", "/", "\\", "<", "/", "\\")  # by heading: the line from the stern to the bow
ARROWS = ("<-", "/v", "\\v", "->", "^/", "^\\")  # where the wind blows to, by where it comes from
TEXT_SIGNS = r"""W1, B1 the bow of a ship of White, of Black, with its number (W0, B0: number 10)
> < / \ its stern, on the line to the bow: > the bow lies east, < west, / and \ along this line
. sea  # land  1 to 8 a shoal of this depth  a shore battery has a name and no stern
in the list: P S sides that are loaded, rate, crew, masts, what has happened to the ship"""
ROW, GAP = 3, 3  # columns of a row's number, between the map and the list


def draw_text(scenario: Scenario, games: Position, colour: bool = False, room: tuple[int, int] | None = None) -> str:
    """A position in characters (`TEXT_SIGNS`) and its text; the list of ships stands beside the map or below it.

    With `room`, columns and lines of a terminal, the form that fits in: if there is no room for the list, none.
    """
    game = _laid_out(scenario, record_of(scenario, games))
    board = _rows(scenario, game, colour)
    wide = ROW + 2 * scenario.columns + 1
    lists = list(_fleets(scenario, game))
    beside = room is not None and room[0] >= wide + GAP + max(map(len, lists))
    status = (turn_line(scenario, game), decision_line(scenario, game))
    stand = (f"{team.capitalize()}: {team_line(scenario, game, n)}" for n, team in enumerate(TEAMS))
    tail = ["", " · ".join((*status, *stand)), position_of(scenario, games)]
    if beside:
        side = [*lists, *[""] * len(board)]
        pairs = zip(board, side, strict=False)
        lines = [f"{line}{' ' * (wide + GAP - plain)}{words}".rstrip() for (line, plain), words in pairs]
        return "\n".join([*lines, *tail]) + "\n"
    lines = [line.rstrip() for line, _ in board]
    if room is None or len(board) + len(lists) + len(tail) + 1 <= room[1]:
        lines += ["", *lists]
    return "\n".join([*lines, *tail]) + "\n"


def _laid_out(scenario: Scenario, game: Record) -> Record:
    """The position; before the battle with the ships where the scenario places them, so that a map shows them (SU2)."""
    if scenario.deployment != "fixed" or not _is_before(game):
        return game
    laid = game.copy()
    laid["ships"] = scenario.world[0]["sea"]["start"]
    return laid


def _is_before(game: Record) -> bool:
    return bool(not game["turn"] and game["decider"] == NONE)


def _rows(scenario: Scenario, game: Record, colour: bool) -> list[tuple[str, int]]:
    """The map's rows with the columns each takes: signs for colours take none."""
    sea, signs = Sea(scenario), {}
    for at in sea.hexes.values():
        signs[at] = "##" if at in sea.land else f"{sea.shoals[at]} " if at in sea.shoals else ". "
    for who in range(SHIPS):
        ship = game["ships"][divmod(who, STRIDE)]
        if is_afloat(ship):
            q, r, heading = int(ship["q"]), int(ship["r"]), int(ship["heading"])
            dq, dr = STEPS[(heading + 3) % 6]
            name = f"{LETTERS[who // STRIDE]}{(who % STRIDE + 1) % 10}"
            if not ship["battery"] and inside(scenario.columns, scenario.rows, q + dq, r + dr):
                signs[q + dq, r + dr] = _painted(f"{STERNS[heading]} ", who, colour)
            signs[q, r] = _painted(name, who, colour)
    heads = "".join(f"{column % 100:02}" if column % 2 == 1 else "  " for column in range(1, scenario.columns + 1))
    rows = [(f"{' ' * ROW}{heads}", ROW + 2 * scenario.columns)]
    for r in range(scenario.rows):
        cells = "".join(signs[column - (r >> 1), r] for column in range(scenario.columns))
        shift = " " * (r % 2)
        rows.append((f"{r + 1:02} {shift}{cells}", ROW + r % 2 + 2 * scenario.columns))
    return rows


def _painted(sign: str, who: int, colour: bool) -> str:
    return f"\x1b[{'1' if who < STRIDE else '7'}m{sign}\x1b[0m" if colour else sign


def _fleets(scenario: Scenario, game: Record) -> Iterator[str]:
    """The wind and the chips, then a line a ship; before the battle the scenario's wind, for the game has none yet."""
    if _is_before(game):
        yield "The wind is drawn" if scenario.wind == "drawn" else f"Wind from {scenario.wind}"
    else:
        wind, chips, weather = int(game["wind"]), game["team"]["chips"], WEATHERS[int(game["weather"])]
        blows = f"Wind from {DIRECTIONS[wind]} {ARROWS[wind]}{f', {weather}' if weather else ''}"
        yield f"{blows}   Chips left: White {chips[0]}, Black {chips[1]}"
    for who in range(SHIPS):
        ship = game["ships"][divmod(who, STRIDE)]
        if not ship["state"]:
            continue
        masts = "" if ship["battery"] else f"{'|' * int(ship['masts'])}{'.' * int(ship['rigged'] - ship['masts'])}"
        guns = cards.guns(ship) if ship["state"] == IN_ACTION else ""
        name = cards.name_on_card(scenario, ship, who)
        words = f"{ship_name(who):<3} {name:<12} {ship['rate']} {cards.crew_word(ship)[:7]:<7} {masts:<3} {guns:<3}"
        yield f"{words} {', '.join(cards.conditions(ship))}".rstrip()
