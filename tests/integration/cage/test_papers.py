"""Receipts and slips on paper: page and PDF show the same, VOID where voided, COPY from the second print on."""

import io
from datetime import timedelta
from typing import Any

import pypdf
import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cage import services as cage
from cage.models import ChipSet, ChipSlip, PaperPrint
from cage.pdf import paper_pdf
from cage.selectors.papers import Paper, chip_paper, papers_of, printed
from cage.selectors.voids import put_right_by, void_of
from tables.pdf import printable
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk, open_desk_now, person
from tests.support.people import signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def opened() -> Desk:
    return open_desk(helpline="1-800-GAMBLER")


@pytest.fixture
def window(desk: Desk) -> Client:
    return signed_in(desk.cashier)


def print_it(client: Client, receipt: int, **data: Any) -> Any:
    return client.post(reverse("receipt_print", args=[receipt]), data)


def shown(client: Client, answer: Any) -> Any:
    assert answer.status_code == 303
    return client.get(answer["Location"])


def words_of(pdf: bytes) -> str:
    [sheet] = pypdf.PdfReader(io.BytesIO(pdf)).pages
    return " ".join(sheet.extract_text().split())


def said(paper: Paper) -> list[str]:
    """Everything that must stand on a paper."""
    facts = [words for pair in paper.facts for words in pair]
    return [paper.title, *paper.marks, *facts, *paper.total, *paper.foot]


def agree(desk: Desk, page: str, pdf: str, paper: Paper) -> None:
    for words in said(paper):
        assert words in page, words
        assert " ".join(printable(words, desk.room).split()) in pdf, words


class TestReceipt:
    def test_page_and_pdf_of_a_sale_say_the_same(self, desk: Desk, window: Client) -> None:
        bought = desk.buy_in(desk.player("Zoë O’Hara"), 250_00)
        (paper,) = papers_of(bought, desk.room, void=None, right=None)
        page = text(shown(window, print_it(window, bought.receipt)))
        agree(desk, page, words_of(paper_pdf(paper, desk.room)), paper)
        day = f"{bought.gaming_day:%-d %b %Y}"
        for words in (
            "Receipt 1 · buy-in",
            day,
            desk.room.name,
            str(desk.cashier),
            "Window 1",
            "Cash received",
            "$250",
        ):
            assert words in page, words
        assert "Zoë O’Hara" in page

    def test_a_voided_one_says_so_on_both_and_its_void_is_a_paper(self, desk: Desk, window: Client) -> None:
        bought = desk.buy_in(desk.player("Ann"), 100_00)
        void = cage.void_buy_in(bought=bought, reason="sold twice", key=key(), **desk.by())
        first, second = papers_of(bought, desk.room, void=void_of(bought), right=put_right_by(void))
        assert first.marks == (f"VOID by receipt {void.receipt}: sold twice",)
        for paper, number in ((first, bought.receipt), (second, void.receipt)):
            page = text(shown(window, print_it(window, number)))
            pdf = shown(window, print_it(window, number, **{"as": "pdf"}))
            assert pdf["Content-Type"] == "application/pdf"
            copied = printed(PaperPrint.objects.latest("pk"))
            assert copied
            agree(desk, page, words_of(paper_pdf(paper, desk.room)), paper)
            assert all(words in words_of(pdf.content) for words in ("COPY 1", "sold twice"))

    def test_a_payment_is_paid_out(self, desk: Desk, window: Client) -> None:
        ann = desk.player("Ann")
        desk.buy_in(ann, 200_00)
        paid = desk.cash_out(ann, 50_00)
        page = text(shown(window, print_it(window, paid.receipt)))
        assert "Cash paid" in page
        assert "cash-out" in page


class TestCopies:
    def test_every_print_after_the_first_is_a_copy_and_on_record(self, desk: Desk, window: Client) -> None:
        bought = desk.buy_in(desk.player("Ann"), 250_00)
        pages = [text(shown(window, print_it(window, bought.receipt))) for _ in range(3)]
        assert ["COPY" in page for page in pages] == [False, True, True]
        assert "COPY 2" in pages[2]
        prints = PaperPrint.objects.filter(room=desk.room, receipt=bought.receipt).order_by("pk")
        assert [(each.number, each.by) for each in prints] == [(number, desk.cashier) for number in (1, 2, 3)]
        assert "printed 3 times" in text(window.get(reverse("buy_in_receipt", args=[bought.pk])))

    def test_the_database_takes_no_print_whose_number_leaves_one_out(self, desk: Desk, window: Client) -> None:
        print_it(window, desk.buy_in(desk.player("Ann"), 250_00).receipt)
        made = PaperPrint.objects.get()
        made.pk, made.number = None, 3
        with pytest.raises(DatabaseError, match="numbered one by one"), transaction.atomic():
            made.save(force_insert=True)

    def test_a_pdf_is_a_print_too(self, desk: Desk, window: Client) -> None:
        bought = desk.buy_in(desk.player("Ann"), 250_00)
        print_it(window, bought.receipt)
        pdf = shown(window, print_it(window, bought.receipt, **{"as": "pdf"}))
        assert "COPY 1" in words_of(pdf.content)

    def test_an_original_is_not_to_be_had_again(self, desk: Desk, window: Client) -> None:
        """The address of a print is no way round the copies: it is good for a minute, for who asked."""
        bought = desk.buy_in(desk.player("Ann"), 250_00)
        receipt = reverse("buy_in_receipt", args=[bought.pk])
        print_it(window, bought.receipt)
        address = reverse("print", args=[PaperPrint.objects.get().pk])
        assert signed_in(desk.manager).get(address).status_code == 404
        old = cage.print_receipt(
            room=desk.room, receipt=bought.receipt, by=desk.cashier, at=timezone.now() - timedelta(minutes=2)
        )
        for asked in ("", "?as=pdf"):
            late = window.get(reverse("print", args=[old.pk]) + asked)
            assert (late.status_code, late["Location"]) == (302, receipt)

    def test_there_is_no_print_of_nothing(self, desk: Desk, window: Client) -> None:
        assert print_it(window, 99).status_code == 404
        assert not PaperPrint.objects.exists()

    def test_another_room_s_receipt_is_not_ours(self, desk: Desk, window: Client) -> None:
        other = open_desk_now()
        for _ in range(2):
            other.buy_in(other.player(), 100_00)
        assert print_it(window, 2).status_code == 404

    def test_another_room_s_receipt_of_the_same_number_is_another_paper(self, desk: Desk, window: Client) -> None:
        other = open_desk_now()
        sold = other.buy_in(other.player("Zoe"), 100_00)
        cage.void_buy_in(bought=sold, reason="wrong", key=key(), **other.by())
        for receipt in (1, 2):
            print_it(signed_in(other.cashier), receipt)
        first, ours = desk.buy_in(desk.player("Ann"), 250_00), desk.buy_in(desk.player("Bo"), 300_00)
        assert (first.receipt, ours.receipt) == (1, 2)
        assert "printed" not in text(window.get(reverse("buy_in_receipt", args=[ours.pk])))
        paper = text(shown(window, print_it(window, 2)))
        assert ("Bo" in paper, "Zoe" in paper, "COPY" in paper, "void" in paper) == (True, False, False, False)


class TestChipSlips:
    @pytest.mark.parametrize("kind", ["receipt", "destruction", "retirement"])
    def test_page_and_pdf_of_a_slip_say_the_same(self, desk: Desk, kind: str) -> None:
        facts: dict[str, Any] = {"name": "Blue", "use": "secondary", "reason": "papers 17 of May", "key": key()}
        cage.receive_chips(room=desk.room, pieces={100_00: 4, 5_00: 2}, **facts, **desk.at_the_vault())
        blue, why = ChipSet.objects.get(name="Blue"), {"reason": "worn", "key": key()}
        if kind == "destruction":
            cage.destroy_chips(chip_set=blue, pieces={5_00: 1}, **why, **desk.at_the_vault())
        if kind == "retirement":
            day = desk.room.gaming_day(desk.now)
            cage.retire_set(chip_set=blue, last_day=day, confirmed=True, **why, **desk.at_the_vault())
        slip = ChipSlip.objects.filter(chip_set=blue).latest("pk")
        office, paper = signed_in(desk.manager), chip_paper(slip, desk.room)
        page = text(shown(office, office.post(reverse("chip_slip_print", args=[slip.pk]))))
        agree(desk, page, words_of(paper_pdf(paper, desk.room)), paper)
        assert (slip.kind, str(desk.cashier) in page, str(desk.manager) in page) == (kind, True, True)
        assert all(words in text(office.get(reverse("chip_slip", args=[slip.pk]))) for words in said(paper))

    def test_one_that_is_printed_again_is_a_copy(self, desk: Desk) -> None:
        slip, office = ChipSlip.objects.get(room=desk.room), signed_in(desk.manager)
        pages = [text(shown(office, office.post(reverse("chip_slip_print", args=[slip.pk])))) for _ in range(2)]
        assert ["COPY 1" in page for page in pages] == [False, True]
        assert (
            signed_in(person(desk.room, "auditor")).post(reverse("chip_slip_print", args=[slip.pk])).status_code == 403
        )


def test_a_currency_that_the_font_lacks_is_named(desk: Desk) -> None:
    paper = Paper("Receipt 1", "", (("Player", "Łukasz"),), ("Cash received", "₿100"), ("Room",), 1)
    desk.room.currency_symbol, desk.room.currency = "₿", "XBT"
    assert "XBT 100" in words_of(paper_pdf(paper, desk.room))
    assert "Lukasz" in words_of(paper_pdf(paper, desk.room))
