"""From the table to a file and back: a played hand, written and read, is the same hand and settles to the same chip."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.check.checker import check
from rules.house.fee_schedule import CARDROOM_A_STANDARD, FeeSchedule
from rules.house.house import HOUSES, STANDARD, House
from rules.house.house_rules import HOUSE_RULES
from rules.house.plaque import Plaque
from rules.phh.export import from_hand
from rules.phh.reader import read_hand
from rules.phh.setup import to_setup
from rules.phh.values import PhhHand
from rules.phh.writer import write_hand
from rules.play.actions import Action, bet_or_raise_to, check_or_call, deal_board, deal_hole, fold, muck
from rules.play.hand import Hand
from rules.play.legal import Betting, Dealing, Legal, Over
from rules.play.posting import why_not_posts
from rules.table.posts_of_plaque import why_not_other_posts
from rules.table.setup import Setup
from rules.table.straddle import why_not_straddle

WITH_PROMO = FeeSchedule(mode="percent", percent_bp=500, cap=300, promo=100, promo_from=500)
houses = st.sampled_from(
    [*HOUSES.values(), STANDARD.with_answers(raise_cap=None, odd_chip_unit=25, ante_trimming=False)]
)
fees = st.sampled_from([None, CARDROOM_A_STANDARD, WITH_PROMO])
games = st.sampled_from(["holdem", "omaha", "omaha8"])


@st.composite
def plaques(draw: st.DrawFn) -> Plaque:
    structure = draw(st.sampled_from(["no_limit", "pot_limit", "fixed_limit", "spread"]))
    limits: dict[str, dict[str, int]] = {
        "no_limit": {"min_bet": 200},
        "pot_limit": {},
        "fixed_limit": {"small_bet": 200, "big_bet": 400},
        "spread": {"spread_min": 200, "spread_max": 1000},
    }
    blinds = draw(st.sampled_from([(100, 200), (200,), (100, 200, 200), (100, 200, 400)]))
    ante = draw(st.sampled_from([0, 50]))
    return Plaque(
        draw(games), structure, blinds, ante=ante, fee=draw(fees), straddle="utg", unit=1, **limits[structure]
    )


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    seats = draw(st.lists(st.integers(1, 9), min_size=2, max_size=6, unique=True))
    stacks = {seat: draw(st.none() | st.integers(1, 5_000)) for seat in seats}
    extra = draw(st.sampled_from([(), (("post", seats[0], 200),), (("post", seats[0], 200), ("dead", seats[0], 100))]))
    setup = Setup.from_table(
        draw(plaques()),
        draw(houses),
        draw(st.integers(1, 9)),
        stacks,
        small_blind_posted=draw(st.booleans()),
        straddle_seat=draw(st.none() | st.sampled_from(seats)),
        extra=extra,
    )
    assume(why_not_straddle(setup) is None and why_not_posts(setup) is None and why_not_other_posts(setup) is None)
    return setup


@st.composite
def played_hands(draw: st.DrawFn) -> Hand:
    """A hand played at random, to its end or to anywhere before it."""
    hand = Hand(draw(setups()))
    deck = draw(st.permutations(range(52)))
    for _ in range(draw(st.integers(0, 120))):
        legal = hand.legal_actions()
        if isinstance(legal, Over):
            break
        hand.apply(_next(draw, hand, legal, deck))
    if hand.is_complete and len(hand.legal_actions().may_show) > 1 and draw(st.booleans()):
        hand.apply(muck(draw(st.sampled_from(hand.legal_actions().may_show))))
    return hand


def _next(draw: st.DrawFn, hand: Hand, legal: Legal, deck: list[int]) -> Action:
    if isinstance(legal, Dealing):
        dealt = sum(len(action.cards) for action in hand.actions)
        cards = tuple(deck[dealt : dealt + legal.due.cards])
        return deal_hole(legal.due.position, cards) if legal.due.position else deal_board(cards)
    position = legal.position or 0
    choices = [check_or_call(position)] * 3 + [fold(position)]
    if isinstance(legal, Betting) and legal.may_raise:
        least = legal.raising.least
        most = legal.raising.most or 4 * least
        choices.append(bet_or_raise_to(position, draw(st.integers(min(least, most), most))))
    action = draw(st.sampled_from(choices))
    return action if hand.can(action) else check_or_call(position)


def house_rules(house: House) -> dict[str, object]:
    return {name: house.answer_to(name) for name in HOUSE_RULES}


def as_played(setup: Setup) -> tuple[object, ...]:
    """The setup of the hand. Without antes nothing is trimmed, whatever the house would do."""
    rules = house_rules(setup.house)
    if not any(post.kind == "ante" for post in setup.posts):
        del rules["ante_trimming"]
    return setup.plaque, rules, setup.seats, setup.stacks, setup.button, setup.posts


@settings(max_examples=200)
@given(played_hands())
def test_a_written_hand_is_read_as_the_hand_that_was_played(hand: Hand) -> None:
    report = check(read_hand(write_hand(from_hand(hand))))
    assert report.violation is None
    assert report.hand is not None
    assert as_played(report.hand.setup) == as_played(hand.setup)
    assert list(report.hand.actions) == list(hand.actions)
    assert report.missing == hand.missing()
    assert report.settlement == (None if hand.missing() else hand.settlement())
    assert report.agrees


def walk(**fields: object) -> PhhHand:
    setup = Setup.from_table(Plaque("holdem", "no_limit", (100, 200)), STANDARD, 5, {2: 5_000, 5: 5_000, 8: 7_000})
    hand = Hand.replay(setup, [*(deal_hole(position, (52, 52)) for position in (1, 2, 3)), fold(3), fold(1)])
    return from_hand(hand, **fields)  # type: ignore[arg-type]  # the fields that a test names


def test_results_are_stated_of_a_hand_that_is_over() -> None:
    phh = walk()
    assert phh.seats == (8, 2, 5)
    assert phh.finishing_stacks == (6_900, 5_100, 5_000)
    assert phh.winnings == (0, 200, 0)


def test_people_and_places_are_the_callers() -> None:
    phh = walk(
        players=("Ann", "Bo", "Cy"), venue="Cardroom", currency="USD", commentary={3: "a long think"}, extras={"_by": 7}
    )
    assert (phh.players, phh.venue, phh.currency) == (("Ann", "Bo", "Cy"), "Cardroom", "USD")
    assert phh.actions[3].commentary == "a long think"
    assert phh.extras["_by"] == 7
    assert "p3 f # a long think" in write_hand(phh)


def test_what_the_standard_can_say_needs_no_field_of_our_own() -> None:
    assert set(walk().extras) == {"_house", "_plaque"}


def test_heads_up_the_small_blind_is_written_first_though_the_button_posts_it() -> None:
    setup = Setup.from_table(Plaque("holdem", "no_limit", (100, 200)), STANDARD, 5, {2: 5_000, 5: 5_000})
    phh = from_hand(Hand(setup))
    assert phh.blinds_or_straddles == (100, 200)
    assert set(phh.extras) == {"_house", "_plaque"}


def test_the_live_post_of_an_entering_player_is_written_as_a_negative_blind() -> None:
    stacks = {2: 5_000, 5: 5_000, 8: 5_000}
    plaque = Plaque("holdem", "no_limit", (100, 200))
    phh = from_hand(Hand(Setup.from_table(plaque, STANDARD, 5, stacks, extra=[("post", 5, 200)])))
    assert phh.blinds_or_straddles == (100, 200, -200)
    assert set(phh.extras) == {"_house", "_plaque"}


def test_dead_money_has_no_field_in_the_standard_and_is_listed_with_all_posts() -> None:
    stacks = {2: 5_000, 5: 5_000, 8: 5_000}
    plaque = Plaque("holdem", "no_limit", (100, 200))
    setup = Setup.from_table(plaque, STANDARD, 5, stacks, extra=[("post", 5, 200), ("dead", 5, 100)])
    assert from_hand(Hand(setup)).extras["_posts"] == ["p3 dead 1", "p1 sb 1", "p2 bb 2", "p3 post 2"]


@pytest.mark.parametrize("game", ["badugi", "stud"])
def test_the_setup_of_another_game_is_not_taken_for_holdem(game: str) -> None:
    phh = walk(extras={"_plaque": {"game": game, "structure": "fixed_limit"}})
    with pytest.raises(ValueError, match="another game"):
        to_setup(phh)
