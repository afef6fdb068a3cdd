"""The names of actions, and why one is illegal (docs/state-of-war.md, "Actions")."""

from functools import lru_cache

from state_of_war.rules.actions import ACTIONS, decode, no_action
from state_of_war.rules.reasons import WORDS
from state_of_war.rules.state import DECISIONS, HEADINGS, NONE, QUARTERS, STRIDE, UNITS
from state_of_war.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.game.action_table import NEVER_ASKED, NOT_ASKED
from tabletop.game.actions import DeclaredNames
from tabletop.game.headings import COMPASS

TEAMS = ("blue", "grey")
LETTERS = ("B", "G")
LENGTHS = ("quarter", "half", "three", "full")
RANKS = ("one", "two", "column")


def unit_name(unit: int) -> str:
    """Name of a unit by its id: `B3`."""
    return f"{LETTERS[unit // UNITS]}{unit % UNITS + 1}"


def figure_name(scenario: Scenario, who: int) -> str:
    """Name of a figure by its id: `B3.1`, for ever that of the unit in which it begins."""
    man = scenario.world["men"][0, who // STRIDE, who % STRIDE]
    return f"{LETTERS[who // STRIDE]}{man['unit'] + 1}.{man['member'] + 1}"


@lru_cache(maxsize=64)
def _table(places: int, slots: int) -> DeclaredNames:
    own = [[unit_name(UNITS * side + number) for number in range(UNITS)] for side in (0, 1)]
    headings = COMPASS, COMPASS[HEADINGS // 2 :] + COMPASS[: HEADINGS // 2]
    numbered = [str(n + 1) for n in range(places)]
    names = {
        "way": [[f"{heading} {length}" for heading in each for length in LENGTHS[:QUARTERS]] for each in headings],
        "ranks": [[f"{heading} {ranks}" for heading in each for ranks in RANKS] for each in headings],
        "enemy": own[::-1],
        "men": [[str(n) for n in range(1, 5)]] * 2,
        "place": [numbered, numbered[::-1]],
        "slot": [[str(n + 1) for n in range(slots)]] * 2,
    }
    return DeclaredNames(ACTIONS, {"places": places, "slots": slots}, own, names, TEAMS)


def action_table(scenario: Scenario) -> DeclaredNames:
    """The actions of a scenario's games, made once."""
    rules = scenario.world["rules"][0]
    return _table(int(rules["places"]), int(rules["slots"]))


def why_not(scenario: Scenario, games: Records, action: int) -> str:
    """Say why the deciding side may not take an action that is illegal; the battle runs."""
    world, game = scenario.world[0], games[0]
    reason = int(no_action(world, game, action))
    if reason == NEVER_ASKED:
        return "to wait is for the side that doesn't decide"
    if reason == NOT_ASKED:
        return f"that isn't asked for now: {TEAMS[game.decider]} decides `{DECISIONS[game.decision]}`"
    _, who, whom = decode(world, game, action)
    actor = who if who != NONE else int(game.unit)
    return WORDS[reason].format(
        who=unit_name(actor) if actor != NONE else "the unit",
        whom=unit_name(whom) if 0 <= whom < 2 * UNITS else "it",
        side=TEAMS[game.decider].capitalize(),
    )
