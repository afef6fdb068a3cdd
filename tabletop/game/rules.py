"""What the rules of a declared game are written with: draws, reasons, and what they do with the record's header.

What ends a turn or the game notes what people are told of it, by the numbers that all declared games have
(`tabletop.game.declared`).
"""

from tabletop.compiled.compiling import jitable as jitable
from tabletop.compiled.compiling import rule as rule
from tabletop.game import chance as chances
from tabletop.game.action_table import ALLOWED as ALLOWED
from tabletop.game.action_table import OWN_REASONS as OWN_REASONS
from tabletop.game.chance import ANY_FACE as ANY_FACE
from tabletop.game.chance import EventKinds
from tabletop.game.chance import die as die
from tabletop.game.chance import lot as lot
from tabletop.game.chance import note as note
from tabletop.game.chance import two_dice as two_dice
from tabletop.game.header import NONE as NONE
from tabletop.game.header import OVER, TEAMS, Record

KINDS = EventKinds()  # of every declared game; its own come after them
CHOSEN = KINDS.declare(chances.CHOSEN, "", who="team", value="action")
FORCED = KINDS.declare("forced", "", who="team", value="action")
TURN_BEGAN = KINDS.declare(chances.TURN_BEGAN, "", value="turn")
GAME_OVER = KINDS.declare(chances.GAME_OVER, "", who="winner", value="ending")
OWN_EVENTS = len(KINDS) + 1
TABLE = TEAMS  # subject of draws for nobody; the teams are 0 and 1
OWN_SUBJECTS = TABLE + 1


@rule
def ask(game: Record, decision: int, team: int) -> None:
    """A team is to decide something."""
    game.decision = decision
    game.decider = team


@rule
def begin_turn(game: Record, chance: Record) -> None:
    """The next turn, in which dice are counted anew; who decides is asked by `ask`."""
    game.turn += 1
    game.dice.rolled[:] = 0
    note(chance, TURN_BEGAN, value=game.turn)


@rule
def end_game(game: Record, chance: Record, ending: int, winner: int) -> None:
    """The game is over; NONE has won: it is drawn."""
    game.decision = OVER
    game.decider = NONE
    game.ending = ending
    game.winner = winner
    note(chance, GAME_OVER, who=winner, value=ending)
