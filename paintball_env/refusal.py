"""Why an action is illegal, in words: those of the reason that the rules give (`rules/reasons.py`), filled in."""

from paintball_env.action_names import action_table
from paintball_env.actions import figure_name
from paintball_env.places import ground_of, place_names
from paintball_env.rules import state
from paintball_env.rules.actions import ACTIONS, decode, no_action
from paintball_env.rules.clouds import throw_reach
from paintball_env.rules.figures import figure_of
from paintball_env.rules.ground import gap
from paintball_env.rules.moving import single_cost, step_cost
from paintball_env.rules.reasons import ASKED, FLAG_FAR, MARSHAL_FAR, WORDS
from paintball_env.rules.shooting import declared, volley_cost
from paintball_env.rules.single_orders import SINGLE
from paintball_env.rules.state import CHARGER, NONE
from paintball_env.rules.terrain import BASE, OPEN, works_in_words
from paintball_env.scenario import Scenario
from paintball_env.terms import INTO, moves
from tabletop.base.arrays import Records
from tabletop.base.errors import counted
from tabletop.game.action_table import NEVER_ASKED, NOT_ASKED


def why_not(scenario: Scenario, games: Records, index: int) -> str:
    """Say why the deciding team may not take an action.

    Args:
      scenario: rules and board.
      games: an array of one record, whose game is running.
      index: the action, seen from the deciding team's own side; one that is illegal.
    """
    world, game = scenario.world[0], games[0]
    reason = int(no_action(world, game, index))
    team = int(game.decider)
    if reason in (NOT_ASKED, NEVER_ASKED):
        first = game.decision == CHARGER and not game.count
        return f"what is to be decided is {'who charges: one has to go (CH2)' if first else ASKED[int(game.decision)]}"
    if reason in (FLAG_FAR, MARSHAL_FAR) and scenario.teams[team].near_home is not None:
        *names, last = [place_names(scenario)[place] for place in scenario.near_home[team]]
        places = f"{', '.join(names)} or {last}" if names else last
        return f"SN6: in this scenario the {'flag' if reason == FLAG_FAR else 'Marshal'} is put {INTO} {places}"
    parts = action_table(scenario.figures, ground_of(scenario)).parts(index, team)
    who = parts.who or (figure_name(int(game.actor)) if game.actor != NONE else "")
    return WORDS[reason].format_map({**_numbers(world, game, index), "who": who, parts.kind.argument: parts.argument})


def _numbers(world: state.World, game: state.Game, index: int) -> dict[str, object]:
    """What the words of reasons name."""
    option, who, value = decode(world, game, index)
    rules, order = world.rules, ACTIONS.options[option].kind
    numbers: dict[str, object] = {
        "throw_reach": throw_reach(world),
        "score": int(game.side[game.decider].score),
        "works": works_in_words(BASE if rules.sentry_in_base == 1 else OPEN),
    }
    if who == NONE:
        return numbers
    figure = figure_of(game, who)
    costs = {
        "move": step_cost(rules),
        "throw smoke": rules.throw_cost,
        "throw paint": rules.throw_cost,
        "shoot": volley_cost(rules, 1),
        "suppress": volley_cost(rules, 1),
        **{single.name: single_cost(rules, figure, number) for number, single in SINGLE.items()},
    }
    numbers |= {
        "points": counted(int(figure.points), "point"),
        "moved": moves(int(figure.moved)),
        "cost": int(costs.get(order, 0)),
    }
    if order in ("shoot", "suppress"):
        paid, cost = (int(volley_cost(rules, declared(game) + more)) for more in (0, 1))
        numbers |= {
            "actor": figure_name(int(game.actor)) if game.actor != NONE else "",
            "next_die": "a point" if cost - paid == 1 else counted(cost - paid, "point"),
            "reach": int(gap(world, figure.hex, figure_of(game, value).hex)),
        }
    return numbers
