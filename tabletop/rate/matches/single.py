"""A single game between two agents, decision by decision: to be watched or recorded.

With the seed of a pair of a match, it is that match's game.
"""

from collections.abc import Iterator

from tabletop.agents.base import Agent, ask, copy_for_game, prepare
from tabletop.agents.view import view_of
from tabletop.game.definition import Scenario
from tabletop.play.game import Game
from tabletop.play.records import GameRecord, Recorder
from tabletop.rate.matches.endless_games import check_length


def new_recorder(agents: tuple[Agent, Agent], scenario: Scenario, seed: int) -> Recorder:
    """Begin a game between two agents, by team, that is recorded as it is played."""
    return Recorder(Game(scenario, seed=seed), scenario, seed, agents[0].name, agents[1].name)


def play(agents: tuple[Agent, Agent], recorder: Recorder) -> Iterator[str]:
    """Prepare two agents and play a game to its end, one decision for each step of the iterator.

    Args:
      agents: who plays team 0 and team 1, each by a copy whose noise follows from the game's seed.
      recorder: of a game that is still at its beginning.

    Returns:
      An iterator over the names of the actions: each is yielded after it has been taken.

    Raises:
      ValueError: an agent that can't play the scenario.
      AgentError: an agent's fault, here or at a step; the game is as it was before that decision.
    """
    scenarios = [prepare(agent, recorder.game.scenario) for agent in agents]
    return _decisions(
        [copy_for_game(agent, recorder.game.seed, team) for team, agent in enumerate(agents)], scenarios, recorder
    )


def _decisions(players: list[Agent], scenarios: list[Scenario], recorder: Recorder) -> Iterator[str]:
    game = recorder.game
    while not game.over:
        check_length(len(recorder.lines), game.seed)
        mask = game.legal_mask()
        view = view_of(scenarios[game.decider], game.games, mask)
        player = players[game.decider]
        action = ask(player, view, mask)
        name = game.table.name(action, game.decider)
        recorder.step(name, getattr(player, "thoughts", ()))
        yield name


def play_recorded(first: Agent, second: Agent, scenario: Scenario, seed: int) -> GameRecord:
    """Play one game and record it.

    Args:
      first: who plays team 0, by a copy.
      second: who plays team 1, by a copy.
      scenario: what is played.
      seed: of the dice; the agents' noise follows from it.

    Raises:
      ValueError: an agent that can't play the scenario.
      AgentError: an agent's fault.
    """
    recorder = new_recorder((first, second), scenario, seed)
    for _ in play((first, second), recorder):
        pass
    return recorder.record()
