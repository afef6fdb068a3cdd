"""What a position says in words: whose turn it is, who decides what, how the teams stand, a figure's states."""

from paintball_env.actions import TEAM_TITLES, figure_name
from paintball_env.render.view import Board, Figure, Position, flag_title
from paintball_env.rules import state
from paintball_env.rules.figure_states import WORDS
from paintball_env.rules.state import BLUE, NONE, RED
from tabletop.base.errors import counted
from tabletop.game.hex_grid import DIRECTIONS

ENDINGS = {
    state.ELIMINATED: "no figure of the other team is left",
    state.FLAG: "the flag is at its goal",
    state.TURNS: "no turns are left",
}
# What a record's `kind` is, NO_KIND … HARD_PIECE.
KINDS = ("", "shot", "suppressing shot", "smoke", "paint", "soft cover", "hard cover")


def turn_line(board: Board, position: Position) -> str:
    """The turn and the phase."""
    if position.turn == 0:
        return "Setting up"
    if position.phase:
        return phase_line(board, position.turn, position.phase, position.acting)
    return f"Turn {position.turn} of {board.max_turns}"


def phase_line(board: Board, turn: int, phase: int, team: int) -> str:
    """A phase, 1 or 2, of the team."""
    return f"Turn {turn} of {board.max_turns} · {('first', 'second')[phase - 1]} phase: {TEAM_TITLES[team]}"


def team_line(board: Board, position: Position, team: int, room: int = 80) -> str:
    """How a team stands, in at most `room` characters where that can be."""
    up = sum(figure.team == team for figure in position.figures)
    size, score, used = board.figures[team], position.score[team], position.used[team]
    soft, hard = position.soft_left[team], position.hard_left[team]
    pieces = " + ".join(f"{count} {kind}" for count, kind in ((soft, "soft"), (hard, "hard")) if count)
    # Who was used is forgotten with the phase: 0 would say that nobody was.
    over = position.phase == 2 and team != position.acting
    activity, short_activity = ("phase over", "phase over") if over else (f"{used} used", f"used {used}/{score}")
    if position.turn == 0:
        forms = [f"{up} of {size} figures set up", f"{up}/{size} set up"]
        if pieces:
            forms = [f"{pieces} cover to place", pieces]
    elif score:
        forms = [f"{up} of {size} figures · rolled {score}, {activity}", f"{up}/{size} · rolled {score}, {activity}"]
        forms.append(f"{up}/{size} · {short_activity}")
    else:
        forms = [f"{up} of {size} figures · {activity}", f"{up}/{size} · {activity}"]
    return next((form for form in forms if len(form) <= room), forms[-1])


def decision_line(board: Board, position: Position) -> str:
    """Who decides what, or how the game ended."""
    if position.ending != state.RUNNING:
        return ending_line(position.winner, position.ending)
    if position.decision == state.OVER:
        return "Nothing is to be decided"
    return f"{TEAM_TITLES[position.decider]} decides: {_question(board, position)}"


def ending_line(winner: int, ending: int) -> str:
    """Who has won and why; winner -1: a draw."""
    if winner == NONE:
        return f"A draw: {'both teams are gone' if ending == state.ELIMINATED else ENDINGS[ending]}"
    return f"{TEAM_TITLES[winner]} has won: {ENDINGS[ending]}"


def _question(board: Board, position: Position) -> str:
    names = board.board_map.names
    actor = figure_name(position.actor) if position.actor != NONE else ""
    sentry = figure_name(position.asked) if position.asked != NONE else ""
    place = names[position.place] if position.place != NONE else ""
    kind = KINDS[position.kind]
    shots = ", ".join(figure_name(shot) for shot in position.shot)
    count = position.count
    return {
        state.PIECE: "which piece of cover comes next",
        state.COVER_HEX: f"where the {kind} stands",
        state.COVER_FACING: f"which way the hard cover in {place} faces",
        state.FLAG_HEX: "where the flag stands",
        state.MARSHAL_HEX: "where the Marshal stands",
        state.DEPLOY: f"where {actor} starts",
        state.CARRIER: "who carries the flag",
        state.EXPERT: f"who is an expert ({count} to name)",
        state.GRENADE: f"smoke or paint ({count} grenades left)",
        state.GRENADIER: f"who carries the {kind} grenade",
        state.FIRST: "first or second phase, the scores are equal",
        state.ACT: "the next act, or the end of the phase",
        state.VOLLEY: f"{actor}'s next {kind} after {shots}, or no more",
        state.REACT: f"whether the sentry {sentry} shoots at {actor}",
        state.PICK: f"which {count} of {actor}'s hits count ({shots})",
        state.THROW: f"where {actor} throws {kind}",
        state.SCATTER: f"where the {kind} thrown at {place} lands",
        state.CHARGE: "which hex is charged",
        state.CHARGER: f"who charges {place}" + (", or nobody more" if count else ""),
        state.STEP: f"{actor}'s next step to {place}",
        state.CASUALTY: f"who falls in {place}",
    }[position.decision]


def figure_words(board: Board, position: Position, figure: Figure) -> str:
    """A figure and its states in a line."""
    place_words = board.board_map.names[figure.hex]
    if board.blind_spots:
        place_words += f" facing {DIRECTIONS[figure.facing]}"
    words = [f"{TEAM_TITLES[figure.team]} {figure.number + 1} in {place_words}", *states(figure)]
    if position.shot and figure.id == position.actor:  # it pays for them when they are rolled
        words.append(f"{len(position.shot)} shot{'' if len(position.shot) == 1 else 's'} declared")
    flags = position.flag_of(figure.id)
    words += [f"carries {flag_title(position.objective, flag.number, inside=True)}" for flag in flags]
    return ", ".join(words)


def states(figure: Figure) -> list[str]:
    """A figure's states as words."""
    words = [WORDS[token].format(count) for token, count in figure.states.items()]
    words.insert(figure.states.get("expert", 0), counted(figure.points, "point"))
    return words


def summary(board: Board, position: Position) -> str:
    """The whole picture in a line, for those who can't see it."""
    teams = "; ".join(f"{TEAM_TITLES[team]} {team_line(board, position, team)}" for team in (RED, BLUE))
    return f"{turn_line(board, position)}. {teams}. {decision_line(board, position)}."
