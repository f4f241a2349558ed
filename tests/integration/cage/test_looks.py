"""Whoever was shown what boxes or drawers of the room must hold is known to have looked, at whatever address: they
count none of these."""

import html
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from django.utils import timezone

from cage.box_places import PLACES
from cage.models import Box, BoxLook, ExpectedLook
from cage.services import add_box
from cage.services.box_looks import holds_uncounted, is_barred_by_box_look, note_box_looks, why_not_counter
from config.staff.models import StaffRole, User
from config.staff.roles import ROLES
from games.services import void_hand
from players.ledger import table_account
from players.models import Account, AccountKind, Transfer
from rake.models import LabTrial
from tests.support.api import caller
from tests.support.arranged import arranged
from tests.support.boxes import counted, hung, pulled
from tests.support.days import end_day, lock_day, tie_out
from tests.support.desk import Desk, key, open_desk
from tests.support.house import House, a_lab_trial, furnished_house
from tests.support.people import a_person, signed_in
from tests.support.routes import WARNING, Route, routes
from tests.support.table import HandTable, open_hand_table

pytestmark = pytest.mark.django_db

BOXES, BOTH = (True, False), (True, True)
LOOKS = {
    "ledger/": BOXES,
    "ledger/transfers.csv": BOTH,
    "ledger/accounts/": BOTH,
    "cage/chips/": BOTH,
    "cage/drawers/<int:drawer_id>/expected/": (False, True),
    "reports/morning/": BOXES,
    "reports/figures/": BOXES,
    "reports/figures.csv": BOXES,
    "reports/figures.xlsx": BOXES,
    "reports/figures.pdf": BOXES,
    "reports/figures/<slug:code>/": BOXES,
    "reports/rake/<gaming_day:day>/": BOXES,
    "reports/rake/<gaming_day:day>.csv": BOXES,
    "reports/rake/<gaming_day:day>.xlsx": BOXES,
    "reports/sampling/<gaming_day:day>/": BOXES,
    "reports/sampling/<gaming_day:day>.csv": BOXES,
    "reports/lost-rake/": BOXES,
    "reports/lost-rake.csv": BOXES,
    "reports/schedule-lab/<int:trial_id>/": BOXES,
    "reports/schedule-lab/<int:trial_id>.csv": BOXES,
    "reports/revenue/": BOXES,
    "reports/revenue.csv": BOXES,
    "reports/revenue/sums/<slug:code>/": BOXES,
    "api/v1/buy-ins/": (False, True),
    "api/v1/cash-outs/": (False, True),
    "api/v1/liability/": BOTH,
    "api/v1/drawers/<int:pk>/sessions/": BOTH,
    "api/v1/box-pulls/": BOTH,
    "api/v1/reports/": BOXES,
    "api/v1/reports/figures/": BOXES,
    "api/v1/revenue/": BOXES,
}
"""The addresses that show such sums, and whether somebody who opens one has looked at boxes, and at drawers."""
WARN_FIRST = (
    "morning/", "rake/{day}/", "rake/{day}.csv", "rake/{day}.xlsx", "sampling/{day}/", "sampling/{day}.csv",
    "figures/", "figures.csv", "figures.xlsx", "figures.pdf", "figures/rake_taken/", "lost-rake/", "lost-rake.csv",
    "schedule-lab/{trial}/", "schedule-lab/{trial}.csv", "revenue/", "revenue.csv", "revenue/sums/rake_recorded/",
)  # fmt: skip
"""The addresses below reports/ that say first what whoever reads them counts no more."""
OTHER_DAYS = [
    ("morning/", {"day": "2025-03-20"}, True),
    ("morning/", {"day": "2025-03-21"}, False),
    ("figures/", {"day": "2025-03-14"}, True),
    ("figures/", {"day": "2025-03-12", "period": "week"}, True),
    ("figures/", {"day": "2025-03-05", "period": "week"}, True),
    ("figures/", {"day": "2025-03-22", "period": "week"}, False),
    ("figures/", {"day": "2025-04-30", "period": "month"}, True),
    ("figures.csv", {"day": "2025-03-14"}, True),
    ("figures/", {"day": "2025-03-15"}, False),
    ("figures/rake_taken/", {"day": "2025-03-14"}, False),
    ("figures/rake_taken/", {"day": "2025-03-05", "period": "week"}, True),
    ("lost-rake/", {"day": "2025-03-12"}, False),
    ("lost-rake/", {"day": "2025-03-04"}, True),
    ("revenue/", {"month": "2025-03"}, True),
    ("revenue/", {"month": "2025-04"}, False),
    ("revenue/sums/rake_recorded/", {"month": "2025-03"}, True),
    ("revenue/sums/rake_recorded/", {"day": "2025-03-06"}, False),
]
"""Addresses below reports/ that are asked for other days than 7 March 2025, on which something was raked; and whether
they tell of it."""
OF_A_DAY = ("reports/morning/", "reports/figures", "reports/lost-rake", "reports/revenue")
"""Addresses that show other days than that of the house unless they are asked for it."""


@arranged
def house() -> House:
    """A room with one of everything: boxes that hang, and a drawer that is worked."""
    return furnished_house()


@pytest.mark.parametrize("address", LOOKS)
def test_whoever_opens_it_has_looked(house: House, address: str) -> None:
    (route,) = (route for route in routes() if str(route) == address)
    assert looked(house, route) == LOOKS[address]


def looked(house: House, route: Route) -> tuple[bool, bool]:
    """Whether somebody with every role who opens the address has looked at boxes, and at drawers."""
    person = a_person(house.room, *ROLES)
    day = Transfer.objects.filter(room=house.room, target__kind=AccountKind.RAKE_BOX).latest("pk").gaming_day
    asked = of_day(day) if str(route).startswith(OF_A_DAY) else {}
    asked |= {"look": "yes"} if str(route).startswith(WARNING) else {}
    assert signed_in(person).get(route.filled(house.samples), asked).status_code == 200
    return BoxLook.objects.filter(by=person).exists(), ExpectedLook.objects.filter(by=person).exists()


@pytest.mark.parametrize("address", ["buy-ins/", "cash-outs/"])
def test_a_program_reads_of_its_own_drawer_as_the_desk_shows_it(address: str) -> None:
    """Whoever works the only drawer that is open knows their part of it anyway."""
    desk = open_desk()
    assert caller(desk.cashier).get(address).status_code == 200
    assert not ExpectedLook.objects.exists()
    other = a_person(desk.room, "cashier")
    assert caller(other).get(address).status_code == 200
    assert [look.by for look in ExpectedLook.objects.all()] == [other]


# ------------------------------------------------------------------------------------- the statement of one account


@arranged
def table() -> HandTable:
    """A table at which money is raked."""
    return open_hand_table()


@pytest.mark.parametrize("kind", PLACES.values())
def test_the_statement_of_what_hangs_at_a_table_tells_of_boxes(table: HandTable, kind: AccountKind) -> None:
    assert who_looked(table_account(table.session, kind), table.desk.manager) == [table.desk.manager]


def test_the_statement_of_a_box_that_was_pulled_tells_of_boxes(house: House) -> None:
    held = Account.objects.filter(room=house.room, kind=AccountKind.CUSTODY).latest("pk")
    person = a_person(house.room, "manager")
    assert who_looked(held, person) == [person]


def who_looked(about: Account, person: User) -> list[User]:
    """The people known to have looked at boxes, after the person opened the statement of that account."""
    assert signed_in(person).get(reverse("ledger_account", args=[about.pk])).status_code == 200
    return [look.by for look in BoxLook.objects.filter(room=about.room_id)]


class TestMornings:
    """The morning and the report of a day tell of boxes that are to be counted, and bar whoever counts them; they do
    neither where every box of the days shown is counted or nothing was recorded."""

    def test_an_empty_day_bars_nobody(self, table: HandTable) -> None:
        day = table.desk.room.gaming_day(table.desk.now)
        table.tick(300)
        manager = signed_in(table.desk.manager)
        assert manager.get("/reports/")["Location"] == reverse("morning")
        empty = reverse("rake_report", args=[day - timedelta(days=1)])
        assert [manager.get(page).status_code for page in (reverse("morning"), empty)] == [200, 200]
        assert not BoxLook.objects.exists()
        manager.get(reverse("rake_report", args=[day]), {"look": "yes"})
        assert BoxLook.objects.filter(by=table.desk.manager).exists()

    @pytest.mark.parametrize("days", [1, 2])
    def test_whoever_counts_boxes_is_warned_before_the_reports_open(self, table: HandTable, days: int) -> None:
        desk = table.desk
        desk.now = timezone.now() - timedelta(days=days)
        table.tick(300)
        manager = signed_in(desk.manager)
        warning = manager.get("/reports/").content.decode()
        assert f'href="{reverse("morning")}?look=yes">Look, and don’t count them' in warning
        assert not BoxLook.objects.exists()
        assert signed_in(a_person(desk.room, "auditor")).get("/reports/")["Location"] == reverse("morning")
        assert manager.get(reverse("morning"), {"look": "yes"}).status_code == 200
        assert BoxLook.objects.filter(by=desk.manager).exists()
        assert manager.get("/reports/")["Location"] == reverse("morning")

    @pytest.mark.parametrize("address", WARN_FIRST)
    def test_their_own_addresses_warn_too(self, table: HandTable, address: str) -> None:
        """Whoever comes by a bookmark, or by a link of another page, is told what it means before any figure."""
        desk = table.desk
        day = desk.room.gaming_day(desk.now)
        table.tick(300)
        page, manager = below_reports(table, address), signed_in(desk.manager)
        shown = manager.get(page, of_day(day))
        assert (shown.status_code, shown.templates[0].name) == (200, "rake/look.html")
        assert not BoxLook.objects.exists()
        onward = f"{page}?day={day}&amp;month={day:%Y-%m}&amp;look=yes"
        assert f'href="{onward}">Look, and don’t count them' in shown.content.decode()
        for _ in range(2):
            answer = manager.get(html.unescape(onward))
            assert (answer.status_code, warns(answer)) == (200, False)
        assert BoxLook.objects.get().by == desk.manager
        again = manager.get(page, of_day(day))
        assert not warns(again), "who has looked is warned of nothing"

    @pytest.mark.parametrize("address", WARN_FIRST)
    def test_who_counts_no_boxes_is_warned_of_nothing(self, table: HandTable, address: str) -> None:
        day = table.desk.room.gaming_day(table.desk.now)
        table.tick(300)
        reads = signed_in(a_person(table.desk.room, "auditor"))
        assert not warns(reads.get(below_reports(table, address), of_day(day)))

    @pytest.mark.parametrize("address", WARN_FIRST)
    def test_whose_every_box_is_counted_neither_warns_nor_bars(self, table: HandTable, address: str) -> None:
        desk = table.desk
        day = desk.room.gaming_day(desk.now)
        hung(desk, "R1")
        table.tick(300)
        counted(desk, pulled(desk, "R1", next_number=on_the_shelf(desk, "R2").number))
        page, reads = below_reports(table, address), a_person(desk.room, *ROLES)
        assert not warns(signed_in(reads).get(page, of_day(day)))
        assert not BoxLook.objects.filter(by=reads).exists()

    @pytest.mark.parametrize(("address", "query", "tells"), OTHER_DAYS)
    def test_the_days_that_are_compared_with_are_told_too(
        self, table: HandTable, address: str, query: dict[str, str], tells: bool
    ) -> None:
        """A sheet of figures tells of the period before, a morning of the money of two weeks; nothing else does."""
        table.tick(300)
        reads = a_person(table.desk.room, *ROLES)
        page = f"/reports/{address}?{urlencode(query)}"
        assert warns(signed_in(reads).get(page)) == tells
        assert not BoxLook.objects.exists()
        assert signed_in(reads).get(f"{page}&look=yes").status_code == 200
        assert BoxLook.objects.filter(by=reads).exists() == tells

    def test_a_trial_tells_of_the_days_that_were_asked_about(self, table: HandTable) -> None:
        day = table.desk.room.gaming_day(table.desk.now)
        table.tick(300)
        reads = signed_in(a_person(table.desk.room, *ROLES))
        for first, last, tells in ((-1, 0, True), (0, 1, True), (-2, -1, False), (1, 2, False)):
            trial = a_lab_trial(table.desk)
            asked = {
                "first": (day + timedelta(days=first)).isoformat(),
                "last": (day + timedelta(days=last)).isoformat(),
            }
            LabTrial.objects.filter(pk=trial.pk).update(question=trial.question | asked)
            assert warns(reads.get(reverse("lab_trial", args=[trial.pk]))) == tells, (first, last)

    def test_a_locked_day_is_asked_no_more(self, table: HandTable) -> None:
        """What was booked into a box and taken back out of it keeps no day open, nor does it bar anybody for ever."""
        desk = table.desk
        void_hand(hand=table.tick(300), reason="played twice", key=key(), **desk.by_two())
        day = end_day(desk)
        assert holds_uncounted(desk.room, day, day)
        tie_out(desk, day)
        lock_day(desk, day)
        assert not holds_uncounted(desk.room, day - timedelta(days=400), day)
        table.tick(300)
        assert holds_uncounted(desk.room, day, day + timedelta(days=1))

    def test_a_box_that_is_counted_is_looked_at_by_anybody(self, table: HandTable) -> None:
        desk = table.desk
        day = desk.room.gaming_day(desk.now)
        hung(desk, "R1")
        table.tick(300)
        assert holds_uncounted(desk.room, day, day)
        pull = pulled(desk, "R1", next_number=on_the_shelf(desk, "R2").number)
        assert holds_uncounted(desk.room, day, day)
        counted(desk, pull)
        assert not holds_uncounted(desk.room, day, day)

    def test_what_lies_in_another_box_or_was_seen_in_another_room_bars_nobody_here(self, table: HandTable) -> None:
        desk, elsewhere = table.desk, open_desk()
        day, both = desk.room.gaming_day(desk.now), a_person(desk.room, *ROLES)
        StaffRole.objects.create(user=both, room=elsewhere.room, role="manager")
        hung(desk, "R1")
        table.tick(300)
        assert not holds_uncounted(elsewhere.room, day, day)
        note_box_looks(room=elsewhere.room, by=both, at=desk.at())
        assert is_barred_by_box_look(room=desk.room, first=day, last=day, by=both)
        note_box_looks(room=desk.room, by=desk.manager, at=desk.at())
        assert BoxLook.objects.filter(room=desk.room).get().by == desk.manager
        hung(elsewhere, "R1")
        counted(elsewhere, pulled(elsewhere, "R1", next_number=on_the_shelf(elsewhere, "R2").number, at=desk.at()))
        assert not is_barred_by_box_look(room=desk.room, first=day, last=day, by=desk.manager), "they know it already"
        pull = pulled(desk, "R1", next_number=on_the_shelf(desk, "R2").number)
        assert why_not_counter(pull, both) is None

    def test_the_box_of_another_table_that_is_counted_tells_of_its_own(self, table: HandTable) -> None:
        desk = table.desk
        day, other = desk.room.gaming_day(desk.now), desk.open_table().table
        hung(desk, "R3", table=other)
        table.tick(300)
        counted(desk, pulled(desk, "R3", next_number=on_the_shelf(desk, "R4").number, table=other))
        assert holds_uncounted(desk.room, day, day)


def on_the_shelf(desk: Desk, number: str) -> Box:
    """A box on the shelf."""
    return add_box(room=desk.room, number=number, kind="rake", by=desk.manager, at=desk.at())


def below_reports(table: HandTable, address: str) -> str:
    """The path of an address that warns first: of the table's gaming day, and of an answer of the lab about it."""
    day: date = table.desk.room.gaming_day(table.desk.now)
    trial = a_lab_trial(table.desk).pk if "{trial}" in address else ""
    return f"/reports/{address.format(day=day, trial=trial)}"


def of_day(day: date) -> dict[str, str]:
    """The query of whatever tells of a gaming day, or of its month."""
    return {"day": day.isoformat(), "month": f"{day:%Y-%m}"}


def warns(answer: Any) -> bool:
    """Whether it is the page that says what whoever reads on counts no more."""
    return answer.context is not None and "onward" in answer.context
