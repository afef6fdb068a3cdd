"""A small scenario, and positions of it, for tests of scenarios, positions and setting up."""

from state_of_war.scenario import Scenario

SMALL = """
name = "small"
table = [120, 90]
setup = "fixed"
areas = [["wood", [-30, 0, 8]], ["building", [[20, -5], [30, -5], [30, 5], [20, 5]]], ["water", [0, 30, 6]]]
pieces = [["wall", [-10, 0], [10, 0], [10, 5]], ["bank", [-50, 20], [-40, 20]]]
places = [[0, -2.5, "N"], [-28, 16, "NNE"]]
blue = [
  { class = "trained", men = 5, arm = "minie", blade = "bayonet", commander = true, place = [0, -30] },
  { class = "raw", men = 2, arm = "minie-carbine", pistol = true, horse = true, place = [-30, -35], ranks = "one" },
]
grey = [
  { class = "trained", men = 5, arm = "minie", blade = "bayonet", commander = true, place = [10, 35] },
  { class = "civilian", men = 1, arm = "shotgun", place = [-40, 35], heading = "E" },
]
"""
BLUE = "B1.1=0.0:-30.0 B1.2=2.8:-30.0 B1.3=-2.8:-30.0 B1.4=0.0:-32.8 B1.5=2.8:-32.8"
HORSE = "B2.1=-30.0:-35.0 B2.2=-25.6:-35.0"
GREY = "G1.1=10.0:35.0 G1.2=7.2:35.0 G1.3=12.8:35.0 G1.4=10.0:37.8 G1.5=7.2:37.8 G2.1=-40.0:35.0"
PICKS = f"turn=2 part=blue to=blue:pick {BLUE} {HORSE} {GREY}"


def small(**rules: object) -> Scenario:
    """The small scenario with some switches."""
    scenario = Scenario.parse(SMALL)
    return scenario.with_rules(**rules) if rules else scenario
