"""A trained policy as an agent: a folder of plain arrays and a JSON card, played without PyTorch.

    weights.npz   of a perceptron w0, b0, w1, b1, …: its layers, float32 [out, in] and [out]; of a network that scores
                  actions its weights by name (tabletop.agents.scoring.Sizes)
    card.json     game, versions, activation, encoding, network; and what shall be told: scenario, config, seeds, cost,
                  rating

Nothing in the folder is run when it is loaded: no pickle, no code. Training writes such folders, and `save_agent` makes
one of a network of one's own.
"""

import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.base import Actions, Batched, Keys, Masks, Records, Rows
from tabletop.agents.network_search import searching
from tabletop.agents.perceptron import ACTIVATIONS, Network, Policy, encoding_of
from tabletop.agents.scoring import Scorer, likeliest, packed, sizes_of
from tabletop.agents.search import Search
from tabletop.agents.view import View
from tabletop.definition import GameDefinition, Scenario
from tabletop.files import whole_folder, write_json
from tabletop.thoughts import Weighing

FORMAT = 1  # of the folder
WEIGHTS, CARD = "weights.npz", "card.json"
SCENARIOS = "scenarios"  # in the folder: policies that are played in some scenarios alone
PERCEPTRON, SCORING = "perceptron", "scoring"  # kinds of networks
OF_ALL = ("game", "versions", "shapes")  # keys of a card that `save` writes
PLAYED = ("network", "activation", "encoding")  # keys of a card that say how its weights are played


class Weights(NamedTuple):
    """What a trained policy is played by.

    Attributes:
      arrays: float32, by their names in weights.npz.
      played: what the card has to say for that: `activation` and, where it isn't the game's usual one, `encoding` of a
        perceptron; `network`: SCORING of a network that scores actions.
    """

    arrays: Mapping[str, NDArray[np.float32]]
    played: Mapping[str, Any]


def perceptron(layers: Sequence[NDArray[np.floating]], activation: Any, encoding: str | None = None) -> Weights:
    """Return the weights of a multilayer perceptron; ValueError: layers that don't fit together, no such activation."""
    Network(layers, activation)
    arrays = {f"{'wb'[i % 2]}{i // 2}": np.ascontiguousarray(layer, np.float32) for i, layer in enumerate(layers)}
    return Weights(arrays, {"activation": activation} | ({"encoding": encoding} if encoding else {}))


def scoring(arrays: Mapping[str, NDArray[np.float32]]) -> Weights:
    """Return the weights of a network that scores actions; ValueError: they don't fit together."""
    packed(sizes_of(arrays), arrays)
    return Weights(dict(arrays), {"network": SCORING})


def versions(game: GameDefinition, network: str = PERCEPTRON) -> dict[str, int]:
    """Return the versions that a policy of a game depends on."""
    names = ("facts", "actions") if network == SCORING else ("observation", "actions")
    return {"format": FORMAT, **{name: game.versions[name] for name in names}}


def save(folder: Path, game: GameDefinition, weights: Weights, card: dict[str, Any]) -> None:
    """Write a policy's folder; a kill leaves the old one or the new one, never weights with another one's card.

    Args:
      folder: made if need be; an old one makes room.
      game: what the policy plays.
      weights: of `perceptron` or `scoring`.
      card: whatever else shall be told of it. Game, versions and shapes are added.
    """
    full = {
        "game": game.name,
        "versions": versions(game, weights.played.get("network", PERCEPTRON)),
        "shapes": {name: list(map(int, array.shape)) for name, array in weights.arrays.items()},
        **card,
        **weights.played,
    }
    with whole_folder(folder) as place:
        np.savez(place / WEIGHTS, **weights.arrays)  # type: ignore[arg-type]
        write_json(place / CARD, full)


def save_agent(
    folder: str | Path,
    layers: Iterable[Any],
    scenario: Scenario,
    *,
    activation: str = "relu",
    encoding: str | None = None,
    card: Mapping[str, Any] | None = None,
) -> str:
    """Save a network of one's own as a trained agent, and load it again to see that it can play.

    Args:
      folder: made if need be; an agent that is there makes room, anything else is left alone.
      layers: of a multilayer perceptron, from flat observations to a logit for each action: weights [out, in] and
        biases [out] by turns, NumPy arrays or PyTorch tensors, as `torch.nn.Linear` has them.
      scenario: what it was trained on.
      activation: between the layers, `relu` or `tanh`.
      encoding: of the observations, one of the game's `encodings`; None: its usual one.
      card: what else shall be told of it, plain data for JSON; what is told of every agent can't be told otherwise.

    Returns:
      The agent's name, `trained:FOLDER`.

    Raises:
      ValueError: layers that don't fit together or the scenario, or hold what is no number; an unknown activation or
        encoding; a card that isn't plain data; a folder, not empty, that is no agent's. Nothing has been written then.
    """
    if not isinstance(layers, Iterable):
        raise ValueError(f"layers: a {type(layers).__name__} is no list of weights and biases")
    arrays = [_array(layer) for layer in layers]
    network = Network(arrays, activation)
    if not all(np.isfinite(layer).all() for layer in arrays):
        raise ValueError("layers: not all of their numbers are finite")
    known = encoding_of(scenario, encoding)
    _check_sizes("a network", network, known.size, scenario)
    place, weights = Path(folder), perceptron(arrays, activation, known.name)
    empty = not place.exists() or (place.is_dir() and not any(place.iterdir()))
    if not empty and not (place / CARD).is_file():
        raise ValueError(f"{place}: it is there, and no agent's folder: name another")
    for name in card or {}:
        if name in (*OF_ALL, *PLAYED):
            raise ValueError(f"card: {name!r} is told of every agent; name yours otherwise")
    rules = {"state": scenario.game.versions["state"], "digest": scenario.digest()}
    told = {"rules": rules, "scenario": scenario.name, **(card or {})}
    try:
        json.dumps(told)
    except (TypeError, ValueError) as error:
        raise ValueError(f"card: not plain data for JSON ({error})") from None
    save(place, scenario.game, weights, told)
    return TrainedAgent(str(folder), game=scenario.game).name


def _array(layer: Any) -> NDArray[np.float32]:
    """A layer as NumPy has it; ValueError where it isn't numbers."""
    if hasattr(layer, "detach"):  # a tensor of PyTorch, which needn't be installed
        layer = layer.detach().cpu().float().numpy()  # NumPy has no bfloat16
    try:
        return np.asarray(layer, np.float32)
    except (TypeError, ValueError):
        raise ValueError(f"layers: {type(layer).__name__} among them, not an array of numbers") from None


def _check_sizes(name: str, network: "Network", observations: int, scenario: Scenario) -> None:
    for what, own, asked in (
        ("observations", network.observations, observations),
        ("actions", network.actions, scenario.actions),
    ):
        if own != asked:
            raise ValueError(f"{name} with {own} {what}; {scenario.name} has {asked}")


class TrainedAgent(Batched):
    """Plays a trained policy, and in scenarios for which its folder has a policy of its own, that one.

    Attributes:
      card: what the folder tells of it.
      weights: of the policy for all scenarios.
      player: who plays, since the last `prepare`.
      temperature: 0 takes the likeliest action; 1 draws by the policy's own chances.
      search: as given.
    """

    called = ""  # by this name, not by its path

    def __init__(self, path: str, temperature: float = 0.0, search: str = "", *, game: GameDefinition) -> None:
        """Load a policy's folder.

        Args:
          path: of the folder, or of the card in it.
          temperature: 0 or more.
          search: of a network that scores actions, how much it thinks before a decision: `50ms` of processor time, or
            `64` play-outs; empty: not at all.
          game: what it is to play.

        Raises:
          ValueError: no such folder, not a policy's, or made for another game or other versions; a perceptron that
            is to search; a search with a temperature.
        """
        folder = Path(path)
        if folder.name == CARD:
            folder = folder.parent
        given = [f"temperature={temperature:g}"] * bool(temperature) + [f"search={search}"] * bool(search)
        called, between = (self.called, ":") if self.called else (f"trained:{path}", ",")
        super().__init__(called + between * bool(given) + ",".join(given))
        self.card, self.weights = read(folder, game)
        self.temperature, self.search = temperature, search
        self._folder, self._game = folder, game
        self._seen: View[Any] | None = None
        self._general = self._player(self.weights)
        self._use(self._general)

    def _player(self, weights: Weights) -> "PerceptronPlayer | Scorer | Search":
        if not self.search:
            return player(weights, self.name, self.temperature)
        if weights.played.get("network") != SCORING or self.temperature:
            raise ValueError(f"{self.name}: networks that score actions can search, at temperature 0")
        return searching(packed(sizes_of(weights.arrays), weights.arrays), self._game, self.search, self.name)

    def _use(self, chosen: "PerceptronPlayer | Scorer | Search") -> None:
        self.player = chosen
        if isinstance(chosen, Scorer):
            self.play = chosen.play  # what plays on by itself is asked less often

    @property
    def thoughts(self) -> list[Any]:
        """What a search has thought before the last decisions, or which actions a network thought likely."""
        if isinstance(self.player, Search):
            return self.player.thoughts
        return [] if self._seen is None else [self.player.weigh(self._seen)]

    def act(self, view: View[Any]) -> int:
        """Return the index of a legal action, and keep the view: `thoughts` are of it, made when they are asked for."""
        self._seen = view
        return super().act(view)

    def prepare(self, scenario: Scenario) -> None:
        """Take the policy for this scenario, if there is one, and check that it fits the sizes.

        Raises:
          ValueError: it was trained for other sizes, or sees an encoding that there isn't.
        """
        own = own_weights(self._folder, self._game, scenario)
        self._use(self._general if own is None else self._player(own))
        if isinstance(self.player, PerceptronPlayer):
            self.player.trained_on = f"{self.name} was trained on {self.card.get('scenario', 'another scenario')}"
        self.player.prepare(scenario)

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`); RuntimeError: it isn't prepared."""
        self.player.decide(worlds, games, rows, masks, actions, keys)


class ShippedAgent(TrainedAgent):
    """Plays a policy that comes with its game.

    Attributes:
      policy: its folder.
    """

    policy: Path

    def __init__(self, search: str = "", temperature: float = 0.0, *, game: GameDefinition) -> None:
        """Load it; arguments and errors as of `TrainedAgent`.

        Args:
          search: how much it thinks before a decision: `50ms` of processor time, or `64` play-outs; empty: not at all.
          temperature: 0 takes the best action, 1 draws by the network's own chances.
          game: its game.
        """
        super().__init__(str(self.policy), temperature, search, game=game)


class PerceptronPlayer(Batched):
    """Plays a multilayer perceptron.

    Attributes:
      network: it, in float64: the sums of a larger or smaller batch are made in another order, and what that changes in
        the 16th digit turns no choice. In float32 it would, now and then.
      temperature: as of `TrainedAgent`.
      trained_on: what is said where it doesn't fit.
    """

    def __init__(self, weights: Weights, name: str, temperature: float = 0.0) -> None:
        super().__init__(name)
        if not temperature >= 0:
            raise ValueError(f"trained: temperature is 0 or more, not {temperature:g}")
        count = len(weights.arrays) // 2
        layers = [weights.arrays[f"{kind}{i}"].astype(np.float64) for i in range(count) for kind in "wb"]
        self.network = Network(layers, weights.played["activation"])
        self.temperature, self.trained_on = temperature, f"{name}: a network"
        self._encoding = weights.played.get("encoding")
        self._policy: Policy | None = None

    def prepare(self, scenario: Scenario) -> None:
        """Check that the network fits the scenario; ValueError: it doesn't."""
        _check_sizes(self.trained_on, self.network, encoding_of(scenario, self._encoding).size, scenario)
        self._policy = Policy(self.network, scenario, self._encoding)

    def weigh(self, view: View[Any]) -> Weighing:
        """Return which actions the network thinks likely in a position; it expects nothing of it."""
        legal = np.flatnonzero(view.mask)
        logits = self._prepared.logits(view.worlds, view.games, np.zeros(1, np.int64))[0]
        return likeliest(legal, logits[legal], None)

    def decide(self, worlds: Records, games: Records, rows: Rows, masks: Masks, actions: Actions, keys: Keys) -> None:
        """Fill the actions of the rows (see `Batched.decide`); RuntimeError: it isn't prepared."""
        self._prepared.decide(worlds, games, rows, masks, actions, keys, self.temperature)

    @property
    def _prepared(self) -> Policy:
        if self._policy is None:
            raise RuntimeError(f"{self.name}: prepare it for a scenario first")
        return self._policy


def player(weights: Weights, name: str, temperature: float = 0.0) -> PerceptronPlayer | Scorer:
    """Return an agent that plays by these weights; ValueError where they don't fit together."""
    if weights.played.get("network") == SCORING:
        return Scorer(packed(sizes_of(weights.arrays), weights.arrays), temperature, name)
    return PerceptronPlayer(weights, name, temperature)


def own_weights(folder: Path, game: GameDefinition, scenario: Scenario) -> Weights | None:
    """Return the weights of the first folder in `scenarios/` whose card names this scenario's digest.

    The folders are like the policy's own. A card names `rules.digest`, or several as `rules.digests`, by scenario.
    None: no card does. ValueError: see `read`; any of the cards may be at fault.
    """
    digest = scenario.digest()
    for place in sorted((folder / SCENARIOS).glob(f"*/{CARD}")):
        rules = read_card(place.parent, game).get("rules", {})
        if digest in (rules.get("digest"), *rules.get("digests", {}).values()):
            return read(place.parent, game)[1]
    return None


def read(folder: Path, game: GameDefinition) -> tuple[dict[str, Any], Weights]:
    """Return the card and the weights of a policy's folder.

    Raises:
      ValueError: see `read_card`; or its weights can't be read.
    """
    card = read_card(folder, game)
    try:
        with np.load(folder / WEIGHTS, allow_pickle=False) as file:
            arrays = {name: np.asarray(file[name], np.float32) for name in file.files}  # kept shorter, perhaps
        weights = Weights(arrays, {name: card[name] for name in PLAYED if name in card})
        player(weights, "")
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise ValueError(f"{folder / WEIGHTS}: no weights of a policy ({error})") from None
    return card, weights


def read_card(folder: Path, game: GameDefinition) -> dict[str, Any]:
    """Return what a policy's folder tells of it.

    Raises:
      ValueError: no policy's folder, or one made for another game (where it names none it is taken for this one's) or
        for other versions.
    """
    path = folder / CARD
    if not path.is_file():
        raise ValueError(f"{folder} is no trained agent: there is no {CARD} in it")
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
        made, network = dict(card["versions"]), card.get("network", PERCEPTRON)
        activation = str(card["activation"]) if network == PERCEPTRON else ""
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: not the card of a trained agent ({error})") from None
    if card.get("game", game.name) != game.name:
        raise ValueError(f"{path}: made for the game {card['game']}, this is {game.name}")
    if network not in (PERCEPTRON, SCORING):
        raise ValueError(f"{path}: network {network!r} is unknown; there are {PERCEPTRON}, {SCORING}")
    for name, version in versions(game, network).items():
        if made.get(name) != version:
            raise ValueError(
                f"{path}: made for {name} version {made.get(name)}, this is version {version}: train it anew"
            )
    if network == PERCEPTRON and activation not in ACTIVATIONS:
        raise ValueError(f"{path}: activation {activation!r} is unknown; there are {', '.join(ACTIVATIONS)}")
    result: dict[str, Any] = card
    return result
