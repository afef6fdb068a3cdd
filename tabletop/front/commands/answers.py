"""What a player types as an action: its words, each shortened as long as it is unambiguous."""

from collections.abc import Callable, Iterable, Sequence

from tabletop.show.words import PlayWords

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
