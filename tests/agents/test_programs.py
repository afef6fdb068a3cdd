"""Do programs in any language play by the protocol of the page, and isolated bots as they play in our process?"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from paintball_env import BatchedGames, PaintballEnv, PaintballVectorEnv, SelfPlayGames
from tabletop.agents.base import AgentError
from tabletop.agents.programs.agent import make_program
from tabletop.agents.programs.groups import MEMORY, PROCESSES, TIME
from tabletop.agents.programs.isolation_report import lacking, standing
from tabletop.agents.programs.limits import Limits
from tabletop.agents.programs.process import Process
from tabletop.agents.programs.sandbox import remove_scratch
from tabletop.agents.registry import make
from tabletop.play.game import Game
from tabletop.play.odds import outcomes
from tabletop.rate.matches.match import play, play_seeds
from tabletop.rate.matches.pairs import pair_seeds
from tabletop.rate.matches.single import play_recorded
from tabletop.rate.tournament.definition import agent_digest
from tests import ROOT, refuses
from tests.agents.held import CTF
from tests.agents.held import make as make_paintball
from tests.any_game.pig import PIG

BOTS, PAGE = ROOT / "examples" / "bots", ROOT / "docs" / "bots-as-programs.md"
SHORT, RANDOM = PIG.load("short-pig"), make("random", PIG)
SCRIPT = """\
#!{python} -S
import json, sys
def say(**message):
    print(json.dumps(message), flush=True)
log = open({log!r}, "a") if {log!r} else sys.stderr
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        say(type="hello", protocol=1, name="script", wants={wants})
    elif told["type"] == "scenario":
        say(type="ready")
    elif told["type"] == "decide":
        {act}
"""


def script(folder, act="say(type='action', action=told['legal'][-1])", wants=("names", "position")):
    path = folder / "script.py"
    path.write_text(SCRIPT.format(python=sys.executable, log="", wants=list(wants), act=act))
    path.chmod(0o755)
    return f"program:{path}"


def example(tmp_path, language):
    """The page's bot in this language, as an agent's name; skipped where the language is missing."""
    if language == "C":
        compiler = shutil.which("cc")
        if compiler is None:
            pytest.skip("there is no C compiler (cc) here: the C bot wasn't tried")
        subprocess.run(
            [compiler, "-O2", "-Wall", "-Werror", "-o", tmp_path / "bot", BOTS / "first_legal.c"], check=True
        )
        return f"program:{tmp_path / 'bot'}"
    if language == "JavaScript" and shutil.which("node") is None:
        pytest.skip("there is no node here: the JavaScript bot wasn't tried")
    return f"program:{BOTS / ('first_shot.js' if language == 'JavaScript' else 'first_shot.py')}"


@pytest.mark.parametrize("language", ["Python", "JavaScript", "C"])
def test_the_bot_of_the_page_plays_the_same_games_each_time(tmp_path, language):
    name = example(tmp_path, language)
    bot = make_paintball(name)
    results, again = (play(bot, make_paintball("random"), CTF, 2, seed=4) for _ in range(2))
    assert np.array_equal(results.decisions, again.decisions) and np.array_equal(results.score, again.score)
    assert len(set(results.decisions.ravel().tolist())) > 1 and bot.pool.started == 1 and results.seconds[0] > 0
    if language != "C":
        shoot = results.game.orders.index("shoot")
        assert results.profiles[0][shoot] > results.profiles[1][shoot]
    bot.close()


def test_the_page_shows_the_bots_that_are_tried():
    page = PAGE.read_text(encoding="utf-8")
    for path in sorted(BOTS.iterdir()):
        code = path.read_text(encoding="utf-8")
        assert code in page, path.name


def test_every_message_of_the_page_is_one():
    page = PAGE.read_text(encoding="utf-8")
    told = [json.loads(line) for line in re.findall(r"^(?:→|←) (\{.*\})$", page, re.MULTILINE)]
    assert {each["type"] for each in told} == {
        "hello", "scenario", "ready", "refuse", "game", "decide", "action", "odds", "why", "end"
    }  # fmt: skip


def test_what_a_program_is_told(tmp_path):
    log = tmp_path / "log.jsonl"

    class Tapped:
        pass

    name = script(tmp_path, "say(type='action', action=told['names'][-1])")
    bot = make_program(name, PIG)
    sent = []
    bot.prepare(SHORT)
    process = bot.pool.idle[0]
    send = process.send
    process.send = lambda message: (sent.append(message), send(message))
    results = play(bot, RANDOM, SHORT, 1, seed=3)
    games = [message for message in sent if message["type"] == "game"]
    ends = [message for message in sent if message["type"] == "end"]
    asked = [message for message in sent if message["type"] == "decide"]
    assert [game["team"] for game in games] == [0, 1] and len({game["seed"] for game in games}) == 2
    assert [end["result"] for end in ends] == [{1.0: "won", 0.0: "lost", 0.5: "drawn"}[s] for s in results.score[0]]
    assert {end["ending"] for end in ends} <= {"reached", "turns"}
    assert len(asked) == results.profiles[0].sum() and all(message["kind"] == "roll or hold" for message in asked)
    for message in asked:
        assert len(message["names"]) == len(message["legal"]) and PIG.parse_position(SHORT, message["position"])
        assert 50 < message["left"] <= 60 + len(asked) and message["turn"] >= 1
    assert not log.exists()
    # The second agent of a match is told of its own results.
    sent.clear()
    results = play(RANDOM, bot, SHORT, 1, seed=3)
    ends = [message["result"] for message in sent if message["type"] == "end"]
    assert ends == [{0.0: "won", 1.0: "lost", 0.5: "drawn"}[score] for score in results.score[0]]
    bot.close()


@pytest.mark.parametrize("answer", ["'sing'", "10**9", "True"])
def test_a_decision_never_takes_less_than_no_time(tmp_path, answer):
    bot = make_program(script(tmp_path, f"say(type='action', action={answer})"), PIG)
    results = play_seeds(bot, RANDOM, SHORT, pair_seeds(1, 2), tolerant=True)
    assert len(results.faults) == 4 and results.timed_decisions[0] > 0 and 0 <= results.seconds[0] < 4
    bot.close()


def test_a_program_can_ask_for_exact_odds(tmp_path):
    act = (
        "say(type='odds', action=told['names'][0]); results = json.loads(sys.stdin.readline())['results']; "
        "print(json.dumps(results), file=sys.stderr); "
        "one = sum(eval(r['probability']) for r in results); "
        "say(type='action', action=told['legal'][0] if abs(one - 1) < 1e-9 and len(results) == 6 else 99)"
    )
    bot = make_program(script(tmp_path, act), PIG)
    game = Game(SHORT, seed=1)
    assert len(outcomes(game, 0)) == 6
    play(bot, RANDOM, SHORT, 1)
    bot.close()


def test_a_program_can_ask_why_an_action_is_illegal(tmp_path):
    act = (
        "ask = lambda action: (say(type='why', action=action), json.loads(sys.stdin.readline())['why'])[1]; "
        "answers = [ask(each) for each in ('hold', 2, 'sing', 99, True, told['names'][0], told['legal'][0])]; "
        "right = [bool(each) for each in answers] == ['hold' not in told['names']] * 2 + [True] * 3 + [False] * 2; "
        "say(type='action', action=told['legal'][0] if right else 99)"
    )
    bot = make_program(script(tmp_path, act), PIG)
    assert PIG.action_names(SHORT).index("hold", 0) == 2
    play(bot, RANDOM, SHORT, 1)
    bot.close()


SEEN = """
from tabletop.agents.base import Bot

class Seen(Bot):
    '''Plays by all that it is shown, by its noise, and by what it has seen before.'''
    def __init__(self, salt: int = 1) -> None:
        super().__init__()
        self.salt, self.total = salt, 0

    def prepare(self, scenario):
        self.goal = scenario.goal
        print("this goes to standard error")

    def act(self, view):
        self.total += len(view.position) + int(view.games["score"].sum()) + round(100 * float(view.observation.sum()))
        legal = list(view.legal.values())
        return legal[(self.total + self.salt * self.random.randrange(5) + self.goal) % len(legal)]
"""


@pytest.mark.slow
def test_an_isolated_bot_plays_the_games_that_it_plays_in_our_process(tmp_path):
    path = tmp_path / "seen.py"
    path.write_text(SEEN)
    for arguments in ("", ":Seen,salt=3"):
        here, apart = make(f"{path}{arguments}", PIG), make(f"isolated:{path}{arguments}", PIG)
        one, two = (play(bot, RANDOM, SHORT, 4, seed=6) for bot in (here, apart))
        assert np.array_equal(one.decisions, two.decisions) and np.array_equal(one.score, two.score)
        seed = int(one.seeds[0])
        assert play_recorded(here, RANDOM, SHORT, seed).lines == play_recorded(apart, RANDOM, SHORT, seed).lines
        assert apart.pool.started == 1
        apart.close()


# Plays two decisions with a bot in a process of its own, says so, and waits.
REFEREE = """
import sys, time
from tabletop.agents.registry import make
from tabletop.rate.matches.match import play
from tests.any_game.pig import PIG
bot = make(sys.argv[1], PIG)
play(bot, make("random", PIG), PIG.load("short-pig"), 1)
print("played", flush=True)
if sys.argv[2] == "killed":
    time.sleep(600)
__import__("os")._exit(0)
"""


@pytest.mark.parametrize("end", ["killed", "left", "told to end"])
@pytest.mark.slow
def test_a_scratch_folder_does_not_outlive_its_referee(tmp_path, end):
    (tmp_path / "seen.py").write_text(SEEN)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    referee = subprocess.Popen(
        [sys.executable, "-c", REFEREE, f"isolated:{tmp_path / 'seen.py'}", end],
        env=os.environ | {"TMPDIR": str(scratch)},
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert referee.stdout is not None and referee.stdout.readline() == b"played\n"
    if end == "killed":
        assert list(scratch.glob("bot-*"))
        referee.kill()
    if end == "told to end":  # as a service or a closed terminal tells all of its processes
        os.killpg(referee.pid, signal.SIGTERM)
    referee.communicate()
    for _ in range(3000):  # until the launcher has noticed
        if not list(scratch.glob("bot-*")):
            return
        time.sleep(0.01)
    raise AssertionError("its folder is still there")


def test_a_scratch_folder_is_removed_however_deep_it_is(tmp_path):
    place = tmp_path / "scratch"
    place.mkdir()
    inner = os.open(place, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("deeper", dir_fd=inner)
        next_one = os.open("deeper", os.O_RDONLY, dir_fd=inner)
        os.close(inner)
        inner = next_one
    os.close(inner)
    remove_scratch(str(place))
    assert not place.exists()


@pytest.mark.slow
def test_faults_of_an_isolated_bot_are_told_with_their_place(tmp_path):
    path = tmp_path / "seen.py"
    path.write_text(SEEN.replace("        legal = list", "        [][7]\n        legal = list"))
    bot = make(f"isolated:{path}", PIG)
    refuses(AgentError, r"IndexError.*, line 16\)$", play, bot, RANDOM, SHORT, 1)
    for harm, words in (
        ("return None", "it answered None, no action's index"),
        ("return True", "it answered True, no action's index"),
        ("return object()", "it answered <object object>, no action's index"),
        ("raise GeneratorExit('no way')", r"GeneratorExit: no way \(seen\.py, line 16\)"),
    ):
        path.write_text(SEEN.replace("        legal = list", f"        {harm}\n        legal = list"))
        with pytest.raises(AgentError, match=rf"seen\.py: in turn 1: {words}$"):
            play(make(f"isolated:{path}", PIG), RANDOM, SHORT, 1)
    lock = "self.lock = __import__('threading').Lock()"
    path.write_text(SEEN.replace("super().__init__()", f"super().__init__(); {lock}"))
    for place in ("", "isolated:"):
        with pytest.raises(AgentError, match=r"(Seen|seen\.py).*TypeError"):
            play(make(f"{place}{path}", PIG), RANDOM, SHORT, 1)
    path.write_text(SEEN.replace("self.goal = scenario.goal", "raise ValueError('not this one')"))
    refuses(ValueError, rf"^isolated:{path} on short-pig:", lambda: make(f"isolated:{path}", PIG).prepare(SHORT))
    path.write_text("import nothing_of_this_name\n")
    refuses(AgentError, r"seen\.py, line 1: Module", lambda: make(f"isolated:{path}", PIG).prepare(SHORT))


@pytest.mark.slow
def test_a_file_of_numbers_is_looked_for_in_the_current_folder_wherever_the_bot_runs(tmp_path, monkeypatch):
    for folder, salt in (("here", 3), ("bots", 4)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "my").write_text(f'agent = "seen.py:Seen"\n\n[numbers]\nsalt = {salt}\n')
    (tmp_path / "bots" / "seen.py").write_text(SEEN)
    monkeypatch.chdir(tmp_path / "here")
    played = []
    for path in ("../bots/seen.py", tmp_path / "bots" / "seen.py"):
        for arguments, isolated in ((":numbers=my", ""), (":Seen,numbers=my", "isolated:"), (":salt=3", "")):
            bot = make(f"{isolated}{path}{arguments}", PIG)
            played.append(play(bot, RANDOM, SHORT, 4, seed=6))
            if isolated:
                bot.close()
    assert all(np.array_equal(each.decisions, played[0].decisions) for each in played)
    assert all(np.array_equal(each.score, played[0].score) for each in played)
    bot = make("isolated:../bots/seen.py:numbers=my", PIG)
    before = agent_digest(bot, "../bots/seen.py:numbers=my", PIG)
    (tmp_path / "bots" / "my").write_text("[numbers]\nsalt = 5\n")
    assert agent_digest(bot, "../bots/seen.py:numbers=my", PIG) == before
    (tmp_path / "here" / "my").write_text("[numbers]\nsalt = 5\n")
    assert agent_digest(bot, "../bots/seen.py:numbers=my", PIG) != before
    (tmp_path / "here" / "my").unlink()
    refuses(AgentError, "here/my: no such file", bot.prepare, SHORT)


def test_a_program_that_asks_for_odds_for_ever_is_told_the_limit(tmp_path):
    act = "while True: say(type='odds', action=told['legal'][0]); sys.stdin.readline()"
    bot = make_program(script(tmp_path, act), PIG, Limits(bank=1000, wall=0.5))
    refuses(AgentError, r"0\.5 s .*\(wall\)$", play, bot, RANDOM, SHORT, 1)
    bot = make_program(script(tmp_path, act), PIG, Limits(bank=0.2, increment=0.01, wall=1000))
    refuses(AgentError, r"bank 0\.2 s", play, bot, RANDOM, SHORT, 1)


def test_a_program_is_an_opponent_in_environments(tmp_path):
    name = script(tmp_path)

    def lowest(observations, masks):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    records = []
    for opponent in (name, lowest):
        env = PaintballEnv(CTF, opponent=opponent)
        env.reset(seed=5)
        for _ in range(25):
            env.step(int(env.action_masks().argmax()))
        records.append(env.game.tobytes())
        batch = BatchedGames(CTF, 2, [opponent], seed=5)
        batch.reset()
        for _ in range(15):
            batch.step(batch.current()[1].argmax(axis=1))
        records.append(batch.games.tobytes())
    assert records[:2] == records[2:]


def vec_env(opponent):
    pytest.importorskip("stable_baselines3")
    from paintball_env import PaintballVecEnv

    return PaintballVecEnv(BatchedGames(CTF, 2, [opponent]))


CLOSED = {
    "Gymnasium": lambda opponent: PaintballEnv(CTF, opponent=opponent),
    "Gymnasium's vectors": lambda opponent: PaintballVectorEnv(2, CTF, opponent=opponent),
    "SB3": vec_env,
    "a batch": lambda opponent: BatchedGames(CTF, 2, [opponent]),
    "self-play": lambda opponent: SelfPlayGames(CTF, 2, [opponent, None]),
}


@pytest.mark.parametrize("kind", CLOSED)
def test_a_closed_environment_leaves_no_process_behind(kind, tmp_path, monkeypatch):
    started = []

    class Kept(Process):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            started.append(self)

    monkeypatch.setattr("tabletop.agents.programs.agent.Process", Kept)
    env = CLOSED[kind](script(tmp_path))
    for _ in range(2):  # a closed environment may be reset
        running = []
        while not running:  # until the opponent has the first decision, as in half of the games
            env.reset()
            running = [process for process in started if process.launcher.poll() is None]
        env.close()
        env.close()
        assert all(process.launcher.poll() is not None for process in running)


def test_limits_that_cant_be_are_refused():
    for wrong in ({"bank": 0}, {"wall": float("inf")}, {"memory": 0}, {"increment": -1}, {"processes": 0}):
        refuses(ValueError, next(iter(wrong)), Limits, **wrong)


def test_limits_are_read_from_their_text():
    limits = Limits(bank=86400.25, increment=0.0, wall=7.25, memory=100)
    assert Limits.read(limits.text()) == limits and Limits.read(Limits().text()) == Limits()


def test_walls_are_told_in_words():
    every = ["user", "mount", "network", "process", "ipc", "landlock 7", TIME, MEMORY, PROCESSES]
    assert lacking(every) == "" and "the network" in standing(every)
    assert len(lacking([]).split(", ")) == 7 and len(standing(every).split(", ")) == 5
    assert lacking(["landlock 6", *every[-3:]]) == "the network, the system's clock"
    for each in every[-3:]:
        assert lacking([name for name in every if name != each])
    assert standing([]).startswith("limits of")
