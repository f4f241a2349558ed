"""A counter in another language: the refusal of a form, the receipt and what is written to a player, told whole."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from cage.pdf import paper_pdf
from cage.selectors.papers import papers_of
from players.models import Message, Player
from players.services.gateways import MailGateway
from tests.integration.cage.test_papers import words_of
from tests.support.desk import Desk, key
from tests.support.people import signed_in
from tests.support.wide_language import bracketed_language, narrow, plain_words, wide_language

pytestmark = pytest.mark.django_db


def refused(client: Client, desk: Desk, player: Player, amount: str) -> Any:
    """The answer of a sale's form to an amount."""
    sent = {"session": str(desk.session.pk), "drawer": str(desk.drawer.pk), "amount": amount, "key": key()}
    answer = client.post(reverse("buy_in", args=[player.pk]), sent)
    assert answer.status_code == 422
    return answer


def said(page: str) -> list[str]:
    """The sentences by which a form is refused, beside its fields or above them."""
    found = re.findall(r'<p class="said">(.*?)[<]|<div class="errors"[^>]*><p>(.*?)</p>', page, re.DOTALL)
    return [unescape(one or other).strip() for one, other in found]


@pytest.mark.parametrize("amount", ["5", "0", "1.001", "much"])
def test_a_refused_form_says_why_in_the_language_of_the_house(desk: Desk, tmp_path: Path, amount: str) -> None:
    window, player = signed_in(desk.cashier), desk.player("Zora Smith")
    english = said(refused(window, desk, player, amount).content.decode())
    with wide_language(tmp_path):
        told = said(refused(window, desk, player, amount).content.decode())
    assert english
    assert [narrow(sentence) for sentence in told] == english
    assert [word for sentence in told for word in plain_words(sentence)] == (["much"] if amount == "much" else [])


def test_a_receipt_is_printed_in_the_language_of_the_house(desk: Desk, tmp_path: Path) -> None:
    bought = desk.buy_in(desk.player("Zora Smith"), 250_00)
    (paper,) = papers_of(bought, desk.room, void=None, right=None)
    english = words_of(paper_pdf(paper, desk.room))
    with bracketed_language(tmp_path):
        told = words_of(paper_pdf(paper, desk.room))
    assert "".join(told.replace("[", "").replace("]", "").split()) == "".join(english.split())
    for label, _ in paper.facts:
        assert f"[{label}]" in told
    assert "$250" in told
    assert "Zora Smith" in told


def test_a_message_goes_out_in_the_language_of_the_house(tmp_path: Path) -> None:
    subject, body = (
        "You are number 3 for O8 10/20 at Lucky Seven",
        "The wait is about 10 min. See your place: https://a.b/c",
    )
    with wide_language(tmp_path):
        MailGateway().send(Message(subject=subject, body=body, address="zora@example.com"))
    (sent,) = mail.outbox
    assert (narrow(sent.subject), narrow(sent.body)) == (subject, body)
    assert plain_words(sent.body.replace("https://a.b/c", "")) == []
    assert plain_words(sent.subject) == ["Lucky", "Seven"]
