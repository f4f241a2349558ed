"""A half-recorded hand: what its pots may have been, what is determined, and which facts contradict each other."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.house.fee_schedule import FeeSchedule
from rules.partial.reconstruct import HandFacts, Reconstruction, SeatFacts, reconstruct
from rules.play.hand import Hand
from rules.play.settlement import Settlement
from rules.table.setup import LIVE_POSTS
from rules.text.amounts import major
from rules.text.violation import Refused, Violation
from tests.unit.rules.strategies import hands_of_every_game

RAKE = FeeSchedule(mode="percent", percent_bp=500, cap=400, unit=50)


@st.composite
def finished(draw: st.DrawFn) -> Hand:
    """A hand of any game, played to its end, in which nobody straddles besides their own blind: no house has that, and
    what they post above the straddle's price nobody has to match."""
    hand = draw(hands_of_every_game(finished=True))
    posts = Counter(post.position for post in hand.setup.posts if post.kind in LIVE_POSTS)
    assume(not posts or max(posts.values()) == 1)
    return hand


def all_facts(hand: Hand, settled: Settlement) -> HandFacts:
    """Everything that there is to know of a finished hand, in the words of the helper."""
    seats = tuple(
        SeatFacts(
            seat=seat,
            before=hand.setup.stacks[player],
            after=settled.finishing_stacks[player],
            paid=hand.paid[player],
            dead=hand.dead_paid[player],
            won=settled.won[player],
            folded=hand.folded[player],
        )
        for player, seat in enumerate(hand.setup.seats)
    )
    return HandFacts(
        seats=seats,
        pot=settled.called_pot,
        fee=hand.setup.plaque.fee,
        rake=settled.rake,
        promo=settled.promo,
        flop_dealt=hand.has_flop(),
        flop_game=hand.sheet.board_cards > 0,
    )


@st.composite
def hidden(draw: st.DrawFn, facts: HandFacts) -> HandFacts:
    """The same hand with some of its facts forgotten; a contribution may be left as “at least”."""
    forgets = st.booleans()
    seats = []
    for seat in facts.seats:
        names = [name for name in ("before", "after", "paid", "won", "folded") if draw(forgets)]
        least = draw(st.integers(0, seat.paid or 0)) if "paid" in names else 0
        seats.append(replace(seat, at_least=least, **dict.fromkeys(names)))
    names = [name for name in ("pot", "fee", "rake", "promo", "flop_dealt") if draw(forgets)]
    return replace(facts, seats=tuple(seats), **dict.fromkeys(names))


def assert_feasible(found: Reconstruction, hand: Hand, settled: Settlement) -> None:
    for player, seat in enumerate(hand.setup.seats):
        assert hand.paid[player] - settled.returned[player] in found.put_in[seat]
        assert settled.won[player] in found.won[seat]
        assert settled.returned[player] in found.returned[seat]
        assert hand.setup.stacks[player] in found.before[seat]
        assert settled.finishing_stacks[player] in found.after[seat]
    assert settled.called_pot in found.pot
    assert settled.rake in found.rake
    assert settled.promo in found.promo


class TestRealHands:
    @given(st.data(), finished())
    def test_the_true_hand_is_always_feasible(self, data: st.DataObject, hand: Hand) -> None:
        settled = hand.settlement()
        found = reconstruct(data.draw(hidden(all_facts(hand, settled))))
        assert_feasible(found, hand, settled)
        if len(found.pots) == len(settled.pots):
            for pot, true in zip(found.pots, settled.pots, strict=True):
                assert true.amount in pot.amount
                assert set(true.eligible) <= set(pot.eligible)
        for place, pot in enumerate(found.pots):
            if len(found.pots) == len(settled.pots) and not settled.pots[place].net:
                continue  # fees left nothing of it: nobody was pushed what somebody won
            winners = {award.seat for award in settled.awards if award.pot == place or len(found.pots) == 1}
            assert set(pot.won_by) <= winners

    @given(finished())
    def test_when_nothing_is_hidden_it_is_determined_and_the_engines(self, hand: Hand) -> None:
        settled = hand.settlement()
        found = reconstruct(all_facts(hand, settled))
        assert found.is_determined
        assert found.missing == ()
        assert [(pot.amount.low, pot.eligible) for pot in found.pots] == [
            (pot.amount, pot.eligible) for pot in settled.pots
        ]
        assert all(pot.amount.is_determined for pot in found.pots)
        assert all(figure.is_determined for figure in (found.pot, found.rake, found.promo))

    @given(finished())
    def test_contributions_and_the_plaque_determine_pots_and_fees(self, hand: Hand) -> None:
        settled, facts = hand.settlement(), all_facts(hand, hand.settlement())
        if not facts.fee:
            facts = replace(facts, fee=FeeSchedule())
        seats = tuple(replace(seat, before=None, after=None, won=None) for seat in facts.seats)
        found = reconstruct(replace(facts, seats=seats, pot=None, rake=None, promo=None))
        assert [(pot.amount.low, pot.amount.high) for pot in found.pots] == [
            (pot.amount, pot.amount) for pot in settled.pots
        ]
        assert (found.rake.low, found.rake.high) == (settled.rake, settled.rake)
        assert (found.promo.low, found.promo.high) == (settled.promo, settled.promo)

    @given(finished())
    def test_stacks_before_and_after_say_who_won_what(self, hand: Hand) -> None:
        settled, facts = hand.settlement(), all_facts(hand, hand.settlement())
        seats = tuple(replace(seat, won=None) for seat in facts.seats)
        found = reconstruct(replace(facts, seats=seats, pot=None, rake=None, promo=None))
        assert tuple(found.won[seat].low for seat in hand.setup.seats) == settled.won
        assert tuple(found.won[seat].high for seat in hand.setup.seats) == settled.won

    @settings(max_examples=50)
    @given(st.data(), finished(), st.integers(1, 400))
    def test_a_chip_too_many_is_refused_when_all_is_known(self, data: st.DataObject, hand: Hand, more: int) -> None:
        facts = all_facts(hand, hand.settlement())
        wrong = data.draw(st.sampled_from(["before", "after", "won"]))
        place = data.draw(st.integers(0, len(facts.seats) - 1))
        seat = facts.seats[place]
        changed = replace(seat, **{wrong: getattr(seat, wrong) + more})
        with pytest.raises(Refused) as caught:
            reconstruct(replace(facts, seats=(*facts.seats[:place], changed, *facts.seats[place + 1 :])))
        assert caught.value.violation.code == "facts_contradict"


def three(first: SeatFacts, second: SeatFacts, third: SeatFacts, **facts: object) -> Reconstruction:
    return reconstruct(HandFacts(seats=(first, second, third), **facts))  # type: ignore[arg-type]  # named by the test


def refused(**facts: object) -> Violation:
    with pytest.raises(Refused) as caught:
        reconstruct(HandFacts(**facts))  # type: ignore[arg-type]  # likewise
    return caught.value.violation


class TestAtTheTable:
    """The facts that a supervisor has after the dealer pushed a pot that somebody disputes."""

    def test_who_stayed_with_chips_has_matched_what_the_other_one_put_in(self) -> None:
        found = three(
            SeatFacts(seat=1, before=20_000, paid=5_000, folded=False),
            SeatFacts(seat=2, before=20_000, folded=False),
            SeatFacts(seat=3, paid=200, folded=True),
        )
        assert found.pots[0].eligible == (1, 2)
        assert (found.put_in[2].low, found.put_in[2].high) == (5_000, 5_000)
        assert found.pot.words(major) == "102"
        assert found.missing[0] == "What seat 1 won isn't known: 0 to 102."

    def test_two_who_stayed_with_chips_have_put_in_the_same(self) -> None:
        found = three(
            SeatFacts(seat=1, before=20_000, after=15_000, folded=False, won=0),
            SeatFacts(seat=2, before=20_000, folded=False, paid=5_000),
            SeatFacts(seat=3, paid=200, folded=True),
            fee=FeeSchedule(),
        )
        assert found.is_determined
        assert (found.put_in[1].low, found.pot.low, found.won[2].low) == (5_000, 10_200, 10_200)
        assert found.pots[0].won_by == (2,)

    def test_what_nothing_limits_stays_without_an_end(self) -> None:
        found = three(SeatFacts(seat=1, paid=5_000), SeatFacts(seat=2, paid=5_000), SeatFacts(seat=3))
        assert (found.pot.high, found.put_in[3].high, found.won[3].high) == (None, None, None)

    def test_a_known_drop_says_how_large_the_pot_may_have_been(self) -> None:
        found = three(SeatFacts(seat=1), SeatFacts(seat=2), SeatFacts(seat=3), fee=RAKE, rake=150, flop_dealt=True)
        assert (found.pot.low, found.pot.high) == (3_000, 3_999)
        assert "plaque" in found.pot.why

    def test_a_folded_blind_above_both_stacks_goes_to_the_larger_one(self) -> None:
        found = three(
            SeatFacts(seat=1, before=100, after=0, paid=100, folded=False),
            SeatFacts(seat=2, before=200, after=600, paid=200, folded=False),
            SeatFacts(seat=3, before=900, after=600, paid=300, folded=True),
        )
        assert (found.won[2].low, found.won[2].high) == (600, 600)

    def test_at_the_cap_the_pot_has_no_upper_end(self) -> None:
        found = three(SeatFacts(seat=1), SeatFacts(seat=2), SeatFacts(seat=3), fee=RAKE, rake=400, flop_dealt=True)
        assert (found.pot.low, found.pot.high) == (8_000, None)
        assert found.pot.words(str) == "at least 8000"

    def test_a_side_pot_is_a_range_where_a_folded_seats_money_is_unknown(self) -> None:
        found = three(
            SeatFacts(seat=1, before=2_000, paid=2_000, folded=False),
            SeatFacts(seat=2, before=9_000, paid=6_000, folded=False),
            SeatFacts(seat=3, before=9_000, paid=6_000, folded=False),
        )
        assert [(pot.amount.low, pot.eligible) for pot in found.pots] == [(6_000, (1, 2, 3)), (8_000, (2, 3))]
        more = reconstruct(
            HandFacts(
                seats=(
                    SeatFacts(seat=1, before=2_000, paid=2_000, folded=False),
                    SeatFacts(seat=2, before=9_000, paid=6_000, folded=False),
                    SeatFacts(seat=3, before=9_000, paid=6_000, folded=False),
                    SeatFacts(seat=4, at_least=500, folded=True),
                )
            )
        )
        assert [(pot.amount.low, pot.amount.high) for pot in more.pots] == [(6_500, 8_000), (8_000, 12_000)]
        assert "What seat 4 put in isn't known: 5 to 60." in more.missing

    def test_dead_money_lies_in_the_main_pot_where_pots_are_ranges_too(self) -> None:
        live = [SeatFacts(seat=seat, before=9_000, paid=6_000, folded=False) for seat in (2, 3)]
        short = SeatFacts(seat=1, before=2_000, paid=2_000, folded=False)
        found = reconstruct(HandFacts(seats=(short, *live, SeatFacts(seat=4, at_least=500, dead=100, folded=True))))
        assert [(pot.amount.low, pot.amount.high) for pot in found.pots] == [(6_600, 8_100), (8_000, 12_000)]

    def test_who_could_only_win_the_main_pot_did_not_win_more(self) -> None:
        why = refused(
            seats=(
                SeatFacts(seat=1, before=2_000, paid=2_000, after=9_000, folded=False),
                SeatFacts(seat=2, before=9_000, paid=6_000, folded=False),
                SeatFacts(seat=3, before=9_000, paid=6_000, folded=False),
            )
        )
        assert why.code == "facts_contradict"
        assert "Seat 1 had 90 after the hand." in why.message

    def test_only_the_facts_that_contradict_are_named(self) -> None:
        why = refused(
            seats=(
                SeatFacts(seat=1, before=10_000, after=12_000, paid=500, folded=True),
                SeatFacts(seat=2, before=10_000, paid=500, folded=False),
                SeatFacts(seat=3, before=10_000, after=9_500, paid=500, folded=True),
            ),
            rake=0,
        )
        assert set(why.allowed["facts"]) == {  # type: ignore[arg-type]  # a list of sentences
            "Seat 1 had 100 before the hand.",
            "Seat 1 had 120 after the hand.",
            "Seat 1 folded.",
        }

    def test_a_pot_that_the_drop_does_not_fit_names_the_plaque(self) -> None:
        why = refused(seats=(SeatFacts(seat=1), SeatFacts(seat=2)), fee=RAKE, rake=150, pot=9_000, flop_dealt=True)
        assert "The plaque says rake 5% to 4" in why.message
        assert "The pots held 90." in why.message

    def test_each_figure_says_why(self) -> None:
        found = three(
            SeatFacts(seat=1, before=20_000, after=15_000, folded=True),
            SeatFacts(seat=2, folded=False),
            SeatFacts(seat=3, paid=200, folded=True),
        )
        assert found.put_in[1].low == found.put_in[1].high == 5_000
        assert "(stack before 200, stack after 150)" in found.put_in[1].why

    def test_a_seat_is_named_once_and_a_hand_has_two(self) -> None:
        with pytest.raises(ValueError, match="once"):
            reconstruct(HandFacts(seats=(SeatFacts(seat=1), SeatFacts(seat=1))))
        assert refused(seats=(SeatFacts(seat=1),)).code == "too_few_players"
