"""What each action does: a chapter's deed, and who is asked next. The table of contents of a turn."""

from paintball_env.rules import events
from paintball_env.rules.charges import begin_shoot_out, fall, go_on_shooting_out
from paintball_env.rules.charging import set_out, walk_on
from paintball_env.rules.dice import TEAM_SUBJECT
from paintball_env.rules.figures import figure_of, team_of
from paintball_env.rules.grenades import land, misses, take_out_grenade
from paintball_env.rules.shooting import can_react, declare, pick, react, resolve_hit, roll_volley
from paintball_env.rules.state import (
    CASUALTY,
    CHARGE,
    CHARGER,
    GRENADIER,
    NONE,
    PICK,
    REACT,
    RESOLVING,
    SCATTER,
    STRIDE,
    THROW,
    VOLLEY,
    Chance,
    Game,
    World,
)
from paintball_env.rules.steps import move
from paintball_env.rules.turns import ask, begin_phase, finish_act
from tabletop.compiled.compiling import rule
from tabletop.game.chance import note


@rule
def go(world: World, game: Game, chance: Chance, who: int, direction: int) -> None:
    """MV1, SE2: a move in the phase, then the enemy's sentries."""
    game.actor = who
    move(world, game, chance, who, direction)
    after_move(world, game, chance, 0)


@rule
def fire(world: World, game: Game, chance: Chance, who: int, enemy: int, kind: int) -> None:
    """SH3, SU2: a volley's first or next shot is declared."""
    declare(world, game, chance, who, enemy, kind)
    game.decision = VOLLEY


@rule
def end_volley(world: World, game: Game, chance: Chance) -> None:
    """SH5, SH6: the volley is rolled; its hits are resolved one by one."""
    roll_volley(world, game, chance)
    game.decision = RESOLVING


@rule
def resolve(world: World, game: Game, chance: Chance) -> None:
    """SH6: one more hit of a volley; after the last the act is finished."""
    status = resolve_hit(world, game, chance)
    if status == 2:
        ask(game, PICK, 1 - game.acting)
    elif status == 0:
        finish_act(world, game, chance)


@rule
def pick_hit(game: Game, chance: Chance, figure: int) -> None:
    """SH4: one of the figures that are hit; after the last the volley is resolved."""
    pick(game, chance, figure)
    if game.count == 0:
        game.decision = RESOLVING


@rule
def after_move(world: World, game: Game, chance: Chance, number: int) -> None:
    """SE2: ask the enemy's sentries from this number on; then the act, or the charge, goes on."""
    mover = int(game.actor)
    enemy = 1 - team_of(mover)
    while True:
        while number < game.figure.shape[1] and figure_of(game, mover).hex != NONE:
            if can_react(world, game, STRIDE * enemy + number, mover):
                game.asked = STRIDE * enemy + number
                ask(game, REACT, enemy)
                return
            number += 1
        game.asked = NONE
        if game.place == NONE:
            finish_act(world, game, chance)
            return
        if not walk_on(world, game, chance):
            return
        number = 0


@rule
def shoot_at_mover(world: World, game: Game, chance: Chance, who: int, enemy: int) -> None:
    """SE2: the sentry that is asked shoots, then the next one is asked."""
    react(world, game, chance, who, enemy)
    after_move(world, game, chance, who % STRIDE + 1)


@rule
def hold_fire(world: World, game: Game, chance: Chance) -> None:
    """SE2: the sentry that is asked lets it pass."""
    note(chance, events.LET_PASS, who=game.asked, whom=game.actor)
    after_move(world, game, chance, game.asked % STRIDE + 1)


@rule
def take_out(world: World, game: Game, chance: Chance, who: int, kind: int) -> None:
    """GR2: a grenade is in the hand, where to is asked next."""
    take_out_grenade(world, game, chance, who, kind)
    game.decision = THROW


@rule
def throw(world: World, game: Game, chance: Chance, hex: int) -> None:
    """GR2, GR3: the grenade lands, or the opponent names where."""
    if misses(world, game, chance, hex):
        game.place = hex
        ask(game, SCATTER, 1 - game.acting)
    else:
        land(world, game, chance, hex)
        finish_act(world, game, chance)


@rule
def scatter(world: World, game: Game, chance: Chance, hex: int) -> None:
    """GR3: where a missed grenade lands."""
    note(chance, events.SCATTERED, who=TEAM_SUBJECT + game.decider, place=hex)
    land(world, game, chance, hex)
    finish_act(world, game, chance)


@rule
def declare_charge(game: Game, chance: Chance, team: int) -> None:
    """CH1: a charge; which hex is asked next."""
    note(chance, events.CHARGE_DECLARED, who=TEAM_SUBJECT + team)
    ask(game, CHARGE, team)


@rule
def charge_hex(game: Game, chance: Chance, hex: int) -> None:
    """CH1: the hex; who charges is asked next."""
    game.place = hex
    game.decision = CHARGER
    note(chance, events.CHARGE_NAMED, who=TEAM_SUBJECT + game.decider, place=hex)


@rule
def name_charger(world: World, game: Game, chance: Chance, figure: int) -> None:
    """CH2: the next charger, which walks first."""
    game.actor = figure
    game.count += 1
    note(chance, events.CHARGER_NAMED, who=game.actor, place=game.place)
    if set_out(world, game, chance):
        after_move(world, game, chance, 0)


@rule
def step_on(world: World, game: Game, chance: Chance, direction: int) -> None:
    """CH2, SE2: a step of the charger, then the enemy's sentries."""
    move(world, game, chance, int(game.actor), direction)
    after_move(world, game, chance, 0)


@rule
def end_charge(world: World, game: Game, chance: Chance, team: int) -> None:
    """CH3: nobody more charges; the shoot-out."""
    note(chance, events.CHARGE_CLOSED, who=TEAM_SUBJECT + team)
    begin_shoot_out(game, chance)
    shoot_out(world, game, chance)


@rule
def shoot_out(world: World, game: Game, chance: Chance) -> None:
    """CH3: on to the next choice of who falls, or to the charge's end."""
    loser = go_on_shooting_out(game, chance)
    if loser == NONE:
        finish_act(world, game, chance)
    else:
        ask(game, CASUALTY, loser)


@rule
def let_fall(world: World, game: Game, chance: Chance, figure: int) -> None:
    """CH3: who falls."""
    fall(game, chance, figure)
    shoot_out(world, game, chance)


@rule
def choose_phase(game: Game, chance: Chance, team: int, phase: int) -> None:
    """TU3: first or second, after equal scores."""
    note(chance, events.FIRST_CHOSEN, who=TEAM_SUBJECT + team, value=phase)
    begin_phase(game, chance, 1, team if phase == 1 else 1 - team)


@rule
def take_grenade(game: Game, chance: Chance, team: int, kind: int) -> None:
    """GR1: smoke or paint; who carries it is asked next."""
    game.kind = kind
    game.decision = GRENADIER
    note(chance, events.GRENADE_TAKEN, who=TEAM_SUBJECT + team, value=game.kind)
