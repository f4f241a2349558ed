"""The pages of boxes: what was sent twice is done once, and says so."""

import pytest
from django.urls import reverse

from cage.models import BoxPull
from config.staff.services import set_own_pin
from tables.services import close_table
from tests.support.boxes import hung
from tests.support.desk import Desk, key
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A room at play now, with two boxes at its table; a supervisor has a PIN."""
    set_own_pin(person=desk.second, pin="4711", at=desk.now)
    hung(desk, "R1")
    hung(desk, "P1", holds="promo")
    return desk


def test_a_pull_that_is_sent_twice_is_one_pull(desk: Desk) -> None:
    """The first answer was lost on its way; meanwhile nothing hangs there any more."""
    window, table = signed_in(desk.cashier), desk.session.table
    sent = {"key": key(), "why": "emergency", "reason": "the lid is broken", "badge": desk.second.badge_number}
    sent |= {"pin": "4711", "pull_rake": "on", "number_rake": "R1", "pull_promo": "on", "number_promo": "P1"}
    close_table(session=desk.session, by=desk.second, at=desk.now)
    first, again = (window.post(reverse("box_pull", args=[table.pk]), sent) for _ in range(2))
    assert (first.status_code, again.status_code) == (303, 303)
    assert BoxPull.objects.count() == 2
