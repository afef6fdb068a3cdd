"""Scenarios with numbers of their own: what is told of them, and that long checks know what they can't check."""

import io
import re
from typing import Literal

import numpy as np
import pytest
from PIL import Image, ImageDraw

from paintball_env import Game, Scenario, Storyteller, guide
from paintball_env.action_names import action_table
from paintball_env.guide import lesson, topics
from paintball_env.page_words import rules
from paintball_env.refusal import why_not
from paintball_env.rules import dice
from paintball_env.scenario import presets
from paintball_env.scenario_words import CHAPTERS, changes, description
from tabletop.rate.matches import comparison
from tabletop.show.drawing import raster
from tabletop.show.drawing.shapes import Words
from tests import ROOT
from tests.paintball.symmetry import is_symmetric
from tests.twins import paintball as twins

DOCS = ROOT / "docs"
SMALL = """
name = "small"
objective = "elimination"
setup = "drawn"
map = '''
  . . . .
 R . . . B
  . . . .
'''
[red]
figures = {figures}
[blue]
figures = {figures}
[rules]
{rules}
"""


def small(rules: str = "", figures: int = 3) -> Scenario:
    return Scenario.parse(SMALL.format(figures=figures, rules=rules), "small.toml")


def told(scenario: Scenario, seed: int) -> str:
    game, teller = Game(scenario, seed=seed), Storyteller(scenario)
    return "\n".join(line for part in teller.tell(game.events, game.draws, game.turn) for line in part.lines)


@pytest.mark.parametrize("number", range(1, 7))
def test_ex1_gr1_each_number_that_a_die_may_stand_for_has_its_word(number):
    word = ("one", "two", "three", "four", "five", "six")[number - 1]
    dice = ", ".join([str(number)] * 6)
    rules = f"experts = true\ngrenades = true\nexpert_dice = [{dice}]\ngrenade_dice = [{dice}]"
    words = told(small(rules, figures=6), 1)
    assert len(re.findall(rf"rolls \d for experts: {word} \(EX1\)(?:\n|$)", words)) == 2
    assert len(re.findall(rf"rolls \d for grenades: {word} \(GR1\)(?:\n|$)", words)) == 2


def test_lg1_what_is_added_or_left_out_is_told():
    dice = "experts = true\ngrenades = true\nexpert_dice = [3, 3, 3, 3, 3, 3]\ngrenade_dice = [1, 1, 1, 1, 1, 1]\n"
    words = told(small(f"{dice}extra_grenades = 2", figures=2), 1)
    assert "for experts: three (EX1), 2 in all" in words  # there are no more figures
    assert "for grenades: one (GR1), 3 in all" in words


def test_gr2_a_refused_throw_names_the_scenarios_range():
    scenario = small("grenades = true\nthrow_range = 1\ngrenade_dice = [6, 6, 6, 6, 6, 6]")
    for seed in range(50):
        game = Game(scenario, seed=seed)
        rng = np.random.default_rng(seed)
        while not game.over and game.decision != "throw":
            game.step(int(rng.choice(game.legal_indices())))
        if not game.over:
            break
    table = action_table(scenario.figures, scenario.board_map.names)
    far = next(i for i, name in enumerate(table.names(0)) if name.startswith("hex ") and not game.legal_mask()[i])
    assert why_not(scenario, game.games, far) == "GR2: it is outside the throw range of 1"


def test_how_one_wins_names_the_numbers_that_are_others():
    assert not changes(Scenario.load("capture-the-flag"))
    words = changes(small("call_range = 1\nsave = []\nmax_turns = 9\nexperts = true"))
    assert words.endswith("Numbers of the rules that this scenario changes: call range 1, save [].")


def test_how_one_wins_says_switches_that_are_no_numbers():
    words = changes(small('activation = "one_at_a_time"\nenter_defended = false\nsave = []\nexperts = true'))
    assert words.endswith(
        "Numbers of the rules that this scenario changes: save []. "
        "Rules that this scenario changes: using another figure finishes the one before (TU5); "
        "defended bases, bunkers and trenches are entered by a charge alone (EN4)."
    )
    words = changes(small("own_base_closed = true\nsentry_in_base = true"))
    assert words.endswith("nobody enters the own base (SN2); sentries may stand in bases (EN3).")
    assert "one before" in topics(small('activation = "one_at_a_time"'))["act"].text
    # None is forgotten, and no number is among them.
    other = {"activation": '"one_at_a_time"', "enter_defended": "false"}
    for key, field in type(small().rules).model_fields.items():
        if field.annotation in (bool, bool | None, Literal["free", "one_at_a_time"]) and key not in CHAPTERS:
            words = changes(small(f"{key} = {other.get(key, 'true')}"))
            assert words.startswith("Rules that this scenario changes: "), key


def added(scenario: Scenario) -> dict[str, str]:
    """What rules say beyond their usual text, by their numbers."""
    usual = rules()
    said = {number: text.removeprefix(usual[number]) for number, text in rules(scenario).items()}
    return {number: text for number, text in said.items() if text}


def test_a_rule_says_what_its_switches_are_in_the_scenario():
    assert added(Scenario.load("battle-12").with_rules(save=(1, 2, 6), sentry_in_base=True)) == {
        "BO5": "\n*In this scenario:* figures: Red 12, Blue 12.",
        "SV1": "\n*In this scenario:* `save` [1, 2, 6].",
        "EN3": "\n*In this scenario:* `sentry_in_base` true.",
        "TU8": "\n*In this scenario:* `max_turns` 40.",
        "EX1": "\n*In this scenario:* `extra_experts` 2.",
        "GR1": "\n*In this scenario:* `extra_grenades` 2.",
        "LG1": "\n*In this scenario:* `extra_experts` 2.\n*In this scenario:* `extra_grenades` 2.",
    }


@pytest.mark.parametrize(
    ("key", "value", "numbers"),
    [
        ("sentry_cost", 3, "AP2 SE1"),
        ("aim_cost", 2, "AP2 AI1"),
        ("reload_cost", 3, "AP2 IM3"),
        ("throw_cost", 3, "AP2 GR2"),
        ("shoot_cost", 2, "AP2 SU2"),
        ("expert_points", 4, "AP1 EX2 IM3"),
        ("works_all", 5, "EN4 EN5 CH1"),
        ("call_range", 4, "MF6 PC1 PC2"),
        ("command_dice", 2, "TU1 LG1"),
        ("enter_defended", False, "MV2 EN4 CH1"),
    ],
)
def test_a_rule_that_says_a_number_without_its_switch_says_what_it_is_in_the_scenario(key, value, numbers):
    assert sorted(added(Scenario.load("capture-the-flag").with_rules(**{key: value}))) == sorted(numbers.split())


def test_each_rule_that_names_a_switch_or_stands_beside_it_in_a_table_is_declared_with_it():
    """`said_in` is the one place; the rules page and the page of scenarios name no further rules."""
    texts, model = rules(), type(Scenario.load("capture-the-flag").rules)
    pages = [DOCS / "rules.md", DOCS / "scenarios.md"]
    tables = "".join(page.read_text("utf-8").split("## Switches")[-1] for page in pages)
    for key in model.model_fields:
        declared = model.said_in(key)
        rows = re.findall(rf"^\| `{key}` \|.*$", tables, re.MULTILINE)
        assert len(rows) == 2 and set(declared) <= set(texts)
        beside = {number for row in rows for number in re.findall(r"\b[A-Z]{2}\d+\b", row)}
        named = {number for number, text in texts.items() if f"`{key}`" in text}
        assert beside | named <= set(declared), key


def test_sn1_to_sn3_bo5_the_rule_of_the_objective_says_other_cover_and_teams():
    text = SMALL.format(figures=3, rules="").replace("[blue]", "[blue]\nmarshal = false")
    for objective, number in (("capture", "SN1"), ("reverse", "SN2"), ("single", "SN3")):
        own = text.replace("elimination", objective) + "[cover]\nsoft = 1\nhard = 1\n"
        assert added(Scenario.parse(own, "small.toml")) == {
            number: "\n*In this scenario:* each places 1 soft and 1 hard cover.",
            "BO5": "\n*In this scenario:* figures: Red 3, Blue 3 without a Marshal.",
        }
    ordinary = [Scenario.load(name) for name in presets() if not name.startswith("battle")]
    assert [scenario.name for scenario in ordinary if added(scenario)] == []


def test_what_follows_from_the_rest_is_unusual_where_it_is_written_otherwise():
    marked = {
        line.partition(" =")[0]
        for line in description(small("command_dice = 2\nown_base_closed = true"), colour=False).splitlines()
        if line.endswith("# not the usual")
    }
    assert marked == {"command_dice", "own_base_closed"}
    assert "not the usual" not in description(small("command_dice = 1\nown_base_closed = false"), colour=False)


def test_a_description_says_where_teams_start_and_what_is_placed():
    placed = '"single"\nflag_at = ["a3"]\nmarshals_at = ["c3"]'
    text = SMALL.format(figures=2, rules="").replace('"elimination"', placed)
    text = text.replace("[blue]\n", '[blue]\nmarshal = false\nstart = ["a4", "c4"]\n')
    words = description(Scenario.parse(text, "small.toml"), colour=False)
    lines = [line.split(maxsplit=2) for line in words.splitlines()]
    told = {" ".join(line[:2]): line[2] for line in lines if len(line) == 3}
    assert told["Red starts"] == "in a1 b1 b2 c1; Marshal in a1 b2 c1"
    assert told["Blue starts"] == "in a4 c4; no Marshal"
    assert told["flags from"] == "the start in a3" and told["Marshals from"] == "the start in c3"
    lines = description(Scenario.load("capture-the-flag"), colour=False).splitlines()
    assert any(line.startswith("Red starts ") and "; flag and Marshal in " in line for line in lines)


def test_long_checks_leave_out_what_the_twin_does_not_know():
    assert twins.unknown(small()) == ""
    assert twins.unknown(small("save = [1]\nown_base_closed = true")) == "save, own_base_closed"


@pytest.mark.parametrize(
    ("change", "symmetric"),
    [
        (("figures = 3\n[blue]", "figures = 3\n[blue]"), True),
        (("figures = 3\n[blue]", "figures = 2\n[blue]"), False),
        (("[blue]\n", "[blue]\nmarshal = false\n"), False),
        (("[red]\n", '[red]\nstart = ["a1", "c1"]\n'), False),
        (("  . . . .\n R", "  . . ^ .\n R"), False),
        ((" R . . . B\n  . . . .", " R . . . B\n  . . . . ."), False),
    ],
)
def test_only_boards_that_are_the_same_turned_are_turned(change, symmetric):
    text = SMALL.format(figures=3, rules="")
    assert change[0] in text
    assert is_symmetric(Scenario.parse(text.replace(*change), "small.toml")) == symmetric


def test_the_twin_plays_flags_that_lie_there_from_the_start():
    text = SMALL.format(figures=2, rules="max_turns = 4").replace('"elimination"', '"single"\nflag_at = ["a3"]')
    scenario = Scenario.parse(text, "small.toml")
    assert sum(twins.compare(scenario, seed) for seed in range(4)) > 100


def test_signs_that_the_pictures_font_lacks_are_written_as_others():
    def drawn(text: str) -> bytes:
        image = Image.new("RGB", (120, 40), "white")
        raster._write(ImageDraw.Draw(image), Words((4.0, 20.0), text, 24.0, "#000000", "start"))
        buffer = io.BytesIO()
        image.save(buffer, "PNG")
        return buffer.getvalue()

    assert drawn("×4") == drawn("x4") and drawn("–é") == drawn("-e") and drawn("x4") != drawn("x5")


def test_a_difference_of_nothing_is_not_said_to_be_sure_and_ends_near_0_show_their_side():
    rng = np.random.default_rng(3)
    apart = rng.choice([-0.5, 0.5], 40)
    apart -= apart.mean()
    even = comparison.difference_of("x", np.zeros(40), apart, share=True)
    assert even.difference == 0 and even.low < 0 < even.high
    assert comparison.words(even) == "no difference so far"
    ends = comparison.Difference("x", 0.5, 0.48, -0.02, -0.04, -0.000108, 400, 0, True)
    assert ends.apart() == ("-2.0 %", "-4.0 to -0.01")
    ends = comparison.Difference("x", 1.0, 1.0, -0.0001, -0.0, 0.0, 400, 0, False)
    assert ends.apart() == ("-0.0001", "+0.0 to +0.0")


GUIDE = {  # what the guide says where nothing is changed, and with the numbers below
    "deploy": ("Two may stand in your base", "Three may stand in your base"),
    "expert": ("An expert has 3 instead of 2 points", "An expert has 4 instead of 1 point,"),
    "act": ("Each figure has 2 points, an expert 3.", "Each figure has 1 point, an expert 4."),
    "move": ("costs 1 point. Nobody moves more than 2 hexes", "costs 3 points. Nobody moves more than 1 hex a"),
    "shoot": ("A shot costs 1 point.", "A shot costs 2 points."),
    "hit": (
        "saves on a 1 or 6 (in soft cover on 1, 2 or 3). "
        "Else a Marshal within 2 hexes comes and checks: the figure is out on 4, 5 or 6.",
        "saves on a 2 (in soft cover always). "
        "Else a Marshal within 1 hex comes and checks: the figure is out on a 5 or 6.",
    ),
    "jam": ("walks 2 hexes", "walks 3 hexes"),
    "out of ammo": ("reloaded for 2 points", "reloaded for 1 point."),
    "in the way": ("has hit: on 4, 5 or 6.", "has hit: never."),
    "aim": ("For 1 point", "For 2 points"),
    "sentry": ("For 2 points a figure watches, but not from a base.", "For 1 point a figure watches. "),
    "reload": ("For 2 points", "For 1 point "),
    "throw": ("flies 2 hexes and costs 2 points", "flies 1 hex and costs 3 points"),
    "smoke": ("lost on a 1 or 6, shots out of it on 1, 2 or 3.", "lost on a 3, shots out of it on a 4 or 5."),
    "paint": ("stays clean on a 1 or 6;", "stays clean on 1, 2, 3 or 4;"),
}


def test_the_guide_says_the_scenarios_numbers():
    usual = Scenario.load("capture-the-flag")
    changed = usual.with_rules(
        **{"points": 1, "expert_points": 4, "move_cost": 3, "max_moves": 1, "shoot_cost": 2, "save": [2]},
        **{"soft_save": [1, 2, 3, 4, 5, 6], "call_range": 1, "check": [1, 2, 3, 4], "walk": 3, "reload_cost": 1},
        **{"way": [], "aim_cost": 2, "sentry_cost": 1, "sentry_in_base": True, "throw_range": 1, "throw_cost": 3},
        **{"scatter": [1, 2, 3], "spot_through": [3], "spot_in": [4, 5], "mark": [1, 2, 3, 4]},
        **{"works_team": 3, "works_all": 4},
    )
    for number, scenario in enumerate((usual, changed)):
        told = topics(scenario)
        assert not [key for key, words in GUIDE.items() if words[number] not in told[key].text]
        assert not [topic.text for topic in told.values() if "{" in topic.text]
    throws = [topics(scenario)["throw"].text for scenario in (usual, changed)]
    assert "misses on a 1 or 6," in throws[0] and "misses on 1, 2 or 3," in throws[1]
    said = {key for key, topic in topics(changed).items() if topic.text != topics(usual)[key].text}
    assert said == set(GUIDE)


def test_en1_mf1_the_guide_says_the_numbers_of_the_chapters(monkeypatch):
    usual = Scenario.load("capture-the-flag")
    assert "2 out of ammo, it must reload; 3 a jam; 4 and 5 little; 6 lifted" in topics(usual)["misfire"].text
    monkeypatch.setattr(dice, "MISFIRE_REACTION", 124336)
    monkeypatch.setattr(guide, "ENTRENCHED", 5)
    assert "2 out of ammo, it must reload; 4 and 5 a jam; 3 little; 6 lifted" in topics(usual)["misfire"].text
    assert "where only a 5 or 6 hits them" in topics(usual)["deploy"].text


def test_who_plays_without_experts_is_told_of_none():
    usual, *without = Scenario.load("capture-the-flag"), Scenario.load("capture-the-flag-basic"), lesson().scenario
    assert "has 2 points, an expert 3. The" in topics(usual)["act"].text
    assert all("has 2 points. The" in topics(scenario)["act"].text for scenario in without)


def test_the_guide_reads_well_where_a_die_or_an_expert_does_nothing_special():
    usual, always = Scenario.load("capture-the-flag"), [1, 2, 3, 4, 5, 6]
    dice = {"save": [], "soft_save": [6], "check": always, "mark": [], "spot_through": []}
    throws = {"scatter": always, "expert_scatter": always}
    said = topics(usual.with_rules(**dice, **throws, call_range=0, points=4, expert_points=1))
    assert said["expert"].text == "An expert has 1 instead of 4 points."
    assert said["hit"].text == (
        "A hit isn't the end. The target never saves (in soft cover on a 6). "
        "Else a Marshal in its hex comes and checks: the figure is never out."
    )
    assert "It always misses, and" in said["throw"].text and "smoke are never lost," in said["smoke"].text
    assert "rolls and never stays clean;" in said["paint"].text

    never = topics(usual.with_rules(scatter=[], expert_scatter=[]))["throw"].text
    assert never.endswith("it has to be thrown. It never misses.")

    def expert(**rules):
        return topics(usual.with_rules(**rules))["expert"].text

    assert expert(expert_points=2, expert_scatter=[1, 6]) == "An expert is like any other figure here."
    assert expert(expert_points=2, expert_scatter=[1, 5, 6]) == "An expert throws worse."
    assert expert(grenades=False) == "An expert has 3 instead of 2 points."
