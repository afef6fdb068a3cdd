"""The prompt: earlier answers by the arrow keys, and Tab for the words of actions, if the terminal supports it."""

import sys
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

WORDS = (
    *("aim", "auto", "board", "help", "hint", "list", "odds", "position", "quit"),
    *("rule", "rules", "save", "signs", "why"),
)  # what may be typed besides actions


def completions(line: str, legal: Sequence[str], left_out: AbstractSet[str] = frozenset()) -> list[str]:
    """Return the possible last words of a line, in order, if the words before it are the beginning of an action.

    Args:
      line: what has been typed so far; a `?` or a word that an action can follow may precede the action.
      legal: names of the legal actions.
      left_out: first words of actions, lower case, that need not be typed.
    """
    words = line.removeprefix("?").split(" ")
    while words and not words[0] and len(words) > 1:
        words.pop(0)
    begin, last = [word.lower() for word in words[:-1]], words[-1].lower()
    choices: list[str] = []
    if not begin and not line.startswith("?"):
        choices += WORDS
    if begin and begin[0] in ("list", "odds", "why"):
        begin = begin[1:]
    for name in legal:
        parts = name.split(" ")
        forms = [parts, parts[1:]] if parts[0].lower() in left_out else [parts]
        for form in forms:
            if [word.lower() for word in form[: len(begin)]] == begin and len(form) > len(begin):
                choices.append(form[len(begin)])
    return [word for word in dict.fromkeys(choices) if word.lower().startswith(last)]


class Prompt:
    """Asks at the terminal; it uses `readline` if that is available."""

    def __init__(self, left_out: AbstractSet[str] = frozenset()) -> None:
        """See `completions`."""
        self._left_out = left_out
        self._legal: Sequence[str] = ()
        self._readline = _readline()
        if self._readline:
            self._readline.set_completer_delims(" ?")
            self._readline.set_completer(self._complete)
            self._readline.parse_and_bind("bind ^I rl_complete" if _is_libedit(self._readline) else "tab: complete")

    def ask(self, legal: Sequence[str]) -> str:
        """Return what is typed; EOFError, KeyboardInterrupt."""
        self._legal = legal
        return input("> ").strip()

    def _complete(self, text: str, number: int) -> str | None:
        assert self._readline
        line = self._readline.get_line_buffer()[: self._readline.get_endidx()]
        choices = completions(line, self._legal, self._left_out)
        return f"{choices[number]} " if number < len(choices) else None


def _readline() -> Any:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        import readline
    except ImportError:  # Windows
        return None
    return readline


def _is_libedit(module: Any) -> bool:
    return "libedit" in (module.__doc__ or "")
