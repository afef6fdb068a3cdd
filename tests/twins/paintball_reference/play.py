"""A game from its set-up to its end, one decision after another."""

from . import movement, setup, shooting, turns
from .legal import index_of, legal, names_for
from .model import TEAMS
from .text import read


def new_game(scenario, chance):
    """SN4, SN5: a new game at its first decision with a choice."""
    if scenario.start is None:
        game = scenario.new()
        if setup.begin(game, chance):
            turns.begin_turn(game, chance)
    else:
        game = read(scenario, scenario.start)
        if game.turn == 0 and game.to is None and game.over is None:
            setup.roll_off(game, chance)
            turns.begin_turn(game, chance)
    settle(game, chance)
    return game


def step(game, action, chance):
    """One action, by name or by number, and every forced one after it."""
    if game.to is None:
        raise ValueError("the game is over")
    names = names_for(game)
    name = action
    if not isinstance(action, str):
        name = next((n for n in names if index_of(game, game.to[0], n) == action), None)
    if name not in names:
        raise ValueError(f"{action!r} isn't legal: {game.to} has {legal(game)}")
    take(game, name, chance)


def take(game, name, chance):
    """One action that is known to be legal, by name, and every forced one after it."""
    apply(game, name, chance)
    settle(game, chance)


def settle(game, chance):
    """Section 3: a decision with one legal action is taken; a drawn set-up takes its decisions by lot (SN5)."""
    while game.over is None:
        names = names_for(game)
        if not names:
            raise RuntimeError(f"nobody has a legal action: {game.to}")
        if len(names) == 1:
            apply(game, names[0], chance)
        elif game.scenario.drawn_setup and game.to[1] in setup.KINDS:
            team = TEAMS[game.to[0]]
            names = legal(game)
            apply(game, names[chance.draw("set-up", team, f"lot {len(names)}") - 1], chance)
        else:
            return


def apply(game, name, chance):
    """One legal action and all that follows from it, up to the next decision."""
    kind = game.to[1]
    if kind in setup.KINDS:
        if setup.apply(game, name, chance):
            turns.begin_turn(game, chance)
    elif kind == "first":
        chooser = game.to[0]
        turns.begin_phase(game, 1, chooser if name == "first" else 1 - chooser)
    elif kind == "act" and name == "done":
        turns.end_phase(game, chance)
    elif (DECISIONS | game.decisions)[kind](game, name, chance):
        turns.judge(game)


def act(game, name, chance):
    """An action of the open phase; True if the act is resolved."""
    if name == "charge":
        game.to = (game.acting, "charge")
        return False
    who, *words = name.split()
    return order(game, game.figure(who), words, chance)


def order(game, figure, words, chance):
    """What a figure is told to do; True if the act is resolved."""
    rules, verb = game.scenario, words[0]
    if verb in ("move", "go"):
        return game.move(figure, words, chance)
    if verb in ("shoot", "suppress"):
        game.actor, game.kind = figure.name, verb
        game.shots = [[words[1], False]]
        game.to = (game.acting, "volley")
        if figure.points < 2 * rules.cost_shoot:
            return shooting.roll_volley(game, chance)
        return False
    if verb == "throw":
        game.spend(figure, rules.cost_grenade)
        setattr(figure, words[1], getattr(figure, words[1]) - 1)
        game.actor, game.kind = figure.name, words[1]
        game.to = (game.acting, "throw")
        return False
    if verb == "rotate":
        game.use(figure)
        figure.facing = game.board.directions.index(words[1])
        figure.turned = True
    elif verb == "aim":
        game.spend(figure, rules.cost_aim)
        figure.aim = True
    elif verb == "sentry":
        game.spend(figure, rules.cost_sentry)
        figure.sentry, figure.aim = True, False
    elif verb == "stand":
        game.spend(figure, figure.points)
        figure.sentry = False
    elif verb == "reload":
        game.spend(figure, rules.cost_reload)
        figure.empty = False
    elif verb == "take":
        game.use(figure)
        movement.take_flag(game, figure)
    return True


def volley(game, name, chance):
    """SH3: one more shot, or done."""
    shooter = game.figure(game.actor)
    if name != "done":
        game.shots.append([name.split()[-1], False])
        if shooter.points >= (len(game.shots) + 1) * game.scenario.cost_shoot:
            return False
    return shooting.roll_volley(game, chance)


def pick(game, name, chance):
    """SH4."""
    return shooting.pick(game, name.split()[1], chance)


def react(game, name, chance):
    """SE2: the sentry shoots or not; then the next one, then the move or the charge goes on."""
    number = game.figure(game.asked).number
    if name != "done":
        shooting.react(game, chance)
    if shooting.ask_sentries(game, after=number):
        return False
    if game.place is not None:
        return game.charge_goes_on(chance)
    return True


def throw(game, name, chance):
    """GR2, GR3: the place is named; it lands there or scatters."""
    game.place = game.place_named(name)
    if movement.lands_there(game, chance):
        movement.land(game, game.place, chance)
        return True
    game.to = (1 - game.acting, "scatter")
    return False


def scatter(game, name, chance):
    """GR3: the opponent names where it lands."""
    movement.land(game, game.place_named(name), chance)
    return True


def casualty(game, name, chance):
    """CH3: the owner names who falls."""
    figure = game.figure(name.split()[1])
    game.losses[figure.team] -= 1
    game.put_out(figure)
    return movement.rounds(game, chance)


DECISIONS = {
    "act": act,
    "volley": volley,
    "pick": pick,
    "react": react,
    "throw": throw,
    "scatter": scatter,
    "casualty": casualty,
}
