"""Slips of banks, tokes, the vault, fills and credits, and of boxes, on paper: each print is on record, and every one
after the first is a copy that says so."""

import io
from datetime import date, timedelta
from typing import Any

import pypdf
import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from cage import services as cage
from cage.models import BoxCount, PaperPrint
from cage.pdf import paper_pdf
from cage.selectors.other_papers import other_paper, printed_anyhow
from cage.selectors.papers import Paper
from players.models import Transfer
from tables.services import register_dealer
from tests.support.arranged import arranged
from tests.support.banks import own_tokes
from tests.support.boxes import counted, pulled
from tests.support.desk import Desk, key, open_desk, person
from tests.support.figures import tells
from tests.support.people import signed_in
from tests.support.slips import Slips, open_slips_desk
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def opened() -> Desk:
    return open_desk()


@arranged
def slips() -> Slips:
    """A table whose tray holds 500 by a fill."""
    slips = open_slips_desk()
    slips.received(chips=500_00, table=slips.table)
    return slips


@arranged
def table() -> HandTable:
    """Four players at a table."""
    return open_hand_table()


def twice(client: Client, address: str) -> list[str]:
    """What two prints of one paper say."""
    answers = [client.post(address) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    return [text(client.get(answer["Location"])) for answer in answers]


def agree(pages: list[str], *, marks: int = 0) -> Paper:
    """The original and its copy say all that the paper says, and the PDF does too; returns the paper."""
    original, copy = PaperPrint.objects.order_by("pk")
    paper, copied = printed_anyhow(original), printed_anyhow(copy)
    assert paper
    assert copied
    assert (len(paper.marks), copied.marks[marks:]) == (marks, ("COPY 1",))
    sheet = pypdf.PdfReader(io.BytesIO(paper_pdf(copied, original.room))).pages[0]
    pdf = " ".join(sheet.extract_text().replace("'", "’").split())
    said = [words for pair in paper.facts for words in pair]
    for words in [paper.title, *said, *paper.total, *paper.foot]:
        assert all(words in page for page in pages), words
        assert " ".join(words.replace("'", "’").split()) in pdf, words
    assert ["COPY 1" in page for page in pages] == [False, True]
    return paper


def test_a_slip_of_a_players_bank_and_its_void(desk: Desk) -> None:
    papers: dict[str, Any] = {"legal_name": "Ann Berg", "date_of_birth": date(1980, 5, 6), "document_kind": "passport"}
    papers |= {"document_number": "P1234567", "document_expires_on": date(2030, 1, 1)}
    bank = cage.open_bank(
        room=desk.room, player=desk.player("Ann", **papers), form_number="F-1", pin="4711", **desk.by()
    )
    shown = cage.show_pin(bank=bank, pin="4711", by=desk.cashier, at=desk.at())
    slip = cage.deposit(bank=bank, amount=500_00, drawer=desk.drawer, key=key(), shown=shown, **desk.by())
    window = signed_in(desk.cashier)
    assert "printed" not in text(window.get(reverse("bank_receipt", args=[slip.pk])))
    paper = agree(twice(window, reverse("receipt_print", args=[slip.receipt])))
    assert (paper.receipt, paper.total) == (slip.receipt, ("Put into the bank", "$500"))
    assert "printed 2 times" in text(window.get(reverse("bank_receipt", args=[slip.pk])))


def test_a_slip_of_tokes_is_signed_by_the_dealer(desk: Desk) -> None:
    dealer = register_dealer(room=desk.room, display_name="Mia", badge_number="D7", by=desk.manager, at=desk.at())
    slip = own_tokes(desk, dealer)
    paper = agree(twice(signed_in(desk.cashier), reverse("receipt_print", args=[slip.receipt])))
    assert paper.total == ("Cash paid", "$5")
    assert ("Dealer", f"{dealer}, badge {dealer.badge_number}") in paper.facts
    assert ("Counted with", desk.second.with_badge) in paper.facts
    assert paper.foot[-1].startswith("Received:")


def test_a_slip_of_the_vault(desk: Desk) -> None:
    number = (
        Transfer.objects.filter(room=desk.room, kind="fill").order_by("pk").values_list("chain_number", flat=True)[0]
    )
    office = signed_in(desk.manager)
    paper = agree(twice(office, reverse("vault_slip_print", args=[number])))
    assert ("Confirmed by", desk.cashier.with_badge) in paper.facts
    assert "printed 2 times" in text(office.get(reverse("vault_slip", args=[number])))
    assert office.post(reverse("vault_slip_print", args=[number + 10_000])).status_code == 404
    assert signed_in(desk.cashier).post(reverse("vault_slip_print", args=[number])).status_code == 403


class TestFillsAndCredits:
    def test_it_names_everybody_who_signed(self, slips: Slips) -> None:
        slip, floor = slips.received(chips=100_00, table=slips.table), signed_in(slips.floor)
        paper = agree(twice(floor, reverse("slip_print", args=[slip.pk])))
        told = dict(paper.facts)
        for act in slip.acts.all():
            assert act.person.with_badge in told[act.get_step_display().capitalize()]
        assert paper.total == ("Received", "$100")
        assert "printed 2 times" in text(floor.get(reverse("slip", args=[slip.pk])))

    def test_one_that_was_voided_says_so(self, slips: Slips) -> None:
        slip = slips.ask(table=slips.table)
        slips.end(slip)
        pages = twice(signed_in(slips.floor), reverse("slip_print", args=[slip.pk]))
        assert agree(pages, marks=1).mark == "VOIDED"


class TestBoxes:
    def test_the_pull_tells_who_and_not_what_must_lie_in_it(self, table: HandTable) -> None:
        table.tick(600)
        pull = pulled(table.desk, "R1")
        window = signed_in(table.desk.cashier)
        paper = agree(twice(window, reverse("box_pull_print", args=[pull.pk])))
        assert ("Pulled by", pull.puller.with_badge) in paper.facts
        assert ("Before", pull.watcher.with_badge) in paper.facts
        assert pull.expected == 6_00
        assert not any(tells(words, "6") for pair in paper.facts for words in pair)
        assert window.post(reverse("box_count_print", args=[pull.pk])).status_code == 404, "it is counted blind"
        assert other_paper(table.desk.room, "count", pull.pk) is None

    def test_the_count_tells_the_pieces_and_both_who_counted(self, table: HandTable) -> None:
        table.tick(600)
        pull = pulled(table.desk, "R1")
        counted(table.desk, pull)
        pages = twice(signed_in(table.desk.cashier), reverse("box_count_print", args=[pull.pk]))
        paper, room = agree(pages), table.desk.room
        for count in BoxCount.objects.filter(pull=pull):
            fact = f"{count.counted_by.with_badge}: {room.money(count.amount)}"
            assert (count.get_part_display().capitalize(), fact) in paper.facts
        assert paper.total == ("Counted", f"${room.money(pull.expected)}")


def test_an_old_print_leads_to_its_slip(slips: Slips) -> None:
    slip, floor = slips.ask(table=slips.table), signed_in(slips.floor)
    made = floor.post(reverse("slip_print", args=[slip.pk]))["Location"]
    row = PaperPrint.objects.get()
    old = PaperPrint.objects.create(
        room=row.room, paper=row.paper, number=2, by=slips.floor, at=row.at - timedelta(hours=1)
    )
    assert floor.get(made).status_code == 200
    assert floor.get(reverse("print", args=[old.pk]))["Location"] == reverse("slip", args=[slip.pk])


def test_another_room_prints_none_of_it(slips: Slips) -> None:
    slip, other = slips.ask(table=slips.table), open_desk()
    theirs = signed_in(person(other.room, "floor"))
    assert theirs.post(reverse("slip_print", args=[slip.pk])).status_code == 404
    assert not PaperPrint.objects.exists()


def test_the_book_knows_one_paper_of_a_print_and_each_number_once(desk: Desk) -> None:
    facts: dict[str, Any] = {"room": desk.room, "at": desk.now, "by": desk.manager}
    PaperPrint.objects.create(paper="vault-1", number=1, **facts)
    for wrong, name in (
        ({"paper": "vault-1", "number": 1}, "print_of_other_slip_once"),
        ({"paper": "vault-2", "receipt": 3, "number": 1}, "print_of_one_paper"),
        ({"number": 1}, "print_of_one_paper"),
    ):
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            PaperPrint.objects.create(**wrong, **facts)
