"""Legal actions, as the table of actions makes them."""

from paintball_env.on_table.rules.actions import fill_mask as legal_actions

__all__ = ["legal_actions"]
