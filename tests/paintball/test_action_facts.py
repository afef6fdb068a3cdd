"""Are the facts about actions those of the engine itself?"""

import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

from paintball_env import parallel_env
from paintball_env.game import Game
from paintball_env.observation import Encoding
from paintball_env.observation.features import ACTION
from paintball_env.page_words import choices
from paintball_env.rules.dice import HITS
from paintball_env.rules.single_orders import SINGLE
from paintball_env.rules.state import NONE, PAINT, SCATTER, STRIDE, SUPPRESS
from paintball_env.scenario import Scenario
from paintball_env.shoot_out_odds import WINNING, winning
from tabletop.game.encodings import split
from tabletop.play.odds import records
from tests import ROOT
from tests.paintball.fights import play_random
from tests.paintball.test_chances import FORT

EXACT = 1e-6  # of float32
NAMES = [feature.name for feature in ACTION]
# What is told of the hex of a move and is told of the figure once it stands there.
SAME_AFTER_A_MOVE = (
    *("exposure", "place", "nearest enemy", "own there", "enemies there", "carries", "to prize", "to goal"),
    *("to their prize", "soft cover", "hard cover", "works", "in smoke"),
)
LIMIT = 1_000  # ways for the dice to fall; where there are more, the position is left out


def facts(game):
    """The facts about each legal action of the team that decides, by its name."""
    scenario = game.scenario
    code = Encoding(scenario, "actions")
    out, rows = np.zeros((1, code.size), np.float32), np.zeros(1, np.int64)
    scenario.game.batch.observe_rows(scenario.world, game.games, rows, np.array([game.decider]), code.cells, out)
    parts = split(code, out[0])
    assert np.array_equal(parts["legal"], game.legal_mask()) and not parts["actions"][parts["legal"] == 0].any()
    table = game.table.names(game.decider)
    return {
        table[index]: dict(zip(NAMES, parts["actions"][index].tolist(), strict=True))
        for index in np.flatnonzero(parts["legal"])
    }


def identity(name):
    return STRIDE * "RB".index(name[0]) + int(name[1:]) - 1


def figure(record, who):
    return record.figure[who // STRIDE, who % STRIDE]


def chance(game, action, happened):
    """The exact chance that something happens by an action; None: too many dice, or the turn has ended by it."""
    try:
        results = [(np.frombuffer(end, game.games.dtype)[0], share) for end, share in records(game, action, LIMIT)]
    except ValueError as error:
        assert "ways for the dice to fall" in str(error)
        return None
    turn = game.turn
    if any(end.turn != turn and end.ending == 0 for end, _ in results):
        return None
    return float(sum(share for end, share in results if happened(end)))


def is_out(who):
    return lambda record: figure(record, who).hex == NONE


class Checked:
    """Compares facts with the engine, and counts what it has compared."""

    def __init__(self):
        self.counts = dict.fromkeys(("shoot", "suppress", "further", "react", "move", "look", "throw", "falls"), 0)

    def same(self, kind, given, wanted, name, game):
        if wanted is not None:
            assert abs(given - wanted) <= EXACT, (kind, name, given, wanted, game.position())
            self.counts[kind] += 1

    def position(self, game, rng):
        """One action of a position."""
        legal = facts(game)
        wanted = rng.choice(sorted({_verb(name) for name in legal}))  # else most are moves and turns
        name = str(rng.choice([name for name in legal if _verb(name) == wanted]))
        fact = legal[name]
        words = name.split()
        kind = game.decision
        if kind == "act" and words[-1] != "done" and len(words) == 3 and words[1] in ("shoot", "suppress"):
            self.volley(game, name, words, fact)
        elif kind == "volley" and words[-1] != "done":
            self.further(game, name, fact, legal["done"])
        elif kind == "react" and words[-1] != "done":
            who, target = identity(words[0]), identity(words[2])
            self.same("react", fact["puts out"], chance(game, name, is_out(target)), name, game)
            self.same("react", fact["goes out"], chance(game, name, is_out(who)), name, game)
        elif kind == "act" and len(words) == 3 and words[1] == "move":
            self.move(game, name, identity(words[0]), fact)
        elif kind == "act" and words[1:2] in (["aim"], ["rotate"]):
            self.look(game, name, fact)
        elif kind == "throw":
            self.throw(game, name, fact)
        elif kind == "casualty":
            self.same("falls", fact["goes out"], chance(game, name, is_out(identity(words[1]))), name, game)
        elif kind == "pick" and game.games[0]["count"] == 1 and f"{words[1]}*" not in game.position():
            who = identity(words[1])  # which hasn't been picked for another hit
            self.same("falls", fact["goes out"], chance(game, name, is_out(who)), name, game)
            if game.games[0]["kind"] == SUPPRESS and figure(game.games[0], who).suppressed == 0:
                wanted = chance(game, name, lambda record: figure(record, who).suppressed == 1)
                self.same("falls", fact["suppresses"], wanted, name, game)

    def volley(self, game, name, words, fact):
        who, target = identity(words[0]), identity(words[2])
        game = game.clone(seed=0)
        if after(game, name).decision == "volley":
            game.step(name)
            in_volley = facts(game)
            done, same = in_volley["done"], ("hits", "puts out", "suppresses", "goes out", "points left")
            assert all(done[key] == fact[key] for key in same), name
            for further, there in in_volley.items():  # each further die costs as much again
                if further != "done" and (then := after(game, further)).decision == "volley":
                    assert facts(then)["done"]["points left"] == there["points left"] < done["points left"], further
            name = "done"
        where = (name, game)
        self.same(words[1], fact["goes out"], chance(game, name, is_out(who)), *where)
        if words[1] == "shoot":
            self.same("shoot", fact["puts out"], chance(game, name, is_out(target)), *where)
        else:
            wanted = chance(game, name, lambda record: figure(record, target).suppressed == 1)
            self.same("suppress", fact["suppresses"], wanted, *where)

    def further(self, game, name, fact, first):
        """How often a further die hits, beside the first one: by the faces with which the engine's dice do."""
        for seed in range(50):
            rolled = game.clone(seed=seed)
            rolled.step(name)
            if rolled.decision == "volley":
                rolled.step("done")
            if dice := [draw.classes.count(str(HITS)) for draw in rolled.draws if draw.purpose == "hit"]:
                self.same("further", fact["hits"] * dice[0], first["hits"] * dice[-1], name, game)
                return  # else it has seen nothing for smoke

    def move(self, game, name, who, fact):
        """Each sentry's die for itself; and the next shot, exposure and facts of the hex once it is there."""
        before, moved = game.games[0], after(game, name)
        if moved.turn != game.turn or moved.over:
            return
        if (before["marshal"]["hex"] != moved.games[0]["marshal"]["hex"]).any():  # made room (EN5), or called
            return
        spared, reactions = 1.0, 0
        while moved.decision == "react":
            shot = next(action for action in moved.legal_actions() if action != "done")
            hit = chance(moved, shot, is_out(who))
            if hit is None:
                return
            spared *= 1.0 - hit
            reactions += 1
            moved.step("done")
        self.same("move", fact["goes out"], 1.0 - spared, name, game)
        self.same("move", fact["reactions"] * game.scenario.figures, reactions, name, game)
        if moved.decision != "act" or moved.games[0]["phase"] != before["phase"] or moved.turn != game.turn:
            return
        own = {action: there for action, there in facts(moved).items() if action.split()[0] == name.split()[0]}
        shots = [there["puts out"] for action, there in own.items() if " shoot " in action]
        self.same("move", fact["best shot"], max(shots, default=0.0), name, game)
        for there in own.values():
            if there["move"] == 0.0:
                for key in SAME_AFTER_A_MOVE:
                    self.same("move", fact[key], there[key], (name, key), game)
                if there["turn"] == 1.0:  # costs nothing
                    self.same("move", fact["points left"], there["points left"], name, game)
                self.same("move", there["exposure"], there["exposure before"], name, game)

    def look(self, game, name, fact):
        """The next shot once it has taken aim or turned."""
        then = after(game, name)
        if then.turn != game.turn or then.games[0]["phase"] != game.games[0]["phase"]:
            return
        there = facts(then)
        shots = [each["puts out"] for order, each in there.items() if order.startswith(f"{name.split()[0]} shoot ")]
        self.same("look", fact["best shot"], max(shots, default=0.0), name, game)

    def throw(self, game, name, fact):
        record = game.games[0]
        place = game.scenario.board_map.names.index(name.split()[1])
        there = [
            STRIDE * team + number
            for team in (0, 1)
            for number in range(game.scenario.figures)
            if record.figure[team, number].hex == place
        ]
        missed = chance(game, name, lambda there: there.decision == SCATTER)
        if missed is not None:
            self.same("throw", fact["hits"], 1.0 - missed, name, game)
        if record.kind == PAINT and len(there) == 1:
            key = "puts out" if there[0] // STRIDE != game.decider else "goes out"
            self.same("throw", fact[key], chance(game, name, is_out(there[0])), name, game)


def _verb(name):
    words = name.split()
    return words[1] if name[0] in "RB" else words[0]


def after(game, name):
    """A copy of the game once the action is taken."""
    trial = game.clone(seed=0)
    trial.step(name)
    return trial


def compare(scenario, games, every, seed=0):
    """Look at one action in some positions of random games; how many numbers of each kind were compared."""
    checked, rng = Checked(), np.random.default_rng(seed)
    for number in range(games):
        for step, game in enumerate(play_random(scenario, seed + number, most=400)):
            if step % every == every - 1 and not game.over and game.turn > 0:
                checked.position(game, rng)
    return checked.counts


@pytest.mark.parametrize("name", ["capture-the-flag", "fort"])
def test_facts_are_the_engines(name):
    """SH, SU1, SE2, MF1, MF6, GR3, PG1, CH3: on positions of random games, against exact odds."""
    counts = compare(Scenario.parse(FORT) if name == "fort" else Scenario.load(name), 2, 4)
    assert min(counts["shoot"], counts["suppress"], counts["further"], counts["react"], counts["throw"]) > 0, counts
    assert counts["move"] > 400 and counts["look"] > 20, counts


def test_iw2_who_leaves_others_behind_shoots_past_them():
    figures = "R1=c4,expert R2=c4 R3=c4 B1=c6 M1=c1 M2=b6 flag.red=b1 flag.blue=b7"
    game = Game("capture-the-flag", start=f"turn=3 phase=1 acting=red second=blue score=5,4 to=red:act {figures}")
    checked = Checked()
    for name in ("R1 move W", "R1 move NW"):
        checked.move(game, name, 0, facts(game)[name])
    assert checked.counts["move"] > 20


@pytest.mark.parametrize("kind", ["shoot", "suppress"])
def test_which_dice_are_aimed_is_told_as_they_are_rolled(kind):
    """AI1, SU1: only the first die of an ordinary volley is; a page says the same."""
    figures = "used=1,0 R1=c3,expert,p2,used,aim B1=c6 B2=c6 M1=c1 M2=b6 flag.red=b1 flag.blue=b7"
    game = Game("capture-the-flag", start=f"turn=3 phase=1 acting=red second=blue score=5,4 to=red:act {figures}")
    checked, name = Checked(), f"R1 {kind} B1"
    checked.volley(game, name, name.split(), facts(game)[name])
    for name in (f"R1 {kind} B1", f"R1 {kind} B2"):
        told = facts(game)
        (choice,) = (choice for choice in choices(game) if choice.name == name)
        share = told[name]["puts out" if kind == "shoot" else "suppresses"]
        assert choice.chance.removeprefix("this die: ").startswith(f"{share:.0%} "), choice
        if game.decision == "volley":
            checked.further(game, name, told[name], told["done"])
        game.step(name)
    assert checked.counts["further"] == 1 and checked.counts[kind] == 2


def test_the_long_check_counts_and_ends_at_a_fact_that_differs(monkeypatch, capsys):
    script = str(ROOT / "scripts" / "check_facts.py")
    monkeypatch.syspath_prepend(str(Path(script).parent))
    monkeypatch.setattr(sys, "argv", [script, "--positions", "3"])
    runpy.run_path(script, run_name="__main__")
    assert capsys.readouterr().out.startswith("3 positions of 1 games: ")
    monkeypatch.setattr(Checked, "position", lambda self, game, rng: self.same("falls", 0.5, 0.75, "name", game))
    with pytest.raises(SystemExit, match=r"1000: .*0\.5, 0\.75, 'turn="):
        runpy.run_path(script, run_name="__main__")


def test_points_are_those_that_every_order_takes():
    """AP2, SE4: with costs that all differ, as facts and pages say; a new order of one word has to come up here."""
    costs = {"move_cost": 2, "aim_cost": 1, "sentry_cost": 3, "throw_cost": 3, "reload_cost": 4}
    scenario = Scenario.load("capture-the-flag").with_rules(points=4, expert_points=4, **costs)
    figures = "R1=c3 R2=b3,sentry R3=d3,empty R4=c4 R5=d2,smoke,paint B1=c8 M1=c1 M2=b6 flag.red=b1 flag.blue=c4"
    game = Game(scenario, start=f"turn=3 phase=1 acting=red second=blue score=6,6 to=red:act {figures}")
    seen, told = set(), {choice.name: choice.cost for choice in choices(game)}
    events = {single.name: single.event for single in SINGLE.values()}
    for name, fact in facts(game).items():
        order = name.partition(" ")[2]
        if name[0] == "R" and not order.startswith(("shoot", "suppress")):  # these are paid with the dice
            seen.add(order if order in events else order.split()[0])
            then, who = after(game, name), identity(name.split()[0])
            before, left = (figure(each.games[0], who).points for each in (game, then))
            assert fact["points left"] * 4 == left, name
            taken = {"free": 0, "all its points": before}.get(told[name], told[name].split()[0])
            assert int(taken) == before - left, name
            assert order not in events or events[order] in {event.kind for event in then.events}, name
    assert seen == {*events} | {"move", "rotate", "throw"}


@pytest.mark.parametrize("kind", ["shoot", "suppress"])
def test_points_are_those_that_a_volley_takes(kind):
    """AP2, SH3: facts say what is left once its dice have rolled, a page what each die takes."""
    scenario = Scenario.load("capture-the-flag").with_rules(points=4, expert_points=4, shoot_cost=2)
    figures = "R1=c3 B1=c4 B2=c8 M1=c1 M2=b6 flag.red=b1 flag.blue=b7"
    game = Game(scenario, start=f"turn=3 phase=1 acting=red second=blue score=6,6 to=red:act {figures}")
    name, paid = f"R1 {kind} B1", 0
    for _ in range(2):
        (cost,) = (choice.cost for choice in choices(game) if choice.name == name)
        left, then = facts(game)[name]["points left"], after(game, name)
        rolled = after(then, "done") if then.decision == "volley" else then
        paid += 0 if cost == "free" else int(cost.split()[0])
        assert figure(rolled.games[0], 0).points == pytest.approx(4 * left) == 4 - paid
        assert rolled is then or facts(then)["done"]["points left"] == left
        game = then


def test_points_are_those_that_a_charge_takes():
    """AP2, CH2: a page says what a step of it takes, facts what is left after it; the second one goes by itself."""
    scenario = Scenario.load("capture-the-flag").with_rules(points=4, expert_points=4, move_cost=2)
    figures = "R1=c3 R2=b1 B1=d4,empty B2=c8 M1=c1 M2=b6 flag.red=b1 flag.blue=b7"
    game = Game(scenario, start=f"turn=3 phase=1 acting=red second=blue score=6,6 to=red:act {figures}")
    (cost,) = (choice.cost for choice in choices(game) if choice.name == "charge")
    points = int(cost.split()[0])
    game.step("charge")
    assert game.decision == "step"
    for name, fact in facts(game).items():
        assert 4 * fact["points left"] == 4 - points, name
        charged = figure(after(game, name).games[0], 0)
        assert (charged.points, charged.moved) == (4 - 2 * points, 2), name


def test_shoot_outs_are_won_as_often_as_the_odds_say():
    """CH3: the table follows from the odds of a round."""
    for chargers in range(len(WINNING)):
        for defenders in range(len(WINNING)):
            assert WINNING[chargers][defenders] == pytest.approx(winning(chargers, defenders), abs=1e-12)


def test_a_charge_is_told_with_its_chance():
    """CH1-CH3: two suppressed defenders, one of them out of ammo; then the chargers, one by one."""
    figures = "R1=c4,p2 R2=c4,p2 B1=c5,suppressed B2=c5,empty B3=c6 flag.red=b1 flag.blue=b7 M1=c1 M2=b6"
    game = Game("capture-the-flag-basic", start=f"turn=3 phase=1 acting=red second=blue score=5,4 to=red:act {figures}")
    game.step("charge")
    assert game.decision == "charger"  # only one hex can be charged: it is named without asking
    charger = facts(game)["figure R1"]
    assert charger["puts out"] == pytest.approx(WINNING[1][1])
    assert charger["puts out"] + charger["goes out"] == pytest.approx(1.0)
    assert charger["enemies there"] == 0.0 and charger["who"] == pytest.approx(1 / 6)
    game.step("figure R1")
    assert facts(game)["figure R2"]["puts out"] == pytest.approx(WINNING[2][1])
    done, place = facts(game)["done"], game.scenario.board_map.names.index("c5")
    assert done["puts out"] == pytest.approx(WINNING[1][1])
    assert done["puts out"] == pytest.approx(chance(game, "done", lambda record: record.present[1, place] == 0))


@pytest.mark.parametrize(("scenario", "flag"), [("capture-the-flag-basic", "flag.blue"), ("single-flag-basic", "flag")])
def test_a_move_onto_the_prize_is_told_as_carrying_it(scenario, flag):
    """FL1: who enters its hex takes it up."""
    head = "turn=3 phase=1 acting=red second=blue score=5,4 to=red:act"
    game = Game(scenario, start=f"{head} R1=c4 B1=c7 {flag}=c5")
    legal = facts(game)
    for name, carries, steps in (("R1 move E", 1.0, 0.0), ("R1 move NE", 0.0, 1 / 7), ("R1 aim", 0.0, 1 / 7)):
        assert legal[name]["carries"] == carries and legal[name]["to prize"] == pytest.approx(steps)
        assert (f"{flag}=R1" in after(game, name).position()) == bool(carries)


def test_the_flag_that_both_win_by_moves_with_its_carrier():
    """SN3: how far it is from the hex of a move; of another figure's move the flag stays where it is."""
    start = "turn=3 phase=1 acting=red second=blue score=5,4 to=red:act R1=c4 R2=c4 B1=c7 flag=R1"
    legal = facts(Game("single-flag-basic", start=start))
    for name, steps in (("R1 move E", 0.0), ("R1 aim", 0.0), ("R2 move E", 1 / 7)):
        assert legal[name]["to prize"] == legal[name]["to their prize"] == pytest.approx(steps), name


@pytest.mark.parametrize("limit", [None, 9])
def test_both_teams_find_their_action_mask_in_it(limit):
    env = parallel_env("capture-the-flag-basic-drawn", encoding="actions", max_cycles=limit)
    seen, _ = env.reset(seed=3)
    waited = 0
    while env.agents:
        for each in seen.values():
            assert np.array_equal(split(env.encoding, each["observation"])["legal"], each["action_mask"])
            waited += int(each["action_mask"][-1])
        seen, *_ = env.step({agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents})
    for each in seen.values():  # the last ones
        assert np.array_equal(split(env.encoding, each["observation"])["legal"], each["action_mask"])
    assert waited > 8
