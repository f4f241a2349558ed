"""The manager's pages in a real browser: plaques posted and changed, house rules, a report that fills itself."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from django.urls import reverse
from playwright.sync_api import Page, expect

from config.staff.services import set_own_pin
from games.models import Hand
from games.services.ticks import record_tick
from tables import services
from tables.models import PlaqueVersion, Table
from tests.support.arranged import arranged_to_commit
from tests.support.browser import Drawer, Tablet
from tests.support.desk import NLH, Desk, key, open_desk
from tests.support.worker import running_worker

PIN = "2580"


@arranged_to_commit
def desk() -> Desk:
    """A room with one open table, and a manager who has a PIN."""
    desk = open_desk()
    desk.room.helpline = "Gambling problem? Call 1-800-GAMBLER."
    desk.room.save()
    set_own_pin(person=desk.manager, pin=PIN, at=desk.at())
    return desk


def show_pin(tablet: Tablet) -> None:
    """Enter the PIN where the page asks for it: it has the focus already."""
    expect(tablet.page.locator("#id_reauthentication_pin")).to_be_focused()
    tablet.type(PIN)
    tablet.press("Enter")


def foretells(page: Page, words: str) -> None:
    """The preview of the plaque comes to say this."""
    expect(page.locator("#preview")).to_contain_text(words)


def test_a_new_table_has_its_plaque_after_four_taps_and_the_pin(
    desk: Desk, tablets: Drawer, size: tuple[int, int]
) -> None:
    tablet = tablets.take(desk.manager, size=size)
    tablet.go(reverse("tables"))
    tablet.look()
    tablet.tap(tablet.page.get_by_label("Name or number"))
    tablet.type("Table 77")
    tablet.tap("Add the table")
    tablet.page.wait_for_url("**/plaque/")
    tablet.look()
    tablet.tap("NLH 2/5")
    tablet.look()
    foretells(tablet.page, "it opens under NLH 2/5")
    tablet.tap("Post the plaque")
    show_pin(tablet)
    tablet.page.wait_for_url("**/plaque/1/")
    expect(tablet.page.locator(".sheet-sign")).to_contain_text("NLH 2/5")
    tablet.look()
    assert tablet.taps == 4
    assert PlaqueVersion.objects.get(table__name="Table 77").plaque.blinds == (200, 500)


def test_the_maximum_buy_in_is_changed_in_three_taps_and_the_pin(desk: Desk, tablets: Drawer) -> None:
    """The effect and its time are told before it is posted, while it is being typed."""
    tablet = tablets.take(desk.manager)
    services.claim_hand(session=desk.session, by=desk.manager, at=desk.at())
    page = tablet.page
    tablet.go(reverse("tables"))
    tablet.tap(page.get_by_role("link", name=f"Change the plaque of {desk.session.table}"))
    foretells(page, "What stands there")
    tablet.tap(page.get_by_label("Highest buy-in"))
    tablet.press("Control+a")
    tablet.type("50")
    expect(page.locator("#preview")).to_contain_text("The maximum buy-in of $50 is below the minimum.")
    expect(page.get_by_label("Highest buy-in")).to_be_focused()
    tablet.press("Control+a")
    tablet.type("500")
    expect(page.locator("#preview .changed", has_text="$500")).to_have_text(
        re.compile(r"\$100 to \$300\s*\$100 to \$500")
    )
    expect(page.locator("#preview")).to_contain_text("The hand in play ends under NLH 1/3, plaque 1")
    tablet.look()
    tablet.tap("Post the plaque")
    show_pin(tablet)
    page.wait_for_url("**/plaque/2/")
    assert tablet.taps == 3
    tablet.go(reverse("tables"))
    expect(page.locator("main")).to_contain_text("next hand")
    tablet.look()


def test_the_fields_follow_the_game_and_keep_what_was_typed(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(desk.manager)
    page = tablet.page
    tablet.go(reverse("plaque", args=[desk.session.table_id]))
    page.get_by_label("Lowest buy-in").fill("80")
    page.get_by_label("Game", exact=True).focus()
    page.get_by_label("Game", exact=True).select_option("stud")
    expect(page.get_by_label("Bring-in")).to_be_visible()
    expect(page.get_by_label("Blinds")).to_have_count(0)
    expect(page.get_by_label("Structure")).to_have_value("fixed_limit")
    expect(page.get_by_label("Lowest buy-in")).to_have_value("80")
    expect(page.get_by_label("Game", exact=True)).to_be_focused()
    expect(page.locator("#preview")).to_contain_text("at most 8 seats here, not 9")
    page.get_by_label("Fee", exact=True).select_option("steps")
    expect(page.get_by_role("group", name="Steps")).to_be_visible()
    tablet.look()
    for label, value in {"Small bet": "4", "Big bet": "8", "Bring-in": "1", "Seats": "8", "Highest buy-in": ""}.items():
        page.get_by_label(label).fill(value)
    page.get_by_label("From a pot of, line 1").fill("20")
    page.get_by_label("Rake, line 1").fill("1")
    page.get_by_label("Rake, line 1").press("Tab")
    expect(page.locator("#preview")).to_contain_text("Rake $1 from $20")
    tablet.tap("Post the plaque")
    show_pin(tablet)
    page.wait_for_url("**/plaque/2/")
    plaque = PlaqueVersion.objects.get(table=desk.session.table, number=2).plaque
    assert (plaque.game, plaque.structure, plaque.small_bet, plaque.bring_in) == ("stud", "fixed_limit", 400, 100)
    assert plaque.fee is not None
    assert plaque.fee.steps == ((2000, 100),)


def test_a_refusal_stands_beside_its_field_and_has_the_focus(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(desk.manager)
    page = tablet.page
    tablet.go(reverse("plaque", args=[desk.session.table_id]))
    page.get_by_label("Blinds").fill("1/2.50")
    tablet.tap("Post the plaque")
    expect(page.get_by_label("Blinds")).to_be_focused()
    beside = page.locator(".field", has=page.locator("#id_blinds")).first
    expect(beside).to_contain_text("can't be paid in units of $1")
    expect(beside.locator("[data-cite*='004']").first).to_be_visible()
    tablet.look()
    assert PlaqueVersion.objects.count() == 1


def test_a_plaque_is_posted_without_script(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(desk.manager, script=False)
    page = tablet.page
    table = Table.objects.create(room=desk.room, name="Bare", seats=8)
    tablet.go(reverse("plaque", args=[table.pk]))
    page.locator("#id_game").select_option("omaha8")
    page.locator("#id_structure").select_option("fixed_limit")
    page.get_by_role("button", name="Check it").click()
    for name, value in {
        "blinds": "2/4",
        "small_bet": "4",
        "big_bet": "8",
        "buy_in_min": "40",
        "percent_bp": "10",
    }.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Check it").click()
    foretells(page, "it opens under O8 4/8")
    page.get_by_role("button", name="Post the plaque").click()
    page.locator("#id_reauthentication_pin").fill(PIN)
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url("**/plaque/1/")
    assert table.plaque_versions.get().plaque.seats == 8


def test_house_rules_are_changed_and_what_changes_is_told_before(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(desk.manager)
    page = tablet.page
    tablet.go(reverse("house_rules"))
    tablet.look()
    tablet.tap("Change the rules")
    tablet.tap(page.locator("summary", has_text="Where the button goes when players have left"))
    tablet.tap(page.get_by_role("radio", name=re.compile("The button goes to the next player")))
    expect(page.locator("#preview")).to_contain_text("Changes 1 answer:")
    tablet.look()
    tablet.tap("Post these rules")
    show_pin(tablet)
    page.wait_for_url("**/house-rules/")
    expect(page.locator("main")).to_contain_text("What version 2 changed")
    expect(page.locator("main")).to_contain_text("Plaques on older rules")
    tablet.look()


def test_the_sign_prints_on_one_page(desk: Desk, tablets: Drawer) -> None:
    tablet = tablets.take(desk.manager)
    crowded = replace(
        NLH,
        ante=100,
        straddle="utg",
        min_bet=300,
        fee=replace(NLH.fee, promo=100, promo_from=2000),  # type: ignore[type-var]
    )
    services.post_plaque(table=desk.session.table, plaque=crowded, by=desk.manager, at=desk.at())
    tablet.go(reverse("sign", args=[desk.session.table_id, 2]))
    for paper in ("A4", "Letter", "A5"):
        for lies in (False, True):
            printed = tablet.page.pdf(format=paper, landscape=lies)
            assert printed.count(b"/Type /Page\n") == 1, (paper, lies)


def ticked(desk: Desk, count: int) -> None:
    """Hands of today and of the day before, one of them off."""
    desk.seated(seat=1)
    desk.seated(seat=2)
    for number in range(count):
        for days in (0, 1):
            record_tick(
                session=desk.session, pot=70_00, rake_taken=3_00 if number else 2_00, promo_taken=0, key=key(),
                by=desk.manager, at=desk.now + timedelta(days=days, minutes=20 * number),
            )  # fmt: skip


def test_the_report_fills_itself_when_it_is_built(
    desk: Desk, tablets: Drawer, committed_db: str, tmp_path: Path
) -> None:
    ticked(desk, 5)
    tablet = tablets.take(desk.manager)
    page = tablet.page
    day, before = Hand.objects.latest("gaming_day").gaming_day, Hand.objects.earliest("gaming_day").gaming_day
    tablet.go(reverse("rake_report", args=[day]) + "?look=yes")
    tablet.look()
    with running_worker(tmp_path, committed_db):
        tablet.tap("Build the report")
        expect(page.get_by_text("Built from 5 hands")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("1 hand is off:")).to_be_visible()
    assert "job=" not in page.url
    page.locator("summary", has_text="Every line").click()
    tablet.look()
    tablet.taps = 0
    tablet.tap(page.get_by_role("link", name=f"‹ {before:%a} {before.day} {before:%b}"))
    expect(page.get_by_role("heading", name="Rake")).to_be_visible()
    assert tablet.taps == 1
    tablet.look()
    assert page.pdf(format="A4").startswith(b"%PDF")
