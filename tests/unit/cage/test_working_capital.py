"""The most cash in a drawer: above it a credit is asked for, and the asking tells nobody what lies there."""

import pytest

from cage import services as cage
from cage.models import Drawer
from cage.selectors.working_capital import asked_from, credits_due
from config.audit.models import AuditEvent
from tests.support.desk import Desk, key, person
from tests.support.drawers import close_exactly, open_exactly, running
from tests.support.refusals import refused

LIMIT, STEP = 12_000_00, 1_000_00


@pytest.fixture
def limited(desk: Desk) -> Desk:
    """A drawer that holds 10,000 in cash and may hold 12,000."""
    limit(desk)
    return desk


def limit(desk: Desk, most: int | None = LIMIT, step: int | None = STEP, **facts: object) -> Drawer:
    two = {"by": desk.manager, "second": desk.second, "at": desk.at()} | facts
    desk.drawer = cage.limit_drawer(drawer=desk.drawer, working_capital=most, step=step, **two)  # type: ignore[arg-type]
    return desk.drawer


def bring(desk: Desk, cash: int) -> None:
    facts = {"room": desk.room, "chips": 0, "cash": cash, "reason": "bank", "key": key()}
    cage.stock_vault(**facts, **desk.at_the_vault())
    cage.fund_drawer(drawer=desk.drawer, chips=0, cash=cash, key=key(), **desk.at_the_vault())


def due(desk: Desk) -> list[int]:
    return [each.amount for each in credits_due(desk.room, desk.cashier)]


def test_above_the_limit_the_same_amount_is_asked_for_however_much_lies_there(limited: Desk) -> None:
    assert due(limited) == []
    bring(limited, 2_000_01)
    assert due(limited) == [STEP]
    bring(limited, 50_000_00)
    assert due(limited) == [STEP]
    assert credits_due(limited.room, limited.manager) == [], "it is the cashier's"


def test_it_is_asked_for_a_little_before_by_how_much_nobody_can_tell(limited: Desk) -> None:
    found = set()
    for _ in range(4):
        session = running(limited.drawer)
        assert LIMIT - STEP < asked_from(session) <= LIMIT
        assert asked_from(session) == asked_from(session), "it stays while the drawer is worked"
        found.add(asked_from(session))
        close_exactly(limited.drawer, by=limited.cashier, second=limited.second, at=limited.at())
        open_exactly(limited.drawer, by=limited.cashier, at=limited.at())
    assert len(found) > 1


def test_exactly_what_it_is_asked_from_is_not_above(limited: Desk) -> None:
    bring(limited, asked_from(running(limited.drawer)) - 10_000_00)
    assert due(limited) == []
    bring(limited, 1)
    assert due(limited) == [STEP]


def test_a_drawer_without_a_limit_asks_for_nothing(limited: Desk) -> None:
    bring(limited, 5_000_00)
    limit(limited, None, None)
    assert due(limited) == []
    assert AuditEvent.objects.filter(verb="drawer.limited").count() == 2


def test_two_people_set_it(desk: Desk) -> None:
    refused("second_needed", lambda: limit(desk, second=None))
    refused("second_is_first", lambda: limit(desk, second=desk.manager))
    refused("second_may_not", lambda: limit(desk, second=person(desk.room, "host")))
    refused("step_above_limit", lambda: limit(desk, LIMIT, None))
    refused("step_above_limit", lambda: limit(desk, LIMIT, LIMIT + 1))
    refused("step_above_limit", lambda: limit(desk, LIMIT, 0))
    desk.drawer.refresh_from_db()
    assert desk.drawer.working_capital is None
