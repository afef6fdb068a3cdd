"""The named table that both encodings of an observation are made from: what each number means and its range."""

from dataclasses import dataclass

from paintball_env.notation.words import KINDS, WHATS
from paintball_env.rules.figure_states import STATES
from paintball_env.rules.state import SHOTS
from paintball_env.rules.terrain import FEATURES

VERSION = 1  # of what the numbers mean
VECTOR, PLANES = "vector", "planes"


@dataclass(frozen=True)
class Feature:
    """One number of an observation: its name, its meaning, and its range `low` … 1."""

    name: str
    meaning: str
    low: float = 0.0


GAME = (
    Feature("turn", "turn / max_turns; 0 is set-up"),
    Feature("turns left", "1 - turn / max_turns (TU8)"),
    Feature("phase 1", "first phase"),
    Feature("phase 2", "second phase"),
    Feature("acting", "I am the acting side (W2)"),
    Feature("second", "I had the second phase last, or won the set-up's roll-off"),
    Feature("mine", "I decide"),
    Feature("theirs", "the other team decides"),
    *(Feature(f"decision {name}", f"the open decision is `{name}`") for name in KINDS[1:]),
    *(Feature(f"kind {name}", f"the decision's kind is `{name}`") for name in WHATS[1:]),
    Feature("count", "hits to pick, experts or grenades to name, chargers named / the most of any"),
    Feature("over", "the game is over"),
    Feature("won", "I have won"),
    Feature("lost", "I have lost"),
    Feature("ended eliminated", "a team was put out (TU7)"),
    Feature("ended flag", "the flag was brought home (FL3)"),
    Feature("ended turns", "the turns were over (TU8)"),
    *(
        Feature(f"{side} {name}", meaning)
        for side in ("own", "enemy")
        for name, meaning in (
            ("score", "command score / 6, with two dice / 12 (TU1)"),
            ("used", "figures used this turn / F (TU2)"),
            ("uses left", "figures that may still be used / F; all in turn 1 (TU4)"),
            ("losses", "figures still to fall in the shoot-out / F (CH3)"),
            ("soft left", "pieces of soft cover still to place / the scenario's"),
            ("hard left", "pieces of hard cover still to place / the scenario's"),
        )
    ),
    *(Feature(f"{name} attends", "this Marshal attends a jam (MF3)") for name in ("own M", "enemy M", "M3", "M4")),
)
SHOT = (Feature("taken", "picked: this shot counts (SH4)"),)
FIGURE = (
    Feature("on board", "in the game and placed"),
    Feature("from own base", "steps to my base / steps between the bases, at most 1"),
    Feature("from enemy base", "steps to the enemy's base / steps between the bases, at most 1"),
    Feature("facing x", "cosine of the facing (BS1)", -1.0),
    Feature("facing y", "sine of the facing (BS1)", -1.0),
    *(
        Feature(state.field if state.counted else value.token, value.meaning)
        for state in STATES
        for value in state.values
    ),
    Feature("actor", "the decision is about this figure"),
    Feature("asked", "the sentry that is asked (SE2)"),
    Feature("own flag", "carries my flag, or the only one"),
    Feature("enemy flag", "carries the enemy's flag"),
    Feature("attended", "by my Marshal 1/4, the enemy's 2/4, M3 3/4, M4 1; nobody 0 (MF3)"),
)
HEX = (
    Feature("own M", "my Marshal"),
    Feature("enemy M", "the enemy's Marshal"),
    Feature("other M", "M3 1/3, M4 2/3, both 1"),
    Feature("own flag", "my flag, or the only one, lies here"),
    Feature("enemy flag", "the enemy's flag lies here"),
    Feature("soft", "soft cover (SC)"),
    Feature("hard", "hard cover (HC)"),
    Feature("hard x", "cosine of the cover's facing (HC1)", -1.0),
    Feature("hard y", "sine of the cover's facing (HC1)", -1.0),
    Feature("smoke", "a cloud of smoke (SM1)"),
    Feature("place", "the hex charged, thrown at, or covered"),
)
TERRAIN = (  # of `planes` alone
    Feature("board", "a hex of the board"),
    Feature("own base", "my base"),
    Feature("enemy base", "the enemy's base"),
    *(Feature(kind.name, kind.meaning) for kind in FEATURES),
)


def entries(encoding: str, figures: int, hexes: int) -> list[tuple[str, Feature]]:
    """Owner and feature of each entry of the `vector`, or of each of the `planes`, in order.

    Owners are "" (the game, a hex feature's plane, the terrain), "shot 1", "own 1", "enemy 1", "hex 0"; figures and
    hexes are counted from the viewer's own side.
    """
    vector = encoding == VECTOR
    of_game = [("", feature) for feature in GAME]
    for shot in range(1, SHOTS + 1):
        targets = (Feature(f"at {number}", "this figure is the target") for number in range(1, figures + 1))
        of_game += [(f"shot {shot}", feature) for feature in (*SHOT, *targets)]
    of_figures = []
    for side in ("own", "enemy"):
        for number in range(1, figures + 1):
            places = (Feature(f"hex {index}", "stands here") for index in range(hexes if vector else 0))
            of_figures += [(f"{side} {number}", feature) for feature in (*FIGURE, *places)]
    if vector:
        return of_game + of_figures + [(f"hex {index}", feature) for feature in HEX for index in range(hexes)]
    return [("", feature) for feature in (*TERRAIN, *HEX)] + of_figures + of_game
