"""A smoke test: random matches over a spread of scenarios. python -m tests.twins.octagon_reference [games] [seed]"""

import random
import sys
from collections import Counter
from dataclasses import replace

from . import PRESETS, Dice, Scenario, Tape, from_position, legal, legal_indices, new_game, position, step, turned
from .random_player import choose

SCENARIOS = PRESETS | {
    "chosen small": Scenario(size=11, figures=3, goal=3, points=7, turns=24, goals=2),
    "tiny": Scenario(size=7, figures=8, goal=3, points=12, turns=30, goals=0, keeping=2),
    "wide": Scenario(size=9, figures=4, goal=5, points=30, turns=60, goals=100, keeping=1, deployment="drawn"),
    "narrow": Scenario(size=13, figures=1, goal=1, points=5, turns=80, goals=1),
    "poor": Scenario(size=7, figures=2, goal=3, points=1, turns=200, goals=2, deployment="drawn"),
    "last turn": Scenario(size=9, figures=3, goal=3, points=20, turns=1, goals=1, deployment="drawn"),
    "fixed": Scenario(size=9, figures=2, goal=5, turns=40, deployment="fixed", formation=("a5", "b3")),
}


def invariants(game):
    """What must hold at every decision and at the end."""
    rules = game.scenario
    assert game.turn <= rules.turns and 0 <= game.points <= rules.points
    squares = [figure.square for figure in game.everybody()]
    assert len(set(squares)) == len(squares) and all(game.board.in_play(square) for square in squares)
    assert game.holder is None or (game.ball is None and game.held_by().stands)
    assert game.kept <= rules.keeping and (not game.kept or (game.held_by() and game.held_by().goalie))
    assert bool(game.under_way) == bool(game.to and game.to[1] == "intercept")
    if game.to and game.to[1] == "take":
        assert game.figure(game.asked).team == game.acting and game.points and game.tackles and game.holder is None
    if game.over is None:
        numbers = legal_indices(game)
        size = rules.figures * (10 + rules.figures) + len(game.board.squares) + 28
        assert len(numbers) >= 2 and sorted(set(numbers)) == numbers and numbers[-1] < size - 1
    assert game.over or game.holder or game.ball is not None
    line = position(game)
    again = from_position(rules, line)
    assert again == game and position(again) == line, line
    mirror = turned(game)
    assert turned(mirror) == game and legal_indices(mirror) == legal_indices(game)


def play(scenario, seed, tally):
    """One random match; then again from its tape, through its position lines, and turned by half."""
    rng = random.Random(seed)
    bold = rng.random() < 0.8
    dice = Dice(rng.randrange(2**64))
    game = new_game(scenario, dice)
    start = len(dice.log)
    actions, lengths = [], []
    while game.over is None:
        invariants(game)
        name = choose(game, legal(game), rng, bold)
        tally[f"decision {game.to[1]}"] += 1
        words = name.split()
        tally[f"action {words[0] if words[0] in ('square', 'let', 'intercept', 'done') else words[1]}"] += 1
        actions.append(name)
        step(game, name, dice)
        lengths.append(len(dice.log))
    invariants(game)
    tally[f"end {game.over[1]}"] += 1
    for purpose, _, classes, _ in dice.log:
        tally[f"draw {purpose} {'lot' if 'lot' in classes else classes}"] += 1
    tape = Tape(dice.log)
    copy = new_game(scenario, tape)
    mirrored = Tape([(what, turned_name(whom), how, 3 - result if what == "order" else result)
                     for what, whom, how, result in dice.log])  # fmt: skip
    other = new_game(scenario, mirrored)
    assert tape.at == mirrored.at == start
    for name, length in zip(actions, lengths, strict=True):
        assert other == turned(copy)
        index = legal(copy).index(name)
        copy = from_position(scenario, position(copy))
        step(copy, name, tape)
        step(other, legal(other)[index], mirrored)
        assert tape.at == mirrored.at == length
    tape.finish()
    assert copy == game and other == turned(game)


def turned_name(subject):
    """A subject with the teams exchanged."""
    return subject if subject == "table" else {"W": "B", "B": "W"}[subject[0]] + subject[1:]


def main(games, seed):
    tally = Counter()
    for name, scenario in SCENARIOS.items():
        scenarios = [scenario]
        if scenario.size == 19:
            scenarios.append(replace(scenario, turns=12, deployment="drawn"))
        for number in range(games):
            for one in scenarios:
                play(one, f"{seed} {name} {number}", tally)
        print(f"{name}: {games} matches")
    for name in sorted(tally):
        print(f"{tally[name]:9} {name}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2] if len(sys.argv) > 2 else "1")
