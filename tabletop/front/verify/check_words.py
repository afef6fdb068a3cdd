"""What a game gives beside its rules, used in plain Python: words, events, texts, agents, planning, facts for networks.

Otherwise its errors would show only when a command first needs it.
"""

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import cycle
from typing import Any

import numpy as np

from tabletop.agents.base import Agent, begin_game
from tabletop.agents.registry import make
from tabletop.agents.view import view_of
from tabletop.front.verify.positions import header_fault
from tabletop.game.definition import Scenario
from tabletop.game.events import CHOSEN
from tabletop.game.header import TEAMS
from tabletop.play.game import Game
from tabletop.show.showing import showing_of

PLAYED_ON = 3  # decisions in a position with a wrong number
WRONG_NUMBERS = (-1, 99, 30_000)  # that a person may type in a position
KEY = np.uint64(7)  # of a policy's noise
ROUNDED = 1e-6  # the largest difference that counts as none


def error_words(error: BaseException) -> str:
    """Which error it is, in a line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


class Uses:
    """Uses what a scenario's game gives, in games one after the other; what the game's own code raises comes through.

    Args:
      scenario: of the games.
      seed: of what is chosen at random.
    """

    def __init__(self, scenario: Scenario, seed: int) -> None:
        definition = scenario.game
        self._scenario, self._definition = scenario, definition
        self._random = random.Random(seed)
        made = [(make(name, definition), entry) for name, entry in definition.agents.items()]
        # Those that are aside are other versions of the same code, or take long in plain Python.
        self._agents = cycle([agent for agent, entry in made if not entry.aside and _can_play(agent, scenario)])

    def tell(self, game: Game[Any], begins: bool) -> str:
        """Tell how a game begins, or its last step; what is wrong with the events, in words; empty: nothing."""
        events = game.events
        if begins:
            self._teller = showing_of(self._definition).storyteller(self._scenario)
        elif not events or events[0].kind != CHOSEN:
            return f"the first event of a step is '{events[0].kind if events else ''}', not '{CHOSEN}'"
        for entry in self._teller.tell(events, game.draws, game.turn):
            entry.text()
        return ""

    def fault(self, game: Game[Any]) -> str:
        """What is wrong with what the game gives in a position, in words; empty: nothing."""
        definition, games = self._definition, game.games
        showing_of(definition).summary(self._scenario, games)
        showing_of(definition).draw_text(self._scenario, games)
        showing_of(definition).scenes(self._scenario).scene(games)
        if game.over:
            return ""
        looks = (self._reasons, self._positions, self._planning, self._facts, self._choice)
        return next((fault for look in looks for fault in look(game)), "")

    def _reasons(self, game: Game[Any]) -> Iterator[str]:
        """Why an action is illegal."""
        illegal = np.flatnonzero(game.legal_mask() == 0).tolist()
        action = self._random.choice(illegal)
        words = self._definition.why_not(self._scenario, game.games, action)
        if not words or "\n" in words:
            yield f"`why_not` of action {action} is a line, not {words!r}"

    def _positions(self, game: Game[Any]) -> Iterator[str]:
        """A game begins in this position; and with a wrong number in its text, or it is refused."""
        text = game.position()
        begun = Game(self._scenario, seed=self._random.getrandbits(32), start=text)
        if begun.key() != game.key():
            yield f"a game that begins in this position is in another one: {begun.position()}"
        parts = re.split(r"(\d+)", text)
        at = self._random.randrange(1, len(parts), 2) if len(parts) > 1 else 0
        parts[at] = str(self._random.choice(WRONG_NUMBERS))
        with suppress(ValueError):
            wrong = Game(self._scenario, start="".join(parts))
            if fault := header_fault(wrong):
                yield f"`parse_position` takes {''.join(parts)!r}, a position that can't be: {fault}"
                return
            text = wrong.position()
            try:
                self._observe(wrong)
                self.play_on(wrong)
            except Exception as error:
                yield f"`parse_position` takes a position in which play fails ({error_words(error)}): {text}"

    def play_on(self, game: Game[Any]) -> None:
        """Play a game on from a state that may be damaged."""
        for _ in range(PLAYED_ON):
            if game.over:
                break
            try:
                game.step(self._random.choice(game.legal_indices()))
            except OverflowError:  # no fault, as in `_observe`; but the step was left half done
                return

    def _observe(self, game: Game[Any]) -> None:
        observe = import_module(self._definition.kernels).observe
        for name in self._definition.encodings:
            encoding = self._definition.encoding(self._scenario, name)
            for team in range(TEAMS):
                with suppress(OverflowError):  # no fault: NumPy computes with fields of 16 bits, compiled code with 64
                    observe(self._scenario.world[0], game.record, team, encoding.cells, np.empty(encoding.size, "f4"))

    def _planning(self, game: Game[Any]) -> Iterator[str]:
        definition, world, record = self._definition, self._scenario.world[0], game.record
        if not definition.planning:
            return
        module, mask = import_module(definition.planning), game.legal_mask()
        for name, parameters in definition.policies().items() if hasattr(module, "policy") else ():
            action, again = (module.policy(world, record, mask.copy(), parameters[0], KEY) for _ in range(2))
            if not 0 <= action < len(mask) or not mask[action]:
                yield f"the policy {name} of `planning` gives action {action}, which isn't legal"
            if action != again:
                yield f"the policy {name} of `planning` gives action {action}, then {again} with the same key"
        if hasattr(module, "value"):
            weights = definition.value_weights(self._scenario)
            first, second = (module.value(world, record, team, weights) for team in range(TEAMS))
            for value in (first, second):
                if not -1 <= value <= 1:
                    yield f"`value` of `planning` is {value:g}, not -1 to 1"
            if abs(first + second) > ROUNDED:
                words = f"is {first:g} for one team and {second:g} for the other, not the negative of it"
                yield f"`value` of `planning` {words}"

    def _facts(self, game: Game[Any]) -> Iterator[str]:
        module, world = import_module(self._definition.scoring or self._definition.kernels), self._scenario.world[0]
        if not hasattr(module, "POSITION_FACTS"):
            return
        position = np.full(module.POSITION_FACTS, np.nan, np.float32)
        module.observe_position(world, game.record, game.decider, position)
        legal = game.legal_indices()
        rows = np.full((len(legal), module.ACTION_FACTS), np.nan, np.float32)
        listed = np.full(len(legal), -1, np.int16)
        count = module.observe_legal(world, game.record, game.legal_mask(), rows, listed)
        if count != len(legal) or listed.tolist() != legal:
            yield f"`observe_legal` lists {count} actions, {listed.tolist()}: legal are {legal}"
        for name, facts in (("observe_position", position), ("observe_legal", rows)):
            if not np.isfinite(facts).all():
                yield f"`{name}`: number {int(np.argmin(np.isfinite(facts)))} isn't written, or not finite"
        kinds = rows[:, : module.KIND_FACTS]
        wrong = np.flatnonzero(((kinds != 0) & (kinds != 1)).any(axis=1) | (kinds.sum(axis=1) != 1))
        if len(wrong):
            words = f"the first {module.KIND_FACTS} facts of action {legal[wrong[0]]}"
            yield f"`observe_legal`: {words} are {kinds[wrong[0]].tolist()}: one of them is 1, the others are 0"

    def _choice(self, game: Game[Any]) -> Iterator[str]:
        """One agent after the other decides."""
        if (agent := next(self._agents, None)) is None:
            return
        seed, answers = self._random.getrandbits(32), []
        for _ in range(2):
            begin_game(agent, seed)
            answers.append(agent.act(view_of(self._scenario, game.games, game.legal_mask())))
        if answers[0] not in game.legal_indices():
            yield f"the agent {agent.name} answers {answers[0]!r}, which isn't legal"
        if answers[0] != answers[1]:
            yield f"the agent {agent.name} answers {answers[0]!r}, then {answers[1]!r} after a reset with the same seed"


def _can_play(agent: Agent, scenario: Scenario) -> bool:
    try:
        agent.prepare(scenario)
    except ValueError:
        return False
    return True
