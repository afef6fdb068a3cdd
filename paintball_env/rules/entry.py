"""Doors for Python into single games: arrays alone, since a record as an argument costs some microseconds."""

from typing import Any

from paintball_env.rules import play
from paintball_env.rules.legal import is_legal, legal_actions
from tabletop.compiling import rule


@rule
def clear_one(games: Any) -> None:
    """`play.clear` on `games[0]`."""
    play.clear(games[0])


@rule
def begin_one(worlds: Any, games: Any, chances: Any, seed: Any, mask: Any) -> int:
    """`play.begin` on `games[0]`; seed uint64, mask int8[A]."""
    return play.begin(worlds[0], games[0], chances[0], seed, mask)


@rule
def settle_one(worlds: Any, games: Any, chances: Any, mask: Any) -> int:
    """`play.settle` on `games[0]`: a position that was read goes on to its next real decision."""
    play.rewind(chances[0])
    return play.settle(worlds[0], games[0], chances[0], mask)


@rule
def step_one(worlds: Any, games: Any, chances: Any, action: int, mask: Any) -> int:
    """`play.step` on `games[0]`."""
    return play.step(worlds[0], games[0], chances[0], action, mask)


@rule
def legal_one(worlds: Any, games: Any, mask: Any) -> int:
    """`legal.legal_actions` of `games[0]`."""
    return legal_actions(worlds[0], games[0], mask)


@rule
def is_legal_one(worlds: Any, games: Any, action: int) -> bool:
    """`legal.is_legal` of `games[0]`."""
    return is_legal(worlds[0], games[0], action)
