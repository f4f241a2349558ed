"""Conduct in a real browser, both ways of holding it: warned, kept apart, suspended, barred while seated, let back."""

from datetime import timedelta

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from config.staff.models import User
from config.staff.services import set_own_pin
from players.models import Ban, Player, Separation
from players.services import bar_player, keep_apart, warn_player
from tests.support.browser import Drawer, Tablet
from tests.support.desk import Desk, person


@pytest.fixture
def manager(desk: Desk) -> User:
    """A manager, who may bar players."""
    return person(desk.room, "manager")


def _page_of(tablets: Drawer, user: User, size: tuple[int, int], player: Player) -> Tablet:
    tablet = tablets.take(user, size=size)
    tablet.go(reverse("player", args=[player.pk]))
    return tablet


def _unfold(tablet: Tablet, words: str) -> None:
    tablet.tap(tablet.page.locator("main summary", has_text=words))


def test_a_warning_stands_on_the_players_page_after_two_taps(
    desk: Desk, tablets: Drawer, size: tuple[int, int]
) -> None:
    ann, ben = desk.player("Ann"), desk.player("Ben")
    warn_player(room=desk.room, player=ann, text="threw cards", policy="no_abuse", **desk.by())
    keep_apart(room=desk.room, player=ann, other=str(ben.pk), reason="they fought", **desk.by())
    tablet = _page_of(tablets, person(desk.room, "floor"), size, ann)
    expect(tablet.page.locator("main")).to_contain_text("Kept apart from Ben")
    tablet.look()
    _unfold(tablet, "Warn the player")
    tablet.page.locator("#warn_text").fill("splashed the pot")
    tablet.look()
    tablet.tap("The player was warned")
    expect(tablet.page.get_by_role("status")).to_contain_text("Ann is warned")
    assert tablet.taps == 2
    tablet.look()


def test_two_players_are_kept_apart_in_two_taps_and_let_together_in_two(
    desk: Desk, manager: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    """While it holds, the one is not seated where the other sits, and the refusal leads to its rule."""
    ann, ben = desk.player("Ann"), desk.player("Ben")
    desk.buy_in(ann, 200_00)
    desk.seated(200_00, seat=1, player=ben)
    tablet = _page_of(tablets, manager, size, ann)
    page = tablet.page
    _unfold(tablet, "Keep apart from somebody")
    page.locator("#apart_other").fill("Ben")
    page.locator("#apart_reason").fill("they fought")
    tablet.look()
    tablet.tap("Keep them apart")
    expect(page.get_by_role("status")).to_contain_text("Ann is kept apart from now on.")
    assert tablet.taps == 2
    tablet.go(f"{reverse('seat', args=[desk.session.table_id, 2])}?player={ann.pk}")
    page.locator("#seat form.form button[type=submit]").click()
    expect(page.locator("main")).to_contain_text("Ann and Ben are kept apart")
    expect(page.locator("a[href='/rules/kept_apart/']").first).to_be_visible()
    tablet.look()
    tablet.go(reverse("player", args=[ben.pk]))
    _unfold(tablet, "Let them sit together")
    page.get_by_label("Why they may sit together again").fill("they made it up")
    tablet.look()
    tablet.tap("End it")
    expect(page.get_by_role("status")).to_contain_text("may sit with that player again")
    assert tablet.taps == 4
    assert Separation.objects.get().ended_at is not None


def test_a_player_is_suspended_until_a_day_in_two_taps_and_let_back_in_two(
    desk: Desk, manager: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    ann = desk.player("Ann")
    tablet = _page_of(tablets, manager, size, ann)
    page = tablet.page
    _unfold(tablet, "Bar or exclude")
    form = page.locator("form", has=page.get_by_role("button", name="May not play from now on"))
    form.locator("[name=kind]").select_option("suspended")
    form.locator("[name=reason]").fill("threw cards at the dealer")
    form.locator("[name=ends_on]").fill((desk.now + timedelta(days=7)).date().isoformat())
    tablet.look()
    tablet.tap("May not play from now on")
    expect(page.locator(".page-head")).to_contain_text("suspended")
    assert tablet.taps == 2
    tablet.look()
    _unfold(tablet, "Let them come back")
    page.get_by_label("Why they may come back").fill("they apologized")
    second = person(desk.room, "floor")
    set_own_pin(person=second, pin="4711", at=desk.now)
    page.get_by_label("Badge of a second person").fill(second.badge_number)
    page.get_by_label("Their PIN").fill("4711")
    tablet.tap("Lift the ban")
    expect(page.locator("main")).to_contain_text("they apologized")
    expect(page.locator(".page-head .chip.bad")).to_have_count(0)
    assert tablet.taps == 4
    assert Ban.objects.get().lifted_at is not None


def test_the_floor_is_told_of_a_barred_player_who_sits_until_they_leave(
    desk: Desk, manager: User, tablets: Drawer, size: tuple[int, int]
) -> None:
    """From the floor, which says so, it is three taps until the seat is free; then nothing is said any more."""
    sitting = desk.seated(200_00, seat=3, player=desk.player("Ann"))
    bar_player(room=desk.room, player=sitting.player, kind="barred", reason="cheated", **desk.by())
    tablet = tablets.take(manager, size=size)
    page = tablet.page
    tablet.go(reverse("floor"))
    expect(page.locator("main")).to_contain_text("Ann")
    tablet.look()
    tablet.tap(page.get_by_role("link", name=desk.session.table.name, exact=True).first)
    expect(page.locator(".message.warning")).to_contain_text("Ann")
    tablet.look()
    tablet.tap(page.locator("a[href$='/seats/3/']").first)
    tablet.look()
    tablet.tap("Leaves with their chips")
    page.wait_for_url(lambda address: "/seats/" not in address)
    assert tablet.taps == 3
    sitting.refresh_from_db()
    assert sitting.left_at is not None
    tablet.go(reverse("floor"))
    expect(page.locator("main")).not_to_contain_text("Ann")
