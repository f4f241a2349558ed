"""Money after the fact against a model in plain Python: whatever is corrected, ruled, owed or voided in what order.

`MONEY_SEQUENCES=10000` tells at least so many sequences, drawn anew, and makes the one that fails as short as it can;
without it a few evenings that are always the same, more where CI says so, each told as it was drawn. An evening ends
in several ways, each of which is a sequence. `--log-cli-level=INFO` says how many there were.
"""

import gc
import logging
import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from cage import services as cage
from config.rooms.models import Room
from rules.house.house import LIVE
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.lock_order import LockOrder
from tests.support.money_machine import LIMIT, MoneyMachine
from tests.support.money_window import VOID_ALONE
from tests.support.proofs import sized

SEQUENCES = int(os.environ.get("MONEY_SEQUENCES", "0"))
"""The number of sequences that are told at least, where their number is asked for."""
EVENINGS = sized(3, 6, 10)
"""The number of evenings that are played otherwise; all alike from run to run."""
AT_ONCE = 20
"""Evenings between two looks at how many sequences were told."""
STEPS = 16
told = logging.getLogger("tests.money")


@pytest.fixture
def desk(committed_db: str) -> Iterator[DisputeTable]:
    """Four players with 200 each, a small limit for one person alone, and chips in the vault."""
    with connection.cursor() as cursor:  # an evening is a transaction, which draws for seconds where much is busy
        cursor.execute("set idle_in_transaction_session_timeout = 0; set statement_timeout = 0")
    house = LIVE.with_answers(appeal="manager", ruling_deadline="any_time", second_person_above=LIMIT)
    desk = open_dispute_table(house=house)
    Room.objects.filter(pk=desk.table.desk.room.pk).update(void_alone=VOID_ALONE)
    facts = {"chips": 10_000_00, "cash": 0, "key": key(), "reason": "delivery"}
    cage.stock_vault(room=desk.table.desk.room, **facts, **desk.table.desk.at_the_vault())
    watching = [each for each in connection.execute_wrappers if isinstance(each, LockOrder)]
    for each in watching:  # an evening is one transaction of many services, each of which begins anew with its locks
        connection.execute_wrappers.remove(each)
    thresholds = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)  # what a step makes is gone with it: looking for more costs a tenth of the time
    yield desk
    gc.set_threshold(*thresholds)
    gc.unfreeze()


def test_everybody_has_what_the_model_says(desk: DisputeTable) -> None:
    class Evening(MoneyMachine):
        pass

    Evening.told = Counter()
    Evening.desk, Evening.opened_at = desk, desk.table.desk.now
    Evening.people = {"floor": desk.table.floor, "manager": desk.manager, "cashier": desk.table.desk.cashier}
    Evening.people["host"] = person(desk.table.desk.room, "host")
    if not SEQUENCES:
        play(Evening, EVENINGS, derandomize=True)
        assert {"sales voided", "payments voided", "voided alone"} <= Evening.told.keys()
    while Evening.told["sequences"] < SEQUENCES:
        number = random.SystemRandom().randrange(2**32)
        seed(number)(Evening)
        play(Evening, AT_ONCE, derandomize=False)
        so_far = Evening.told
        said = "seed %d: %d sequences so far, of %d evenings, which end in %d acts of their own"
        told.info(said, number, so_far["sequences"], so_far["evenings"], so_far["acts"])


def play(machine: type[MoneyMachine], evenings: int, *, derandomize: bool) -> None:
    """So many evenings, those of a seed or always the same; the one that fails is made short where it was drawn."""
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=evenings,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=derandomize,
            phases=[Phase.generate] if derandomize else [Phase.generate, Phase.shrink],
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
