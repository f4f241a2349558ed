"""One entry of a hand history's `actions`: an action, a comment, or both."""

from collections.abc import Callable, Collection
from functools import cache, lru_cache, partial
from itertools import repeat
from typing import Final, NamedTuple

from rules.play.actions import Action, parse_action, print_action
from rules.text.amounts import AmountError, major_text, minor_units, shortened


class Notation(NamedTuple):
    """An action with the words written after its “#”. An entry without an action (PHH: no-op) has None."""

    action: Action | None
    commentary: str = ""


def parse_notation(text: str, exponent: int = 2) -> Notation:
    """The meaning of an entry such as "p3 cbr 225 # Dwan" says; amounts become minor units of `exponent` decimals.

    Raises MalformedAction, with a sentence, for what is no action.
    """
    return _reader(exponent)(text) if len(text) < _SHORT else _parse(text, _bets_of(exponent))


def parse_notations(texts: Collection[str], exponent: int) -> tuple[Notation, ...]:
    """The meaning of the entries of a whole hand; as `parse_notation`."""
    if max(map(len, texts), default=0) < _SHORT:
        return tuple(map(_reader(exponent), texts))
    return tuple(map(parse_notation, texts, repeat(exponent)))


def _parse(text: str, bet: Callable[[str], int]) -> Notation:
    action = parse_action(text, bet)
    return Notation(action, text.partition("#")[2].strip() if "#" in text else "")


_SHORT: Final = 40


@cache
def _reader(exponent: int) -> Callable[[str], Notation]:
    """The reader of short entries in a currency of so many decimals.

    It remembers them: the same few actions make up every night. Long comments would fill the memory.
    """
    bet = _bets_of(exponent)

    @lru_cache(maxsize=16384)
    def read(text: str) -> Notation:
        return _parse(text, bet)

    return read


@cache
def _bets_of(exponent: int) -> Callable[[str], int]:
    """The reader of bets in a currency of so many decimals."""
    return partial(_bet, exponent=exponent)


def _bet(text: str, exponent: int) -> int:
    if text.startswith("-"):
        raise AmountError(f"is {shortened(text)}: nobody bets less than nothing")
    return minor_units(text, exponent)


def print_notation(notation: Notation, exponent: int = 2) -> str:
    """The entry's text; parsing it gives the same notation."""
    action, commentary = notation
    words = [print_action(action, partial(major_text, exponent=exponent))] if action else []
    return " ".join([*words, f"# {commentary}"] if commentary else words)
