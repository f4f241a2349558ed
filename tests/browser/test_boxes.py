"""Ten boxes are counted in a real browser by two people with a tablet each, who see nothing of one another."""

from django.urls import reverse
from playwright.sync_api import expect

from cage.models import BoxPull, BoxVariance
from cage.services import add_box
from config.staff.models import User
from config.staff.services import set_own_pin
from tests.support.arranged import arranged_to_commit
from tests.support.boxes import hung, pulled
from tests.support.browser import Drawer, either_way
from tests.support.desk import Desk, open_desk_now, person

S = BoxPull.State
BOXES = 10


@arranged_to_commit
def desk() -> Desk:
    """A room with a box at its table, and nine boxes of other tables that were pulled; a supervisor has a PIN."""
    desk = open_desk_now()
    set_own_pin(person=desk.second, pin="4711", at=desk.now)
    hung(desk, "R1")
    hung(desk, "R2", table=desk.open_table().table)
    for number in range(2, BOXES + 1):
        table = desk.open_table().table
        pulled(desk, f"P{number}", table=table)
    return desk


@either_way
def test_two_counters_count_ten_boxes(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    tablet = tablets.take(desk.cashier, size=size)
    page = tablet.page
    desk_next = "R3"

    add_box(room=desk.room, number=desk_next, kind="rake", by=desk.manager, at=desk.now)
    tablet.go(reverse("boxes"))
    tablet.look()
    tablet.tap(f"Pull at {desk.session.table}")
    tablet.look()
    page.get_by_label("Next rake box").fill(desk_next)
    page.get_by_label("Second person’s badge").fill(desk.second.badge_number)
    page.get_by_label("Their PIN").fill("4711")
    tablet.tap(page.get_by_role("button", name="Pull", exact=True))
    expect(page.get_by_text(f"To be counted: {BOXES}")).to_be_visible()
    assert tablet.taps == 2

    for who in (person(desk.room, "cashier"), person(desk.room, "floor")):
        count_all(tablets, who, size)
    assert BoxPull.objects.filter(state=S.COUNTED).count() == BOXES
    assert BoxVariance.objects.count() == BOXES, "a chip of five was in each"

    tablet = tablets.take(desk.manager, size=size)
    for place in ("drop_sheet", "drop_compare"):
        tablet.go(reverse(place, args=[desk.room.gaming_day(desk.now)]))
        tablet.look()
    for place in ("boxes", "box_keys", "drop_reports", "pools", "pool_board"):
        tablet.go(reverse(place))
        tablet.look()


def count_all(tablets: Drawer, who: User, size: tuple[int, int]) -> None:
    """Count every box that waits: one chip of five in each, three strokes and one tap a box."""
    tablet = tablets.take(who, size=size)
    page = tablet.page
    tablet.go(reverse("boxes"))
    tablet.tap("Count the next")
    for turn in range(BOXES):
        expect(page.get_by_role("heading", name="Count it")).to_be_visible()
        if not turn:
            tablet.look()
            expect(page.get_by_text("Amount in all")).not_to_be_visible()
        page.get_by_label("5, pieces, chips", exact=True).fill("1")
        heading = page.get_by_role("heading", level=1).inner_text()
        tablet.tap("Enter the count")
        expect(page.get_by_text(f"{heading} of ").first).to_be_visible()
    assert tablet.taps == 1 + BOXES
