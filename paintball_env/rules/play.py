"""The game: one action, what it sets going, and on to the next decision."""

from paintball_env.rules.actions import apply as apply
from paintball_env.rules.actions import is_legal as is_legal
from paintball_env.rules.acts import resolve
from paintball_env.rules.dice import SETUP_LOT, TEAM_SUBJECT
from paintball_env.rules.events import CHOSEN as CHOSEN
from paintball_env.rules.events import DRAWN as DRAWN
from paintball_env.rules.events import FORCED as FORCED
from paintball_env.rules.legal import legal_actions as legal_actions
from paintball_env.rules.setup import begin_setup, roll_off
from paintball_env.rules.state import NONE, RESOLVING, Chance, Game, World
from paintball_env.rules.turns import begin_turn, stands
from tabletop.compiled.compiling import instantiate, rule
from tabletop.game.chance import lot

HALTED = RESOLVING


@rule
def start(world: World, game: Game, chance: Chance) -> None:
    """SN4, W2: the roll-off, then the set-up, but where figures are placed already."""
    roll_off(game, chance)
    if not stands(game, 0) and not stands(game, 1):
        begin_setup(world, game, chance)


@rule
def run(world: World, game: Game, chance: Chance) -> None:
    """SH6: one more hit of a volley; TU6: turn 1, where nothing is left to be set up."""
    if game.decision == RESOLVING:
        resolve(world, game, chance)
    else:
        begin_turn(world, game, chance)


@rule
def by_lot(world: World, game: Game, chance: Chance, number: int) -> int:
    """SN5: with a drawn set-up its decisions are made by lot."""
    if game.turn > 0 or world.rules.drawn_setup == 0:
        return NONE
    return lot(game, chance, SETUP_LOT, TEAM_SUBJECT + game.decider, number)


_engine = instantiate("tabletop.game.templates.engine", __name__)
begin, step, go_on = _engine.begin, _engine.step, _engine.go_on
