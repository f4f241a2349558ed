"""The chips of the house: received and destroyed by their pieces, before two, each with a slip of its own number."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from cage import services as cage
from cage.checks.chips import issued_without_pieces
from cage.counted import spread
from cage.models import ChipSet, ChipSlip
from cage.selectors.chip_sets import issued, retired, set_rows, sets_on
from config.audit.books import audit
from config.audit.models import AuditEvent
from players.ledger import house_account
from players.models import Account, AccountKind, MoneyAct
from tests.support.desk import Desk, key, open_desk, person
from tests.support.refusals import refused


def the_books_hold() -> None:
    assert [fault for finding in audit() if not finding.holds for fault in finding.faults] == []


def receive(desk: Desk, pieces: dict[int, int], **facts: Any) -> ChipSlip:
    given: dict[str, Any] = {"room": desk.room, "pieces": pieces, "reason": "papers 17", "key": key(), "name": "Blue"}
    given |= {"use": "secondary"}
    return cage.receive_chips(**(given | desk.at_the_vault() | facts))


def destroy(desk: Desk, chip_set: ChipSet, pieces: dict[int, int], **facts: Any) -> ChipSlip:
    given: dict[str, Any] = {"chip_set": chip_set, "pieces": pieces, "reason": "worn", "key": key()}
    return cage.destroy_chips(**(given | desk.at_the_vault() | facts))


def retire(desk: Desk, chip_set: ChipSet, **facts: Any) -> ChipSlip:
    day = desk.room.gaming_day(desk.now) + timedelta(days=30)
    given: dict[str, Any] = {"chip_set": chip_set, "last_day": day, "reason": "a new design", "key": key()}
    return cage.retire_set(**(given | desk.at_the_vault() | facts))


class TestReceipt:
    def test_the_pieces_are_the_chips(self, desk: Desk) -> None:
        slip = receive(desk, {100_00: 10, 5_00: 20})
        assert (slip.amount, slip.pieces, slip.is_spread) == (1_100_00, {"10000": 10, "500": 20}, False)
        assert desk.held(AccountKind.VAULT_CHIPS) == 1_100_00
        act = MoneyAct.objects.latest("pk")
        assert (act.act, act.amount, act.second, slip.second) == ("stock", 1_100_00, desk.cashier, desk.cashier)
        assert AuditEvent.objects.filter(verb="chips.received", subject_id=str(slip.pk)).count() == 1
        the_books_hold()

    def test_more_of_a_set_adds_up(self, desk: Desk) -> None:
        blue = receive(desk, {100_00: 10}).chip_set
        receive(desk, {100_00: 5, 25_00: 4}, chip_set=blue, name="")
        assert issued(desk.room, blue).pieces == {100_00: 15, 25_00: 4}
        the_books_hold()

    def test_slips_are_numbered_by_kind_and_a_refused_one_takes_no_number(self, desk: Desk) -> None:
        before = ChipSlip.objects.filter(room=desk.room).count()
        refused("second_needed", lambda: receive(desk, {1_00: 1}, second=None))
        blue = receive(desk, {1_00: 100}).chip_set
        received = receive(desk, {1_00: 100}, chip_set=blue, name="")
        assert (before, received.number, destroy(desk, blue, {1_00: 1}).number) == (1, 3, 1)
        assert (received.year, received.label) == (2025, "2025-3")

    def test_each_room_has_its_own_row(self, desk: Desk) -> None:
        receive(desk, {1_00: 1})
        assert [slip.number for slip in ChipSlip.objects.filter(room=open_desk().room)] == [1]

    def test_a_new_year_begins_a_new_row(self, desk: Desk) -> None:
        desk.now += timedelta(days=330)
        assert receive(desk, {1_00: 1}).label == "2026-1"

    @pytest.mark.parametrize(
        ("facts", "code"),
        [
            ({"second": None}, "second_needed"),
            ({"pieces": {}}, "pieces_missing"),
            ({"pieces": {1_00: 0}}, "pieces_missing"),
            ({"pieces": {7_00: 1}}, "denomination_unknown"),
            ({"pieces": {1_00: -1}}, "denomination_unknown"),
            ({"pieces": {5_000_00: 99_999}}, "above_most"),
            ({"reason": " "}, "reason_missing"),
            ({"name": " "}, "set_name_missing"),
            ({"name": "house  chips"}, "set_name_taken"),
            ({"use": "primary"}, "primary_set_exists"),
        ],
    )
    def test_what_is_no_receipt_is_refused_and_makes_nothing(
        self, desk: Desk, facts: dict[str, Any], code: str
    ) -> None:
        refused(code, lambda: receive(desk, **({"pieces": {100_00: 1}} | facts)))
        assert desk.held(AccountKind.VAULT_CHIPS) == 0
        assert ChipSet.objects.filter(room=desk.room).count() == 1

    def test_one_of_them_alone_or_who_may_not_receives_nothing(self, desk: Desk) -> None:
        refused("second_is_first", lambda: receive(desk, {1_00: 1}, second=desk.manager))
        refused("second_may_not", lambda: receive(desk, {1_00: 1}, second=person(desk.room, "host")))

    def test_a_set_of_another_room_is_refused(self, desk: Desk) -> None:
        theirs = ChipSet.objects.get(room=open_desk().room)
        refused("set_elsewhere", lambda: receive(desk, {1_00: 1}, chip_set=theirs))

    def test_a_retry_is_the_first_slip(self, desk: Desk) -> None:
        facts = {"key": key()} | desk.at_the_vault()
        assert receive(desk, {1_00: 5}, **facts) == receive(desk, {1_00: 5}, **facts)
        assert desk.held(AccountKind.VAULT_CHIPS) == 5_00


class TestAmounts:
    @pytest.mark.parametrize(
        ("amount", "pieces"),
        [
            (18_00, {5_00: 1, 2_00: 3, 1_00: 7}),
            (1_00, {1_00: 1}),
            (3_00, {1_00: 3}),
            (0, {}),
        ],
    )
    def test_an_amount_is_spread_over_the_values_the_largest_first(self, amount: int, pieces: dict[int, int]) -> None:
        assert spread(amount, [1_00, 5_00, 2_00, 2_50], smallest=1_00) == pieces

    def test_an_amount_for_the_vault_has_its_slip_and_says_that_it_is_spread(self, desk: Desk) -> None:
        slip = ChipSlip.objects.get(room=desk.room)
        assert (slip.amount, slip.is_spread, slip.chip_set.name) == (50_000_00, True, "House chips")
        assert len(slip.pieces) == 7
        assert issued(desk.room).unstated == 50_000_00
        the_books_hold()


class TestDestruction:
    def test_chips_leave_the_vault_and_the_world(self, desk: Desk) -> None:
        blue = receive(desk, {100_00: 10, 5_00: 20}).chip_set
        slip = destroy(desk, blue, {100_00: 4})
        assert (desk.held(AccountKind.VAULT_CHIPS), slip.amount) == (700_00, 400_00)
        assert issued(desk.room, blue).pieces == {100_00: 6, 5_00: 20}
        issue = house_account(desk.room, AccountKind.CHIP_ISSUE)
        assert Account.objects.get(pk=issue.pk).balance == -(50_000_00 + 700_00)
        the_books_hold()

    def test_no_more_of_a_value_than_the_set_has(self, desk: Desk) -> None:
        blue = receive(desk, {100_00: 10, 5_00: 400}).chip_set
        refused("more_than_issued", lambda: destroy(desk, blue, {100_00: 11}), most=10)
        destroy(desk, blue, {100_00: 9})
        refused("more_than_issued", lambda: destroy(desk, blue, {100_00: 2}), most=1)
        refused("more_than_issued", lambda: destroy(desk, blue, {25_00: 1}), most=0)

    def test_no_more_than_lies_in_the_vault(self, desk: Desk) -> None:
        blue = receive(desk, {100_00: 10}).chip_set
        cage.fund_drawer(drawer=desk.drawer, chips=100_00, cash=0, key=key(), **desk.at_the_vault())
        refused("vault_short", lambda: destroy(desk, blue, {100_00: 10}))

    def test_nobody_does_it_alone_or_without_words(self, desk: Desk) -> None:
        blue = receive(desk, {100_00: 10}).chip_set
        refused("second_needed", lambda: destroy(desk, blue, {100_00: 1}, second=None))
        refused("second_is_first", lambda: destroy(desk, blue, {100_00: 1}, second=desk.manager))
        refused("reason_missing", lambda: destroy(desk, blue, {100_00: 1}, reason=""))
        refused("pieces_missing", lambda: destroy(desk, blue, {}))
        assert desk.held(AccountKind.VAULT_CHIPS) == 1_000_00

    def test_chips_of_an_amount_are_of_any_value_but_of_no_more_than_it(self, desk: Desk) -> None:
        cage.stock_vault(room=desk.room, chips=100_00, cash=0, key=key(), reason="old", **desk.at_the_vault())
        house = ChipSet.objects.get(room=desk.room)
        destroy(desk, house, {100_00: 1})
        left = issued(desk.room, house)
        assert (left.most(100_00), left.most(50_000_00), left.most(1_00)) == (500, 1, 50_000)
        the_books_hold()

    def test_a_retry_destroys_once(self, desk: Desk) -> None:
        blue = receive(desk, {100_00: 10}).chip_set
        facts = {"key": key()} | desk.at_the_vault()
        assert destroy(desk, blue, {100_00: 1}, **facts) == destroy(desk, blue, {100_00: 1}, **facts)
        assert desk.held(AccountKind.VAULT_CHIPS) == 900_00


class TestRetirement:
    def test_a_set_is_retired_until_its_last_day(self, desk: Desk) -> None:
        blue = receive(desk, {100_00: 10, 3_00: 0, 5_00: 1}).chip_set
        slip = retire(desk, blue)
        assert (slip.amount, slip.pieces, slip.number) == (0, {}, 1)
        assert [each.chip_set for each in retired(desk.room)] == [blue]
        assert [row.state for row in set_rows(desk.room)] == ["primary", "retired"]
        refused("set_retired", lambda: receive(desk, {100_00: 1}, chip_set=blue))
        refused("set_retired", lambda: retire(desk, blue))
        destroy(desk, blue, {100_00: 10, 5_00: 1})
        assert retired(desk.room) == [], "none of it is out"
        the_books_hold()

    def test_what_other_sets_have_too_is_not_retired(self, desk: Desk) -> None:
        blue, red = receive(desk, {100_00: 10, 5_00: 1}).chip_set, receive(desk, {5_00: 1}, name="Red").chip_set
        slip = retire(desk, blue)
        assert slip.last_day
        last, after = (sets_on(desk.room, slip.last_day + timedelta(days=days)) for days in (0, 1))
        assert [last.may_hand_out(value) for value in (100_00, 5_00)] == [False, True]
        assert (last.may_take(100_00), after.may_take(100_00), after.may_take(5_00)) == (True, False, True)
        retire(desk, red, last_day=slip.last_day + timedelta(days=5))
        after = sets_on(desk.room, slip.last_day + timedelta(days=1))
        assert (after.may_hand_out(5_00), after.may_take(5_00)) == (False, True)

    def test_the_only_set_is_retired_whatever_is_known_of_its_pieces(self, desk: Desk) -> None:
        house = ChipSet.objects.get(room=desk.room)
        assert issued(desk.room).values == frozenset(), "its pieces were never stated"
        refused("only_set", lambda: retire(desk, house))
        retire(desk, house, confirmed=True)
        sets = sets_on(desk.room, desk.room.gaming_day(desk.now))
        assert (sets.may_hand_out(100_00), sets.may_take(100_00)) == (False, True)
        assert "House chips is retired" in refused("set_retired", lambda: desk.buy_in(desk.player(), 200_00)).message
        receive(desk, {100_00: 1}, use="primary", name="New chips")
        assert sets_on(desk.room, desk.room.gaming_day(desk.now)).use_instead == "hand out New chips"
        desk.buy_in(desk.player(), 200_00)

    def test_chips_in_play_are_not_retired_from_one_day_to_the_next(self, desk: Desk) -> None:
        blue, today = receive(desk, {100_00: 10}).chip_set, desk.room.gaming_day(desk.now)
        desk.buy_in(desk.player(), 200_00)
        refused("chips_in_play", lambda: retire(desk, blue, last_day=today))
        assert retire(desk, blue, last_day=today, confirmed=True).last_day == today

    def test_no_fewer_than_none_are_issued(self, desk: Desk) -> None:
        house = ChipSet.objects.get(room=desk.room)
        facts = {"room": desk.room, "chips": 200_00, "cash": 0, "reason": "more", "key": key()}
        cage.stock_vault(**facts, **desk.at_the_vault())
        before = issued(desk.room).left
        destroy(desk, house, {25_00: 4})
        assert set_rows(desk.room)[0].rows == [(25_00, 0)]
        assert issued(desk.room).left == before - 100_00

    def test_the_next_primary_set_takes_its_place(self, desk: Desk) -> None:
        retire(desk, ChipSet.objects.get(room=desk.room), confirmed=True)
        assert receive(desk, {100_00: 1}, use="primary").chip_set.use == "primary"

    def test_two_retire_it_with_words_and_a_day_to_come(self, desk: Desk) -> None:
        house = ChipSet.objects.get(room=desk.room)
        refused("second_needed", lambda: retire(desk, house, second=None))
        refused("second_is_first", lambda: retire(desk, house, second=desk.manager))
        refused("reason_missing", lambda: retire(desk, house, reason=" "))
        over = desk.room.gaming_day(desk.now) - timedelta(days=1)
        refused("last_day_over", lambda: retire(desk, house, last_day=over))
        assert not ChipSlip.objects.filter(kind="retirement").exists()


def test_no_fortune_comes_by_pieces(desk: Desk) -> None:
    refused("above_most", lambda: receive(desk, {5_000_00: 2_001}), most=desk.room.vault_most)


def test_pieces_that_are_not_the_books_are_named(desk: Desk) -> None:
    assert list(issued_without_pieces()) == []
    slip = ChipSlip.objects.get(room=desk.room)
    slip.pk, slip.number, slip.request_key = None, 2, key()
    slip.save()
    said = f"room {desk.room.pk}: its chips come to 10000000 in pieces, and 5000000 are issued by the books"
    assert list(issued_without_pieces()) == [said]
    transaction.set_rollback(True)
