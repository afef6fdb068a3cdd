"""The page for those who have never played: the decisions of its skirmish, and its odds, exact."""

import random
import re
from itertools import product

from state_of_war import chances
from state_of_war.definition import STATE_OF_WAR
from state_of_war.rules.harm import DISABLES, KILLS, WOUND
from state_of_war.rules.shooting import code_by
from state_of_war.rules.state import TRAINED
from tabletop.game.contests import cases_of
from tabletop.play.game import Game
from tests import ROOT

SKIRMISH = STATE_OF_WAR.load("first-skirmish")
LINES = (ROOT / "docs" / "first-skirmish.md").read_text(encoding="utf-8").splitlines()
WINS = (
    lambda lead: lead > 0,
    lambda lead: lead == 0,
    lambda lead: lead < 0,
    lambda lead: lead >= 4,
    lambda lead: lead <= -4,
)


def table(head):
    """The rows of the table with this first column, as cells."""
    first = next(number for number, line in enumerate(LINES) if line.startswith(f"| {head} |"))
    rows = LINES[first + 2 :]
    end = next((number for number, line in enumerate(rows) if not line.startswith("|")), len(rows))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in rows[:end]]


def first_word(name):
    """An action's first word, of a unit its side's letter."""
    return re.sub(r"\d", "", name.split()[0])


def test_the_skirmish_asks_what_its_page_says():
    kind, said, asked, rng = "", set(), set(), random.Random(5)
    for row in table("decision"):
        kind = row[0].strip("`") or kind
        said |= {(kind, first_word(name)) for name in re.findall("`(.*?)`", row[2])}
    for seed in range(12):
        game = Game(SKIRMISH, seed=seed)
        while not game.over:
            names = game.legal_actions()
            if game.decider == 0:
                asked |= {(game.decision, first_word(name)) for name in names}
            onward = f"move {'NS'[game.decider]} full"  # so that they meet
            game.step(onward if onward in names and rng.random() < 0.5 else rng.choice(names))
    assert asked == said


def test_the_odds_of_shots_are_exact():
    world = SKIRMISH.world[0]
    for band, row in enumerate(table("rifle")):
        shares = []
        for cover, least in ((0, DISABLES), (1, DISABLES), (2, DISABLES), (0, WOUND)):
            code = code_by(TRAINED, band, cover)
            ways = sum(int(chances.shot_ways(world, code, result)) for result in range(least, KILLS + 1))
            shares.append(f"{(200 * ways // cases_of(code) + 1) // 2} %")  # halves upwards
        assert row[2:] == shares


def test_the_odds_of_a_pair_are_those_of_all_its_dice():
    for plus, row in enumerate(table("trained bayonets, one to one")):
        leads = [
            max(one, two) + plus - max(three, four)
            for one, two, three, four in product(range(1, 11), range(1, 7), range(1, 11), range(1, 7))
        ]
        wanted = [sum(wins(lead) for lead in leads) / len(leads) for wins in WINS]
        assert row[1:] == [f"{100 * share:.0f} %" for share in wanted]


def test_the_odds_of_a_check_are_exact():
    game = Game(SKIRMISH, seed=1)
    for row in table("out"):
        away = 2 * (5 * int(row[0]) // 6)
        ways = chances.check_ways(SKIRMISH.world[0], game.record, 0, -away)
        assert int(row[1]) == away
        assert row[2:] == [f"{10 * int(each)} %" for each in reversed(ways * 10 // ways.sum())]
