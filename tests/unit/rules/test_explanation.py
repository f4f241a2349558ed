"""The lines of a settlement are written when somebody reads them; the settlement stays a value all the same."""

import pickle

import pytest

from rules.house.plaque import Plaque
from rules.play import explanation
from rules.play.actions import muck
from rules.play.explanation import Explanation, Step
from rules.play.hand import Hand
from rules.play.settlement import Settlement
from rules.play.transitions import TRANSITIONS
from tests.unit.rules.playing import play, table

PLAQUE = Plaque("holdem", "no_limit", (100, 200))


def all_in() -> Hand:
    """Both all-in, the shorter one at seat 1, so that something comes back, a pot is contested and a hand is read."""
    hand = play(table(PLAQUE, (1_000, 1_500)), "d dh p1 AhAd, d dh p2 KsKd, p2 cbr 15, p1 cc")
    return play(hand, "d db 2c7d9h, d db Js, d db 3s")


def settled() -> Settlement:
    return all_in().settlement()


def refuse_to_cite(code: str, *_: str) -> str:
    raise LookupError(code)


def test_nothing_is_written_until_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explanation, "cite", refuse_to_cite)
    settlement = settled()
    with pytest.raises(LookupError):
        list(settlement.steps)


def test_what_happens_on_the_table_afterwards_changes_nothing() -> None:
    hand = all_in()
    settlement, expected = hand.settlement(), tuple(hand.settlement().steps)
    TRANSITIONS["mk"](hand, muck(1))
    hand.dead_paid[0] += 100
    assert settlement.steps == expected


def test_two_settlements_of_the_same_hand_are_equal_and_hash_alike() -> None:
    assert settled() == settled()
    assert hash(settled().explanation) == hash(settled().explanation)


def test_another_story_makes_another_settlement() -> None:
    told = settled()._replace(explanation=Explanation.of(Step("Another story.", "void", "WSOP 104")))
    assert told != settled()
    assert [step.rule for step in told.steps] == ["void"]


def test_a_settlement_survives_a_pickle() -> None:
    copy = pickle.loads(pickle.dumps(settled()))  # noqa: S301 - our own bytes
    assert copy == settled()
    assert [step.text for step in copy.steps] == [step.text for step in settled().steps]
