"""Dice by the published function (formats page, "Dice in play"); urns are laid along a die of many sides."""

PURPOSES = ["attacker", "edge", "slot", "first", "spot", "target", "shot", "horse", "morale", "melee", "fall", "rally"]
GOLDEN = 0x9E3779B97F4A7C15
WHOLE = 2**64


def mix(x):
    """The finaliser of splitmix64."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % WHOLE
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % WHOLE
    return x ^ (x >> 31)


def rolled(seed, turn, subject, purpose, number, part, sides):
    """One die: a function of all that tells it from every other one."""
    word = turn * 2**40 + subject * 2**32 + purpose * 2**24 + number * 2**8 + part
    x = mix((seed + GOLDEN * mix((word + GOLDEN) % WHOLE)) % WHOLE)
    return ((x >> 32) * sides >> 32) + 1


class Dice:
    """The dice of a seed, from the beginning of a game on, or results that are given; they keep a log.

    The log has purpose, name of the subject, classes and result of each draw.
    """

    def __init__(self, seed=0, given=None):
        self.seed, self.given = seed, given
        self.turn, self.made, self.log = 0, {}, []

    def new_turn(self, turn):
        """A subject's draws are counted anew when the turn rises."""
        if turn != self.turn:
            self.turn, self.made = turn, {}

    def _dice(self, purpose, subject, *sides):
        number = self.made.get(subject[0], 0)
        self.made[subject[0]] = number + 1
        what = PURPOSES.index(purpose) + 1
        return [rolled(self.seed, self.turn, subject[0], what, number, part, die) for part, die in enumerate(sides)]

    def draw(self, purpose, subject, classes, weights):
        """One draw, logged; `weights` of the results, in ascending order of these; subject: number and name."""
        (left,) = self._dice(purpose, subject, sum(weights.values()))
        for result in sorted(weights):
            left -= weights[result]
            if left <= 0:
                break
        if self.given is not None:
            result = self.given.pop(0)
        assert weights.get(result, 0) > 0, (purpose, subject, classes, result)
        self.log.append((purpose, subject[1], classes, result))
        return result

    def die(self, purpose, subject, classes):
        """What a D6's face means, by six digits such as 111222."""
        return int(classes[self.draw(purpose, subject, classes, dict.fromkeys(range(1, 7), 1)) - 1])

    def lot(self, purpose, subject, candidates):
        """One of so many candidates, from 1; a lot of one is not drawn (W2)."""
        if candidates == 1:
            return 1
        return self.draw(purpose, subject, f"lot {candidates}", dict.fromkeys(range(1, candidates + 1), 1))

    def urn(self, purpose, subject, name, weights):
        """A result by its weight; if only one has a weight, nothing is drawn."""
        possible = [result for result, weight in weights.items() if weight]
        return possible[0] if len(possible) == 1 else self.draw(purpose, subject, name, weights)

    def contest(self, purpose, subject, own, other, cuts, less=(0, 0), extra=0):
        """The lead of the best of some dice over the highest of others; all are shown, as they fell."""
        shown = self._dice(purpose, subject, *own, *other)
        if self.given is not None:
            shown = list(self.given.pop(0))
        hands = [" ".join(f"d{die}" for die in dice) for dice in (own, other)]
        for at, (dice, fewer) in enumerate(zip((own, other), less, strict=True)):
            if fewer:
                hands[at] = " ".join([f"d{dice[0]}-{fewer}", *(f"d{die}" for die in dice[1:])])
        name = " v ".join(hands) + (f" {extra:+d}" if extra else "") + " at " + ", ".join(map(str, cuts))
        self.log.append((purpose, subject[1], name, tuple(shown)))
        return lead_of(shown, len(own), less, extra)


def lead_of(shown, own, less=(0, 0), extra=0):
    """The lead that dice show, of which the first so many are one side's."""
    hands = [list(shown[:own]), list(shown[own:])]
    for hand, fewer in zip(hands, less, strict=True):
        hand[0] -= fewer
    return max(hands[0]) + extra - max(hands[1])


def write_draws(log):
    """Draws as texts: `target:B1.3=2/5`, `shot:B1.3=9-4-2`, `attacker=1/2`."""
    words = []
    for purpose, subject, classes, result in log:
        shown = "-".join(map(str, result)) if isinstance(result, tuple) else str(result)
        words.append(f"{purpose}{':' if subject else ''}{subject}={shown}")
        if classes.startswith("lot "):
            words[-1] += f"/{classes[4:]}"
    return words
