"""SN, EX1, GR1: set-up, stage by stage, the roll-off's winner first (SN4)."""

from paintball_env.rules import events
from paintball_env.rules.dice import (
    EXPERTS,
    GRENADES,
    MARSHAL_SUBJECT,
    ROLL_OFF,
    TABLE,
    TEAM_SUBJECT,
)
from paintball_env.rules.figures import figure_of
from paintball_env.rules.flags import is_carried_at_first, is_placed, is_shared
from paintball_env.rules.ground import put_in
from paintball_env.rules.placing import first_facing, lay_cover, place_single_flag
from paintball_env.rules.reasons import (
    EXPERT_ALREADY,
    NO_PIECE,
    OUT_OF_GAME,
)
from paintball_env.rules.state import (
    CARRIER,
    COVER_FACING,
    COVER_HEX,
    DEPLOY,
    EXPERT,
    FLAG_HEX,
    GRENADE,
    HARD,
    HARD_PIECE,
    MARSHAL_HEX,
    NO_KIND,
    NONE,
    PIECE,
    SMOKE,
    SOFT,
    SOFT_PIECE,
    STRIDE,
    Chance,
    Game,
    World,
)
from paintball_env.rules.turns import ask, begin_turn, clear_pending
from tabletop.compiled.compiling import rule
from tabletop.game.action_table import ALLOWED, NOT_ASKED
from tabletop.game.chance import die, lot, note

# The stages in order; each asks the beginner first, then the other.
COVER_STAGE, FLAG_STAGE, MARSHAL_STAGE, DEPLOY_STAGE, CARRIER_STAGE, EXPERT_STAGE, GRENADE_STAGE, PLAY = range(8)


@rule
def roll_off(game: Game, chance: Chance) -> None:
    """SN4, W2: who begins, and acts until turn 1."""
    team = lot(game, chance, ROLL_OFF, TABLE, 2)
    game.acting = team
    game.second = team
    note(chance, events.ROLLED_OFF, who=TEAM_SUBJECT + team)


@rule
def begin_setup(world: World, game: Game, chance: Chance) -> None:
    """SN4: the pieces are dealt, the first stage begins."""
    for team in range(2):
        game.side[team].soft = world.rules.soft_pieces
        game.side[team].hard = world.rules.hard_pieces
    go_on(world, game, chance, COVER_STAGE, 0)


@rule
def go_on(world: World, game: Game, chance: Chance, stage: int, place: int) -> None:
    """Open the next decision from this stage and place (0 the beginner, 1 the other) on; behind the last, turn 1."""
    clear_pending(game)
    while stage < PLAY:
        while place < 2:
            team = int(game.second) if place == 0 else 1 - int(game.second)
            if open_stage(world, game, chance, stage, team):
                return
            place += 1
        place = 0
        stage += 1
    begin_turn(world, game, chance)


@rule
def open_stage(world: World, game: Game, chance: Chance, stage: int, team: int) -> bool:
    """Ask the team for what it has to decide in this stage; False: nothing."""
    rules = world.rules
    if stage == COVER_STAGE:
        if game.side[team].soft + game.side[team].hard > 0:
            ask(game, PIECE, team)
            return True
    elif stage == FLAG_STAGE:
        if is_placed(world) and game.flag[team].hex == NONE:
            ask(game, FLAG_HEX, team)
            return True
        if is_shared(rules.objective) and game.flag[0].hex == NONE:
            place_single_flag(world, game, chance)
    elif stage == MARSHAL_STAGE:
        if rules.has_marshal[team] == 1:
            ask(game, MARSHAL_HEX, team)
            return True
    elif stage == DEPLOY_STAGE:
        game.actor = STRIDE * team
        ask(game, DEPLOY, team)
        return True
    elif stage == CARRIER_STAGE:
        if is_carried_at_first(world):
            ask(game, CARRIER, team)
            return True
    elif stage == EXPERT_STAGE:
        if rules.experts == 1:
            count = die(game, chance, EXPERTS, TEAM_SUBJECT + team, rules.expert_dice) + rules.extra_experts
            game.count = min(count, rules.team_size[team])
            note(chance, events.EXPERTS_ROLLED, who=TEAM_SUBJECT + team, value=game.count)
            ask(game, EXPERT, team)
            return True
    elif rules.grenades == 1:
        game.count = die(game, chance, GRENADES, TEAM_SUBJECT + team, rules.grenade_dice) + rules.extra_grenades
        note(chance, events.GRENADES_ROLLED, who=TEAM_SUBJECT + team, value=game.count)
        ask(game, GRENADE, team)
        return True
    return False


@rule(inline=True)
def after(game: Game, team: int) -> int:
    """The place behind this team's within a stage."""
    return 1 if team == game.second else 2


@rule
def no_piece(game: Game, team: int, piece: int) -> int:
    """SN4: what forbids a team to place a piece of this kind: it has none left."""
    side = game.side[team]
    return ALLOWED if (side.soft if piece == SOFT_PIECE else side.hard) > 0 else NO_PIECE


@rule
def take_piece(game: Game, chance: Chance, piece: int) -> None:
    """SN4: the piece to place next."""
    game.kind = piece
    game.decision = COVER_HEX
    note(chance, events.PIECE_TAKEN, who=TEAM_SUBJECT + game.decider, value=piece)


@rule
def cover_hex(world: World, game: Game, chance: Chance, hex: int) -> None:
    """SN4: where it stands; a hard one asks for its facing."""
    note(chance, events.COVER_PLACED, who=TEAM_SUBJECT + game.decider, place=hex, value=game.kind)
    if game.kind == HARD_PIECE:
        game.place = hex
        game.decision = COVER_FACING
    else:
        game.side[game.decider].soft -= 1
        put_piece(world, game, chance, hex, SOFT)


@rule
def face_cover(world: World, game: Game, chance: Chance, direction: int) -> None:
    """HC1: the side it faces."""
    note(chance, events.COVER_FACED, who=TEAM_SUBJECT + game.decider, place=game.place, value=direction)
    game.side[game.decider].hard -= 1
    put_piece(world, game, chance, game.place, HARD + direction)


@rule
def put_piece(world: World, game: Game, chance: Chance, place: int, cover: int) -> None:
    """SN4: in turn, one piece each; a player with none left is passed over."""
    lay_cover(game, place, cover)
    opponent = 1 - game.decider
    if game.side[opponent].soft + game.side[opponent].hard > 0:
        clear_pending(game)
        ask(game, PIECE, opponent)
    else:
        # `go_on` finds who still has pieces: only the player who has just placed one can.
        go_on(world, game, chance, COVER_STAGE, 0)


@rule
def flag_hex(world: World, game: Game, chance: Chance, hex: int) -> None:
    """SN1: the own flag."""
    team = game.decider
    game.flag[team].hex = hex
    note(chance, events.FLAG_PLACED, who=TEAM_SUBJECT + team, place=hex, value=team)
    go_on(world, game, chance, FLAG_STAGE, after(game, team))


@rule
def marshal_hex(world: World, game: Game, chance: Chance, hex: int) -> None:
    """SN1: the team's Marshal."""
    team = game.decider
    game.marshal[team].hex = hex
    note(chance, events.MARSHAL_PLACED, who=TEAM_SUBJECT + team, whom=MARSHAL_SUBJECT + team, place=hex)
    go_on(world, game, chance, MARSHAL_STAGE, after(game, team))


@rule
def deploy(world: World, game: Game, chance: Chance, hex: int) -> None:
    """SN1, SN4: figures by number."""
    who = int(game.actor)
    team, number = who // STRIDE, who % STRIDE
    put_in(world, game, who, hex)
    note(chance, events.DEPLOYED, who=who, place=hex)
    game.figure[team, number].facing = first_facing(world, team, hex)
    if number + 1 < world.rules.team_size[team]:
        game.actor = who + 1
    else:
        go_on(world, game, chance, DEPLOY_STAGE, after(game, team))


@rule
def no_own_figure(game: Game, figure: int) -> int:
    """SN2, GR1: a figure is asked for, who isn't one is no answer."""
    return ALLOWED if figure_of(game, figure).hex != NONE else NOT_ASKED


@rule
def no_expert(game: Game, figure: int) -> int:
    """EX1: what forbids to name a figure: it is an expert already."""
    if figure_of(game, figure).hex == NONE:
        return OUT_OF_GAME
    return ALLOWED if figure_of(game, figure).expert == 0 else EXPERT_ALREADY


@rule
def carrier(world: World, game: Game, chance: Chance, figure: int) -> None:
    """SN2: who carries the own flag first."""
    team = game.decider
    game.flag[team].carrier = figure
    note(chance, events.CARRIER_NAMED, who=figure, value=team)
    go_on(world, game, chance, CARRIER_STAGE, after(game, team))


@rule
def name_expert(world: World, game: Game, chance: Chance, figure: int) -> None:
    """EX1: the player names them."""
    team = game.decider
    game.figure[team, figure % STRIDE].expert = 1
    note(chance, events.EXPERT_NAMED, who=figure)
    game.count -= 1
    if game.count == 0:
        go_on(world, game, chance, EXPERT_STAGE, after(game, team))


@rule
def give_grenade(world: World, game: Game, chance: Chance, figure: int) -> None:
    """GR1: a carrier for each; several may go to one."""
    team = game.decider
    note(chance, events.GRENADE_GIVEN, who=figure, value=game.kind)
    if game.kind == SMOKE:
        game.figure[team, figure % STRIDE].smoke += 1
    else:
        game.figure[team, figure % STRIDE].paint += 1
    game.count -= 1
    if game.count == 0:
        go_on(world, game, chance, GRENADE_STAGE, after(game, team))
    else:
        game.kind = NO_KIND
        game.decision = GRENADE
