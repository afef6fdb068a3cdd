"""What a game says to people who play it on a web page, and the plain form of it for any game."""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from tabletop.game.actions import DeclaredNames
from tabletop.game.definition import GameDefinition, Scenario
from tabletop.game.scenario_files import ScenarioModel
from tabletop.play.game import Game
from tabletop.play.odds import Result, outcomes
from tabletop.show.odds import MOST, NO_DIE, SHOWN, Odds, changes, further

DECISION, STAGE = "decision", "stage"  # what a choice may end


@dataclass(frozen=True)
class Choice:
    """A legal action, as a page offers it.

    Attributes:
      name: the action's name.
      label: what it does, in words.
      verb: what kind of action it is: equal for those that differ in their target alone.
      short: the end of the label that tells it from others of its verb; empty: the whole label does.
      who: key of what acts, as the board has it: a figure; empty: nobody.
      target: key of what on the board is clicked for it: a figure or a hex; empty: nothing.
      cost: what it costs, in words; empty: nothing.
      chance: the chance of what it is meant for, in a few words; empty: no dice, or it isn't known at once.
      dice: dice may fall, so its odds may be asked for.
      ends: what it ends: DECISION, what is being decided; STAGE, all that the player could still do; empty: nothing.
      idle: whoever can do this alone has as good as done its part.
    """

    name: str
    label: str
    verb: str
    short: str = ""
    who: str = ""
    target: str = ""
    cost: str = ""
    chance: str = ""
    dice: bool = True
    ends: str = ""
    idle: bool = False


def in_full(choice: Choice) -> str:
    """Return what a choice does with who does it, for where it stands alone: `R1: Move to c5`."""
    named = not choice.who or choice.label.startswith(f"{choice.who} ")
    return choice.label if named else f"{choice.who}: {choice.label}"


@dataclass(frozen=True)
class Topic:
    """Something that the guide explains when it first matters.

    Attributes:
      title: a few words.
      text: short plain sentences.
      rules: numbers of the rules that say more.
      decisions: kinds of decision that it belongs to.
      verbs: verbs of choices that it belongs to.
      said: numbers, or beginnings of numbers, of rules that the story names when it matters.
      team: whose decisions it belongs to: `own`, `other`, or empty: both.
    """

    title: str
    text: str
    rules: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    team: str = ""


# What a lesson's page promises of itself, whatever is played: the end of a welcome.
GUIDED = (
    "This page tells you what each thing means when it first matters. Nothing is lost by trying: here you can "
    "take back what you did, and ask for a hint."
)


@dataclass(frozen=True)
class Step:
    """What a learner is to do in a lesson, and why.

    Attributes:
      title: a few words.
      text: what is to be clicked, and what it is good for: short plain sentences.
      done: verbs of choices: the step is done when one of them is taken. Of several steps one that can be done now
        comes first.
      verbs: verbs of choices that lead there: while one of them is on offer, the step may be worked for.
      said: numbers, or beginnings of numbers, of rules: the step is done, too, when the story names one of them
        of the learner's decisions.
      rules: numbers of the rules that say more.
    """

    title: str
    text: str
    done: tuple[str, ...]
    verbs: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A game to learn by.

    Attributes:
      title: what it is called.
      scenario: what is played.
      opponent: the agent on the other side.
      team: the learner's.
      start: position that it begins in; empty: at the beginning.
      welcome: what the learner reads at first: one paragraph an entry.
      after: the preset of the whole game that is offered next; empty: the game's default.
      decision: the kind of decision at which the learner does the steps.
      steps: what the learner is led through, in order; the last one goes on to the end of the game.
    """

    title: str
    scenario: Scenario
    opponent: str
    team: int
    start: str = ""
    welcome: tuple[str, ...] = ()
    after: str = ""
    decision: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Primer:
    """A page for those who have never played, with pictures.

    Attributes:
      text: Markdown of paragraphs, lists, tables and pictures, each in lines of its own.
      pictures: SVG by the names that the text calls them by, without folders, in its order.
    """

    text: str
    pictures: Mapping[str, str]


def read_primer(docs: Path, page: str) -> Primer:
    """Read such a page, `docs/PAGE.md`, and its pictures, which lie in the folder `docs/PAGE/`."""
    text = (docs / f"{page}.md").read_text(encoding="utf-8")
    names = re.findall(rf"\]\({page}/([\w-]+\.svg)\)", text)
    return Primer(text, {name: (docs / page / name).read_text(encoding="utf-8") for name in names})


_NUMBERED = re.compile(r"^- \*\*([A-Z]{1,2}(?:-[A-Z]+)?\d+)\*\* (.*)$")
_CHAPTER = re.compile(r"^## ([A-Z]{1,2}(?:, [A-Z]{2})*) · (.*)$")


@lru_cache(maxsize=8)
def numbered_rules(page: Path) -> Mapping[str, str]:
    """Read a page of rules: the rules by their numbers, as Markdown; a chapter's name by its letters.

    A chapter begins with `## MV · Moves`, a rule with `- **MV1** `; what is indented below belongs to the rule.
    """
    rules: dict[str, str] = {}
    number = ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if chapter := _CHAPTER.match(line):
            rules[chapter[1]], number = chapter[2], ""
        elif begins := _NUMBERED.match(line):
            number = begins[1]
            rules[number] = begins[2]
        elif number and line.startswith("  "):
            rules[number] += f"\n{line.strip()}" if line.strip().startswith("- ") else f" {line.strip()}"
        else:
            number = ""
    return rules


def is_chapter(key: str) -> bool:
    """Tell whether a key of such a page's rules is a chapter's letters, and no rule's number."""
    return not key[-1].isdecimal()


def with_notes(rules: Mapping[str, str], notes: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Return the rules with what is other in a scenario behind them: a rule's number, and a note on it."""
    noted = dict(rules)
    for number, note in notes:
        noted[number] += f"\n*In this scenario:* {note}."
    return noted


def docs_folder(package: Path, page: str) -> Path:
    """Return the folder of the pages that come with a package, one of which is `page`: in a wheel, or in a checkout."""
    return next(folder for folder in (package / "docs", package.parent / "docs") if (folder / page).exists())


def refusal(game: Game[Any], action: str) -> str:
    """Return why the deciding team may not take an action; empty: it may, or there is no such action."""
    try:
        index = game.table.index(action, game.decider)
    except ValueError:
        return ""
    return "" if action in game.legal_actions() else game.definition.why_not(game.scenario, game.games, index)


def wrong_click(
    game: Game[Any], choice: Callable[[Game[Any], str], Choice], who: str, target: str, far: str = ""
) -> str:
    """Return why a click means no action: what forbids the first action that it would mean; empty: it is legal.

    Args:
      game: the game.
      choice: makes the choice of an action of the deciding team by its name, which may be an illegal one.
      who: key of what is to act; empty: nothing.
      target: key of what was clicked. If it can act itself, it is said what keeps it from that.
      far: what is said if `who` has no action of that target.
    """
    offered = [choice(game, name) for name in game.table.names(game.decider)]
    acts = [each.name for each in offered if each.who == target != ""][:1]
    meant = acts or [each.name for each in offered if (each.who, each.target) == (who, target)]
    if not meant:
        return far if any(each.who == who != "" for each in offered) else ""
    return next(filter(None, (refusal(game, name) for name in meant)), "")


class PageWords(Protocol):
    """How a game is played on a page; a module of the game answers (`Showing.page_words`)."""

    def question(self, game: Game[Any]) -> str:
        """Return what is to be decided, as a question of a few words."""
        ...

    def helping(self, game: Game[Any]) -> str:
        """Return what a button says that lets an agent decide for a person up to the end of the stage."""
        ...

    def choices(self, game: Game[Any]) -> list[Choice]:
        """Return the legal actions as they are offered, in order."""
        ...

    def odds(self, game: Game[Any], action: str) -> Odds:
        """Return the odds of a legal action; the game isn't changed."""
        ...

    def why_not(self, game: Game[Any], who: str, target: str) -> str:
        """Return why a click on `target` means no action now, in a line with the rule's number; empty: unknown.

        Args:
          game: the game.
          who: key of the figure that is to act; empty: none is chosen.
          target: key of what was clicked: a figure or a place.
        """
        ...

    def aim(self, scenario: Any, team: int) -> str:
        """Return in a sentence how a team wins."""
        ...

    def changes(self, scenario: Any) -> str:
        """Return in a sentence or two what of the scenario's rules isn't the usual; empty: nothing is said of it."""
        ...

    def topics(self, scenario: Any) -> Mapping[str, Topic]:
        """Return what the guide explains, by key, in the order of importance."""
        ...

    def rules(self, scenario: Any = None) -> Mapping[str, str]:
        """Return the rules by their numbers, as Markdown; headings of chapters by their letters.

        Of a scenario, a rule also says which of its numbers are others there.
        """
        ...

    def pitch(self) -> str:
        """Return for who has never heard of the game what it is and how it is won: two or three short sentences."""
        ...

    def lesson(self) -> Lesson | None:
        """Return the game to learn by, if there is one."""
        ...

    def primer(self) -> Primer | None:
        """Return the page for those who have never played, if there is one."""
        ...


class PlainPageWords:
    """The legal actions as the game's table declares them, odds by what changes in the position (`PageWords`).

    Attributes:
      PAGE: the file of the rules' page in docs/ (`numbered_rules`); empty: there is none.
      PRIMER: the name of the page for those who have never played, in docs/ (`read_primer`); empty: there is none.
      NOTHING: what an action has come to that changes nothing.
    """

    PAGE = PRIMER = ""
    NOTHING = "nothing"

    def __init__(self, game: GameDefinition[Any]) -> None:
        """Say it of this game."""
        self._game = game

    def question(self, game: Game[Any]) -> str:
        """The kind of decision."""
        return f"{game.decision.capitalize()}?" if game.decision else ""

    def helping(self, game: Game[Any]) -> str:
        """The turn, which is a stage, or what comes before the first one."""
        return "Play this turn for me" if game.turn else "Set up for me"

    def choice(self, game: Game[Any], name: str) -> Choice:
        """An action of the deciding team: what is done with what by whom, as it is declared; else its name alone."""
        table = game.table
        if not isinstance(table, DeclaredNames):
            return Choice(name, name, name)
        kind, who, argument = table.parts(table.index(name, game.decider), game.decider)
        return Choice(name, f"{kind.name.capitalize()} {argument}".strip(), kind.name, argument, who, argument)

    def choices(self, game: Game[Any]) -> list[Choice]:
        """A choice an action."""
        return [self.choice(game, name) for name in game.legal_actions()]

    def came(self, game: Game[Any], result: Result) -> str:
        """What an action has come to: what changes in the position's text."""
        return changes(game.position(), result.position)

    def odds(self, game: Game[Any], action: str) -> Odds:
        """The exact chance of each thing that an action comes to, up to the next decision, the likeliest first."""
        choice = self.choice(game, action)
        of = in_full(choice)
        try:
            results = outcomes(game, action, limit=MOST)
        except ValueError as error:
            return Odds(of, note=str(error))
        chance: dict[str, Fraction] = defaultdict(Fraction)
        for result in results:
            chance[self.came(game, result)] += result.probability
        if not choice.dice and [*chance] == [self.NOTHING]:
            return Odds(of, note=NO_DIE)
        rows = sorted(chance.items(), key=lambda row: (-row[1], row[0]))
        return Odds(of, [(float(share), str(share), words) for words, share in rows[:SHOWN]], further(len(rows)))

    def why_not(self, game: Game[Any], who: str, target: str) -> str:
        """What forbids the action that the click would mean (`wrong_click`)."""
        return wrong_click(game, self.choice, who, target)

    def aim(self, scenario: Any, team: int) -> str:
        """The ending that a game is about."""
        return f"Win by {self._game.goal_ending}."

    def changes(self, scenario: Any) -> str:
        """Nothing."""
        return ""

    def topics(self, scenario: Any) -> Mapping[str, Topic]:
        """None."""
        return {}

    def rules(self, scenario: "Scenario | None" = None) -> Mapping[str, str]:
        """Those of the page; of a scenario, a rule also says what its switches are there, if they aren't the usual."""
        if not self.PAGE:
            return {}
        texts = numbered_rules(self._docs() / self.PAGE)
        return with_notes(texts, _notes(scenario)) if isinstance(scenario, ScenarioModel) else texts

    def pitch(self) -> str:
        """How the first team wins in the default scenario."""
        game = self._game
        return f"You are {game.teams[0].capitalize()}. {self.aim(game.load(game.default_scenario), 0)}"

    def lesson(self) -> Lesson | None:
        """None."""
        return None

    def primer(self) -> Primer | None:
        """The page that is named."""
        return read_primer(self._docs(), self.PRIMER) if self.PRIMER else None

    def _docs(self) -> Path:
        package = Path(import_module(self._game.package).__file__ or "").resolve().parent
        return docs_folder(package, self.PAGE)


def _notes(scenario: ScenarioModel) -> Iterator[tuple[str, str]]:
    for key, value in scenario.model_dump(mode="json").items():
        if getattr(scenario, key) != type(scenario).model_fields[key].default:
            for number in scenario.said_in(key):
                yield number, f"`{key}` {json.dumps(value)}"
