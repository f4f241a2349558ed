"""The demo's one password is of its own people alone."""

import pytest
from django.test import override_settings

from config.staff.services import add_person
from demo.evening import set_passwords
from tests.support.people import LONG_AGO, a_room

pytestmark = pytest.mark.django_db


def test_whoever_was_added_to_the_demo_keeps_their_password() -> None:
    """A restart sets the passwords of the demo's people again, and of nobody else."""
    room = a_room(is_demo=True)
    facts = {"room": room, "by": None, "at": LONG_AGO}
    own, _ = add_person(badge_number="F104", username="floor", display_name="Dana", roles=["floor"], **facts)
    added, _ = add_person(badge_number="M003", username="maya", display_name="Maya", roles=["manager"], **facts)
    kept = added.password
    with override_settings(DEMO_PASSWORD="kites over the river"):
        set_passwords()
    own.refresh_from_db()
    added.refresh_from_db()
    assert own.check_password("kites over the river")
    assert added.password == kept
