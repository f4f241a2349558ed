"""Even exchanges: one amount in other pieces, on record, and nothing moves."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from cage import services as cage
from cage.models import ChipSet, Exchange
from cage.selectors.chip_sets import counted_last
from cage.selectors.exchanges import exchange_rows
from cage.selectors.typed import read_entry, read_exchange
from cage.services.drawers import tills_of
from config.audit.models import AuditEvent
from players.models import Transfer
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import close_exactly, counted, open_exactly, opened, running
from tests.support.refusals import refused

FOUR, ONE = {25_00: 4}, {100_00: 1}


def exchange(desk: Desk, **facts: Any) -> Exchange:
    given: dict[str, Any] = {"drawer": desk.drawer, "what": "chips", "taken": FOUR, "given": ONE, "key": key()}
    return cage.exchange(**(given | desk.by() | facts))


def test_it_is_on_record_with_both_sides_and_moves_nothing(desk: Desk) -> None:
    before, held = Transfer.objects.count(), [till.balance for till in tills_of(desk.drawer)]
    made = exchange(desk)
    assert (made.amount, made.taken, made.given, made.second) == (100_00, {"2500": 4}, {"10000": 1}, None)
    assert (Transfer.objects.count(), [till.balance for till in tills_of(desk.drawer)]) == (before, held)
    event = AuditEvent.objects.get(verb="drawer.exchanged")
    assert (event.subject_id, event.after["taken"], event.after["given"]) == (str(made.pk), "4 × 25", "1 × 100")
    (row,) = exchange_rows(running(desk.drawer))
    assert (row.with_whom, row.taken, row.given, row.amount) == ("a patron", "4 × 25", "1 × 100", 100_00)


def test_a_retry_is_one_exchange(desk: Desk) -> None:
    facts = {"key": key()} | desk.by()
    assert exchange(desk, **facts) == exchange(desk, **facts)
    assert Exchange.objects.count() == 1


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"given": {100_00: 2}}, "exchange_not_even"),
        ({"given": {}}, "exchange_not_even"),
        ({"taken": {}, "given": {}}, "exchange_not_even"),
        ({"given": FOUR}, "nothing_exchanged"),
        ({"taken": {7_00: 100}, "given": {100_00: 7}}, "denomination_unknown"),
        ({"taken": {25_00: 8, 100_00: -1}}, "denomination_unknown"),
        ({"what": "cash", "taken": {25_00: 4}}, "denomination_unknown"),
        ({"side": "vault"}, "second_needed"),
    ],
)
def test_what_is_not_even_is_refused(desk: Desk, facts: dict[str, Any], code: str) -> None:
    refused(code, lambda: exchange(desk, **facts))
    assert not Exchange.objects.exists()


def test_chips_are_never_exchanged_for_cash(desk: Desk) -> None:
    """A note has values that no chip has: one exchange is of one kind of money."""
    assert exchange(desk, what="cash", taken={20_00: 5}).what == "cash"
    refused("denomination_unknown", lambda: exchange(desk, taken={20_00: 5}))


def test_with_the_vault_before_a_second_person(desk: Desk) -> None:
    refused("second_is_first", lambda: exchange(desk, side="vault", second=desk.cashier))
    refused("second_may_not", lambda: exchange(desk, side="vault", second=person(desk.room, "host")))
    made = exchange(desk, side="vault", second=desk.second)
    assert (made.second, exchange_rows(running(desk.drawer))[0].with_whom) == (
        desk.second,
        f"the vault, before {desk.second}",
    )


def test_only_its_cashier_while_the_drawer_is_open(desk: Desk) -> None:
    refused("not_your_drawer", lambda: exchange(desk, by=person(desk.room, "cashier")))
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
    refused("drawer_closed", lambda: exchange(desk))
    open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
    assert exchange(desk).session == running(desk.drawer)


def test_it_tells_nothing_about_what_lies_there(desk: Desk) -> None:
    """A drawer without a chip refuses nothing: otherwise one would ask until it does, and know (R39)."""
    cashier = person(desk.room, "cashier")
    empty = opened(desk.room, "Window 2", cashier=cashier, by=desk.manager, at=desk.at())
    assert exchange(desk, drawer=empty, by=cashier).amount == 100_00


class TestChipsNobodyHandsOut:
    @pytest.fixture
    def desk(self, db: None) -> Desk:
        """A room with two sets: 25 and 100 of a blue one, 25 of a red one."""
        desk = open_desk(chips=0, cash=0)
        for name, pieces, use in (("Blue", {100_00: 50, 25_00: 50}, "primary"), ("Red", {25_00: 50}, "secondary")):
            facts = {"pieces": pieces, "name": name, "use": use, "reason": "papers", "key": key()}
            cage.receive_chips(room=desk.room, **facts, **desk.at_the_vault())
        return desk

    def test_those_that_were_never_issued(self, desk: Desk) -> None:
        refused("denomination_unknown", lambda: exchange(desk, taken={5_00: 20}))
        assert exchange(desk).amount == 100_00

    def test_those_of_a_retired_set_come_in_until_its_last_day(self, desk: Desk) -> None:
        blue, day = ChipSet.objects.get(name="Blue"), desk.room.gaming_day(desk.now)
        facts = {"chip_set": blue, "last_day": day, "reason": "new ones", "key": key(), "confirmed": True}
        cage.retire_set(**facts, **desk.at_the_vault())
        refused("set_retired", lambda: exchange(desk))
        assert exchange(desk, taken=ONE, given=FOUR).amount == 100_00
        desk.now += timedelta(days=1)
        refused("last_day_over", lambda: exchange(desk, taken=ONE, given=FOUR))

    def test_pieces_that_went_for_others_may_lie_elsewhere(self, desk: Desk) -> None:
        chips = counted(desk.room)
        assert chips.chips == {}
        cage.fund_drawer(drawer=desk.drawer, chips=1_000_00, cash=0, key=key(), **desk.at_the_vault())
        session = cage.begin_close(session=running(desk.drawer), by=desk.cashier, at=desk.at())
        sheet = type(chips)({100_00: 10})
        for who in (desk.cashier, desk.second):
            cage.count_drawer(session=session, counted=sheet, key=key(), by=who, at=desk.at())
        cage.open_drawer(drawer=desk.drawer, counted=sheet, key=key(), by=desk.cashier, at=desk.at())
        exchange(desk)
        assert counted_last(desk.room) == {"Window 1": {100_00: 9}}


class TestTyped:
    @pytest.mark.parametrize(
        ("line", "query"),
        [
            ("x 4x25=1x100", "?what=chips&in=4x25&out=1x100"),
            ("X 4 x 25 = 1 x 100", "?what=chips&in=4x25&out=1x100"),
            ("xc 5x20=1x100", "?what=cash&in=5x20&out=1x100"),
            ("x 2x25+10x5=1x100", "?what=chips&in=2x25+10x5&out=1x100"),
            ("x 2x25 10x5=100x1", "?what=chips&in=2x25+10x5&out=100x1"),
            ("x 4x0.25=1x1", "?what=chips&in=4x0.25&out=1x1"),
        ],
    )
    def test_a_line_names_both_sides(self, line: str, query: str) -> None:
        read = read_exchange(line)
        assert read
        assert read.query == query

    @pytest.mark.parametrize(
        "line", ["x", "x 4x25", "leif +200", "xavier 4", "x 4x25=", "4x25=1x100", "x a=b", "Max 4=4"]
    )
    def test_other_lines_are_names(self, line: str) -> None:
        assert read_exchange(line) is None
        assert read_entry(line)


class TestTables:
    def row(self, desk: Desk, **facts: Any) -> Exchange:
        given: dict[str, Any] = {"room": desk.room, "session": running(desk.drawer), "side": "patron", "what": "chips"}
        given |= {"taken": {"100": 4}, "given": {"400": 1}, "amount": 4_00, "request_key": key()}
        return Exchange.objects.create(**(given | {"gaming_day": desk.room.gaming_day(desk.now)} | desk.by() | facts))

    @pytest.mark.parametrize(
        ("facts", "said"),
        [
            ({"amount": 5_00}, "both sides come to one amount"),
            ({"given": {"400": 2}}, "both sides come to one amount"),
            ({"given": {"400": 2, "200": -2}}, "both sides come to one amount"),
            ({"taken": {}, "given": {}, "amount": 0}, "exchange_amount_positive"),
            ({"side": "vault"}, "exchange_with_vault_by_two_people"),
            ({"room": "other"}, "worked by its cashier"),
            ({"by": "other"}, "worked by its cashier"),
        ],
    )
    def test_the_database_refuses_what_is_not_even(self, desk: Desk, facts: dict[str, Any], said: str) -> None:
        facts = {
            name: {"room": open_desk().room, "by": desk.manager}[name] if value == "other" else value
            for name, value in facts.items()
        }
        with pytest.raises(DatabaseError, match=said), transaction.atomic():
            self.row(desk, **facts)

    def test_and_takes_what_is(self, desk: Desk) -> None:
        assert self.row(desk).pk
