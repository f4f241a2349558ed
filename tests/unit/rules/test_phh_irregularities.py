"""What went wrong in a hand, in its file: written beside the standard's actions, and read back as the same hand."""

from dataclasses import replace

import pytest

from rules.check.checker import check
from rules.house.house import STANDARD
from rules.house.plaque import Plaque
from rules.phh.actions import Notation
from rules.phh.export import from_hand
from rules.phh.irregularities import FIELD, actions_of
from rules.phh.reader import read_hand
from rules.phh.setup import stated_house, to_setup
from rules.phh.values import Unreadable
from rules.phh.writer import write_hand
from rules.play.actions import INCIDENTS
from rules.play.hand import Hand
from tests.unit.rules.playing import play, table

LIMIT = Plaque("holdem", "fixed_limit", (200, 400), 400, 800)
DEEP = (20_000,) * 4
DEALT = "d dh p1 ????, d dh p2 ????, d dh p3 ????, d dh p4 ????"
PLAYED = (
    DEALT,
    "d card boxed_card Ah, p3 clock, p3 cbr 7 stands wrong_bet_size, p4 dead fouled_hand, p1 cc, p2 f, p2 showall KhKd",
    "d card burn_card ??, d db 2c3c4c, p1 cbr 4, p3 f",
)


def written(hand: Hand) -> str:
    return write_hand(from_hand(hand))


def test_the_actions_are_those_of_the_standard_and_the_rest_stands_beside_them() -> None:
    phh = from_hand(play(table(LIMIT, DEEP), *PLAYED))
    actions = [notation.action for notation in phh.actions if notation.action]
    assert not any(action.why or action.verb in INCIDENTS for action in actions)
    assert phh.extras[FIELD] == [
        "4 d card boxed_card Ah",
        "4 p3 clock",
        "4 stands wrong_bet_size",
        "5 p4 dead fouled_hand",
        "7 p2 showall KhKd",
        "7 d card burn_card ??",
    ]


def test_what_is_written_is_read_again_as_the_same_hand() -> None:
    hand = play(table(LIMIT, DEEP), *PLAYED)
    phh = read_hand(written(hand))
    again = Hand.replay(to_setup(phh, stated_house(phh) or STANDARD), actions_of(phh))
    assert again.actions == hand.actions
    assert again.settlement().steps == hand.settlement().steps
    assert written(again) == written(hand)


def test_a_misdeal_is_a_file_that_agrees_with_itself() -> None:
    text = written(play(table(LIMIT, DEEP), DEALT, "d void player_left_out"))
    assert "_irregularities = ['4 d void player_left_out']" in text
    report = check(read_hand(text))
    assert (report.complete, report.agrees, report.missing) == (True, True, ())


def test_a_hand_in_which_nothing_went_wrong_has_no_such_field() -> None:
    assert FIELD not in from_hand(play(table(LIMIT, DEEP), DEALT, "p3 f, p4 f, p1 f")).extras


def test_comments_keep_their_actions() -> None:
    phh = from_hand(play(table(LIMIT, DEEP), DEALT, "p3 clock, p3 f"), commentary={5: "at last"})
    assert phh.actions[4].commentary == "at last"


def test_a_refusal_counts_the_entries_of_the_file() -> None:
    phh = from_hand(play(table(LIMIT, DEEP), DEALT, "p3 clock, p3 f, p4 f, p1 f"))
    phh = replace(phh, actions=(Notation(None, "begins"), *phh.actions[:4], *phh.actions[5:]))
    report = check(phh)
    assert report.violation is not None
    assert (report.violation.code, report.violation.index) == ("out_of_turn", 5)


def test_a_file_whose_field_cant_be_read_is_told_with_its_place() -> None:
    text = written(play(table(LIMIT, DEEP), DEALT, "p3 clock, p3 f, p4 f, p1 f")).replace("4 p3 clock", "4 p3 flies")
    with pytest.raises(Unreadable) as caught:
        check(read_hand(text))
    assert (caught.value.key, caught.value.line) == ("1", 1)


@pytest.mark.parametrize(
    "stated",
    [
        "4 p3 clock",
        [4],
        ["p3 clock"],
        ["4 p3 flies"],
        ["99 p3 clock"],
        ["7 stands wrong_bet_size"],
        ["4 p3 showall Xx"],
    ],
)
def test_what_cant_be_read_is_said_with_the_fields_name(stated: object) -> None:
    phh = from_hand(play(table(LIMIT, DEEP), DEALT, "p3 f, p4 f, p1 f"))
    with pytest.raises(Unreadable, match=FIELD):
        list(actions_of(replace(phh, extras={**phh.extras, FIELD: stated})))
