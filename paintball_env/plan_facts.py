"""How a team has played, in sentences of what can be counted: shots, sentries, figures together in one place."""

from collections.abc import Sequence

import numpy as np

from paintball_env.scenario import Scenario
from paintball_env.terms import AT, PLACE
from tabletop.base.errors import counted
from tabletop.show.showing import Step

CROWD = 2 / 3  # share of a team's figures in one place
CROWDED = 3  # figures that are no crowd yet
OFTEN = 0.25  # share of the turns in which they must have been a crowd to be told of


def plan_facts(scenario: Scenario, team: int, steps: Sequence[Step]) -> list[str]:
    """See `tabletop.show.showing.Showing.plan_facts`."""
    mark = scenario.game.teams[team][0].upper()  # of its figures: R1
    events = [event for _, happened in steps for event in happened]
    shots = [event.who[:1] == mark for event in events if event.kind in ("shot fired", "reacted")]
    sentries = sum(event.kind == "sentry began" and event.who[:1] == mark for event in events)
    out = sum(event.kind == "out" and event.who[:1] == mark for event in events)
    turns = max(int(position["turn"][0]) for position, _ in steps)
    facts = []
    if shots:
        facts.append(f"{counted(sum(shots), 'shot')} fired, {len(shots) - sum(shots)} taken; {out} of its figures out.")
    if turns and not sentries:
        facts.append(f"Nobody stood on sentry in {counted(turns, 'turn')}.")
    return facts + _crowd(team, steps, turns)


def _crowd(team: int, steps: Sequence[Step], turns: int) -> list[str]:
    """How often nearly all stood in one place, at the end of turns."""
    last = {int(position["turn"][0]): position for position, _ in steps if position["turn"][0]}
    crowds = []
    for position in last.values():
        if "present" not in (position.dtype.names or ()):  # on a table every figure has a place of its own
            return []
        present = position["present"][0, team]
        if present.sum() > CROWDED and present.max() >= CROWD * present.sum():
            crowds.append(int(present.max()))
    if len(crowds) < max(2, OFTEN * turns):
        return []
    most = int(np.max(crowds))
    return [
        f"At the end of {len(crowds)} of {turns} turns most of its figures stood {AT} one {PLACE}, up to {most}: "
        f"one shot after the other could be aimed there, and they saw from one place alone."
    ]
