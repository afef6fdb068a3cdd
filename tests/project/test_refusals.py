"""How typical refusals read, on one page: tests/data/refusals.txt.

`python -m tests.project.test_refusals` writes it.
"""

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from beat_to_quarters.definition import BEAT_TO_QUARTERS
from octagon_ball.definition import OCTAGON_BALL
from paintball_env import (
    BatchedGames,
    Game,
    PaintballEnv,
    PaintballParallelEnv,
    PaintballVectorEnv,
    Scenario,
    Shaping,
    make_agent,
    parallel_env,
    parse_position,
    play_match,
    read_record,
    save_agent,
)
from paintball_env.definition import PAINTBALL
from tabletop.learn.training import config
from tests import ROOT
from tests.called import call

PAGE = ROOT / "tests" / "data" / "refusals.txt"
BASIC = "capture-the-flag-basic"
AT = "turn=3 phase=1 acting=red second=blue score=4,2 to=red:act"
HEAD = 'name = "own"\nmap = "hexon26"\nobjective = "capture"\n'
RUN = f'name = "own"\nscenario = "{BASIC}"\ntotal_steps = 1000\nopponents = {{ random = 1 }}\n'
RECORD = (ROOT / "docs" / "watching.pbr").read_text(encoding="utf-8")


def position(text: str) -> Callable[[], object]:
    return lambda: parse_position(BASIC, text)


def scenario(text: str) -> Callable[[], object]:
    return lambda: Scenario.parse(HEAD + text, "own.toml")


def octagon(text: str) -> Callable[[], object]:
    return lambda: OCTAGON_BALL.parse_position(OCTAGON_BALL.load("octagon-small"), text)


def naval(text: str) -> Callable[[], object]:
    return lambda: BEAT_TO_QUARTERS.parse_position(BEAT_TO_QUARTERS.load("duel"), text)


def run(*changes: str) -> Callable[[], object]:
    def load() -> object:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            Path("own.toml").write_text(RUN, encoding="utf-8")
            return config.load(Path("own.toml"), PAINTBALL, list(changes))

    return load


def step(action: object) -> object:
    env = PaintballParallelEnv(BASIC)
    env.reset(seed=1)
    return env.step({"team_0": action, "team_1": action})


def masked(action: int) -> object:
    games = BatchedGames(BASIC, 2, seed=1)
    games.reset()
    return games.step(np.array([action, action]))


REFUSED: dict[str, list[Callable[[], object]]] = {
    "Positions": [
        position(f"{AT} R1=c9"),
        position(f"{AT} R1=c3 R1=c4"),
        position(f"{AT} R1=c3,p3"),
        position("turn=31 phase=1 acting=red second=red to=red:act"),
        position(f"{AT} used=1,0 R1=c3,p1,moved2,used B1=c6"),
        position(f"{AT} R1=c3"),
        position(f"{AT} R1=c8 B1=c8 B2=c8 M1=c8"),
        octagon("turn=3 acting=white"),
        naval("turn=3 wind=W first=white chips=1,1,0 acting=white to=white:sail ship=W1 W1=1010E,still B1=0910E"),
    ],
    "Scenarios": [
        scenario("luck = 1"),
        scenario("[rules]\npoints = 5"),
        scenario("[rules]\nsoft_sav = [1]"),
        scenario("max_turns = 3"),
        scenario('[red]\nstart = ["c1"]'),
        scenario('[cover]\nsoft_at = ["c1"]'),
        scenario('setup = "fixed"'),
        lambda: Scenario.load("chess"),
        lambda: Scenario.load("battle12"),
    ],
    "Games and their records": [
        lambda: Game(BASIC, seed=1).step("R1 fly"),
        lambda: Game(BASIC, seed=1).step(9999),
        lambda: Game(BASIC, seed=-1),
        lambda: read_record("x"),
        lambda: read_record(RECORD.replace("seed: ", "sed: ")),
    ],
    "Runs of training": [
        run("learner.gama=0.9"),
        run("learner.gamma=2"),
        run("evaluation.opponents=['random', 'random']"),
        run("self_play.present=0.1"),
        run("device=gpu"),
    ],
    "Bots": [
        lambda: make_agent("hnter"),
        lambda: make_agent("hunter:noise=x"),
        lambda: make_agent("./nowhere.py"),
        lambda: play_match("random", "random", BASIC, 0),
        lambda: save_agent("own", [np.zeros((2, 2)), np.zeros(2)], BASIC),
    ],
    "Environments": [
        lambda: parallel_env(scenari=BASIC),
        lambda: PaintballParallelEnv(BASIC).step({}),
        lambda: PaintballParallelEnv(BASIC, render_mode="rgb"),
        lambda: PaintballEnv(BASIC, side="green"),
        lambda: PaintballEnv(BASIC).reset(options={"postion": AT}),
        lambda: PaintballVectorEnv(0, BASIC),
        lambda: BatchedGames(BASIC, 2, ["random"], weights=[1, 2]),
        lambda: Shaping(figures=float("nan")),
        lambda: step("done"),
        lambda: masked(9999),
        lambda: masked(0),
    ],
}
COMMANDS = (
    ("play", "nobody"),
    ("match", "random", "random", "--pairs", 0),
    ("match", "random", "random", "--out", ""),
    ("odds", "turn=2 nonsense", "done"),
    ("show", "nowhere.txt"),
    ("train",),
    ("tournament", "random"),
    ("sweep", "battle-12", "rules.max_turn=3"),
)


def told(refused: Callable[[], object]) -> str:
    """The line by which a call is refused."""
    try:
        refused()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("it was taken")


def written() -> str:
    parts = [[f"# {part}", *map(told, calls)] for part, calls in REFUSED.items()]
    parts.append(["# Commands", *(call(*words).stderr.strip() for words in COMMANDS)])
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


def test_refusals_read_as_on_their_page() -> None:
    assert written() == PAGE.read_text(encoding="utf-8"), "python -m tests.project.test_refusals writes the page"


if __name__ == "__main__":
    PAGE.write_text(written(), encoding="utf-8")
