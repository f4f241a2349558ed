"""Whole days in a room of yen, which have no decimals, and in one of dinars, which have three.

Everything that a day brings is done through the services. Then the pages, files and the API are walked, and no amount
is written otherwise than its currency is.
"""

import csv
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any
from unittest import mock

import openpyxl
import pypdf
import pytest
from django.test import Client
from django.urls import reverse

from cage.models import CashOut
from config.amounts import plain_major
from config.audit.books import audit
from config.days.models import DayState
from config.days.selectors import state_of
from games.selectors.seats import felt_balance
from players.models import Sitting
from players.selectors.stacks import stack_of
from rake.revenue.services import export_journal
from tests.support.arranged import arranged_for
from tests.support.crawl import Seen, crawl, kind_of
from tests.support.days import a_day_of_everything, end_day, lock_day, tie_out
from tests.support.desk import Desk, key, person
from tests.support.dispute import DisputeTable
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db

YEN = {"currency": "JPY", "currency_symbol": "¥", "exponent": 0}
DINAR = {"currency": "KWD", "currency_symbol": "KD", "exponent": 3}
FEWEST_PAGES, FEWEST_FORMS, FEWEST_TRANSFERS = 200, 20, 40
NO_AMOUNT = re.compile(
    r"\d+\.\d+\.\d[\d.]*"  # addresses of networks, COMAR
    r"|C[FC]R [\d.]+(?:\(\w+\))*"
    r"|[\d,]+\.\d+ ?(?:%|h\b|table-hours|(?:hands )?an hour)"
    r"|0\.25 at 1/2"  # card room B's table of antes
)
RATES = re.compile(r"chapter=(?:play|dealers)|/pace/|/lost-rake/")
"""Pages with hours and hands an hour, which have one decimal whatever the money is."""
SEALED_BY_ANOTHER_CLOCK = "was added after the seal"
"""Seals are dated by the database's clock, and the test's day lies long before it."""
BOOKS = re.compile(r"^/(?:rules|policy)/(?!houses)")
"""The rulebooks: their answers and examples are in their own money."""
WRONG = {
    0: re.compile(r".{0,30}\d\.\d.{0,20}"),
    3: re.compile(r".{0,30}(?<![\d.])\d[\d,]*\.(?:\d{1,2}|\d{4,})(?!\d).{0,20}"),
}


@dataclass
class Day:
    """A day of everything in a room of that money."""

    at: DisputeTable

    @property
    def desk(self) -> Desk:
        return self.at.table.desk

    @property
    def exponent(self) -> int:
        return self.desk.room.exponent

    @property
    def day(self) -> date:
        return self.desk.room.gaming_day(self.desk.now)

    @contextmanager
    def now(self) -> Iterator[None]:
        """The clock of the pages stands where the day is."""
        with mock.patch("django.utils.timezone.now", return_value=self.desk.now):
            yield

    def typed(self, amount: int) -> str:
        """An amount as somebody types it."""
        return plain_major(amount, exponent=self.exponent)

    def pages(self) -> Iterator[tuple[Client, Seen]]:
        """Every kind of page that the manager, the cashier and the administrator come to."""
        shown = self.day.isoformat()
        starts = [
            "/", "/floor/", "/reports/", f"/reports/rake/{shown}/", f"/reports/journal/{shown}/", f"/days/{shown}/",
            f"/reports/morning/?day={shown}", "/cage/", "/audit/", "/ledger/", "/house-rules/post/", "/room/",
            "/rules/houses/?one=room&two=solaire",
        ]  # fmt: skip
        for who in (self.desk.manager, self.desk.cashier, person(self.desk.room, "administrator")):
            client = signed_in(who)
            yield from ((client, seen) for seen in crawl(client, starts))

    def wrong(self, words: str) -> list[str]:
        """The amounts in these words that have other decimals than the currency."""
        return WRONG[self.exponent].findall(NO_AMOUNT.sub(" ", words))


@arranged_for({"yen": YEN, "dinar": DINAR})
def day(money: dict[str, Any]) -> Day:
    """A day of everything in a room of that money."""
    return Day(a_day_of_everything(**money))


def test_every_page_writes_amounts_as_the_currency_does_and_every_form_refuses_other_decimals(day: Day) -> None:
    pages, forms, wrong, taken = 0, set[str](), dict[str, list[str]](), list[str]()
    tried = "12.5" if day.exponent == 0 else "12.5000"
    with day.now():
        for client, seen in day.pages():
            pages += 1
            if not RATES.search(seen.address) and not BOOKS.search(seen.address) and (found := day.wrong(seen.words)):
                wrong[seen.address] = found
            for form in seen.forms:
                if form.amounts and kind_of(form.action) not in forms:
                    forms.add(kind_of(form.action))
                    answer = client.post(form.action, form.facts | dict.fromkeys(form.amounts, tried))
                    if f"“{tried}” is not an amount" not in answer.content.decode():
                        taken.append(f"{answer.status_code} {form.action}")
    assert wrong == {}
    assert taken == []
    assert pages >= FEWEST_PAGES, pages
    assert len(forms) >= FEWEST_FORMS, forms


def lock_the_day(day: Day) -> date:
    """Whoever still sits there leaves and cashes out; the day ends, is tied out, and locked by two."""
    desk, today = day.desk, day.day
    for sitting in Sitting.objects.filter(session__room=desk.room, left_at=None):
        dropped = -felt_balance(sitting.session)  # by quick hands: it is missing from the first stacks
        counted = {"counted": max(stack_of(sitting) - dropped, 0), "reason": "ticks"}
        desk.leave(sitting, by=desk.second, second=desk.manager, **counted)
        if rack := desk.rack(sitting.player):
            desk.cash_out(sitting.player, rack)
    end_day(desk)
    tie_out(desk, today)
    lock_day(desk, today)
    export_journal(room=desk.room, day=today, key=key(), by=desk.manager, at=desk.at())
    return today


def test_the_day_is_paid_out_counted_and_locked_by_two_and_the_books_hold(day: Day) -> None:
    today = lock_the_day(day)
    assert CashOut.objects.filter(room=day.desk.room).count() > 1
    assert state_of(day.desk.room, today, day.desk.now) is DayState.LOCKED
    faults = [fault for finding in audit() for fault in finding.faults]
    assert [fault for fault in faults if SEALED_BY_ANOTHER_CLOCK not in fault] == []


def test_files_of_the_locked_day_write_amounts_as_the_currency_does(day: Day) -> None:
    today = lock_the_day(day)
    query = {"chapter": "takings", "period": "day", "day": today.isoformat(), "month": f"{today:%Y-%m}"}
    files = [
        "ledger_file", "audit_file", "figures_csv", "revenue_csv", "transaction_log_csv", "presented_chips_csv",
        *((name, today.isoformat()) for name in ("rake_csv", "sampling_csv", "journal_csv")),
    ]  # fmt: skip
    with day.now():
        manager = signed_in(day.desk.manager)
        texts = {str(file): body_of(manager, file, query) for file in files}
        book = openpyxl.load_workbook(io.BytesIO(body_of(manager, "figures_xlsx", query)))
        paper = pypdf.PdfReader(io.BytesIO(body_of(manager, "figures_pdf", query)))
        rake = openpyxl.load_workbook(io.BytesIO(body_of(manager, ("rake_xlsx", today.isoformat()), {})))
    texts["figures_csv"] = re.sub(rb",[\d.]+\r", b"\r", texts["figures_csv"])  # its last column, a share
    wrong = {name: day.wrong(text.decode()) for name, text in texts.items()}
    assert {name: found for name, found in wrong.items() if found} == {}
    assert day.wrong(" ".join(page.extract_text() for page in paper.pages)) == []
    decimals = {"", ".0", "." + "0" * day.exponent if day.exponent else ""}  # .0: shares and rates
    for sheet in (*book.worksheets, *rake.worksheets):
        formats = {cell.number_format for row in sheet.iter_rows() for cell in row if "#,##0" in cell.number_format}
        assert {each.removeprefix("#,##0") for each in formats} <= decimals, sheet.title
    rows = list(csv.reader(io.StringIO(texts["ledger_file"].decode("utf-8-sig"))))
    assert len(rows) > FEWEST_TRANSFERS
    assert any(cell == day.typed(119_00) for row in rows for cell in row)


def body_of(client: Client, file: Any, query: dict[str, str]) -> bytes:
    """A file; its name, or that and what stands in its address."""
    name, *args = (file,) if isinstance(file, str) else file
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == 200, name
    return b"".join(answer) if answer.streaming else answer.content


def test_the_api_counts_in_minor_units_alone(day: Day) -> None:
    lists = (
        "buy-ins", "cash-outs", "drawers", "slips", "box-pulls", "hands", "tables", "table-sessions", "liability",
        "reports/figures",
    )  # fmt: skip
    with day.now():
        client = signed_in(day.desk.manager)
        for name in lists:
            answer = client.get(f"/api/v1/{name}/")
            assert answer.status_code == 200, (name, answer.content[:300])
            assert not [number for number in numbers(answer.json()) if isinstance(number, float)], name


def numbers(told: Any) -> Iterator[Any]:
    """Every value in it."""
    if isinstance(told, dict):
        told = list(told.values())
    if isinstance(told, list):
        for each in told:
            yield from numbers(each)
    else:
        yield told
