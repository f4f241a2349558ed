"""A set is retired while chips of it are handed out: whoever hands them out comes before it, or is refused."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from cage import services as cage
from cage.models import BuyIn, ChipSet, TransitSlip
from config.audit.books import audit
from tests.support.arranged import arranged_to_commit
from tests.support.desk import key
from tests.support.races import codes, lanes
from tests.support.slips import FILL, Slips, open_slips_desk

pytestmark = pytest.mark.committed_db


@arranged_to_commit
def slips() -> Slips:
    return open_slips_desk()


def retiring(slips: Slips) -> Callable[[], object]:
    desk = slips.desk
    facts = {"chip_set": ChipSet.objects.get(room=desk.room), "reason": "a new design", "confirmed": True}
    last = desk.room.gaming_day(desk.now) + timedelta(days=30)
    facts |= {"key": key(), **desk.at_the_vault()}
    return lambda: cage.retire_set(last_day=last, **facts)


def selling(slips: Slips) -> Callable[[], object]:
    player, at = slips.desk.player("Ann"), slips.desk.at()
    return lambda: slips.desk.buy_in(player, 100_00, at=at)


def asking(slips: Slips) -> Callable[[], object]:
    return lambda: slips.ask(table=slips.table)


def sending(slips: Slips) -> Callable[[], object]:
    asked = slips.authorise(slips.ask(FILL, table=slips.table))
    return lambda: slips.send(asked)


def handed_out() -> tuple[int, int, int]:
    """The sales, the slips, and those of them that are on their way."""
    sent = TransitSlip.objects.filter(state=TransitSlip.State.SENT)
    return BuyIn.objects.count(), TransitSlip.objects.count(), sent.count()


def books_hold() -> None:
    assert [finding for finding in audit() if not finding.holds] == []


@pytest.mark.parametrize("handing_out", [selling, asking, sending])
def test_nothing_goes_out_that_was_looked_at_before(
    slips: Slips, handing_out: Callable[[Slips], Callable[[], object]]
) -> None:
    act = handing_out(slips)
    known = handed_out()
    with lanes() as people:
        assert codes(people.in_turn(retiring(slips), act)) == ["set_retired"]
    assert handed_out() == known
    books_hold()


@pytest.mark.parametrize("handing_out", [selling, sending])
def test_a_retirement_waits_for_who_hands_chips_out(
    slips: Slips, handing_out: Callable[[Slips], Callable[[], object]]
) -> None:
    with lanes() as people:
        assert codes(people.in_turn(handing_out(slips), retiring(slips))) == []
    books_hold()
