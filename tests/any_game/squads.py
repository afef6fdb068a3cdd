"""Two squads, a game for kinds of draw that other games here lack: urns, a bag, contests, a volley of 14 draws.

Two squads of up to 14 men. Whose chip is drawn from the bag acts: a volley of all, a shell, a charge, or digging in.
Then the other squad's morale is looked at. When the bag is empty a turn is over. A squad without men is beaten; after
the last turn the larger one wins. Odds can end before morale and before a chip.
"""

import numpy as np

from tabletop.agents.base import Bot
from tabletop.compiled.compiling import rule
from tabletop.game.actions import NamedActions
from tabletop.game.chance import no_own_draws as own_next  # noqa: F401  a kernel
from tabletop.game.chance import rewind
from tabletop.game.contests import Contests, contest, hand
from tabletop.game.definition import AgentEntry
from tabletop.game.header import NONE, OVER, RUNNING, dice_type, record
from tabletop.game.urns import Urns, classed, cut, dice, difference, urn
from tests.any_game.plain import PlainGame, PlainScenario, number

ACT, MORALE, CHIP = 1, 2, 3  # decisions; the last two are the engine's boundaries
BEATEN, TURNS = 1, 2  # endings
VOLLEY, CHARGE, SHELL, DIG, WAIT = range(5)
NAMES = ("volley", "charge", "shell", "dig in", "wait")
MEN, CHIPS, SHELLS, COVER = 14, 2, 3, 2  # most of a squad
FOR_CHIP, FOR_SHOT, FOR_AIM, FOR_DAMAGE, FOR_MELEE, FOR_MORALE = range(1, 7)
SQUADS, TABLE = 2 * MEN, 2 * MEN + 2  # subjects behind the men

URNS = Urns()
STAND = URNS.declare("d10 at 2, 4", cut(dice(10), 2, 4))
AIM = URNS.declare("d6 - d6", difference(dice(6), dice(6)))
COLUMNS = ([0] * 12, [0] * 8 + [1] * 4, [0] * 5 + [1] * 5 + [2] * 2, [0] * 3 + [1] * 5 + [3] * 4)
DAMAGE = URNS.declare_table("d12 by column", (classed(dice(12), column) for column in COLUMNS))
BAG = URNS.declare_bag("chips", CHIPS, CHIPS)
CONTESTS = Contests()
HIT, MELEE = CONTESTS.declare(5), CONTESTS.declare(-3, 0, 1, 4)
URN_ROWS, CUTS = URNS.rows, CONTESTS.rows

RANGES = {"men": MEN, "chips": CHIPS, "shells": SHELLS, "cover": COVER}
GAME = record(
    ("dice", dice_type(32)),
    *((name, "i2") for name in ("turn", "decision", "decider", "ending", "winner")),
    *((name, "i2", (2,)) for name in RANGES),
    ("spare", "i2", (3,)),
)


@rule
def _lose(game, team, men):
    game.men[team] = max(0, game.men[team] - men)


@rule
def _act(game, chance, team, action):
    other = 1 - team
    if action == VOLLEY:
        for man in range(game.men[team]):
            subject, target = MEN * team + man, hand(8, 4 + 2 * game.cover[other])
            _lose(game, other, contest(game, chance, FOR_SHOT, subject, CUTS, HIT, hand(10), target) - 1)
    elif action == CHARGE:
        few = 2 if game.men[team] < 4 else 0
        own, theirs, plus = hand(10, 6, 0, few), hand(10, 4, 4), 1 if game.cover[other] == 0 else 0
        lead = contest(game, chance, FOR_MELEE, SQUADS + team, CUTS, MELEE, own, theirs, plus)
        _lose(game, team, max(0, 3 - lead))
        _lose(game, other, max(0, lead - 3))
    elif action == SHELL:
        game.shells[team] -= 1
        aim = urn(game, chance, FOR_AIM, SQUADS + team, URN_ROWS, AIM)
        if aim >= 0:
            _lose(game, other, urn(game, chance, FOR_DAMAGE, SQUADS + other, URN_ROWS, DAMAGE + min(aim, 3)))
    else:
        game.cover[team] += 1


@rule
def _end(game, ending, winner):
    game.decision, game.decider, game.ending, game.winner = OVER, NONE, ending, winner


@rule
def _go_on(world, game, chance):
    """The engine's next piece: the other squad's morale, or a chip."""
    if game.decision == MORALE:
        other = 1 - game.decider
        if game.men[other] > 0:
            _lose(game, other, max(0, 2 - urn(game, chance, FOR_MORALE, SQUADS + other, URN_ROWS, STAND)))
        game.decision, game.decider = CHIP, NONE
        for team in range(2):
            if game.men[team] == 0:
                _end(game, BEATEN, NONE if game.men[1 - team] == 0 else 1 - team)
        return
    if game.chips[0] + game.chips[1] == 0:
        if game.turn == world.turns:
            lead = game.men[0] - game.men[1]
            _end(game, TURNS, NONE if lead == 0 else 0 if lead > 0 else 1)
            return
        game.turn += 1
        game.dice.rolled[:] = 0
        game.chips[:] = CHIPS
    bag = BAG + (CHIPS + 1) * game.chips[0] + game.chips[1]
    game.decision, game.decider = ACT, urn(game, chance, FOR_CHIP, TABLE, URN_ROWS, bag) - 1
    game.chips[game.decider] -= 1


@rule
def _run(world, game, chance, mask):
    while game.decision > ACT and chance.halting == 0:
        _go_on(world, game, chance)
    return legal_actions(world, game, mask)


@rule
def is_legal(world, game, action):
    if game.decision != ACT or (action == SHELL and game.shells[game.decider] == 0):
        return False
    return VOLLEY <= action < WAIT and (action != DIG or game.cover[game.decider] < COVER)


@rule
def legal_actions(world, game, mask):
    for action in range(WAIT + 1):
        mask[action] = 1 if is_legal(world, game, action) else 0
    return mask.sum()


@rule
def begin(world, game, chance, seed, mask):
    game.dice.seed = seed
    game.dice.rolled[:] = 0
    rewind(chance)
    if game.turn == 0:
        game.decision = CHIP
    return _run(world, game, chance, mask)


@rule
def step(world, game, chance, action, mask):
    if not is_legal(world, game, action):
        return 0
    rewind(chance)
    _act(game, chance, game.decider, action)
    game.decision = MORALE
    _run(world, game, chance, mask)
    return 1


@rule
def go_on(world, game, chance, mask):
    rewind(chance)
    _go_on(world, game, chance)
    return _run(world, game, chance, mask)


@rule
def observe(world, game, team, cells, out):
    for side in range(2):
        of = team if side == 0 else 1 - team
        out[side], out[2 + side] = game.men[of] / MEN, game.chips[of] / CHIPS
        out[4 + side], out[6 + side] = game.shells[of] / SHELLS, game.cover[of] / COVER


@rule
def potential(world, game, team, weights):
    return 0.0 if game.decision == OVER else weights[0] * (game.men[team] - game.men[1 - team]) / MEN


@rule
def order_of(world, decision, action):
    return action if action < WAIT else -1


@rule
def sound(world, game):
    if (game.decision == OVER) != (game.ending != RUNNING) or game.turn < 1 or game.turn > world.turns:
        return 1
    if (game.decider == NONE) != (game.decision in (OVER, CHIP)):
        return 2
    is_beaten = game.men[0] == 0 or game.men[1] == 0
    return 3 if is_beaten != (game.ending == BEATEN) and not (is_beaten and game.decision == MORALE) else 0


class TwoSquadsScenario(PlainScenario):
    """So many men of the other squad to be felled, 14 at most, and a number of turns."""

    actions, record_type, game = len(NAMES), GAME, property(lambda self: TWO_SQUADS)


class Steady(Bot):
    """Shoots while it has a few men, then charges."""

    def act(self, view):
        return view.legal["volley" if view.games["men"][0, view.team] > 2 else "charge"]


PRESETS = {"squads": (14, 12), "short-squads": (12, 10)}
WHO = {"red": 0, "blue": 1, "nobody": NONE}


class TwoSquads(PlainGame):
    name, title, kernels, teams = "squads", "Two Squads", "tests.any_game.squads", ("red", "blue")
    decisions, endings = ("", "act", "morale", "chip"), ("", "beaten", "turns")
    boundaries, orders = (MORALE, CHIP), NAMES[:WAIT]
    default_scenario, goal_ending, environment_name = "squads", "beaten", "squads_v0"
    agents = {"steady": AgentEntry("tests.any_game.squads:Steady", "shoots, then charges")}
    scenario_type, presets_of, most = TwoSquadsScenario, PRESETS, MEN
    purposes = ("chip", "shot", "aim", "damage", "melee", "morale")
    draw_examples = ("shot:R1.3=9-4-2", "aim:red=-2", "chip=1")

    def start_record(self, scenario):
        games = np.zeros(1, GAME)
        games["decider"] = games["winner"] = NONE
        games["men"], games["shells"] = min(MEN, scenario.goal), SHELLS
        return games

    def action_names(self, scenario):
        return NamedActions([NAMES, NAMES])

    def format_position(self, scenario, games):
        """`turn=3 to=red:act men=9,14 chips=1,2 shells=3,0 cover=0,2`; also `to=red:morale`, `to=nobody:chip`."""
        game, names = games[0] if isinstance(games, np.ndarray) else games, (*self.teams, "nobody")
        state = f"to={names[game['decider']]}:{self.decisions[game['decision']]}"
        if game["ending"] != RUNNING:
            state = f"over={names[game['winner']]}:{self.endings[game['ending']]}"
        return " ".join((f"turn={game['turn']}", state, *(f"{key}={game[key][0]},{game[key][1]}" for key in RANGES)))

    def parse_position(self, scenario, text):
        games = self.start_record(scenario)
        try:
            words = dict(word.split("=") for word in text.split())
            games["turn"] = number(words["turn"], scenario.turns)
            who, what = words.get("over", words.get("to", "")).split(":")
            if "over" in words:
                games["winner"], games["ending"] = WHO[who], self.endings.index(what)
            else:
                games["decider"], games["decision"] = WHO[who], self.decisions.index(what)
            for key, most in RANGES.items():
                games[key] = [number(text, most) for text in words[key].split(",")]
            if sound(scenario.world[0], games[0]):
                raise ValueError("it can't come up")
        except (KeyError, ValueError) as error:
            raise ValueError(f"no position of Two Squads: {text} ({error})") from None
        return games

    def why_not(self, scenario, games, action):
        return {SHELL: "there is no shell left", DIG: "it is dug in"}.get(action, "nobody may")

    def turned(self, scenario, games):
        other, rolled = games.copy(), games["dice"]["rolled"]
        for key in RANGES:
            other[key] = games[key][..., ::-1]
        for key in ("decider", "winner"):
            other[key] = np.where(games[key] == NONE, NONE, 1 - games[key])
        other["dice"]["rolled"][..., :SQUADS] = np.roll(rolled[..., :SQUADS], MEN, axis=-1)
        other["dice"]["rolled"][..., SQUADS:TABLE] = rolled[..., SQUADS:TABLE][..., ::-1]
        return other

    def turned_results(self, draws):
        return [3 - draw.result if draw.purpose == "chip" else draw.result for draw in draws]

    def subject_name(self, scenario, subject):
        if subject < SQUADS:
            return f"{'RB'[subject // MEN]}1.{subject % MEN + 1}"
        return "table" if subject == TABLE else self.teams[subject - SQUADS]


TWO_SQUADS = TwoSquads()
