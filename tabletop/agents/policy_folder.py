"""The folder of a trained policy: plain arrays and a JSON card.

    weights.npz   of a perceptron w0, b0, w1, b1, …: its layers, float32 [out, in] and [out]; of a network that scores
                  actions, its weights by name (tabletop.agents.scoring.Sizes)
    network.onnx  instead of it: a network of any shape (tabletop.agents.onnx_model)
    card.json     game, versions, activation, encoding, network; and further data about it: scenario, config, seeds,
                  cost, rating
    scenarios/    optional: folders like this one, of policies only for the scenarios that their cards name
    openings/     optional: opening books (tabletop.agents.opening_book)

Nothing in the folder is run when it is loaded: no pickle, no code. Training writes such folders, and
`tabletop.agents.trained.save_agent` makes one from your own network.
"""

import io
import os
import shutil
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.onnx_model import INPUTS, OF_ACTION_ROWS, OnnxModel, runtime
from tabletop.agents.perceptron import ACTIVATIONS, Network
from tabletop.agents.scoring import packed, sizes_of
from tabletop.base.errors import one_line
from tabletop.base.files import read_json, whole_folder, write_json
from tabletop.game.definition import GameDefinition, Scenario

FORMAT = 1  # of the folder
WEIGHTS, MODEL, CARD = "weights.npz", "network.onnx", "card.json"
AGENT = "agent"  # in a training run's folder: its policy
SCENARIOS = "scenarios"  # in the folder: policies that are played only in some scenarios
OPENINGS = "openings"  # in the folder: opening books (tabletop.agents.opening_book)
PERCEPTRON, SCORING = "perceptron", "scoring"  # kinds of networks
OF_ALL = ("game", "versions", "shapes")  # keys of a card that `save` writes
MOST_CARD, MOST_WEIGHTS = 16 << 20, 512 << 20  # bytes of a card, and of unpacked weights
PLAYED = ("network", "activation", "encoding")  # keys of a card that say how its weights are played


class Weights(NamedTuple):
    """The weights of a trained policy, and how they are played.

    Attributes:
      arrays: float32, by their names in weights.npz.
      played: the part of the card that this needs: `activation` and, unless it is the game's default, `encoding` of a
        perceptron; `network`: SCORING for a network that scores actions; `network` and perhaps `encoding` of a model.
      model: a network in ONNX, which has no arrays; None: of another kind.
    """

    arrays: Mapping[str, NDArray[np.float32]]
    played: Mapping[str, Any]
    model: OnnxModel | None = None

    @property
    def shapes(self) -> dict[str, list[int | None]]:
        """Shapes of the arrays, or of the model's inputs and outputs, by name."""
        if self.model is not None:
            return self.model.shapes
        return {name: list(map(int, array.shape)) for name, array in self.arrays.items()}


def perceptron(layers: Sequence[NDArray[np.floating]], activation: str, encoding: str | None = None) -> Weights:
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
    names = ("facts", "actions") if network in (SCORING, OF_ACTION_ROWS) else ("observation", "actions")
    return {"format": FORMAT, **{name: game.versions[name] for name in names}}


def save(folder: Path, game: GameDefinition, weights: Weights, card: dict[str, Any]) -> None:
    """Write a policy's folder; a kill leaves the old one or the new one, never weights with another one's card.

    Only one process at a time may save into a folder.

    Args:
      folder: made if it doesn't exist; of an old one the card and the weights are replaced, all else in it stays.
      game: what the policy plays.
      weights: of `perceptron` or `scoring`, or a model.
      card: further data about the policy. Game, versions and shapes are added.
    """
    full = {
        "game": game.name,
        "versions": versions(game, weights.played.get("network", PERCEPTRON)),
        "shapes": weights.shapes,
        **card,
        **weights.played,
    }
    with whole_folder(folder) as place:
        if weights.model is not None:
            (place / MODEL).write_bytes(weights.model.content)
        else:
            np.savez(place / WEIGHTS, **weights.arrays)  # type: ignore[arg-type]
        write_json(place / CARD, full)
        if folder.exists():
            _take_over(folder, place)


def _take_over(old: Path, new: Path) -> None:
    """Put into a new folder what lies in the old one beside the card and the weights; OSError: it can't be done."""

    def left_out(folder: str, names: list[str]) -> tuple[str, ...]:
        return (WEIGHTS, MODEL, CARD) if Path(folder) == old else ()

    try:
        shutil.copytree(old, new, symlinks=True, ignore=left_out, copy_function=_link, dirs_exist_ok=True)
    except shutil.Error as error:  # a list of all that failed
        path, _, why = error.args[0][0]
        raise OSError(f"{path}: it can't be kept ({why})") from None


def _link(path: str, new_path: str) -> None:
    """Give a file a second name, or copy it where its file system has no such names."""
    try:
        os.link(path, new_path)
    except OSError:
        shutil.copy2(path, new_path)


def own_weights(folder: Path, game: GameDefinition, scenario: Scenario) -> Weights | None:
    """Return the weights of the first folder in `scenarios/` whose card names this scenario's digest.

    The folders are like the policy's own. A card names `rules.digest`, or several as `rules.digests`, by scenario.
    None: no card does. ValueError: see `read`; it may come from any of the cards.
    """
    digest = scenario.digest()
    places = [place for place, digests in separate_policies(folder, game) if digest in digests]
    return read(places[0], game)[1] if places else None


def separate_policies(folder: Path, game: GameDefinition) -> Iterator[tuple[Path, list[str]]]:
    """Yield the folders in `scenarios/`, each with the digests of the scenarios that it is for.

    ValueError: see `read_card`; a folder without a card may be one that has lost it, so it isn't passed over.
    """
    for place in sorted(path for path in (folder / SCENARIOS).glob("[!.]*") if path.is_dir()):
        rules = read_card(place, game).get("rules", {})
        yield place, sorted({*rules.get("digests", {}).values(), rules.get("digest", "")} - {""})


def read(folder: Path, game: GameDefinition) -> tuple[dict[str, Any], Weights]:
    """Return the card and the weights of a policy's folder.

    Raises:
      ValueError: see `read_card`; or its weights can't be read, or are not those that the card is about.
    """
    card = read_card(folder, game)
    played = {name: card[name] for name in PLAYED if name in card}
    of_model = played.get("network") in INPUTS
    path = folder / (MODEL if of_model else WEIGHTS)
    if of_model:
        try:
            runtime()
        except RuntimeError as error:
            raise ValueError(f"{folder}: {error}") from None
    try:
        if of_model:
            weights = Weights({}, played, OnnxModel(read_model(path), played["network"]))
        else:
            weights = Weights(_read_arrays(path), played)
            _check(weights)
        if not all(np.isfinite(array).all() for array in weights.arrays.values()):
            raise ValueError("not all of their numbers are finite")
    except Exception as error:  # for a damaged file each library has its own errors, and for some no words
        words = one_line(error) or type(error).__name__
        raise ValueError(f"{path}: no weights of a policy ({words})") from None
    if card.get("shapes", weights.shapes) != weights.shapes:
        raise ValueError(f"{folder / CARD}: its shapes aren't those of the arrays in {path.name}")
    return card, weights


def read_model(path: Path) -> bytes:
    """Return the file of a network in ONNX; ValueError: it isn't there, or too large."""
    if not path.is_file():
        raise ValueError("no such file")
    if (size := path.stat().st_size) > MOST_WEIGHTS:
        raise ValueError(f"{size >> 20} MiB, more than {MOST_WEIGHTS >> 20}")
    return path.read_bytes()


def _read_arrays(path: Path) -> dict[str, NDArray[np.float32]]:
    """Return the arrays of a weights.npz. A member's checksum is looked at before its content, for NumPy does not."""
    if not path.is_file():
        raise ValueError("no such file")
    arrays = {}
    with zipfile.ZipFile(path) as file:
        size = sum(member.file_size for member in file.infolist())
        if size > MOST_WEIGHTS:  # perhaps a few packed kilobytes
            raise ValueError(f"{size >> 20} MiB, more than {MOST_WEIGHTS >> 20}")
        for member in file.infolist():
            array = np.load(io.BytesIO(file.read(member)), allow_pickle=False)
            if array.dtype.kind not in "fiu":
                raise ValueError(f"{member.filename} is of {array.dtype}")
            with np.errstate(all="ignore"):  # what has become infinite is refused
                arrays[member.filename.removesuffix(".npy")] = array.astype(np.float32)  # perhaps stored as float16
    return arrays


def trained_folder(path: str | Path) -> str:
    """Return the policy's folder that somebody means who names it, or the run that it came from; empty: there is none.

    Training puts a run's policy into `agent` in the run's folder.
    """
    places = (str(path), os.path.join(path, AGENT))
    return next((place for place in places if os.path.isfile(os.path.join(place, CARD))), "")


def read_card(folder: Path, game: GameDefinition) -> dict[str, Any]:
    """Return the card in a policy's folder.

    Raises:
      ValueError: not a policy's folder, or one made for another game (if it names none, it is taken for this game's) or
        for other versions.
    """
    path = folder / CARD
    if not os.path.isfile(path):  # also where its name is too long
        place = trained_folder(folder)
        hint = f"; did you mean trained:{one_line(place)}?" if place else ""
        raise ValueError(f"{one_line(folder)} is no trained agent: there is no {CARD} in it{hint}")
    try:
        card = read_json(path, MOST_CARD)
        card_versions, network = dict(card["versions"]), card.get("network", PERCEPTRON)
        activation = str(card["activation"]) if network == PERCEPTRON else ""
        rules = card.get("rules", {})
        if not isinstance(rules, dict) or not isinstance(rules.get("digests", {}), dict):
            raise ValueError("its rules are no table")
        if not all(isinstance(each, str) for each in (rules.get("digest", ""), *rules.get("digests", {}).values())):
            raise ValueError("a digest of its rules is no text")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path}: not the card of a trained agent ({error})") from None
    if card.get("game", game.name) != game.name:
        raise ValueError(f"{path}: made for the game {one_line(card['game'])}, this is {game.name}")
    known = (PERCEPTRON, SCORING, *INPUTS)
    if network not in known:
        raise ValueError(f"{path}: network {network!r} is unknown; there are {', '.join(known)}")
    for name, version in versions(game, network).items():
        if card_versions.get(name) != version:
            words = f"made for {name} version {one_line(card_versions.get(name))}, this is version {version}"
            raise ValueError(f"{path}: {words}: train it anew")
    if network == PERCEPTRON and activation not in ACTIVATIONS:
        raise ValueError(f"{path}: activation {activation!r} is unknown; there are {', '.join(ACTIVATIONS)}")
    result: dict[str, Any] = card
    return result


def layers_of(weights: Weights) -> list[NDArray[np.float32]]:
    """Return the layers of a multilayer perceptron, in order; KeyError: one is missing."""
    return [weights.arrays[f"{kind}{i}"] for i in range(len(weights.arrays) // 2) for kind in "wb"]


def _check(weights: Weights) -> None:
    """Check that weights fit together; ValueError, KeyError: they don't."""
    if weights.played.get("network") == SCORING:
        packed(sizes_of(weights.arrays), weights.arrays)
    else:
        Network(layers_of(weights), weights.played["activation"])
