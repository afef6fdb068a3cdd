"""A game as a tree with chance nodes: its nodes are decisions, draws or results of an action, and ends.

The dice of an action are rolled after it, in one of two ways. If they can fall in few ways, there is one chance node,
whose outcomes are the action's distinguishable results (tabletop/play/odds.py). Otherwise, and at the beginning of a
game, there is a chance node for each draw, whose outcomes are the draw's classes; the engine is run on a tape of the
draws so far, and says which draw comes next. A draw that can give only one result has no node.
"""

from functools import lru_cache
from typing import Any, NamedTuple, Self

import numpy as np

from tabletop.base.arrays import Records
from tabletop.base.errors import brief
from tabletop.compiled.compiling import announce_first_compilation
from tabletop.game.chance import TAPED, TWO_DICE, new_chance
from tabletop.game.definition import GameDefinition, Scenario, encoding_of
from tabletop.game.draws import Draw, read_draws, result_of, write_draw
from tabletop.game.header import NONE, OVER, result
from tabletop.play.game import Game
from tabletop.play.odds import Result, draw_odds, outcomes

BEGIN = -1  # instead of an action: the beginning of the game
_ROW = np.zeros(1, np.int64)


class Draws(NamedTuple):
    """The draws made after an action so far, and the next one.

    Attributes:
      tape: the results of the draws so far.
      text: the same as text for people.
      values: the results that the next draw can give, as on a tape.
      draw: the next draw, without its result.
      classes: the code of its classes.
    """

    tape: tuple[int, ...]
    text: tuple[str, ...]
    values: tuple[int, ...]
    draw: Draw
    classes: int


class Node(NamedTuple):
    """A decision, a chance node or an end; immutable.

    Attributes:
      games: the record, shape (1,), dice 0; at a chance node that of the position before the dice.
      legal: the legal actions by number, ascending; empty where there is no decision.
      action: at a chance node the action whose dice are rolled, or BEGIN.
      chances: at a chance node, the probability of each outcome; otherwise empty.
      behind: at a chance node, what its outcomes are.
    """

    games: np.ndarray
    legal: tuple[int, ...]
    action: int = BEGIN
    chances: tuple[float, ...] = ()
    behind: Draws | tuple[Result, ...] = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    @property
    def decider(self) -> int:
        """The team that decides, 0 or 1; at a chance node and an end NONE."""
        return int(self.games["decider"][0]) if self.legal else NONE

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.chances and not self.legal

    def result(self, team: int) -> float:
        """+1 if `team` has won, -1 if it has lost, else 0."""
        return float(result(self.games[0], team)) if self.over else 0.0


class GameTree:
    """The games of a scenario as a tree.

    Args:
      scenario: what is played.
      start: text of a position that all games begin in; None: a new game, whose beginning is drawn.
      encoding: of `observe`; None: the game's default.
      limit: an action whose dice can fall in more ways than this gets a chance node for each draw instead of one for
        all results; 0: every action does.

    Raises:
      ValueError: one line saying what is wrong with the position, the encoding or the limit, or that the game is over
        in the position.

    Attributes:
      scenario, start, limit: as given.
      most_outcomes: an upper bound on the number of outcomes of a chance node.
      root: where every game begins.
    """

    def __init__(self, scenario: Scenario, start: str | None, encoding: str | None, limit: int) -> None:
        if not isinstance(limit, int) or limit < 0:
            raise ValueError(f"limit {brief(limit)}: a whole number, at least 0")
        self.scenario, self.start, self.limit = scenario, start, limit
        self.most_outcomes = max(limit, TWO_DICE)  # a draw by lot has fewer candidates
        self.definition = definition = scenario.game
        self.encoding = encoding_of(scenario, encoding)
        self.table = definition.action_names(scenario)
        announce_first_compilation(definition.package)
        self._chances = new_chance()
        self._mask = np.zeros(scenario.actions, np.int8)
        starts = definition.start_record(scenario) if start is None else definition.parse_position(scenario, start)
        self.root = self._roll(starts, BEGIN, (), ())
        if self.root.over:
            raise ValueError(f"start {start!r}: no decision is open in this position")

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self  # states are cloned, the tree that they share isn't

    def __reduce__(self) -> tuple[Any, ...]:
        # A stored state says which tree it belongs to, and doesn't hold the board and all names of actions.
        return _tree_again, (self.definition, self.scenario.to_json(), self.start, self.encoding.name, self.limit)

    def after(self, node: Node, number: int) -> Node:
        """The node after a legal action, or after an outcome of a chance node; ValueError: there is none."""
        if not node.chances:
            if number not in node.legal:
                raise ValueError(f"action {number}: legal are {' '.join(map(str, node.legal)) or 'none'}")
            return self._act(node, number)
        if not 0 <= number < len(node.chances):
            raise ValueError(f"outcome {number}: there are 0 to {len(node.chances) - 1}")
        if isinstance(node.behind, Draws):
            tape = (*node.behind.tape, node.behind.values[number])
            return self._roll(node.games, node.action, tape, (*node.behind.text, self.outcome_name(node, number)))
        return self._settled(node.behind[number].game)

    def _act(self, node: Node, action: int) -> Node:
        if self.limit == 0:
            return self._roll(node.games, action, (), ())
        try:
            results = outcomes(Game.of_record(self.scenario, node.games), action, self.limit)
        except ValueError:  # too many
            return self._roll(node.games, action, (), ())
        if len(results) == 1:
            return self._settled(results[0].game)
        return Node(node.games, (), action, tuple(float(result.probability) for result in results), tuple(results))

    def _roll(self, games: Records, action: int, tape: tuple[int, ...], text: tuple[str, ...]) -> Node:
        """Play with the results of some draws, up to the next draw with several results, or to the next node."""
        world, batch, chance = self.scenario.world, self.definition.batch, self._chances[0]
        while True:
            chance["mode"], chance["length"] = TAPED, len(tape)
            chance["result"][: len(tape)] = tape
            trial = games.copy()
            if action == BEGIN:
                batch.begin_game(world, self._chances, trial, games, np.uint64(0), self._mask)
            else:
                batch.step_game(world, self._chances, trial, action, self._mask)
            if chance["used"] <= len(tape):
                return self._settled(trial)
            classes = int(chance["classes"][len(tape)])
            odds = draw_odds(self.definition, classes)
            if len(odds) > self.most_outcomes:
                raise ValueError(f"a draw of {len(odds)} results: at most {self.most_outcomes} can be handled")
            if len(odds) > 1:
                break
            tape = (*tape, *odds)
        draw = read_draws(self._chances, self.scenario)[len(tape)]
        behind = Draws(tape, text, tuple(odds), draw, classes)
        return Node(games, (), action, tuple(map(float, odds.values())), behind)

    def _settled(self, games: Records) -> Node:
        games["dice"] = np.zeros((), games["dice"].dtype)
        if games["decision"][0] == OVER:
            return Node(games, ())
        self.definition.batch.legal_game(self.scenario.world, games, self._mask)
        return Node(games, tuple(np.flatnonzero(self._mask).tolist()))

    def outcome_name(self, node: Node, number: int) -> str:
        """An outcome of a chance node in words: a draw with its result, or a result's position."""
        if not isinstance(node.behind, Draws):
            return node.behind[number].position
        draw, value = node.behind.draw, node.behind.values[number]
        return write_draw(draw._replace(result=result_of(node.behind.classes, value, self.definition)))

    def text(self, node: Node) -> str:
        """The position; at a chance node also what is rolled for. Nodes with the same text are the same."""
        position = self.definition.format_position(self.scenario, node.games)
        if not node.chances:
            return position
        action = "begin" if node.action == BEGIN else self.table.name(node.action, int(node.games["decider"][0]))
        return " | ".join((position, action, *(node.behind.text if isinstance(node.behind, Draws) else ())))

    def observe(self, node: Node, team: int, out: np.ndarray) -> None:
        """Write a team's observation to float32 [size]; at a chance node, of the position before the dice are rolled.

        All 0 before a new game has begun.
        """
        out[:] = 0
        if not node.chances or node.games["decision"][0] != OVER:
            sides = np.array([team], np.int64)
            self.definition.batch.observe_rows(
                self.scenario.world, node.games, _ROW, sides, self.encoding.cells, out.reshape(1, -1)
            )


@lru_cache(maxsize=8)
def _tree_again(definition: GameDefinition[Any], text: str, start: str | None, encoding: str, limit: int) -> GameTree:
    """Return the tree of a stored state, the same one for all states of these arguments."""
    return GameTree(definition.from_json(text), start, encoding, limit)
