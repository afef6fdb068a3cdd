"""A Python bot's side of the protocol: `python -m tabletop.agents.host my_bot.py:MyBot,key=value`.

It runs in the bot's process, with the bot's limits: if a bot damages it, only the bot is harmed.
"""

import base64
import json
import os
import sys
from copy import deepcopy
from importlib import import_module
from typing import Any

import numpy as np

from tabletop.agents.base import Agent, answer_in_words, begin_game, fault_words, index_of, refuses, uncopied_words
from tabletop.agents.programs.agent import PROTOCOL
from tabletop.agents.registry import make
from tabletop.agents.view import view_of


def main() -> None:
    """Answer questions until the input ends."""
    # What the bot prints goes to standard error; the answers have a separate output.
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    questions = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def say(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message).encode() + b"\n")

    json.loads(questions.readline())
    say({"type": "hello", "protocol": PROTOCOL, "name": sys.argv[1], "wants": ["record"]})
    scenario_message = json.loads(questions.readline())
    module, _, name = os.environ["TABLETOP_GAME"].partition(":")
    game = getattr(import_module(module), name)
    scenario = game.from_json(scenario_message["scenario"])
    bot: Agent | None = None
    try:
        bot = make(sys.argv[1], game)
        bot.prepare(scenario)
    except BaseException as error:  # whatever it raises, the referee learns what it was
        if bot is not None and isinstance(error, ValueError) and refuses(bot, error):
            say({"type": "refuse", "why": str(error) or type(error).__name__})
        else:
            say({"type": "failed", "why": str(error) if bot is None else fault_words(bot, error)})
        return
    say({"type": "ready"})
    player, failure = bot, ""
    for line in questions:
        message = json.loads(line)
        kind = message.get("type")
        if kind == "game":  # nothing is answered to it, so what fails here is said at the first question
            player, failure = _player(bot, int(message["seed"]))
        elif kind == "decide" and failure:
            say({"type": "failed", "why": failure})
        elif kind == "decide":
            try:
                games = np.frombuffer(base64.b64decode(message["record"]), scenario.record_type).copy()
                mask = np.zeros(scenario.actions, np.int8)
                mask[message["legal"]] = 1
                answer = player.act(view_of(scenario, games, mask))
                action = index_of(answer)
                if action is None:
                    say({"type": "failed", "why": answer_in_words(answer)})
                else:
                    say({"type": "action", "action": action})
            except BaseException as error:
                say({"type": "failed", "why": fault_words(player, error)})


def _player(bot: Agent, seed: int) -> tuple[Agent, str]:
    """Return a copy of the bot for a game, and why it can't play it, if it can't."""
    try:
        player = deepcopy(bot)
    except BaseException as error:
        return bot, uncopied_words(error)
    try:
        begin_game(player, seed)
    except BaseException as error:
        return player, fault_words(player, error)
    return player, ""


if __name__ == "__main__":
    main()
