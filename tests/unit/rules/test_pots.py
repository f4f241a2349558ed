"""Pots: layered as a dealer would chip by chip, split to the last chip, and every award says why."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.card import parse_cards
from rules.house.house import HOUSES
from rules.house.rake import CARDROOM_A_STANDARD, PotFee
from rules.play.division import Division, divide
from rules.play.pots import (
    Layers,
    OddChips,
    Pot,
    Showdown,
    award_pots,
    bear_fees,
    layer_pots,
)
from rules.table.button import clockwise

BY_BUTTON = OddChips(unit=1, tie="left_of_button", hilo="left_of_button")


@dataclass(frozen=True)
class Played:
    """A hand as far as the pots see it."""

    contributions: Mapping[int, int]
    folded: frozenset[int]
    dead: int
    high: Mapping[int, int]
    low: Mapping[int, int] | None
    button: int

    def settled(self, odd_chips: OddChips = BY_BUTTON) -> Division:
        order = clockwise(self.contributions, self.button)
        return divide(
            self.contributions,
            folded=self.folded,
            dead=self.dead,
            showdown=Showdown(order, self.high, self.low),
            odd_chips=odd_chips,
            players_dealt=len(self.contributions),
            flop_dealt=True,
        )


@st.composite
def hands(draw: st.DrawFn) -> Played:
    """Two to nine players with small stacks and few ranks, so that all-ins, ties and folds meet often."""
    seats = sorted(draw(st.sets(st.integers(1, 10), min_size=2, max_size=9)))
    contributions = {seat: draw(st.integers(1, 12)) for seat in seats}
    live = draw(st.sets(st.sampled_from(seats), min_size=1))
    high = {seat: draw(st.integers(1, 3)) for seat in live}
    low = draw(st.none() | st.dictionaries(st.sampled_from(sorted(live)), st.integers(1, 2)))
    dead = draw(st.integers(0, 3))
    return Played(contributions, frozenset(seats) - live, dead, high, low, draw(st.integers(1, 10)))


def chip_by_chip(played: Played) -> Layers:
    """Build pots as a dealer does by hand: the first chip of everyone, the second chip of everyone, and so on."""
    live = [seat for seat in sorted(played.contributions) if seat not in played.folded]
    left = dict(played.contributions)
    returned: Counter[int] = Counter()
    while (top := max(live, key=left.__getitem__)) and left[top] > max([left[s] for s in left if s != top], default=0):
        left[top] -= 1
        returned[top] += 1
    pots: dict[tuple[int, ...], int] = {tuple(live): played.dead}
    last = tuple(live)
    for chip in range(max(left.values())):
        last = tuple(seat for seat in live if left[seat] > chip) or last
        pots[last] = pots.get(last, 0) + sum(1 for put_in in left.values() if put_in > chip)
    return Layers(tuple(Pot(amount, eligible) for eligible, amount in pots.items() if amount), dict(returned))


@given(hands())
def test_pots_are_those_that_a_dealer_builds_chip_by_chip(played: Played) -> None:
    assert layer_pots(played.contributions, played.folded, played.dead) == chip_by_chip(played)


@given(hands(), st.sampled_from([1, 2, 5]))
def test_every_chip_comes_out_again(played: Played, unit: int) -> None:
    division = played.settled(OddChips(unit=unit))
    out = sum(division.won().values()) + sum(division.returned.values())
    assert out == sum(played.contributions.values()) + played.dead
    for place, pot in enumerate(division.pots):
        assert sum(award.amount for award in division.awards if award.pot == place) == pot.net
        assert all(award.seat in pot.eligible for award in division.awards if award.pot == place)


@given(hands(), st.permutations(range(1, 11)), st.sampled_from(["high", "left_of_button"]))
def test_the_numbers_of_the_seats_change_nothing(played: Played, numbers: list[int], hilo: str) -> None:
    """Only the order of the seats counts, not what they are called."""
    order = clockwise(played.contributions, played.button)
    renamed = {seat: 20 + numbers[seat - 1] for seat in order}
    layers = layer_pots(played.contributions, played.folded, played.dead)
    pots = tuple(Pot(pot.amount, tuple(renamed[seat] for seat in pot.eligible)) for pot in layers.pots)
    low = None if played.low is None else {renamed[seat]: strength for seat, strength in played.low.items()}
    high = {renamed[seat]: strength for seat, strength in played.high.items()}
    odd_chips = OddChips(hilo=hilo)
    ours = award_pots(layers.pots, Showdown(order, played.high, played.low), odd_chips)
    theirs = award_pots(pots, Showdown(tuple(renamed[seat] for seat in order), high, low), odd_chips)
    assert [(a.pot, a.half, renamed[a.seat], a.amount) for a in ours] == [
        (a.pot, a.half, a.seat, a.amount) for a in theirs
    ]


@given(hands())
def test_more_chips_never_win_less_of_the_same_pots(played: Played) -> None:
    """Of two equal hands the deeper one wins a share of every pot of the other; only odd chips differ."""
    division = played.settled()
    wins = {seat: Counter[int]() for seat in played.contributions}
    for award in division.awards:
        wins[award.seat][award.pot] += award.amount
    low = played.low or {}
    for deep in played.high:
        for short in played.high:
            same = played.high[deep] == played.high[short] and low.get(deep) == low.get(short)
            if same and played.contributions[deep] >= played.contributions[short]:
                assert all(wins[deep][pot] >= amount - 2 for pot, amount in wins[short].items())


@given(hands(), st.sampled_from([1, 2, 5]))
def test_tied_winners_are_at_most_one_chip_apart(played: Played, unit: int) -> None:
    awards = played.settled(OddChips(unit=unit)).awards
    for place in {award.pot for award in awards}:
        for half in ("whole", "high", "low"):
            amounts = [award.amount for award in awards if (award.pot, award.half) == (place, half)]
            assert max(amounts, default=0) - min(amounts, default=0) <= unit


def test_the_order_of_play_ends_at_the_button() -> None:
    assert clockwise([1, 3, 5, 8], button=5) == (8, 1, 3, 5)
    assert clockwise([1, 3, 5, 8], button=4) == (5, 8, 1, 3)


def test_a_hand_without_players_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one player"):
        layer_pots({1: 50, 2: 50}, folded={1, 2})


def test_a_contested_pot_without_a_shown_hand_is_refused() -> None:
    with pytest.raises(ValueError, match="Nobody has shown a hand for the pot"):
        award_pots([Pot(100, (1, 2))], Showdown((1, 2)), OddChips())


def whys(pots: list[Pot], showdown: Showdown, odd_chips: OddChips) -> list[tuple[int, int, str, str]]:
    return [(a.seat, a.amount, a.why, a.citation) for a in award_pots(pots, showdown, odd_chips)]


def test_an_award_says_why() -> None:
    showdown = Showdown((2, 4, 1), high={1: 5, 2: 9, 4: 5}, said={("high", 2): "Flush, A-9-4-3-2"})
    pots = [Pot(90, (1, 2, 4)), Pot(40, (1, 4)), Pot(7, (4,))]
    assert whys(pots, showdown, OddChips(unit=25)) == [
        (2, 90, "Seat 2 wins the main pot with Flush, A-9-4-3-2.", "WSOP 139-145"),
        (
            4,
            25,
            "Seat 4 ties for side pot 1 with seat 1. Seat 4 gets an odd chip: it is nearer to the left of the button.",
            "WSOP 149 · 001:L103-104 · 004:L100",
        ),
        (1, 15, "Seat 1 ties for side pot 1 with seat 4.", "WSOP 149"),
        (4, 7, "Seat 4 takes side pot 2: nobody else is left in it.", "000:L17 · WSOP 139-141"),
    ]


def test_a_split_pot_says_which_half_got_the_odd_chip() -> None:
    showdown = Showdown((5, 2), high={2: 2, 5: 1}, low={5: 1})
    odd_chips = OddChips.of(HOUSES["cardroom_b"], unit=1)
    assert whys([Pot(81, (2, 5))], showdown, odd_chips) == [
        (2, 40, "Seat 2 wins the high half of the pot.", "WSOP 139-145"),
        (
            5,
            41,
            "Seat 5 wins the low half of the pot. The odd chip between the halves goes to the low half, "
            "whose winner is first left of the button.",
            "WSOP 139-145 · 003:L240-241",
        ),
    ]
    (high, low) = award_pots([Pot(81, (2, 5))], showdown, OddChips(hilo="high"))
    assert (high.amount, low.amount) == (41, 40)
    assert high.why.endswith("goes to the high half, the house's rule.")


def test_a_scoop_and_identical_hands_are_told_apart() -> None:
    (scoop,) = award_pots([Pot(81, (2, 5))], Showdown((2, 5), {2: 2, 5: 1}, {2: 3}), OddChips())
    assert (scoop.why, scoop.half) == ("Seat 2 scoops the pot.", "whole")
    awards = award_pots([Pot(81, (2, 5))], Showdown((2, 5), {2: 2, 5: 2}, {2: 3, 5: 3}), OddChips())
    assert [award.amount for award in awards] == [41, 40]
    assert "the same both ways, so it is split once" in awards[0].why


def test_an_odd_chip_goes_by_suit_where_the_house_says_so() -> None:
    heart, spade = parse_cards("KhKs")
    showdown = Showdown((2, 5), {2: 7, 5: 7}, high_card={2: heart, 5: spade})
    awards = award_pots([Pot(61, (2, 5))], showdown, OddChips(tie="high_card_suit"))
    assert [(award.seat, award.amount, award.odd_chip) for award in awards] == [(5, 31, 1), (2, 30, 0)]
    assert "it has the higher card, by rank and then by suit" in awards[0].why


def test_a_pot_that_the_fees_eat_up_awards_nothing() -> None:
    pots = bear_fees([Pot(1, (2, 5)), Pot(1, (2,))], [PotFee(rake=1), PotFee(promo=1)])
    assert award_pots(pots, Showdown((2, 5), {2: 1, 5: 1}), OddChips()) == ()


def test_the_houses_own_chip_goes_before_the_plaques() -> None:
    assert OddChips.of(HOUSES["columbus"], unit=25).unit == 100
    assert OddChips.of(HOUSES["live"], unit=25).unit == 25
    assert OddChips.of(HOUSES["columbus"], unit=25).hilo_citation == "001:L167-168"


def test_a_settlement_takes_the_fees_out_before_it_splits() -> None:
    played = {1: 4_000, 2: 4_000, 3: 9_000}
    division = divide(
        played,
        showdown=Showdown((2, 3, 1), {1: 1, 2: 1, 3: 0}),
        odd_chips=OddChips(unit=100),
        schedule=CARDROOM_A_STANDARD,
        players_dealt=3,
        flop_dealt=True,
    )
    assert division.pots == (Pot(12_000, (1, 2, 3), rake=300),)
    assert division.returned == {3: 5_000}
    assert division.won() == {1: 5_800, 2: 5_900}
