"""Writing hand histories: whatever is written is read again as the same hand, by both readers and by plain TOML."""

import tomllib
from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.phh.actions import Notation
from rules.phh.numerals import Numeral
from rules.phh.reader import read_hand, read_hands
from rules.phh.values import PhhHand
from rules.phh.writer import write_hand, write_hands
from rules.play.actions import Action

amounts = st.integers(0, 10**12)
text = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=20)
plain = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs"), exclude_characters="'"), max_size=20)
numerals = st.from_regex(r"-?(0|[1-9][0-9]{0,5})\.[0-9]{1,4}", fullmatch=True).map(Numeral)
cards = st.lists(st.integers(0, 51), unique=True, min_size=1, max_size=5).map(tuple)
positions = st.integers(1, 10)
plain_why = st.just("")
nothing = st.just(())
actions = st.one_of(
    st.tuples(st.sampled_from(["f", "cc", "pb", "st", "mk", "sm", "sd"]), positions, st.just(0), nothing, plain_why),
    st.tuples(st.just("cbr"), positions, amounts, nothing, plain_why),
    st.tuples(st.sampled_from(["sm", "sd", "h", "dh"]), positions, st.just(0), cards, plain_why),
    st.tuples(st.just("db"), st.just(0), st.just(0), cards, plain_why),
).map(Action._make)
notations = st.tuples(st.none() | actions, st.just("") | text.map(str.strip)).map(Notation._make)
values = st.recursive(
    st.integers(-(2**63), 2**63 - 1) | st.booleans() | text | numerals | st.times().map(lambda t: t.replace(fold=0)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def phh_hands(draw: st.DrawFn) -> PhhHand:
    players = draw(st.integers(1, 10))

    def per_player(each: st.SearchStrategy[object]) -> tuple:  # type: ignore[type-arg]
        return tuple(draw(st.lists(each, min_size=players, max_size=players)))

    return PhhHand(
        variant=draw(st.sampled_from(["NT", "PO", "NS", "mystery"])),
        antes=per_player(amounts),
        blinds_or_straddles=per_player(st.integers(-(10**6), 10**6)),
        min_bet=draw(st.integers(1, 10**9)),
        starting_stacks=per_player(st.none() | st.integers(1, 10**12)),
        finishing_stacks=draw(st.none() | st.just(per_player(amounts))),
        winnings=draw(st.none() | st.just(per_player(amounts))),
        actions=tuple(draw(st.lists(notations, max_size=12))),
        ante_trimming_status=draw(st.booleans()),
        currency=draw(st.sampled_from([None, "USD", "JPY", "KWD"])),
        venue=draw(st.none() | text),
        event=draw(st.none() | plain),
        hand=draw(st.none() | text | st.integers(0, 10**12)),
        players=draw(st.none() | st.just(per_player(text))),
        seats=draw(st.none() | st.permutations(range(1, players + 1)).map(tuple)),
        time=draw(st.none() | st.just(time(21, 15))),
        time_banks=draw(st.none() | st.just(per_player(st.integers(0, 99) | numerals))),
        extras=draw(st.dictionaries(text.map("_{}".format), values, max_size=3)),
    )


@given(phh_hands())
def test_what_is_written_is_read_again(hand: PhhHand) -> None:
    assert read_hand(write_hand(hand)) == hand


@given(phh_hands())
def test_what_is_written_is_toml_for_everybody(hand: PhhHand) -> None:
    fields = tomllib.loads(write_hand(hand))
    assert fields["variant"] == hand.variant
    assert len(fields["actions"]) == len(hand.actions)


@given(phh_hands())
def test_the_direct_and_the_general_reader_agree(hand: PhhHand) -> None:
    written = write_hand(hand)
    general = "".join(line.replace(" = ", "  =  ", 1) + "\n" for line in written.removesuffix("\n").split("\n"))
    assert read_hand(general) == read_hand(written)


@given(st.lists(phh_hands(), min_size=1, max_size=4))
def test_many_hands_share_a_file(hands: list[PhhHand]) -> None:
    assert list(read_hands("".join(write_hands(hands)))) == hands


def test_the_regular_form_is_one_field_to_a_line_as_converters_write_it() -> None:
    hand = PhhHand("NT", (0, 0), (20000, None), (Notation(Action("f", 2)),), blinds_or_straddles=(50, 100), min_bet=100)
    assert write_hand(hand) == (
        "variant = 'NT'\nante_trimming_status = false\nantes = [0, 0]\nblinds_or_straddles = [0.50, 1]\n"
        "min_bet = 1\nstarting_stacks = [200, inf]\nactions = ['p2 f']\n"
    )


def test_a_float_has_no_way_into_a_file() -> None:
    with pytest.raises(TypeError, match="no way to write"):
        write_hand(PhhHand("NT", (0,), (1,), (), extras={"_rake": 0.1}))
