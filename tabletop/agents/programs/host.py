"""A Python bot's side of the protocol: `python -m tabletop.agents.programs.host my_bot.py:MyBot,key=value`.

It runs in the bot's process, with the bot's limits: if a bot damages it, only the bot is harmed.
"""

import base64
import json
import os
import sys
from importlib import import_module
from typing import Any

import numpy as np

from tabletop.agents.base import Agent, AgentError, answer_in_words, copied, fault, index_of, refuses
from tabletop.agents.programs.agent import PROTOCOL
from tabletop.agents.registry import make


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
        sys.path.append(os.getcwd())  # the bot's folder, for what it imports while it plays
        bot.prepare(scenario)
    except BaseException as error:  # whatever it raises, the referee learns what it was
        if bot is not None and isinstance(error, ValueError) and refuses(bot, error):
            say({"type": "refuse", "why": str(error)})
        else:
            say({"type": "failed", "why": _words(bot, error)})
        return
    say({"type": "ready"})
    player = bot
    for line in questions:
        message = json.loads(line)
        kind = message.get("type")
        try:
            if kind == "game":
                player = copied(bot)
                player.reset(int(message["seed"]))
            elif kind == "decide":
                games = np.frombuffer(base64.b64decode(message["record"]), scenario.record_type).copy()
                mask = np.zeros(scenario.actions, np.int8)
                mask[message["legal"]] = 1
                answer = player.act(game.view(scenario, games, mask))
                action = index_of(answer)
                if action is None:
                    say({"type": "failed", "why": answer_in_words(answer)})
                else:
                    say({"type": "action", "action": action})
        except BaseException as error:
            say({"type": "failed", "why": _words(player, error)})


def _words(bot: Agent | None, error: BaseException) -> str:
    """Return what went wrong and where, without the bot's name, which the referee knows."""
    if bot is None:
        return str(error)
    words = str(error if isinstance(error, AgentError) else fault(bot, error))
    return words.removeprefix(f"{bot.name}: ")


if __name__ == "__main__":
    main()
