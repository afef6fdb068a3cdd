"""From nothing to the first step: with rules that have yet to be compiled, and with compiled ones; and the memory."""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from tabletop.definition import GameDefinition

# Run in a process of its own: what is measured is a user's first minute, imports included.
PROGRAM = """
import importlib, json, pathlib, resource, sys, time
begun = time.perf_counter()
environments = importlib.import_module(sys.argv[1] + ".environments")
imported = time.perf_counter()
env = environments.parallel_env(scenario=sys.argv[2])
observations, infos = env.reset(seed=1)
env.step({agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents})
done = time.perf_counter()
status = pathlib.Path("/proc/self/status")
if status.exists():  # on Linux ru_maxrss counts what the process was before it became this program
    memory = next(int(line.split()[1]) * 1024 for line in status.read_text().splitlines() if line.startswith("VmHWM"))
else:
    unit = 1 if sys.platform == "darwin" else 1024  # ru_maxrss is in bytes there
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
print(json.dumps({"import": imported - begun, "first_step": done - begun, "peak_memory": memory}))
"""


def start_up(game: GameDefinition[Any], scenario: str, repeats: int) -> dict[str, Any]:
    """Measure the way from `import` to the first step of the PettingZoo environment.

    Args:
      game: what is played; its package has a module `environments` with `parallel_env`.
      scenario: a preset's name or a file.
      repeats: runs with compiled rules; the median counts.

    Returns:
      `first` and `afterwards`: seconds to the end of the `import`, seconds to the first step (from before the import),
      and the peak of memory in bytes; `runs`: how often afterwards was measured.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PAINTBALL_CACHE": folder}
        first = _run(game.package, scenario, environment)
        later = [_run(game.package, scenario, environment) for _ in range(repeats)]
    later.sort(key=lambda run: run["first_step"])
    return {"first": first, "afterwards": later[len(later) // 2], "runs": repeats}


def _run(package: str, scenario: str, environment: dict[str, str]) -> dict[str, float]:
    command = [sys.executable, "-c", PROGRAM, package, scenario]
    process = subprocess.run(command, env=environment, capture_output=True, text=True)
    if process.returncode != 0:
        last_line = (process.stderr.strip().splitlines() or [f"exit code {process.returncode}"])[-1]
        raise ValueError(f"start: `{package}.environments.parallel_env` can't make a first step: {last_line}")
    measurements: dict[str, float] = json.loads(process.stdout)
    return measurements
