"""A smoke test: random games over a spread of scenarios. python -m tests.twins.paintball_reference [games] [seed]"""

import random
import re
import sys
from collections import Counter
from dataclasses import replace

from . import Dice, Scenario, Tape, from_position, legal, legal_indices, new_game, position, step
from .geometry import DIRECTIONS, HEXON26

BIG = """
      . . . . . . . .
     . . ^ . . . u . . .
    . . ^ ^ . . . . . . .
 . . . . . . t t . . . . .
R . u . . . t . . . . u . B
 . . . . . . t . . . . . .
    . . . . . . ^ ^ . . .
     . . . u . . . ^ . .
      . . . . . . . .
"""
SMALL = """
 . . . ^ .
R u . t . B
 . ^ . t .
"""
BASIC = Scenario()
ADVANCED = Scenario(experts=True, grenades=True, blind_spots=True)
SCENARIOS = {
    "capture": BASIC,
    "reverse": Scenario(objective="reverse"),
    "single": Scenario(objective="single", soft_pieces=2, hard_pieces=2),
    "elimination": Scenario(objective="elimination"),
    "capture advanced": ADVANCED,
    "reverse advanced": replace(ADVANCED, objective="reverse"),
    "single advanced": replace(ADVANCED, objective="single", soft_pieces=2, hard_pieces=2),
    "drawn": replace(ADVANCED, drawn_setup=True),
    "one at a time": replace(ADVANCED, activation="one_at_a_time", sentry_in_base=True),
    "undefended": replace(ADVANCED, enter_defended=False, sentry_in_base=True, objective="reverse"),
    "unlike": Scenario(team_sizes=(3, 5), has_marshals=(False, True), objective="elimination", experts=True),
    "alone": Scenario(team_sizes=(1, 1), has_marshals=(False, False)),
    "small": replace(ADVANCED, map=SMALL, soft_pieces=1, hard_pieces=1, team_sizes=(4, 4), objective="elimination"),
    "big": replace(
        ADVANCED, map=BIG, team_sizes=(12, 12), third_marshals=["e7", "d7"], extra_experts=2, extra_grenades=4,
        start_areas=(["e1", "d1", "d2", "f1", "f2", "e2", "c1"], ["e14", "d12", "d13", "f12", "f13", "e13", "e12"]),
        near_home=(["e2", "d1", "f1"], ["e13", "e12"]), cover={"e5": "soft", "a1": "hard/SE"},
    ),
    "big elimination": replace(
        ADVANCED, map=BIG, team_sizes=(16, 14), third_marshals=["e8"], objective="elimination", drawn_setup=True,
        start_areas=(["e1", "d1", "d2", "f1", "f2"], ["e14", "d13", "f13", "e13", "e12"]), max_turns=12,
    ),
    "small capture": replace(ADVANCED, map=SMALL, soft_pieces=1, hard_pieces=1, team_sizes=(3, 3)),
    "small reverse": replace(BASIC, map=SMALL, soft_pieces=1, hard_pieces=0, team_sizes=(3, 3), objective="reverse"),
    "small single": replace(ADVANCED, map=SMALL, soft_pieces=0, hard_pieces=1, team_sizes=(3, 3), objective="single"),
    "crowded": Scenario(
        map=SMALL, objective="elimination", team_sizes=(4, 4), has_marshals=(True, True), third_marshals=["a1", "a2"],
        grenades=True,
        start="turn=0 acting=red second=red R1=b4,jammed R2=b4 R3=c4,jammed R4=c2,paint B1=b4,empty B2=b5,empty "
        "B3=b5,smoke2 B4=a5,sentry M1=b4 M2=b4 M3=a1 M4=c4 hard=b5/W,a5/SW soft=b3",
    ),
    "fixed": Scenario(
        objective="elimination", max_turns=15,
        start="turn=0 acting=red second=red R1=c3 R2=d3 R3=b3,jammed R4=d2,jammed R5=c2,empty B1=c6 B2=b5,jammed "
        "B3=d5,empty B4=c7 M1=c1 M2=c8 soft=c4 smoke=c5,d4",
    ),
}  # fmt: skip


def invariants(game):
    """What must hold at every decision and at the end."""
    board, rules = game.board, game.scenario
    assert game.turn <= rules.max_turns
    for i in range(board.size):
        here = [len(game.figures_in(i, team)) for team in (0, 1)]
        if board.is_works(i):
            assert max(here) <= rules.works_team and sum(here) <= rules.works_all
        elif min(here):
            assert game.to is None or game.place == i, "enemies share a hex"
    for team in (0, 1):
        for figure in game.alive(team):
            assert 0 <= figure.points <= rules.expert_points and figure.moved <= rules.max_moves
            assert not (figure.sentry and (figure.impotent or figure.jammed or figure.aim))
            assert not (figure.sentry and game.flag_carried(figure))
            assert not (figure.empty and figure.jammed)
            if rules.objective == "reverse":
                assert figure.hex != board.home[team]
    for marshal in game.marshals:
        if marshal.attends:
            assert game.figure(marshal.attends).jammed and game.figure(marshal.attends).hex == marshal.hex
    for flag in game.flags:
        assert flag.hex is None or flag.carrier is None
        assert not flag.carrier or game.figure(flag.carrier).hex is not None
        assert game.turn == 0 or flag.hex is not None or flag.carrier
    if game.to:
        numbers = legal_indices(game)
        assert len(numbers) >= 2 and len(set(numbers)) == len(numbers)
    line = position(game)
    again = from_position(rules, line)
    assert again == game and position(again) == line, line


def seeks(game, name):
    """Does a move bring a figure nearer to its flag, or to its goal with the flag?"""
    words = name.split()
    if len(words) < 3 or words[1] != "move":
        return False
    figure = game.figure(words[0])
    goal = game.goal(figure.team)
    if game.flag_carried(figure) is None:
        lying = [flag.hex for flag in game.flags if flag.hex is not None and game.may_carry(figure.team, flag)]
        goal = lying[0] if lying else game.board.home[1 - figure.team]
    there = game.board.neighbours[figure.hex][DIRECTIONS.index(words[2])]
    return game.board.steps(there, goal) < game.board.steps(figure.hex, goal)


def play(scenario, rng, tally):
    """One random game; then the same again from its tape, through its position lines."""
    dice = Dice(rng)
    game = new_game(scenario, dice)
    actions = []
    eager = rng.random() < 0.8
    while game.over is None:
        invariants(game)
        tally[f"decision {game.to[1]}"] += 1
        names = legal(game)
        if eager and game.to[1] == "act" and len(names) > 1:
            strong = [n for n in names if n == "charge" or "shoot" in n or "suppress" in n or "flag" in n]
            pool = strong if strong and rng.random() < 0.5 else names[:-1]
            near = [n for n in names if seeks(game, n)]
            if near and rng.random() < 0.3:
                pool = near
            if "charge" in names and rng.random() < 0.8:
                pool = ["charge"]
            name = names[-1] if rng.random() < 0.05 else rng.choice(pool)
        else:
            name = rng.choice(names)
        actions.append(name)
        step(game, name, dice)
    invariants(game)
    tally[f"end {game.over[1]}"] += 1
    for purpose, _, classes, _ in dice.log:
        tally[f"draw {purpose} {classes if purpose in ('hit', 'shoot-out', 'save', 'scatter', 'misfire') else ''}"] += 1
    tape = Tape(dice.log)
    copy = new_game(scenario, tape)
    for name in actions:
        copy = from_position(scenario, position(copy))
        step(copy, name, tape)
    tape.finish()
    assert copy == game


def mirrored(board, text):
    """The board turned by half: a name, an action, a subject or a position line as the other side sees it."""

    def turned(match):
        word = match[0]
        if word in ("red", "blue"):
            return "blue" if word == "red" else "red"
        if word in ("M1", "M2"):
            return "M2" if word == "M1" else "M1"
        if word[0] in "RB":
            return ("B" if word[0] == "R" else "R") + word[1:]
        if word in DIRECTIONS:
            return DIRECTIONS[(DIRECTIONS.index(word) + 3) % 6]
        return board.names[board.size - 1 - board.index[word]]

    text = re.sub(r"\b(red|blue|M[12]|[RB]\d+|[a-e]\d+|[NS]?[EW])\b", turned, text)
    return re.sub(r"\b(score|used|losses|left)=([^, ]+),(\S+)", r"\1=\3,\2", text)


def mirror_play(scenario, rng):
    """W2: a mirrored game on the mirrored tape goes the mirrored way."""
    dice, board, actions = Dice(rng), scenario.board, []
    game = new_game(scenario, dice)
    lines = [position(game)]
    while game.over is None:
        name = rng.choice(legal(game)[:-1] if rng.random() < 0.9 else legal(game))
        step(game, name, dice)
        actions.append(name)
        lines.append(position(game))
    log = []
    for purpose, subject, classes, result in dice.log:
        result = 3 - result if purpose in ("roll-off", "order") else result
        log.append((purpose, mirrored(board, subject), classes, result))
        if purpose == "command" and subject == "blue":
            log[-2:] = log[:-3:-1]
    tape = Tape(log)
    game = new_game(scenario, tape)
    for name, line in zip([*actions, None], lines, strict=True):
        assert game == from_position(scenario, mirrored(board, line)), (position(game), line)
        if name:
            step(game, mirrored(board, name), tape)
    tape.finish()


def main(games, seed):
    tally = Counter()
    for name, scenario in SCENARIOS.items():
        for number in range(games):
            play(scenario, random.Random(f"{seed} {name} {number}"), tally)
            if scenario.map == HEXON26 and scenario.start is None and scenario.team_sizes[0] == scenario.team_sizes[1]:
                mirror_play(scenario, random.Random(f"{seed} {name} {number} mirrored"))
        print(f"{name}: {games} games")
    for name in sorted(tally):
        print(f"{tally[name]:9} {name}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2] if len(sys.argv) > 2 else "1")
