"""What may be done: the legal actions of the decision that is open, by name and by number (sections 3 and 4)."""

from collections import deque

from .geometry import DIRECTIONS
from .model import LETTERS

LAST = ["first", "second", "soft", "hard", "smoke", "paint", "done", "wait"]
SINGLE = {"aim": 12, "sentry": 13, "stand down": 14, "reload": 15, "take flag": 16}


def index_of(game, team, name):
    """Section 4: an action's number, seen from the deciding team's own side."""
    board, size = game.board, max(game.scenario.team_sizes)
    width, hexes = 19 + 2 * size, board.size
    base = size * width

    def own(word):
        if word[0] != LETTERS[team]:
            raise ValueError(f"{word} isn't of the deciding team")
        return int(word[1:]) - 1

    def enemy(word):
        if word[0] != LETTERS[1 - team]:
            raise ValueError(f"{word} isn't an enemy of the deciding team")
        return int(word[1:]) - 1

    def direction(word):
        return (DIRECTIONS.index(word) + 3 * team) % 6

    words = name.split()
    if name == "charge":
        return base
    if name in LAST:
        return base + 7 + hexes + size + LAST.index(name)
    if words[0] == "hex":
        number = board.index[words[1]]
        return base + 1 + (number if team == 0 else hexes - 1 - number)
    if words[0] == "direction":
        return base + 1 + hexes + direction(words[1])
    if words[0] == "figure":
        return base + 7 + hexes + own(words[1])
    block = own(words[0]) * width
    rest = " ".join(words[1:])
    if rest in SINGLE:
        return block + SINGLE[rest]
    if words[1] == "move":
        return block + direction(words[2])
    if words[1] == "rotate":
        return block + 6 + direction(words[2])
    if words[1] == "shoot":
        return block + 17 + enemy(words[2])
    if words[1] == "suppress":
        return block + 17 + size + enemy(words[2])
    if words[1] == "throw":
        return block + 17 + 2 * size + ["smoke", "paint"].index(words[2])
    raise ValueError(f"unknown action {name!r}")


def may_act(game, figure):
    """TU1, TU5, MF3, SM2: may the figure be used, or used further?"""
    if figure.hex is None or figure.jammed or figure.dazed or figure.finished:
        return False
    limit = game.score[figure.team]
    return figure.used or limit == 0 or game.used[figure.team] < limit


def has_room(game, figure, i):
    """EN4: at most 2 of one team in a base, bunker or trench hex, and 3 in all. SN2: never the own base."""
    rules = game.scenario
    if rules.objective == "reverse" and i == game.board.home[figure.team]:
        return False
    if not game.board.is_works(i):
        return True
    return len(game.figures_in(i, figure.team)) < rules.works_team and len(game.figures_in(i)) < rules.works_all


def may_enter(game, figure, i):
    """MV2, EN4: may the figure enter the hex by an ordinary move?"""
    if not has_room(game, figure, i):
        return False
    if game.figures_in(i, 1 - figure.team):
        return game.board.is_works(i) and game.scenario.enter_defended
    return True


def in_sight(game, shooter, target, aimed):
    """SH1, SH-LOS, BS1, HC3, SH7: can one die be shot at this target?"""
    board = game.board
    distance = board.distance(shooter.hex, target.hex)
    if distance == 0:
        return True
    if distance > (6 if aimed else 5) or not board.clear(shooter.hex, target.hex):
        return False
    if game.scenario.blind_spots and not board.sees(shooter.facing, shooter.hex, target.hex):
        return False
    facing = game.hard.get(target.hex)
    return not (target.impotent and facing is not None and board.shields(facing, target.hex, shooter.hex))


def may_target(game, shooter, target, kind, aimed):
    """SH3, SU2: may a die of this kind of volley be declared at the target?"""
    if target.hex is None:
        return False
    if kind == "suppress" and (target.jammed or target.suppressed):
        return False
    return in_sight(game, shooter, target, aimed)


def ways(game, figure, place):
    """CH2: the directions of a figure's shortest ways to the hex that is charged, or [] if it can't arrive."""
    rules = game.scenario
    reach = rules.max_moves - figure.moved
    if rules.cost_move:
        reach = min(reach, figure.points // rules.cost_move)
    if game.board.steps(figure.hex, place) > reach or not has_room(game, figure, place):
        return []
    lengths = {place: 0}
    queue = deque([place])
    while queue:
        here = queue.popleft()
        for there in game.board.around(here):
            if there not in lengths and (there == figure.hex or may_enter(game, figure, there)):
                lengths[there] = lengths[here] + 1
                queue.append(there)
    length = lengths.get(figure.hex)
    if length is None or length > reach:
        return []
    around = game.board.neighbours[figure.hex]
    return [d for d in range(6) if around[d] is not None and lengths.get(around[d]) == length - 1]


def chargers(game, team, place):
    """CH1: the figures that can join a charge of the hex now."""
    figures = []
    for figure in game.alive(team):
        if figure.hex == place or figure.impotent or figure.sentry or not may_act(game, figure):
            continue
        if ways(game, figure, place):
            figures.append(figure)
    return figures


def chargeable(game, team):
    """CH1: hexes whose enemies are all impotent, with no own figure, that somebody can charge."""
    places = []
    for i in range(game.board.size):
        enemies = game.figures_in(i, 1 - team)
        if not enemies or game.figures_in(i, team):
            continue
        if all(enemy.impotent and not enemy.jammed for enemy in enemies) and chargers(game, team, i):
            places.append(i)
    return places


def sentry_may_shoot(game, sentry, mover):
    """SE2: a sentry that isn't dazed, with the mover in line, sight and unaimed reach."""
    return sentry.hex is not None and sentry.sentry and not sentry.dazed and in_sight(game, sentry, mover, False)


def figure_actions(game, figure):
    """AP, MV, SH, AI, SE, IM, GR, BS: what a figure may do in its own phase."""
    rules, board = game.scenario, game.board
    if not may_act(game, figure):
        return []
    names = []
    if game.flag_for(figure) is not None:
        names.append("take flag")
    if figure.sentry:
        if figure.points == game.allotment(figure):
            names.append("stand down")
        return names
    points = figure.points
    if points >= rules.cost_move and figure.moved < rules.max_moves:
        for d, there in enumerate(board.neighbours[figure.hex]):
            if there is not None and may_enter(game, figure, there):
                names.append(f"move {DIRECTIONS[d]}")
    if rules.blind_spots and not figure.turned:
        names += [f"rotate {name}" for d, name in enumerate(DIRECTIONS) if d != figure.facing]
    if figure.empty and points >= rules.cost_reload:
        names.append("reload")
    if points >= rules.cost_grenade:
        names += [f"throw {kind}" for kind in ("smoke", "paint") if getattr(figure, kind)]
    if figure.impotent:
        return names
    in_works = board.is_works(figure.hex) and not (rules.sentry_in_base and board.is_base(figure.hex))
    if points >= rules.cost_sentry and not in_works and game.flag_carried(figure) is None:
        names.append("sentry")
    if not figure.fired:
        if points >= rules.cost_aim and not figure.aim:
            names.append("aim")
        if points >= rules.cost_shoot:
            for target in game.alive(1 - figure.team):
                if may_target(game, figure, target, "shoot", figure.aim):
                    names.append(f"shoot {target.name}")
                if may_target(game, figure, target, "suppress", False):
                    names.append(f"suppress {target.name}")
    return names


def act(game, team):
    """The open phase: all figure actions, a charge, done."""
    names = [f"{figure.name} {name}" for figure in game.alive(team) for name in figure_actions(game, figure)]
    if chargeable(game, team):
        names.append("charge")
    return [*names, "done"]


def more_shots(game):
    """SH3: further dice of the volley that is being declared, at the hex of its first target, unaimed."""
    rules = game.scenario
    shooter, first = game.figure(game.actor), game.figure(game.shots[0][0])
    if shooter.points < (len(game.shots) + 1) * rules.cost_shoot:
        return []
    return [
        f"{shooter.name} {game.kind} {target.name}"
        for target in game.figures_in(first.hex, first.team)
        if may_target(game, shooter, target, game.kind, False)
    ]


def picks(game):
    """SH4: the targets declared more often than picked."""
    return sorted({name for name, picked in game.shots if not picked})


def free_cover_hexes(game):
    """SN4, BO3: no base, bunker or trench, no cover yet."""
    board = game.board
    return [i for i in range(board.size) if not board.is_works(i) and i not in game.soft and i not in game.hard]


def deploy_hexes(game, team):
    """SN1, SN2, EN4: where the next figure may start."""
    figure = game.figure(game.actor)
    return [i for i in game.scenario.start_area(team) if has_room(game, figure, i)]


def figures_named(figures):
    return [f"figure {figure.name}" for figure in figures]


def names_for(game):
    """The legal actions of the open decision, in no order."""
    team, kind = game.to
    board = game.board

    def hexes(indices):
        return [f"hex {board.names[i]}" for i in indices]

    if kind == "act":
        return act(game, team)
    if kind == "piece":
        return [name for name, left in zip(("soft", "hard"), game.left[team], strict=True) if left]
    if kind == "cover-hex":
        return hexes(free_cover_hexes(game))
    if kind == "cover-facing":
        return [f"direction {name}" for name in DIRECTIONS]
    if kind in ("flag-hex", "marshal-hex"):
        return hexes(game.scenario.near(team))
    if kind == "deploy":
        return hexes(deploy_hexes(game, team))
    if kind in ("carrier", "grenadier"):
        return figures_named(game.alive(team))
    if kind == "expert":
        return figures_named(figure for figure in game.alive(team) if not figure.expert)
    if kind == "grenade":
        return ["smoke", "paint"]
    if kind == "first":
        return ["first", "second"]
    if kind == "volley":
        return [*more_shots(game), "done"]
    if kind == "react":
        return [f"{game.asked} shoot {game.actor}", "done"]
    if kind == "pick":
        return [f"figure {name}" for name in picks(game)]
    if kind == "throw":
        here = game.figure(game.actor).hex
        return hexes(i for i in range(board.size) if board.distance(here, i) <= game.scenario.throw_range)
    if kind == "scatter":
        return hexes(board.around(game.place))
    if kind == "charge":
        return hexes(chargeable(game, team))
    if kind == "charger":
        return figures_named(chargers(game, team, game.place)) + (["done"] if game.count else [])
    if kind == "step":
        return [f"direction {DIRECTIONS[d]}" for d in ways(game, game.figure(game.actor), game.place)]
    if kind == "casualty":
        return figures_named(game.figures_in(game.place, team))
    raise ValueError(f"unknown kind of decision {kind!r}")


def legal(game):
    """The names of the legal actions, by their numbers."""
    if game.to is None:
        return []
    team = game.to[0]
    return sorted(names_for(game), key=lambda name: index_of(game, team, name))


def legal_indices(game):
    """The numbers of the legal actions, ascending."""
    if game.to is None:
        return []
    return sorted(index_of(game, game.to[0], name) for name in names_for(game))
