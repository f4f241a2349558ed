"""A mis-keyed hand is entered anew as the next version; the first one's money goes back and both are kept."""

import pytest

from config.audit.books import audit
from config.errors import DomainError
from games import services
from games.models import Hand, HandDraft
from players.models import AccountKind, Transfer
from tests.support.desk import key
from tests.support.table import HandTable


def faults() -> list[tuple[str, tuple[str, ...]]]:
    return [(finding.check.title, finding.faults) for finding in audit() if not finding.holds]


def played(table: HandTable) -> Hand:
    """Seat 4's raise wins the blinds and a call on the flop."""
    return table.record(table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "f"))


def reopen(table: HandTable, hand: Hand, reason: str = "the winner was the other seat") -> HandDraft:
    return services.reopen_hand(hand=hand, reason=reason, key=key(), **table.by())


def test_a_corrected_hand_pays_as_if_it_had_been_right_at_once(table: HandTable) -> None:
    hand = played(table)
    draft = reopen(table, hand)
    assert draft.number == hand.number
    draft = services.undo(draft=draft, version=draft.version, **table.by())
    draft = services.undo(draft=draft, version=draft.version, **table.by())
    draft = table.act(draft, "c", "r 60", "f")
    again = table.record(draft)
    assert (again.version, again.supersedes, again.reason) == (2, hand, draft.reason)
    loser, winner = (again.seats.get(position=position).seat for position in (3, 4))
    assert table.stack(loser) == 180_00
    assert table.stack(winner) == 200_00 + 24_00 - again.rake_taken
    assert table.on_table() == 800_00
    assert table.desk.held(AccountKind.POT) == 0
    assert table.session.hands_recorded == 1


def test_the_difference_is_booked_and_nothing_where_nothing_differs(table: HandTable) -> None:
    """The booking needs no more chips of anybody than the correction takes."""
    hand = played(table)
    again = table.record(reopen(table, hand))
    assert not Transfer.objects.filter(hand_id=again.pk).exists()
    draft = reopen(table, again)
    third = table.record(draft, rake=table.played(draft).settlement().rake - 1_00)
    moved = Transfer.objects.filter(hand_id=third.pk)
    assert [(row.kind, row.amount) for row in moved] == [("correction", 1_00)] * 2
    assert faults() == []


def test_the_books_hold_after_a_correction(table: HandTable) -> None:
    table.record(reopen(table, played(table)))
    assert faults() == []


def test_only_the_newest_version_may_be_corrected(table: HandTable) -> None:
    hand = played(table)
    table.record(reopen(table, hand))
    with pytest.raises(DomainError) as raised:
        reopen(table, hand)
    assert raised.value.code == "already_superseded"


def test_an_abandoned_correction_leaves_the_hand_as_it_was(table: HandTable) -> None:
    hand = played(table)
    stacks = table.stacks()
    draft = reopen(table, hand)
    services.abandon(draft=draft, version=draft.version, **table.by())
    assert table.stacks() == stacks
    assert Hand.objects.count() == 1
    assert not table.session.hand_open


def test_a_tick_is_not_corrected_on_the_console(table: HandTable) -> None:
    with pytest.raises(DomainError) as raised:
        reopen(table, table.tick())
    assert raised.value.code == "not_a_full_hand"


def correct(table: HandTable, tick: Hand, **facts: object) -> Hand:
    given = {"tick": tick, "rake_taken": 1_00, "reason": "mis-keyed", "key": key()} | facts
    return services.supersede_tick(**given, **table.by())  # type: ignore[arg-type]


def test_who_won_a_quick_hand_had_sat_there_however_often_it_is_corrected(table: HandTable) -> None:
    tick = table.tick(3_00, pot=40_00, winners=[1])
    table.desk.leave(table.sittings[1])
    again = correct(table, tick, pot=30_00, winners=[1])
    assert correct(table, again, pot=20_00, winners=[1]).winners == [1]


def test_a_quick_hand_that_is_corrected_leaves_button_and_blinds_where_they_were(table: HandTable) -> None:
    """The big blind has left: the small one is dead in the next hand, as the hand before has it."""
    tick = table.tick(3_00)
    assert tick.places
    table.desk.leave(table.sittings[tick.places["bb"]])
    places = table.suggested().places
    assert places
    assert not places.sb_posted
    correct(table, tick)
    assert (table.suggested().places, table.session.hands_recorded) == (places, 1)
