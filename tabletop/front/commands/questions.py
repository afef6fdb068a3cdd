"""What a person may ask in a game: the actions and their odds, what the bot would do, the board, the rules."""

import re
import textwrap
from collections.abc import Mapping
from string import digits
from typing import TYPE_CHECKING, Any

from tabletop.front.commands.action_list import ActionList, AnswerError, matching
from tabletop.front.commands.player import Player
from tabletop.front.commands.screen import Screen, terminal_size
from tabletop.play.search_log import ranked, tried_of
from tabletop.show.showing import showing_of

if TYPE_CHECKING:
    from tabletop.play.game import Game

HELP = """You may type:
  a number of the list, or an action's words, shortened as you like: {examples}
  an action keeps its number; Tab ends a word, the arrow keys bring back what you have typed
  {asked:<15} the odds of an action        hint      what the bot would do in your place
  list [WORD]     what you can do, in full     odds [WORD]  the same with the odds of each
  rules [WORD]    rules that name a word       rule NUMBER   a rule's text
  why ACTION      why an action isn't legal    aim       how you win
  auto            {auto}
  save FILE       write the record there too   position  the position as a line of text
  board, help     the board again, this        signs     what the signs on the board mean
  quit            leave; the game is kept
There is no undo: the dice are honest."""
SHOWN = 5  # number of actions tried by a bot that are shown
WIDEST = 110  # of a line of text


def plain(text: str) -> str:
    """Return a sentence or a rule's text without Markdown, in lines that fit the terminal."""
    size = terminal_size()
    width = min(WIDEST, size[0] - 1) if size else WIDEST
    return "\n".join(textwrap.wrap(re.sub(r"[*`]", "", text), width, subsequent_indent="  "))


def command(text: str) -> tuple[str, str]:
    """Return the first word of what was typed, in small letters, and the rest of it."""
    word, _, rest = text.partition(" ")
    return word.lower(), rest.strip()


class Questions:
    """Answers the questions of a person who plays one side of a game; none of them changes the game.

    Args:
      game: the game; the answers are about its position at each call.
      side: the person's team, 0 or 1.
      adviser: plays in the person's place: the bot, on its side, or a stronger one.
      name: who that is, in words.
      screen: draws the board.
      actions: the list of the legal actions.
    """

    def __init__(
        self, game: "Game[Any]", side: int, adviser: Player, name: str, screen: Screen, actions: ActionList
    ) -> None:
        self.game, self.side, self.adviser, self.name = game, side, adviser, name
        self.screen, self.list = screen, actions
        self.definition = game.scenario.game
        self.words = showing_of(self.definition).play_words()

    def answer(self, text: str) -> str | None:
        """Return the answer to what was typed; None: it is no question, so an action is meant.

        Raises:
          AnswerError: one line that says what can be typed.
          IllegalActionError: an action that the rules don't allow; one line that says why.
          AgentError: the adviser's code failed.
        """
        word, rest = command(text)
        if word in ("rule", "rules", "why", "aim"):
            told = self._about_rules(word, rest)
            if told is not None:
                return told
        if text.startswith("?"):
            asked = text[1:].strip()
            return "\n".join(self.words.chances(self.game, self.action(asked))) if asked else self.help()
        if word == "list":
            return self.list.whole(rest)
        if word == "odds":
            return self.list.odds(rest)
        if self.list.is_beginning(text):
            return self.list.whole(text)
        if rest:
            return None
        if word == "undo":
            raise AnswerError("there is no undo: the dice are honest. 'save' keeps the game as it stands")
        answers = {
            "help": self.help,
            "hint": self.hint,
            "board": lambda: self.screen.board(self.game.position()),
            "signs": lambda: showing_of(self.definition).text_signs() or "no sign on this board needs an explanation",
            "position": self.game.position,
        }
        return answers[word]() if word in answers else None

    def action(self, text: str) -> str:
        """Return the legal action that is meant; AnswerError, IllegalActionError."""
        return self._legal(self.list.by_number(int(text)) if text.isdecimal() else text)

    def advice(self) -> str:
        """Return what the adviser would do in the person's place; AgentError: its code failed."""
        return self.game.table.name(self.adviser.answer(), self.side)

    def help(self) -> str:
        """Return what may be typed."""
        words = self.words
        return HELP.format(examples=words.EXAMPLES, asked=f"? {words.ODDS_EXAMPLE}", auto=words.AUTO)

    def hint(self) -> str:
        """Return what the adviser would do in the person's place, and why: what it has tried, or the odds."""
        name = self.advice()
        lines, tried = [f"{self.name} would: {name}"], tried_of(self.adviser.thoughts(), self.game)
        shown = ranked(tried, name)[:SHOWN]
        lines += [
            f"  {'     ' if value is None else f'{value:+.2f}'}  {each.action} ({words})"
            for each, value, words in shown
        ]
        if any(value is not None for _, value, _ in shown):
            lines.append("  (in front the result that it expects: +1 a sure win, 0 an even game, -1 a sure loss)")
        if len(lines) == 1:
            lines += [f"  {line.strip()}" for line in self.words.chances(self.game, name)]
        return "\n".join(lines)

    def _legal(self, text: str) -> str:
        """Return the legal action with these words; AnswerError, IllegalActionError: why it isn't legal."""
        legal = self.game.legal_actions()
        name = matching(text, legal, self.game.table.names(self.side), self.words, self._fault)
        if name not in legal:
            self.game.clone(seed=0).step(name)  # says why not
        return name

    def _fault(self, text: str) -> str:
        try:
            self.game.table.index(self.words.spelled(text), self.side)
        except ValueError as error:
            fault = str(error).rpartition("': ")[2]
            return "" if fault == "unknown" else fault
        return ""

    def _about_rules(self, word: str, rest: str) -> str | None:
        """Return the answer to a question about the rules; None: the game has none."""
        page = showing_of(self.definition).page_words()
        if word == "aim" and not rest:
            scenario = self.game.scenario
            return plain(f"{page.aim(scenario, self.side)} {page.changes(scenario)}".rstrip())
        if word == "why":
            if not rest:
                raise AnswerError("why ACTION: an action follows, such as one of 'list', or one that isn't legal")
            return f"{self.action(rest)} is legal"
        rules = page.rules(self.game.scenario)
        if word in ("rule", "rules") and rules:
            if rest:
                numbers = _numbered(rules, rest.upper()) or _naming(rules, rest)
                lines = [plain(f"{number}: {rules[number]}") for number in numbers]
                return "\n".join(lines) if lines else f"no rule names {rest!r}; 'rules' lists the chapters"
            chapters = _chapters(rules)
            return "\n".join([*(f"{number}: {text}" for number, text in chapters.items()), _examples(chapters)])
        return None


def _chapters(rules: Mapping[str, str]) -> dict[str, str]:
    return {number: text for number, text in rules.items() if number.isalpha() or "," in number}


def _numbered(rules: Mapping[str, str], key: str) -> list[str]:
    """Return a rule by its number, a chapter `SH` with its rules, `SH1` and `SH-LOS1`, or a part of it, `SH-LOS`."""
    if key in rules and key not in _chapters(rules):
        return [key]
    chapter = [title for title in _chapters(rules) if key in title.split(", ")]
    letters = {number: number.rstrip(digits) for number in rules}
    within = [number for number, its in letters.items() if its != number and (its == key or its.startswith(f"{key}-"))]
    return [*chapter, *within]


def _naming(rules: Mapping[str, str], words: str) -> list[str]:
    """Return the numbers of the rules that have these words in them, or longer ones that begin with the last."""
    begins = re.compile(rf"(?<!\w){re.escape(words)}", re.IGNORECASE)
    return [number for number, text in rules.items() if begins.search(text)]


def _examples(chapters: Mapping[str, str]) -> str:
    """Return what can be asked about rules, with examples from the last chapter that has one number."""
    number = next((number for number in reversed(list(chapters)) if number.isalpha()), "")
    if not number:
        return "'rules WORD' finds rules, 'rule NUMBER' prints one"
    word = chapters[number].split()[-1].lower()
    return f"'rules {word}' finds rules, 'rule {number}1' prints one, 'rule {number}' a chapter"
