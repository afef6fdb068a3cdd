"""The agent `expectimax`: weighs every result of every action by its exact probability. Short, slow, to be read.

If an action has more ways for the dice to fall than can be tried (`tabletop.play.odds.LIMIT`), it uses rolls instead.
It plans with the simulator, in which any agent can play. So it stands above both, as a bot of your own does.
"""

from tabletop.agents.base import Bot
from tabletop.agents.view import View
from tabletop.base.arrays import Records
from tabletop.env.batch.simulator import Simulator
from tabletop.game.definition import Scenario
from tabletop.play.search_log import Weighed, Weighing

MOST_DEPTH = 4  # a decision takes seconds even so, and with each further level many times as long
ROLLS = 200  # of an action with too many results
TOLD = 8  # number of best actions that it reports


class Expectimax(Bot):
    """Takes the action with the best expected value; follow-up questions to its own team are searched further.

    Attributes:
      thoughts: of the last decision.
    """

    def __init__(self, depth: int = 2) -> None:
        """Set how far it thinks.

        Args:
          depth: maximum number of its own decisions that it looks ahead, 1 to MOST_DEPTH.

        Raises:
          ValueError: another depth.
        """
        super().__init__()
        if not 1 <= depth <= MOST_DEPTH:
            raise ValueError(f"expectimax: depth {depth}: 1 to {MOST_DEPTH}")
        self.thoughts: list[Weighing] = []
        self.name, self.depth = "expectimax" if depth == 2 else f"expectimax:depth={depth}", depth

    def prepare(self, scenario: Scenario) -> None:
        """Make a simulator."""
        self.simulator = Simulator(scenario)

    def act(self, view: View) -> int:
        """Return the index of the best action."""
        worths = self.worths(view.games, view.team, self.depth)
        best = max(worths, key=lambda action: (worths[action], self.random.random()))
        ranked = sorted(worths, key=lambda action: (-worths[action], action != best))
        self.thoughts = [Weighing(tuple(Weighed(action, worths[action]) for action in ranked[:TOLD]))]
        return best

    def worths(self, games: Records, team: int, depth: int) -> dict[int, float]:
        """Return the expected value for `team` of each legal action in a position, a record, shape (1,)."""
        self.simulator.enter(games)
        actions, kind = self.simulator.legal().tolist(), games["decision"][0]
        worths = {}
        for action in actions:
            results = self.results(games, action)
            worths[action] = sum(share * self.worth(game, team, kind, depth - 1) for share, game in results)
        return worths

    def results(self, games: Records, action: int) -> list[tuple[float, Records]]:
        """Return an action's results, records with their probabilities; if they are too many, rolls with other dice."""
        self.simulator.enter(games)
        try:
            return [(float(result.probability), result.game) for result in self.simulator.outcomes(action)]
        except ValueError:  # more ways for the dice to fall than can be tried
            rolled = []
        for _ in range(ROLLS):
            self.simulator.enter(games, dice=[self.random.getrandbits(64)])
            self.simulator.step(action)
            rolled.append((1 / ROLLS, self.simulator.games.copy()))
        return rolled

    def worth(self, games: Records, team: int, kind: int, depth: int) -> float:
        """Return the expected value for `team` of a result of an action from a decision of this kind."""
        # A further question of another kind to the same team belongs to the action, such as the targets of a volley.
        if depth > 0 and games["decider"][0] == team and games["decision"][0] != kind:
            return max(self.worths(games, team, depth).values())
        self.simulator.enter(games)
        return float(self.simulator.values(team)[0])
