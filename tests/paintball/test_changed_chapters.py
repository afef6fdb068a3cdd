"""Does a rule that is changed in its chapter alone change all that follows from it, or is it said twice somewhere?"""

from tests.paintball.interpreted import CHANGE, run

FACE = """
import numpy as np
from paintball_env.game import Game
from paintball_env.guide import topics
from paintball_env.rules import sight
from paintball_env.rules.state import NONE
from paintball_env.view import View
from tabletop.play.odds import records

HEAD = "turn=2 phase=1 acting=red second=blue score=6,1 used=1,0 to=red:act R1=c2,p1,used"


def share(game, action, happened):
    results = [(np.frombuffer(end, game.games.dtype)[0]["figure"][1, 0], part) for end, part in records(game, action)]
    return float(sum(part for figure, part in results if happened(figure)))


def look(term):
    out = 0
    for aimed in (0, 1):
        for number in range(3, 8):
            place, face = f"c{number}", number - 2 + term - aimed
            state = f"{HEAD},{'aim' if aimed else 'moved1'}"
            game = Game("capture-the-flag-basic", start=f"{state} R2=b1 B1={place} B2=b7 M1=d1 M2=d{number - 1}")
            view = View(game.scenario, game.games, game.legal_mask())
            legal = "R1 shoot B1" in game.legal_actions()
            assert legal == (face <= 6), (place, aimed)
            hits = (7 - max(face, 2)) / 6 if legal else 0.0
            assert abs(view.chance_to_hit("c2", place, bool(aimed)) - hits) < 1e-12
            if legal:
                exact = share(game, "R1 shoot B1", lambda figure: figure["hex"] == NONE)
                assert abs(view.chance_to_put_out("c2", place, bool(aimed)) - exact) < 1e-12 < exact
            else:
                index = game.table.index("R1 shoot B1", 0)
                why = game.scenario.game.why_not(game.scenario, game.games, index)
                assert why == f"SH1: B1 is {number - 2} hexes away, out of reach", why
                out += 1
            if "R1 suppress B1" in game.legal_actions():
                exact = share(game, "R1 suppress B1", lambda figure: figure["suppressed"] == 1)
                assert abs(view.chance_to_suppress("c2", place) - exact) < 1e-12 < exact
    told, faces = topics(game.scenario), {1: "4, 5 or 6", 2: "5 or 6"}[term]
    assert f"range 3 needs a {faces}. So shots reach {6 - term} hexes" in told["shoot"].text
    assert f"a {2 + term} is enough at range 3, and it reaches {7 - term} hexes" in told["aim"].text
    return out


before = look(1)
change(sight.face_at, "reach + 1 - aimed", "reach + 2 - aimed")
print(before, look(2))
"""
GOAL = """
from paintball_env.game import Game
from paintball_env.page_words import aim
from paintball_env.rules import flags
from paintball_env.view import View

HEAD = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R2=b2 B1=b6 M1=d1 M2=d6 flag.red=b1 flag.blue=R1"


def look():
    told = []
    for place, action in (("c2", "R1 move W"), ("c7", "R1 move E")):
        game = Game("capture-the-flag-basic", start=f"{HEAD} R1={place}")
        view = View(game.scenario, game.games, game.legal_mask())
        game.step(action)
        told += [view.goal, view.enemy_goal, *([game.outcome().ending] if game.over else ["goes on"])]
    return [*told, *(aim(game.scenario, team).split(", or")[0] for team in (0, 1))]


print(*look(), sep="; ")
change(flags.goal_of, "team if is_won_at_home(world.rules.objective) else ", "")
print(*look(), sep="; ")
change(flags.can_carry, "index == prize_of(world, team)", "True")
print(*look(), sep="; ")
"""
SOFT_COVER = """
import numpy as np
from paintball_env.game import Game
from paintball_env.rules import in_the_way
from paintball_env.story import Storyteller

AT = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c3 B1=c5 M1=c2 M2=c7 soft=c5"


def lines(game):
    return [line for told in teller.tell(game.events, game.draws, game.turn) for line in told.lines]


def shot(results):
    game = Game("capture-the-flag-basic", start=AT)
    game.step("R1 shoot B1")
    game.step("done", results)
    return lines(game)


game, rng = Game("capture-the-flag-basic-drawn", seed=2), np.random.default_rng(2)
teller = Storyteller(game.scenario)
assert "in the way, soft cover in c5: 5, stopped on 4+ (IW1, SC1): stopped" in shot([4, 5])
change(in_the_way.cover_in_way, "game.cover[place] == SOFT", "(game.cover[place] == SOFT and place != goal)")
changed = shot([4, 4, 2])
assert not any("in the way" in line for line in changed), changed
assert changed[1] == "save of B1: 4, needs 1, 2 or 3 (SV2): fails, B1 is marked", changed
rolls = 0
for _ in range(150):
    shots = [action for action in game.legal_actions() if "shoot" in action]
    game.step(str(rng.choice(shots or game.legal_actions())))
    rolls += sum(line.startswith("hit roll") for line in lines(game))
print(rolls)
"""
LIMIT = """
from paintball_env.rules import turns

turns.WINNER_AT_LIMIT = 1

from paintball_env.game import Game
from paintball_env.page_words import aim
from paintball_env.render.status import ending_line

START = "turn=30 phase=2 acting=red second=red score=6,6 to=red:act R1=c2 B1=c7 M1=d1 M2=d7 flag.red=b1 flag.blue=b7"
game = Game("capture-the-flag-basic", start=START)
game.step("done")
ended = Game(game.scenario, start=game.position()).outcome()
print(ended.winner, ending_line(ended.winner, int(game.record.ending)), aim(game.scenario, 0), sep="\\n")
try:
    Game("capture-the-flag-basic", start=game.position().replace("over=blue", "over=draw"))
except ValueError as error:
    print(error)
"""
MISFIRES = """
from paintball_env.rules import dice

dice.MISFIRE_VOLLEY = dice.MISFIRE_REACTION = 124336

from paintball_env.game import Game
from paintball_env.render.words import draw_words
from paintball_env.story import Storyteller

START = "turn=2 phase=1 acting=red second=blue score=6,1 to=red:act R1=c3 R2=a1 B1=c5 M1=c2"
for face in (3, 4, 5):
    game = Game("capture-the-flag-basic", start=START)
    game.step("R1 shoot B1")
    game.step("R1 shoot B1", [1, 5, face])
    parts = Storyteller(game.scenario).tell(game.events, game.draws, game.turn)
    (line,) = (line for part in parts for line in part.lines if line.startswith("misfire roll"))
    print("jammed" in game.position(), draw_words(game.draws[2]), line, sep="; ")
"""
STATES = """
from paintball_env.game import Game
from paintball_env.notation import NotationError, parse_position, same_position
from paintball_env.rules import moving
from paintball_env.soundness import first_fault

HEAD = "turn=2 phase=1 acting=red second=blue score=6,6 used=2,0 to=red:act R1=c3,expert,p2,used,fired"
FIGURES = "R2=d3,p2,used B1=c7 B2=c8 M1=d1 M2=d6 flag.red=b1 flag.blue=R2"


def look():
    aimed, on_sentry = ("p2,used,fired", "p1,used,fired,aim"), ("p2,used B1", "p0,used,sentry B1")
    for action, states in (("R1 aim", aimed), ("R2 sentry", on_sentry)):
        text = f"{HEAD} {FIGURES}".replace(*states)
        game = Game("capture-the-flag", start=f"{HEAD} {FIGURES}")
        if action in game.legal_actions():
            game.step(action)
            assert same_position(game.games, parse_position(game.scenario, text))
            print("sound" if first_fault(game.scenario.world[0], game.games[0]) == 0 else "unsound")
            continue
        try:
            parse_position(game.scenario, text)
        except NotationError as error:
            print(str(error).partition(": ")[2])


look()
change(moving.may_hold_aim, " and figure.fired == 0", "")
change(moving.may_be_sentry, " and not carries(game, who)", "")
look()
"""
NO_AIM_THERE = """
from paintball_env.game import Game
from paintball_env.notation import NotationError, parse_position
from paintball_env.rules import moving
from paintball_env.soundness import first_fault

HEAD = "turn=3 phase=1 acting=red second=blue score=6,1 B1=c8 M1=d1 M2=b7"


def look():
    game = Game("capture-the-flag-basic", start=f"{HEAD} to=red:act R1=c1")
    print("R1 aim" in game.legal_actions())
    text = f"{HEAD} used=1,0 to=red:act R1=c1,p1,used,aim"
    try:
        games = parse_position(game.scenario, text)
    except NotationError as error:
        print(error)
        return
    print(first_fault(game.scenario.world[0], games[0]))


look()
game = Game("capture-the-flag-basic", start=f"{HEAD} used=1,0 to=red:act R1=c1,p1,used,aim")
change(moving.may_hold_aim, "figure.fired == 0", "figure.fired == 0 and holds_sentries(world, figure.hex)")
look()
print(first_fault(game.scenario.world[0], game.record))
"""


def test_sh1_another_face_is_another_chance_mask_refusal_die_and_guide():
    """SH1: each die has to show one more; then a target 5 hexes away is out of reach of an unaimed one."""
    before, after = run(CHANGE + FACE).split()
    assert (int(before), int(after)) == (0, 1)


def test_fl3_another_goal_is_another_end_view_and_aim():
    """FL3: the enemy's flag wins in the enemy's base instead of the own one; then the own flag may be brought, too."""
    own, other, both = (line.split("; ") for line in run(CHANGE + GOAL).splitlines())
    assert own[:6] == ["c1", "c8", "flag", "c1", "c8", "goes on"]
    assert other[:6] == ["c8", "c1", "goes on", "c8", "c1", "flag"]
    assert own[6:] == ["Bring Blue's flag into your base c1", "Bring Red's flag into your base c8"]
    assert other[6:] == ["Bring Blue's flag into Blue's base c8", "Bring Red's flag into Red's base c1"]
    assert both[6] == "Bring your own flag and Blue's flag into Blue's base c8"


def test_sc1_another_cover_is_another_story():
    """SC1: soft cover at the target is dropped from the rules, and nothing else is touched."""
    assert int(run(CHANGE + SOFT_COVER)) > 10


def test_tu8_another_winner_at_the_limit_is_another_text_story_and_aim():
    """TU8: when the turns are over Blue has won."""
    winner, told, aim, refused = run(LIMIT).splitlines()
    assert (winner, told) == ("1", "Blue has won: no turns are left")
    assert "Blue has won after turn 30." in aim and refused.endswith("the turns' end is won by Blue (TU8)")


def test_mf1_another_misfires_die_is_told_by_what_it_says():
    """MF3, MF4: a 3 is little trouble, a 4 and a 5 jam the gun."""
    assert run(MISFIRES).splitlines() == [
        "False; R1 rolls 3 for the misfire: a minor trouble (MF4); "
        "misfire roll: 3 (MF4): a minor problem, nothing more",
        *(
            f"True; R1 rolls {face} for the misfire: jammed (MF3); misfire roll: {face} (MF3): jammed, R1 does nothing "
            "until a Marshal has come and cleared the gun"
            for face in (4, 5)
        ),
    ]


def test_ai1_se3_other_exclusions_are_other_masks_texts_and_sound_positions():
    """AI1, SE3: a figure may aim after its volley, and a carrier may be a sentry."""
    assert run(CHANGE + STATES).splitlines() == [
        "aim is lost with empty, jammed, suppressed, dazed, sentry and fired",
        "no sentry carries a flag",
        "sound",
        "sound",
    ]


def test_ai1_an_aim_may_depend_on_the_hex():
    """AI1: nobody takes aim, or holds it, where no sentry may stand."""
    assert run(CHANGE + NO_AIM_THERE).splitlines() == [
        "True",
        "0",
        "False",
        "R1=c1,p1,used,aim: aim is lost with empty, jammed, suppressed, dazed, sentry and fired",
        "10",
    ]
