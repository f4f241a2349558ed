"""Chips bought in the middle of a hand: in the rack until it is over, then on the stack by themselves, once."""

import pytest

from cage.services import void_buy_in
from config.audit.models import AuditEvent
from games import services
from players.models import Ban, Sitting, Transfer, TransferKind
from players.services import bar_player, leave_seat
from tests.support.desk import key
from tests.support.storm import faults_of_the_books
from tests.support.table import HandTable, open_hand_table

ALL_FOLD = ["f", "f", "f"]


@pytest.fixture
def table(db: None) -> HandTable:
    return open_hand_table(amount=150_00)


def chips(table: HandTable, seat: int) -> tuple[int, int]:
    """The stack and the rack of a seat."""
    sitting = table.sittings[seat]
    return table.desk.stack(sitting), table.desk.rack(sitting.player)


def abandon(table: HandTable) -> None:
    """Deal a hand in which seat 1 buys 40, and give it up."""
    draft = table.deal()
    table.desk.buy_in(table.sittings[1].player, 40_00)
    services.abandon(draft=draft, version=draft.version, reason="dealt by mistake", **table.by())


def test_they_go_on_the_stack_when_the_hand_is_recorded(table: HandTable) -> None:
    draft = table.deal()
    buyer = table.played(draft).setup.seat(3)
    bought = table.desk.buy_in(table.sittings[buyer].player, 40_00)
    assert (chips(table, buyer), bought.sitting) == ((150_00, 40_00), None)
    hand = table.record(table.act(draft, *ALL_FOLD))
    assert chips(table, buyer) == (190_00, 0)
    assert {seat: chips(table, seat)[1] for seat in table.sittings} == dict.fromkeys(table.sittings, 0)
    (row,) = Transfer.objects.filter(kind=TransferKind.ADD_ON)
    assert (row.amount, row.reason, row.by) == (40_00, "bought while a hand was played", table.floor)
    assert row.pk > Transfer.objects.filter(request_key=hand.request_key).latest("pk").pk
    told = AuditEvent.objects.get(verb="player.added_on")
    assert (told.before, told.after) == ({"stack": 150_00}, {"stack": 190_00})
    assert faults_of_the_books() == []


def test_who_lost_all_buys_in_anew(table: HandTable) -> None:
    draft = table.deal()
    loser = table.played(draft).setup.seat(1)
    table.desk.buy_in(table.sittings[loser].player, 50_00)
    draft = table.act(draft, "f", "f", "r 150", "c", "flop Ah7d2c", "turn 9s", "river 3h")
    table.record(table.name(table.name(draft, str(loser), "KcKd"), str(table.played(draft).setup.seat(2)), "AcAd"))
    assert chips(table, loser) == (50_00, 0)
    assert Transfer.objects.latest("pk").kind == TransferKind.BUY_IN


def test_they_go_on_the_stack_when_the_hand_is_given_up(table: HandTable) -> None:
    abandon(table)
    assert chips(table, 1) == (190_00, 0)
    abandon(table)
    assert chips(table, 1) == (230_00, 0)


def test_the_next_hand_asks_for_them_no_more(table: HandTable) -> None:
    abandon(table)
    player = table.sittings[1].player
    table.record(table.act(table.deal(), *ALL_FOLD))
    assert chips(table, 1)[1] == 0
    assert not table.session.chips_wait
    assert Sitting.objects.get(player=player).chips_wait == 0


def test_what_was_taken_back_at_the_window_goes_on_no_stack(table: HandTable) -> None:
    player = table.sittings[1].player
    table.desk.buy_in(player, 100_00, session=table.desk.open_table())  # chips of another game, in the same rack
    draft = table.deal()
    bought = table.desk.buy_in(player, 40_00)
    void_buy_in(bought=bought, reason="wrong name", key=key(), by=table.desk.cashier, at=table.desk.at())
    services.abandon(draft=draft, version=draft.version, reason="dealt by mistake", **table.by())
    assert chips(table, 1) == (150_00, 100_00)


def test_chips_that_left_the_rack_meanwhile_stay_away(table: HandTable) -> None:
    draft = table.deal()
    player = table.sittings[1].player
    table.desk.buy_in(player, 40_00)
    table.desk.cash_out(player, 30_00)
    services.abandon(draft=draft, version=draft.version, reason="dealt by mistake", **table.by())
    assert chips(table, 1) == (160_00, 0)


def test_who_may_play_no_more_keeps_them_in_the_rack(table: HandTable) -> None:
    draft = table.deal()
    player = table.sittings[1].player
    table.desk.buy_in(player, 40_00)
    bar_player(room=table.desk.room, player=player, kind=Ban.Kind.BARRED, reason="cheating", **table.desk.by())
    services.abandon(draft=draft, version=draft.version, reason="dealt by mistake", **table.by())
    assert chips(table, 1) == (150_00, 40_00)
    assert Sitting.objects.get(player=player).chips_wait == 0


def test_they_count_towards_the_maximum_once(table: HandTable) -> None:
    """What a player has in the rack beside them doesn't count: it was bought for another game."""
    player = table.sittings[1].player
    table.desk.buy_in(player, 100_00, session=table.desk.open_table())
    abandon(table)
    assert chips(table, 1) == (190_00, 100_00)
    draft = table.deal()
    assert table.desk.buy_in(player, 110_00)
    services.abandon(draft=draft, version=draft.version, reason="dealt by mistake", **table.by())
    assert chips(table, 1) == (300_00, 100_00)


def test_a_seat_that_was_left_gets_none(table: HandTable) -> None:
    abandon(table)
    sitting = table.sittings[1]
    leave_seat(sitting=sitting, key=key(), **table.by())
    assert table.desk.rack(sitting.player) == 190_00
    table.record(table.act(table.deal(), "f", "f"))
    assert table.desk.rack(sitting.player) == 190_00


def test_a_correction_holds_them_up_like_a_hand(table: HandTable) -> None:
    draft = table.act(table.deal(), *ALL_FOLD)
    seats = [table.played(draft).setup.seat(position) for position in (1, 2)]
    hand = table.record(draft)
    again = services.reopen_hand(hand=hand, reason="the blind lost nothing", key=key(), **table.by())
    table.desk.buy_in(table.sittings[seats[0]].player, 40_00)
    table.desk.buy_in(table.sittings[seats[1]].player, 50_00)
    assert [chips(table, seat)[1] for seat in seats] == [40_00, 50_00]
    table.record(again)
    assert [chips(table, seat) for seat in seats] == [(189_00, 0), (201_00, 0)]
    assert faults_of_the_books() == []
