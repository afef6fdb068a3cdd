"""What compiled functions take: a name for each kind of array, and what a batch consists of beside its games' records.

Everywhere B is the number of games, A that of actions, D that of numbers in an observation. An array is only read
unless a function says that it writes to it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabletop.base.arrays import Bool, Float32, Float64, Int8, Int16, Int32, Int64, Records, UInt64
from tabletop.game.header import record

# Of a scenario.
Worlds = Records  # [1]: rules and board
Chances = Records  # [1]: the source of dice; one of play, untraced, is only read and serves any number of games
Starts = Records  # [S]: what new games are copies of, drawn by their seeds; one of play: before the first decision
Cells = Int16  # the encoding of observations, as the game's `Encoding` says

# Of one game, or of one decision.
Seed = np.uint64  # a game's dice follow from it
Key = np.uint64  # a random number for a choice
Mask = Int8  # [A]: 1 for a legal action of the team that decides, in its own-side numbering; all 0 when it is over
Weights = Float64  # [k]: of a sum, such as the shaping's or a value's
Parameters = NDArray[Any]  # [P]: what each of P policies takes, records or numbers
Network = Float32  # [k]: sizes and weights of a network that scores actions

# Of many games.
Games = Records  # [B]; also [1], where a function takes one game or a record to play in
Rows = Int64  # [k]: the games to touch, each once
Sides = Int64  # [B]: the team in question of each game, 0 or 1
Seeds = UInt64  # [B]
Counters = UInt64  # [B]: choices made so far by those who choose at random; 0 at a game's beginning
Keys = UInt64  # [B]: for each game's next choice
Actions = Int64  # [B]
Masks = Int8  # [B, A]
Observations = Float32  # [B, D]
Numbers = Int64  # [B], or as a function says: what is counted, or numbers of players
Values = Float64  # [B], or as a function says: potentials, values, luck


# What Python gives to compiled code of one of the named tuples below: Numba finds the type of a plain one sooner, in a
# microsecond or two instead of some ten, at each call.
Plain = tuple[Any, ...]


class Deciding(NamedTuple):
    """What players need who decide in B games one decision after the other.

    Attributes:
      sides: int64 [B], the team that they don't decide for: there they stop. NONE: they decide for both.
      seeds: uint64 [B], of their random numbers.
      counters: as `Counters`; counted up.
      masks: int8 [B, A], the games' own; renewed.
    """

    sides: Sides
    seeds: Seeds
    counters: Counters
    masks: Masks


class Memory(NamedTuple):
    """What the luck of dice is worked out with (tabletop/game/templates/luck.py).

    Attributes:
      mask: int8 [A], scratch.
      trials: a record to play in, shape (1,).
      position: uint64 [n], the bytes of `trials` behind those of the dice, seen as words.
      weights: what the game's value of positions takes (tabletop.game.templates.planning), or a network.
      kept: uint64 [m, n], positions whose values are known, each as `position`.
      known: float64 [m], these values, of team 0, -1 … 1.
      filled: int64 [1], how many have been found; the last m of them are kept.
      own: int64 [j, 2], classes and results of the game's own kinds of draw.
      odds: float64 [j], their probabilities.
    """

    mask: Mask
    trials: Games
    position: UInt64
    weights: Weights | Network
    kept: UInt64
    known: Values
    filled: Numbers
    own: Int64
    odds: Values


class ResultRoom(NamedTuple):
    """Where the results of actions are written (tabletop/game/templates/outcomes.py).

    Attributes:
      mask: int8 [A], scratch.
      trials: a record to play in, shape (1,).
      position: uint64 [W], the bytes of `trials` behind those of the dice, seen as words.
      games: records [N], the results.
      words: uint64 [N, W], likewise of each of them.
      keys: uint64 [N], their hashes (`tabletop.game.hashing.hash_words`).
      chances: float64 [N], their probabilities.
    """

    mask: Mask
    trials: Games
    position: UInt64
    games: Games
    words: UInt64
    keys: UInt64
    chances: Float64


class Forest(NamedTuple):
    """The trees of B searches (tabletop/game/templates/tree.py), with up to N nodes, of which S have been evaluated.

    Attributes:
      records: records [B * S], the positions, S of each tree.
      logits: float32 [B, S, A]; -inf: illegal.
      value: float64 [B, S], by the network, for team 0; of an end: its result.
      team: int8 [B, S], who decides; NONE: it is an end.
      kind: int8 [B, S, A], of the edges: how their results are found.
      tries: int32 [B, S, A], their visits.
      worth: float64 [B, S, A], their values for team 0.
      first: int32 [B, S, A], the first of their children; NONE: there is none.
      parent: int32 [B, N], of a node.
      action: int32 [B, N], that leads to it.
      place: int32 [B, N], where its position is; NONE: it hasn't been visited.
      sibling: int32 [B, N], the next child of its edge; NONE: it is the last.
      number: int32 [B, N], of the edge's known results.
      visits: int32 [B, N].
      weight: float64 [B, N], its share among its siblings, of any sum.
      total: float64 [B, N], the sum of the values that were found, for team 0.
      key: uint64 [B, N], of a sampled result's position.
      nodes, places, rolls: int32 [B], how many there are.
      leaf: int32 [B], the node that was come to.
      keys: uint64 [B], noise and dice follow from them.
      considered: bool [B, A], the actions tried at the root.
      considered_count: int32 [B].
    """

    records: Games
    logits: Float32
    value: Float64
    team: Int8
    kind: Int8
    tries: Int32
    worth: Float64
    first: Int32
    parent: Int32
    action: Int32
    place: Int32
    sibling: Int32
    number: Int32
    visits: Int32
    weight: Float64
    total: Float64
    key: UInt64
    nodes: Int32
    places: Int32
    rolls: Int32
    leaf: Int32
    keys: Keys
    considered: Bool
    considered_count: Int32


class Play(NamedTuple):
    """What is known of B games beside their records. What is [B, …] is [B, 2], by team, if the caller plays both.

    Attributes:
      seeds: uint64 [B], the games' seeds.
      counters: uint64 [B], as `Counters`.
      sides: int64 [B], the team of the learner, or of player 0.
      slots: int64 [B], numbers of the opponents.
      streams: uint64 [B], the seeds of the rows' streams of games.
      episodes: int64 [B], the number of the game in its stream; -1 before the first.
      masks: int8 [B, A], legal actions of the team that decides.
      lengths: int64 [B, …], the caller's decisions in each game.
      returns: float64 [B, …], sums of rewards.
      potentials: float64 [B, …], the shaping's, where the caller last decided; by team, NaN: nowhere yet.
    """

    seeds: Seeds
    counters: Counters
    sides: Sides
    slots: Numbers
    streams: Seeds
    episodes: Numbers
    masks: Masks
    lengths: Numbers
    returns: Values
    potentials: Values


def new_play(count: int, actions: int, both_teams: bool = False) -> Play:
    """Arrays for `count` games of so many actions, none of which has begun."""
    shape = (count, 2) if both_teams else (count,)
    return Play(
        seeds=np.zeros(count, np.uint64),
        counters=np.zeros(count, np.uint64),
        sides=np.zeros(count, np.int64),
        slots=np.zeros(count, np.int64),
        streams=np.zeros(count, np.uint64),
        episodes=np.full(count, -1),
        masks=np.zeros((count, actions), np.int8),
        lengths=np.zeros(shape, np.int64),
        returns=np.zeros(shape),
        potentials=np.full(shape, np.nan if both_teams else 0.0),
    )


class Settings(NamedTuple):
    """What decides on the games of a batch in all rows alike; there are n opponents.

    Attributes:
      strict: 1: a step with an illegal action does nothing.
      limit: decisions of the caller after which a game is cut off; 0: never.
      shaping: float64 [k], the weights of `potential`; [0]: there is none.
      gamma: the shaping's.
      cells: as `Cells`.
      inside: int8 [n], 1 where the opponent is asked by the batch, 0 where the caller plays both teams.
      weights: float64 [n], cumulative: how often opponents are drawn; the last is 1.
      side: the learner's team, NONE or ANY_SIDE (see `episode_rows`).
      paired: 1: two episodes of a row have the same seed and opponent, and sides swapped.
      starts: as `Starts`.
    """

    strict: int
    limit: int
    shaping: Weights
    gamma: float
    cells: Cells
    inside: Int8
    weights: Weights
    side: int
    paired: int
    starts: Starts


class SelfPlayFinished(NamedTuple):
    """The games that ended in a step, k of them; [k, 2] is by team.

    Attributes:
      rows: int64 [k], ascending.
      results: float32 [k, 2], +1, -1, 0.
      returns: float64 [k, 2], sums of the episode's rewards, including shaping.
      lengths: int64 [k, 2], the caller's decisions.
      turns: int64 [k], the turn in which the game ended.
      endings: int64 [k], numbers of the game's `endings`.
      sides: int64 [k], the team of player 0.
      opponents: int64 [k], the opponent's number.
      seeds: uint64 [k], the game's seed.
      observations: float32 [k, 2, *shape], the last position, from each team's side.
      masks: int8 [k, A], the legal actions there of the team that would decide: only `wait` unless the game was
        truncated.
      teams: int64 [k], that team; -1 unless the game was truncated.
      truncated: bool [k], truncated by `max_episode_steps`, not ended by the rules.
      decisions: int64 [k], numbers of the game's `decisions`: 0 unless the game was truncated.
    """

    rows: Int64
    results: Float32
    returns: Float64
    lengths: Int64
    turns: Int64
    endings: Int64
    sides: Int64
    opponents: Int64
    seeds: UInt64
    observations: Float32
    masks: Int8
    teams: Int64
    truncated: Bool
    decisions: Int64


class SelfPlayStep(NamedTuple):
    """The result of a step of B games. All arrays except those of `finished` are overwritten two steps later.

    Attributes:
      observations: float32 [B, *shape], from the side of the team that decides; where a game ended, those of the next
        game.
      masks: int8 [B, A], that team's legal actions, never all 0.
      teams: int64 [B], that team, 0 or 1.
      players: int64 [B], who plays that team: 0 or 1. `SelfPlayGames.sides` says which team is player 0's.
      rewards: float32 [B, 2], by team.
      dones: bool [B], whether a game ended in this step.
      illegal: bool [B], whether the action was illegal and changed nothing.
      finished: the games that ended, or None.
    """

    observations: Float32
    masks: Int8
    teams: Int64
    players: Int64
    rewards: Float32
    dones: Bool
    illegal: Bool
    finished: SelfPlayFinished | None


# A game that has ended: the fields of `SelfPlayFinished` that are numbers.
END = record(
    ("rows", "i8"),
    ("returns", "f8", (2,)),
    ("lengths", "i8", (2,)),
    ("turns", "i8"),
    ("endings", "i8"),
    ("sides", "i8"),
    ("opponents", "i8"),
    ("seeds", "u8"),
    ("teams", "i8"),
    ("decisions", "i8"),
    ("results", "f4", (2,)),
    ("truncated", "?"),
)


class Turn(NamedTuple):
    """One step of a batch whose caller plays both teams, as compiled code has it: all is written, except `actions`.

    Attributes:
      observations: float32 [B, D]; it and what follows as in `SelfPlayStep`.
      actions: int64 [B], the caller's.
      places: int8 [B], what has become of each game.
      counts: int64 [4]: games that have ended so far in this step, added to; those that have begun, and those that
        wait for opponents, written; those that were over before the caller had decided anything, added to: these are
        nobody's. (-1: too many of them.)
      lists: int64 [3, B]: which games have begun; which wait; scratch.
      ends: END [B], of which the first `counts[0]` are written: the games that have ended.
      end_observations: float32 [B, 2, D], theirs.
      end_masks: int8 [B, A], theirs.
    """

    observations: Observations
    masks: Masks
    teams: Numbers
    players: Numbers
    rewards: Float32
    dones: Bool
    illegal: Bool
    actions: Actions
    places: Int8
    counts: Numbers
    lists: Int64
    ends: Records
    end_observations: Observations
    end_masks: Masks
