"""OpenSpiel's Monte Carlo tree search, over chance nodes with exact probabilities: Red's last turn."""

import numpy as np
from open_spiel.python.algorithms import mcts

import paintball_env

start = (
    "turn=30 phase=2 acting=red second=red score=2,2 to=red:act"
    " R1=c2 R2=b3 B1=c5 B2=d6 M1=d1 M2=c6 flag.red=b1 flag.blue=R1"
)
game = paintball_env.open_spiel_game("capture-the-flag-basic", start=start)
state, rng = game.new_initial_state(), np.random.RandomState(7)
bot = mcts.MCTSBot(game, 2.0, 60, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
while not state.is_terminal():
    if state.is_chance_node():
        numbers, chances = zip(*state.chance_outcomes(), strict=True)
        action = rng.choice(numbers, p=chances)
    else:
        action = bot.step(state)
        print(state.action_to_string(action))
    state.apply_action(int(action))
print(state.returns())
