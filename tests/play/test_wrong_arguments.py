"""Are wrong arguments of public functions refused in one line, instead of failing somewhere inside?"""

import json
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

import octagon_ball.scenario
import tabletop.env.batch.simulator
import tabletop.play.game
from octagon_ball.definition import OCTAGON_BALL
from paintball_env import (
    BatchedGames,
    Encoding,
    Game,
    Recorder,
    RecordError,
    Scenario,
    SelfPlayGames,
    Simulator,
    Storyteller,
    balance_of,
    make_agent,
    make_workers,
    parallel_env,
    parse_position,
    play_match,
    play_recorded,
    random_games,
    read_record,
    record_games,
    render_ansi,
    render_rgb,
    render_svg,
    replay,
    rule,
    save_agent,
    write_dataset,
    write_png,
)
from tests import refuses

BASIC = "capture-the-flag-basic"


WRITERS = {
    "folder": [
        lambda path: record_games(parallel_env(BASIC), path),
        lambda path: save_agent(path, [np.zeros((2, 2)), np.zeros(2)], BASIC),
    ],
    "out": [lambda path: write_dataset(path, [])],
    "source": [lambda path: write_dataset("a.npz", [path])],
    "path": [
        lambda path: write_png(BASIC, Game(BASIC), path),
    ],
    "file": [Scenario.from_file],
}


@pytest.mark.parametrize("name", WRITERS)
def test_what_is_no_path_is_refused(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for write in WRITERS[name]:
        for wrong in (None, 3, b"x", ["a"]):
            refuses(TypeError, rf"^{name} {re.escape(repr(wrong))}: .*Path", write, wrong)
        refuses(ValueError, f"^{name} .*: .*NUL", write, "a\0b")
    assert not list(tmp_path.iterdir())


def test_what_is_no_source_of_records_is_refused(tmp_path):
    for wrong in (None, 3):
        refuses(TypeError, f"^source {wrong}: ", write_dataset, tmp_path / "a.npz", wrong)
    record = play_recorded("random", "random", BASIC, 1)
    assert write_dataset(tmp_path / "a.npz", record) == write_dataset(tmp_path / "b.npz", [record])


@pytest.mark.parametrize("scenarios", [Scenario, octagon_ball.scenario.Scenario])
def test_what_is_no_name_or_text_of_a_scenario_is_refused(scenarios):
    for wrong in (None, 3, b"x", ["a"]):
        refuses(ValueError, f"^scenario {re.escape(repr(wrong))}: ", scenarios.load, wrong)
        for read in (scenarios.parse, scenarios.from_json):
            refuses(TypeError, f"^text {re.escape(repr(wrong))}: ", read, wrong)
    refuses(ValueError, f"{'x' * 300}…$", scenarios.load, "x" * 5000 + ".toml")
    refuses(ValueError, r"^no scenario 'x\\nx\\n", scenarios.load, "x\n" * 5000)
    refuses(ValueError, "JSON: Exceeds the limit", scenarios.from_json, "1" * 5000)


def test_a_record_is_read_from_its_text_or_its_file(tmp_path):
    for wrong in (None, 3, b"x"):
        refuses(RecordError, f"not {type(wrong).__name__}$", read_record, wrong)
    file = tmp_path / "a.pbr"
    file.write_text("\n".join(RECORD))
    assert read_record(file) == read_record("\n".join(RECORD))
    refuses(RecordError, f"^'{file}': .*Path$", read_record, str(file))
    file.write_text("\n".join(RECORD[:-1]))
    refuses(RecordError, f"^{file}: line ", read_record, file)
    refuses(ValueError, "b.pbr", read_record, file.with_name("b.pbr"))


START = Game(BASIC, 1).position()
SMALL = OCTAGON_BALL.load("octagon-small")
RECORD = play_recorded("random", "random", BASIC, 1).write().splitlines()


def with_line(number, text):
    """A record whose line of this number, counted from 0, is another one."""
    return "\n".join([*RECORD[:number], text, *RECORD[number + 1 :]])


TEXTS = {
    "agent": make_agent,
    "its key": lambda text: make_agent(f"hunter:{text}=1"),
    "its number": lambda text: make_agent(f"hunter:noise={text}"),
    "its file": lambda text: make_agent(f"./{text}.py"),
    "its folder": lambda text: make_agent(f"trained:{text}"),
    "its program": lambda text: make_agent(f"program:{text}"),
    "its isolated file": lambda text: make_agent(f"isolated:./{text}.py"),
    "scenario": Scenario.load,
    "scenario's file": lambda text: Scenario.load(f"{text}.toml"),
    "scenario's key": lambda text: Scenario.parse(f"{json.dumps(text)} = 1"),
    "scenario's board": lambda text: Scenario.parse(f'name = "a"\nobjective = "capture"\nmap = {json.dumps(text)}'),
    "source": lambda text: Scenario.parse("=", text),
    "position": lambda text: Game(BASIC, 1, text),
    "position's key": lambda text: parse_position(BASIC, f"{START} {text}=1"),
    "position's number": lambda text: parse_position(BASIC, START.replace("turn=0", f"turn={text}")),
    "octagon's position": lambda text: OCTAGON_BALL.parse_position(SMALL, text),
    "octagon's number": lambda text: OCTAGON_BALL.parse_position(SMALL, f"turn={text}"),
    "action": lambda text: Game(BASIC, 1).step(text),
    "octagon's action": lambda text: tabletop.play.game.Game(SMALL).step(text),
    "encoding": lambda text: Encoding(Scenario.load(BASIC), text),
    "option": lambda text: parallel_env(BASIC).reset(options={text: 1}),
    "record": read_record,
    "record's version": lambda text: read_record(with_line(0, f"{RECORD[0].split(':')[0]}: {text}")),
    "record's key": lambda text: read_record(with_line(2, f"{text}: 1")),
    "record's action": lambda text: list(replay(read_record(with_line(8, f"1 {text}")))),
    "record's draw": lambda text: read_record(with_line(8, f"{RECORD[8]} | {text}")),
    "dataset": lambda text: write_dataset(text, []),
    "dataset's source": lambda text: write_dataset("a.npz", [text]),
    "executor": make_workers,
}


@pytest.mark.parametrize("place", TEXTS)
def test_a_text_of_any_length_is_cut_in_what_is_said_of_it(place):
    for text in ("x" * 5000, "one line\n" * 2000):
        refuses(ValueError, "", TEXTS[place], text)


NEW = Game(BASIC, 1)
SETTING = Scenario.load(BASIC)
LAYERS = [np.zeros((SETTING.actions, Encoding(SETTING, "vector").size)), np.zeros(SETTING.actions)]
REFUSED = {
    "results of one number": (ValueError, lambda: Game(BASIC, 1, None, 3), "results 3: "),
    "results that are cut": (ValueError, lambda: Game(BASIC, 1, None, [1.5]), "results of draws are small whole"),
    "results of truths": (ValueError, lambda: Game(BASIC, 1, None, [True]), "results of draws are small whole"),
    "results in lists": (ValueError, lambda: Game(BASIC, 1, None, [[1]]), "results of draws are small whole"),
    "a card": (ValueError, lambda: save_agent("a", LAYERS, BASIC, card=[1]), "card [1]: "),
    "an activation": (ValueError, lambda: save_agent("a", LAYERS, BASIC, activation=[1]), "activation [1]: "),
    "a replayed text": (TypeError, lambda: list(replay("x")), "record 'x': "),
    "a recorded text": (TypeError, lambda: Recorder("x", SETTING, 1, "a", "b"), "game 'x': "),
    "a recorded seed": (ValueError, lambda: Recorder(NEW, SETTING, 1.5, "a", "b"), "seed 1.5: "),
    "no recorded seed": (ValueError, lambda: Recorder(NEW, SETTING, None, "a", "b"), "seed None: "),
    "a player": (RecordError, lambda: Recorder(NEW, SETTING, 1, 3, "b").record().write(), "red: "),
    "luck": (ValueError, lambda: play_match("random", "random", BASIC, 1, luck="no"), "luck 'no': "),
    "a balance of nothing": (ValueError, lambda: balance_of([]), "results []: "),
    "a balance of numbers": (ValueError, lambda: balance_of([1]), "results [1]: "),
    "a prefix": (ValueError, lambda: record_games(parallel_env(BASIC), "a", prefix=3), "prefix 3: "),
    "jobs in parts": (ValueError, lambda: make_workers("processes", 1.5), "jobs are 1 or more, not 1.5"),
    "jobs in words": (ValueError, lambda: make_workers("processes", "2"), "jobs are 1 or more, not 2"),
    "workers": (TypeError, lambda: random_games(BASIC, 1, 1, workers=2), "workers 2: "),
    "a story": (ValueError, lambda: Storyteller(BASIC), f"scenario '{BASIC}': "),
    "a width": (ValueError, lambda: render_svg(BASIC, NEW, width=None), "width None: "),
    "a width in parts": (ValueError, lambda: render_rgb(BASIC, NEW, 400.5), "width 400.5: "),
    "a legend": (ValueError, lambda: render_svg(BASIC, NEW, legend="no"), "legend 'no': "),
    "a caption": (TypeError, lambda: render_rgb(BASIC, NEW, caption=3), "caption 3: "),
    "a step": (TypeError, lambda: render_svg(BASIC, NEW, step=3), "step 3: "),
    "steadiness": (ValueError, lambda: render_rgb(BASIC, NEW, steady="no"), "steady 'no': "),
    "a colour": (ValueError, lambda: render_ansi(BASIC, NEW, colour="no"), "colour 'no': "),
    "room for ever": (ValueError, lambda: render_ansi(BASIC, NEW, room=(float("nan"), 9)), "room (nan, 9): "),
    "room of one number": (ValueError, lambda: render_ansi(BASIC, NEW, room=80), "room 80: "),
    "a compiled number": (TypeError, lambda: rule(3), "rule: "),
    "a compiled builtin": (TypeError, lambda: rule(inline=True)(print), "rule: "),
    "no room": (ValueError, lambda: render_ansi(BASIC, NEW, room=(0, 9)), "columns 0: "),
}


@pytest.mark.parametrize("what", REFUSED)
def test_an_argument_of_another_kind_is_refused(what, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kind, call, words = REFUSED[what]
    assert refuses(kind, "", call).startswith(words)


@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
def test_a_limit_that_is_changed_is_read_like_the_first_one(kind):
    games = kind(BASIC, 2, max_episode_steps=3)
    for wrong in (0, -1, 1.5, True, "a", float("nan")):
        with pytest.raises(ValueError, match=r"^max_episode_steps .*:"):
            games.max_episode_steps = wrong
    assert games.max_episode_steps == 3
    for limit in (5, None):
        games.max_episode_steps = limit
        assert games.max_episode_steps == limit
    assert pickle.loads(pickle.dumps(games)).max_episode_steps is None


@pytest.mark.parametrize("kind", [BatchedGames, SelfPlayGames])
@pytest.mark.parametrize("wrong", [b"x", "1", {1: 2}, [b"x"], ["1"], [True], 3])
def test_weights_are_a_list_of_numbers(kind, wrong):
    refuses(ValueError, f"^weights {re.escape(repr(wrong))}: 1 numbers", kind, BASIC, 2, ["random"], wrong)


def test_an_action_is_named_by_numbers():
    games = BatchedGames(BASIC, 2)
    call = games.illegal_words
    assert call(0, 0) == "game 0: the game has not begun"
    games.reset(seed=1)
    for wrong in ("done", None, 1.5, [1]):
        refuses(TypeError, rf"^action {re.escape(repr(wrong))}: .* 0 to {games.actions - 1}$", call, 0, wrong)
    for row in (2, -1, "x", None, [0, 1]):
        refuses(ValueError, r"^rows? .*0 to 1$", call, row, 0)
    assert call(np.int64(1), np.int64(2)) == call(1, 2)


def test_sides_are_numbers_or_names_and_nothing_else():
    games = BatchedGames(BASIC, 2)
    for wrong in ([0, True], [0, 2], [0.0, 1.0], np.array([0.0, 1.0]), np.array([True, False]), ["red", "green"]):
        refuses(ValueError, "^side ", games.begin, sides=wrong)


def test_a_simulator_takes_positions_of_its_scenario():
    refuses(ValueError, f"^scenario '{BASIC}': ", tabletop.env.batch.simulator.Simulator, BASIC)
    simulator = Simulator(BASIC, 2)
    recorded = play_recorded("random", "random", BASIC, 1)
    for wrong in (recorded, tabletop.play.game.Game(SMALL).games, [NEW.games], None, 3):
        refuses(ValueError, f"^position {type(wrong).__name__}: ", simulator.enter, wrong)
    for other in (Game("battle-12"), tabletop.play.game.Game(SMALL)):
        refuses(ValueError, f"^position of '{other.scenario.name}': .*'{BASIC}'$", simulator.enter, other)


class _Path:
    """A path of another library."""

    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return str(self.path)


def test_what_is_meant_is_taken_whatever_its_class(tmp_path):
    torch = pytest.importorskip("torch")
    games = SelfPlayGames(BASIC, 2)
    for sides in ([0, 1], np.array([0, 1]), torch.tensor([0, 1]), ("red", "blue"), [np.int8(0), np.array(1)]):
        games.begin(sides=sides)
        assert games.sides.tolist() == [0, 1]
    for room in ([80, 24], np.array([80, 24]), (np.int64(80), 24)):
        assert render_ansi(BASIC, NEW, room=room) == render_ansi(BASIC, NEW, room=(80, 24))
    file = tmp_path / "mine.toml"
    file.write_text(next(Path("configs/boards").glob("*.toml")).read_text())
    assert Scenario.load(_Path(file)) == Scenario.from_file(_Path(file)) == Scenario.load(str(file))
    file.write_text("x = 1\n")
    refuses(ValueError, re.escape(f"{file}: "), lambda: Scenario.from_file(_Path(file)))
