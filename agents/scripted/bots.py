"""The scripted bots: one way of thinking, four temperaments (docs/agents.md)."""

from tabletop.agents.policy import policy_bot

from .temperament import TEMPERAMENTS

Hunter, Sentinel, Raider, Striker, Hunter1, Sentinel1, Raider1 = (
    policy_bot(__name__, name, TEMPERAMENTS[name])
    for name in ("hunter", "sentinel", "raider", "striker", "hunter@1", "sentinel@1", "raider@1")
)
