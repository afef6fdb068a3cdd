"""OpenSpiel's game: two players, perfect information, and chance nodes with exact probabilities.

`OpenSpielGame` and its states are what OpenSpiel's algorithms take. The tree is that of `chance_nodes`. Player 0 is
team 0. Actions are those of the environments, numbered from the deciding team's own side; the outcomes of a chance node
are numbered from 0. Returns are +1, -1 or 0 at the end.

`register` enters a game in OpenSpiel's registry. A game string holds the arguments that are not the usual ones:
`python_paintball(scenario=capture-the-flag-basic,limit=1000)`. Texts in it are percent-encoded, because OpenSpiel would
take the commas of a position for the ends of parameters. So the string says all, a scenario of one's own included.
"""

from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from tabletop.env.chance_nodes import GameTree, Node
from tabletop.game.definition import GameDefinition, Scenario, preset_name
from tabletop.game.header import TEAMS
from tabletop.play.reset_options import read_count, read_scenario

try:
    import pyspiel
except ImportError as error:
    raise ImportError('OpenSpiel is not installed: pip install "paintball-mini[bench]"') from error

LIMIT = 0  # for search, which visits few of the results
LONGEST = 1_000_000

_registered: dict[str, GameDefinition[Any]] = {}  # by the name in OpenSpiel


def register(game: GameDefinition[Any]) -> str:
    """Enter a game in OpenSpiel's registry, for `pyspiel.load_game`; return its name there: `python_` and its own.

    A game that is entered again, after its module was loaded anew for example, replaces the earlier one.
    """
    kind = _type_of(game)
    name: str = kind.short_name
    if name not in _registered:

        def make(parameters: dict[str, Any]) -> OpenSpielGame:
            return _load(_registered[name], parameters)

        # OpenSpiel lets go of it when Python has ended already: freed then, it would end the process with a fault.
        make.kept = make  # type: ignore[attr-defined]
        pyspiel.register_game(kind, make)
    _registered[name] = game
    return name


def _type_of(game: GameDefinition[Any]) -> Any:
    return pyspiel.GameType(
        short_name=f"python_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=TEAMS,
        min_num_players=TEAMS,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_usual(game),
    )


def _usual(game: GameDefinition[Any]) -> dict[str, Any]:
    """The parameters of a game string with their usual values; the empty `start` is a new game."""
    return {
        "scenario": game.default_scenario,
        "start": "",
        "encoding": game.encodings[0],
        "limit": LIMIT,
        "max_game_length": LONGEST,
    }


def _load(game: GameDefinition[Any], parameters: dict[str, Any]) -> "OpenSpielGame":
    """Make the game of a game string."""
    given = _usual(game) | parameters
    given = {key: unquote(value) if isinstance(value, str) else value for key, value in given.items()}
    text = given.pop("scenario")
    scenario = game.from_json(text) if text.startswith("{") else game.load(text)
    return OpenSpielGame(scenario, **given | {"start": given["start"] or None})


class OpenSpielGame(pyspiel.Game):
    """A scenario as OpenSpiel's game.

    Args:
      scenario: a Scenario, of any game.
      start: text of a position that all games begin in, so that the first node is a decision; None: a new game, whose
        beginning is drawn by chance nodes.
      encoding: of the observations, one of the game's `encodings`; None: the game's default.
      limit: if an action's dice can fall in at most this many ways, one chance node follows it, whose outcomes are the
        distinguishable results, the likeliest first; otherwise a chance node for each draw. 0: always a chance node for
        each draw.
      max_game_length: the maximum number of decisions of a game that is reported to OpenSpiel; no game is truncated.

    Raises:
      ValueError: one line saying what is wrong with an argument.

    Attributes:
      scenario: what is played.
      tree: the tree of its nodes.
    """

    def __init__(
        self,
        scenario: Scenario,
        *,
        start: str | None = None,
        encoding: str | None = None,
        limit: int = LIMIT,
        max_game_length: int = LONGEST,
    ) -> None:
        self.scenario = read_scenario(scenario, None)
        self.tree = GameTree(scenario, start, encoding, limit)
        longest = read_count("max_game_length", max_game_length)
        game = scenario.game
        given = {
            "scenario": preset_name(scenario) or scenario.to_json(),
            "start": " ".join((start or "").split()),
            "encoding": self.tree.encoding.name,
            "limit": limit,
            "max_game_length": longest,
        }
        parameters = {
            key: quote(value, safe="") if isinstance(value, str) else value
            for key, value in given.items()
            if value != _usual(game)[key]
        }
        register(game)
        info = pyspiel.GameInfo(
            num_distinct_actions=scenario.actions,
            max_chance_outcomes=self.tree.most_outcomes,
            num_players=TEAMS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(_type_of(game), info, parameters)

    def new_initial_state(self) -> "OpenSpielState":
        """The beginning: a chance node, or the decision of `start`."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The object that writes observations: an `Observer`, or what OpenSpiel has for a player's whole history."""
        if params:
            raise ValueError(f"observation parameters {params}: there are none")
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.tree)
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielState(pyspiel.State):
    """A node and its history; see OpenSpiel's `State`. Made by `new_initial_state`.

    Its text is the position's: states with the same text are the same.
    """

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.tree = game.tree
        self._node: Node = game.tree.root

    def current_player(self) -> int:
        """0 or 1, the deciding team; or one of pyspiel.PlayerId: CHANCE, TERMINAL."""
        if self._node.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._node.decider if self._node.legal else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._node.legal) if player == self._node.decider else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node by number, each with its probability."""
        return list(enumerate(self._node.chances))

    def _apply_action(self, action: int) -> None:
        self._node = self.tree.after(self._node, int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.tree.outcome_name(self._node, action)
        return self.tree.table.name(action, player)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._node.over

    def returns(self) -> list[float]:
        """+1, -1 or 0 of each player; 0 while the game runs."""
        return [self._node.result(team) for team in range(TEAMS)]

    @property
    def position(self) -> str:
        """The position as text; at a chance node, the position before the dice are rolled."""
        return self.tree.definition.format_position(self.tree.scenario, self._node.games)

    def __str__(self) -> str:
        return self.tree.text(self._node)


class Observer:
    """Writes a player's observation (OpenSpiel's `PyObserver`).

    Attributes:
      tensor: float32 [size], the observation that was written last.
      dict: the same in the encoding's shape, as `observation`.
    """

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.tensor = np.zeros(tree.encoding.size, np.float32)
        self.dict = {"observation": self.tensor.reshape(tree.encoding.shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write what a player observes in a state; at a chance node before the dice, 0 before a new game has begun."""
        self.tree.observe(state._node, player, self.tensor)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The state's text, which both players see."""
        return str(state)
