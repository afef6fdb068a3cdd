"""Decision by decision: the action, the forced decisions after it, the turns that begin (docs/formats.md, 3 and 6)."""

from collections.abc import Iterable, Sequence

import numpy as np

from paintball_env.actions import action_table
from paintball_env.notation import parse_position
from paintball_env.render.status import decision_line, turn_line
from paintball_env.render.view import board_of, position_of
from paintball_env.render.words import draw_words
from paintball_env.rules.legal import legal_actions
from paintball_env.rules.state import NONE
from paintball_env.scenario import Scenario
from paintball_env.start import start_record
from tabletop.draws import Draw
from tabletop.presentation.story import DECISION, END, PHASE, TURN, Told

from ..rules import play, setup, state, turns
from .marking import aside_lines, lot_words, walk_lines
from .orders import told_decision
from .scene import SIDES, Scene, name_of


class Storyteller:
    """Tells games of a scenario in words.

    Args:
      scenario: what is played.

    Attributes:
      games: the record at the end of what was told last, shape (1,); its dice mean nothing.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.games = start_record(scenario).copy()
        self._table = action_table(scenario.figures, scenario.board_map.names)
        self._mask = np.zeros(scenario.actions, np.int8)
        self._board = board_of(scenario)

    def opening(self, draws: Iterable[Draw], start: str = "") -> list[Told]:
        """A game's beginning, up to its first decision.

        Args:
          draws: those of the beginning, `Game.draws`.
          start: the position in which the game began, if it was no new game.
        """
        games = parse_position(self.scenario, start) if start else start_record(self.scenario)
        scene = Scene(self.scenario, games, draws)
        told = []
        game = scene.game
        if game.turn == 0 and game.decision == state.OVER and game.ending == state.RUNNING:
            # As `play.begin` does it.
            before = Scene(self.scenario, scene.games, ())
            rolled = scene.draws[: scene.at + 1]
            setup.roll_off(game, scene.chance)
            told.append(Told(DECISION, draw_words(rolled[0]) if rolled else "the game begins", lines=[]))
            told[0].brief = f"{SIDES[int(game.second)]} wins the roll-off"
            if not turns.stands(game, 0) and not turns.stands(game, 1):
                used = scene.run(setup.begin_setup)
                told += self._opened(before, scene, used)
        return told + self._settle(scene)

    def step(self, before: np.ndarray | str, action: str, draws: Iterable[Draw]) -> list[Told]:
        """A decision and all that follows, up to the next one.

        Args:
          before: the position: a record, shape (1,), or text.
          action: the action's name.
          draws: those that fell, with their classes, `Game.draws`.

        Raises:
          ValueError: there is no such action, or the position can't be read.
        """
        games = parse_position(self.scenario, before) if isinstance(before, str) else before
        scene = Scene(self.scenario, games, draws)
        index = self._table.index(action, int(scene.game.decider))
        return self._take(scene, index) + self._settle(scene)

    def _settle(self, scene: Scene) -> list[Told]:
        """Forced decisions, and those of a drawn set-up: as `play.settle` does it."""
        told: list[Told] = []
        game = scene.game
        if game.decision == state.OVER and game.ending == state.RUNNING:
            before = Scene(self.scenario, scene.games, ())
            told += self._opened(before, scene, scene.run(turns.begin_turn))
        while game.decision != state.OVER:
            number = legal_actions(scene.world, game, self._mask)
            legal = np.flatnonzero(self._mask)
            if number == 1:
                told += self._take(scene, int(legal[0]), forced=True)
            elif game.turn == 0 and scene.world.rules.drawn_setup == 1 and scene.peek() == "set-up":
                draw = scene.next("set-up")
                assert isinstance(draw.result, int)
                told += self._take(scene, int(legal[draw.result - 1]), lot=draw)
            else:
                break
        self.games = scene.games
        return told

    def _take(self, scene: Scene, index: int, forced: bool = False, lot: Draw | None = None) -> list[Told]:
        """One decision."""
        team = int(scene.game.decider)
        name = self._table.name(index, team)
        before = Scene(self.scenario, scene.games, ())
        at = scene.at
        scene.run(play.apply, index)
        while scene.game.decision == state.RESOLVING:
            scene.run(play.resolve)
        used = scene.draws[at : scene.at]
        told = told_decision(Scene(self.scenario, before.games, used), scene, team, name)
        told.forced, told.turn = forced, int(before.game.turn)
        if lot is not None:
            told.lines.append(f"drawn: {lot_words(lot)} (SN5)")
        return [told, *self._opened(before, scene, used)]

    def _opened(self, before: Scene, after: Scene, draws: Sequence[Draw]) -> list[Told]:
        """What the engine did behind a decision: a stage of set-up, a new turn or phase, the end."""
        old, new = before.game, after.game
        told: list[Told] = []
        lines = [draw_words(draw) for draw in draws if draw.purpose in ("flag-hex", "experts", "grenades")]
        if lines:
            told.append(Told(DECISION, "the set-up goes on", lines=lines, brief=", ".join(lines)))
        if new.turn != old.turn:
            told.append(self._turn(before, after, draws))
        if new.ending != state.RUNNING and old.ending == state.RUNNING:
            words = decision_line(self._board, position_of(self.scenario, after.games))
            told.append(Told(END, f"{words} ({_rule_of_end(int(new.ending))})"))
        elif new.phase and (new.phase, new.turn) != (old.phase, old.turn):
            words = turn_line(self._board, position_of(self.scenario, after.games))
            told.append(Told(PHASE, words, SIDES[int(new.acting)]))
        for each in told:
            each.turn = int(new.turn)
        return told

    def _turn(self, before: Scene, after: Scene, draws: Sequence[Draw]) -> Told:
        """TU6: smokes, guns, Marshals, command dice."""
        lines = [draw_words(draw) for draw in draws if draw.purpose == "clear"]
        old, new = before.game.marshal, after.game.marshal
        for index in range(state.MARSHALS):
            patient = int(old[index].attends)
            if patient != NONE and after.figure(patient).gun == state.LOADED:
                lines.append(f"M{index + 1} has attended {name_of(patient)}: its gun is clear (MF3)")
        for draw in draws:
            if draw.purpose == "marshal":
                lines.append(f"which Marshal goes to {draw.subject}: {lot_words(draw)} (PC3)")
        moves = [draw for draw in draws if draw.purpose in ("step", "aside")]
        if before.game.turn > 0:
            lines += walk_lines(before, after, moves)
        else:
            lines += aside_lines(after, [draw for draw in moves if draw.purpose == "aside"])
        for index in range(state.MARSHALS):
            patient = int(new[index].attends)
            if patient != NONE and int(old[index].attends) != patient:
                lines.append(f"M{index + 1} attends {name_of(patient)} (MF3)")
        dice = [draw for draw in draws if draw.purpose in ("command", "order")]
        lines += [draw_words(draw) for draw in dice]
        told = Told(TURN, f"Turn {int(after.game.turn)} of {self._board.max_turns} begins", lines=lines)
        rolled = [f"{SIDES[team]} {draw.result}" for team, draw in enumerate(dice) if draw.purpose == "command"]
        if rolled:
            told.outcomes.append("command " + ", ".join(rolled))
        return told


def _rule_of_end(ending: int) -> str:
    return {state.ELIMINATED: "TU7", state.FLAG: "FL3", state.TURNS: "TU8"}[ending]


