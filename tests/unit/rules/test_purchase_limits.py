"""One computation says what may be bought: what a refusal states is accepted, and one chip more or less is refused."""

import dataclasses

from hypothesis import given
from hypothesis import strategies as st

from rules.house.buyin import ChipsEvent, purchase_limits, why_not_buy_in
from rules.house.house import LIVE, House
from rules.house.plaque import Plaque

PLAQUE = Plaque(game="holdem", structure="no_limit", blinds=(100, 300), unit=100, buy_in_min=100_00, buy_in_max=500_00)
_chips = st.integers(0, 700_00)
_houses = st.builds(
    lambda rebuy, addon, exempt: LIVE.with_answers(rebuy_min=rebuy, addon_min=addon, transfer_exempt=exempt),
    st.sampled_from(["buyin_min", "any"]),
    st.sampled_from([0, 500]),
    st.sampled_from(["listed", "none"]),
)
_arrivals = st.builds(
    ChipsEvent,
    st.just("buy_in"),
    st.just(0),
    origin=st.sampled_from(["new", "voluntary", "broken_game", "must_move"]),
    stack_in_old_game=st.none() | st.integers(1, 700_00),
    cashed_out=st.none() | _chips,
    cashed_out_minutes_ago=st.sampled_from([5, 59, 60, 200]),
    in_rack=st.integers(0, 300_00),
    bought=st.integers(0, 300_00),
)
_additions = st.builds(
    lambda stack: ChipsEvent("add_on" if stack else "rebuy", 0, stack_before=stack), st.just(0) | st.integers(1, 700_00)
)


@given(_arrivals | _additions, _houses, st.booleans())
def test_what_is_stated_is_accepted_and_one_unit_beyond_is_not(event: ChipsEvent, house: House, capped: bool) -> None:
    plaque = PLAQUE if capped else dataclasses.replace(PLAQUE, buy_in_max=None)
    limits = purchase_limits(event, plaque, house)

    def refused(amount: int) -> bool:
        refusal = why_not_buy_in(dataclasses.replace(event, amount=amount), plaque, house)
        assert refusal is None or refusal.allowed == {"least": limits.least, "most": limits.most}
        return refusal is not None

    if limits.most is not None and limits.least > limits.most:
        assert refused(limits.least)
        assert refused(limits.most)
        return
    assert not refused(limits.least)
    assert limits.least == 0 or refused(limits.least - 1)
    if limits.most is not None:
        assert not refused(limits.most)
        assert refused(limits.most + 1)


def test_a_purchase_in_parts_says_what_is_left() -> None:
    """After 101 were bought for the game the page once said "to 399", and the refusal of 400 "at most 500"."""
    bought = ChipsEvent("buy_in", 400_00, in_rack=101_00, bought=101_00)
    refusal = why_not_buy_in(bought, PLAQUE, LIVE)
    assert refusal
    assert refusal.allowed == {"least": 0, "most": 399_00}
    words = "400 with the 101 that the player has for it is above the table's maximum of 500: at most 399 may be added."
    assert refusal.message == words


def test_what_is_put_down_is_there_to_be_put_down() -> None:
    event = ChipsEvent("add_on", 0, stack_before=100_00, at_hand=50_00)
    assert purchase_limits(event, PLAQUE, LIVE).most == 50_00
