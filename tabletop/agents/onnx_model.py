"""A network of any shape in ONNX, run by onnxruntime: on the processor, in one thread.

A graph is data, and only onnxruntime's own operators run. They may still take any time and memory.
"""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

# Kinds of networks, as cards name them, each with what it is given (tabletop.agents.onnx_player.Input).
OF_OBSERVATIONS, OF_ACTION_ROWS = "onnx over observations", "onnx over action rows"
INPUTS = {OF_OBSERVATIONS: ("observations",), OF_ACTION_ROWS: ("positions", "actions", "games")}
OUTPUTS = {OF_OBSERVATIONS: ("logits", "values"), OF_ACTION_ROWS: ("scores", "values")}
TYPES = {
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(int32)": np.int32,
    "tensor(int64)": np.int64,
}


class OnnxModel:
    """A network; copies share it, and it is pickled as its file.

    Attributes:
      content: the file.
      network: its kind, OF_OBSERVATIONS or OF_ACTION_ROWS.
      shapes: of its inputs and outputs, by their names in the file, in order; None: an axis of any size.
    """

    def __init__(self, content: bytes, network: str) -> None:
        """Read the file of a network.

        Raises:
          ValueError: it is no ONNX file, needs other files, or has other inputs and outputs than its kind.
          RuntimeError: onnxruntime isn't installed.
        """
        self.content, self.network = content, network
        options = runtime().SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # one order of adding up
        options.use_deterministic_compute = True
        options.log_severity_level = 4  # its errors are raised as well
        self._session = runtime().InferenceSession(content, options, providers=["CPUExecutionProvider"])
        inputs, outputs = self._session.get_inputs(), self._session.get_outputs()
        self.shapes = {each.name: [_size(size) for size in each.shape] for each in (*inputs, *outputs)}
        names = INPUTS[network]
        if len(inputs) != len(names) or len(outputs) not in (1, 2):
            words = f"{len(inputs)} inputs and {len(outputs)} outputs; a network over {network.partition(' over ')[2]}"
            raise ValueError(f"{words} has {', '.join(names)} and {', '.join(OUTPUTS[network])} or the first of these")
        self._types = []
        for name, each in zip(names, inputs, strict=True):
            wanted = ("tensor(int64)", "tensor(int32)") if name == "games" else ("tensor(float)", "tensor(double)")
            if each.type not in wanted:
                raise ValueError(f"its input for {name} is a {each.type}, not {' or '.join(wanted)}")
            if not each.shape or isinstance(each.shape[0], int):
                raise ValueError(f"its input for {name} has the fixed shape {each.shape}: the first axis has any size")
            self._types.append((each.name, TYPES[each.type]))

    def run(self, *arrays: NDArray[Any]) -> list[NDArray[Any]]:
        """Return its outputs; arrays as its kind is given them. Errors: onnxruntime's own."""
        feed = {name: array.astype(kind, copy=False) for (name, kind), array in zip(self._types, arrays, strict=True)}
        outputs: list[NDArray[Any]] = self._session.run(None, feed)
        return outputs

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[type, tuple[bytes, str]]:
        return type(self), (self.content, self.network)


def runtime() -> Any:
    """Return onnxruntime; RuntimeError: it isn't installed."""
    try:
        import onnxruntime
    except ImportError:
        words = "a network in ONNX is played by onnxruntime, which isn't installed: pip install 'paintball-mini[onnx]'"
        raise RuntimeError(words) from None
    return onnxruntime


def _size(size: Any) -> int | None:
    return size if isinstance(size, int) else None
