"""Signatures under a day's pools that the application's role writes past the services: twice, as one who counted, under
figures that are none, and rows that are changed afterwards. And what the owner of the database makes differ shows."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, connection, connections, transaction

from cage.models import BoxCount, PoolAward, PoolReconciliation
from cage.selectors.pool_days import as_text, digest_of, figures_of
from tests.support.arranged import arranged, arranged_to_commit
from tests.support.awards import a_pool, declared, feed, taken_back
from tests.support.boxes import pulled
from tests.support.days import end_day, lock_day, tie_out
from tests.support.desk import key, person
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.unit.cage.test_pool_days import signed

Attack = Callable[[HandTable], None]


def a_day_of_pools() -> HandTable:
    """A day that has ended, on which promo was counted, awarded and taken back; its boxes are counted."""
    table = open_hand_table()
    pool = a_pool(table.desk)
    feed(table)
    award = declared(table.desk, pool, 500, table.desk.player(), table.desk.player())
    taken_back(table.desk, award, share=award.shares.latest("pk"))
    end_day(table.desk)
    return table


@arranged
def table() -> HandTable:
    return a_day_of_pools()


@arranged_to_commit
def kept() -> HandTable:
    return a_day_of_pools()


def the_row(table: HandTable, **changed: Any) -> PoolReconciliation:
    """The row of a signature, as the service would write it but for what is changed."""
    room, day = table.desk.room, table.session.gaming_day
    text = changed.pop("text", None) or as_text(figures_of(room, day))
    made: dict[str, Any] = {"room": room, "of_day": day, "figures": text, "digest": digest_of(text), "is_off": False}
    made |= {"signed_by": person(room, "auditor"), "at": table.desk.at(), "request_key": key()}
    return PoolReconciliation.objects.create(**(made | changed))


def otherwise(table: HandTable, change: Callable[[dict[str, Any]], object]) -> str:
    """The figures of the day, changed, as text."""
    figures = json.loads(as_text(figures_of(table.desk.room, table.session.gaming_day)))
    change(figures)
    return as_text(figures)


def twice(table: HandTable) -> None:
    the_row(table)
    the_row(table)


def by_the_first_who_counted(table: HandTable) -> None:
    the_row(table, signed_by=BoxCount.objects.earliest("pk").counted_by)


def by_the_second_who_counted(table: HandTable) -> None:
    the_row(table, signed_by=BoxCount.objects.latest("pk").counted_by)


def by_who_pulled(table: HandTable) -> None:
    the_row(table, signed_by=table.desk.cashier)


def by_who_declared(table: HandTable) -> None:
    the_row(table, signed_by=PoolAward.objects.get().declared_by)


def by_who_approved(table: HandTable) -> None:
    the_row(table, signed_by=PoolAward.objects.get().approved_by)


def under_a_digest_of_other_figures(table: HandTable) -> None:
    the_row(table, digest="0" * 64)


def under_figures_of_another_day(table: HandTable) -> None:
    the_row(table, text=otherwise(table, lambda figures: figures.update(day="2025-01-01")))


def under_no_figures(table: HandTable) -> None:
    the_row(table, text=otherwise(table, lambda figures: figures["pools"].clear()))


def under_a_smaller_end(table: HandTable) -> None:
    the_row(table, text=otherwise(table, lambda figures: figures["pools"][0]["lines"].update(end=[1, 1])))


def a_difference_without_a_word(table: HandTable) -> None:
    text = otherwise(table, lambda figures: figures["pools"][0]["lines"].update(counted=[1000, 900]))
    the_row(table, text=text)


def a_difference_without_an_explanation(table: HandTable) -> None:
    text = otherwise(table, lambda figures: figures["pools"][0]["lines"].update(counted=[1000, 900]))
    the_row(table, text=text, is_off=True)


def no_difference_that_is_said_to_be_one(table: HandTable) -> None:
    the_row(table, is_off=True, explanation="somebody made a mistake")


def before_a_box_is_counted(table: HandTable) -> None:
    table.desk.now -= table.desk.step * 120
    table.tick(300, promo_taken=100)
    pulled(table.desk, "P9", holds="promo")
    the_row(table)


def changed_afterwards(table: HandTable) -> None:
    the_row(table)
    PoolReconciliation.objects.update(explanation="another one")


def deleted_afterwards(table: HandTable) -> None:
    the_row(table)
    with connection.cursor() as cursor:
        cursor.execute("delete from cage_poolreconciliation")


REFUSED: tuple[tuple[Attack, str], ...] = (
    (twice, "pools_reconciled_once"),
    (by_the_first_who_counted, "who counted for the pools of a day"),
    (by_the_second_who_counted, "who counted for the pools of a day"),
    (by_who_pulled, "who counted for the pools of a day"),
    (by_who_declared, "who counted for the pools of a day"),
    (by_who_approved, "who counted for the pools of a day"),
    (under_a_digest_of_other_figures, "figures that are none of it"),
    (under_figures_of_another_day, "figures that are none of it"),
    (under_no_figures, "figures that are none of it"),
    (under_a_smaller_end, "other figures than the ledger has"),
    (a_difference_without_a_word, "without a word of it"),
    (a_difference_without_an_explanation, "pools_off_only_with_an_explanation"),
    (no_difference_that_is_said_to_be_one, "without a word of it"),
    (before_a_box_is_counted, "before its promo is counted"),
    (changed_afterwards, "permission denied|append-only|only added"),
    (deleted_afterwards, "permission denied|append-only|only added"),
)


@pytest.mark.django_db
@pytest.mark.parametrize(("attack", "said"), REFUSED, ids=[attack.__name__ for attack, _ in REFUSED])
def test_the_database_refuses(table: HandTable, attack: Attack, said: str) -> None:
    with pytest.raises(DatabaseError, match=said), transaction.atomic():
        attack(table)


@pytest.mark.django_db
def test_the_same_row_passes_as_the_service_writes_it(table: HandTable) -> None:
    """The control, on an open day and on a locked one."""
    tie_out(table.desk, table.session.gaming_day)
    lock_day(table.desk, table.session.gaming_day)
    assert the_row(table).of_day == table.session.gaming_day


def behind_the_triggers(table: str, statement: str) -> None:
    """The owner of the database changes rows with the triggers of their table switched off."""
    with connections["owner"].cursor() as cursor:
        for each in (
            f"alter table {table} disable trigger user",
            statement,
            f"alter table {table} enable trigger user",
        ):
            cursor.execute(each)


CHANGES = {
    "counted": ("cage_boxcount", "update cage_boxcount set amount = amount + 100"),
    "awarded": ("cage_awardshare", "update cage_awardshare set amount = amount + 100 where number = 1"),
    "the ledger": ("players_transfer", "update players_transfer set amount = amount + 100 where kind = 'box_count'"),
}


@pytest.mark.committed_db
@pytest.mark.parametrize("change", CHANGES)
def test_what_differs_is_signed_with_an_explanation_alone(kept: HandTable, change: str) -> None:
    behind_the_triggers(*CHANGES[change])
    desk, day = kept.desk, kept.session.gaming_day
    refused("explanation_missing", lambda: signed(desk, day))
    refused("explanation_missing", lambda: signed(desk, day, explanation="--"))
    with pytest.raises(DatabaseError, match="other figures than the ledger has"), transaction.atomic():
        the_row(kept, text=otherwise(kept, as_if_nothing_differed))
    row = signed(desk, day, explanation="the sheet was typed wrong")
    assert (row.is_off, row.explanation) == (True, "the sheet was typed wrong")


def as_if_nothing_differed(figures: dict[str, Any]) -> None:
    """Each line says of the ledger what people counted and signed."""
    for lines in (pool["lines"] for pool in figures["pools"]):
        for line, (told, _) in lines.items():
            lines[line] = [told, told]
