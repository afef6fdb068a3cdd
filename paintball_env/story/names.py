"""Names of teams and flags in a sentence."""

from paintball_env.actions import TEAMS


def name_of(subject: str) -> str:
    """`Red` for `red`; others as they are."""
    return subject.capitalize() if subject in TEAMS else subject


def flag_title(flag: str) -> str:
    """`Red's flag` for `flag.red`; `the flag` for `flag`."""
    _, _, team = flag.partition(".")
    return f"{team.capitalize()}'s flag" if team else "the flag"
