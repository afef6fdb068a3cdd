"""What is wrong with a scenario that can be read, found before a game does."""

from tabletop.game.definition import GameDefinition, Scenario
from tabletop.play.game import Game

SEEDS = 3  # games begun


def another_ones_name(game: GameDefinition, scenario: Scenario) -> str:
    """Say that a scenario has a preset's name and is another one; empty: it hasn't, or is that preset."""
    if scenario.name not in game.presets() or game.load(scenario.name).digest() == scenario.digest():
        return ""
    return f"name: {scenario.name} is a preset's, and this is another scenario: choose another name"


def faults_of(scenario: Scenario) -> list[str]:
    """Return what is wrong with a readable scenario and would cause trouble in games, a line each.

    Of any game: a start that can't be, a game that can't begin, a preset's name on another scenario; then what the game
    itself finds (`GameDefinition.faults`).
    """
    game = scenario.game
    faults = [fault] if (fault := another_ones_name(game, scenario)) else []
    try:
        game.start_record(scenario)
        for seed in range(SEEDS):
            if Game(scenario, seed=seed).over:
                faults.append("start: the game is over before anybody has decided anything")
                break
    except ValueError as error:
        faults.append(str(error).removeprefix(f"{scenario.name}: "))
    return faults + game.faults(scenario)
