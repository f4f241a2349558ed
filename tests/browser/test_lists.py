"""The waiting lists in a real browser: a name in three taps, a call in one, a seat in two, both ways of holding it."""

import os

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from players.models import ListEntry, Sitting
from players.services.lists import ANSWER_WITHIN
from tests.support.browser import Drawer
from tests.support.desk import Desk, person
from tests.support.lists import O8, O8_LIST, Lists


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A room at play now, with one empty seat (number 9) at its table."""
    Lists(desk).fill(but=1)
    return desk


def test_a_name_is_added_called_and_seated_in_six_taps(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    ann = desk.player("Annabel Lee")
    desk.buy_in(ann, 250_00)
    tablet = tablets.take(person(desk.room, "host"), size=size)
    page = tablet.page
    tablet.go(reverse("lists"))
    tablet.tap("Add")
    tablet.type("nab")
    tablet.tap(page.locator("#found[data-found='nab'] a", has_text="Annabel"))
    tablet.tap("On the list")
    expect(page.get_by_role("status")).to_contain_text("Annabel Lee is on the list for NLH 1/3.")
    assert (tablet.taps, tablet.strokes) == (3, 3)
    tablet.tap("Call")
    expect(page.get_by_role("status")).to_contain_text("Annabel Lee is called to")
    assert tablet.taps == 4
    tablet.look()
    tablet.tap("Seat 9")
    expect(page.locator("#id_amount")).to_have_value("250")
    tablet.tap("Sits down")
    page.wait_for_url(f"**/tables/{desk.session.table_id}/")
    assert tablet.taps == 6
    assert Sitting.objects.get(player=ann, left_at=None).seat == 9
    assert ListEntry.objects.get().state == ListEntry.State.SEATED


def test_a_player_moves_by_a_tap_on_a_free_seat(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    other = desk.open_table()
    tablet = tablets.take(person(desk.room, "floor"), size=size)
    tablet.go(reverse("seat", args=[desk.session.table_id, 1]))
    tablet.look()
    if folder := os.environ.get("LOOK"):
        tablet.page.screenshot(path=f"{folder}/seat-{size[0]}.png", full_page=True)
    tablet.tap(f"To {other.table}, seat 4")
    tablet.page.wait_for_url(f"**/tables/{desk.session.table_id}/")
    assert Sitting.objects.get(session=other).seat == 4
    assert tablet.taps == 1


def test_one_button_is_due_on_all_lists(desk: Desk, tablets: Drawer, size: tuple[int, int]) -> None:
    lists = Lists(desk)
    desk.open_table(O8)
    names = [lists.join(desk.player(f"Name {number}")) for number in range(3)]
    for number in range(2):
        lists.join(desk.player(f"Other {number}"), game=O8_LIST)
    lists.remove(names[2])
    tablet = tablets.take(person(desk.room, "host"), size=size)
    tablet.go(reverse("lists"))
    if folder := os.environ.get("LOOK"):
        tablet.page.screenshot(path=f"{folder}/lists-{size[0]}.png", full_page=True)
    expect(tablet.page.locator("main .button.primary")).to_have_count(1)
    tablet.tap(tablet.page.locator("summary", has_text="Off lately"))
    tablet.tap(tablet.page.locator("details a", has_text="Name 2"))
    tablet.page.get_by_label("Why").fill("came back")
    tablet.tap("Back in the old place")
    expect(tablet.page.locator("#lists")).to_contain_text("Name 2")


def test_another_tablet_sees_it_without_a_touch(desk: Desk, tablets: Drawer) -> None:
    tablet, wall = tablets.take(person(desk.room, "floor")), tablets.take()
    tablet.go(reverse("lists"))
    wall.go(reverse("board"))
    Lists(desk).join(desk.player("Bo Lund"))
    expect(tablet.page.locator("#lists")).to_contain_text("Bo Lund")
    expect(wall.page.locator("#wall")).to_contain_text("Bo L.")


def test_works_without_script(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(person(desk.room, "floor"), script=False)
    tablet.go(reverse("lists"))
    tablet.tap("Add")
    tablet.page.locator("[name=q]").fill("Big Al")
    tablet.page.locator("[name=q]").press("Enter")
    tablet.tap("“Big Al” as a guest")
    tablet.tap("On the list")
    tablet.tap("Call")
    assert ListEntry.objects.get().state == ListEntry.State.CALLED


def test_every_page_fits_and_reads_with_twenty_names(desk: Desk, tablets: Drawer) -> None:
    lists = Lists(desk)
    entries = [lists.join(desk.player(f"Somebody With Quite A Long Name {number}")) for number in range(22)]
    lists.call(entries[0]), lists.hold(entries[1]), lists.join(game=O8_LIST)
    lists.join(source="phone", mobile="+17025550143")
    addresses = [
        reverse("lists"), reverse("list_game"), reverse("list_add", args=[O8_LIST.key]),
        f"{reverse('list_add', args=[O8_LIST.key])}?guest=Al", reverse("list_entry", args=[entries[0].pk]),
        reverse("list_entry", args=[lists.remove(entries[5]).pk]), reverse("board"),
        reverse("place_on_list", args=[entries[0].token]), reverse("place_on_list", args=[entries[3].token]),
        reverse("seat", args=[desk.session.table_id, 9]), reverse("seat", args=[desk.session.table_id, 1]),
    ]  # fmt: skip
    tablet = tablets.take(person(desk.room, "floor"))
    for address in addresses:
        tablet.go(address)
        tablet.look()


def test_a_no_show_comes_back_in_their_old_place_in_four_taps(
    desk: Desk, tablets: Drawer, size: tuple[int, int]
) -> None:
    lists = Lists(desk)
    desk.now -= ANSWER_WITHIN
    first, second = (lists.join(desk.player(name)) for name in ("Ann", "Bo"))
    lists.call(first)
    ListEntry.objects.filter(pk=first.pk).update(called_until=timezone.now())
    tablet = tablets.take(person(desk.room, "host"), size=size)
    page = tablet.page
    tablet.go(reverse("lists"))
    tablet.tap("No-show")
    expect(page.get_by_role("status")).to_contain_text("can be put back")
    expect(page.locator(".names .who b")).to_have_text(["Bo"])
    tablet.taps = 0
    tablet.tap(page.locator("summary", has_text="Off lately"))
    tablet.tap(page.get_by_role("link", name="Put Ann back"))
    tablet.look()
    tablet.tap("Came after all")
    tablet.tap("Back in the old place")
    expect(page.get_by_role("status")).to_contain_text("Ann is back in their old place")
    expect(page.locator(".names .who b")).to_have_text(["Ann", "Bo"])
    assert tablet.taps == 4
    assert [entry.state for entry in (first, second) if not entry.refresh_from_db()] == ["waiting", "waiting"]
