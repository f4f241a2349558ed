"""An absent player's chips in a real browser, both ways of holding it: not before the player is away, then before a
witness."""

from datetime import timedelta

from django.urls import reverse
from playwright.sync_api import expect

from config.staff.services import set_own_pin
from players.models import Absence
from players.services import go_away
from tests.support.browser import Drawer
from tests.support.desk import Desk, person


def test_chips_are_picked_up_in_two_taps_after_an_hour(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    """The count stands there as the books have it; the witness enters their own badge and PIN."""
    now, witness = desk.now, person(desk.room, "cashier")
    set_own_pin(person=witness, pin="4826", at=now)
    desk.now = now - timedelta(hours=2)
    sitting = desk.seated(200_00, seat=2, player=desk.player("Ann"))
    go_away(sitting=sitting, **desk.by())
    desk.now = now
    tablet = tablets.take(person(desk.room, "floor"), size=size)
    page = tablet.page
    tablet.go(reverse("seat", args=[desk.session.table_id, 2]))
    tablet.tap("Pick the chips up")
    expect(page.locator("[name=counted]")).to_have_value("200")
    page.locator("[name=badge]").fill(witness.badge_number)
    page.locator("[name=pin]").fill("4826")
    tablet.look()
    tablet.tap("Counted and picked up")
    expect(page.get_by_role("status")).to_contain_text("Ann’s chips are in their rack; seat 2 is free.")
    assert tablet.taps == 2
    tablet.look()
    assert Absence.objects.get().ended_with == Absence.End.PICKED_UP


def test_the_chips_of_somebody_who_is_not_away_lead_to_their_seat(
    desk: Desk, tablets: Drawer, size: tuple[int, int]
) -> None:
    sitting = desk.seated(200_00, seat=2, player=desk.player("Ann"))
    tablet = tablets.take(person(desk.room, "floor"), size=size)
    tablet.go(reverse("pick_up", args=[sitting.pk]))
    expect(tablet.page.locator("main form")).to_have_count(0)
    tablet.look()
    tablet.tap("To the seat: note that they are away")
    tablet.tap("Is away")
    expect(tablet.page.get_by_role("status")).to_contain_text("Ann is away")
    assert tablet.taps == 2
    assert Absence.objects.get().ended_at is None
