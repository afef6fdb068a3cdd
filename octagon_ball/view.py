"""What an agent of octagon ball sees: the core's view, of octagon ball's own scenario."""

from octagon_ball.scenario import Scenario
from tabletop.agents.view import View as BaseView


class View(BaseView[Scenario]):
    """A position that waits for a decision, from the side of the team that decides: `tabletop.agents.view.View`."""
