"""A chip runner's limit holds with what is on its way to them, from when a fill is asked for to when it is sent."""

import pytest

from cage import services as cage
from cage.models import Drawer, TransitSlip
from config.staff.models import User
from tests.support.arranged import arranged
from tests.support.banks import a_runner
from tests.support.desk import key
from tests.support.drawers import running
from tests.support.refusals import refused
from tests.support.slips import CREDIT, FILL, Slips, open_slips_desk

pytestmark = pytest.mark.django_db


@arranged
def slips() -> Slips:
    return open_slips_desk()


@pytest.fixture
def bank(slips: Slips) -> Drawer:
    """A runner's bank with 1,000 of chips, of 2,000 that the room lets it carry."""
    return a_runner(slips.desk)


@pytest.fixture
def runner(bank: Drawer) -> User:
    return running(bank).cashier


def asked(slips: Slips, bank: Drawer, amount: int, kind: TransitSlip.Kind = FILL) -> TransitSlip:
    return slips.ask(kind, amount, drawer=bank, by=running(bank).cashier)


def test_what_is_on_its_way_counts_when_another_is_authorised(slips: Slips, bank: Drawer) -> None:
    slips.send(slips.authorise(asked(slips, bank, 600_00)))
    more = asked(slips, bank, 500_00)
    assert refused("runner_above_limit", lambda: slips.authorise(more)).allowed == {"most": 2_000_00}
    slips.authorise(asked(slips, bank, 400_00))


def test_what_was_authorised_counts_when_another_is(slips: Slips, bank: Drawer) -> None:
    slips.authorise(asked(slips, bank, 600_00))
    refused("runner_above_limit", lambda: slips.authorise(asked(slips, bank, 500_00)))


def test_what_is_on_its_way_counts_when_another_is_sent(slips: Slips, bank: Drawer) -> None:
    """Both were authorised under a limit that is lower when they go out."""
    both = [slips.authorise(asked(slips, bank, 500_00)) for _ in range(2)]
    slips.desk.room.runner_limit = 1_600_00
    slips.desk.room.save()
    slips.send(both[0])
    both[1].refresh_from_db()
    refused("runner_above_limit", lambda: slips.send(both[1]))
    facts = {"by": slips.desk.manager, "second": running(bank).cashier, "at": slips.desk.at()}
    refused("runner_above_limit", lambda: cage.fund_drawer(drawer=bank, chips=200_00, cash=0, key=key(), **facts))
    slips.end(TransitSlip.objects.get(pk=both[0].pk))
    slips.send(both[1])


def test_the_exact_limit_is_carried(slips: Slips, bank: Drawer, runner: User) -> None:
    for amount in (600_00, 400_00):
        slips.receive(slips.send(slips.authorise(asked(slips, bank, amount))), by=runner)


def test_a_fill_that_alone_is_more_is_not_even_asked_for(slips: Slips, bank: Drawer) -> None:
    refused("runner_above_limit", lambda: asked(slips, bank, 2_100_00))
    asked(slips, bank, 2_000_00)


def test_a_window_has_no_such_limit_and_a_credit_lessens_it(slips: Slips, bank: Drawer) -> None:
    slips.sent(chips=2_500_00)
    slips.send(slips.authorise(asked(slips, bank, 1_000_00, CREDIT)), by=running(bank).cashier)
    slips.authorise(asked(slips, bank, 2_000_00))
