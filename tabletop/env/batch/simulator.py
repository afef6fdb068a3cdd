"""The simulator: many copies of a position at once, each with its own dice, for planners (docs/planning.md).

It contains no future dice except those that it has made itself: a bot's view, which contains none, gives the same
answers as the game itself.
"""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Generic, SupportsIndex, TypeVar

import numpy as np

from tabletop.agents.scoring import Facts, facts_of
from tabletop.agents.view import view_of
from tabletop.base.arrays import Bool, Float32, Float64, Int64, Integers, Numbers, Records, SomeRows, UInt64
from tabletop.base.errors import brief
from tabletop.compiled.compiling import announce_first_compilation
from tabletop.env.batch.judgements import Judgements, check_running, judge_of
from tabletop.env.batch.opponents import FOREVER, Opponent, announce_begun, read_opponent
from tabletop.env.batch.successors import SuccessorFinder, Successors, words_of
from tabletop.game.actions import check_actions
from tabletop.game.chance import new_chance
from tabletop.game.choices import key_rows, result_rows
from tabletop.game.definition import Encoding, Scenario, encoding_of
from tabletop.game.header import NONE, OVER, TEAMS
from tabletop.game.illegal import illegal_words
from tabletop.game.shaping import Shaping, read_shaping, weights_of
from tabletop.play.game import Game
from tabletop.play.odds import DECISION, LIMIT, Result, outcomes
from tabletop.play.reset_options import (
    read_count,
    read_flag,
    read_position,
    read_row,
    read_rows,
    read_scenario,
    read_seeds,
    required_seed,
)

S = TypeVar("S", bound=Scenario)
MOST_WAYS = 1_000  # for the dice of an action to fall, in `successors`


class Simulator(Generic[S]):
    """B games of a scenario, in which any position can be entered.

    Attributes:
      scenario, count: as given.
      games: the records, shape (B,); their `dice` are the simulator's own.
      masks: int8 [B, A], legal actions of the team that decides; all 0 where a game is over.

    Where nothing has been entered or begun, there is no game. It counts as over: its decider is -1, its results are 0,
    its values and potentials NaN. Calls that name its row raise RuntimeError.
    """

    def __init__(self, scenario: S, count: int = 1, *, seed: int = 0) -> None:
        """Allocate the games; `enter` puts positions in.

        Args:
          scenario: a Scenario; in a bot, `view.scenario`.
          count: B, at least 1.
          seed: 0 … 2^64 - 1, of all dice and noise: the same seed and the same calls give the same results.

        Raises:
          ValueError: an argument out of range.
        """
        read_scenario(scenario, None)
        self.scenario, self.count = scenario, read_count("count", count)
        game = scenario.game
        announce_first_compilation(game.package)
        self._batch, self._planning = game.batch, game.planning_kernels
        self._worlds, self._chances = scenario.world, new_chance()
        self._policies: Mapping[str, Any] = game.policies()
        self._numbers = {name: number for number, name in enumerate(self._policies)} | {"random": self._planning.RANDOM}
        self._parameters = np.concatenate(list(self._policies.values()))
        self._weights = game.value_weights(scenario)
        self._seeds = np.random.default_rng(required_seed(seed))
        self._all = np.arange(self.count)
        self._entered = np.zeros(self.count, bool)  # where `enter` or `begin` has put a game
        self._used = False  # whether one has; asking the array takes microseconds at each step
        self._players: dict[str, Opponent] = {}  # agents that have played, by name
        self._judges: dict[str, Any] = {}  # agents that have judged, by name
        self._finder: SuccessorFinder | None = None
        self._calls = np.zeros(self.count, np.uint64)  # of policies, since a game was put there
        self.games: Records = np.zeros(self.count, scenario.record_type)
        self.games["decision"], self.games["decider"], self.games["winner"] = OVER, NONE, NONE
        self.masks = np.zeros((self.count, scenario.actions), np.int8)
        self._illegal = np.zeros(self.count, np.int8)

    def begin(self, rows: SomeRows | None = None) -> None:
        """Begin k new games, each with fresh dice; rows: their numbers, None: all."""
        rows = read_rows(rows, self.count)
        seeds = np.zeros(self.count, np.uint64)
        seeds[rows] = self._fresh(len(rows))
        start = self.scenario.game.start_record(self.scenario)
        self._batch.begin_rows(self._worlds, self._chances, self.games, rows, start, seeds, self.masks)
        self.note_entered(rows)

    def enter(self, position: Any, rows: SomeRows | None = None, *, dice: Numbers | None = None) -> None:
        """Put a position, or k of them, into k games, each with its own dice.

        Args:
          position: a bot's `View`, a `Game`, text of a position, or records of shape (1,) or (k,), such as
            `simulator.games[3:4]`, or the `game` of one of `outcomes`. Its own dice are never used. Records aren't
            checked: those of another scenario give wrong results or crash the process. Text is checked.
          rows: numbers of games; None: all.
          dice: None: fresh ones for each game; otherwise their seeds, uint64 [k]: games with the same seed and the same
            actions take the same course, so that two actions can be compared with the same dice. The noise of policies
            follows from the seed, too, another one in each call of `play` or `choose` after this one.

        Raises:
          ValueError: the position, the rows or the dice don't fit.
        """
        rows = self._all if rows is None else read_rows(rows, self.count)
        records = self.records_of(position)
        if len(records) not in (1, len(rows)):
            raise ValueError(f"position: {len(records)} records for {len(rows)} games")
        seeds = self._fresh(len(rows)) if dice is None else read_seeds(dice, len(rows), "dice")
        self._planning.enter_rows(self._worlds, self.games, rows, records, seeds, self.masks)
        self.note_entered(rows)

    def step(self, actions: Numbers | SupportsIndex, rows: SomeRows | None = None) -> None:
        """Carry out an action in each of k games.

        Args:
          actions: integers [k], legal in their games; one number: the same action in all.
          rows: numbers of games; None: all.

        Raises:
          ValueError: a number that no action has, a wrong shape or type: nothing has changed. Or an illegal action; it
            has changed nothing, those of the other games have been carried out.
        """
        rows = self._rows(rows)
        array = _read_actions(actions, len(rows))
        chosen = np.zeros(self.count, array.dtype)
        chosen[rows] = array
        check_actions(chosen, rows, self.masks.shape[1])
        chosen = chosen.astype(np.int64, copy=False)
        if self._batch.step_rows(self._worlds, self._chances, self.games, rows, chosen, self.masks, self._illegal):
            row = int(rows[np.argmax(self._illegal[rows])])
            words = illegal_words(self.scenario, self.games[row : row + 1], int(chosen[row]))
            raise ValueError(f"game {row}: {words}")

    def play(
        self,
        policy: Any = "random",
        against: Any = None,
        *,
        until: int | None = None,
        decisions: int | None = None,
        phase: bool = False,
        rows: SomeRows | None = None,
        encoding: str | None = None,
    ) -> Int64:
        """Play k games on: with `policies` entirely in compiled code, with others one decision of all games at a time.

        Args:
          policy: who decides for team 0: a name of `policies`, or parameters as `policies` holds them, an array of one;
            or any opponent of a batch: an agent, its name with arguments, such as `champion`, or a function
            `f(observations, masks) -> actions`. An agent given by name is made once, at its first use: if
            its folder changes later, make a new simulator to load it again.
          against: who decides for team 1; None: the same policy.
          until: stop once this turn has begun, `view.turn + 2` for example; None: at the game's end.
          decisions: stop after this many decisions; None: no limit.
          phase: stop where the phase ends that belongs to the team that decides: a part of a turn, as the game divides
            it; in a game that divides no turns, the turn. Where none of its own has begun, as in set-up, it stops at
            once.
          rows: numbers of games; None: all.
          encoding: of the observations that functions get, one of the game's; None: its default.

        Returns:
          int64 [k], the decisions made.

        Raises:
          ValueError: no such policy or encoding, or a limit below 0.
          TypeError: a policy of a kind that can't play.
          AgentError, OpponentError: a fault of the agent or the opponent.
        """
        rows, seen = self._rows(rows), encoding_of(self.scenario, encoding)
        limits = _read_limit("until", until), _read_limit("decisions", decisions), int(read_flag("phase", phase))
        policies = policy, policy if against is None else against
        if not all(map(self._is_compiled, policies)):
            return self._ask([self._player(policy, seen) for policy in policies], rows, *limits)
        numbers, parameters = self._read_policies(*policies)
        counts, noise = np.zeros(self.count, np.int64), self._noise(rows)
        self._planning.play_rows_on(
            self._worlds, self._chances, self.games, rows, self.masks, parameters, numbers, noise, *limits, counts
        )
        return counts[rows]

    def choose(self, policy: Any, rows: SomeRows | None = None, encoding: str | None = None) -> Int64:
        """Return what a policy would do in k games, int64 [k], without playing; -1 where a game is over.

        Policy, rows and encoding are as in `play`.

        It takes one of the actions in `masks`: clear an action there to get its next best action.
        """
        rows, seen = self._rows(rows), encoding_of(self.scenario, encoding)
        actions, noise, live = np.full(self.count, -1), self._noise(rows), rows[~self.over[rows]]
        if self._is_compiled(policy):
            numbers, parameters = self._read_policies(policy)
            self._planning.answer_rows(
                self._worlds, self.games, live, self.masks, parameters, int(numbers[0]), noise, actions
            )
        else:
            player = self._player(policy, seen)  # one that can't play is refused, whether it is asked or not
            if len(live):
                announce_begun([player], live)
                player.decide(self._worlds, self.games, live, self.masks, actions, noise)
        return actions[rows]

    def _ask(self, players: Sequence[Opponent], rows: Int64, until: int, decisions: int, phase: int) -> Int64:
        """Let the players decide until each of these games is over or at a limit; return the number of decisions."""
        announce_begun(players, rows)
        counts, actions = (np.zeros(self.count, np.int64) for _ in range(2))
        seeds, (counters, keys) = self._noise(rows), (np.zeros(self.count, np.uint64) for _ in range(2))
        if phase:
            teams, planned, stages = self.deciders, *(np.zeros(self.count, np.int64) for _ in range(2))
            self._planning.stage_rows(self.games, rows, teams, planned)
        while True:
            live = rows[~self.over[rows] & (self.games["turn"][rows] < until) & (counts[rows] < decisions)]
            if phase:
                self._planning.stage_rows(self.games, live, teams, stages)
                live = live[(stages[live] == planned[live]) & (planned[live] != NONE)]
            if not len(live):
                return counts[rows]
            for team, player in enumerate(players):
                own = live[self.games["decider"][live] == team]
                if len(own):
                    key_rows(own, seeds, counters, keys)
                    player.decide(self._worlds, self.games, own, self.masks, actions, keys)
            self.step(actions[live], live)
            counts[live] += 1

    def _is_compiled(self, policy: Any) -> bool:
        """Whether it plays entirely in compiled code: a name of `policies`, or parameters."""
        return policy in self._numbers if isinstance(policy, str) else hasattr(policy, "dtype")

    def _player(self, policy: Any, seen: Encoding) -> Opponent:
        """Return the player that is asked for many games at once; for a name, the same one each time."""
        if not isinstance(policy, str):
            return read_opponent(policy, self.scenario, seen)
        if policy not in self._players:
            self._players[policy] = read_opponent(policy, self.scenario, seen)
        return self._players[policy]

    def _read_policies(self, *policies: Any) -> tuple[Int64, np.ndarray]:
        """Return the numbers of policies, int64, and the parameters that these numbers refer to."""
        parameters, numbers = self._parameters, []
        for policy in policies:
            if isinstance(policy, str):
                if policy not in self._numbers:
                    raise ValueError(f"policy {brief(policy)}: known are {', '.join(self.policies)}")
                numbers.append(self._numbers[policy])
                continue
            if getattr(policy, "dtype", None) != parameters.dtype or policy.shape != (1,):
                raise ValueError(f"policy {brief(policy)}: a name, or parameters in an array of one")
            numbers.append(len(parameters))
            parameters = np.concatenate([parameters, policy])
        return np.array(numbers), parameters

    def _noise(self, rows: Int64) -> UInt64:
        """A number for each of these games that follows from its dice, another one in each call; uint64 [B]."""
        noise = np.zeros(self.count, np.uint64)
        key_rows(rows, self.games["dice"]["seed"], self._calls, noise)  # it counts the call
        return noise

    @property
    def policies(self) -> tuple[str, ...]:
        """The names of the compiled policies of the game, for `play`."""
        return tuple(dict.fromkeys(("random", *self._policies)))

    @property
    def over(self) -> Bool:
        """Whether each game has ended, bool [B]."""
        return self.games["decision"] == OVER

    @property
    def turns(self) -> Int64:
        """The games' turns, int64 [B]; 0: set-up."""
        return self.games["turn"].astype(np.int64)

    @property
    def deciders(self) -> Int64:
        """The teams that decide, int64 [B]; -1 where a game is over."""
        return self.games["decider"].astype(np.int64)

    def legal(self, row: int = 0) -> Int64:
        """The legal actions of a game, int64, ascending; errors as in `view`."""
        return np.flatnonzero(self.masks[self._row(row)])

    def results(self, team: int) -> Float32:
        """+1, -1, 0 for a team, 0 or 1, float32 [B]; 0 where a game isn't over. ValueError: no such team."""
        values = np.zeros(self.count, np.float32)
        result_rows(self.games, self._rows(None), np.full(self.count, _read_team(team)), values)
        return values

    def values(self, team: int) -> Float64:
        """The expected results for a team, float64 [B], -1 … 1, as the game values positions; at an end, the result.

        ValueError: `team` is neither 0 nor 1, such as the decider of a game that is over.
        """
        values = np.zeros(self.count)
        self._planning.value_rows(self._worlds, self.games, self._rows(None), _read_team(team), self._weights, values)
        return np.where(self._entered, values, np.nan)

    def potentials(self, team: int, shaping: Shaping) -> Float64:
        """The potentials of a shaping for a team, 0 or 1, float64 [B]; TypeError: the shaping is of another game."""
        weights = weights_of(read_shaping(shaping, self.scenario))
        values, sides = np.zeros(self.count), np.full(self.count, _read_team(team))
        self._batch.potential_rows(self._worlds, self.games, self._rows(None), sides, weights, values)
        return np.where(self._entered, values, np.nan)

    def observations(
        self, team: Numbers | SupportsIndex, encoding: str | None = None, rows: SomeRows | None = None
    ) -> Float32:
        """Return the observations of teams in k games, float32 [k, *shape].

        Args:
          team: 0 or 1; or integers [k], a team for each game, such as `deciders[rows]`.
          encoding: one of the game's; None: its default.
          rows: numbers of games; None: all.

        Raises:
          ValueError: no such team or encoding.
        """
        rows = self._rows(self._all if rows is None else rows)
        chosen, sides = encoding_of(self.scenario, encoding), np.asarray(team)
        if sides.ndim == 1 and len(sides) != len(rows):
            raise ValueError(f"team: {len(sides)} for {len(rows)} games")
        if sides.shape != (len(rows),) or sides.dtype.kind not in "iu" or ((sides < 0) | (sides >= TEAMS)).any():
            sides = np.full(len(rows), _read_team(team))
        out, games = np.zeros((len(rows), chosen.size), np.float32), self.games[rows]
        self._batch.observe_rows(self._worlds, games, np.arange(len(rows)), sides.astype(np.int64), chosen.cells, out)
        return out.reshape(len(rows), *chosen.shape)

    def outcomes(self, action: int | str | None, row: int = 0, limit: int = LIMIT, to: str = DECISION) -> list[Result]:
        """Every distinguishable result of an action in a game, with its exact probability (`play.odds.outcomes`).

        `enter` takes the records of the results.

        Args:
          action: a legal action, by name or by index; None: go on from a boundary.
          row: the number of the game.
          limit: maximum number of ways for the dice to fall.
          to: `decision`, or `boundary`: where odds end.

        Raises:
          ValueError: an illegal action, or no such `to`.
          TooManyWaysError: there are more ways than `limit`, or too many dice: sample them with `step` instead.
          RuntimeError: nothing has been entered or begun in this row.
        """
        row = self._row(row)
        return outcomes(Game.of_record(self.scenario, self.games[row : row + 1]), action, limit, to)

    def successors(
        self, actions: Numbers | SupportsIndex, rows: SomeRows | None = None, limit: int = MOST_WAYS
    ) -> Successors:
        """Every result of an action in each of k games, with its probability; no game changes.

        `outcomes` has exact fractions and text, of one game; this takes many, ten times as fast and more.

        Args:
          actions: integers [k], legal in their games; one number: the same action in all.
          rows: numbers of games, which may come several times; None: all.
          limit: maximum number of ways for an action's dice to fall; an action with more has no results here.

        Raises:
          ValueError: as with `step`, or a limit below 1.
        """
        chosen_rows = self._rows(self._all if rows is None else rows, repeated=True)
        array = np.broadcast_to(_read_actions(actions, len(chosen_rows)), len(chosen_rows))
        inside = (array >= 0) & (array < self.masks.shape[1])
        chosen = np.where(inside, array, 0).astype(np.int64)
        illegal = np.flatnonzero(~inside | (self.masks[chosen_rows, chosen] == 0))
        if len(illegal):
            row, action = int(chosen_rows[illegal[0]]), int(array[illegal[0]])
            raise ValueError(f"game {row}: {illegal_words(self.scenario, self.games[row : row + 1], action)}")
        if self._finder is None:
            self._finder = SuccessorFinder(self.scenario)
        return self._finder.find(self.games, chosen_rows, chosen, read_count("limit", limit))

    def keys(self, rows: SomeRows | None = None) -> UInt64:
        """Return a key of each of k positions, uint64 [k]: equal positions have equal keys, whatever their dice.

        Other positions have other keys, but for chance: with n positions some n² in 4e19.
        """
        chosen = self._rows(self._all if rows is None else rows)
        out = np.zeros(len(chosen), np.uint64)
        self.scenario.game.outcome_kernels.keys_of_rows(words_of(self.games), chosen, out)
        return out

    def facts(self, rows: SomeRows | None = None) -> Facts:
        """Return the facts of k positions and of all their legal actions: what networks that score actions take.

        ValueError: a game is over, or the game has none.
        """
        chosen = self._rows(self._all if rows is None else rows)
        check_running(self.games, chosen)
        return facts_of(self.scenario.game, self._worlds, self.games, chosen, self.masks)

    def evaluate(self, agent: Any, rows: SomeRows | None = None) -> Judgements:
        """Return what a trained agent thinks of k positions: scores of the legal actions, and values.

        Args:
          agent: its name, such as `champion` or `trained:FOLDER`; or an agent that is prepared for this scenario.
          rows: numbers of games, none of which is over; None: all.

        Raises:
          ValueError: there is no such agent, it doesn't fit the scenario, or a game is over.
          TypeError: the agent only plays.
        """
        chosen = self._rows(self._all if rows is None else rows)
        check_running(self.games, chosen)
        judge = self._judges.get(agent) if isinstance(agent, str) else None
        if judge is None:
            judge = judge_of(agent, self.scenario)
            if isinstance(agent, str):
                self._judges[agent] = judge
        return Judgements(*judge.judge(self._worlds, self.games, chosen, self.masks))

    def view(self, row: int = 0) -> Any:
        """What an agent that decides in a game sees: its names and chances, for planning in plain Python.

        ValueError: there is no such row. RuntimeError: nothing has been entered or begun in it.
        """
        row = self._row(row)
        return view_of(self.scenario, self.games[row : row + 1], self.masks[row])

    def _row(self, row: int) -> int:
        number = read_row(row, self.count)
        self._check_entered(np.array([number]))
        return number

    def _check_entered(self, rows: Int64) -> None:
        if not self._used:
            raise RuntimeError("there are no games yet: call enter or begin first")
        if len(rows) and not self._entered[rows].all():
            raise RuntimeError(f"game {rows[~self._entered[rows]][0]}: nothing has been entered or begun there yet")

    def _rows(self, rows: SomeRows | None, repeated: bool = False) -> Int64:
        if rows is None:
            self._check_entered(self._all[:0])
            return self._all
        chosen = read_rows(rows, self.count, repeated)
        self._check_entered(chosen)
        return chosen

    def _fresh(self, count: int) -> UInt64:
        return self._seeds.bit_generator.random_raw(count)  # as `integers` draws uint64, in a tenth of the time

    def note_entered(self, rows: Int64) -> None:
        """Note that these games have been written, with their masks, by compiled code."""
        self._entered[rows] = True
        self._used |= len(rows) > 0
        self._calls[rows] = 0

    def records_of(self, position: Any) -> Records:
        """Return the records of a position as `enter` takes it; ValueError: it doesn't fit."""
        if isinstance(position, str):
            record = read_position(self.scenario, position)
            if record["decision"][0] == OVER:
                raise ValueError("position: nobody decides in it yet; Game(scenario, start=…) begins there")
            return record
        owner = getattr(position, "scenario", self.scenario)
        if owner is not self.scenario and owner != self.scenario and hasattr(owner, "name"):  # a record has its name
            raise ValueError(f"position of {owner.name!r}: this simulator plays {self.scenario.name!r}")
        records = getattr(position, "games", position)
        if getattr(records, "dtype", None) != self.games.dtype:
            raise ValueError(f"position {type(position).__name__}: a View, a Game, text, or records of this scenario")
        if records.ndim != 1:
            raise ValueError(f"position: records of shape {records.shape}, not (1,) or (k,)")
        return records.copy() if np.may_share_memory(records, self.games) else records


def _read_actions(actions: Any, count: int) -> Integers:
    """Return actions for so many games, integers [k] or of no shape; ValueError: another shape or type."""
    array = np.asarray(actions)
    if array.dtype.kind not in "iu" or array.shape not in ((), (count,)):
        raise ValueError(f"actions of shape {array.shape}, {array.dtype}: an integer for each of {count} games")
    return array


def _read_team(team: Any) -> int:
    """Return a team's number as given; ValueError: there is no such team."""
    try:
        number = index(team)
    except TypeError:
        number = NONE
    if isinstance(team, bool) or number not in range(TEAMS):
        raise ValueError(f"team {brief(team)}: 0 or 1")
    return number


def _read_limit(name: str, limit: int | None) -> int:
    """Return a turn or a number of decisions, 0 or more; None: no limit. ValueError: anything else."""
    if limit is None:
        return FOREVER
    if isinstance(limit, bool) or not hasattr(limit, "__index__") or limit < 0:
        raise ValueError(f"{name} {brief(limit)}: a whole number, 0 or more")
    return min(int(limit), FOREVER)
