"""A trained policy as an agent: it is played from its folder (tabletop.agents.policy_folder), without PyTorch."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import Actions, Batched, Keys, Masks, Records, Rows, Wrapping
from tabletop.agents.network_search import NetworkSearch, searching
from tabletop.agents.onnx_export import is_model, model_weights
from tabletop.agents.onnx_player import OnnxPlayer
from tabletop.agents.opening_book import Booked, OpeningBook, content_of_books, find_book
from tabletop.agents.perceptron import Network, Policy
from tabletop.agents.policy_folder import (
    CARD,
    MODEL,
    OF_ALL,
    OPENINGS,
    PLAYED,
    SCENARIOS,
    SCORING,
    Weights,
    layers_of,
    own_weights,
    perceptron,
    read,
    save,
    separate_policies,
)
from tabletop.agents.scoring import Judged, Scorer, judged, likeliest, packed, sizes_of
from tabletop.agents.view import View
from tabletop.base.errors import brief, one_line, read_path
from tabletop.game.definition import GameDefinition, Scenario, encoding_of
from tabletop.play.search_log import Thought, Weighing


def save_agent(
    folder: str | Path,
    network: Any,
    scenario: Scenario,
    *,
    activation: str = "relu",
    reads: str = "observations",
    encoding: str | None = None,
    card: Mapping[str, Any] | None = None,
) -> str:
    """Save your own network as a trained agent, and load it again to check that it can play.

    Args:
      folder: made if it doesn't exist; an existing agent's card and weights are replaced, all else in it stays, such as
        its `scenarios/` and `openings/`.
      network: layers of a multilayer perceptron, from flat observations to a logit for each action: weights [out, in]
        and biases [out] in alternation, NumPy arrays or PyTorch tensors, as `torch.nn.Linear` has them. Or a PyTorch
        module of any shape, or the path of a file in ONNX: it is kept in ONNX. A module is copied and put into
        evaluation mode; its answers and those of the file are compared in positions of a random game.
      scenario: the scenario that it was trained on.
      activation: between layers, `relu` or `tanh`.
      reads: what a module or file is given of k positions with n legal actions: `observations`, float32 [k, …], to
        which it returns logits [k, A]; or `action rows`: facts about the positions float32 [k, P], about the actions
        float32 [n, K], and the number of each row's position, int64 [n] (`Simulator.facts`), to which
        it returns scores [n]. It may return values [k] too, -1 … 1, for the teams that decide.
      encoding: of the observations, one of the game's `encodings`; None: the game's default.
      card: further data about it, plain data for JSON; keys that every agent's card has are refused.

    Returns:
      The agent's name, `trained:FOLDER`.

    Raises:
      ValueError: layers that don't fit together or the scenario, or aren't all finite numbers; a module that can't be
        written in ONNX; a network whose answers there are others, no finite numbers, or depend on noise or on the other
        positions; an unknown activation or encoding; a card that isn't plain data; a non-empty folder that isn't an
        agent's, or an agent's with a separate policy for the scenario, which would play instead of the network. Nothing
        has been written then.
      TypeError: `folder` is no path.
      RuntimeError: a module or a file, and a library of the extra `onnx` isn't installed.
    """
    place = read_path("folder", folder)
    if is_model(network):
        weights = model_weights(network, scenario, reads, encoding)
    else:
        weights = _perceptron(network, scenario, activation, encoding)
    if re.search("[,=]", str(place)):
        fault = "a comma or an equals sign in the folder's name would end the agent's path"
        raise ValueError(f"{one_line(place)}: {fault}")
    empty = not place.exists() or (place.is_dir() and not any(place.iterdir()))
    if not empty and not (place / CARD).is_file():
        raise ValueError(f"{place}: it is there, and no agent's folder: name another")
    if own_weights(place, scenario.game, scenario) is not None:
        words = f"a policy in {SCENARIOS}/ is for {scenario.name}, and would play instead of the network"
        raise ValueError(f"{place}: {words}: remove it, or name another folder")
    if not isinstance(card, Mapping | None):
        raise ValueError(f"card {brief(card)}: a dict")
    for name in card or {}:
        if name in (*OF_ALL, *PLAYED, "rules", "scenario"):
            raise ValueError(f"card: {name!r} is a key of every card; name yours otherwise")
    rules = {"state": scenario.game.versions["state"], "digest": scenario.digest()}
    full_card = {"rules": rules, "scenario": scenario.name, **(card or {})}
    try:
        json.dumps(full_card, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"card: not plain data for JSON ({error})") from None
    save(place, scenario.game, weights, full_card)
    return TrainedAgent(str(folder), game=scenario.game).name


def _perceptron(layers: Any, scenario: Scenario, activation: str, encoding: str | None) -> Weights:
    """Return layers as weights; ValueError: they don't fit together or the scenario, or aren't finite numbers."""
    if not isinstance(layers, Iterable):
        raise ValueError(f"network: a {type(layers).__name__} is no list of weights and biases")
    arrays = [_array(layer) for layer in layers]
    network = Network(arrays, activation)
    if not all(np.isfinite(layer).all() for layer in arrays):
        raise ValueError("layers: not all of their numbers are finite")
    game_encoding = encoding_of(scenario, encoding)
    _check_sizes("a network", network, game_encoding.size, scenario)
    return perceptron(arrays, activation, game_encoding.name)


def _array(layer: Any) -> NDArray[np.float32]:
    """Return a layer as a NumPy array; ValueError: it doesn't consist of numbers."""
    if hasattr(layer, "detach"):  # a PyTorch tensor; PyTorch need not be installed
        layer = layer.detach().cpu().float().numpy()  # NumPy has no bfloat16
    try:
        array = np.asarray(layer)
        real = None if np.iscomplexobj(array) else array.astype(np.float32)
    except (TypeError, ValueError):
        words = f"layers: {type(layer).__name__} among them, not an array of numbers"
        hint = "; of a PyTorch module: its parameters(), or the values of its state_dict()"
        raise ValueError(words + (hint if isinstance(layer, str) or hasattr(layer, "parameters") else "")) from None
    if real is None:
        raise ValueError("layers: complex numbers among them")
    return real


def _check_sizes(name: str, network: "Network", observations: int, scenario: Scenario) -> None:
    for part, size, expected in (
        ("observations", network.observations, observations),
        ("actions", network.actions, scenario.actions),
    ):
        if size != expected:
            raise ValueError(f"{name} with {size} {part}; {scenario.name} has {expected}")


class TrainedAgent(Wrapping):
    """Plays a trained policy, or the folder's separate policy for the scenario; at temperature 0 with its opening book.

    Attributes:
      card: the data about it in its folder.
      weights: of the policy for all scenarios.
      player: the agent that plays since the last `prepare`.
      temperature: 0 takes the most probable action; 1 samples from the policy's own probabilities.
      search: as given.
    """

    called = ""  # its name, if it is not named by its path

    def __init__(self, path: str, temperature: float = 0.0, search: str = "", *, game: GameDefinition) -> None:
        """Load a policy's folder.

        Args:
          path: of the folder, or of the card in it.
          temperature: 0 or more.
          search: of a network that scores actions, how much it searches before a decision: `50ms` of processor time, or
            `64` play-outs; empty: not at all.
          game: what it is to play.

        Raises:
          ValueError: no such folder, not a policy's, or made for another game or other versions; a search with a
            perceptron, or with a temperature.
        """
        folder = Path(path)
        if folder.name == CARD:
            folder = folder.parent
        arguments = [f"temperature={temperature:g}"] * bool(temperature) + [f"search={search}"] * bool(search)
        base_name, separator = (self.called, ":") if self.called else (f"trained:{path}", ",")
        super().__init__(base_name + separator * bool(arguments) + ",".join(arguments))
        self.card, self.weights = read(folder, game)
        self.temperature, self.search = temperature, search
        self._folder, self._game = folder, game
        self._seen: View[Any] | None = None
        self._general = self._player(self.weights)
        self._use(self._general)

    def _player(self, weights: Weights) -> "Player | NetworkSearch":
        if not self.search:
            return player(weights, self.name, self.temperature)
        if weights.played.get("network") != SCORING or self.temperature:
            raise ValueError(f"{self.name}: networks that score actions can search, at temperature 0")
        networks = [packed(sizes_of(each.arrays), each.arrays) for each in (weights, *self._scoring_policies)]
        return searching(networks, self._game, self.search, self.name)

    @cached_property
    def _scoring_policies(self) -> list[Weights]:
        """The policies of the folder whose networks score actions, among which a search has its plans."""
        separate = [read(place, self._game)[1] for place, _ in separate_policies(self._folder, self._game)]
        return [each for each in (self.weights, *separate) if each.played.get("network") == SCORING]

    def _use(self, agent: "Player | NetworkSearch", book: OpeningBook | None = None) -> None:
        self.player, self._book = agent, book
        decides: Any = agent if book is None else Booked(agent, self.name, book)
        self._decides: Batched = decides
        self.__dict__.pop("play", None)
        if isinstance(agent, Scorer):
            self.play = decides.play  # an agent that plays on by itself is called less often

    @property
    def thoughts(self) -> Sequence[Weighing | Thought]:
        """What the opening book holds for the last decision, the search's evaluations, or the network's likeliest."""
        if self._seen is not None and self._book is not None and (weighings := self._book.thoughts(self._seen)):
            return weighings
        if isinstance(self.player, NetworkSearch):
            return self.player.thoughts
        return [] if self._seen is None else [self.player.weigh(self._seen)]

    @property
    def plays_by(self) -> list[tuple[str, bytes]]:
        """All that decides how it plays, in all scenarios: what each part is, and its content."""
        parts = [("played", repr((self.temperature, self.search)).encode())]
        separate = separate_policies(self._folder, self._game)
        others = [(digests, read(place, self._game)[1]) for place, digests in separate]
        for digests, weights in (([], self.weights), *others):
            parts.append(("policy", repr((digests, sorted(weights.played.items()))).encode()))
            arrays = sorted(weights.arrays.items())
            parts += [(f"{name} {array.shape}", np.ascontiguousarray(array).tobytes()) for name, array in arrays]
            parts += [] if weights.model is None else [(MODEL, weights.model.content)]
        return parts if self.temperature else parts + content_of_books(self._folder / OPENINGS)

    def act(self, view: View[Any]) -> int:
        """Return the index of a legal action, and keep the view, from which `thoughts` are computed on request."""
        self._seen = view
        return super().act(view)

    def prepare(self, scenario: Scenario) -> None:
        """Take the policy and the opening book for this scenario, if there are any; check that they fit.

        Raises:
          ValueError: it was trained for other sizes, or uses an encoding that doesn't exist; the book can't be read.
        """
        weights = own_weights(self._folder, self._game, scenario)
        # With a temperature an agent is to play weaker, and not always the same.
        book = None if self.temperature else find_book(self._folder / OPENINGS, scenario)
        self._use(self._general if weights is None else self._player(weights), book)
        if isinstance(self.player, PerceptronPlayer | OnnxPlayer):
            self.player.trained_on = f"{self.name} was trained on {self.card.get('scenario', 'another scenario')}"
        self.player.prepare(scenario)

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`); RuntimeError: it isn't prepared."""
        self._decides.decide(worlds, games, rows, masks, actions, keys)

    def judge(self, worlds: Records, games: Records, rows: Rows, masks: Masks) -> Judged:
        """Return what its network thinks of many positions (see `Scorer.judge`); RuntimeError: it isn't prepared."""
        if isinstance(self.player, NetworkSearch):
            raise TypeError(f"{self.name}: a search judges one position at a time (`thoughts`); leave `search` out")
        return self.player.judge(worlds, games, rows, masks)

    @property
    def inner(self) -> Batched:
        """The player (see `Wrapping`): a search keeps something of running games."""
        return self.player


class ShippedAgent(TrainedAgent):
    """Plays a policy that comes with its game.

    Attributes:
      policy: its folder.
    """

    policy: Path

    def __init__(self, search: str = "", temperature: float = 0.0, *, game: GameDefinition) -> None:
        """Load it; arguments and errors as in `TrainedAgent`.

        Args:
          search: how much it searches before a decision: `50ms` of processor time, or `64` play-outs; empty: not at
            all.
          temperature: 0 takes the best action, 1 samples from the network's own probabilities.
          game: its game.
        """
        super().__init__(str(self.policy), temperature, search, game=game)


class Level(TrainedAgent):
    """A policy that comes with its game as an opponent for people, named after its class.

    Attributes:
      policy: its folder.
      heat: its temperature; the higher, the more often it errs.
      thinking: how much it searches, as of `TrainedAgent`.
    """

    policy: Path
    heat, thinking = 0.0, ""

    def __init__(self, *, game: GameDefinition) -> None:
        """Load it; errors as in `TrainedAgent`."""
        super().__init__(str(self.policy), self.heat, self.thinking, game=game)
        self.name = type(self).__name__.lower()


def shipped_agents(
    module: str, name: str, policy: Path, easy: float, medium: float
) -> tuple[type[ShippedAgent], type[Level], type[Level], type[Level]]:
    """Make the classes of a game's shipped policy: the agent, and `Easy`, `Medium` and `Hard`, which searches.

    Args:
      module: the name of the module in which the classes are defined.
      name: as the registry knows the agent.
      policy: its folder.
      easy: temperature of that level; the higher, the more often it errs.
      medium: likewise.
    """

    def level(called: str, **given: object) -> type[Level]:
        return type(called, (Level,), {"__module__": module, "policy": policy, **given})

    agent = type(name.title(), (ShippedAgent,), {"__module__": module, "policy": policy, "called": name})
    return agent, level("Easy", heat=easy), level("Medium", heat=medium), level("Hard", thinking="30ms")


class PerceptronPlayer(Batched):
    """Plays a multilayer perceptron.

    Attributes:
      network: the network in float64: batches of different sizes add up in different orders, but the difference in the
        16th digit changes no decision. In float32 it would, now and then.
      temperature: as in `TrainedAgent`.
      trained_on: beginning of the message if it doesn't fit.
    """

    def __init__(self, weights: Weights, name: str, temperature: float = 0.0) -> None:
        super().__init__(name)
        if not temperature >= 0:
            raise ValueError(f"trained: temperature is 0 or more, not {temperature:g}")
        self.network = Network([layer.astype(np.float64) for layer in layers_of(weights)], weights.played["activation"])
        self.temperature, self.trained_on = temperature, f"{name}: a network"
        self._encoding = weights.played.get("encoding")
        self._policy: Policy | None = None

    def prepare(self, scenario: Scenario) -> None:
        """Check that the network fits the scenario; ValueError: it doesn't."""
        _check_sizes(self.trained_on, self.network, encoding_of(scenario, self._encoding).size, scenario)
        self._policy = Policy(self.network, scenario, self._encoding)

    def weigh(self, view: View[Any]) -> Weighing:
        """Return the actions that the network finds most probable in a position; it expects no value."""
        legal = np.flatnonzero(view.mask)
        logits = self._prepared.logits(view.scenario.world, view.games, np.zeros(1, np.int64))[0]
        return likeliest(legal, logits[legal], None)

    def judge(self, worlds: Records, games: Records, rows: Rows, masks: Masks) -> Judged:
        """Return what the network thinks of many positions (see `Scorer.judge`); their values are NaN."""
        return judged(self._prepared.logits(worlds, games, rows), masks[rows] > 0, np.full(len(rows), np.nan))

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`); RuntimeError: it isn't prepared."""
        self._prepared.decide(worlds, games, rows, masks, actions, keys, self.temperature)

    @property
    def _prepared(self) -> Policy:
        if self._policy is None:
            raise RuntimeError(f"{self.name}: prepare it for a scenario first")
        return self._policy


Player = PerceptronPlayer | Scorer | OnnxPlayer


def player(weights: Weights, name: str, temperature: float = 0.0) -> Player:
    """Return an agent that plays by these weights; ValueError: they don't fit together."""
    if weights.model is not None:
        return OnnxPlayer(weights, name, temperature)
    if weights.played.get("network") == SCORING:
        return Scorer(packed(sizes_of(weights.arrays), weights.arrays), temperature, name)
    return PerceptronPlayer(weights, name, temperature)
