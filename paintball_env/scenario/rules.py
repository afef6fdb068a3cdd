"""What `[rules]` in a scenario's file says (BO6): switches, dice, costs."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from paintball_env.rules import state
from tabletop.game.scenario_files import StrictModel


def _sorted_faces(faces: tuple[int, ...]) -> tuple[int, ...]:
    if len(set(faces)) != len(faces):
        raise ValueError("a face is listed twice")
    return tuple(sorted(faces))


Face = Annotated[int, Field(ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], AfterValidator(_sorted_faces)]
Counts = Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(min_length=6, max_length=6)]
Points = Annotated[int, Field(ge=1, le=state.SHOTS)]
Cost = Annotated[int, Field(ge=1, le=9)]
OneOrTwo = Annotated[int, Field(ge=1, le=2)]
Reach = Annotated[int, Field(ge=0, le=20)]
Extra = Annotated[int, Field(ge=0, le=16)]


class Rules(StrictModel):
    """Switches (BO6) and numbers, `[rules]` in a file; the defaults are the rules page's.

    Dice are lists of the faces on which what the comment says happens (none and all six are possible); `expert_dice`
    and `grenade_dice` say how many (1-6) for each of the six faces.  Points are 1-4 (a volley has no more than four
    dice), costs 1-9, `max_moves` 1-2 (a charger's ways are no longer), ranges and walks 0-20.
    Beside each kind stand the rules whose text says it (`said_in`).
    """

    save: Annotated[Faces, "SV1"] = (1, 6)  # the hit doesn't mark
    soft_save: Annotated[Faces, "SV2"] = (1, 2, 3)  # likewise in soft cover
    suppress_save: Annotated[Faces, "SU1"] = (1, 6)  # not suppressed
    check: Annotated[Faces, "PC1"] = (1, 2, 3)  # plays on
    way: Annotated[Faces, "IW1"] = (4, 5, 6)  # the shot is stopped
    goggles: Annotated[Faces, "MF6"] = (1, 6)  # disqualified
    spot_in: Annotated[Faces, "SM2"] = (1, 2, 3)  # no shot
    spot_through: Annotated[Faces, "SM3"] = (1, 6)  # no shot
    clear: Annotated[Faces, "SM4"] = (1, 6)  # the smoke is gone
    scatter: Annotated[Faces, "GR3"] = (1, 6)  # a miss
    expert_scatter: Annotated[Faces, "GR3"] = (1,)  # an expert's miss
    mark: Annotated[Faces, "PG1"] = (1, 6)  # unmarked
    expert_dice: Annotated[Counts, "EX1"] = (1, 1, 2, 2, 3, 3)
    grenade_dice: Annotated[Counts, "GR1"] = (1, 1, 2, 2, 3, 3)
    extra_experts: Annotated[Extra, "LG1 EX1"] = 0
    extra_grenades: Annotated[Extra, "LG1 GR1"] = 0
    max_turns: Annotated[int, Field(ge=1, le=200), "TU8"] = 30
    command_dice: Annotated[OneOrTwo | None, "LG1 TU1"] = None  # left out: 2 with more than 11 in a team
    own_base_closed: Annotated[bool | None, "SN2 SN3"] = None  # left out: closed in `reverse`
    experts: Annotated[bool, "EX1"] = False
    grenades: Annotated[bool, "GR1"] = False
    blind_spots: Annotated[bool, "BS1"] = False
    activation: Annotated[Literal["free", "one_at_a_time"], "TU5"] = "free"
    sentry_in_base: Annotated[bool, "EN3"] = False
    enter_defended: Annotated[bool, "EN4 MV2 CH1"] = True
    points: Annotated[Points, "AP1"] = 2
    expert_points: Annotated[Points, "AP1 EX2 IM3"] = 3
    move_cost: Annotated[Cost, "AP2"] = 1
    shoot_cost: Annotated[Cost, "AP2 SU2"] = 1
    aim_cost: Annotated[Cost, "AP2 AI1"] = 1
    sentry_cost: Annotated[Cost, "AP2 SE1"] = 2
    throw_cost: Annotated[Cost, "AP2 GR2"] = 2
    reload_cost: Annotated[Cost, "AP2 IM3"] = 2
    max_moves: Annotated[OneOrTwo, "AP3"] = 2
    throw_range: Annotated[Reach, "GR2"] = 2
    walk: Annotated[Reach, "MF3 PC2"] = 2
    call_range: Annotated[Reach, "PC1 MF6 PC2"] = 2
    works_team: Annotated[int, Field(ge=1, le=31), "EN4 SN1 SN2 CH1"] = 2  # of one team in a base, bunker …
    works_all: Annotated[int, Field(ge=2, le=32), "EN4 EN5 CH1"] = 3  # in all
