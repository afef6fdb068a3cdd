"""The board turned by half and the teams exchanged: what a position, and a tape, becomes."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from paintball_env.rules.state import HARD, MARSHALS, NONE, SINGLE
from paintball_env.scenario import Scenario
from tabletop.game.draws import Draw


def _who(number: Any) -> int:
    return NONE if number == NONE else int(number) ^ 16


def is_symmetric(scenario: Scenario) -> bool:
    """Whether board and teams are the same turned: then a turned position is one of this scenario, too."""
    board, last = scenario.board_map, len(scenario.board_map.names) - 1
    (q, r), (red, blue) = board.coords[last], scenario.teams

    def same(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        return sorted(last - place for place in one) == sorted(other)

    return (
        all((q - x + board.coords[0][0], r - y) == board.coords[last - i] for i, (x, y) in enumerate(board.coords))
        and board.terrain == board.terrain[::-1]
        and same(board.homes[:1], board.homes[1:])
        and same(*scenario.start_areas)
        and same(*scenario.near_home)
        and (red.figures, red.marshal) == (blue.figures, blue.marshal)
    )


def turned(scenario: Scenario, games: np.ndarray) -> np.ndarray:
    """The turned position, shape (1,), of a scenario that `is_symmetric`."""
    hexes = len(scenario.board_map.names)
    old, result = games[0], games.copy()
    new = result[0]

    def place(number: Any) -> int:
        return NONE if number == NONE else hexes - 1 - int(number)

    for name in ("acting", "second", "decider", "winner"):
        value = int(getattr(old, name))
        setattr(new, name, value if value == NONE else 1 - value)
    for name in ("actor", "asked"):
        setattr(new, name, _who(getattr(old, name)))
    new.place = place(old.place)
    new.shot[:] = [_who(shot) for shot in old.shot]
    new.losses[:] = old.losses[::-1]
    result["side"][0] = games["side"][0][::-1]
    for index in range(MARSHALS):
        other = index ^ 1 if index < 2 else index
        new.marshal[other].hex = place(old.marshal[index].hex)
        new.marshal[other].attends = _who(old.marshal[index].attends)
    for index in range(2):
        other = index if scenario.world[0].rules.objective == SINGLE else 1 - index
        new.flag[other].hex = place(old.flag[index].hex)
        new.flag[other].carrier = _who(old.flag[index].carrier)
    result["figure"][0] = games["figure"][0][::-1]
    for team in range(2):
        for figure in new.figure[team]:
            if figure.hex != NONE:
                figure.hex = place(figure.hex)
                figure.facing = (figure.facing + 3) % 6
    new.cover[:hexes] = [piece if piece < HARD else HARD + (piece - HARD + 3) % 6 for piece in old.cover[:hexes][::-1]]
    new.smoke[:hexes] = old.smoke[:hexes][::-1]
    new.present[:, :hexes] = old.present[::-1, :hexes][:, ::-1]
    rolled = old.dice.rolled.copy()
    new.dice.rolled[:16], new.dice.rolled[16:32] = rolled[16:32], rolled[:16]
    new.dice.rolled[32:34], new.dice.rolled[36:38] = rolled[33:31:-1], rolled[37:35:-1]
    return result


def turned_results(draws: Iterable[Draw]) -> list[Any]:
    """The tape that plays the turned game: Red's command die still falls first, and winners are the other ones."""
    results = []
    pair: list[int] = []
    for draw in draws:
        if draw.purpose == "command":
            pair.append(int(draw.result))  # type: ignore[arg-type]
            if len(pair) == 2:
                results += pair[::-1]
                pair = []
        elif draw.purpose in ("roll-off", "order"):
            results.append(3 - int(draw.result))  # type: ignore[arg-type]
        else:
            results.append(draw.result)
    return results
