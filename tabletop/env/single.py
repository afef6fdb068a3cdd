"""What the environments of a single game share: record, masks and views; beginning, playing, showing, snapshots.

They are `pettingzoo_env` (both teams) and `gymnasium_env` (one team).
"""

from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from tabletop.base.arrays import Records, UInt8
from tabletop.compiled.compiling import announce_first_compilation
from tabletop.env.rendering import HUMAN, WIDTH, check_rendering, close_live, frame, show_live
from tabletop.env.snapshots import EnvState, check_snapshot
from tabletop.game.actions import action_number, outside_words
from tabletop.game.chance import new_chance
from tabletop.game.choices import MOST_SKIPPED
from tabletop.game.definition import GameDefinition, encoding_of
from tabletop.game.header import OVER, Record, result
from tabletop.game.illegal import illegal_words
from tabletop.game.shaping import ShapingOrFields, change_shaping, read_shaping, weights_of
from tabletop.play.game import IllegalActionError
from tabletop.play.reset_options import (
    ScenarioOrName,
    check_dice,
    read_flag,
    read_options,
    read_position,
    read_scenario,
    read_seed,
)
from tabletop.show.drawing.themes import FIELD

CUT_OFF = "cut off"  # ending of a game that was truncated, not ended by the rules

_PARTS = ("_decisions", "_deciders", "_turns", "_seeds", "_shown", "_legal")  # of the record, the views and the masks


class SingleGame:
    """A single game and its views; see the module.

    Attributes:
      definition: the game whose presets and files are accepted as `scenario`; None: only Scenario objects, of any game.
    """

    definition: ClassVar[GameDefinition[Any] | None] = None
    reset_options: ClassVar[tuple[str, ...]] = ("position",)

    def __init__(
        self,
        scenario: ScenarioOrName = None,
        *,
        encoding: str | None = None,
        shaping: ShapingOrFields | None = None,
        strict: bool = False,
        render_mode: str | None = None,
        render_width: int = WIDTH,
        render_theme: str = FIELD,
    ) -> None:
        super().__init__()
        check_rendering(render_mode, render_width, render_theme)
        self.scenario = scenario = read_scenario(scenario, self.definition)
        game = scenario.game
        self.shaping, self.strict = read_shaping(shaping, scenario), read_flag("strict", strict)
        self.render_mode, self.render_width, self.render_theme = render_mode, render_width, render_theme
        self.encoding = encoding_of(scenario, encoding)
        self._wait = scenario.actions - 1
        announce_first_compilation(game.package)
        self._kernels = game.batch
        self._decision_names = "over", *game.decisions[1:]
        self._worlds, self._starts = scenario.world, game.start_record(scenario)
        self._chances = new_chance(traced=render_mode == HUMAN)
        self._masks = np.zeros((2, scenario.actions), np.int8)
        self._views = np.zeros((2, self.encoding.size), np.float32)
        self._play_in(self._starts.copy())
        self._shaping_weights = weights_of(self.shaping)
        self._worth = 0.0
        self._np_random: Any = None
        self._cycles = 0
        self._illegal = [0, 0]
        self._flags = [False, False]
        self._begun = self._broken_off = False
        self._ended = False

    def _play_in(self, games: Records) -> None:
        """Take the game's record, [1], and the parts of arrays that each step reads: looking them up takes time."""
        self._games = games
        self._shown, self._legal = tuple(self._views.reshape(2, *self.encoding.shape)), tuple(self._masks)
        self._decisions, self._deciders, self._turns = games["decision"], games["decider"], games["turn"]
        self._seeds = games["dice"]["seed"]

    def __getstate__(self) -> dict[str, Any]:
        # Copying must not turn parts of arrays into separate ones.
        return {name: value for name, value in self.__dict__.items() if name not in _PARTS}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self._play_in(self._games)

    @property
    def game(self) -> Record:
        """The game's record; read it, but don't write to it."""
        return self._games[0]

    @property
    def position(self) -> str:
        """The position as one line of text (docs/formats.md, 5); `reset` takes it as an option."""
        self._check_begun()
        return self.scenario.game.format_position(self.scenario, self._games)

    def render(self) -> str | UInt8 | None:
        """Show the position as `render_mode` says.

        Returns:
          `ansi`: the board drawn as text. `rgb_array`: uint8 [height, `render_width`, 3]. `human`: None; the viewer in
          the browser shows the position, as it does after every `reset` and `step`. Without a render mode: None.

        Raises:
          RuntimeError: no game has begun.
        """
        self._check_begun()
        if self.render_mode == HUMAN:
            show_live(self, self._games, self._chances, begins=self._cycles == 0)
            return None
        return frame(self.scenario, self._games, self.render_mode, self.render_width, self.render_theme)

    def close(self) -> None:
        """Close the viewer of the render mode `human`, if one has been opened."""
        close_live(self)

    def set_shaping(self, shaping: ShapingOrFields | None) -> None:
        """Shape the rewards by other weights from the next step on; see `BatchedGames.set_shaping`, also for errors."""
        self.shaping = change_shaping(self.shaping, shaping, self.scenario)
        self._shaping_weights = weights_of(self.shaping)

    def clone_state(self, dice: bool = True) -> EnvState:
        """A snapshot for `set_state` of any environment of this kind.

        Args:
          dice: True: with the future dice and the stream of seeds, to continue exactly as here. False: without them,
            for planners: `set_state` then needs a seed.
        """
        return EnvState.make(self._version, **self._snapshot(dice))

    def _snapshot(self, dice: bool) -> dict[str, Any]:
        self._check_begun()
        games = self._games.copy()
        if not read_flag("dice", dice):
            games["dice"]["seed"] = 0
        return {
            "scenario": self._digest,
            "game": games.tobytes(),
            "cycles": self._cycles,
            "illegal": (self._illegal[0], self._illegal[1]),
            "flags": (self._flags[0], self._flags[1]),
            "ended": self._ended,
            "shaping": tuple(self._shaping_weights.tolist()),
            "worth": self._worth,
            "seeds": self._np_random.bit_generator.state if dice else None,
        }

    def set_state(self, snapshot: EnvState, seed: int | None = None) -> None:
        """Go to a snapshot, of this game or another one.

        Args:
          snapshot: as `clone_state` returned it.
          seed: None: an exact restore, to continue a run: after the same actions, the same dice fall. 0 … 2^64 - 1: the
            same position with other dice, for planners; the noise of an opponent inside and the seeds of later games
            follow from it, too.

        Raises:
          ValueError: it belongs to another scenario or format, lacks what this kind of environment needs, is damaged,
            or has no dice although no seed is given.
          TypeError: it is not a snapshot.
        """
        check_snapshot(snapshot)
        snapshot.check(self._version, self._digest, self._games.nbytes)
        seed = check_dice(snapshot.seeds is not None, read_seed(seed))
        self._broken_off = True
        self._enter(snapshot, seed)
        self._begun, self._broken_off = True, False

    def _enter(self, snapshot: EnvState, seed: int | None) -> None:
        """Do what `set_state` does, after its checks."""
        self._games.view(np.uint8)[:] = np.frombuffer(snapshot.game, np.uint8)
        self._cycles, self._illegal, self._flags = snapshot.cycles, list(snapshot.illegal), list(snapshot.flags)
        self._ended = snapshot.ended
        self._np_random = np.random.default_rng(seed)
        if seed is None:
            self._np_random.bit_generator.state = snapshot.seeds
        else:
            self._games["dice"]["seed"] = seed
        self._look()
        if self._shaped_as(snapshot):
            self._worth = snapshot.worth
        else:
            self._weigh()

    def _shaped_as(self, snapshot: EnvState) -> bool:
        """Whether the snapshot's game was shaped by the same weights as this one; if not, shaping begins anew."""
        return snapshot.shaping == tuple(self._shaping_weights.tolist())

    @cached_property
    def _digest(self) -> str:
        return self.scenario.digest()

    @property
    def _version(self) -> int:
        return self.scenario.game.versions["state"]

    def _check_begun(self) -> None:
        if self._broken_off:
            raise RuntimeError("an error has broken off a step or a reset: call reset, or set_state")
        if not self._begun:
            raise RuntimeError("no game has begun: call reset first")

    def _look(self) -> None:
        self._kernels.look_one(self._worlds, self._games, 0, self._masks, self.encoding.cells, self._views)

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> int:
        """Begin a game and return its seed; when the rest of `reset` is done, too, `_broken_off` is to be False."""
        seed = read_seed(seed)
        text = read_options(options, self.reset_options).get("position")
        start = self._starts if text is None else read_position(self.scenario, text)
        self._begun, self._broken_off = False, True
        # A given seed is the game's own, as in a game record; the games after it come from a generator that it seeds.
        if seed is not None or self._np_random is None:
            self._np_random = np.random.default_rng(seed)
        for _ in range(MOST_SKIPPED):
            number = int(self._np_random.integers(1 << 63)) if seed is None else seed
            self._begin_from(start, number)
            if not self._over:
                break
            if seed is not None or text is not None:
                self._broken_off = False
                raise ValueError(f"{'position' if text else f'seed {seed}'}: the game ends before its first decision")
        else:
            raise RuntimeError("game after game ends before its first decision")
        self._cycles, self._illegal, self._flags = 0, [0, 0], [False, False]
        self._begun, self._ended = True, False
        return number

    def _begin_from(self, start: Records, number: int) -> None:
        self._kernels.begin_one(
            self._worlds,
            self._chances,
            self._games,
            0,
            start,
            np.uint64(number),
            self._masks,
            self.encoding.cells,
            self._views,
        )

    @property
    def _decider(self) -> int:
        return self._deciders.item()  # in half the time of `int(self._deciders[0])`

    @property
    def _over(self) -> bool:
        return self._decisions.item() == OVER

    def _carry_out(self, action: Any, waiting: Any) -> None:
        """Let the decider act; an illegal action changes nothing and is flagged, or with `strict` an error.

        Everything is as before after these errors. When the rest of the step is done, `_broken_off` is to be False.

        Args:
          action: the decider's.
          waiting: the other team's, which has to be `wait`.

        Raises:
          IllegalActionError: with `strict`.
          ValueError: a number that no action has.
          TypeError: no whole number.
        """
        count = self._wait + 1  # `wait` is the last action
        chosen, other_action = action_number(action, count), action_number(waiting, count)
        if not (0 <= chosen < count and 0 <= other_action < count):
            team, number = (1 - self._decider, other_action) if 0 <= chosen < count else (self._decider, chosen)
            raise ValueError(f"{self._team_name(team)}: {outside_words(number, count)}")
        wrong = [] if other_action == self._wait else [1 - self._decider]
        if self.strict and wrong:
            raise IllegalActionError(self._reason(wrong[0], other_action))
        self._broken_off = True
        legal = self._kernels.step_one(
            self._worlds, self._chances, self._games, 0, chosen, self._masks, self.encoding.cells, self._views
        )
        if self.strict and not legal:
            self._broken_off = False
            raise IllegalActionError(self._reason(self._decider, chosen))
        self._flags = [False, False]
        for team in wrong if legal else [*wrong, self._decider]:
            self._flags[team] = True
            self._illegal[team] += 1

    def _reason(self, team: int, action: int) -> str:
        return f"{self._team_name(team)}: {illegal_words(self.scenario, self._games, action, team)}"

    def _team_name(self, team: int) -> str:
        """A team's name in messages."""
        return self.scenario.game.teams[team]

    def _decision(self) -> str:
        return self._decision_names[self._decisions.item()]

    def _ending(self) -> str:
        return self.scenario.game.endings[int(self._games["ending"][0])]

    def _told(self, *teams: int) -> list[dict[str, Any]]:
        """The infos that all environments have (docs/environments.md), of each of these teams."""
        decision, turn, seed = self._decision(), self._turns.item(), self._seeds[0]
        infos = [
            {
                "action_mask": self._legal[team].copy(),
                "decision": decision,
                "side": team,
                "turn": turn,
                "seed": seed,
                "length": self._cycles,
                "illegal": self._flags[team],
                "illegal_actions": self._illegal[team],
            }
            for team in teams
        ]
        if self._ended:
            ending = self._ending() if self._over else CUT_OFF
            for team, info in zip(teams, infos, strict=True):
                info |= {"result": self._result(team), "ending": ending}
        return infos

    def _result(self, team: int) -> float:
        return float(result(self._games[0], team))

    def _weigh(self) -> None:
        """Compute `_worth`: the potential for team 0, from which the next step's shaping begins; team 1's is minus it.

        After a step it is by the weights of that step, so that it stays what the step has added when they change.
        """
        if self.shaping is None:
            self._worth = 0.0
        else:
            self._worth = float(self._kernels.potential_one(self._worlds, self._games, 0, 0, self._shaping_weights))

    def _worth_for(self, team: int) -> float:
        return self._worth if team == 0 else 0.0 - self._worth
