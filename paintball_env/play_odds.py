"""The odds of an action for a player: how likely each thing is that can happen to a figure, exactly."""

from collections import defaultdict
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from paintball_env.actions import LETTERS
from paintball_env.rules import state
from paintball_env.rules.state import NONE
from tabletop.game import Game
from tabletop.odds import records

SHOWN = 12
NO_DIE = "no die is rolled before the next decision"
FIELDS = "hex", "gun", "suppressed", "sentry"
MOST = 20_000  # ways for the dice to fall that are tried while a person waits


class Chances(NamedTuple):
    """What an action can bring.

    Attributes:
      of: the action in words.
      rows: each thing that can happen to a figure and its chance; who goes out first, then the likeliest.
      nothing: the chance that none of them happens.
      why: why there are no odds; empty: there are.
    """

    of: str
    rows: list[tuple[str, Fraction]]
    nothing: Fraction
    why: str = ""


def chances_of(game: Game, action: str) -> Chances:
    """The chance of each thing that an action can do to a figure.

    A shot is looked at with its dice, and a move as if every sentry that may react did so.

    Args:
      game: the game; not changed.
      action: a legal action's name.
    """
    asked, words = game, action
    trial = game.clone(seed=0)
    trial.step(action)
    if not trial.draws and trial.decision == "volley":
        asked, words, action = trial, f"{action}, one die", "done"
    elif not trial.draws and trial.decision == "react":
        return _risk(trial, words)
    elif not trial.draws:
        return Chances(words, [], Fraction(1), NO_DIE)
    try:
        results = records(asked, action, limit=MOST)
    except ValueError as error:
        return Chances(words, [], Fraction(0), str(error))
    chance: dict[str, Fraction] = defaultdict(Fraction)
    nothing = Fraction(0)
    for record, share in results:
        events = _happened(asked, np.frombuffer(record, asked.games.dtype))
        for event in events:
            chance[event] += share
        nothing += 0 if events else share
    return Chances(words, _ordered(chance), nothing)


def _risk(game: Game, words: str) -> Chances:
    """What can happen when all sentries that are asked about a move shoot, one after the other (SE2)."""
    chance: dict[str, Fraction] = defaultdict(Fraction)
    nothing = Fraction(0)
    open_ends, left = [(Fraction(1), game)], MOST
    sentries: set[str] = set()
    while open_ends:
        reached, asked = open_ends.pop()
        shot = next(name for name in asked.legal_actions() if name != "done")
        sentries.add(shot.split()[0])
        try:
            results = records(asked, shot, limit=left)
        except ValueError:
            return Chances(words, [], Fraction(0), f"more than {MOST} ways for the dice to fall")
        left -= len(results)
        for record, probability in results:
            share = reached * probability
            after: Any = np.frombuffer(record, game.games.dtype)
            if after["decision"][0] == state.REACT:
                open_ends.append((share, Game.of_record(game.scenario, after)))
                continue
            events = _happened(game, after)
            for event in events:
                chance[event] += share
            nothing += 0 if events else share
    asked_in_order = " and ".join(sorted(sentries, key=lambda name: int(name[1:])))
    return Chances(f"{words}, if {asked_in_order} shoot{'' if len(sentries) > 1 else 's'}", _ordered(chance), nothing)


def _ordered(chance: dict[str, Fraction]) -> list[tuple[str, Fraction]]:
    # A small danger to somebody matters more than most that is likely.
    return sorted(chance.items(), key=lambda row: (not row[0].endswith(" is out"), -row[1], row[0]))


def chances(game: Game, action: str) -> list[str]:
    """Lines with the chance of each thing that an action can do to a figure (`chances_of`)."""
    answer = chances_of(game, action)
    if answer.why:
        return [f"{answer.of}: {answer.why}"]
    rows = answer.rows
    lines = [f"{answer.of}:"] + [f"  {_percent(p)}  {event}" for event, p in rows[:SHOWN]]
    if len(rows) > SHOWN:
        lines.append(f"  and {len(rows) - SHOWN} further things")
    return [*lines, f"  {_percent(answer.nothing)}  nothing of the kind"]


def exactly(chance: Fraction) -> str:
    """A chance as a fraction, where it is one that can be read; else empty."""
    return f"{chance.numerator}/{chance.denominator}" if chance.denominator < 10**6 else ""


def _percent(chance: Fraction) -> str:
    return f"{float(chance):7.2%} {exactly(chance):<14}".rstrip().ljust(22)


def _happened(game: Game, after: Any) -> list[str]:
    """What has become of figures and the game; `after` is a record, shape (1,)."""
    old, new = (_figures(games) for games in (game.games, after))
    events = []
    for team, letter in enumerate(LETTERS):
        for number in range(game.scenario.teams[team].figures):
            was, now = ({field: table[field][team][number] for field in FIELDS} for table in (old, new))
            name = f"{letter}{number + 1}"
            if was["hex"] == NONE:
                continue
            if now["hex"] == NONE:
                events.append(f"{name} is out")
                continue
            if now["gun"] != was["gun"] and now["gun"]:
                events.append(f"{name} {'is out of ammo' if now['gun'] == state.EMPTY else 'has a jam'}")
            if now["suppressed"] and not was["suppressed"]:
                events.append(f"{name} is suppressed")
            if was["sentry"] and not now["sentry"]:
                events.append(f"{name} is no sentry any more")
    if after["decision"][0] == state.PICK:
        events.append("the other side picks who is hit")
    return events


def _figures(games: Any) -> dict[str, list[list[int]]]:
    """What is looked at of all figures: [team][number] by field."""
    return {field: games["figure"][field][0].tolist() for field in FIELDS}
