"""What both grounds' tables of actions have in common: figures by number, orders, answers that name no place."""

from typing import Any

from paintball_env.rules import acts, charges, charging, figures, grenades, moving, setup, shooting, state
from paintball_env.rules.single_orders import SINGLE
from paintball_env.rules.state import (
    CHARGER,
    FIRST,
    GRENADE,
    HARD_PIECE,
    PAINT,
    PIECE,
    REACT,
    SHOOT,
    SMOKE,
    SOFT_PIECE,
    STRIDE,
    SUPPRESS,
    VOLLEY,
)
from tabletop.compiled.compiling import jitable
from tabletop.game.action_table import Kind, Option


@jitable
def figure_id(team: int, own: int) -> int:
    """A team's figure by its number."""
    return STRIDE * team + own


@jitable
def enemy_id(team: int, own: int) -> int:
    """A figure of the other team by its number."""
    return STRIDE * (1 - team) + own


# Kinds of action, in the order of their numbers.
KINDS_BEHIND_MOVES = (
    Kind("rotate", "direction", actor=True),
    *(Kind(single.name, actor=True) for single in SINGLE.values()),
    Kind("shoot", "enemy", actor=True),
    Kind("suppress", "enemy", actor=True),
    Kind("throw smoke", actor=True),
    Kind("throw paint", actor=True),
    Kind("charge"),
)
WORDS = tuple(map(Kind, ("first", "second", "soft", "hard", "smoke", "paint", "done", "wait")))

# Orders to a figure behind its moves: an `Option` each without its decision.
ORDERS_BEHIND_MOVES: tuple[tuple[Any, ...], ...] = (
    ("rotate", moving.rotate, moving.no_rotation, "rotate"),
    ("aim", moving.aim, moving.no_aim, "aim"),
    ("sentry", moving.go_on_sentry, moving.no_sentry, "sentry"),
    ("stand down", moving.stand_down, moving.no_standing_down, "stand down"),
    ("reload", moving.reload, moving.no_reloading, "reload"),
    ("take flag", moving.take_flag, figures.no_taking_flag, "take flag"),
    ("shoot", acts.fire, shooting.no_volley, "shoot", {"kind": SHOOT}),
    ("suppress", acts.fire, shooting.no_volley, "suppress", {"kind": SUPPRESS}),
    ("throw smoke", acts.take_out, grenades.no_throw, "throw smoke", {"kind": SMOKE}),
    ("throw paint", acts.take_out, grenades.no_throw, "throw paint", {"kind": PAINT}),
)
# Answers to decisions, in the order of a table's options.
SHOTS = (
    Option("shoot", VOLLEY, acts.fire, shooting.no_further_shot, "shoot", {"kind": SHOOT}),
    Option("suppress", VOLLEY, acts.fire, shooting.no_further_shot, "suppress", {"kind": SUPPRESS}),
    Option("done", VOLLEY, acts.end_volley, None, "done"),
    Option("shoot", REACT, acts.shoot_at_mover, shooting.no_reaction, "reaction"),
    Option("done", REACT, acts.hold_fire, None, "hold fire"),
    Option("figure", state.PICK, acts.pick_hit, shooting.no_pick),
)
CHARGERS = (
    Option("figure", CHARGER, acts.name_charger, charging.no_charger),
    Option("done", CHARGER, acts.end_charge, charges.no_end_of_charge),
)
CHOICES = (
    Option("figure", state.CASUALTY, acts.let_fall, charges.no_casualty),
    Option("first", FIRST, acts.choose_phase, None, given={"phase": 1}),
    Option("second", FIRST, acts.choose_phase, None, given={"phase": 2}),
    Option("soft", PIECE, setup.take_piece, setup.no_piece, given={"piece": SOFT_PIECE}),
    Option("hard", PIECE, setup.take_piece, setup.no_piece, given={"piece": HARD_PIECE}),
)
HANDED_OUT = (
    Option("figure", state.CARRIER, setup.carrier, setup.no_own_figure),
    Option("figure", state.EXPERT, setup.name_expert, setup.no_expert),
    Option("smoke", GRENADE, acts.take_grenade, None, given={"kind": SMOKE}),
    Option("paint", GRENADE, acts.take_grenade, None, given={"kind": PAINT}),
    Option("figure", state.GRENADIER, setup.give_grenade, setup.no_own_figure),
)
