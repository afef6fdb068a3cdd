"""Random play in which much happens."""

from .geometry import HEADINGS, WHOLE, dot, minus

LIKELY = {"shoot": 8.0, "charge": 10.0, "go": 2.0, "detach": 0.3, "stand": 3.0, "mount": 2.0, "dismount": 0.5}
LIKELY |= {"end": 0.1, "form": 0.1, "move": 0.25, "hide": 2.0, "decline": 0.5}


def choose(battle, names, rng, bold):
    """One of the legal actions; `bold`: one by which units meet, shoot and charge is likelier."""
    if not bold:
        return rng.choice(names)
    return rng.choices(names, [weight(battle, name) for name in names])[0]


def weight(battle, name):
    """Moves toward the enemy are likelier."""
    words = name.split()
    if words[0] == "move" and battle.unit is not None and battle.unit.standing:
        enemies = battle.men(1 - battle.unit.side)
        if enemies:
            way = minus(enemies[0].place, battle.unit.standing[0].place)
            ahead = dot(WHOLE[HEADINGS.index(words[1])], way) > 0
            return 1.0 if ahead and words[2] in ("full", "three", "quarter") else 0.05
    return LIKELY.get(words[0], 1.0)
