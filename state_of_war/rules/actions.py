"""The table of actions (docs/state-of-war.md, "Actions"): their numbers, who may take them when, what they do."""

from state_of_war.rules.charging import begin_charge, no_charge
from state_of_war.rules.detaching import detach, no_detach
from state_of_war.rules.figures import own_heading
from state_of_war.rules.forms import begin_form, begin_mount, dismount, no_dismount, no_form, no_mount
from state_of_war.rules.moving import begin_move, no_move
from state_of_war.rules.ordered import Ordered, ordered_now
from state_of_war.rules.places import begin_go, no_go
from state_of_war.rules.pressing import no_press, press
from state_of_war.rules.reasons import IN_CONTACT
from state_of_war.rules.setup import hide_now, no_slot, place, show_now
from state_of_war.rules.shooting import no_shot
from state_of_war.rules.state import HIDE, ORDER, PICK, QUARTERS, REACT, SECOND, SLOT, SPOT, UNITS, Chance, Game, World
from state_of_war.rules.turns import (
    answer,
    decline,
    end_orders,
    no_pick,
    order_given,
    pick,
    shoot_at,
    spot_now,
    take_order,
    wait_now,
)
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.action_table import ALLOWED, Actions, Argument, Kind, Option, load

VERSION = 1
RANKS = 3  # one rank, two ranks, a column of two (MV6)
MOST_SENT = 4  # men of a detachment (UN5)


# What arguments mean.


@jitable
def own_unit(team: int, own: int) -> int:
    """A unit of the own side, by its number."""
    return UNITS * team + own


@jitable
def enemy_unit(team: int, own: int) -> int:
    """A unit of the other side."""
    return UNITS * (1 - team) + own


@jitable
def seen_way(team: int, own: int) -> int:
    """MV2: a block move: 4 times its heading, and its quarters less 1."""
    return own_heading(team, own // QUARTERS) * QUARTERS + own % QUARTERS


@jitable
def seen_form(team: int, own: int) -> int:
    """MV6: a form: 3 times its heading, and 0 one rank, 1 two ranks, 2 a column."""
    return own_heading(team, own // RANKS) * RANKS + own % RANKS


@jitable
def seen_place(team: int, count: int, own: int) -> int:
    """MV10: a place, by its number on the table."""
    return own if team == 0 else count - 1 - own


@jitable
def men_sent(own: int) -> int:
    """UN5: how many men are sent off."""
    return own + 1


# Orders, as the table asks for them.


@rule(inline=True)
def no_way(world: World, game: Game, known: Ordered, way: int) -> int:
    """MV2: what forbids a block move."""
    return IN_CONTACT if known.contact else no_move(world, game, known, way // QUARTERS, way % QUARTERS + 1)


@rule
def go_way(world: World, game: Game, chance: Chance, way: int) -> None:
    """MV2: a block move."""
    take_order(world, game, int(game.unit))
    begin_move(world, game, chance, int(game.unit), way // QUARTERS, way % QUARTERS + 1)
    order_given(world, game)


@rule(inline=True)
def no_ranks(world: World, game: Game, known: Ordered, ranks: int) -> int:
    """MV6: what forbids a form."""
    return IN_CONTACT if known.contact else no_form(world, game, known, ranks // RANKS, ranks % RANKS)


@rule
def form_ranks(world: World, game: Game, chance: Chance, ranks: int) -> None:
    """MV6: a form."""
    take_order(world, game, int(game.unit))
    begin_form(world, game, chance, int(game.unit), ranks // RANKS, ranks % RANKS)
    order_given(world, game)


@rule(inline=True)
def no_shooting(world: World, game: Game, known: Ordered, whom: int) -> int:
    """SH1: what forbids to shoot at a unit."""
    return IN_CONTACT if known.contact else no_shot(world, game, known, whom)


@rule
def shoot(world: World, game: Game, chance: Chance, whom: int) -> None:
    """SH1: a shot is declared."""
    shoot_at(world, game, chance, whom)


@rule(inline=True)
def no_charging(world: World, game: Game, known: Ordered, whom: int) -> int:
    """ME1: what forbids to charge a unit."""
    return IN_CONTACT if known.contact else no_charge(world, game, known, whom)


@rule
def charge(world: World, game: Game, chance: Chance, whom: int) -> None:
    """ME1: a charge."""
    take_order(world, game, int(game.unit))
    begin_charge(world, game, chance, int(game.unit), whom)
    order_given(world, game)


@rule(inline=True)
def no_sending(world: World, game: Game, known: Ordered, men: int) -> int:
    """UN5: what forbids to send men off."""
    return IN_CONTACT if known.contact else no_detach(world, game, known, men)


@rule
def send(world: World, game: Game, chance: Chance, men: int) -> None:
    """UN5: men are sent off."""
    detach(world, game, chance, int(game.unit), men)
    order_given(world, game)


@rule(inline=True)
def no_going(world: World, game: Game, known: Ordered, place: int) -> int:
    """MV10: what forbids to go to a place."""
    return IN_CONTACT if known.contact else no_go(world, game, known, place)


@rule
def go(world: World, game: Game, chance: Chance, place: int) -> None:
    """MV10: a unit goes to a place."""
    take_order(world, game, int(game.unit))
    begin_go(world, game, chance, int(game.unit), place)
    order_given(world, game)


@rule
def no_standing(known: Ordered) -> int:
    """ME9: what forbids to wait; a unit in contact has no other order than to press."""
    return IN_CONTACT if known.contact else ALLOWED


@rule
def no_mounting(world: World, game: Game, known: Ordered) -> int:
    """MV7: what forbids to mount."""
    return IN_CONTACT if known.contact else no_mount(world, game, known)


@rule
def mount(world: World, game: Game, chance: Chance) -> None:
    """MV7: a unit mounts."""
    take_order(world, game, int(game.unit))
    begin_mount(world, game, chance, int(game.unit))
    order_given(world, game)


@rule
def no_dismounting(world: World, game: Game, known: Ordered) -> int:
    """MV7: what forbids to dismount."""
    return IN_CONTACT if known.contact else no_dismount(world, game, known)


@rule
def get_down(world: World, game: Game, chance: Chance) -> None:
    """MV7: a unit dismounts."""
    dismount(world, game, chance, int(game.unit))
    order_given(world, game)


@rule
def no_pressing(world: World, game: Game) -> int:
    """ME9: what forbids to press."""
    return no_press(world, game, int(game.unit))


@rule
def press_on(world: World, game: Game, chance: Chance) -> None:
    """ME9: a unit presses."""
    take_order(world, game, int(game.unit))
    press(world, game, chance, int(game.unit))
    order_given(world, game)


ACTIONS = Actions(
    kinds=(
        Kind("pick", actor=True, said=""),
        Kind("move", "way"),
        Kind("form", "ranks"),
        Kind("shoot at", "enemy"),
        Kind("charge", "enemy"),
        Kind("detach", "men"),
        Kind("stand"),
        Kind("mount"),
        Kind("dismount"),
        Kind("press"),
        Kind("fire"),
        Kind("hold"),
        Kind("spot"),
        Kind("decline"),
        Kind("hide"),
        Kind("show"),
        Kind("end"),
        Kind("go", "place"),
        Kind("slot", "slot"),
        Kind("wait"),
    ),
    options=(
        Option("pick", PICK, pick, no_pick),
        Option("end", PICK, end_orders, None, "end"),
        Option("move", ORDER, go_way, no_way, "move"),
        Option("form", ORDER, form_ranks, no_ranks, "form"),
        Option("shoot at", ORDER, shoot, no_shooting, "shoot"),
        Option("shoot at", SECOND, shoot, no_shooting, "shoot"),
        Option("charge", ORDER, charge, no_charging, "charge"),
        Option("detach", ORDER, send, no_sending, "detach"),
        Option("stand", ORDER, wait_now, no_standing, "stand"),
        Option("stand", SECOND, wait_now, None, "stand"),
        Option("mount", ORDER, mount, no_mounting, "mount"),
        Option("dismount", ORDER, get_down, no_dismounting, "dismount"),
        Option("press", ORDER, press_on, no_pressing, "press"),
        Option("fire", REACT, answer, None, "fire", {"fires": 1}),
        Option("hold", REACT, answer, None, "hold", {"fires": 0}),
        Option("spot", SPOT, spot_now, None, "spot"),
        Option("decline", SPOT, decline, None, "decline"),
        Option("hide", HIDE, hide_now, None, "hide"),
        Option("show", HIDE, show_now, None, "show"),
        Option("go", ORDER, go, no_going, "go"),
        Option("slot", SLOT, place, no_slot, "slot"),
    ),
    actors=Argument(UNITS, own_unit, "unit"),
    arguments={
        "way": Argument(64, seen_way),
        "ranks": Argument(48, seen_form),
        "enemy": Argument(UNITS, enemy_unit, "whom"),
        "men": Argument(MOST_SENT, men_sent),
        "place": Argument("places", seen_place),
        "slot": Argument("slots"),
    },
    known={ORDER: ordered_now, SECOND: ordered_now},
)
ORDERS = ACTIONS.orders
_made = load(f"{__package__}.written", ACTIONS)
legal_actions, no_action, is_legal = _made.legal_actions, _made.no_action, _made.is_legal
apply, decode, order_of = _made.apply, _made.decode, _made.order_of
