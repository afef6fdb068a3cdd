"""A language model as a bot: it is told the position and answers with an action's name; what is refused it is told why.

    paintball match "language_model.py:command=llm --model small" random --pairs 2
    paintball ladder "language_model.py:command=./ask.sh" runs/tournament --in-process

The command is any program that reads a prompt and writes an answer; the last line counts. After `tries` answers that
are no legal action the game is lost.
"""

import shlex
import subprocess

from paintball_env import Bot, Game, View, read_action, why_refused


class LanguageModel(Bot):
    def __init__(self, command: str = "cat", tries: int = 3, legal: bool = True) -> None:
        super().__init__()
        self.command, self.tries, self.legal = shlex.split(command), tries, legal

    def act(self, view: View) -> int:
        game = Game.of_record(view.scenario, view.games)
        prompt = self.prompt(game)
        for _ in range(self.tries):
            answer = self.answer(prompt)
            why = why_refused(answer, game)
            if not why:
                return game.table.index(read_action(answer, game), game.decider)
            prompt += f"\nYou answered {answer!r}. Refused: {why}. Answer again."
        raise RuntimeError(f"{self.tries} answers were no legal action")

    def prompt(self, game: Game) -> str:
        team = game.definition.teams[game.decider]
        lines = [f"{game.definition.title}, {game.scenario.name}. You play {team}; you decide '{game.decision}'."]
        lines += [f"Position: {game.position()}"]
        lines += [f"Legal actions: {', '.join(game.legal_actions())}"] * self.legal
        return "\n".join([*lines, "Answer with the name of one action, in one line."])

    def answer(self, prompt: str) -> str:
        done = subprocess.run(self.command, input=prompt, capture_output=True, text=True, check=True, timeout=600)
        return (done.stdout.strip().splitlines() or [""])[-1]
