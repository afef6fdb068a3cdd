"""The scripted bots: one way of thinking, four temperaments (docs/agents.md)."""

from tabletop.agents.policy import policy_bot

from .temperament import TEMPERAMENTS

Hunter, Sentinel, Raider, Striker = (
    policy_bot(__name__, name, TEMPERAMENTS[name]) for name in ("hunter", "sentinel", "raider", "striker")
)
Hunter1, Sentinel1, Raider1, Hunter2, Sentinel2, Raider2, Striker1 = (
    policy_bot(__name__, name, TEMPERAMENTS[name])
    for name in ("hunter@1", "sentinel@1", "raider@1", "hunter@2", "sentinel@2", "raider@2", "striker@1")
)
