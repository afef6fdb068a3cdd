"""The names of actions, and why one is illegal (docs/beat-to-quarters.md, "Actions")."""

from collections.abc import Sequence
from functools import lru_cache

from beat_to_quarters.rules import reasons, tables
from beat_to_quarters.rules.actions import ACTIONS, FARTHEST_WAY, decode, no_action
from beat_to_quarters.rules.state import ANSWER, NONE, RATES, STRIDE
from beat_to_quarters.scenario import Scenario
from tabletop.base.arrays import Records
from tabletop.game.action_table import NEVER_ASKED, NOT_ASKED
from tabletop.game.actions import DeclaredNames
from tabletop.game.hex_grid import DIRECTIONS

TEAMS = ("white", "black")
LETTERS = ("W", "B")
TURNS = ("starboard 3", "starboard 2", "starboard 1", "steady", "port 1", "port 2", "port 3")
LOADS = ("round", "hot", "chain", "double", "grape")  # AM1
SQUADRON_ORDERS = ("form squadron", "take station", "break station", "break stations", "close action")  # SQ3


def ship_name(who: int) -> str:
    """Name of a ship or battery: `W3`."""
    return f"{LETTERS[who // STRIDE]}{who % STRIDE + 1}"


@lru_cache(maxsize=64)
def _table(columns: int, rows: int, counts: tuple[tuple[str, int], ...]) -> DeclaredNames:
    fleet = dict(counts)["fleet"]
    own = [[ship_name(STRIDE * team + number) for number in range(fleet)] for team in (0, 1)]
    enemies = own[::-1]
    across, down = [str(n) for n in range(1, columns + 1)], [str(n) for n in range(1, rows + 1)]
    alone = ([""], [""])
    names: dict[str, Sequence[Sequence[str]]] = {
        "enemy": enemies,
        "mate": own,
        "hexes": [[str(n) for n in range(FARTHEST_WAY + 1)]] * 2,
        "hexsides": [TURNS] * 2,
        "prize": enemies,
        "prize firing": [[f"{name} fires" for name in names] for names in enemies],
        "prize grappling": [[f"{name} grapples" for name in names] for names in enemies],
        "lost": own,
        "anchors": alone,
        "hull": [[f"rate {rate}" for rate in range(1, RATES + 1)]] * 2,
        "crew": [tables.CREWS] * 2,
        "column": (across, across[::-1]),
        "row": (down, down[::-1]),
        "heading": (DIRECTIONS, DIRECTIONS[3:] + DIRECTIONS[:3]),
        "succession": [[f"{side} 1 in succession" for side in ("port", "starboard")]] * 2,
        "orders": [SQUADRON_ORDERS] * 2,
        "loads": [[f"{side} {load}" for side in ("port", "starboard") for load in LOADS]] * 2,
        "blazes": alone,
        "guns": alone,
        "dones": alone,
    }
    return DeclaredNames(ACTIONS, dict(counts), own, names, TEAMS)


def action_table(scenario: Scenario) -> DeclaredNames:
    """The actions of a scenario's games, made once."""
    return _table(scenario.columns, scenario.rows, tuple(scenario.counts.items()))


def why_not(scenario: Scenario, games: Records, action: int) -> str:
    """Say why the deciding team may not take an action that is illegal; the battle runs."""
    world, game = scenario.world[0], games[0]
    reason = int(no_action(world, game, action))
    if reason == NEVER_ASKED:
        return "to wait is for the team that doesn't decide"
    words = reasons.ASKED[int(game.decision)] if reason == NOT_ASKED else reasons.WORDS[reason]
    _, who, whom = decode(world, game, action)
    asked, team = name_of(int(game.ship)), TEAMS[game.decider].capitalize()
    if game.decision == ANSWER:
        whom = int(game.ship)
    target = name_of(whom) if 0 <= whom < 2 * STRIDE else "it"
    return words.format(who=name_of(who) or asked, whom=target, asked=asked, team=team)


def name_of(who: int) -> str:
    """Name of a ship; empty: there is none."""
    return ship_name(int(who)) if who != NONE else ""
