"""In a notebook, games and records show themselves in the viewer: who imports this module gives them that."""

from typing import Any

from tabletop.play.game import Game
from tabletop.play.records import GameRecord
from tabletop.show.viewer.page import framed, game_data, page, record_data


def _game(game: Game[Any]) -> str:
    return framed(page(game_data(game.scenario, [(game, ())])))


def _record(record: GameRecord) -> str:
    return framed(page(record_data(record)))


# Jupyter asks an object for its HTML by this method. Both classes lie below all that draws.
Game._repr_html_ = _game  # type: ignore[attr-defined]
GameRecord._repr_html_ = _record  # type: ignore[attr-defined]
