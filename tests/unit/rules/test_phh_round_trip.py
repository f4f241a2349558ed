"""A hand of any game, written and read, is the hand that was played, whatever of it was known; other readers of the
format read what it can say."""

import warnings
from dataclasses import replace

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.check.checker import check
from rules.house.house import HOUSES, STANDARD, House
from rules.house.house_rules import HOUSE_RULES
from rules.house.plaque import Kill
from rules.house.variants import SHEETS
from rules.phh.export import from_hand
from rules.phh.reader import read_hand
from rules.phh.values import PhhHand
from rules.phh.variants import CODES, VARIANTS
from rules.phh.writer import write_hand
from rules.play.hand import Hand
from rules.table.button import clockwise
from rules.table.setup import PostKind, Setup
from tests.unit.rules.forgetting import half_remembered
from tests.unit.rules.strategies import EVERY_GAME, RAKE, Choose, a_plaque, play_out, rolling

POKERKIT = ("FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")
"""The codes that PokerKit 0.7.7 knows."""
_DRAWS = ("N2L1D", "F2L3D", "FB")
"""Games in which PokerKit deals replacements only after all discards, where we deal them at once."""


def a_house(choose: Choose) -> House:
    house = HOUSES[sorted(HOUSES)[choose(len(HOUSES))]]
    return (house, house, STANDARD.with_answers(raise_cap=None, odd_chip_unit=25, ante_trimming=bool(choose(2))))[
        choose(3)
    ]


def a_table(choose: Choose, game: str, structure: str) -> Setup:
    """A table with everything that a plaque and a table may have: ante, kill, straddle, dead blinds, unknown stacks."""
    house = a_house(choose)
    plaque = a_plaque(game, structure, ante=(0, 0, 50)[choose(3)], fee=(None, RAKE)[choose(2)])  # type: ignore[arg-type]  # of EVERY_GAME
    plaque = replace(plaque, unit=(1, 50)[choose(2)], buy_in_min=2_000, buy_in_max=20_000, helpline="1-800-BETS-OFF")
    if structure == "spread" and not plaque.sheet.sets_its_stakes and choose(2):
        rounds = enumerate(plaque.sheet.streets, 1)
        ranges = tuple((100 * number, 300 * number) for number, _ in rounds)
        plaque = replace(plaque, spread_min=None, spread_max=None, ranges=ranges)
    seats = sorted({1 + choose(9) for _ in range(6)} | {3, 7})
    blinds = plaque.sheet.has_button
    killed = blinds and structure == "fixed_limit" and choose(2) == 0
    if killed:
        plaque = replace(plaque, kill=Kill(("half", "full")[choose(2)], 5_000))  # type: ignore[arg-type]  # one of the two
    button, small_blind = 1 + choose(9) if blinds else seats[-1], choose(4) > 0
    order = clockwise(seats, button)
    straddle = _straddler(choose, order, button, 1 + small_blind)
    straddles = blinds and not killed and len(seats) > 4 and choose(4) == 0
    if straddles:
        plaque = replace(plaque, straddle="button" if straddle == button else "utg")
    entering: list[tuple[PostKind, int, int]] = [("post", order[-1], 200), ("dead", order[-1], 100)]
    return Setup.from_table(
        plaque,
        house,
        button,
        {seat: None if choose(5) == 0 else 300 + 50 * choose(60) for seat in seats},
        small_blind_posted=small_blind,
        straddle_seat=straddle if straddles else None,
        extra=entering if blinds and len(seats) > 2 and choose(3) == 0 else (),
        killer=(None, seats[1], seats[1], 10)[choose(4)] if killed else None,
    )


def _straddler(choose: Choose, order: tuple[int, ...], button: int, blinds: int) -> int:
    """The straddler: left of the blinds, or on the button unless that is dead."""
    under_the_gun = order[blinds % len(order)]
    return (under_the_gun, button if button in order else under_the_gun)[choose(2)]


@st.composite
def played(draw: st.DrawFn) -> Hand:
    """A hand of any game at such a table, at any point of it; often some of its cards weren't recorded."""
    choose = rolling(draw(st.integers(0, 2**32)))
    setup = a_table(choose, *draw(st.sampled_from(EVERY_GAME)))
    hand = play_out(setup, choose, at_most=draw(st.sampled_from([0, 10, 30, 500])))
    return Hand.replay(setup, half_remembered(hand, choose, one_in=4)) if choose(2) else hand


def facts(setup: Setup) -> tuple[object, ...]:
    """Everything that a setup says of a hand. Without antes nothing is trimmed, whatever the house would do."""
    rules = {name: setup.house.answer_to(name) for name in HOUSE_RULES}
    if not any(post.kind == "ante" for post in setup.posts):
        del rules["ante_trimming"]
    return replace(setup, house=STANDARD), rules


@given(played())
def test_a_file_is_read_as_the_value_that_was_written(hand: Hand) -> None:
    phh = from_hand(hand)
    assert read_hand(write_hand(phh)) == phh


@given(played())
def test_a_hand_is_read_as_it_was_played_and_settles_alike(hand: Hand) -> None:
    report = check(read_hand(write_hand(from_hand(hand))))
    assert report.violation is None
    assert report.hand is not None
    assert facts(report.hand.setup) == facts(hand.setup)
    assert report.hand.actions == hand.actions
    assert report.missing == hand.missing()
    assert report.settlement == (None if hand.missing() else hand.settlement())
    assert report.agrees


@given(played())
def test_writing_what_was_read_gives_the_same_text(hand: Hand) -> None:
    text = write_hand(from_hand(hand))
    report = check(read_hand(text))
    assert report.hand is not None
    assert write_hand(from_hand(report.hand)) == text


class TestVariants:
    def test_every_code_of_the_format_is_a_game_that_is_played(self) -> None:
        assert set(POKERKIT) <= VARIANTS.keys()
        assert all(SHEETS[game].is_played for game, _ in VARIANTS.values())

    def test_every_game_at_every_structure_has_a_code_of_its_own(self) -> None:
        assert set(CODES) == set(EVERY_GAME)
        assert len(VARIANTS) == len(EVERY_GAME)

    @pytest.mark.parametrize("code", sorted(VARIANTS))
    @pytest.mark.parametrize("seed", range(3))
    def test_a_hand_of_every_code_is_read_as_it_was_played(self, code: str, seed: int) -> None:
        choose = rolling(seed)
        hand = play_out(a_table(choose, *VARIANTS[code]), choose)
        report = check(read_hand(write_hand(from_hand(hand))))
        assert report.settlement == hand.settlement()
        assert report.phh.variant == code


class TestOtherReaders:
    @pytest.mark.parametrize("code", POKERKIT)
    @pytest.mark.parametrize("seed", range(4))
    def test_pokerkit_reads_what_the_standard_can_say(self, code: str, seed: int) -> None:
        phh = from_hand(standard_hand(code, seed), players=("Ann", "Bo", "Cy"), venue="Cardroom", year=2024)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # it tells of every field that begins with “_”
            theirs = pokerkit.HandHistory.loads(write_hand(phh))
        assert theirs.variant == code
        assert [int(stack * 100) for stack in theirs.starting_stacks] == list(phh.starting_stacks)
        assert len(theirs.actions) == len(phh.actions)
        assert theirs.players == ["Ann", "Bo", "Cy"]
        assert theirs.user_defined_fields["_house"] == phh.extras["_house"]

    @pytest.mark.parametrize("code", [code for code in POKERKIT if code not in _DRAWS])
    def test_pokerkit_plays_the_written_actions(self, code: str) -> None:
        phh = from_hand(standard_hand(code, 1))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            *_, last = pokerkit.HandHistory.loads(write_hand(phh))
        assert sum(last.stacks) + last.total_pot_amount == sum(stack or 0 for stack in phh.starting_stacks) / 100


def standard_hand(code: str, seed: int) -> Hand:
    """A hand of three deep players by the standard rules; what makes PokerKit differ is played elsewhere."""
    game, structure = VARIANTS[code]
    plaque = a_plaque(game, structure, ante=0 if SHEETS[game].has_button else 50)
    setup = Setup.from_table(plaque, STANDARD, 7, {2: 50_000, 5: 50_000, 7: 50_000})
    return play_out(setup, rolling(seed))


def test_fields_of_others_are_kept_as_they_are() -> None:
    phh = from_hand(
        standard_hand("NT", 1), extras={"_dealer": {"badge": "D-17", "pushes": [1, 2]}, "_note": "half-seen"}
    )
    assert read_hand(write_hand(phh)).extras == phh.extras


def test_both_values_name_the_same_hand_in_another_currency() -> None:
    for currency in ("JPY", "KWD"):
        phh: PhhHand = from_hand(standard_hand("FT", 2), currency=currency)
        assert read_hand(write_hand(phh)) == phh
        assert check(read_hand(write_hand(phh))).agrees
