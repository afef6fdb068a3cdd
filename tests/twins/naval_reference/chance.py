"""Dice by the published function (formats page, "Draws"); results of urns are laid along a die of many sides."""

PURPOSES = [
    *("wind", "crew", "chip", "shift", "turn", "weather", "check", "speed", "gunnery", "damage"),
    *("mast", "side", "powder", "foul", "drift", "melee", "resist", "shots", "spark"),
]
WHOLE = 2**64
GOLDEN = 0x9E3779B97F4A7C15


def mix(x):
    """The finaliser of splitmix64."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % WHOLE
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % WHOLE
    return x ^ (x >> 31)


def subject_number(subject):
    """White's ships 0 to 9, Black's 10 to 19, the teams 20 and 21; 22: none."""
    if subject in ("white", "black", "table"):
        return 20 + ("white", "black", "table").index(subject)
    return (0 if subject[0] == "W" else 10) + int(subject[1:]) - 1


def rolled(seed, turn, subject, purpose, number, sides):
    """One die: a function of all that tells it from every other one."""
    word = turn * 2**40 + subject * 2**32 + purpose * 2**24 + number * 2**8
    x = mix((seed + GOLDEN * mix((word + GOLDEN) % WHOLE)) % WHOLE)
    return ((x >> 32) * sides >> 32) + 1


class Dice:
    """The dice of a seed, from the beginning of a game on, or results that are given; they keep a log."""

    def __init__(self, seed=0, given=None):
        self.seed, self.given = seed, given
        self.turn, self.made, self.log = 0, {}, []

    def new_turn(self, turn):
        """TS2: the counts of draws begin again."""
        self.turn, self.made = turn, {}

    def draw(self, purpose, subject, classes, weights):
        """One draw, logged; `weights` of the results, in ascending order of these."""
        number = self.made.get(subject, 0)
        self.made[subject] = number + 1
        whom, what = subject_number(subject), PURPOSES.index(purpose) + 1
        left = rolled(self.seed, self.turn, whom, what, number, sum(weights.values()))
        for result in sorted(weights):
            left -= weights[result]
            if left <= 0:
                break
        if self.given is not None:
            result = self.given.pop(0)
        assert weights.get(result, 0) > 0, (purpose, subject, classes, result)
        self.log.append((purpose, subject, classes, result))
        return result

    def die(self, purpose, subject, classes):
        """What a D6's face means, by six digits such as 112222."""
        return int(classes[self.draw(purpose, subject, classes, dict.fromkeys(range(1, 7), 1)) - 1])

    def lot(self, purpose, subject, candidates):
        """One of so many candidates, from 1; a lot of one is not drawn."""
        if candidates == 1:
            return 1
        return self.draw(purpose, subject, f"lot {candidates}", dict.fromkeys(range(1, candidates + 1), 1))

    def urn(self, purpose, subject, name, weights):
        """A result by its weight; if only one has a weight, nothing is drawn."""
        possible = [result for result, weight in weights.items() if weight]
        return possible[0] if len(possible) == 1 else self.draw(purpose, subject, name, weights)
