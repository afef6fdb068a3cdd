"""Random play in which something happens."""

from .legal import legal

# Uniform play seldom gets at the ball: these words make it likelier.
LIKELY = {"pick": 40, "tackle": 30, "jostle": 6, "pass": 3, "intercept": 3, "let": 2}


def choose(game, rng, bold):
    """A legal action."""
    names = legal(game)
    weights = [1.0] * len(names)
    if bold:
        weights = [next((weight for word, weight in LIKELY.items() if word in name), 1) for name in names]
        for i, name in enumerate(names):
            words = name.split()
            if words[1:2] != ["move"]:
                continue
            figure = game.figure(words[0])
            dx = {"E": 1, "W": -1}.get(words[2][-1], 0)
            if game.holder == figure.name:
                weights[i] = 6 if dx == 1 - 2 * figure.team else 1
            elif game.ball or game.holder:
                target = game.ball or game.held_by().square
                nearer = (target[0] - figure.square[0]) * dx > 0
                weights[i] = 4 if nearer else 1
    return rng.choices(names, weights)[0]
