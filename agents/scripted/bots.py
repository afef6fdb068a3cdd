"""The scripted bots: one way of thinking, four temperaments and their earlier versions (docs/agents.md)."""

from collections.abc import Iterator

from tabletop.agents.policy import PolicyBot, policy_bot

from .temperament import BEFORE_SIEGES, TEMPERAMENTS


def _bots(*names: str) -> Iterator[type[PolicyBot]]:
    numbers = TEMPERAMENTS | BEFORE_SIEGES
    return (policy_bot(__name__, name, numbers[name]) for name in names)


Hunter, Sentinel, Raider, Striker = _bots("hunter", "sentinel", "raider", "striker")
Hunter1, Sentinel1, Raider1, Striker1 = _bots("hunter@1", "sentinel@1", "raider@1", "striker@1")
Hunter2, Sentinel2, Raider2 = _bots("hunter@2", "sentinel@2", "raider@2")
