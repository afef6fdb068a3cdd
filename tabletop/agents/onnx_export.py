"""A PyTorch module, or a file in ONNX, as the weights of an agent, compared in positions of a random game."""

import logging
import sys
import warnings
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabletop.agents.onnx_model import INPUTS, OF_ACTION_ROWS, OUTPUTS, OnnxModel, runtime
from tabletop.agents.onnx_player import Given, Input, OnnxPlayer, answers
from tabletop.agents.policy_folder import MOST_WEIGHTS, Weights, read_model
from tabletop.base.arrays import Int8, Records
from tabletop.base.errors import brief, one_line, read_path
from tabletop.game.definition import Scenario, encoding_of
from tabletop.play.game import Game

READS = {kind.partition(" over ")[2]: kind for kind in INPUTS}
POSITIONS, MOST_STEPS = 12, 400  # compared, and played to get them
CLOSE = 1e-3  # difference of two answers that is taken for rounding, of numbers up to 1; a share of larger ones


def is_model(network: Any) -> bool:
    """Tell whether it is a PyTorch module or a path. PyTorch isn't imported: a module exists only where it has been."""
    torch = sys.modules.get("torch")
    return isinstance(network, str | Path) or (torch is not None and isinstance(network, torch.nn.Module))


def model_weights(network: Any, scenario: Scenario, reads: str, encoding: str | None) -> Weights:
    """Return a PyTorch module, or the file at a path, as weights.

    Raises:
      ValueError: it can't be written in ONNX, doesn't fit the scenario, or its answers in ONNX are no finite numbers,
        aren't its own, or depend on more than the position.
      RuntimeError: a library that this needs isn't installed.
    """
    if not isinstance(reads, str) or reads not in READS:
        raise ValueError(f"reads {brief(reads)}: there are {', '.join(READS)}")
    kind = READS[reads]
    if encoding is not None and kind == OF_ACTION_ROWS:
        raise ValueError(f"encoding {brief(encoding)}: a network over action rows has none")
    seen = {} if kind == OF_ACTION_ROWS else {"encoding": encoding_of(scenario, encoding).name}
    taken, (games, masks) = Input(kind, scenario, encoding), _random_positions(scenario)
    runtime()

    def given_of(rows: list[int]) -> Given:
        return taken.of(scenario.world, games, np.array(rows, np.int64), masks)

    everything = given_of(list(range(len(games))))
    if isinstance(network, str | Path):
        path = read_path("network", network)
        try:
            model, own = OnnxModel(read_model(path), kind), None
        except Exception as error:  # onnxruntime has many
            raise ValueError(f"{one_line(path)}: no network in ONNX ({one_line(error)})") from None
    else:
        content, own = _exported(network, everything, kind, scenario.actions)
        model = OnnxModel(content, kind)
    weights = Weights({}, {"network": kind, **seen}, model)
    OnnxPlayer(weights, "a network").prepare(scenario)
    try:
        _compare(model, given_of, everything, own, scenario.actions)
    except Exception as error:  # onnxruntime has many
        raise ValueError(f"a network that can't be played: {one_line(error)}") from None
    return weights


def _compare(model: OnnxModel, given_of: Any, everything: Given, own: Any, actions: int) -> None:
    """Compare answers; ValueError: they aren't the module's own, or depend on more than the position."""

    def asked(given: Given) -> list[NDArray[Any]]:
        scores, values = answers(model.run(*given.arrays), given, model.network, actions)
        return [scores] if values is None else [scores, values]

    together = asked(everything)
    if own is not None and not all(map(_close, together, own)):
        raise ValueError("its answers in ONNX aren't its own")
    if not all(map(np.array_equal, together, asked(everything))):
        raise ValueError("it answers otherwise when it is asked again, so it draws random numbers")
    for k in range(len(everything.arrays[0])):
        alone, places = asked(given_of([k])), (everything.games == k, [k])
        if not all(_close(one, all_of[place]) for one, all_of, place in zip(alone, together, places, strict=False)):
            raise ValueError("its answers depend on the other positions of the batch")


def _close(one: NDArray[Any], other: NDArray[Any]) -> bool:
    return bool(np.allclose(one, other, CLOSE, CLOSE))


def _random_positions(scenario: Scenario) -> tuple[Records, Int8]:
    """Return positions in which one decides, spread over the beginning of a game at random: records and masks."""
    game, noise = Game(scenario), np.random.default_rng(0)
    seen: list[tuple[Records, Int8]] = []
    while not game.over and len(seen) < MOST_STEPS:
        seen.append((game.games.copy(), game.legal_mask()))
        game.step(int(noise.choice(game.legal_indices())))
    some = [seen[i] for i in np.linspace(0, len(seen) - 1, POSITIONS).astype(int)]
    return np.concatenate([games for games, _ in some]), np.stack([mask for _, mask in some])


def _exported(module: Any, given: Given, kind: str, actions: int) -> tuple[bytes, list[NDArray[Any]]]:
    """Return a module as a file in ONNX, and its own answers: those of a copy, not in training mode."""
    import torch

    try:
        import onnx  # noqa: F401
        import onnxscript  # noqa: F401
    except ImportError as error:
        words = f"{error.name} isn't installed: pip install 'paintball-mini[onnx]'"
        raise RuntimeError(f"a PyTorch module is saved in ONNX, and {words}") from None
    copy = deepcopy(module).cpu().eval()
    numbers = next((each.dtype for each in (*copy.parameters(), *copy.buffers()) if each.is_floating_point()), None)
    if numbers not in (torch.float64, torch.float32, None):  # the processor has no fast operators for others
        copy, numbers = copy.float(), torch.float32
    tensors = tuple(torch.tensor(array) for array in given.arrays)
    tensors = tuple(each.to(numbers or each.dtype) if each.is_floating_point() else each for each in tensors)
    try:
        with torch.no_grad():
            outputs = copy(*tensors)
        outputs = list(outputs) if isinstance(outputs, tuple | list) else [outputs]
        if len(outputs) not in (1, 2) or not all(isinstance(each, torch.Tensor) for each in outputs):
            raise ValueError(f"it returns no {OUTPUTS[kind][0]}, a tensor, nor a pair of {' and '.join(OUTPUTS[kind])}")
        scores, values = answers([each.numpy() for each in outputs], given, kind, actions)
        content = _onnx(copy, tensors, INPUTS[kind], OUTPUTS[kind][: len(outputs)])
    except Exception as error:  # the module's own code, and PyTorch's
        raise ValueError(f"a {type(module).__name__} that can't be saved: {one_line(error)}") from None
    return content, [scores] if values is None else [scores, values]


def _onnx(module: Any, tensors: tuple[Any, ...], inputs: tuple[str, ...], outputs: tuple[str, ...]) -> bytes:
    """Write a module in ONNX, without the places in its source that PyTorch notes, which name folders."""
    import torch

    log = logging.getLogger("torch.onnx")
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program = torch.onnx.export(
                module,
                tensors,
                dynamo=True,
                verbose=False,
                input_names=inputs,
                output_names=outputs,
                dynamic_shapes=[{0: torch.export.Dim.DYNAMIC} for _ in tensors],
            )
    finally:
        log.setLevel(level)
    for graph in (program.model.graph, *program.model.functions.values()):
        for node in graph.all_nodes():
            node.metadata_props.clear()
    content: bytes = program.model_proto.SerializeToString()
    if len(content) > MOST_WEIGHTS:
        raise ValueError(f"{len(content) >> 20} MiB, more than {MOST_WEIGHTS >> 20}")
    return content
