"""What a position in a terminal says around the board: above it the turn and the teams, below it every figure."""

from paintball_env.actions import TEAM_TITLES, figure_name
from paintball_env.places import DIRECTIONS
from paintball_env.render.status import carried, decision_line, states, team_line, turn_line
from paintball_env.render.view import Position
from paintball_env.rules.state import BLUE, NONE, RED
from paintball_env.terms import AT

# By the first letter of a name, M: Marshals and flags. Bright ones: dark blue can't be read on black.
INKS = {"R": "\033[1;91m", "B": "\033[1;94m", "M": "\033[1;93m"}
DIM, PLAIN = "\033[2m", "\033[0m"


def head(position: Position, colour: bool = False) -> list[str]:
    """The lines on turn, teams and what is decided."""
    teams = [f"{TEAM_TITLES[team]}: {team_line(position, team)}" for team in (RED, BLUE)]
    if colour:
        teams = [f"{INKS[line[0]]}{line}{PLAIN}" for line in teams]
    return [turn_line(position), *teams, decision_line(position)]


def roster(position: Position, colour: bool = False, wide: int = 7) -> list[str]:
    """A line a figure, a Marshal, a flag that lies somewhere; places take so many columns."""
    lines = []
    for figure in position.figures:
        place = position.names[figure.hex]
        if figure.facing is not None:
            place += f"/{DIRECTIONS[figure.facing]}"
        name = f"{figure.name:<4}"
        words = ", ".join([*states(figure), *carried(position, figure)])
        lines.append(f"{f'{INKS[name[0]]}{name}{PLAIN}' if colour else name}{place:<{wide}}{words}")
    for marshal in position.marshals:
        attends = f"attends {figure_name(marshal.attends)}" if marshal.attends != NONE else ""
        lines.append(f"{marshal.name:<4}{position.names[marshal.hex]:<{wide}}{attends}")
    flags = [flag for flag in position.flags if flag.hex != NONE]
    return [*lines, *(f"{flag.title()} lies {AT} {position.names[flag.hex]}" for flag in flags)]


def painted(line: str, colour: bool) -> str:
    """A line, dimmed if there are colours."""
    return f"{DIM}{line}{PLAIN}" if colour else line


def runs(letter: str, numbers: list[int]) -> str:
    """`R1,2,5`, `R1-6`; nothing for nobody."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    text = ",".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ",".join(map(str, run)) for run in ranges)
    return f"{letter}{text}" if text else ""
