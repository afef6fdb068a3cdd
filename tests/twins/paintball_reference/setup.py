"""Set-up (SN1 to SN5, EX1, GR1)."""

from .chance import classes_of
from .model import TEAMS

KINDS = {
    "piece", "cover-hex", "cover-facing", "flag-hex", "marshal-hex", "deploy", "carrier", "expert", "grenade",
    "grenadier",
}  # fmt: skip
STAGE = {"cover-hex": "piece", "cover-facing": "piece", "grenadier": "grenade"}


def roll_off(game, chance):
    """SN4: who begins."""
    game.acting = game.second = chance.draw("roll-off", "table", "lot 2") - 1


def prepare(game):
    """What the scenario fixes: covers, flags, and the Marshals of no team."""
    rules, board = game.scenario, game.board
    for flag, name in zip(game.flags, rules.flags_at, strict=False):
        flag.at = board.read(name)
    game.place_cover()
    for marshal in game.marshals:
        if marshal.number > 2:
            marshal.at = board.read(rules.third_marshals[marshal.number - 3])
    game.left = [[rules.soft_pieces, rules.hard_pieces] for _ in TEAMS]


def stages(game):
    """SN4: the stages in their order, the beginner first within each."""
    kinds = ["flag-hex", "marshal-hex", "deploy", "carrier", "expert", "grenade"]
    return [("piece", None)] + [(kind, team) for kind in kinds for team in (game.acting, 1 - game.acting)]


def open_stage(game, kind, team, chance):
    """Opens the next decision of a stage; False if there is none (any more)."""
    rules = game.scenario
    if kind == "flag-hex":
        flag = next((flag for flag in game.flags if flag.owner == team), None)
        if rules.objective == "single" and game.flags[0].at is None:
            game.flags[0].at = game.half_way(chance)
        wanted = rules.objective == "capture" and flag.at is None
    elif kind == "marshal-hex":
        wanted = any(m.number == team + 1 and m.at is None for m in game.marshals)
    elif kind == "deploy":
        waiting = [f for f in game.figures[team] if f.at is None]
        wanted = bool(waiting)
        game.actor = waiting[0].name if waiting else None
    elif kind == "carrier":
        wanted = rules.objective == "reverse" and all(f.carrier is None for f in game.flags if f.owner == team)
    else:
        wanted = rules.experts if kind == "expert" else rules.grenades
        if wanted and game.count == 0:
            number = classes_of(chance.draw(kind + "s", TEAMS[team], "112233"), "112233")
            if kind == "expert":
                game.count = min(number + rules.extra_experts, rules.team_sizes[team])
            else:
                game.count = number + rules.extra_grenades
        wanted = wanted and game.count > 0
    if wanted:
        game.to = (team, kind)
    return wanted


def begin(game, chance):
    """SN4: from the roll-off on; True if nothing is left to set up."""
    prepare(game)
    roll_off(game, chance)
    return run(game, stages(game), chance)


def run(game, rest, chance):
    """The stages in order; True if nothing is left to set up."""
    for kind, team in rest:
        if kind == "piece":
            if next_piece(game, 1 - game.acting):
                return False
        elif open_stage(game, kind, team, chance):
            return False
    game.to = None
    game.actor = None
    return True


def next_piece(game, before):
    """SN4: one piece at a time in turn; a player with none left is passed over."""
    for team in (1 - before, before):
        if any(game.left[team]):
            game.to = (team, "piece")
            return True
    return False


def put_cover(game, place, facing=None):
    """A piece stands in its place."""
    if game.kind == "soft":
        game.soft.add(place)
    else:
        game.hard[place] = facing
    game.left[game.to[0]][game.kind == "hard"] -= 1
    game.kind = game.place = None


def apply(game, name, chance):
    """One decision of the set-up; True if nothing is left to set up."""
    team, kind = game.to
    board = game.board
    word = name.split()[-1]
    stage = (STAGE.get(kind, kind), team)
    if kind == "piece":
        game.kind = word
        game.to = (team, "cover-hex")
        return False
    if kind == "cover-hex" and game.kind == "hard":
        game.place = game.place_named(name)
        game.to = (team, "cover-facing")
        return False
    if kind in ("cover-hex", "cover-facing"):
        if kind == "cover-hex":
            put_cover(game, game.place_named(name))
        else:
            put_cover(game, game.place, game.direction_named(name))
        if next_piece(game, team):
            return False
        return run(game, stages(game)[1:], chance)
    if kind == "grenade":
        game.kind = word
        game.to = (team, "grenadier")
        return False
    if kind == "flag-hex":
        next(flag for flag in game.flags if flag.owner == team).at = game.place_named(name)
    elif kind == "marshal-hex":
        next(m for m in game.marshals if m.number == team + 1).at = game.place_named(name)
    elif kind == "deploy":
        figure = game.figure(game.actor)
        figure.at = game.place_named(name)
        if game.scenario.blind_spots:
            figure.facing = board.first_facing(figure.at, board.home[1 - team])
        game.actor = None
    elif kind == "carrier":
        next(flag for flag in game.flags if flag.owner == team).carrier = word
    else:
        figure = game.figure(word)
        if kind == "expert":
            figure.expert = True
        else:
            setattr(figure, game.kind, getattr(figure, game.kind) + 1)
        game.kind = None
        game.count -= 1
    order = stages(game)
    place = order.index(stage)
    if kind == "deploy" and open_stage(game, "deploy", team, chance):
        return False
    if game.count:
        game.to = (team, stage[0])
        return False
    return run(game, order[place + 1 :], chance)
