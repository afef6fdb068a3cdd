"""The kinds of decision that a scenario knows, for tests that go through them all."""

from paintball_env.rules import objectives, state

KINDS = range(state.OVER, state.CASUALTY + 1)


def possible_kinds(scenario):
    """The kinds of decision that this scenario knows."""
    rules = scenario.world[0].rules
    missing = set()
    if rules.objective != objectives.CAPTURE:
        missing.add(state.FLAG_HEX)
    if rules.objective != objectives.REVERSE:
        missing.add(state.CARRIER)
    if not rules.experts:
        missing.add(state.EXPERT)
    if not rules.grenades:
        missing |= {state.GRENADE, state.GRENADIER, state.THROW, state.SCATTER}
    return [kind for kind in KINDS if kind not in missing]
