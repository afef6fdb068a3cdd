"""The legal actions in a terminal: what a player types as one, shortened; the list below the board, with odds."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tabletop.front.commands.screen import Screen, terminal_size
from tabletop.show.odds import NO_DIE
from tabletop.show.showing import showing_of
from tabletop.show.words import PlayWords

if TYPE_CHECKING:
    from tabletop.play.game import Game

SHOWN = 6


class AnswerError(ValueError):
    """The typed text can't be understood; one line says what can be typed."""


def matching(
    text: str, legal: Sequence[str], every: Sequence[str], words_of: PlayWords, fault_of: Callable[[str], str]
) -> str:
    """Return the action meant by `r3 m ne`, `c4` or `done`: a legal one if any fits, otherwise one of all actions.

    Args:
      text: what was typed.
      legal: names of the legal actions.
      every: names of all actions of the team.
      words_of: how the game's actions are typed.
      fault_of: returns what is wrong with words that are no action; empty: nothing more is known.

    Raises:
      AnswerError: no action fits, or several do.
    """
    words = text.lower().split()
    if not words:
        raise AnswerError("type a number or an action's words; 'help' says what else")
    for names in (legal, every):
        candidates = fitting(words, names, words_of)
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            more = ", …" if len(candidates) > SHOWN else ""
            raise AnswerError(f"{text!r} could be {', '.join(candidates[:SHOWN])}{more}")
    if fault := fault_of(text):
        raise AnswerError(f"{text!r}: {fault}; 'help' says what can be typed")
    examples = ", ".join(dict.fromkeys((legal[0], legal[len(legal) // 2], legal[-1])))
    raise AnswerError(f"{text!r} is no action: type a number of the list or words like {examples}; 'help' says more")


def fitting(words: list[str], names: Iterable[str], words_of: PlayWords) -> list[str]:
    """Return the names that the words may shorten; some first words may be left out; exact matches take precedence."""
    loose: list[str] = []
    exact: list[str] = []
    for name in names:
        parts = name.lower().split()
        forms = [parts, parts[1:]] if parts[0] in words_of.LEFT_OUT else [parts]
        for form in forms:
            if len(words) <= len(form) and all(_fits(w, p, words_of) for w, p in zip(words, form, strict=False)):
                # `charge` and `stand down` are complete; `move` alone lacks a direction.
                (exact if words == form else loose).append(name)
                break
    return exact or loose


def _fits(word: str, part: str, words_of: PlayWords) -> bool:
    # R1 isn't short for R10, nor a1 for a10, nor N for a direction that only begins with it.
    if part[-1].isdecimal() or part in words_of.NEVER_SHORTENED:
        return word == part
    return part.startswith(word)


FOREMOST = 3  # results shown per action if all actions have odds


class ActionList:
    """The list of one game's legal actions.

    Args:
      game: the game; the list is of its position at each call.
      screen: draws its board.
    """

    def __init__(self, game: "Game[Any]", screen: Screen) -> None:
        self._game, self._screen = game, screen
        self._words = showing_of(game.scenario.game).play_words()
        self._page = showing_of(game.scenario.game).page_words()

    def table(self, due: bool) -> str:
        """Return the board and the list: in a terminal, in forms small enough that both are visible at the prompt.

        Elsewhere the whole list, below the whole board if it is `due`, otherwise below the position in one line.
        """
        game, size = self._game, terminal_size()
        lists = self._forms(game.legal_actions())
        if size is None:
            head = (
                self._screen.board(game.position())
                if due
                else showing_of(game.scenario.game).summary(game.scenario, game.games)
            )
            return f"\n{head}\n{lists[0]}" if due else f"{head}\n{lists[0]}"
        for form in lists:
            below = form.count("\n") + 2  # the list and the prompt
            board = self._screen.board(game.position(), below)
            if board.count("\n") + below <= size[1]:
                break
        return f"{board}{form}"

    def whole(self, text: str = "") -> str:
        """Return all legal actions, or those that begin with these words, shortened or not; AnswerError: none does."""
        return self._forms(self._beginning(text))[0]

    def is_beginning(self, word: str) -> bool:
        """Whether several legal actions begin with this word."""
        names = self._game.legal_actions()
        return " " not in word and sum(name.lower().startswith(f"{word.lower()} ") for name in names) > 1

    def odds(self, text: str = "") -> str:
        """Return a line per action of `whole`: what becomes of its target, then the likeliest results; AnswerError."""
        game = self._game
        choices = {choice.name: choice for choice in self._page.choices(game)}
        lines = []
        for name, number in self._words.numbered(game.scenario, game.games, self._beginning(text)).items():
            odds = self._page.odds(game, name) if choices[name].dice else None
            rows = odds.rows if odds else ()
            result_texts = [f"{chance:.1%} {what}" for chance, _, what in _foremost(rows, choices[name].target)]
            why = odds.note if odds and odds.note != NO_DIE else "no dice"
            lines.append(f"  {number:>4} {name:<17} {' · '.join(result_texts) or why}")
        return "\n".join(lines)

    def by_number(self, number: int) -> str:
        """Return the legal action with this number, otherwise the only other one that has it; AnswerError."""
        game = self._game
        for names in (game.legal_actions(), game.table.names(game.decider)):
            numbers = self._words.numbered(game.scenario, game.games, names)
            named = [name for name, own in numbers.items() if own == number]
            if len(named) == 1:
                return named[0]
        raise AnswerError(f"{number}: no action that is legal now has this number ('list' shows them)")

    def _forms(self, legal: list[str]) -> list[str]:
        size = terminal_size()
        return self._words.listed(self._game.scenario, self._game.games, legal, size[0] if size else 0)

    def _beginning(self, text: str) -> list[str]:
        legal, words = self._game.legal_actions(), text.lower().split()
        if names := fitting(words, legal, self._words):
            return names
        # What can be typed: the next word after those that do fit.
        fits = next(count for count in reversed(range(len(words))) if fitting(words[:count], legal, self._words))
        same = fitting(words[:fits], legal, self._words)
        is_word = len(words) == 1 and fitting(words, self._game.table.names(self._game.decider), self._words)
        if is_word and (why := self._page.why_not(self._game, "", text.upper())):
            raise AnswerError(f"nothing that begins with {text!r} is legal now: {why}")
        begins = (" ".join(name.split()[: fits + 1]) for name in same)
        raise AnswerError(
            f"no action that is legal now begins with {text!r}, but with {', '.join(dict.fromkeys(begins))}"
        )


def _foremost(rows: Sequence[tuple[float, str, str]], target: str) -> list[tuple[float, str, str]]:
    """Some rows of odds: what most likely becomes of the target, which the action is for, then the likeliest."""
    by_chance = sorted(rows, key=lambda row: -row[0])
    aimed = [row for row in by_chance if target and row[2].partition(" ")[0] == target][:1]
    return [*aimed, *(row for row in by_chance if row not in aimed)][:FOREMOST]
