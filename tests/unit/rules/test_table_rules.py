"""Around the hand: button and blinds over many hands, missed blinds, substantial action, chips on and off the table."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.card import parse_cards
from rules.house.buyin import ChipsEvent, why_not_buy_in
from rules.house.house import HOUSES, House
from rules.house.plaque import Plaque
from rules.house.plaque_check import BuyInLimits, buy_in_limits
from rules.play.substantial import is_substantial
from rules.table.button import (
    BlindAmounts,
    Places,
    blind_amounts,
    dealt_in,
    draw_for_button,
    first_places,
    missed_posts,
    next_places,
    places_after,
)
from rules.table.setup import Setup

LIVE, ONLINE = HOUSES["live"], HOUSES["cardroom_a"]
PLAQUE = Plaque(game="holdem", structure="no_limit", blinds=(100, 200), buy_in_min=10_000, buy_in_max=30_000)
HOUSE_RULES = st.sampled_from([LIVE, ONLINE, LIVE.with_answers(button_move="counterclockwise")])
TABLES = st.lists(st.sets(st.integers(1, 9), min_size=2, max_size=9), min_size=2, max_size=12)


class TestButtonOfStud:
    """A game without blinds whose house moves a button: 003:L46."""

    B = HOUSES["cardroom_b"]

    def test_it_goes_to_the_next_player_and_nobody_waits_for_it(self) -> None:
        places = first_places((2, 4, 7), 4, self.B, blinds=False)
        assert (places, places.has_blinds) == (Places(4, 0, 0, sb_posted=False), False)
        assert places_after(places, (2, 4, 7), self.B, blinds=False).button == 7
        assert places_after(places, (2, 4, 5), self.B, blinds=False).button == 5
        assert places_after(places, (1, 2), self.B, blinds=False).button == 1
        assert dealt_in(places, (2, 4, 5, 7)) == (2, 4, 5, 7)

    def test_it_goes_the_way_of_the_house(self) -> None:
        places, other = Places(4, 0, 0, sb_posted=False), self.B.with_answers(button_move="counterclockwise")
        assert places_after(places, (2, 4, 7), other, blinds=False).button == 2

    def test_a_game_with_blinds_goes_on_from_it_and_it_from_them(self) -> None:
        blinds = places_after(Places(4, 0, 0, sb_posted=False), (2, 4, 7), self.B, blinds=True)
        assert blinds == Places(button=7, sb=2, bb=4)
        assert places_after(blinds, (2, 4, 7), self.B, blinds=False) == Places(2, 0, 0, sb_posted=False)

    @pytest.mark.parametrize(("house", "seats"), [("cardroom_b", (3, 1, 2)), ("live", (1, 2, 3))])
    def test_seats_count_from_its_left(self, house: str, seats: tuple[int, ...]) -> None:
        plaque = Plaque("stud", "fixed_limit", small_bet=400, big_bet=800, ante=100, bring_in=200)
        setup = Setup.from_table(plaque, HOUSES[house], 2, dict.fromkeys((1, 2, 3), 10_000))
        assert (setup.seats, setup.has_button) == (seats, house == "cardroom_b")


class TestButton:
    @given(TABLES, HOUSE_RULES)
    def test_the_big_blind_is_always_paid_by_somebody_there(self, tables: list[set[int]], house: House) -> None:
        places = first_places(tables[0], min(tables[0]), house)
        for active in tables[1:]:
            places = next_places(places, active, house)
            assert places.bb in active
            assert places.bb != places.sb
            assert (places.sb in active) or not places.sb_posted
            assert places.dead_button == (places.button not in active)

    @given(st.sets(st.integers(1, 9), min_size=3, max_size=9), HOUSE_RULES)
    def test_among_the_same_players_everyone_has_the_big_blind_once_in_a_round(
        self, active: set[int], house: House
    ) -> None:
        places, paid = first_places(active, min(active), house), []
        for _ in active:
            paid.append(places.bb)
            places = next_places(places, active, house)
        assert sorted(paid) == sorted(active)

    @given(TABLES)
    def test_under_the_dead_button_nobody_has_the_big_blind_twice_running(self, tables: list[set[int]]) -> None:
        places = first_places(tables[0], min(tables[0]), LIVE)
        for active in tables[1:]:
            before, places = places, next_places(places, active, LIVE)
            assert places.bb != before.bb

    @given(TABLES, HOUSE_RULES)
    def test_the_setup_posts_what_the_places_say(self, tables: list[set[int]], house: House) -> None:
        places = first_places(tables[0], min(tables[0]), house)
        for active in tables[1:]:
            places = next_places(places, active, house)
            stacks = dict.fromkeys(dealt_in(places, active), 5_000)
            setup = Setup.from_table(PLAQUE, house, places.button, stacks, small_blind_posted=places.sb_posted)
            posted = {post.kind: setup.seat(post.position) for post in setup.posts}
            assert posted == {"bb": places.bb} | ({"sb": places.sb} if places.sb_posted else {})

    def test_two_become_three(self) -> None:
        assert next_places(Places(3, 3, 1), {1, 2, 3}, LIVE) == Places(3, 1, 2)

    def test_the_first_blinds_are_left_of_the_button(self) -> None:
        assert first_places({2, 5, 9}, 5, LIVE) == Places(5, 9, 2)
        assert first_places({2, 5}, 5, LIVE) == Places(5, 5, 2)
        assert first_places({2, 5}, 5, LIVE.with_answers(heads_up_blinds="left_small")) == Places(5, 2, 5)

    def test_who_joins_two_players_between_button_and_big_blind_has_the_button(self) -> None:
        assert next_places(Places(1, 1, 3), {1, 2, 3}, LIVE) == Places(2, 3, 1)

    def test_who_comes_in_between_the_button_and_the_big_blind_waits(self) -> None:
        assert dealt_in(Places(2, 5, 7), {1, 2, 3, 5, 6, 7, 8}) == (1, 2, 5, 7, 8)
        assert dealt_in(Places(8, 1, 3, sb_posted=False), {2, 3, 8, 9}) == (3, 8)

    def test_where_too_many_changed_the_button_is_right_before_the_small_blind(self) -> None:
        assert next_places(Places(1, 2, 6), {3, 4, 6}, LIVE) == Places(4, 6, 3)
        assert next_places(Places(5, 6, 2, sb_posted=False), {1, 2, 5}, LIVE) == Places(1, 2, 5)
        assert next_places(Places(4, 5, 3), {1, 3, 5}, LIVE) == Places(1, 3, 5)

    def test_one_player_has_no_next_hand(self) -> None:
        with pytest.raises(ValueError, match="two players"):
            next_places(Places(1, 2, 3), {4}, LIVE)

    def test_the_high_card_draws_the_button(self) -> None:
        kings = {seat: parse_cards(card)[0] for seat, card in {1: "Kd", 2: "Kh", 3: "2s"}.items()}
        assert draw_for_button(kings) == 2


class TestBlinds:
    def test_half_and_equal(self) -> None:
        assert blind_amounts(500) == BlindAmounts(250, 500)
        assert blind_amounts(200, small_blind="equal") == BlindAmounts(200, 200)
        assert blind_amounts(10_000, ante="half_small_blind") == BlindAmounts(5_000, 10_000, 2_500)

    def test_no_coin_is_cut(self) -> None:
        with pytest.raises(ValueError, match="on the plaque"):
            blind_amounts(5)

    def test_missed_blinds_big_live_small_dead(self) -> None:
        blinds = BlindAmounts(100, 200)
        assert missed_posts("both", blinds) == (("post", 200), ("dead", 100))
        assert missed_posts("big", blinds) == (("post", 200),)
        assert missed_posts("small", blinds) == (("dead", 100),)


class TestSubstantialAction:
    def test_houses_differ_on_fold_and_call(self) -> None:
        actions = [(4, "fold"), (5, "call")]
        assert not is_substantial(actions, LIVE)
        assert is_substantial(actions, LIVE.with_answers(substantial_action="tda"))
        assert not is_substantial([(4, "fold"), (5, "fold")], LIVE.with_answers(substantial_action="tda"))

    def test_a_player_counts_once(self) -> None:
        assert not is_substantial([(4, "bet"), (4, "raise"), (4, "call")], LIVE)

    def test_a_word_that_is_no_action(self) -> None:
        with pytest.raises(ValueError, match="shuffle"):
            is_substantial([(4, "shuffle")], LIVE)


def asked(house: House = LIVE, plaque: Plaque = PLAQUE, **event: object) -> str | None:
    """The code of the refusal; None when the desk accepts."""
    refused = why_not_buy_in(ChipsEvent(**{"kind": "buy_in", **event}), plaque, house)  # type: ignore[arg-type]  # facts by name
    return refused.code if refused else None


class TestBuyIns:
    def test_the_range_of_the_plaque(self) -> None:
        assert [asked(amount=amount) for amount in (9_999, 10_000, 30_000, 30_001)] == [
            "short_buy", None, None, "above_max_buyin",
        ]  # fmt: skip

    def test_a_refusal_says_what_would_do(self) -> None:
        refused = why_not_buy_in(ChipsEvent("buy_in", 5_000), PLAQUE, LIVE)
        assert refused is not None
        assert refused.message == "50 is a short buy: at this table it is at least 100."
        assert refused.allowed == {"least": 10_000, "most": 30_000}
        assert refused.citation == "004:L48"

    def test_an_add_on_is_free_up_to_the_maximum(self) -> None:
        assert asked(kind="add_on", amount=100, stack_before=29_900) is None
        assert asked(kind="add_on", amount=101, stack_before=29_900) == "above_max_buyin"
        assert asked(LIVE.with_answers(addon_min=500), kind="add_on", amount=499, stack_before=5_000) == "short_buy"

    def test_a_house_may_let_re_buys_be_small(self) -> None:
        assert asked(kind="rebuy", amount=500) == "short_buy"
        assert asked(HOUSES["solaire"], kind="rebuy", amount=500) is None

    def test_in_the_middle_of_a_hand_only_who_is_not_in_it_adds(self) -> None:
        assert asked(kind="rebuy", amount=10_000, hand_in_progress=True, dealt_in=True) == "mid_hand"
        assert asked(amount=10_000, hand_in_progress=True) is None

    def test_the_houses_own_transfers_are_exempt_unless_it_says_otherwise(self) -> None:
        for origin in ("broken_game", "limit_changed", "related"):
            assert asked(amount=500, origin=origin) is None
            assert asked(LIVE.with_answers(transfer_exempt="none"), amount=500, origin=origin) == "short_buy"

    def test_who_returns_within_the_hour_may_bring_more_than_the_maximum(self) -> None:
        returned = {"cashed_out": 40_000, "cashed_out_minutes_ago": 59}
        assert asked(amount=40_000, **returned) is None
        assert asked(amount=39_999, **returned) == "going_south"
        assert asked(amount=40_001, **returned) == "above_max_buyin"
        assert asked(amount=10_000, cashed_out=40_000, cashed_out_minutes_ago=60) is None
        assert asked(LIVE.with_answers(return_window_minutes=None), amount=10_000, **returned) is None

    def test_chips_leave_with_the_player_or_as_incidentals(self) -> None:
        assert asked(kind="remove", amount=100, stack_before=400) == "chips_removed"
        assert asked(kind="remove", amount=400, stack_before=400, leaving=True) is None
        assert asked(kind="remove", amount=5, stack_before=400, incidental=True) is None
        assert asked(kind="remove", amount=400, stack_before=400, incidental=True) == "chips_removed"
        assert asked(HOUSES["solaire"], kind="remove", amount=5, stack_before=400, incidental=True) == "chips_removed"

    def test_incidentals_are_little_at_a_sitting_and_on_a_day(self) -> None:
        takes = {"kind": "remove", "stack_before": 400_00, "incidental": True}
        assert asked(amount=20_00, **takes) is None
        assert asked(amount=20_01, **takes) == "above_incidentals"
        assert asked(amount=5_00, taken_at_sitting=15_00, taken_on_day=15_00, **takes) is None
        assert asked(amount=5_01, taken_at_sitting=15_00, taken_on_day=15_00, **takes) == "above_incidentals"
        assert asked(amount=5_00, taken_on_day=35_00, **takes) is None
        assert asked(amount=5_01, taken_on_day=35_00, **takes) == "above_incidentals"
        assert asked(LIVE.with_answers(incidentals_a_sitting=None), amount=40_00, **takes) is None

    def test_what_is_posted_for_one_of_them_holds_for_both(self) -> None:
        takes = {"kind": "remove", "stack_before": 400_00, "incidental": True}
        of_day, of_sitting = LIVE.with_answers(incidentals_a_sitting=None), LIVE.with_answers(incidentals_a_day=None)
        assert asked(of_day, amount=40_01, **takes) == "above_incidentals"
        assert asked(of_day, amount=5_00, taken_on_day=36_00, **takes) == "above_incidentals"
        assert asked(of_sitting, amount=20_00, **takes) is None
        assert asked(of_sitting, amount=1_00, taken_on_day=20_00, **takes) == "above_incidentals", "sits down again"

    def test_where_none_is_posted_nothing_leaves(self) -> None:
        house = LIVE.with_answers(incidentals_a_sitting=None, incidentals_a_day=None)
        event = ChipsEvent("remove", 1, stack_before=400_00, incidental=True)
        refused = why_not_buy_in(event, PLAQUE, house)
        assert refused is not None
        assert (refused.code, refused.allowed) == ("above_incidentals", {"amount": 0})
        assert "posts no amount" in refused.message

    @pytest.mark.parametrize("house", HOUSES.values(), ids=list(HOUSES))
    def test_every_house_posts_how_little_incidentals_are(self, house: House) -> None:
        takes = {"kind": "remove", "stack_before": 400_00, "incidental": True}
        if not house.answers.incidentals_allowed:
            assert asked(house, amount=1, **takes) == "chips_removed"
            return
        assert asked(house, amount=20_00, **takes) is None
        assert asked(house, amount=20_01, **takes) == "above_incidentals"
        assert asked(house, amount=20_00, taken_on_day=20_01, **takes) == "above_incidentals"

    def test_ten_times_the_lower_limit_whatever_the_plaque_says(self) -> None:
        plaque = Plaque("holdem", "fixed_limit", (150, 300), 300, 600, buy_in_min=100, buy_in_max=5_000)
        assert buy_in_limits(plaque, HOUSES["cardroom_b"]) == BuyInLimits(3_000, None)
        assert buy_in_limits(plaque, LIVE) == BuyInLimits(100, 5_000)
        assert buy_in_limits(dataclasses.replace(plaque, buy_in_max=None), LIVE).most is None
