"""The pages of revenue and of the journal: the return, what lies behind it, the definitions, the accounts."""

import csv
import io
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cage.models import BoxLook
from config.rooms.models import Room
from config.staff.services import set_own_pin
from players.models import AccountKind
from rake.revenue.journal import accounts_in_force, by_side
from rake.revenue.moved import sums_by_day
from rake.revenue.sums import SUMS
from rake.revenue_models import DayJournal, JournalAccounts, RevenueVersion
from tests.support.api import caller
from tests.support.arranged import arranged
from tests.support.days import open_drawers
from tests.support.desk import Desk, key, person
from tests.support.dispute import DisputeTable
from tests.support.figures import tells
from tests.support.people import signed_in
from tests.support.revenue import DAY, NEXT, a_day_of_revenue, locked_at_once
from tests.support.words import text

pytestmark = pytest.mark.django_db
PIN = {"reauthentication_pin": "4711"}
MARCH = {"month": "2025-03"}


@arranged
def at() -> DisputeTable:
    at = a_day_of_revenue()
    locked_at_once(at.table.desk)
    open_drawers(at.table.desk)
    return at


@pytest.fixture
def desk(at: DisputeTable) -> Desk:
    return at.table.desk


@pytest.fixture
def manager(desk: Desk) -> Client:
    set_own_pin(person=desk.manager, pin=PIN["reauthentication_pin"], at=timezone.now())
    return signed_in(desk.manager)


@pytest.fixture
def auditor(desk: Desk) -> Client:
    return signed_in(person(desk.room, "auditor"))


def body(answer: Any) -> bytes:
    return b"".join(answer) if answer.streaming else answer.content


class TestReturn:
    def test_it_shows_the_total_each_sum_and_each_day(self, desk: Desk, auditor: Client) -> None:
        sums = sums_by_day(desk.room, DAY, DAY)[DAY]
        total = sum(sums[code] for code in ("rake_recorded", "time_recorded", "admin_fees"))
        shown = text(auditor.get(reverse("revenue"), MARCH))
        assert f"In all {desk.room.money(total).lstrip('$')}" in shown.replace("$", "")
        assert "Rake recorded + Time collected + Administration fees" in shown
        assert "WAC 230-05-112" in shown
        assert "Fri 7 Mar 2025" in shown

    def test_every_cell_leads_to_its_transfers(self, desk: Desk, auditor: Client) -> None:
        shown = auditor.get(reverse("revenue"), MARCH).content.decode()
        for code in ("rake_recorded", "time_recorded", "admin_fees"):
            for query in ("day=2025-03-07", "month=2025-03"):
                address = f"{reverse('revenue_sum', args=[code])}?{query}"
                assert f'href="{address}"' in shown
                assert auditor.get(address).status_code == 200

    def test_incomplete_says_why(self, auditor: Client) -> None:
        shown = text(auditor.get(reverse("revenue"), MARCH))
        assert "incomplete 24 gaming days, from 8 March 2025 on, are not locked yet." in shown

    def test_the_month_before_is_shown_unless_another_is_asked_for(self, auditor: Client) -> None:
        answer = auditor.get(reverse("revenue"))
        assert answer.status_code == 200
        assert f"{answer.context['shown'].month.first:%B %Y}" in text(answer)
        assert answer.context["shown"].month.last < timezone.now().date()

    @pytest.mark.parametrize("month", ["2025", "2025-13", "0000-01", "March", "2025-03-07"])
    def test_what_is_no_month_is_told(self, auditor: Client, month: str) -> None:
        answer = auditor.get(reverse("revenue"), {"month": month})
        assert answer.status_code == 422
        assert "Choose a month" in text(answer)
        assert auditor.get(reverse("revenue_csv"), {"month": month}).status_code == 422

    def test_what_is_no_definition_is_not_there(self, auditor: Client) -> None:
        assert auditor.get(reverse("revenue"), {"definition": "nevada"}).status_code == 404
        assert auditor.get(reverse("revenue_csv"), {"definition": "nevada"}).status_code == 404

    def test_a_month_of_two_versions_says_so(self, manager: Client) -> None:
        assert "The formula changed" not in text(manager.get(reverse("revenue"), MARCH))
        assert post(manager).status_code == 303
        shown = text(manager.get(reverse("revenue"), MARCH))
        assert "The formula changed in this month" in shown
        assert "Version 2, from 8 March 2025: Rake counted − Petty cash paid out" in shown

    def test_page_file_and_api_say_the_same(self, desk: Desk, auditor: Client) -> None:
        asked = MARCH | {"definition": "as_counted"}
        shown = auditor.get(reverse("revenue"), asked).context["shown"]
        rows = list(csv.reader(io.StringIO(body(auditor.get(reverse("revenue_csv"), asked)).decode())))
        titles = [each.title for each in shown.sums]
        assert rows[0] == ["Gaming day", "Locked", "Version", *titles, "Total", "Currency"]
        assert rows[1][:3] == ["2025-03-07", "yes", "1"]
        assert len(rows) == len(shown.lines) + 2
        assert rows[-1][1] == "incomplete"
        told = caller(person(desk.room, "auditor")).get("revenue/", month="2025-03-01", definition="as_counted")
        assert told.status_code == 200, told.content
        by_month = caller(desk.manager).get("revenue/", month="2025-03", definition="as_counted")
        assert (by_month.status_code, by_month.json()["days"]) == (200, told.json()["days"])
        assert (told.json()["total"], told.json()["parts"]) == (shown.total, shown.parts)
        assert [day["total"] for day in told.json()["days"]] == [line.total for line in shown.lines]
        assert round(float(rows[-1][-2]) * 100) == shown.total

    def test_the_api_knows_no_other_definition(self, desk: Desk) -> None:
        assert caller(desk.manager).get("revenue/", definition="nevada").status_code == 404

    def test_who_looks_at_an_open_day_counts_no_box(self, at: DisputeTable, auditor: Client) -> None:
        before = BoxLook.objects.count()
        auditor.get(reverse("revenue"), MARCH)
        assert BoxLook.objects.count() == before, "nothing was recorded on it yet"
        at.table.tick(2_00)
        auditor.get(reverse("revenue"), MARCH)
        assert BoxLook.objects.count() == before + 1

    @pytest.mark.parametrize("way", ["page", "api", "sum"])
    def test_a_month_with_one_day_locked_is_an_open_one(self, at: DisputeTable, desk: Desk, way: str) -> None:
        """Its other days say what lies in boxes that nobody has counted."""
        at.table.tick(2_00)
        looked, names = person(desk.room, "auditor"), {"page": "revenue", "sum": "revenue_sum"}
        before = BoxLook.objects.filter(by=looked).count()
        with time_machine.travel(desk.now, tick=False):
            if way == "api":
                assert caller(looked).get("revenue/", month=DAY.isoformat()).status_code == 200
            else:
                args = ["rake_recorded"] if way == "sum" else []
                assert signed_in(looked).get(reverse(names[way], args=args), MARCH).status_code == 200
        assert BoxLook.objects.filter(by=looked).count() == before + 1

    def test_it_asks_as_much_for_more_days(self, desk: Desk, auditor: Client) -> None:
        auditor.get(reverse("revenue"), MARCH)
        counts = []
        for month in ("2025-03", "2025-04"):
            with CaptureQueriesContext(connection) as asked:
                auditor.get(reverse("revenue"), {"month": month})
            counts.append(len(asked))
        assert counts[0] == counts[1] < 25

    def test_the_rake_report_leads_there(self, auditor: Client) -> None:
        """To the journal where there is one: of a day that is locked."""
        shown, later = (auditor.get(reverse("rake_report", args=[day])).content.decode() for day in (DAY, NEXT))
        assert f'href="{reverse("revenue")}?month=2025-03"' in shown
        assert f'href="{reverse("journal", args=[DAY])}"' in shown
        assert reverse("journal", args=[NEXT]) not in later


class TestBehind:
    def test_its_rows_come_to_the_sum(self, desk: Desk, auditor: Client) -> None:
        for each in SUMS:
            answer = auditor.get(reverse("revenue_sum", args=[each.code]), {"day": "2025-03-07"})
            amount = sums_by_day(desk.room, DAY, DAY)[DAY][each.code]
            assert answer.context["amount"] == amount == sum(worth for _, worth in answer.context["rows"]), each.code

    def test_a_void_is_taken_off(self, auditor: Client) -> None:
        answer = auditor.get(reverse("revenue_sum", args=["petty_out"]), {"day": "2025-03-07"})
        assert sorted(worth for _, worth in answer.context["rows"]) == [-9_00, 8_00, 9_00]

    def test_long_lists_go_on_on_another_page(self, desk: Desk, auditor: Client, monkeypatch: Any) -> None:
        monkeypatch.setattr("rake.revenue.views.PAGE", 2)
        address = reverse("revenue_sum", args=["petty_out"])
        first = auditor.get(address, {"day": "2025-03-07"})
        assert len(first.context["rows"]) == 2
        second = auditor.get(address, {"day": "2025-03-07", "before": first.context["older"]})
        assert (len(second.context["rows"]), second.context["older"]) == (1, None)

    @pytest.mark.parametrize("asked", [{"day": "never"}, {"month": "2025-99"}, {"before": "x"}])
    def test_nonsense_is_not_there(self, auditor: Client, asked: dict[str, str]) -> None:
        assert auditor.get(reverse("revenue_sum", args=["petty_out"]), asked).status_code == 404
        assert auditor.get(reverse("revenue_sum", args=["luck"])).status_code == 404


def post(client: Client, code: str = "washington", **fields: str) -> Any:
    form = {"title": "Washington gross receipts", "source": "the accountant", "from_day": "2025-03-08"}
    form |= {"reason": "asked for", "key": key(), "sum_rake_counted": "+", "sum_petty_out": "-"}
    form |= another_person() if code else {}
    address = reverse("revenue_definition", args=[code]) if code else reverse("revenue_definition_add")
    return client.post(address, form | PIN | fields)


def another_person() -> dict[str, str]:
    """Badge and PIN of an auditor, who confirms what reaches back over days that have ended."""
    second = person(Room.objects.get(), "auditor")
    set_own_pin(person=second, pin="2580", at=timezone.now())
    return {"badge": second.badge_number, "pin": "2580"}


class TestDefinitions:
    def test_back_over_days_that_have_ended_takes_another_person(self, manager: Client) -> None:
        answer = post(manager, badge="", pin="")
        assert answer.status_code == 422
        assert "A second person confirms that the revenue of gaming days that have ended, from 8 March 2025 on" in text(
            answer
        )
        assert "Their PIN needed where it begins before today" in text(answer)
        assert post(manager, pin="1111").status_code == 422
        assert not RevenueVersion.objects.filter(number=2).exists()
        assert post(manager).status_code == 303

    def test_a_manager_makes_a_version_with_reason_and_pin(self, manager: Client) -> None:
        address = reverse("revenue_definition", args=["washington"])
        assert post(manager, reauthentication_pin="").status_code == 422
        assert not RevenueVersion.objects.filter(number=2).exists()
        answer = post(manager)
        assert (answer.status_code, answer["Location"]) == (303, address)
        shown = text(manager.get(address))
        assert "Version 2 from 8 March 2025 Rake counted − Petty cash paid out" in shown
        assert "Version 1 from the first day of the books" in shown
        assert "asked for" in shown

    def test_the_form_begins_with_what_holds(self, manager: Client) -> None:
        form = manager.get(reverse("revenue_definition", args=["as_counted"])).context["version_form"]
        chosen = {name: value for name, value in form.initial.items() if name.startswith("sum_")}
        assert chosen == {
            "sum_rake_counted": "+", "sum_time_counted": "+", "sum_admin_fees": "+", "sum_boxes_covered": "-",
        }  # fmt: skip

    def test_a_definition_of_the_rooms_own(self, manager: Client) -> None:
        answer = post(manager, "", title="Net of petty cash")
        assert answer["Location"] == reverse("revenue_definition", args=["net-of-petty-cash"])
        assert "Net of petty cash" in text(manager.get(reverse("revenue_definitions")))
        assert "Net of petty cash" in text(manager.get(reverse("revenue"), MARCH))

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"reason": ""}, "required"),
            ({"from_day": "2025-03-07"}, "is locked, and its revenue stays"),
            ({"from_day": "soon"}, "valid date"),
            ({"sum_rake_counted": "", "sum_petty_out": ""}, "Add one sum at least"),
            ({"sum_rake_counted": "twice"}, "not one of the available choices"),
        ],
    )
    def test_nonsense_comes_back_with_its_sentence(self, manager: Client, fields: dict[str, str], words: str) -> None:
        answer = post(manager, **fields)
        assert answer.status_code == 422
        assert words in text(answer)
        assert not RevenueVersion.objects.exists()

    def test_the_auditor_reads_and_changes_nothing(self, auditor: Client) -> None:
        shown = auditor.get(reverse("revenue_definition", args=["washington"]))
        assert "<form" not in shown.content.decode().partition("<main")[2].partition("</main")[0]
        assert post(auditor).status_code == 403
        assert auditor.get(reverse("revenue_definition_add")).status_code == 403

    def test_what_is_none_is_not_there(self, manager: Client) -> None:
        assert manager.get(reverse("revenue_definition", args=["nevada"])).status_code == 404

    @pytest.mark.parametrize("role", ["cashier", "floor", "host", "administrator"])
    def test_others_see_none_of_it(self, desk: Desk, role: str) -> None:
        other = signed_in(person(desk.room, role))
        for name, args in (("revenue", []), ("revenue_definitions", []), ("journal", [DAY]), ("journal_accounts", [])):
            assert other.get(reverse(name, args=args)).status_code == 403, name


class TestJournal:
    def test_a_manager_exports_it_once(self, manager: Client) -> None:
        address = reverse("journal", args=[DAY])
        before = manager.get(address)
        assert "not exported yet" in text(before)
        assert manager.get(reverse("journal_csv", args=[DAY])).status_code == 422
        answer = manager.post(address, {"key": key()})
        assert (answer.status_code, answer["Location"]) == (303, address)
        shown = text(manager.get(address))
        assert DayJournal.objects.get().digest in shown
        assert "exported" in shown
        assert manager.get(address).context["journal"].lines == before.context["journal"].lines

    def test_the_file_is_the_same_whenever_it_is_asked_for(self, manager: Client, auditor: Client) -> None:
        manager.post(reverse("journal", args=[DAY]), {"key": key()})
        first = manager.get(reverse("journal_csv", args=[DAY])).content
        accounts(manager, number_bank="1001")
        manager.post(reverse("journal", args=[DAY]), {"key": key()})
        assert auditor.get(reverse("journal_csv", args=[DAY])).content == first
        assert not tells(first, "1001")

    def test_an_open_day_says_that_it_has_none(self, manager: Client) -> None:
        answer = manager.get(reverse("journal", args=[NEXT]))
        assert "8 March 2025 is not locked yet" in text(answer)
        assert reverse("day", args=[NEXT]) in answer.content.decode()
        assert manager.post(reverse("journal", args=[NEXT]), {"key": key()}).status_code == 422
        assert manager.get(reverse("journal_csv", args=[NEXT])).status_code == 422

    def test_a_day_outside_the_books_is_not_there(self, manager: Client) -> None:
        assert manager.get("/reports/journal/2025-03-06/").status_code == 404

    def test_the_auditor_reads_it_and_exports_none(self, auditor: Client) -> None:
        assert "A manager exports it." in text(auditor.get(reverse("journal", args=[DAY])))
        assert auditor.post(reverse("journal", args=[DAY]), {"key": key()}).status_code == 403

    def test_each_entry_leads_to_its_transfers(self, auditor: Client) -> None:
        shown = auditor.get(reverse("journal", args=[DAY])).content.decode()
        address = f"{reverse('ledger')}?since=2025-03-07&amp;until=2025-03-07&amp;kind=chip_sale"
        assert address in shown
        assert auditor.get(address.replace("&amp;", "&")).status_code == 200


def accounts(client: Client, **fields: str) -> Any:
    """The form of the accounts, with the plain ones where nothing else is given."""
    plain = by_side(None)
    form = {f"{what}_{side}": plain[side][n] for side in AccountKind for n, what in enumerate(("number", "name"))}
    return client.post(reverse("journal_accounts"), form | {"key": key(), "reason": "the new books"} | PIN | fields)


class TestAccounts:
    def test_a_manager_sets_them_with_reason_and_pin(self, desk: Desk, manager: Client) -> None:
        assert accounts(manager, number_bank="1001", reauthentication_pin="").status_code == 422
        answer = accounts(manager, number_bank="1001", name_bank="First bank")
        assert (answer.status_code, answer["Location"]) == (303, reverse("journal_accounts"))
        assert by_side(accounts_in_force(desk.room))["bank"] == ("1001", "First bank")
        shown = manager.get(reverse("journal_accounts")).content.decode()
        assert 'value="First bank"' in shown
        assert "the new books" in shown

    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"reason": ""}, "required"),
            ({"number_bank": ""}, "required"),
            ({"number_bank": "9" * 21}, "at most 20"),
            ({"number_bank": "1", "number_rack": "1"}, "an account has one name"),
        ],
    )
    def test_nonsense_comes_back_with_its_sentence(self, manager: Client, fields: dict[str, str], words: str) -> None:
        answer = accounts(manager, **fields)
        assert answer.status_code == 422
        assert words in text(answer)
        assert not JournalAccounts.objects.exists()

    def test_the_auditor_reads_them(self, auditor: Client) -> None:
        shown = auditor.get(reverse("journal_accounts"))
        assert "Vault, cash" in text(shown)
        assert "<input" not in shown.content.decode().partition("<table")[2].partition("</table")[0]
        assert accounts(auditor).status_code == 403


def test_the_trail_tells_what_was_done_in_words(desk: Desk, manager: Client, auditor: Client) -> None:
    post(manager)
    accounts(manager, number_bank="1001", name_bank="First bank")
    manager.post(reverse("journal", args=[DAY]), {"key": key()})
    shown = text(auditor.get(reverse("audit")))
    for words in ("set how revenue is reckoned", "set the accounts of the journal", "exported the journal of a day"):
        assert words in shown
    assert "formula +rake_counted, -petty_out" in shown
    assert "bank: 1001 First bank" in shown
    assert reverse("revenue_definition", args=["washington"]) in auditor.get(reverse("audit")).content.decode()
