# What the package of every game offers of the core (`tabletop/front/face.py`).

from tabletop.agents.base import Agent as Agent, AgentError as AgentError, Batched as Batched, Bot as Bot
from tabletop.agents.noise import uniform as uniform
from tabletop.agents.numbers import Range as Range
from tabletop.base.workers.choice import make_workers as make_workers
from tabletop.compiled.compiling import rule as rule
from tabletop.env.batch.episodes import Finished as Finished, Step as Step
from tabletop.env.batch.opponents import (
    CompiledOpponent as CompiledOpponent,
    Opponent as Opponent,
    OpponentError as OpponentError,
)
from tabletop.agents.scoring import Facts as Facts
from tabletop.env.batch.judgements import Judgements as Judgements
from tabletop.env.batch.successors import Successors as Successors
from tabletop.env.batch.tree import Found as Found
from tabletop.env.game_files import UnwrittenGameWarning as UnwrittenGameWarning
from tabletop.env.numeric_infos import numeric_infos as numeric_infos
from tabletop.env.pettingzoo_env import AGENTS as AGENTS
from tabletop.env.recording import record_games as record_games
from tabletop.front.commands.door import Door as Door, read_action as read_action, why_refused as why_refused
from tabletop.game.arrays import SelfPlayFinished as SelfPlayFinished, SelfPlayStep as SelfPlayStep
from tabletop.game.draws import Draw as Draw
from tabletop.game.encodings import split as split
from tabletop.game.events import Event as Event
from tabletop.play.game import IllegalActionError as IllegalActionError, Outcome as Outcome
from tabletop.play.odds import Result as Result, TooManyWaysError as TooManyWaysError, outcomes as outcomes
from tabletop.play.records import (
    GameRecord as GameRecord,
    RecordError as RecordError,
    Recorder as Recorder,
    replay as replay,
    replay_game as replay_game,
)
from tabletop.rate.matches.balance import lines
from tabletop.rate.matches.results import Results as Results, balance_of as balance_of

balance_lines = lines
