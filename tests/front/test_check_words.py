"""What a game gives beside its rules is used by `verify`; errors are told with their place and their game."""

import json
from itertools import cycle
from types import SimpleNamespace

import pytest

from tabletop.front.verify import check_plain, check_words
from tabletop.front.verify.plan import Unit
from tabletop.front.verify.work import run
from tabletop.game.chance import EventKind
from tabletop.game.declared import DeclaredGame, DeclaredScenario
from tabletop.game.definition import AgentEntry
from tabletop.show.showing import Showing
from tests.any_game.games import PIG_SHELL
from tests.any_game.pig import PIG, Careful
from tests.any_game.pig_names import KERNELS
from tests.any_game.test_commands import call

PLACE = "tests.any_game.pig:PIG"


def raising(*arguments):
    return ()[3]


class Stubborn(Careful):
    def act(self, view):
        return 2


class Storyless:
    def __init__(self, scenario):
        pass

    def tell(self, events, draws, turn):
        return [SimpleNamespace(text=raising)]


def policy(world, game, mask, parameters, key):
    return 2


def value(world, game, team, weights):
    return 1.5


class Fickle(Careful):
    """Chooses by noise that no seed determines, and keeps nothing of what `reset` gives."""

    chosen = cycle(range(2))

    def reset(self, seed):
        pass

    def act(self, view):
        return next(self.chosen)


class Noisy(Careful):
    """Its noise is only what it is given before `reset`, as in a match."""

    def reset(self, seed):
        pass

    def act(self, view):
        return self.random.randrange(2)


def few(world, game, mask, out, listed):
    return 1


MOST_POINTS = next(field.most for field in PIG.fields if field.name == "pot")
REAL_FACTS = KERNELS.observe_legal


def double(world, game, mask, out, listed):
    count = REAL_FACTS(world, game, mask, out, listed)
    out[:count, 1] *= 2.0
    return count


def wide(world, game, mask, out, listed):
    out[0, 4] = 1.0


def unwritten(world, game, team, out):
    out[1:] = 0.0


@pytest.mark.parametrize(
    ("owner", "name", "value", "words"),
    [
        (DeclaredGame, "why_not", lambda self, scenario, games, action: "", "`why_not` of action 3 is a line, not ''"),
        (DeclaredGame, "why_not", raising, "IndexError: tuple index out of range (`raising`, test_check_words.py"),
        (DeclaredGame, "subject_name", raising, "IndexError: tuple index out of range (`raising`"),
        (Showing, "summary", raising, "IndexError"),
        (Showing, "draw_text", raising, "IndexError"),
        (Showing, "scenes", raising, "IndexError"),
        (Showing, "storyteller", lambda self, scenario: Storyless(scenario), "IndexError"),
        (DeclaredGame, "parse_position", raising, "IndexError"),
        (
            DeclaredGame,
            "parse_position",
            lambda self, scenario, text: self.start_record(scenario),
            "a game that begins in this position is in another one: turn=1 ",
        ),
        (PIG, "agents", {"gone": AgentEntry("tests.any_game.pig:Gone", "")}, "has no attribute 'Gone'"),
        (
            PIG,
            "agents",
            {"stubborn": AgentEntry(f"{__name__}:Stubborn", "")},
            "the agent Stubborn answers 2, which isn",
        ),
        (PIG, "event_kinds", [EventKind("scored"), *PIG.event_kinds[1:]], "a step is 'scored', not 'chosen'"),
        (KERNELS, "observe_legal", few, "`observe_legal` lists 1 actions, [-1, -1]: legal are [0, 1]"),
        (KERNELS, "observe_position", unwritten, "`observe_position`: number 0 isn't written, or not finite"),
        (PIG, "agents", {"fickle": AgentEntry(f"{__name__}:Fickle", "")}, "the agent Fickle answers 0, then 1 after"),
        (
            KERNELS,
            "observe_legal",
            double,
            "the first 3 facts of action 1 are [0.0, 2.0, 0.0]: one of them is 1, the others are 0",
        ),
        (KERNELS, "observe_legal", wide, "IndexError: index 4 is out of bounds for axis 1 with size 4 (`wide`"),
    ],
)
def test_faults_of_what_is_beside_the_rules_are_told(monkeypatch, owner, name, value, words):
    assert PIG.batch  # compiled of the real kernels
    monkeypatch.setattr(owner, name, value)
    fault = check_plain.play_at_random(PIG.load("pig"), 0, 60)["fault"]
    assert words in fault and ": seed 0, " in fault, fault


def test_planning_is_used(monkeypatch):
    monkeypatch.setattr(PIG, "planning", __name__)
    fault = check_plain.play_at_random(PIG.load("pig"), 0, 9)["fault"]
    assert fault.startswith("the policy random of `planning` gives action 2, which isn't legal: seed 0, turn=1 ")
    changing = cycle(range(2))
    monkeypatch.setitem(globals(), "policy", lambda *given: next(changing))
    fault = check_plain.play_at_random(PIG.load("pig"), 0, 9)["fault"]
    assert fault.startswith("the policy random of `planning` gives action 0, then 1 with the same key: seed 0, turn=1 ")
    monkeypatch.delitem(globals(), "policy")
    fault = check_plain.play_at_random(PIG.load("pig"), 0, 9)["fault"]
    assert fault.startswith("`value` of `planning` is 1.5, not -1 to 1: seed 0, turn=1 ")
    monkeypatch.setitem(globals(), "value", lambda world, game, team, weights: 0.5)
    fault = check_plain.play_at_random(PIG.load("pig"), 0, 9)["fault"]
    assert fault.startswith("`value` of `planning` is 0.5 for one team and 0.5 for the other, not the negative of it: ")


def test_a_bot_whose_reset_leaves_its_noise_alone_is_no_fault(monkeypatch):
    monkeypatch.setattr(PIG, "agents", {"noisy": AgentEntry(f"{__name__}:Noisy", "")})
    assert not check_plain.play_at_random(PIG.load("pig"), 0, 60)["fault"]


FAULTY = """
from tabletop.game.chance import note, rewind
from tabletop.game.declared import DeclaredGame
from tests.any_game.pig import *
from tests.any_game.pig.kernels import *
from tests.any_game.pig_names import HOLD, KERNELS, variant

class Faulty(DeclaredGame):
    def subject_name(self, scenario, subject):
        return str(subject)

{kernel}

FAULTY = variant(Faulty, kernels="faulty_pig")
"""
SAME_DICE = """
def step(world, game, chance, action, mask):
    game.dice.rolled[:] = 0
    return KERNELS.step(world, game, chance, action, mask)
"""
NO_COUNTER = """
def step(world, game, chance, action, mask):
    if action == HOLD:
        return KERNELS.step(world, game, chance, action, mask)
    rewind(chance)
    note(chance, CHOSEN, who=game.decider, value=action)
    game.pot += die(game, chance, THROW, 4, ANY_FACE)
    return legal_actions(world, game, mask) and 1
"""
NO_REWIND = """
def step(world, game, chance, action, mask):
    chance.traced = 0
    rewind(chance)
    chance.traced = 1
    used = chance.used
    done = KERNELS.step(world, game, chance, action, mask)
    chance.used += used
    return done
"""


@pytest.mark.parametrize(
    ("kernel", "words"),
    [
        (NO_REWIND, "a step notes 2 draws and rolls 1 dice: `step` is to call `rewind` before it draws: seed 1, turn="),
        (SAME_DICE, "a die falls a second time (turn 1, subject 0, purpose 2, number 0): `dice.rolled` was reset too"),
        (NO_COUNTER, "a die falls a second time (turn 1, subject 4, purpose 2, number 0): `dice.rolled` was reset too"),
    ],
)
@pytest.mark.slow
def test_dice_that_fall_again_are_seen(tmp_path, monkeypatch, kernel, words):
    (tmp_path / "faulty_pig.py").write_text(FAULTY.format(kernel=kernel))
    monkeypatch.syspath_prepend(tmp_path)
    assert words in check_plain.look("faulty_pig:FAULTY", "pig", 1, 60)["fault"]


CARELESS = """
def shown(self, scenario, games):
    return f"{{DeclaredGame.format_position(self, scenario, games)}} {field}={{games['{field}'].flat[0]}}"

def parsed(self, scenario, text):
    text, _, number = text.rpartition(" {field}=")
    games = DeclaredGame.parse_position(self, scenario, text)
    games["{field}"].flat[0] = int(number)
    return games

def step(world, game, chance, action, mask):
    (0,)[game.spare]
    return KERNELS.step(world, game, chance, action, mask)

Faulty.format_position, Faulty.parse_position = shown, parsed
"""


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("decider", "a position that can't be: `decider` "),
        ("spare", "`parse_position` takes a position in which play fails (IndexError: tuple index out of range"),
    ],
)
def test_texts_with_numbers_that_there_are_not_are_to_be_refused(tmp_path, monkeypatch, field, words):
    (tmp_path / "faulty_pig.py").write_text(FAULTY.format(kernel=CARELESS.format(field=field)))
    monkeypatch.syspath_prepend(tmp_path)
    assert words in check_plain.look("faulty_pig:FAULTY", "pig", 1, 200)["fault"]


@pytest.mark.parametrize("check", ["states", "text"])
def test_an_error_in_a_check_is_told_with_the_game_and_its_position(monkeypatch, check):
    def wrong(self, scenario, text):
        raise KeyError("turns")

    monkeypatch.setattr(DeclaredGame, "parse_position", wrong)
    fault = run(PLACE, Unit(check, "pig", 0, 5, 3))["fault"]
    assert fault.startswith("KeyError: 'turns' (`wrong`, test_check_words.py, line ") and "): seed 5, turn=" in fault


@pytest.mark.parametrize("check", ["states", "text"])
def test_a_text_of_two_lines_is_told(monkeypatch, check):
    real = DeclaredGame.format_position
    monkeypatch.setattr(DeclaredGame, "format_position", lambda *given: real(*given).replace(" ", "\n", 1))
    fault = run(PLACE, Unit(check, "pig", 0, 5, 3))["fault"]
    assert fault.startswith("`format_position` writes a line, without a line break, not 'turn=")


def test_presets_have_digests_of_their_own(monkeypatch, tmp_path):
    monkeypatch.setattr(DeclaredScenario, "digest", lambda self: "0" * 64)
    said = call(PIG_SHELL, "verify", "--state", tmp_path / "v.jsonl", code=2)
    assert "pig and short-pig are different scenarios with the same `digest`" in said


@pytest.fixture
def no_process(monkeypatch):
    """The first look at a game, which is in a process of its own, is left out: it is no matter."""
    monkeypatch.setattr(check_plain, "look", lambda _, __, ___, decisions: {"games": 1, "decisions": decisions})


@pytest.mark.usefixtures("no_process")
def test_what_is_under_way_is_shown(monkeypatch, tmp_path):
    for name, value in (("FORCE_COLOR", "1"), ("TERM", "xterm")):  # by these any rich takes it for a terminal
        monkeypatch.setenv(name, value)
    amounts = ("--games", 0, "--decisions", 2000, "--states", 0, "--texts", 0, "--jobs", 1)
    said = call(PIG_SHELL, "verify", *amounts, "--state", tmp_path / "v.jsonl")
    for words in ("plain pig", "plain short-pig", "sound pig", "sound short-pig"):
        assert words in said


def test_a_game_that_is_not_whole_is_refused_at_once(monkeypatch, tmp_path):
    monkeypatch.setattr(PIG, "goal_ending", "home")
    said = call(PIG_SHELL, "verify", "--state", tmp_path / "v.jsonl", code=2)
    assert "verify: the game pig isn't whole: `goal_ending` 'home' is none of its endings" in said
    assert not (tmp_path / "v.jsonl").exists()


@pytest.mark.parametrize(
    "text, line",
    [
        ("all my results on one line", 1),
        ("first\nsecond", 1),
        ("{}\n", 1),
        ("[1]\n", 1),
        ("null\n", 1),
        ('{"unit": "a", "check": "text", "scenario": "pig", "engine": "e", "games": "two"}\n', 1),
        ('{"unit": "a", "check": [], "scenario": "pig", "engine": "e"}\n', 1),
        ('{"unit": "a", "check": "text", "scenario": "pig", "engine": "e"}\nmy notes', 2),
    ],
)
def test_a_file_with_something_else_than_results_is_left_alone(tmp_path, text, line):
    state = tmp_path / "notes.txt"
    state.write_text(text)
    said = call(PIG_SHELL, "verify", "--state", state, code=2)
    words = f"is there already, and line {line} is no result of verify: choose another name, or delete the file"
    assert said == f"verify: {state} {words}\n" and state.read_text() == text
    state.write_bytes(b"\xff" + text.encode())
    said = call(PIG_SHELL, "verify", "--state", state, code=2)
    assert said == f"verify: {state}: no text, or not UTF-8: invalid start byte at byte 1\n"


@pytest.mark.usefixtures("no_process")
@pytest.mark.parametrize("rest", ["", "{", '{"uni', '{"unit": "text pig 0', '{"unit": "é'])
def test_only_what_a_kill_left_of_a_result_is_cut_off(tmp_path, rest):
    state, line = tmp_path / "v.jsonl", '{"unit": "a", "check": "text", "scenario": "pig", "engine": "e", "games": 2}\n'
    state.write_text(line + rest, encoding="utf-8")
    none = ("--games", 0, "--decisions", 0, "--states", 0, "--texts", 0, "--jobs", 1)
    call(PIG_SHELL, "verify", *none, "--state", state)
    first, *others = state.read_text(encoding="utf-8").splitlines(keepends=True)
    assert first == line and [json.loads(each)["check"] for each in others] == ["plain", "plain"]


def test_a_step_that_a_wrong_number_has_broken_off_is_the_last_one():
    """It has left the position half changed; what fails after it is no fault of the game."""
    steps = []

    def step(action):
        steps.append(action)
        raise OverflowError

    check_words.Uses(PIG.load("pig"), 0).play_on(SimpleNamespace(over=False, legal_indices=lambda: [0], step=step))
    assert steps == [0]


def test_a_text_that_leads_outside_an_array_is_told(monkeypatch):
    real = KERNELS.observe

    def outside(world, game, team, cells, out):
        real(world, game, team, cells, out)
        if max(game.pot, *game.score) == MOST_POINTS:
            out[MOST_POINTS] = 1.0

    monkeypatch.setattr(check_plain, "SEEN", 1)
    monkeypatch.setattr(check_words, "WRONG_NUMBERS", (MOST_POINTS,))
    monkeypatch.setattr(KERNELS, "observe", outside)
    fault = check_plain.play_at_random(PIG.load("pig"), 0, 60)["fault"]
    assert fault.startswith("`parse_position` takes a position in which play fails (IndexError: index 9999 is")
    assert "=9999" in fault or ",9999" in fault
