"""What the doors for a single game share: its record, masks and views, how it begins, is stepped, shown and saved.

Doors are `env` (PettingZoo, both teams) and `gym_env` (Gymnasium, one team).
"""

from functools import cached_property
from operator import index
from pathlib import Path
from typing import Any

import numpy as np

from paintball_env.actions import action_table
from paintball_env.notation import format_position
from paintball_env.notation.words import ENDINGS, KINDS
from paintball_env.observation import VECTOR, Encoding
from paintball_env.refusal import why_not
from paintball_env.reward import Shaping, check_shaping, shaping_weights
from paintball_env.rules.state import OVER
from paintball_env.scenario import Scenario
from paintball_env.start import start_record
from tabletop import kernels as batch
from tabletop.chance import new_chance
from tabletop.compiling import announce_first_compilation
from tabletop.environments.frames import WIDTH, check_rendering, frame
from tabletop.environments.snapshots import EnvState, check_moment
from tabletop.game import IllegalActionError
from tabletop.reset_options import read_position, read_scenario, read_seed

DEFAULT_SCENARIO = "capture-the-flag"
NAMESPACE = "PaintballMini"
# Ids in the registries of PettingZoo and Gymnasium: `PaintballMini/CaptureTheFlag-v0` …
SCENARIO_IDS = {
    f"{NAMESPACE}/{name}-v0": scenario
    for name, scenario in (
        ("CaptureTheFlag", "capture-the-flag"),
        ("CaptureTheFlagBasic", "capture-the-flag-basic"),
        ("ReverseFlag", "reverse-flag"),
        ("SingleFlag", "single-flag"),
    )
}
MOST_SKIPPED = 1000  # games over before anybody had a decision, before something must be wrong

_NAMES = ("over", *(str(kind) for kind in KINDS[1:]))  # of decisions, by number


class Door:
    """A single game and its views; see the module."""

    max_cycles: int | None = None

    def __init__(
        self,
        scenario: str | Path | Scenario = DEFAULT_SCENARIO,
        *,
        encoding: str = VECTOR,
        shaping: Shaping | None = None,
        strict: bool = False,
        render_mode: str | None = None,
        render_width: int = WIDTH,
    ) -> None:
        super().__init__()
        check_rendering(render_mode, render_width)
        self.scenario = read_scenario(scenario)
        check_shaping(shaping)
        self.shaping, self.strict, self.render_mode, self.render_width = shaping, strict, render_mode, render_width
        self.encoding = Encoding(self.scenario, encoding)
        size = self.scenario.actions
        self._wait = size - 1
        announce_first_compilation()
        self._worlds, self._chances, self._starts = self.scenario.world, new_chance(), start_record(self.scenario)
        self._games = self._starts.copy()
        self._masks = np.zeros((2, size), np.int8)
        self._views = np.zeros((2, self.encoding.size), np.float32)
        self._np_random: Any = None
        self._cycles = 0
        self._illegal = [0, 0]
        self._flags = [False, False]
        self._begun = False
        self._ended = False

    @property
    def game(self) -> Any:
        """The game's record (rules/state.py); to be read, not written."""
        return self._games[0]

    @property
    def position(self) -> str:
        """The position as one line of text (docs/formats.md, 5); `reset` takes it as an option."""
        self._check_begun()
        return format_position(self.scenario, self._games)

    def render(self) -> Any:
        """Show the position as `render_mode` says.

        Returns:
          `ansi`: the board drawn as text. `rgb_array`: uint8 [height, `render_width`, 3]. `human`: None; the text is
          printed, and so it is by every `reset` and `step`. Without a render mode: None.

        Raises:
          RuntimeError: no game has begun.
        """
        self._check_begun()
        return frame(self.scenario, self._games, self.render_mode, self.render_width)

    def close(self) -> None:
        """Nothing to release."""

    def clone_state(self) -> EnvState:
        """This moment, dice and the stream of seeds included, for `set_state` of any such environment."""
        return EnvState.seal(**self._moment())

    def _moment(self) -> dict[str, Any]:
        self._check_begun()
        return {
            "scenario": self._digest,
            "game": self._games.tobytes(),
            "cycles": self._cycles,
            "illegal": (self._illegal[0], self._illegal[1]),
            "flags": (self._flags[0], self._flags[1]),
            "ended": self._ended,
            "seeds": self._np_random.bit_generator.state,
        }

    def set_state(self, moment: EnvState) -> None:
        """Go back, or over, to a moment.

        Raises:
          ValueError: it belongs to another scenario, format or kind of environment, or is damaged.
          TypeError: it is no moment.
        """
        check_moment(moment)
        moment.check(self._digest, self._games.nbytes)
        self._games.view(np.uint8)[:] = np.frombuffer(moment.game, np.uint8)
        self._cycles, self._illegal, self._flags = moment.cycles, list(moment.illegal), list(moment.flags)
        self._ended = moment.ended
        self._np_random = np.random.default_rng()
        self._np_random.bit_generator.state = moment.seeds
        self._begun = True
        self._look()

    @cached_property
    def _digest(self) -> str:
        return self.scenario.digest()

    def _check_begun(self) -> None:
        if not self._begun:
            raise RuntimeError("no game has begun: call reset first")

    def _look(self) -> None:
        batch.look_one(self._worlds, self._games, 0, self._masks, self.encoding.cells, self._views)

    def _begin(self, seed: Any, options: dict[str, Any] | None) -> int:
        """Begin a game and return its seed; options that aren't ours are somebody else's."""
        seed = read_seed(seed)
        text = None if options is None else options.get("position")
        start = self._starts if text is None else read_position(self.scenario, text)
        # A seed given is the game's own, as a record names it; the games after it come from a generator it starts.
        if seed is not None or self._np_random is None:
            self._np_random = np.random.default_rng(seed)
        self._begun = False
        for _ in range(MOST_SKIPPED):
            number = int(self._np_random.integers(1 << 63)) if seed is None else seed
            self._begin_from(start, number)
            if self._games["decision"][0] != OVER:
                break
            if seed is not None or text is not None:
                raise ValueError(f"{'position' if text else f'seed {seed}'}: the game ends before its first decision")
        else:
            raise RuntimeError("game after game ends before its first decision")
        self._cycles, self._illegal, self._flags = 0, [0, 0], [False, False]
        self._begun, self._ended = True, False
        return number

    def _begin_from(self, start: Any, number: int) -> None:
        batch.begin_one(
            *(self._worlds, self._chances, start, self._games, 0, np.uint64(number)),
            *(self._masks, self.encoding.cells, self._views),
        )

    @property
    def _decider(self) -> int:
        return int(self._games["decider"][0])

    @property
    def _over(self) -> bool:
        return bool(self._games["decision"][0] == OVER)

    def _carry_out(self, action: Any) -> None:
        """Let the decider act; an illegal action changes nothing and is flagged. Flags are set, not cleared."""
        chosen = self._number(action)
        legal = batch.step_one(
            *(self._worlds, self._chances, self._games, 0, chosen, self._masks, self.encoding.cells, self._views)
        )
        if not legal:
            self._flag(self._decider, chosen)

    def _number(self, action: Any) -> int:
        try:
            return index(action)
        except TypeError:
            raise TypeError(f"action {action!r}: a whole number, 0 to {self._wait}") from None

    def _flag(self, team: int, action: int) -> None:
        self._flags[team] = True
        self._illegal[team] += 1
        if self.strict:
            raise IllegalActionError(self._reason(team, action))

    def _reason(self, team: int, action: int) -> str:
        table, who = action_table(self.scenario.figures, self.scenario.board_map.names), self._called(team)
        if not 0 <= action < len(table):
            return f"{who}: action {action}: the actions of this game are numbered 0 to {len(table) - 1}"
        if team != self._decider:
            return f"{who}: '{table.name(action, team)}': the other team decides, only 'wait' is legal"
        return f"{who}: '{table.name(action, team)}': {why_not(self.scenario, self._games, action)}"

    def _called(self, team: int) -> str:
        """A team's name in messages."""
        return ("red", "blue")[team]

    def _decision(self) -> str:
        return _NAMES[int(self._games["decision"][0])]

    def _ending(self) -> str:
        return str(ENDINGS[int(self._games["ending"][0])])

    def _result(self, team: int) -> float:
        winner = int(self._games["winner"][0])
        if winner < 0 or not self._over:
            return 0.0
        return 1.0 if winner == team else -1.0

    def _potential(self, team: int = 0) -> float:
        if self.shaping is None:
            return 0.0
        figures, flag = shaping_weights(self.shaping)
        return float(batch.potential_one(self._worlds, self._games, 0, team, figures, flag))
