"""SH7, W4: what shots that fall together do: wounds, the fallen, lost horses; who will check morale for it."""

from state_of_war.rules import events
from state_of_war.rules.figures import figure_of, has_horses, is_of, men_of, standing, troop_of, unit_of, up_table
from state_of_war.rules.state import (
    DISABLED,
    KILLED,
    NO_HORSE,
    NONE,
    STANDING,
    STEADY,
    STRIDE,
    UNHORSED,
    UNITS,
    Chance,
    Figure,
    Game,
    World,
)
from tabletop.base.arrays import Int64
from tabletop.compiled.compiling import jitable, rule
from tabletop.game.chance import note

# What a shot does (SH6); columns of a toll, in which LOSES_HORSE has the first one.
NOTHING, GRAZE, WOUND, DISABLES, KILLS = range(5)
LOSES_HORSE = NOTHING
COLUMNS = 5
UNHURT, HURT, OUT, DEAD = range(4)  # what has become of a man (SH7)


@jitable
def fate(wounded: int, wounds: int, disablings: int, kills: int) -> int:
    """SH7: what hits that fall together make of a standing man, with 0 or 1 earlier wounds: UNHURT … DEAD."""
    if kills > 0 or (disablings > 0 and wounds + disablings >= 2) or wounded + wounds >= 3:
        return DEAD
    if disablings > 0 or wounded + wounds >= 2:
        return OUT
    return HURT if wounded + wounds == 1 else UNHURT


@jitable
def clear_figure(figure: Figure) -> None:
    """Positions: nothing is kept of a figure that isn't on the table but what has become of it."""
    figure.x = figure.y = figure.lies = figure.wounded = 0
    figure.horse = NO_HORSE
    figure.arm = figure.pistol = figure.ready = figure.acted = 0
    figure.went = figure.from_x = figure.from_y = 0
    figure.aims = figure.with_pistol = figure.busy = 0


@rule
def leave_table(world: World, game: Game, who: int, state: int) -> None:
    """A standing figure is out or off the table: DISABLED … THROUGH; with it the last rider's marker is gone (MV7).

    A man who is disabled may still lie there as a candidate (W4). `settle_unit` looks after his unit.
    """
    figure = figure_of(game, who)
    x, y = int(figure.x), int(figure.y)
    clear_figure(figure)
    figure.state = state
    if state == DISABLED and world.rules.targets == 1:
        figure.lies = 1
        figure.x, figure.y = x, y
    unit = who // STRIDE * UNITS + int(figure.unit)
    if unit_of(game, unit).marker == 1 and not has_horses(world, game, unit):
        unit_of(game, unit).marker = unit_of(game, unit).marker_x = unit_of(game, unit).marker_y = 0


@rule
def settle_unit(world: World, game: Game, unit: int) -> None:
    """UN6, Positions: if nobody of a unit stands any more, it is gone, and nothing is kept of it."""
    if unit_of(game, unit).origin == NONE or standing(world, game, unit) > 0:
        return
    gone = unit_of(game, unit)
    began = troop_of(game, unit)
    side = unit // UNITS
    gone.charged = gone.hidden = gone.fresh = gone.last = 0
    gone.morale = STEADY
    gone.course = gone.shoots = NONE
    gone.facing = up_table(game, side) if world.troops[side, began % UNITS].horse == 1 else NONE
    gone.marker = gone.marker_x = gone.marker_y = 0
    gone.given = gone.charges = gone.hurt = gone.won = gone.fights = gone.fought = 0
    begin, end = men_of(world, game, unit)
    for who in range(begin, end):
        figure = figure_of(game, who)
        if figure.unit == unit % UNITS and figure.lies == 1:
            clear_figure(figure)


@rule
def commander_falls(world: World, game: Game, who: int, state: int, checks: bool) -> None:
    """MO1 (d), MO3: if a figure that is out is its side's commander, that is kept; if he is killed, all units check.

    Args:
      world: the forces.
      game: the position, in which the figure, and all that fall with it, are out.
      who: the figure.
      state: DISABLED, KILLED.
      checks: whether its fall gives checks (W4).
    """
    side = who // STRIDE
    if int(world.commander[side]) != who:
        return
    game.fallen = int(game.fallen) | 1 << side
    if state == KILLED and checks:
        for number in range(UNITS):
            if standing(world, game, side * UNITS + number) > 0:
                game.units[side, number].hurt = 1


@rule
def suffer(world: World, game: Game, chance: Chance, who: int, toll: Int64) -> bool:
    """SH7, SH12: what shots do to a figure that stands; whether it is a casualty (RE3).

    Args:
      world: forces and rules.
      game: the position.
      chance: for events.
      who: the figure.
      toll: int64 [COLUMNS]: how many of each have hit it; LOSES_HORSE: its horse.
    """
    figure = figure_of(game, who)
    if toll[LOSES_HORSE] > 0:
        figure.horse = UNHORSED
    end = fate(int(figure.wounded), toll[WOUND], toll[DISABLES], toll[KILLS])
    if end == DEAD:
        leave_table(world, game, who, KILLED)
        note(chance, events.KILLED, who=who)
    elif end == OUT:
        leave_table(world, game, who, DISABLED)
        note(chance, events.DISABLED, who=who)
    elif end == HURT and figure.wounded == 0:
        figure.wounded = 1
        note(chance, events.WOUNDED, who=who)
    else:
        return False
    return True


@rule
def harm(world: World, game: Game, chance: Chance, side: int, toll: Int64) -> bool:
    """SH3, SH7: all shots that fall together count.

    Args:
      world: forces and rules.
      game: the position.
      chance: for events.
      side: whose figures have been shot at.
      toll: int64 [STRIDE, COLUMNS]: how many of what has hit each of them.

    Returns:
      Whether anybody who stood was wounded or felled (RE3).
    """
    casualties = False
    commander = int(world.commander[side])
    stood = commander != NONE and figure_of(game, commander).state == STANDING
    for number in range(UNITS):
        unit = side * UNITS + number
        begin, end = men_of(world, game, unit)
        for who in range(begin, end):
            hits = toll[who % STRIDE]
            if figure_of(game, who).unit != number or hits.sum() == 0:
                continue
            if is_of(game, who, unit):
                unit_of(game, unit).hurt = 1
                casualties = suffer(world, game, chance, who, hits) or casualties
            elif figure_of(game, who).lies == 1 and hits[WOUND] + hits[DISABLES] + hits[KILLS] > 0:  # W4
                leave_table(world, game, who, KILLED)
                note(chance, events.KILLED, who=who)
    for number in range(UNITS):
        settle_unit(world, game, side * UNITS + number)
    if commander != NONE and toll[commander % STRIDE].sum() > 0:
        state = int(figure_of(game, commander).state)
        if state == KILLED or (state == DISABLED and stood):
            commander_falls(world, game, commander, state, stood)
    return casualties
