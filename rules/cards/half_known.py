"""Hands of which somebody saw a half of a card: what two records of the same hand say together, and what a discard
leaves. Where more than one reading is possible only what all of them agree on is kept: less is known, nothing is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rules.cards.card import UNKNOWN, could_be

Cards = tuple[int, ...]


def has_halves(cards: Sequence[int]) -> bool:
    """Whether the rank or the suit alone is known of some of the cards."""
    return max(cards, default=0) > UNKNOWN


def both(one: int, other: int) -> int | None:
    """The card that both records may mean, as far as they say it; None where they mean two different cards."""
    return _BOTH.get(frozenset(could_be(one)) & frozenset(could_be(other)))


def told_together(held: Sequence[int], shown: Sequence[int]) -> Cards | None:
    """The knowledge of a hand that is recorded as `held` and as `shown`; None where that can't be one hand."""
    readings = {reading for reading in _readings(tuple(held), tuple(shown)) if _is_a_hand(reading)}
    return _agreed(readings, len(held)) if readings else None


def left_after(held: Sequence[int], discards: Sequence[int]) -> Cards | None:
    """The knowledge of the rest of a hand without these cards; None where it doesn't hold them.

    A discard that nobody saw was one of the cards that nobody saw, as far as there are such.
    """
    alike = Counter({card: count for card, count in (Counter(held) & Counter(discards)).items() if card <= UNKNOWN})
    kept = tuple((Counter(held) - alike).elements())
    readings = set(_rests(kept, tuple((Counter(discards) - alike).elements())))
    readings = readings or set(_rests(tuple(held), tuple(discards)))
    return _agreed(readings, len(held) - len(discards)) if readings else None


def _readings(held: Cards, shown: Cards) -> Iterator[Cards]:
    """The hands that both records may mean, sorted: each card shown is one of those held."""
    if not shown:
        yield held
        return
    first, others = shown[0], shown[1:]
    for card in set(held):
        meant = both(card, first)
        if meant is not None:
            for rest in set(_readings(_less(held, card), others)):
                yield tuple(sorted((meant, *rest)))


def _is_a_hand(cards: Cards) -> bool:
    """Whether no known card is there twice."""
    known = [card for card in cards if card < UNKNOWN]
    return len(set(known)) == len(known)


def _rests(held: Cards, discards: Cards) -> Iterator[Cards]:
    """The hands that may be left without these cards, sorted."""
    if not discards:
        yield tuple(sorted(held))
        return
    for card in set(held):
        if both(card, discards[0]) is not None:
            yield from _rests(_less(held, card), discards[1:])


def _less(cards: Cards, card: int) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _agreed(readings: set[Cards], count: int) -> Cards:
    """The cards that all readings have in common, the rest unknown."""
    common = Counter(next(iter(readings)))
    for reading in readings:
        common &= Counter(reading)
    agreed = sorted(common.elements())
    return (*agreed, *[UNKNOWN] * (count - len(agreed)))


_BOTH: Final = {frozenset(could_be(card)): card for card in range(UNKNOWN + 18)}
"""The card of which exactly these are possible."""
