"""The words of position text, and what its reader and its judges share (docs/formats.md, "Positions")."""

from collections.abc import Iterator
from typing import NamedTuple

from paintball_env.actions import TEAM_TITLES
from paintball_env.rules import state
from paintball_env.rules.ground import is_in_base
from paintball_env.rules.objectives import OBJECTIVES
from paintball_env.rules.setup import (
    CARRIER_STAGE,
    COVER_STAGE,
    DEPLOY_STAGE,
    EXPERT_STAGE,
    FLAG_STAGE,
    GRENADE_STAGE,
    MARSHAL_STAGE,
    PLAY,
)
from paintball_env.rules.shape import EAST, WEST
from paintball_env.rules.state import BLUE, NONE, RED, STRIDE
from paintball_env.terms import FURTHER, GOAL, GROUP
from tabletop.game.header import Record
from tabletop.game.position_text import NotationError as NotationError
from tabletop.game.position_text import Tokens, quote

EITHER, ACTING, OTHER, SECOND = range(4)  # who may decide
# In the middle of an act in which figures walk; enemies may share the hex that is charged.
WALKING = (state.REACT, state.CHARGER, state.STEP, state.CASUALTY)
SHOTS_OF = (state.SHOOT, state.SUPPRESS)
GRENADES = (state.SMOKE, state.PAINT)


class Kind(NamedTuple):
    """A kind of decision, a row of the page's table.

    Attributes:
      name: in the token `to`.
      stage: of set-up; PLAY: later.
      who: decides.
      needed, possible: tokens that must and may be there.
      whats: values of the token `kind`.
    """

    name: str
    stage: int
    who: int
    needed: tuple[str, ...] = ()
    possible: tuple[str, ...] = ()
    whats: tuple[int, ...] = ()


DECISIONS = (  # by their number in the record
    Kind("", PLAY, EITHER),
    Kind("piece", COVER_STAGE, EITHER),
    Kind("cover-hex", COVER_STAGE, EITHER, ("kind",), (), (state.SOFT_PIECE, state.HARD_PIECE)),
    Kind("cover-facing", COVER_STAGE, EITHER, ("place", "kind"), (), (state.HARD_PIECE,)),
    Kind("flag-hex", FLAG_STAGE, EITHER),
    Kind("marshal-hex", MARSHAL_STAGE, EITHER),
    Kind("deploy", DEPLOY_STAGE, EITHER, ("actor",)),
    Kind("carrier", CARRIER_STAGE, EITHER),
    Kind("expert", EXPERT_STAGE, EITHER, ("count",)),
    Kind("grenade", GRENADE_STAGE, EITHER, ("count",)),
    Kind("grenadier", GRENADE_STAGE, EITHER, ("kind", "count"), (), GRENADES),
    Kind("first", PLAY, SECOND),
    Kind("act", PLAY, ACTING),
    Kind("volley", PLAY, ACTING, ("actor", "kind", "shots"), (), SHOTS_OF),
    Kind("react", PLAY, OTHER, ("actor", "asked"), ("place", *GROUP, *GOAL, "count")),
    Kind("pick", PLAY, OTHER, ("actor", "kind", "count", "shots"), (), SHOTS_OF),
    Kind("throw", PLAY, ACTING, ("actor", "kind"), (), GRENADES),
    Kind("scatter", PLAY, OTHER, ("actor", "place", "kind"), (), GRENADES),
    Kind("charge", PLAY, ACTING),
    Kind("charger", PLAY, ACTING, ("place",), (*GROUP, "count")),
    Kind("step", PLAY, ACTING, ("actor", "place", "count")),
    Kind("casualty", PLAY, EITHER, ("place", "losses"), GROUP),
    *(Kind(name, PLAY, ACTING, needed) for name, needed in FURTHER),
)
KINDS = tuple(kind.name for kind in DECISIONS)
WHATS = ("", "shoot", "suppress", "smoke", "paint", "soft", "hard")  # the token `kind`
ENDINGS = ("", "eliminated", "flag", "turns")
FACING = (EAST, WEST)  # a figure's usual facing, by team
FLAG_KEYS: tuple[dict[str, int], ...] = ({}, {"flag": 0}, {"flag.red": RED, "flag.blue": BLUE})  # by number of flags


class Judge:
    """Judges what a position says: refuses it in words, with the token that is wrong."""

    def __init__(self, world: state.World, game: state.Game, tokens: Tokens) -> None:
        """Take a position.

        Args:
          world: rules and board.
          game: the record that was read.
          tokens: the text's tokens, to be quoted.
        """
        self.world, self.game, self.tokens = world, game, tokens
        self.rules, self.board = world.rules, world.board
        self.acting, self.kind = int(game.acting), int(game.decision)
        self.actor, self.place = int(game.actor), int(game.place)
        self.is_over = game.ending != state.RUNNING

    def figure(self, identity: int) -> state.Figure:
        """The record of a figure in the position: not a copy."""
        return self.game["figure"][identity // STRIDE, identity % STRIDE]

    def on_board(self, team: int) -> Iterator[tuple[int, state.Figure]]:
        """The team's figures on the board, with their ids."""
        figures = self.game["figure"][team]
        for number in (figures["hex"] != NONE).nonzero()[0].tolist():
            yield STRIDE * team + number, figures[number]

    def is_in_a_base(self, place: int) -> bool:
        """EN1: a place is in one of the bases."""
        return any(is_in_base(self.world, place, int(home)) for home in self.board.home)

    def fail(self, key: str, words: str, when: object = True) -> None:
        """Refuse the token of a key, where `when` holds: NotationError; one that isn't there is named by its key."""
        if when:
            quote(self.tokens, key, words)


def title(team: int) -> str:
    """The team's name at the start of a sentence."""
    return TEAM_TITLES[team]


def flag_keys(rules: Record) -> dict[str, int]:
    """The tokens of this scenario's flags, with their place in the record."""
    return FLAG_KEYS[OBJECTIVES[rules.objective].flags]
