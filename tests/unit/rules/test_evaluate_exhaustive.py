"""Every five-card hand there is, and every badugi, against a slow reading that can be checked by eye.

With PROOFS=whole all 2,598,960 hands of five cards are read and counted against the known tables; without it every
tenth of them is read, and nothing is counted. Cards ascend in a combination, so that the ranks of a hand do too.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from math import comb
from typing import NamedTuple

import pytest

from rules.cards import evaluate
from tests.support.proofs import WHOLE

ACE, LOW_ACE = 12, -1
Ranks = tuple[int, ...]
Key = tuple[object, ...]
"""How good a hand is, so that the better one is greater."""

CATEGORIES = ["high card", "pair", "two pair", "trips", "straight", "flush", "full house", "quads", "straight flush"]
SHAPES = {
    (1, 1, 1, 1, 1): "high card",
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two pair",
    (3, 1, 1): "trips",
    (3, 2): "full house",
    (4, 1): "quads",
}


def read(ranks: Ranks, suited: bool, straights: Sequence[Ranks]) -> tuple[str, Ranks]:
    """The category of five cards and the ranks that decide, most frequent first."""
    counts = Counter(ranks)
    deciding = tuple(sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True))
    if tuple(ranks) in straights:
        return "straight flush" if suited else "straight", (straights.index(tuple(ranks)),)
    return "flush" if suited else SHAPES[tuple(sorted(counts.values(), reverse=True))], deciding


def runs(lowest: int) -> list[Ranks]:
    """The straights of a deck from the lowest up; the first is the one in which the ace is low."""
    wheel = (*range(lowest, lowest + 4), ACE)
    return [wheel, *(tuple(range(bottom, bottom + 5)) for bottom in range(lowest, 9))]


WITH_WHEEL, SHORT, ACE_HIGH = runs(0), runs(4), runs(0)[1:]
FLUSH_OVER_FULL_HOUSE = [*CATEGORIES[:5], "full house", "flush", *CATEGORIES[7:]]


def best_high(ranks: Ranks, suited: bool) -> Key:
    category, deciding = read(ranks, suited, WITH_WHEEL)
    return CATEGORIES.index(category), deciding


def best_short(ranks: Ranks, suited: bool) -> Key:
    category, deciding = read(ranks, suited, SHORT)
    return FLUSH_OVER_FULL_HOUSE.index(category), deciding


def worst_high(ranks: Ranks, suited: bool) -> Key:
    """Deuce-to-seven: the ace is high only."""
    category, deciding = read(ranks, suited, ACE_HIGH)
    return -CATEGORIES.index(category), tuple(-rank for rank in deciding)


def lowest(ranks: Ranks, _: bool) -> Key:
    """Ace-to-five: neither straights nor flushes, the ace low."""
    low = tuple(LOW_ACE if rank == ACE else rank for rank in ranks)
    category, deciding = read(low, suited=False, straights=())
    return -CATEGORIES.index(category), tuple(-rank for rank in deciding)


def lowest_eight(ranks: Ranks, suited: bool) -> Key:
    """Eight or better: five different ranks up to the eight, or nothing."""
    low = {LOW_ACE if rank == ACE else rank for rank in ranks}
    return (1, *lowest(ranks, suited)) if len(low) == 5 and max(low) <= 6 else (0,)


def every(deck: range, size: int) -> Iterator[tuple[int, ...]]:
    """Every hand, or every tenth."""
    return islice(combinations(deck, size), 0, None, 1 if WHOLE else 10)


def strengths(
    evaluator: Callable[[Sequence[int]], int], deck: range = range(52)
) -> tuple[dict[tuple[Ranks, bool], int], Counter[tuple[Ranks, bool]]]:
    """The strength of each kind of hand, ranks and whether it is suited, which all hands of the kind must share."""
    found: dict[tuple[Ranks, bool], int] = {}
    counts: Counter[tuple[Ranks, bool]] = Counter()
    for cards in every(deck, 5):
        a, b, c, d, e = cards
        suited = not ((a ^ b) & 3 or (a ^ c) & 3 or (a ^ d) & 3 or (a ^ e) & 3)
        kind = (a >> 2, b >> 2, c >> 2, d >> 2, e >> 2), suited
        strength = evaluator(cards)
        assert found.setdefault(kind, strength) == strength, cards
        counts[kind] += 1
    return found, counts


def require_same_order(found: dict[tuple[Ranks, bool], int], key: Callable[[Ranks, bool], Key]) -> int:
    """The evaluator's strengths rise with the key, and are equal where it is; returns how many there are."""
    by_key: dict[Key, set[int]] = {}
    for kind, strength in found.items():
        by_key.setdefault(key(*kind), set()).add(strength)
    ordered = [by_key[value] for value in sorted(by_key)]  # type: ignore[type-var]  # keys of one reading compare
    assert all(len(same) == 1 for same in ordered)
    values = [strength for same in ordered for strength in same]
    assert values == sorted(set(values))
    return len(values)


def counted(counts: Counter[tuple[Ranks, bool]], category: Callable[[Ranks, bool], str]) -> dict[str, int]:
    tally: Counter[str] = Counter()
    for kind, count in counts.items():
        tally[category(*kind)] += count
    return dict(tally)


def table(*counts: int) -> dict[str, int]:
    """How many hands there are of each category, from high card to straight flush."""
    return {category: count for category, count in zip(CATEGORIES, counts, strict=True) if count}


class Order(NamedTuple):
    """An evaluator, and what is known of its order: how many hands of each category, how many different ones."""

    evaluator: Callable[[Sequence[int]], int]
    key: Callable[[Ranks, bool], Key]
    category: Callable[[Ranks, bool], str]
    table: dict[str, int]
    different: int
    deck: range = range(52)


ORDERS = {
    "high": Order(
        evaluate.high,
        best_high,
        lambda ranks, suited: read(ranks, suited, WITH_WHEEL)[0],
        table(1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40),
        7_462,
    ),
    "short deck": Order(
        evaluate.high_short_deck,
        best_short,
        lambda ranks, suited: read(ranks, suited, SHORT)[0],
        table(122_400, 193_536, 36_288, 16_128, 6_120, 480, 1_728, 288, 24),
        1_404,
        range(16, 52),
    ),
    "deuce to seven": Order(
        evaluate.deuce_seven,
        worst_high,
        lambda ranks, suited: read(ranks, suited, ACE_HIGH)[0],
        table(1_303_560, 1_098_240, 123_552, 54_912, 9_180, 5_112, 3_744, 624, 36),
        7_462,
    ),
    "ace to five": Order(
        evaluate.ace_to_five,
        lowest,
        lambda ranks, _: read(ranks, suited=False, straights=())[0],
        table(1_317_888, 1_098_240, 123_552, 54_912, 0, 0, 3_744, 624, 0),
        6_175,
    ),
    "eight or better": Order(
        evaluate.low8,
        lowest_eight,
        lambda ranks, suited: "low" if lowest_eight(ranks, suited)[0] else "no low",
        {"low": 57_344, "no low": 2_541_616},
        57,
    ),
}


@pytest.mark.parametrize("name", ORDERS)
def test_all_hands_of_five_cards_are_ordered_as_read_by_eye_with_ci_a_tenth_without(name: str) -> None:
    order = ORDERS[name]
    found, counts = strengths(order.evaluator, order.deck)
    kinds = require_same_order(found, order.key)
    if WHOLE:
        assert kinds == order.different
        assert counted(counts, order.category) == order.table
        assert counts.total() == comb(len(order.deck), 5)


def test_all_categories_are_named_as_read_by_eye() -> None:
    names = dict(zip(CATEGORIES, CATEGORY_NAMES, strict=True))
    for cards in islice(combinations(range(52), 5), 0, None, 101):
        ranks, suited = tuple(card >> 2 for card in cards), len({card & 3 for card in cards}) == 1
        category, deciding = read(ranks, suited, WITH_WHEEL)
        royal = category == "straight flush" and deciding == (9,)
        assert evaluate.high_category(evaluate.high(cards)) == ("royal_flush" if royal else names[category])


CATEGORY_NAMES = (
    *("high_card", "one_pair", "two_pair", "three_of_a_kind", "straight"),
    *("flush", "full_house", "four_of_a_kind", "straight_flush"),
)


def best_badugi(cards: Sequence[int]) -> Key:
    """The most cards of different ranks and suits, and of those the lowest from the top."""
    for size in (4, 3, 2, 1):
        sets = [chosen for chosen in combinations(cards, size) if is_badugi(chosen)]
        if sets:
            return size, max(sorted(-((card // 4 + 1) % 13) for card in chosen) for chosen in sets)
    raise AssertionError("a single card is a badugi of one")


def is_badugi(cards: Sequence[int]) -> bool:
    return len({card // 4 for card in cards}) == len({card % 4 for card in cards}) == len(cards)


def test_all_badugi_hands_are_ordered_as_read_by_eye_with_ci_a_tenth_without() -> None:
    by_key: dict[str, set[int]] = {}
    keys: dict[str, Key] = {}
    sizes: Counter[object] = Counter()
    for cards in every(range(52), 4):
        key = best_badugi(cards)
        keys[str(key)] = key
        by_key.setdefault(str(key), set()).add(evaluate.badugi(cards))
        sizes[key[0]] += 1
    values = [strength for text in sorted(by_key, key=keys.__getitem__) for strength in by_key[text]]  # type: ignore[arg-type]
    assert values == sorted(set(values))
    if WHOLE:
        assert sizes == {4: 17_160, 3: 154_440, 2: 96_252, 1: 2_873}
        assert len(values) == comb(13, 4) + comb(13, 3) + comb(13, 2) + 13
