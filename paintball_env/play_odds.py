"""The odds of an action for a player: how likely each thing is that can happen to a figure, exactly."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from paintball_env.actions import LETTERS
from paintball_env.places import place_names, smoke_places
from paintball_env.rules import state
from paintball_env.rules.state import NONE
from paintball_env.story import Storyteller
from paintball_env.terms import AT, PLACE
from tabletop.base.arrays import Records
from tabletop.play.game import Game
from tabletop.play.odds import records
from tabletop.show.odds import MOST, NO_DIE, SHOWN, further

FIELDS = "hex", "gun", "suppressed", "sentry"
# What a decision that comes next says of the dice before it; in braces the team that decides.
OPEN = {
    state.PICK: "the other side picks who is hit",
    state.SCATTER: f"it misses: {{}} picks the {PLACE} where it lands",
    state.CASUALTY: "somebody falls: {} picks who",
}


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
    position, words = game, action
    trial = game.clone(seed=0)
    trial.step(action)
    if not trial.draws and trial.decision == "volley":
        dice = int((trial.games["shot"] != NONE).sum())  # with those that were declared before
        position, words, action = trial, f"{action}, {'one die' if dice == 1 else f'{dice} dice'}", "done"
    elif not trial.draws and trial.decision == "react":
        return _risk(trial, words)
    elif not trial.draws:
        return Chances(words, [], Fraction(1), _end(trial) or NO_DIE)
    try:
        results = records(position, action, limit=MOST)
    except ValueError as error:
        return Chances(words, [], Fraction(0), str(error))
    ends = ((np.frombuffer(record, position.games.dtype), share) for record, share in results)
    return _chances(words, position, ends)


def _risk(game: Game, words: str) -> Chances:
    """What can happen when all sentries that are asked about a move shoot, one after the other (SE2)."""
    ends: list[tuple[Records, Fraction]] = []
    open_ends, limit = [(Fraction(1), game)], MOST
    sentries: set[str] = set()
    while open_ends:
        path_share, position = open_ends.pop()
        shot = next(name for name in position.legal_actions() if name != "done")
        sentries.add(shot.split()[0])
        try:
            results = records(position, shot, limit=limit)
        except ValueError:
            return Chances(words, [], Fraction(0), f"more than {MOST} ways for the dice to fall")
        limit -= len(results)
        for record, probability in results:
            share = path_share * probability
            next_record: Records = np.frombuffer(record, game.games.dtype)
            if next_record["decision"][0] == state.REACT:
                open_ends.append((share, Game.of_record(game.scenario, next_record)))
            else:
                ends.append((next_record, share))
    names = " and ".join(sorted(sentries, key=lambda name: int(name[1:])))
    return _chances(f"{words}, if {names} shoot{'' if len(sentries) > 1 else 's'}", game, ends)


def _chances(words: str, game: Game, ends: Iterable[tuple[Records, Fraction]]) -> Chances:
    """What becomes of a game that ends up in these records, each with its chance."""
    chance: dict[str, Fraction] = defaultdict(Fraction)
    nothing = Fraction(0)
    for next_record, share in ends:
        events = _happened(game, next_record)
        for event in events:
            chance[event] += share
        nothing += 0 if events else share
    # A small danger to somebody matters more than most that is likely.
    rows = sorted(chance.items(), key=lambda row: (not row[0].endswith(" is out"), -row[1], row[0]))
    return Chances(words, rows, nothing)


def _end(game: Game) -> str:
    """How a game has ended; empty: it goes on."""
    story = Storyteller(game.scenario).tell(game.events, game.draws, game.turn)
    return story[-1].head if game.over else ""


def rows_of(chances: Chances) -> list[tuple[str, Fraction]]:
    """The rows that are shown, and at last the chance of nothing, where there is one."""
    nothing = [("nothing of the kind", chances.nothing)] if chances.nothing else []
    return [*chances.rows[:SHOWN], *nothing]


def can_coincide(chances: Chances) -> bool:
    """Whether several of the things may happen together."""
    return sum(chance for _, chance in chances.rows) > 1 - chances.nothing


def chances(game: Game, action: str) -> list[str]:
    """Lines with the chance of each thing that an action can do to a figure (`chances_of`)."""
    answer = chances_of(game, action)
    if answer.why:
        return [f"{answer.of}: {answer.why}"]
    lines = [f"{answer.of}:"] + [f"  {_percent(p)}  {event}" for event, p in rows_of(answer)]
    rest = further(len(answer.rows))
    return [*lines, f"  {rest}"] if rest else lines


def exactly(chance: Fraction) -> str:
    """A chance as a fraction, where it is one that can be read; else empty."""
    return f"{chance.numerator}/{chance.denominator}" if chance.denominator < 10**6 else ""


def _percent(chance: Fraction) -> str:
    return f"{float(chance):7.2%} {exactly(chance):<14}".rstrip().ljust(22)


def _happened(game: Game, next_record: Records) -> list[str]:
    """What has become of figures, hexes and the game; `next_record` is a record, shape (1,)."""
    old, new = (_figures(games) for games in (game.games, next_record))
    events = []
    for team, letter in enumerate(LETTERS):
        for number in range(game.scenario.teams[team].figures):
            old_figure, new_figure = ({field: table[field][team][number] for field in FIELDS} for table in (old, new))
            name = f"{letter}{number + 1}"
            if old_figure["hex"] == NONE:
                continue
            if new_figure["hex"] == NONE:
                events.append(f"{name} is out")
                continue
            if new_figure["gun"] != old_figure["gun"] and new_figure["gun"]:
                events.append(f"{name} {'is out of ammo' if new_figure['gun'] == state.EMPTY else 'has a jam'}")
            if new_figure["suppressed"] and not old_figure["suppressed"]:
                events.append(f"{name} is suppressed")
            if old_figure["sentry"] and not new_figure["sentry"]:
                events.append(f"{name} is no sentry any more")
    names, old_smoke = place_names(game.scenario), smoke_places(game.record)
    events += [f"smoke lies {AT} {names[place]}" for place in smoke_places(next_record[0]) if place not in old_smoke]
    if words := OPEN.get(int(next_record["decision"][0])):
        events.append(words.format(game.definition.teams[next_record["decider"][0]].capitalize()))
    return events


def _figures(games: Records) -> dict[str, list[list[int]]]:
    """What is looked at of all figures: [team][number] by field."""
    return {field: games["figure"][field][0].tolist() for field in FIELDS}
