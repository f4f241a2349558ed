"""Chips that the application's role makes past the services: each is refused by the database, or named by the audit."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, connections, transaction

from cage.checks.chips import chip_slips_missing, issued_without_pieces, slips_of_nothing
from cage.models import ChipAlarm, ChipAlarmAnswer, ChipSet, ChipSlip
from config.audit.books import audit
from players.ledger import Move
from players.models import AccountKind, TransferKind
from tests.attacks.test_crafted_transfers import Thief
from tests.support.arranged import arranged
from tests.support.chips import write_chip_slip
from tests.support.desk import key, open_desk
from tests.support.source import ROOT

AMOUNT = 1_000_00


@arranged
def thief() -> Thief:
    return Thief(open_desk())


def issued(thief: Thief) -> str:
    """Chips that are made with everything but a slip; the key of their group."""
    issue, vault = thief.house(AccountKind.CHIP_ISSUE), thief.house(AccountKind.VAULT_CHIPS)
    return thief.post(Move(issue, vault, AMOUNT, TransferKind.ISSUE), act="stock")


def slip(thief: Thief, amount: int = AMOUNT, *, issue: bool = True, **facts: Any) -> ChipSlip:
    """Their slip."""
    return write_chip_slip(thief.desk, issued(thief) if issue else key(), amount, **facts)


def elsewhere() -> ChipSet:
    return ChipSet.objects.get(room=open_desk().room)


def retired(thief: Thief) -> object:
    day = thief.desk.room.gaming_day(thief.desk.now)
    slip(thief, 0, issue=False, kind="retirement", pieces={}, last_day=day)
    return slip(thief)


def silent_alarm(thief: Thief) -> ChipAlarm:
    facts = {"room": thief.desk.room, "value": 1, "counted": 5, "issued": 5, "place": "vault", "people": []}
    return ChipAlarm.objects.create(**facts, at=thief.desk.now)


REFUSED: dict[str, tuple[Callable[[Thief], object], str]] = {
    "chips without a slip": (issued, "without a slip of the same pieces"),
    "chips by a slip of less": (lambda thief: slip(thief, 1_00), "without a slip of the same pieces"),
    "chips by a slip of their destruction": (
        lambda thief: slip(thief, kind="destruction"), "without a slip of the same pieces",
    ),
    "a slip of chips that nobody issued": (
        lambda thief: slip(thief, issue=False), "without a slip of the same pieces",
    ),
    "chips by a retirement": (lambda thief: slip(thief, kind="retirement"), "chip_slip_moves_or_retires"),
    "more pieces than the amount": (lambda thief: slip(thief, pieces={"100": 2_000}), "do not come to its amount"),
    "fewer than no pieces": (
        lambda thief: slip(thief, pieces={"100": 2_000, "500": -200}), "do not come to its amount",
    ),
    "a number that leaves one out": (lambda thief: slip(thief, number=7), "numbered one by one"),
    "a slip of another year": (lambda thief: slip(thief, year=2024), "numbered one by one"),
    "one person alone": (lambda thief: slip(thief, second=thief.desk.cashier), "chip_slip_by_two_people"),
    "a slip without words": (lambda thief: slip(thief, reason=""), "chip_slip_has_reason"),
    "a set elsewhere": (lambda thief: slip(thief, chip_set=elsewhere()), "stays in its room"),
    "more of a retired set": (retired, "a retired set takes no new chips"),
    "an alarm about nothing": (silent_alarm, "chip_alarm_more_counted"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_the_database_refuses(thief: Thief, name: str) -> None:
    attack, said = REFUSED[name]
    connection.check_constraints()
    with pytest.raises(DatabaseError, match=said), transaction.atomic():
        _committed(attack, thief)


def _committed(attack: Callable[[Thief], object], thief: Thief) -> None:
    attack(thief)
    connection.check_constraints()


def test_a_slip_that_fits_is_taken(thief: Thief) -> None:
    slip(thief)
    connection.check_constraints()
    assert [*issued_without_pieces(), *slips_of_nothing(), *chip_slips_missing()] == []


def without_guards(statement: str) -> None:
    with connections["owner"].cursor() as cursor:
        for table in ("cage_chipslip", "cage_chipset"):
            cursor.execute(f"alter table {table} disable trigger user")
        cursor.execute(statement)
        for table in ("cage_chipslip", "cage_chipset"):
            cursor.execute(f"alter table {table} enable trigger user")


def test_what_the_owner_changes_is_named(committed_db: str) -> None:
    open_desk()
    without_guards("update cage_chipslip set pieces = '{\"100\": 1}'")
    assert len(list(issued_without_pieces())) == 1
    without_guards("update cage_chipslip set amount = amount - 1, number = 2")
    assert "the receipt slip says 4999999, the ledger moved 5000000" in next(slips_of_nothing())
    assert "1 are kept, the last is number 2" in next(chip_slips_missing())


def test_chips_of_before_get_their_slips(committed_db: str) -> None:
    """The migration's statements, on a room that has issued chips without any."""
    desk = open_desk()
    without_guards("delete from cage_chipslip")
    without_guards("delete from cage_chipset")
    assert len(list(slips_of_nothing())) == 1
    with connections["owner"].cursor() as cursor:
        cursor.execute((ROOT / "cage" / "sql" / "chips_of_before.sql").read_text(encoding="utf-8"))
    made = ChipSlip.objects.get(room=desk.room)
    assert (made.amount, made.is_spread, made.second, made.number) == (50_000_00, True, desk.cashier, 1)
    assert [*issued_without_pieces(), *slips_of_nothing(), *chip_slips_missing()] == []


def test_an_answer_stays(committed_db: str) -> None:
    desk = open_desk()
    alarm = ChipAlarm.objects.create(
        room=desk.room, value=1, counted=6, issued=5, place="vault", people=[], at=desk.now
    )
    made = ChipAlarmAnswer.objects.create(alarm=alarm, reason="looked", by=desk.manager, at=desk.now)
    with pytest.raises(DatabaseError, match="permission denied"):
        ChipAlarmAnswer.objects.filter(pk=made.pk).update(reason="nothing")
    assert any("has no audit event" in fault for finding in audit() for fault in finding.faults)
