"""The first look of `verify` at a game, in plain Python: faults of a definition and its kernels are told in words."""

import math
import re
import signal
from itertools import cycle
from types import SimpleNamespace

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from tabletop.base.workers.tasks import answers
from tabletop.front.commands.options import workers_of
from tabletop.front.verify import check_plain, work
from tabletop.front.verify.plan import Unit, fingerprint, plan
from tabletop.front.verify.work import Work, run
from tabletop.game.actions import DeclaredNames
from tabletop.game.declared import DeclaredGame, DeclaredScenario
from tabletop.game.templates import scrutiny
from tabletop.play.game import Game
from tests.any_game.pig import PIG
from tests.any_game.pig_names import KERNELS, ROLL_TWO, pig_of
from tests.twins import paintball as twins

PLACE = "tests.any_game.pig:PIG"


def outside(world, game, team, cells, out):
    out[7] = 1.0


def little(world, game, team, cells, out):
    out[:6] = 0.0


def unnumbered(world, game, team, cells, out):
    out[:] = 0.0
    out[3] = math.nan


def much(world, game, team, cells, out):
    out[:] = 2.0


def peeking(world, game, team, cells, out):
    out[:] = (int(game.dice.seed) % 7) / 7


def overflowing(world, game, team, cells, out):
    out[:] = 0.0
    out[0] = game.turn + np.int32(2**31 - 1) < 0


REAL_LEGAL = KERNELS.legal_actions


def adding(world, game, mask):
    before = mask[-1]
    count = REAL_LEGAL(world, game, mask)
    mask[-1] = before
    return count


REAL_BEGIN = KERNELS.begin


def rolling_on(world, game, chance, seed, mask):
    rolled = game.dice.rolled.copy()
    count = REAL_BEGIN(world, game, chance, seed, mask)
    game.dice.rolled[:] += rolled
    return count


def seedless(world, game, chance, seed, mask):
    before = game.dice.seed
    count = REAL_BEGIN(world, game, chance, seed, mask)
    game.dice.seed = before
    return count


FIRST_POTS = cycle((1, 0))


def undetermined(world, game, chance, seed, mask):
    REAL_BEGIN(world, game, chance, seed, mask)
    game.pot = next(FIRST_POTS)
    return REAL_LEGAL(world, game, mask)


def noting_on(world, game, chance, seed, mask):
    used = chance.used
    count = REAL_BEGIN(world, game, chance, seed, mask)
    chance.used += used
    return count


def raised(error):
    def kernel(*arguments):
        raise error

    return kernel


@pytest.fixture(scope="module", autouse=True)
def compiled_of_the_real_kernels():
    """What is compiled while a kernel is replaced would be compiled of what replaces it."""
    assert not check_plain.play_at_random(PIG.load("pig"), 0, 60)["fault"]


@pytest.mark.slow
def test_a_game_without_faults_is_played_in_a_process_without_numba():
    assert check_plain.look(PLACE, "short-pig", 3, 60) == {"games": 7, "decisions": 60, "fault": ""}
    assert "No module named 'no_such'" in check_plain.look("no_such:GAME", "pig", 0, 1)["fault"]


def test_files_of_the_current_folder_take_no_modules_place(tmp_path, monkeypatch):
    (tmp_path / "signal.py").write_text("raise ImportError('not this one')")
    monkeypatch.chdir(tmp_path)
    assert check_plain.look(PLACE, "short-pig", 3, 1)["fault"] == ""


@pytest.mark.parametrize(
    ("name", "kernel", "words"),
    [
        (
            "observe",
            outside,
            "IndexError: index 7 is out of bounds for axis 0 with size 7 (`outside`, test_check_plain",
        ),
        ("observe", little, "number 6 of team 0's observation isn't written"),
        ("observe", unnumbered, "number 3 of team 0's observation isn't written, or isn't a number"),
        ("observe", much, "number 0 of team 0's observation is 2, not 0 to 1"),
        ("observe", peeking, "number 0 of team 0's observation depends on the seed: on future dice"),
        (
            "observe",
            overflowing,
            "OverflowError: overflow of a number of the record's type: make it whole by `int(…)`, as it ",
        ),
        ("observe", overflowing, "is compiled (`overflowing`, test_check_plain.py, line "),
        ("legal_actions", adding, "action 3: `legal_actions` doesn't overwrite what is in the mask that it is given"),
        ("legal_actions", lambda *given: REAL_LEGAL(*given) + 1, "`legal_actions` returns 3, and the mask has 2"),
        ("begin", rolling_on, "`begin` is to set `dice.rolled` to 0: the game depends on what it held: seed 0, "),
        ("begin", seedless, "`begin` was given the seed 0, and the record's `dice` hold 18446744073709551615"),
        ("begin", undetermined, "leads to another position: it doesn't depend on its seed alone: seed 0, turn=1 "),
        ("begin", noting_on, "`begin` is to call `rewind`: it keeps the draws that were noted before"),
        ("potential", lambda world, game, team, weights: 0.5, "0.5 for one team and 0.5 for the other"),
        ("order_of", lambda world, decision, action: 3, "`order_of` gives 3 for action 0: `orders` are 3"),
        ("order_of", raised(KeyboardInterrupt()), "(`kernel`, test_check_plain.py, line"),
    ],
)
def test_faults_of_kernels_are_told(monkeypatch, name, kernel, words):
    monkeypatch.setattr(KERNELS, name, kernel)
    assert words in check_plain.play_at_random(PIG.load("pig"), 0, 60)["fault"]


@pytest.mark.parametrize(
    ("attribute", "value", "words"),
    [
        ("endings", ("", "reached"), "`ending` 2: `endings` has the numbers 0 to 1"),
        ("purposes", ("order",), "a draw's purpose: `purposes` has the numbers 1 to 1, not 2"),
        ("from_json", lambda self, text: pig_of("pig", 1, 1), "`from_json` makes another scenario"),
    ],
)
def test_faults_of_a_definition_are_told(monkeypatch, attribute, value, words):
    monkeypatch.setattr(DeclaredGame if callable(value) else PIG, attribute, value)
    assert words in check_plain.play_at_random(PIG.load("short-pig"), 1, 400)["fault"]


def test_a_seed_that_is_not_stored_is_told(monkeypatch):
    class Seedless(check_plain.Game):
        def __init__(self, *given, **named):
            super().__init__(*given, **named)
            self.games["dice"]["seed"] = 0

    monkeypatch.setattr(check_plain, "Game", Seedless)
    fault = check_plain.play_at_random(PIG.load("pig"), 7, 60)["fault"]
    assert fault.startswith("`begin` was given the seed 7, and the record's `dice` hold 0")


def test_rules_that_go_round_for_ever_are_stopped(monkeypatch):
    def step(self, action):
        while True:
            pass

    monkeypatch.setattr(check_plain, "STUCK", 0.2)
    monkeypatch.setattr(check_plain.Game, "step", step)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in a shell's job in the background
    try:
        fault = check_plain.play_at_random(PIG.load("pig"), 0, 60)["fault"]
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert fault.startswith("not done after 0 s of processor time (`step`, test_check_plain.py")


def test_it_comes_first_in_each_preset():
    units = plan(["pig", "short-pig"], 1, 0, 10_000, 10, 1, 0)
    assert [(unit.check, unit.preset) for unit in units[:2]] == [("plain", "pig"), ("plain", "short-pig")]
    assert "plain" not in {unit.check for unit in units[2:]}
    ((_, entry),) = answers(workers_of(None, 1, alone=True), [Work(PLACE, units[1])])
    assert entry["check"] == "plain" and entry["decisions"] == 100 and not entry["fault"]


def test_little_work_is_spread_over_all_presets():
    units = plan(["pig", "short-pig"], 1, 2, 60_000, 100, 3, 0)
    for check, total in (("twin", 2), ("sound", 60_000), ("states", 100), ("text", 3)):
        mine = [unit for unit in units if unit.check == check]
        assert {unit.preset for unit in mine} == {"pig", "short-pig"} and sum(unit.size for unit in mine) == total


def test_an_ending_that_is_none_is_a_fault_of_the_compiled_play_too(monkeypatch):
    monkeypatch.setattr(PIG, "endings", ("", "reached"))
    entry = run(PLACE, Unit("sound", "short-pig", 0, 1, 2000))
    assert entry["fault"] == "a game has ended with 2: `endings` has the numbers 0 to 1"


def test_faults_that_the_core_finds_are_told_in_words(monkeypatch):
    kernels = PIG.compiled("scrutiny")
    for fault, words in ((scrutiny.NO_MASK, "two legal actions"), (scrutiny.REFUSED, "was refused"), (3, "fault 3 (")):
        monkeypatch.setattr(kernels, "play_soundly", lambda *arguments, fault=fault: fault)
        assert words in run(PLACE, Unit("sound", "pig", 0, 1, 2000))["fault"]


def test_a_name_that_leads_to_another_action_is_told(monkeypatch):
    monkeypatch.setattr(DeclaredNames, "index", lambda self, name, team: 0)
    words = "`action_names`: action 1 of team 0 is called 'roll two', which is the name of 0"
    assert check_plain.play_at_random(PIG.load("pig"), 0, 1)["fault"] == words


def test_a_scenario_that_is_not_kept_whole_is_told(monkeypatch):
    monkeypatch.setattr(DeclaredScenario, "to_json", lambda self: '{"name": "short-pig", "goal": 30, "turns": 6}')
    words = "`from_json` makes another scenario of what `to_json` wrote"
    assert check_plain.play_at_random(PIG.load("short-pig"), 0, 1)["fault"] == words


def test_a_mask_that_allows_too_much_is_told_at_once_with_the_position(monkeypatch):
    monkeypatch.setattr(check_plain, "SEEN", 10**9)  # else all is tried in the first position
    monkeypatch.setattr(KERNELS, "is_legal", lambda world, game, action: action != ROLL_TWO)
    fault = check_plain.play_at_random(PIG.load("pig"), 0, 60)["fault"]
    assert fault.startswith("action 1: the mask says 1, `is_legal` 0: seed 0, turn=")


def test_an_error_is_told_with_its_position(monkeypatch):
    monkeypatch.setattr(KERNELS, "observe", outside)
    position = Game(PIG.load("pig"), 4).position()
    assert check_plain.play_at_random(PIG.load("pig"), 4, 60)["fault"].endswith(f"after 0 decisions, {position}")


def test_results_of_other_code_have_another_fingerprint(tmp_path, monkeypatch):
    folder = tmp_path / "game_of_files"
    folder.mkdir()
    files = [folder / name for name in ("__init__.py", "bots.py", "twin.py")]
    for file in files:
        file.write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = SimpleNamespace(package="game_of_files", twin="game_of_files.twin")
    first = fingerprint(game)
    for file in files:
        file.write_text("NUMBER = 1\n")
        assert fingerprint(game) != first
        file.write_text("")
    assert fingerprint(game) == first
    alone = SimpleNamespace(package="game_of_files", twin="twin_of_one_file")
    files = [tmp_path / "twin_of_one_file.py"]
    files[0].write_text("")
    first = fingerprint(alone)
    files[0].write_text("NUMBER = 1\n")
    assert fingerprint(alone) != first


def test_an_observation_that_depends_on_the_side_is_told():
    scenario = PAINTBALL.load("capture-the-flag-basic-drawn")
    game = Game(scenario, seed=3)
    mirrored = game.clone()
    mirrored.games = twins.turned(scenario, game.games)
    assert work.turned_fault(scenario, game, mirrored) == ""
    words = r"encoding vector: number \d+ of team 0's observation is another one when turned"
    assert re.fullmatch(words, work.turned_fault(scenario, game, game))


def test_facts_that_depend_on_the_side_are_told(monkeypatch):
    scenario = PAINTBALL.load("capture-the-flag-basic-drawn")
    game = Game(scenario, seed=3)
    mirrored = game.clone()
    mirrored.games = twins.turned(scenario, game.games)
    real = work.facts_of
    for place, kernel in enumerate(("observe_position", "observe_legal")):

        def facts(scenario, each, rules, place=place):
            both = tuple(each.copy() for each in real(scenario, game, rules))
            if each is mirrored:
                both[place][0, 3] += 1
            return both

        with monkeypatch.context() as patch:
            patch.setattr(work, "facts_of", facts)
            words = f"`{kernel}`: number 3 of the deciding team is another one when turned"
            assert work.turned_fault(scenario, game, mirrored) == words
