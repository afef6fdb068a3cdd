"""Are the chances that bots use those of the engine itself, under every rule, on every board?"""

import numpy as np
import pytest
from paintball_env.bots.scripted.charging import wins_charge

from paintball_env import chances
from paintball_env.game import Game
from paintball_env.notation import format_position
from paintball_env.rules.dice import HITS
from paintball_env.rules.shooting import can_react
from paintball_env.rules.state import ACT, NONE, REACT, STRIDE, TURNS
from paintball_env.scenario import Scenario, presets
from paintball_env.shoot_out_odds import contest_odds
from tabletop.play.odds import records
from tests.paintball.positions import random_position

PAIRS = 8  # shots looked at, at most, of each kind and scenario
ENOUGH = 4  # of them, where one may do what it is meant to
MOST = 400  # positions tried for them
EXACT = 1e-12
FORT = """
name = "fort"
title = "Fort"
description = "Works, a hill, a third Marshal, smoke."
objective = "elimination"
setup = "players"
map = '''
 . . u t . .
R . ^ t . u B
 . . u . . .
  . . . . .
'''
marshals_at = ["b4", "d3"]

[red]
figures = 5

[blue]
figures = 7

[cover]
soft = 2
hard = 2
soft_at = ["a5", "c4", "d2"]
hard_at = ["b2/NE", "c5/W"]

[rules]
experts = true
grenades = true
blind_spots = true
sentry_in_base = true
"""
RULES = (
    {},
    {"save": [], "soft_save": [], "check": [], "suppress_save": []},  # what arrives puts out, or suppresses
    {"save": [2, 3], "soft_save": [1, 2, 3, 4, 5], "check": [6], "way": [2], "suppress_save": [1, 2, 4]},
    {"spot_in": [1], "spot_through": [1, 2, 3, 4], "way": [1, 2, 3, 4, 5], "points": 3, "shoot_cost": 2},
    {"check": [1], "call_range": 4, "way": [3, 6]},
    {"spot_in": [], "spot_through": [], "way": [], "soft_save": [], "call_range": 0, "works_team": 3, "works_all": 5},
)


def shots(scenario, kind, verb, seed):
    """Legal shots of one die: the game, the last action, shooter, target and whether it is aimed."""
    rng, yielded = np.random.default_rng(seed), 0
    for tried in range(MOST):
        if yielded == PAIRS:
            return
        made = random_position(scenario, kind, tried % 2, rng)
        names = Game.of_record(scenario, made).legal_actions()
        if len(names) > 1 and not any(f" {verb} " in name for name in names):
            continue  # as below; said beforehand, because to write and to read a position takes longer
        try:
            game = Game(scenario, start=format_position(scenario, made))
        except ValueError:
            continue  # a position that somebody could write, but with nothing to decide
        record = game.games[0]
        # A charge would go on behind the reaction, and its shoot-out with it.
        if record.decision != kind or (kind == REACT and record.place != NONE):
            continue
        legal = [name for name in game.legal_actions() if f" {verb} " in name]
        if not legal:
            continue
        action = str(rng.choice(legal))
        who, _, target = action.split()
        ids = [STRIDE * "RB".index(name[0]) + int(name[1:]) - 1 for name in (who, target)]
        if kind == REACT and not can_react(scenario.world[0], record, *ids):
            continue  # a position that somebody could write; in a game nobody is asked then
        aimed = int(record.figure[ids[0] // STRIDE, ids[0] % STRIDE].aim) if verb == "shoot" else 0
        trial = game.clone(seed=0)
        trial.step(action)
        if trial.decision == "volley" and not trial.draws:
            game, action = trial, "done"
        yielded += 1
        yield game, action, *ids, aimed


def ends(game, action, limit=2_000):
    """The records that an action leads to, with their exact probabilities."""
    return [(np.frombuffer(end, game.games.dtype)[0], share) for end, share in records(game, action, limit)]


def share_of(results, target, happened):
    return float(sum(share for end, share in results if happened(end["figure"][target // STRIDE, target % STRIDE])))


def compare(scenario, seed):
    world = scenario.world[0]
    looked_at, likely = {"shoot": 0, "suppress": 0}, {"shoot": 0, "suppress": 0}
    for kind, verb in ((ACT, "shoot"), (ACT, "suppress"), (REACT, "shoot")):
        enough, already = looked_at[verb] + ENOUGH, likely[verb]
        for game, action, who, target, aimed in shots(scenario, kind, verb, seed):
            record = game.games[0]
            start, goal = (int(record.figure[i // STRIDE, i % STRIDE].hex) for i in (who, target))
            try:
                results = ends(game, action)
            except ValueError as error:
                assert "ways for the dice to fall" in str(error)  # a crowd's misfires, saves and walks
                continue
            if any(end["turn"] != record.turn or end["ending"] == TURNS for end, _ in results):
                continue  # nothing else could be done, so the turn has ended, the last one too, and suppression with it
            if verb == "suppress":
                wanted = share_of(results, target, lambda figure: figure["suppressed"] == 1)
                chance = chances.suppresses(world, record, start, goal)
            else:
                wanted = share_of(results, target, lambda figure: figure["hex"] == NONE)
                chance = chances.puts_out(world, record, start, goal, aimed)
            assert abs(chance - wanted) < EXACT, (action, aimed, game.position())
            if not scenario.rules.suppress_save and (verb == "suppress" or wanted > 0):
                # Whoever is hit is put out, or suppressed: so the hit itself can be seen.
                assert abs(chances.arrives(world, record, start, goal, aimed) - wanted) < EXACT
            looked_at[verb] += 1
            likely[verb] += wanted > 0
            if looked_at[verb] >= enough and likely[verb] > already:
                break
    assert min(looked_at.values()) >= PAIRS // 3
    return likely


@pytest.mark.parametrize("number", range(len(RULES)))
@pytest.mark.parametrize("name", ["fort", *(name for name in presets() if "-drawn" not in name)])
@pytest.mark.slow
def test_a_die_does_what_it_is_said_to(name, number):
    """SH, IW, SM, SV, PC1, SU1: of one die, aimed or not, in the phase or in a reaction, to 1e-12."""
    scenario = Scenario.parse(FORT) if name == "fort" else Scenario.load(name)
    counts = compare(scenario.with_rules(**RULES[number]), seed=20 + number)
    assert min(counts.values()) > 0


def test_a_jam_that_is_attended_is_checked_by_who_attends():
    """PC1: he comes from nowhere, he is there; no other Marshal is near."""
    figures = "R1=c4,p1,moved1,used R2=b1 B1=c6,jammed B2=c6 M2=c6,attends=B1 flag.red=b1 flag.blue=b7"
    head = "turn=3 phase=1 acting=red second=blue score=5,4 used=1,0 to=red:act"
    game = Game("capture-the-flag-basic", start=f"{head} {figures}")
    world, record = game.scenario.world[0], game.games[0]
    goal = game.scenario.board_map.names.index("c6")
    assert chances.falls(world, record, goal, goal) == pytest.approx(4 / 6 * 1 / 2)
    results = ends(game, "R1 shoot B2")
    wanted = share_of(results, STRIDE + 1, lambda figure: figure["hex"] == NONE)
    assert wanted > 0
    assert chances.puts_out(world, record, int(record.figure[0, 0].hex), goal, 0) == pytest.approx(wanted, abs=EXACT)


def test_a_face_that_hits_counts_as_the_dice_have_it():
    """SH1, SH2: 2+ hits with five faces in six, 6 with one."""
    for need, classes in ((2, 133333), (4, 122333), (6, 122223)):
        assert chances.share(classes, HITS) == pytest.approx((7 - need) / 6)


def test_charges_are_judged_roughly_as_they_end():
    """CH3: the bots' rule of thumb, beside the exact chance to be the side that is left."""
    won = {(chargers, 0): 1.0 for chargers in range(1, 6)} | {(0, defenders): 0.0 for defenders in range(1, 6)}
    for chargers in range(1, 6):
        for defenders in range(1, 6):
            odds = contest_odds(chargers, defenders).items()
            won[chargers, defenders] = sum(float(p) * won[chargers - x, defenders - y] for (x, y), p in odds)
    for (chargers, defenders), wanted in won.items():
        if chargers:
            low, high = {1: (0.91, 1.0), 0: (0.58, 0.71), -1: (0.0, 0.35)}[np.sign(chargers - defenders)]
            assert low <= wanted <= high
            assert abs(wins_charge(chargers, defenders) - wanted) <= 0.26
