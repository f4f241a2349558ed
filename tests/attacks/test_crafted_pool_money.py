"""Seeds and deposits of pools that the application's role changes past the services, and that the owner of the database
does: the one is refused, the other the audit of the books names."""

from collections.abc import Callable, Iterator

import pytest
from django.db import DatabaseError, connection, connections, transaction

from cage.checks.awards import pools_otherwise
from cage.checks.pool_money import deposits_otherwise, seeds_otherwise
from cage.models import PoolDeposit, PoolDepositVoid, PoolSeed
from tests.support.arranged import arranged, arranged_to_commit
from tests.support.awards import a_pool, deposit_taken_back, deposited, feed, recovered, seeded, stocked
from tests.support.days import end_day
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.unit.cage.test_pool_days import signed


def a_pool_with_seed() -> HandTable:
    """A pool with seed of which some came back, one deposit that stands and one that was taken back."""
    table = open_hand_table()
    desk = table.desk
    stocked(desk, chips=90_00, cash=80_00)
    pool = a_pool(desk, seed=50_00)
    feed(table)
    seeded(desk, pool, 20_00)
    recovered(desk, pool, 5_00)
    deposited(desk, pool, 7_00)
    deposit_taken_back(desk, deposited(desk, pool, 3_00))
    return table


@arranged
def table() -> HandTable:
    return a_pool_with_seed()


@arranged_to_commit
def kept() -> HandTable:
    return a_pool_with_seed()


@pytest.mark.django_db
@pytest.mark.parametrize("model", [PoolSeed, PoolDeposit, PoolDepositVoid], ids=lambda model: model.__name__)
@pytest.mark.parametrize("statement", ["update {} set request_key = request_key", "delete from {}"])
def test_rows_are_only_added(
    table: HandTable, model: type[PoolSeed | PoolDeposit | PoolDepositVoid], statement: str
) -> None:
    assert model.objects.exists()
    added_alone = pytest.raises(DatabaseError, match=r"permission denied|append-only|only added")
    with added_alone, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(model._meta.db_table))


@pytest.mark.django_db
def test_a_deposit_of_another_room_s_pool_is_refused(table: HandTable) -> None:
    other = a_pool(open_hand_table().desk)
    kept = PoolDeposit.objects.filter(room=table.desk.room).earliest("pk")
    kept.pk, kept.pool, kept.request_key = None, other, "another-key-of-its-own"
    with pytest.raises(DatabaseError, match="a pool of another room"), transaction.atomic():
        kept.save(force_insert=True)


def behind_the_triggers(table: str, statement: str) -> None:
    """The owner of the database changes rows with the triggers of their table switched off."""
    with connections["owner"].cursor() as cursor:
        for each in (
            f"alter table {table} disable trigger user",
            statement,
            f"alter table {table} enable trigger user",
        ):
            cursor.execute(each)


CHANGES: dict[str, tuple[str, str, Callable[[], Iterator[str]], str]] = {
    "a larger seed": (
        "cage_poolseed", "update cage_poolseed set amount = amount + 100 where kind = 'put_in'", seeds_otherwise,
        "says 2100, and 2000 moved",
    ),
    "a seed that came back as one that went in": (
        "cage_poolseed", "update cage_poolseed set kind = 'put_in'", pools_otherwise,
        "holds 2500 for players, and 3500",
    ),
    "more that came back than went in": (
        "cage_poolseed", "update cage_poolseed set amount = 100 where kind = 'put_in'", seeds_otherwise,
        "of 100 seed 500 came back",
    ),
    "a deposit of another amount": (
        "cage_pooldeposit", "update cage_pooldeposit set amount = amount + 100 where amount = 700", deposits_otherwise,
        "of 800 stands: its cash went 0 times to the bank",
    ),
    "a void that is gone": (
        "cage_pooldepositvoid", "delete from cage_pooldepositvoid", deposits_otherwise,
        "of 300 stands: its cash went 1 times to the bank, and 1 times back",
    ),
}  # fmt: skip


@pytest.mark.committed_db
@pytest.mark.parametrize("change", CHANGES)
def test_the_audit_names_what_the_owner_changed(kept: HandTable, change: str) -> None:
    of_table, statement, check, said = CHANGES[change]
    assert [*check()] == []
    behind_the_triggers(of_table, statement)
    faults = [*check()]
    assert any(said in fault for fault in faults), faults


@pytest.mark.committed_db
def test_a_changed_seed_is_no_figure_that_anybody_signs(kept: HandTable) -> None:
    day = end_day(kept.desk)
    behind_the_triggers("cage_poolseed", "update cage_poolseed set amount = amount + 100 where kind = 'put_in'")
    refused("explanation_missing", lambda: signed(kept.desk, day))
