"""The orders of one word, each declared once (AP2, AI, SE, IM3, FL1)."""

from typing import NamedTuple

AIM, SENTRY, STAND_DOWN, RELOAD, TAKE_FLAG = range(12, 17)  # by these the rules know them


class Single(NamedTuple):
    """An order that names nothing else.  What forbids it and what it does is in its chapter (`rules/moving.py`).

    Attributes:
      name: behind the figure's, in the action's name.
      label: on a web page.
      told: behind the figure's, in a story.
      meaning: of its feature in an observation, with the rule's number.
      event: what is noted when it is carried out (`rules/events.py`).
      takes_all: it takes all points (SE4); what else it costs says `rules.moving.single_cost`.
      of_sentries: a sentry may be told it (SE1).
    """

    name: str
    label: str
    told: str
    meaning: str
    event: str
    takes_all: bool = False
    of_sentries: bool = False


SINGLE = {
    AIM: Single(
        "aim",
        "Take aim",
        "takes aim",
        "takes aim (AI1)",
        "aimed",
    ),
    SENTRY: Single(
        "sentry",
        "Go on sentry",
        "goes on sentry",
        "goes on sentry (SE1)",
        "sentry began",
        of_sentries=True,
    ),
    STAND_DOWN: Single(
        "stand down",
        "Stand down",
        "stands down",
        "stops standing sentry (SE4)",
        "stood down",
        takes_all=True,
        of_sentries=True,
    ),
    RELOAD: Single("reload", "Reload", "reloads", "reloads (IM3)", "reloaded"),
    TAKE_FLAG: Single(
        "take flag",
        "Take up the flag",
        "takes up the flag where it stands",
        "takes up the flag in its hex (FL1)",
        "flag taken",
        of_sentries=True,
    ),
}
