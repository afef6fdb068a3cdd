"""A rule's test from the other end of the board: W2 wants a turned position to play in the turned order."""

import json
import re
from collections.abc import Sequence
from functools import cache

from paintball_env.scenario import Scenario

_KEYS = (
    *("turn", "phase", "acting", "second", "score", "used", "to", "over"),
    *("actor", "asked", "place", "kind", "count", "shots", "losses", "left"),
)
_SWAPS = (("red", "blue"), ("M1", "M2"), ("E", "W"), ("NE", "SW"), ("NW", "SE"))
_WORD = re.compile(r"\b(?:red|blue|[RB]\d+|M[12]|NE|NW|SW|SE|E|W|[a-z]\d+)\b")


def _token_order(key: str) -> tuple[int, int]:
    """Where a token stands in a position."""
    if key in _KEYS:
        return _KEYS.index(key), 0
    if key[1:].isdigit():
        return 20 + "RBM".index(key[0]), int(key[1:])
    return 30, ("flag.red", "flag.blue", "flag", "soft", "hard", "smoke").index(key)


def _hex_order(place: str) -> tuple[str, int]:
    return place[0], int(place[1:].partition("/")[0])


class Turn:
    """The board turned by half and the colours changed, in words: positions, actions and dice.

    Hexes have the other end's names, directions are opposite.  What comes Red first whatever happens (command dice,
    the results of roll-off and order) stays so.
    """

    def __init__(self, names: Sequence[str], turned: Sequence[str]) -> None:
        self.other = dict(zip(names, reversed(turned), strict=True))
        for one, two in _SWAPS:
            self.other |= {one: two, two: one}

    def _word(self, match: re.Match[str]) -> str:
        word = match[0]
        if word[0] in "RB":
            return "BR"["RB".index(word[0])] + word[1:]
        return self.other.get(word, word)

    def __call__(self, text: str) -> str:
        text = _WORD.sub(self._word, text)
        text = re.sub(r"\b(score|used|losses|left)=([\d+]+),([\d+]+)", r"\1=\3,\2", text)
        text = re.sub(r"\b(roll-off|order)=([12])/2", lambda m: f"{m[1]}={3 - int(m[2])}/2", text)
        return re.sub(r"(command:blue=\d+) (command:red=\d+)", r"\2 \1", text)

    def position(self, text: str) -> str:
        """A position with its tokens and lists in their order again."""
        tokens = dict(token.split("=", 1) for token in self(text).split())
        for key in {"soft", "hard", "smoke"} & tokens.keys():
            tokens[key] = ",".join(sorted(tokens[key].split(","), key=_hex_order))
        return " ".join(f"{key}={tokens[key]}" for key in sorted(tokens, key=_token_order))


@cache
def turn_scenario(scenario: Scenario) -> tuple[Scenario, Turn, Turn]:
    """The same scenario from the other end, and the words there and back."""
    data = json.loads(scenario.to_json())
    width = max(map(len, scenario.map.splitlines()))
    rows = [line.ljust(width)[::-1].rstrip() for line in reversed(scenario.map.splitlines())]
    data["map"] = "\n".join(rows).translate(str.maketrans("RB", "BR"))
    names = scenario.board_map.names
    bare = json.loads(scenario.to_json()) | {"map": data["map"], "flag_at": None, "marshals_at": [], "cover": {}}
    bare |= {"red": {"figures": 1}, "blue": {"figures": 1}}
    turned = Scenario.from_json(json.dumps(bare)).board_map.names
    there, back = Turn(names, turned), Turn(turned, names)
    data["red"], data["blue"] = data["blue"], data["red"]
    for place in (data["red"], data["blue"], data["cover"], data):
        for key in {"start", "near_home", "soft_at", "hard_at", "flag_at", "marshals_at"} & place.keys():
            if key == "start" and place is data:
                continue
            if place[key] is not None:
                place[key] = [there(name) for name in place[key]]
    if data["flag_at"] is not None:
        data["flag_at"].reverse()
    return Scenario.from_json(json.dumps(data)), there, back
