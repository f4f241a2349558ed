"""A whole table is sent away: every record of those who sat there is locked before the ledger is."""

import pytest

from players.models import Player
from players.services.whole_table import Goes, Plan, settle_table
from tests.support.arranged import arranged_to_commit
from tests.support.desk import key
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.committed_db


@arranged_to_commit
def table() -> HandTable:
    """Three players with 200 each."""
    return open_hand_table(seats=(1, 2, 3))


def test_who_has_another_record_is_locked_with_it(table: HandTable) -> None:
    """Every test that commits watches the order of locks; here a player of the table has a second record."""
    other = table.desk.player()
    Player.objects.filter(pk=other.pk).update(same_as=table.sittings[1].player, linked_at=table.desk.now)
    plans = [Plan(sitting=sitting.pk, goes=Goes.RACK) for sitting in table.sittings.values()]
    settle_table(session=table.session, plans=plans, key=key(), second=table.desk.second, **table.by())
    assert not table.session.sittings.filter(left_at=None).exists()
