"""What a position says in words: whose turn it is, who decides what, how the teams stand, a figure's states."""

from paintball_env import terms
from paintball_env.actions import TEAM_TITLES, figure_name
from paintball_env.places import DIRECTIONS
from paintball_env.render.view import Figure, Position
from paintball_env.rules import state
from paintball_env.rules.figure_states import WORDS
from paintball_env.rules.state import NONE
from paintball_env.scenario import Scenario
from tabletop.base.errors import counted

ENDINGS = {
    state.ELIMINATED: "no figure of the other team is left",
    state.FLAG: "the flag is at its goal",
    state.TURNS: "no turns are left",
}
# What a record's `kind` is, NO_KIND … HARD_PIECE.
KINDS = ("", "shot", "suppressing shot", "smoke", "paint", "soft cover", "hard cover")
# What is decided, after "Red decides: "; in braces what `asked_about` says.
DECIDED = {
    state.PIECE: "which piece of cover comes next",
    state.COVER_HEX: "where the {kind} stands",
    state.COVER_FACING: "which way the hard cover in {place} faces",
    state.FLAG_HEX: "where the flag stands",
    state.MARSHAL_HEX: "where the Marshal stands",
    state.DEPLOY: "where {actor} starts",
    state.CARRIER: "who carries the flag",
    state.EXPERT: "who is an expert ({count} to name)",
    state.GRENADE: "smoke or paint ({count} grenades left)",
    state.GRENADIER: "who carries the {kind} grenade",
    state.FIRST: "first or second phase, the scores are equal",
    state.ACT: "the next act, or the end of the phase",
    state.VOLLEY: "{actor}'s next {kind} after {shots}, or no more",
    state.REACT: "whether the sentry {asked} shoots at {actor}",
    state.PICK: "which {count} of {actor}'s hits count ({shots})",
    state.THROW: "where {actor} throws {kind}",
    state.SCATTER: "where the {kind} thrown at {place} lands",
    state.CHARGER: "who charges {place}{nobody}",
    state.CASUALTY: "who falls in {place}",
    **terms.DECIDED,
}


def turn_line(position: Position) -> str:
    """The turn and the phase."""
    if position.turn == 0:
        return "Setting up"
    if position.phase:
        return phase_line(position.scenario, position.turn, position.phase, position.acting)
    return f"Turn {position.turn} of {position.scenario.rules.max_turns}"


def phase_line(scenario: Scenario, turn: int, phase: int, team: int) -> str:
    """A phase, 1 or 2, of the team."""
    order = ("first", "second")[phase - 1]
    return f"Turn {turn} of {scenario.rules.max_turns} · {order} phase: {TEAM_TITLES[team]}"


def team_line(position: Position, team: int, room: int = 80) -> str:
    """How a team stands, in at most `room` characters where that can be."""
    up, size = sum(figure.team == team for figure in position.figures), position.scenario.teams[team].figures
    score, used, soft, hard = position.side[team]
    # Who was used is forgotten with the phase: 0 would say that nobody was.
    over = "phase over" if position.phase == 2 and team != position.acting else ""
    if position.turn == 0:
        tail = short_tail = " set up"
    elif score:
        tail, short_tail = f" · rolled {score}, {over or f'{used} used'}", f" · {over or f'used {used}/{score}'}"
    else:
        tail = short_tail = f" · {over or f'{used} used'}"
    forms = [f"{up} of {size} figures{tail}", f"{up}/{size}{tail}", f"{up}/{size}{short_tail}"]
    pieces = " + ".join(f"{count} {kind}" for count, kind in ((soft, "soft"), (hard, "hard")) if count)
    if position.turn == 0 and pieces:
        forms = [f"{pieces} cover to place", pieces]
    return next((form for form in forms if len(form) <= room), forms[-1])


def decision_line(position: Position) -> str:
    """Who decides what, or how the game ended."""
    if position.ending != state.RUNNING:
        return ending_line(position.winner, position.ending)
    if position.decision == state.OVER:
        return "Nothing is to be decided"
    question = DECIDED[position.decision].format_map(asked_about(position))
    return f"{TEAM_TITLES[position.decider]} decides: {question}"


def ending_line(winner: int, ending: int) -> str:
    """Who has won and why; winner -1: a draw."""
    if winner == NONE:
        return f"A draw: {'both teams are gone' if ending == state.ELIMINATED else ENDINGS[ending]}"
    return f"{TEAM_TITLES[winner]} has won: {ENDINGS[ending]}"


def ended_line(position: Position, team: int) -> str:
    """How the game ended, to who played `team`."""
    if position.winner == NONE:
        return ending_line(NONE, position.ending)
    winner, loser = TEAM_TITLES[position.winner], TEAM_TITLES[1 - position.winner]
    to_winner, to_loser = {
        state.ELIMINATED: (f"{loser} has no figure left", "you have no figure left"),
        state.FLAG: ("the flag is at its goal", f"{winner} has brought the flag to its goal"),
        state.TURNS: (ENDINGS[state.TURNS], ENDINGS[state.TURNS]),
    }[position.ending]
    return f"You won: {to_winner}" if position.winner == team else f"You lost: {to_loser}"


def asked_about(position: Position) -> dict[str, object]:
    """What the words of a question name; what it isn't about is empty."""
    return {
        "actor": figure_name(position.actor) if position.actor != NONE else "",
        "asked": figure_name(position.asked) if position.asked != NONE else "",
        "place": position.names[position.place] if position.place != NONE else "",
        "kind": KINDS[position.kind],
        "count": position.count,
        "shots": ", ".join(map(figure_name, position.shots)),
        "nobody": ", or nobody more" if position.count else "",
    }


def figure_words(position: Position, figure: Figure) -> str:
    """A figure and its states in a line."""
    place = position.names[figure.hex]
    if figure.facing is not None:
        place += f" facing {DIRECTIONS[figure.facing]}"
    words = [f"{TEAM_TITLES[figure.team]} {figure.number + 1} {terms.AT} {place}", *states(figure)]
    if position.shots and figure.id == position.actor:  # it pays for them when they are rolled
        words.append(f"{counted(len(position.shots), 'shot')} declared")
    return ", ".join([*words, *carried(position, figure)])


def states(figure: Figure) -> list[str]:
    """A figure's states as words."""
    words = [WORDS[token].format(count) for token, count in figure.states.items()]
    words.insert(figure.states.get("expert", 0), counted(figure.points, "point"))
    return words


def carried(position: Position, figure: Figure) -> list[str]:
    """The flags that a figure carries, as words."""
    return [f"carries {flag.title(inside=True)}" for flag in position.flags_of(figure)]
