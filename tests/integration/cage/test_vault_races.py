"""A count of the vault against what moves there, and against itself, with connections of their own."""

from functools import partial

import pytest

from cage import services as cage
from cage.models import VaultCount, VaultSheet
from cage.selectors.drawers import vault
from config.audit.books import audit
from players.models import Transfer, TransferKind
from tests.support.arranged import arranged_to_commit
from tests.support.desk import Desk, key, open_desk, person
from tests.support.races import lanes, told
from tests.support.vault import begun, lying

pytestmark = pytest.mark.committed_db
S = VaultCount.State


@arranged_to_commit
def desk() -> Desk:
    """A room with 900 in chips in its vault."""
    desk = open_desk()
    cage.stock_vault(room=desk.room, chips=900_00, cash=0, key=key(), reason="delivery", **desk.at_the_vault())
    assert desk.second
    return desk


def holds() -> bool:
    return [finding for finding in audit() if not finding.holds] == []


@pytest.mark.parametrize("is_fill_first", [True, False])
def test_a_fill_is_in_the_count_or_refused(desk: Desk, is_fill_first: bool) -> None:
    """Whichever takes the places of the vault first; the other waits for it, and then sees what it did."""
    fill = partial(cage.fund_drawer, drawer=desk.drawer, chips=300_00, cash=0, key=key(), **desk.at_the_vault())
    begin = partial(cage.begin_vault_count, room=desk.room, by=desk.manager, at=desk.at())
    with lanes() as people:
        outcomes = people.in_turn(fill, begin) if is_fill_first else people.in_turn(begin, fill)
    assert told(outcomes) == (("", "") if is_fill_first else ("", "vault_counting"))
    count, sheet = VaultCount.objects.get(), lying(desk.room)
    for who in (desk.manager, desk.second):
        count = cage.count_vault(count=count, counted=sheet, key=key(), by=who, at=desk.at())
    assert (count.state, count.expected_chips) == (S.COUNTED, 900_00 - 300_00 * is_fill_first)
    assert holds()


def test_twenty_at_one_count_come_to_one_result(desk: Desk) -> None:
    count, short = begun(desk), lying(desk.room, chips=-1_00)
    counters = [person(desk.room, "floor") for _ in range(19)]
    acts = [
        partial(cage.count_vault, count=count, counted=short, key=key(), by=who, at=desk.at())
        for who in (desk.manager, *counters)
    ]
    with lanes(20) as people:
        outcomes = told(people.at_once(*acts))
    # Who comes late finds the second's place taken, or where the one who began was early the count ended.
    assert outcomes.count("") == 2
    assert set(outcomes) - {""} <= {"same_person", "vault_counted"}
    assert VaultCount.objects.get().state == S.COUNTED
    assert VaultSheet.objects.count() == 2
    assert Transfer.objects.filter(kind=TransferKind.VARIANCE).count() == 1
    assert vault(desk.room) == (899_00, 0)
    assert holds()


def test_two_begin_one_count(desk: Desk) -> None:
    begin = [partial(cage.begin_vault_count, room=desk.room, by=by, at=desk.at()) for by in (desk.manager, desk.second)]
    with lanes() as people:
        assert sorted(told(people.at_once(*begin))) == ["", "vault_counting"]
    assert VaultCount.objects.count() == 1
