"""Names of what is decided in the set-up, as opening books list it (tabletop/agents/opening_book.py)."""

from paintball_env.notation.words import KINDS, WHATS
from paintball_env.places import place_names
from paintball_env.rules.state import BLUE, COVER_FACING, COVER_HEX, DEPLOY, GRENADIER, PIECE, STRIDE
from paintball_env.scenario import Scenario
from paintball_env.terms import AT, PLACE
from tabletop.game.header import Record
from tabletop.game.places import half_turned_place


def opening(scenario: Scenario, game: Record) -> str:
    """Return the name of what a team decides in a game (its record) in the set-up; hexes as Red would see them.

    It depends on the pieces that are left, so each piece can have another hex; and of hard cover's facing on its hex.
    """
    decision, team, kind = int(game["decision"]), int(game["decider"]), WHATS[game["kind"]]
    pieces = game["side"][team]
    if decision == PIECE:
        return f"piece, {pieces['soft']} soft and {pieces['hard']} hard left"
    if decision == COVER_HEX:
        return f"{PLACE} of {kind} cover, {pieces['soft']} soft left"
    if decision == COVER_FACING:
        names, place = place_names(scenario), int(game["place"])
        return f"facing of cover {AT} {names[half_turned_place(len(names), place) if team == BLUE else place]}"
    if decision == DEPLOY:
        return f"{PLACE} of figure {game['actor'] % STRIDE + 1}"
    if decision == GRENADIER:
        return f"carrier of {kind}"
    return KINDS[decision]
