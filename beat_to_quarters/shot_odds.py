"""The exact odds of what people weigh before they act: shots, checks of crews, boarding."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from beat_to_quarters.rules import boarding, state
from beat_to_quarters.rules.damage import TOP, WORST, bonus, is_spared
from beat_to_quarters.rules.gunnery import chased, gun_rate, no_guns, no_side, raking_of, shot_at
from beat_to_quarters.rules.ships import crew_of, ship_of
from beat_to_quarters.rules.state import BOW, PORT, ROUND, STARBOARD, STERN, STRIDE
from tabletop.base.errors import counted
from tabletop.game.action_table import ALLOWED
from tabletop.game.header import Record

FACES = range(1, 7)
"""Of a D6."""


class Effect(NamedTuple):
    """What a shot comes to.

    Attributes:
      rates: by which the target is weaker.
      masts: that it loses.
      steering, fire: damaged, and burning, by this shot.
      struck, sunk: it strikes, it sinks or explodes.
    """

    rates: int = 0
    masts: int = 0
    steering: bool = False
    fire: bool = False
    struck: bool = False
    sunk: bool = False

    def words(self) -> str:
        """The same in words."""
        if self.sunk:
            return "sinks or explodes"
        said = ["strikes"] if self.struck else []
        if self.rates and not self.struck:
            said.append(f"{counted(self.rates, 'rate')} weaker")
        if self.masts:
            said.append("loses a mast" if self.masts == 1 else f"loses {self.masts} masts")
        if self.steering:
            said.append("can't steer")
        if self.fire:
            said.append("burns")
        return ", ".join(said) or "no damage"


class Target(NamedTuple):
    """What of a target the effect of a shot depends on."""

    rate: int
    built: int
    skill: int
    manned: int
    masts: int
    battery: bool
    steering: bool
    burning: bool


def sides_of(world: Record, game: Record, who: int) -> list[int]:
    """The sides, and ends, from which a ship may fire now."""
    if no_guns(world, game, who) != ALLOWED:
        return []
    ship = game["ships"][divmod(who, STRIDE)]
    sides = (BOW,) if ship["battery"] else (PORT, STARBOARD, *((BOW, STERN) if ship["chasers"] == 1 else ()))
    return [side for side in sides if no_side(world, game, who, side) == ALLOWED]


def check_chance(ship: Record) -> Fraction:
    """CC1: the chance that a ship's crew passes a check."""
    if ship["state"] == state.FIRESHIP and not ship["steered"]:
        return Fraction(0)
    return Fraction(min(6, max(0, 2 + int(crew_of(ship)))), 6)


def boarding_chance(game: Record, who: int, whom: int) -> Fraction:
    """BO2 to BO6: the chance that a ship takes another one by boarding it; 1: it doesn't resist."""
    ship, other = ship_of(game, who), ship_of(game, whom)
    if other["state"] != state.IN_ACTION or other["burning"] or ship["holder"] == other["holder"]:
        return Fraction(1)
    score = int(boarding.melee_score(game, who, whom))
    return Fraction(sum(one + score > two for one, two in product(FACES, FACES)), 36)


def shot_effects(world: Record, game: Record, who: int, whom: int) -> Mapping[Effect, Fraction]:
    """GU7 to GU9: the effects of a shot that may be fired, with their chances; empty: they aren't counted.

    Not counted are loads other than round shot (AM).
    """
    side, near, reason = shot_at(world, game, who, whom)
    ship, target = ship_of(game, who), ship_of(game, whom)
    if reason != ALLOWED or (side <= STARBOARD and ship["loads"][side - 1] != ROUND):
        return {}
    rate, raking = int(gun_rate(ship, side)), int(raking_of(game, who, whom, side, near))
    more = int(bonus(world, game, who, near)) + raking + int(target["rate"]) - rate
    spared = not ship["battery"] and not target["battery"] and bool(is_spared(rate, int(target["rate"]), raking > 0))
    halved = side > STARBOARD and not ship["battery"]
    effects: dict[Effect, Fraction] = defaultdict(Fraction)
    for one, two in product(FACES, FACES):
        column = one - two + more
        column = int(chased(column)) if halved else column
        for effect, chance in _column(_target(target), world["sea"]["damage"].tobytes(), column, spared).items():
            effects[effect] += chance / 36
    return effects


def _target(ship: Record) -> Target:
    """What counts of a ship as a target."""
    rate, built, skill, manned, masts = (int(ship[key]) for key in ("rate", "built", "skill", "manned", "masts"))
    battery, steering, burning = (bool(ship[key]) for key in ("battery", "steering", "burning"))
    return Target(rate, built, skill, manned, masts, battery, steering, burning)


@lru_cache(maxsize=4096)
def _column(target: Target, table: bytes, column: int, spared: bool) -> Mapping[Effect, Fraction]:
    """GU9: what a column comes to; below 0: the shot has missed."""
    lines = np.frombuffer(table, np.int16).reshape(state.LINE, state.COLUMNS)
    effects = {Effect(): Fraction(1)}
    while column >= 0:
        after: dict[Effect, Fraction] = defaultdict(Fraction)
        for effect, chance in effects.items():
            for result in lines[:, min(column, TOP)]:
                after[_suffered(target, effect, int(result), spared)] += chance / state.LINE
        effects, column = after, column - TOP if column > TOP else -1
    return effects


def _suffered(target: Target, effect: Effect, result: int, spared: bool) -> Effect:
    """DA: one result of the damage table, after others of the same shot."""
    if effect.sunk:
        return effect
    if state.ONE <= result <= state.THREE and not spared:
        rates = effect.rates + result
        level = target.skill - (target.rate + rates - target.built) // 2
        if target.rate + rates > WORST:
            return effect._replace(rates=rates, sunk=True)
        beaten = target.rate + rates > state.RATES or (level < -1 and not target.manned)
        return effect._replace(rates=rates, struck=effect.struck or beaten)
    if result == state.MAST and not target.battery and effect.masts < target.masts:
        return effect._replace(masts=effect.masts + 1)
    if result == state.STEER and not target.battery:
        return effect._replace(steering=not target.steering)
    if result == state.FIRE:
        return effect._replace(fire=not target.burning)
    if result in (state.SINK, state.EXPLODE):
        return effect._replace(sunk=True)
    return effect._replace(struck=True) if result == state.STRIKE else effect


def in_short(effects: Mapping[Effect, Fraction]) -> str:
    """The odds of a shot in a few words: of any damage, of a mast, and that it ends the target's fight."""
    none = effects.get(Effect(), Fraction(0))
    masts = sum(chance for effect, chance in effects.items() if effect.masts)
    beaten = sum(chance for effect, chance in effects.items() if effect.struck or effect.sunk)
    parts = [f"{float(1 - none):.0%} damage"]
    parts += [f"{float(share):.0%} {word}" for share, word in ((masts, "mast"), (beaten, "beaten")) if share >= 0.005]
    return ", ".join(parts)
