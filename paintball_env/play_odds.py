"""The odds of an action for a player: how likely each thing is that can happen to a figure, exactly."""

from collections import defaultdict
from fractions import Fraction

from paintball_env.actions import LETTERS
from paintball_env.rules import state
from paintball_env.rules.state import NONE
from tabletop.game import Game
from tabletop.odds import outcomes

SHOWN = 12


def chances(game: Game, action: str) -> list[str]:
    """Lines with the chance of each thing that an action can do to a figure; a shot is looked at with its dice.

    Args:
      game: the game; not changed.
      action: a legal action's name.
    """
    asked, words = game, action
    trial = game.clone(seed=0)
    trial.step(action)
    if not trial.draws and trial.decision == "volley":
        asked, words, action = trial, f"{action}, one die", "done"
    elif not trial.draws:
        return [f"{action}: no die is rolled before the next decision"]
    try:
        results = outcomes(asked, action, limit=20_000)
    except ValueError as error:
        return [f"{words}: {error}"]
    chance: dict[str, Fraction] = defaultdict(Fraction)
    nothing = Fraction(0)
    for result in results:
        found = _happened(asked, result.game[0])
        for event in found:
            chance[event] += result.probability
        nothing += 0 if found else result.probability
    rows = sorted(chance.items(), key=lambda row: (-row[1], row[0]))
    lines = [f"{words}:"] + [f"  {_percent(p)}  {event}" for event, p in rows[:SHOWN]]
    if len(rows) > SHOWN:
        lines.append(f"  and {len(rows) - SHOWN} rarer things")
    return [*lines, f"  {_percent(nothing)}  nothing of the kind"]


def _percent(chance: Fraction) -> str:
    exact = f"{chance.numerator}/{chance.denominator}" if chance.denominator < 10**6 else ""
    return f"{float(chance):7.2%} {exact:<14}".rstrip().ljust(22)


def _happened(game: Game, after: object) -> list[str]:
    """What has become of figures and the game."""
    old, new = game.games[0], after
    events = []
    for team, letter in enumerate(LETTERS):
        for number in range(game.scenario.teams[team].figures):
            was, now = old.figure[team, number], new.figure[team, number]  # type: ignore[attr-defined]
            name = f"{letter}{number + 1}"
            if was.hex == NONE:
                continue
            if now.hex == NONE:
                events.append(f"{name} is out")
                continue
            if now.gun != was.gun and now.gun:
                events.append(f"{name} {'is out of ammo' if now.gun == state.EMPTY else 'has a jam'}")
            if now.suppressed and not was.suppressed:
                events.append(f"{name} is suppressed")
            if was.sentry and not now.sentry:
                events.append(f"{name} is no sentry any more")
    if new.decision == state.PICK:  # type: ignore[attr-defined]
        events.append("the other side picks who is hit")
    return events
