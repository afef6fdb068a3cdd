"""What makes a scenario impossible (SN6): each check raises a ValueError of one line naming the field and the place."""

from typing import TYPE_CHECKING

from paintball_env.rules.flags import is_won_at_home
from paintball_env.rules.objectives import NAMES, OBJECTIVES
from paintball_env.scenario.ground import PLACES
from paintball_env.scenario.ground_checks import check_cover, check_flags, check_ground

if TYPE_CHECKING:
    from paintball_env.scenario.model import Scenario


def check_scenario(scenario: "Scenario") -> None:
    """Raise ValueError at the first thing that can't be played; `scenario` is a `Scenario` with its fields read."""
    _check_rules(scenario)
    check_ground(scenario)
    _check_setup(scenario)
    check_cover(scenario)


def _check_rules(scenario: "Scenario") -> None:
    rules = scenario.rules
    if rules.works_all <= rules.works_team:
        # The one to mend is the one that was changed.
        if rules.works_all == type(rules).model_fields["works_all"].default:
            words = f"{rules.works_team} leaves the other side no place, since works_all is {rules.works_all}"
            raise ValueError(f"rules.works_team: {words}")
        raise ValueError(f"rules.works_all: {rules.works_all} leaves the other side no place beside {rules.works_team}")
    if scenario.own_base_closed and is_won_at_home(NAMES.index(scenario.objective)):
        raise ValueError(f"rules.own_base_closed: {scenario.objective} is won in the own base")


def _check_setup(scenario: "Scenario") -> None:
    if scenario.flag_at is not None:
        objective = OBJECTIVES[NAMES.index(scenario.objective)]
        count = 0 if objective.carried else objective.flags
        if len(scenario.flag_at) != count:
            raise ValueError(f"flag_at: {scenario.objective} takes {count} {PLACES}, not {len(scenario.flag_at)}")
        check_flags(scenario)
    if scenario.setup == "fixed" and scenario.start is None:
        raise ValueError("setup: fixed needs start, the position in which the game begins")
    if scenario.start is not None:
        if scenario.setup != "fixed":
            raise ValueError("start: only where setup is fixed")
        if len(scenario.start.splitlines()) != 1 or not scenario.start.strip():
            raise ValueError("start: a position is one line of text, not several or none")
        cover = scenario.cover
        placed: dict[str, tuple[object, ...] | None] = {"cover.soft_at": cover.soft_at, "cover.hard_at": cover.hard_at}
        placed |= {"marshals_at": scenario.marshals_at, "flag_at": scenario.flag_at}
        if key := next((key for key, places in placed.items() if places), None):
            raise ValueError(f"{key}: start says where cover, Marshals and flags are; leave {key} out")
