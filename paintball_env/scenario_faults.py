"""What is wrong with a scenario of PaintBall though it can be read: with it a game could begin, and be none."""

from paintball_env.notation.words import flag_keys
from paintball_env.rules.state import NONE
from paintball_env.scenario import Scenario
from paintball_env.start import start_record
from tabletop.definition import GameDefinition
from tabletop.presentation.faults import plain_faults


def faults(game: GameDefinition[Scenario], scenario: Scenario) -> list[str]:
    """Return what is wrong with a scenario, a line each; none where it can be played."""
    return [*plain_faults(game, scenario), *_costs(scenario), *_flags_at(scenario), *_position(scenario)]


def _costs(scenario: Scenario) -> list[str]:
    """Costs that let nobody act (AP1, AP2)."""
    rules = scenario.rules
    points = max(rules.points, rules.expert_points) if rules.experts else rules.points
    cheapest = min(rules.move_cost, rules.shoot_cost)
    if cheapest <= points:
        return []
    return [
        f"rules: nobody can move or shoot: a figure has {points} points, a step costs {rules.move_cost}, "
        f"a shot {rules.shoot_cost}"
    ]


def _flags_at(scenario: Scenario) -> list[str]:
    places = scenario.flag_at or ()
    return [f"flag_at: both flags are in {places[0]}"] if len(places) == 2 and places[0] == places[1] else []


def _position(scenario: Scenario) -> list[str]:
    """What a fixed start lacks (SN5)."""
    if scenario.setup != "fixed":
        return []
    try:
        game = start_record(scenario)[0]
    except ValueError:  # told already
        return []
    lines = []
    flags = {key: game["flag"][number] for key, number in flag_keys(scenario.world[0]["rules"]).items()}
    for key, flag in flags.items():
        if flag["hex"] == NONE and flag["carrier"] == NONE:
            lines.append(f"start: {key} is missing")
    lying = [int(flag["hex"]) for flag in flags.values() if flag["hex"] != NONE]
    if len(lying) == 2 and lying[0] == lying[1]:
        lines.append(f"start: both flags are in {scenario.board_map.names[lying[0]]}")
    return lines
