"""Reads poker hand histories (.phh, .phhs) into `PhhHand` values.

The fields and what they may hold are the PHH standard's (https://phh.readthedocs.io). Text is untrusted: it is
bounded before it is parsed, amounts are read as text, and whatever can't be read ends in `Unreadable`.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from rules.phh.blocks import Block, Fields, hand_blocks
from rules.phh.fields import CONVERTERS, kept
from rules.phh.numerals import currency_exponent
from rules.phh.values import PhhHand, Source, Unreadable
from rules.phh.variants import REQUIRED
from rules.text.amounts import HUNDREDTHS, shortened

OWN_NUMBERS: Final = frozenset({"_button", "_rake", "_drop", "_paid", "_pot"})
"""Fields of our own that hold numbers, which are spelt as plainly as the standard's."""
REQUIRED_EVERYWHERE: Final = ("variant", "antes", "starting_stacks", "actions")
_NEEDED: Final[Mapping[object, frozenset[str]]] = {
    variant: frozenset(REQUIRED_EVERYWHERE).union(required) for variant, required in REQUIRED.items()
}
"""The fields without which a hand of each variant can't be read."""
_BUNCH: Final = 16
_PER_PLAYER: Final = ("antes", "blinds_or_straddles", "finishing_stacks", "winnings", "seats", "players", "time_banks")


def read_hands(source: str | Iterable[str], file: str = "") -> Iterator[PhhHand]:
    """The hands of a .phh or .phhs text, in order; `source` may be an open file, then one hand is held at a time.

    Raises Unreadable at the first hand that can't be read. `file` is the name to tell it by.
    """
    for hand in read_each(source, file):
        if isinstance(hand, Unreadable):
            raise hand
        yield hand


def read_hand(text: str, file: str = "") -> PhhHand:
    """The single hand of a text. Raises Unreadable when it can't be read or when there are several."""
    hands = read_hands(text, file)
    hand = next(hands)
    if next(hands, None) is not None:
        raise Unreadable("it holds several hands where one is asked for", file=file)
    return hand


def read_each(source: str | Iterable[str], file: str = "") -> Iterator[PhhHand | Unreadable]:
    """As `read_hands`, but a hand that can't be read is yielded as its Unreadable and the next one is read."""
    if isinstance(source, str):
        return in_bunches(_read_lines(source.split("\n"), file))
    return _read_lines(source, file)


def in_bunches(hands: Iterator[PhhHand | Unreadable]) -> Iterator[PhhHand | Unreadable]:
    """The same hands, of which a few are read before the first of them is played.

    Reading and playing by turns, the processor drops the code of the one for the other: that costs a twentieth of both.
    """
    while bunch := list(islice(hands, _BUNCH)):
        yield from bunch


def _read_lines(lines: Iterable[str], file: str) -> Iterator[PhhHand | Unreadable]:
    try:
        for block in hand_blocks(lines):
            if block.ready is not None and _exponent(block.ready) == HUNDREDTHS:
                yield _read_ready(block.ready, block, file)
            else:
                yield from _read_block(block, file)
    except Unreadable as problem:
        problem.file = file
        yield problem
    except UnicodeDecodeError:
        yield Unreadable("it is not UTF-8 text", file=file)


def _read_block(block: Block, file: str) -> Iterator[PhhHand | Unreadable]:
    try:
        for key, fields in block.hands():
            yield _read_fields(key, fields, block, file)
    except Unreadable as problem:
        yield _placed(problem, block, file)


def _placed(problem: Unreadable, block: Block, file: str) -> Unreadable:
    problem.file, problem.key, problem.line = file, block.key, problem.line or block.line
    return problem


def _exponent(fields: Fields) -> int:
    currency = fields.get("currency")
    return currency_exponent(currency if isinstance(currency, str) else None)


def _read_ready(ready: Fields, block: Block, file: str) -> PhhHand | Unreadable:
    source = Source(file, block.key or "1", block.line)
    try:
        if ready.keys() <= CONVERTERS.keys():
            return _hand(ready, {}, block, source)
        known = {name: value for name, value in ready.items() if name in CONVERTERS}
        extras = {name: kept(value) for name, value in ready.items() if name not in CONVERTERS}
        return _hand(known, extras, block, source)
    except Unreadable as problem:
        return _placed(problem, block, file)


def _read_fields(key: str, fields: Fields, block: Block, file: str) -> PhhHand:
    exponent = _exponent(fields)
    odd_integers = block.scan.odd_integers if block.scan else {}
    known: Fields = {}
    extras: Fields = {}
    for name, value in fields.items():
        converter = CONVERTERS.get(name)
        try:
            if name in odd_integers and (converter or name in OWN_NUMBERS):
                raise ValueError(f"is written {shortened(odd_integers[name])}: write plain digits, as 12 or 12.50")
            if converter is None:
                extras[name] = kept(value)
            else:
                known[name] = converter(value, exponent)
        except ValueError as problem:
            raise Unreadable(f"the field “{shortened(name)}” {problem}", line=block.line_of(name)) from None
    return _hand(known, extras, block, Source(file, key, block.line))


def _hand(known: Fields, extras: Fields, block: Block, source: Source) -> PhhHand:
    _check_whole(known, block)
    known["extras"], known["source"], known["warnings"] = extras, source, _warnings(extras) if extras else ()
    return PhhHand.of(known)


def _warnings(extras: Fields) -> tuple[str, ...]:
    return tuple(f"the field “{name}” is not part of PHH; kept as it is" for name in extras if not name.startswith("_"))


def _check_whole(known: Fields, block: Block) -> None:
    needed = _NEEDED.get(known.get("variant"))
    if needed is None or not needed <= known.keys():
        _require_fields(known)
    players = len(known["starting_stacks"])  # type: ignore[arg-type]  # its converter answers a tuple
    for name in _PER_PLAYER:
        values = known.get(name)
        if isinstance(values, tuple) and len(values) != players:
            reason = f"the field “{name}” has {len(values)} entries for {players} players"
            raise Unreadable(reason, line=block.line_of(name))


def _require_fields(known: Fields) -> None:
    """Refuse (Unreadable) a hand without a field that its variant needs, and name the first."""
    variant = known.get("variant")
    required = REQUIRED.get(variant, ()) if isinstance(variant, str) else ()
    for name in (*REQUIRED_EVERYWHERE, *required):
        if name not in known:
            game = f" a hand of {variant}" if name in required else " a hand"
            raise Unreadable(f"the field “{name}” is missing:{game} can't be read without it")
