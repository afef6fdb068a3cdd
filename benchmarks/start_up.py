"""From nothing to the first step: with rules that have yet to be compiled, and with compiled ones; and the memory."""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from benchmarks.setting import Setting
from tabletop.agents.registry import opponents

# Run in a process of its own: what is measured is a user's first minute, imports included.
PROGRAM = """
import importlib, json, pathlib, resource, sys, time
begun = time.perf_counter()
environments = importlib.import_module(sys.argv[1])
if hasattr(environments, "__path__"):  # else the game is a single file
    environments = importlib.import_module(sys.argv[1] + ".environments")
imported = time.perf_counter()
if len(sys.argv) > 3:
    games = environments.BatchedGames(sys.argv[2], 16, [sys.argv[3]], seed=1)
    _, masks = games.reset()
    games.step(masks.argmax(axis=1))
else:
    env = environments.parallel_env(scenario=sys.argv[2])
    observations, infos = env.reset(seed=1)
    env.step({agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents})
done, processor = time.perf_counter(), time.process_time()
status = pathlib.Path("/proc/self/status")
if status.exists():  # on Linux ru_maxrss counts what the process was before it became this program
    memory = next(int(line.split()[1]) * 1024 for line in status.read_text().splitlines() if line.startswith("VmHWM"))
else:
    unit = 1 if sys.platform == "darwin" else 1024  # ru_maxrss is in bytes there
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
times = {"import": imported - begun, "first_step": done - begun, "processor": processor}
print(json.dumps({**times, "peak_memory": memory}))
"""


def start_up(setting: Setting, repeats: int) -> dict[str, Any]:
    """Measure the way from `import` to the first step, of the PettingZoo environment and of games against a bot.

    Args:
      setting: its package has a module `environments` with `parallel_env` and `BatchedGames`; if the game is a single
        file, this has them.
      repeats: runs with compiled rules; the median counts.

    Returns:
      `environments`: PettingZoo's, and `BatchedGames` against the game's first bot, if it has any; each has `first` and
      `afterwards`, with seconds to the end of the `import`, seconds to the first step (from before the import), seconds
      of processor time to there, and the peak of memory in bytes. `runs`: how often afterwards was measured.
    """
    environments = {"PettingZoo": _measured(setting.package, [setting.name], repeats)}
    for bot in [name for name in opponents(setting.scenario.game) if name != "random"][:1]:
        environments[f"BatchedGames against {bot}"] = _measured(setting.package, [setting.name, bot], repeats)
    return {"runs": repeats, "environments": environments}


def _measured(package: str, arguments: list[str], repeats: int) -> dict[str, dict[str, float]]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PAINTBALL_CACHE": folder}
        first = _run(package, arguments, environment)
        later = [_run(package, arguments, environment) for _ in range(repeats)]
    later.sort(key=lambda run: run["first_step"])
    return {"first": first, "afterwards": later[len(later) // 2]}


def _run(package: str, arguments: list[str], environment: dict[str, str]) -> dict[str, float]:
    command = [sys.executable, "-c", PROGRAM, package, *arguments]
    process = subprocess.run(command, env=environment, capture_output=True, text=True)
    if process.returncode != 0:
        last_line = (process.stderr.strip().splitlines() or [f"exit code {process.returncode}"])[-1]
        name = "BatchedGames" if len(arguments) > 1 else "parallel_env"
        raise ValueError(f"start: {package}'s `{name}` can't make a first step: {last_line}")
    measurements: dict[str, float] = json.loads(process.stdout)
    return measurements
