"""The door for language models: is a game played by names, are refusals told, is the record that of the game?"""

import json

import numpy as np
import pytest

from paintball_env.definition import PAINTBALL
from tabletop.agents.base import AgentError
from tabletop.agents.registry import make
from tabletop.front.commands.action_list import AnswerError
from tabletop.front.commands.door import Door, read_action, why_refused
from tabletop.play.game import Game
from tabletop.play.records import GameRecord, replay
from tests import ROOT, refuses
from tests.any_game.games import any_game, scenario_of
from tests.any_game.pig import PIG

SHORT, BASIC = PIG.load("short-pig"), PAINTBALL.load("capture-the-flag-basic-drawn")


@any_game
def test_a_game_is_played_to_its_end_by_names_and_recorded(game):
    scenario, rng = scenario_of(game), np.random.default_rng(1)
    door = Door(scenario, "random", team=1, seed=3)
    assert game.teams[1] in door.help() and door.news()
    for _ in range(400):
        state = json.loads(json.dumps(door.state()))
        assert state["legal"] == door.game.legal_actions() and state["position"] == door.game.position()
        if state["over"]:
            break
        answer = door.act(str(rng.choice(state["legal"])), legal=False)
        assert answer["accepted"] and answer["happened"] and "legal" not in answer["state"]
    if state["over"]:
        outcome = door.game.outcome()
        assert (
            state["result"] == {1: "won", 0: "lost", -1: "drawn"}[outcome.winner] and state["ending"] == outcome.ending
        )
        assert not door.act("anything")["accepted"] and "over" in door.odds("anything")["why"]
    record = GameRecord.read(door.record, game)
    assert list(replay(record)) and record.end.digest == door.game.digest()
    assert record.players == ("random", "model")


def test_what_is_refused_changes_nothing_and_says_why():
    door = Door(BASIC, "random", seed=7)
    before = door.game.digest()
    illegal = next(name for name in door.game.table.names(0) if name not in door.game.legal_actions())
    for text in (illegal, "sing", "", 7, None, "x" * 1000, "R1"):
        answer = door.act(text)
        assert not answer["accepted"] and answer["why"] and "\n" not in answer["why"]
    assert door.game.digest() == before and door.state()["refused"] == 7
    assert door.act(illegal)["why"] == why_refused(illegal, door.game)


def test_names_are_understood_as_people_write_them():
    game = Game(BASIC, seed=7)
    name = game.legal_actions()[0]
    assert read_action(f" `{name.upper()}` ", game) == read_action(name, game) == name
    with pytest.raises(AnswerError, match="could be"):
        read_action(name.split()[0], game)
    near = why_refused(name[:-1] + "q", game)
    assert name.split()[0] in near


def test_odds_are_exact_and_sum_to_one():
    door = Door(SHORT, "random", seed=3)
    results = door.odds("roll")["results"]
    assert sum(np.array([eval(each["probability"]) for each in results])) == pytest.approx(1.0) and len(results) == 6
    assert door.odds("fly")["why"] and door.state(board=True)["board"]


def test_what_no_game_is_begun_with():
    refuses(ValueError, "nobody", Door, SHORT, "nobody")
    refuses(ValueError, "team", Door, SHORT, "random", 2)
    refuses(ValueError, "seed", Door, SHORT, "random", 0, -1)


def test_the_opponents_fault_is_told(tmp_path):
    bot = tmp_path / "broken.py"
    bot.write_text(
        "from paintball_env import Bot\nclass B(Bot):\n    def act(self, view):\n        raise OSError('no')\n"
    )
    with pytest.raises(AgentError, match="broken"):
        Door(SHORT, str(bot), team=1, seed=3).act("roll")


def test_the_example_of_a_language_model_plays_and_loses_by_nonsense(tmp_path):
    page = (ROOT / "docs" / "language-models.md").read_text(encoding="utf-8")
    code = (ROOT / "docs" / "examples" / "language_model.py").read_text(encoding="utf-8")
    assert f"```python\n{code}```" in page
    bot = tmp_path / "language_model.py"
    bot.write_text(code)
    model = tmp_path / "model.sh"
    model.write_text(
        "#!/bin/sh\n# Names nothing at first; then the first legal action.\nprompt=$(cat)\n"
        'case "$prompt" in *Refused*) echo "$prompt" | sed -n \'s/^Legal actions: \\([^,]*\\).*/\\1/p\';;'
        " *) echo 'I think';; esac\n"
    )
    model.chmod(0o755)
    view = Game(BASIC, seed=7)
    from tabletop.agents.view import view_of

    seen = view_of(BASIC, view.games, view.legal_mask())
    agent = make(f"{bot}:command={model}", PAINTBALL)
    assert agent.act(seen) == view.legal_indices()[0]
    with pytest.raises(RuntimeError, match="1 answers"):
        make(f"{bot}:command={model},tries=1", PAINTBALL).act(seen)


def test_the_protocols_own_client_plays_a_game(tmp_path):
    pytest.importorskip("mcp", reason="the Model Context Protocol's library isn't installed: pip install mcp")
    import anyio
    from mcp import Client

    from tabletop.front.commands.model_server import server_of

    async def played():
        server = server_of(SHORT, "careful", 0, 3, True, lambda seed: tmp_path / f"{seed}.pig")
        async with Client(server) as client:
            assert {each.name for each in (await client.list_tools()).tools} == {"new_game", "look", "act", "odds"}

            async def call(name, **arguments):
                return (await client.call_tool(name, arguments)).structured_content

            assert "new_game" in (await call("act", action="roll"))["why"]
            state = (await call("new_game"))["state"]
            assert not (await call("act", action="fly"))["accepted"] and (await call("odds", action="roll"))["results"]
            while not state["over"]:
                state = (await call("act", action=state["legal"][-1]))["state"]  # holds whenever it can
            assert (await call("look"))["board"]
            await call("new_game")
            return state

    state = anyio.run(played)
    record = GameRecord.load(tmp_path / "3.pig", PIG)
    assert record.end.over and record.players == ("model", "careful") and len(record.lines) == state["decisions"]
    assert GameRecord.load(tmp_path / "4.pig", PIG).seed == 4
