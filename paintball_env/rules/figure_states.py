"""AP, TU, AI, BS3, SE, MF, SU1, SM2, EX1, GR1: what a figure can be: its states, each declared once.

From this table are made: the fields of the record, what ends with a phase, a turn or the figure, position text and what
it refuses, the features of an observation, the words of the status line, and which states pictures and views have. What
a bot reads off is written out in `paintball_env/view.py`, with types; it says so if a state is missing there.
What excludes what is asked where a state begins: `may_hold_aim`, `may_be_sentry` and `may_have_turned` in
`rules/moving.py`, `may_be_suppressed` in `rules/sight.py`; position text and `paintball_env/soundness.py` ask the same,
by `may_be_in` in `rules/moving.py`, which has the words beside it.
Where a figure stands and looks (`hex`, `facing`) is no state; how points, gun and use are written stands with these.

Another state is another row, at the end: fields, features and texts then stay what they are for all the others.
"""

from typing import Any, NamedTuple

# When a state ends; with the figure all do (PC4).
OWN_PHASE, TURN, LATER, NEVER = range(4)


class Value(NamedTuple):
    """One value of a state.

    Attributes:
      token: the word in position text; of a counted state followed by the number.
      meaning: of its feature in an observation, with the rule's number.
      words: in a line about the figure; `{}` is the number of a counted state.
    """

    token: str
    meaning: str
    words: str


class FigureState(NamedTuple):
    """One state of a figure: an int16 field of its record; 0: the figure isn't in this state.

    Attributes:
      field: the field's name.
      ends: OWN_PHASE, TURN, LATER (by what happens in the game), NEVER (given in set-up).
      values: what 1, 2 … are; of a counted state one value, which says what is counted.
      counted: the field is a number.
      switches: fields of the scenario's rules without which no figure comes into this state.
    """

    field: str
    ends: int
    values: tuple[Value, ...]
    counted: bool = False
    switches: tuple[str, ...] = ()

    @property
    def binary(self) -> bool:
        """The field is 0 or 1."""
        return len(self.values) == 1 and not self.counted

    def token(self, value: int) -> str:
        """The word of a value, not 0, in position text; of a thing carried, one is written without its number."""
        if self.counted:
            return self.values[0].token + ("" if self.ends == NEVER and value == 1 else str(value))
        return self.values[value - 1].token


def _binary(field: str, ends: int, meaning: str, words: str, *switches: str) -> FigureState:
    return FigureState(field, ends, (Value(field, meaning, words),), switches=switches)


def _counted(field: str, ends: int, value: Value, *switches: str) -> FigureState:
    return FigureState(field, ends, (value,), True, switches=switches)


def _grenades(field: str) -> FigureState:
    meaning = f"{field} grenades carried / the most a team can have (GR1)"
    return _counted(field, NEVER, Value(field, meaning, f"{{}} {field}"), "grenades")


STATES = (
    # Action points left this turn; 0 once the own phase has ended.  Text leaves out the usual number, not 0.
    _counted("points", OWN_PHASE, Value("p", "action points / the most of any (AP1)", "{} points")),
    _counted("moved", OWN_PHASE, Value("moved", "hexes moved this turn / the most allowed (AP3)", "moved {}")),
    FigureState(  # FRESH, USED, FINISHED
        "activation",
        OWN_PHASE,
        (
            Value("used", "used this turn (TU2)", "used"),
            Value("finished", "used, and may act no more (TU5)", "finished"),
        ),
    ),
    _binary("aim", OWN_PHASE, "holds aim (AI1)", "holds aim"),
    _binary("fired", OWN_PHASE, "has had its volley (SH5)", "has fired"),
    _binary("turned", OWN_PHASE, "has rotated since it last spent a point (BS3)", "has turned", "blind_spots"),
    _binary("sentry", LATER, "stands sentry (SE1)", "sentry"),
    FigureState(  # LOADED, EMPTY, JAMMED
        "gun",
        LATER,
        (
            Value("empty", "out of ammo (MF2)", "out of ammo"),
            Value("jammed", "jammed, neutral (MF3)", "jammed"),
        ),
    ),
    _binary("suppressed", TURN, "suppressed (SU1)", "suppressed"),  # impotent as long
    FigureState(
        "dazed",
        TURN,
        (Value("dazed", "lost in smoke: nothing more this turn (SM2)", "dazed by smoke"),),
        switches=("grenades",),
    ),
    _binary("expert", NEVER, "an expert (EX1)", "expert", "experts"),
    _grenades("smoke"),
    _grenades("paint"),
)
FIELDS = tuple(state.field for state in STATES)
BINARY = tuple(state.field for state in STATES if state.binary)
END_WITH_PHASE = tuple(state.field for state in STATES if state.ends == OWN_PHASE)
END_WITH_TURN = tuple(state.field for state in STATES if state.ends == TURN)

# As texts name them: first what a figure is and carries, then how it is now.
IN_WORDS = tuple(sorted(STATES, key=lambda state: state.ends != NEVER))
WORDS = {value.token: value.words for state in STATES for value in state.values}
SWITCHES = {value.token: state.switches for state in STATES for value in state.values}


def states_of(figure: Any) -> dict[str, int]:
    """The states of a figure but its points: by token, in the order of texts, the number of a counted one, else 1.

    Args:
      figure: its record, or a mapping of the record's fields.
    """
    states = {}
    for state in IN_WORDS:
        if (value := int(figure[state.field])) and state.field != "points":
            states[state.values[0 if state.counted else value - 1].token] = value if state.counted else 1
    return states
