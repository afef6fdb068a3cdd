"""What is wrong with a scenario of PaintBall though it can be read: with it a game could begin, and be none."""

from paintball_env.actions import TEAM_TITLES
from paintball_env.notation.words import flag_keys
from paintball_env.rules.flags import can_carry, goal_of
from paintball_env.rules.state import BLUE, NONE, RED
from paintball_env.scenario import Scenario
from paintball_env.start import start_record
from tabletop.game.header import Record


def faults(scenario: Scenario) -> list[str]:
    """Return what is wrong with a scenario, a line each, beside what is looked at in any game."""
    start = _start(scenario)
    return [*_costs(scenario, start), *_flags(scenario, start)]


def _start(scenario: Scenario) -> Record | None:
    """The record of a fixed start (SN5); None: there is none, or it can't be read, which is told already."""
    try:
        return start_record(scenario)[0] if scenario.setup == "fixed" else None
    except ValueError:
        return None


def _costs(scenario: Scenario, start: Record | None) -> list[str]:
    """Costs with which nobody can move, or nobody can shoot (AP1, AP2)."""
    rules = scenario.rules
    # Set-up names experts; a game that begins later has those of its position.
    with_experts = rules.experts and (start is None or start["turn"] == 0 or start["figure"]["expert"].any())
    points = max(rules.points, rules.expert_points) if with_experts else rules.points
    has = f"and a figure has {points} at most"
    lines = []
    if rules.move_cost > points:
        lines.append(f"rules.move_cost: nobody can move: a step costs {rules.move_cost} points, {has}")
    # A sentry's shot costs nothing (SE2).
    if min(rules.shoot_cost, rules.sentry_cost) > points:
        costs = f"a shot costs {rules.shoot_cost} points, going on sentry {rules.sentry_cost}"
        lines.append(f"rules.shoot_cost: nobody can shoot: {costs}, {has}")
    return lines


def _flags(scenario: Scenario, start: Record | None) -> list[str]:
    """Flags that a fixed start lacks, or that lie where a team wins by taking one up."""
    if start is None:
        return []
    world, lines = scenario.world[0], []
    for key, number in flag_keys(world["rules"]).items():
        flag = start["flag"][number]
        place = int(flag["hex"])
        if place == NONE and flag["carrier"] == NONE:
            lines.append(f"start: {key} is missing")
        for team in (RED, BLUE):
            if place != NONE and can_carry(world, team, number) and place == goal_of(world, team):
                where = f"{key} lies in {scenario.board_map.names[place]}"
                lines.append(f"start: {where}: {TEAM_TITLES[team]} wins by taking it up there (FL3)")
    return lines
