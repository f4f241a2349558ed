"""The same money sent from a page that came back by the browser's own button: asked about, and a press away."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cage import services as cage
from cage.models import BankSlip, BuyIn, CashOut, CashSlip
from config.staff.services import set_own_pin
from players.models import Transfer, TransferKind
from tests.support.api import caller
from tests.support.arranged import arranged
from tests.support.banks import BANK_PIN, a_bank, a_runner, shown
from tests.support.desk import Desk, key, open_desk_now
from tests.support.people import signed_in
from tests.support.window import carried_off
from tests.support.words import text

pytestmark = pytest.mark.django_db
AGAIN = {"confirm": " same_again"}


@arranged
def desk() -> Desk:
    return open_desk_now()


def asked_once(client: Client, address: str, body: dict[str, Any], rows: Callable[[], int], question: str) -> None:
    """What is sent, sent again under a fresh key, and sent once more by the button of the question."""
    before = rows()
    assert client.post(address, body | {"key": key()}).status_code == 303
    again = body | {"key": key()}
    asked = client.post(address, again)
    assert asked.status_code == 422
    assert question in text(asked)
    assert rows() == before + 1
    shows = asked.content.decode()
    assert 'name="confirm" value=" same_again"' in shows
    form = shows[shows.rindex("<form", 0, shows.index('name="confirm"')) :]
    buttons = re.findall(r'<button[^>]*type="submit"[^>]*>', form)
    is_first = 'name="confirm"' in buttons[0]
    assert is_first == ("/present/" in address), "Enter in the amount presses the first button: it asks again"
    seen = shows.partition('name="seen" value="')[2].partition('"')[0]
    assert client.post(address, again | AGAIN | ({"seen": seen} if seen else {})).status_code == 303
    assert rows() == before + 2


def test_a_sale(desk: Desk) -> None:
    fern, client = desk.player("Fern"), signed_in(desk.cashier)
    body = {"amount": "100", "drawer": desk.drawer.pk, "session": desk.session.pk}
    said = f"Fern bought 100 for {desk.session.table} a moment ago (receipt 1). Sell another 100?"
    asked_once(client, reverse("buy_in", args=[fern.pk]), body, BuyIn.objects.count, said)


def test_a_cash_out(desk: Desk) -> None:
    fern, client = desk.player("Fern"), signed_in(desk.cashier)
    desk.buy_in(fern, 300_00)
    body = {"amount": "100", "drawer": desk.drawer.pk}
    asked_once(client, reverse("cash_out", args=[fern.pk]), body, CashOut.objects.count, "Pay another 100?")


def test_chips_presented(desk: Desk) -> None:
    fern, client = desk.player("Fern"), signed_in(desk.cashier)
    carried_off(desk, 1_000_00)
    body = {"amount": "20", "drawer": desk.drawer.pk, "origin": "won"}
    address = reverse("present", args=[fern.pk])
    asked_once(client, address, body, CashSlip.objects.count, "Pay another 20?")
    shows = client.post(address, body | {"key": key()}).content.decode()
    assert shows.count('name="origin"') == 1, "the button of the question says where from by itself"


def test_other_cash(desk: Desk) -> None:
    fern, client = desk.player("Fern"), signed_in(desk.cashier)
    body = {"amount": "40", "drawer": desk.drawer.pk, "kind": "te", "what": "Turbo"}
    asked_once(client, reverse("cash_book", args=[fern.pk]), body, CashSlip.objects.count, "Take another 40?")


def test_petty_cash(desk: Desk) -> None:
    client, rows = signed_in(desk.cashier), CashSlip.objects.count
    body = {"amount": "4", "drawer": desk.drawer.pk, "kind": "pi", "what": "change"}
    asked_once(client, reverse("petty"), body, rows, "Take another 4?")


@pytest.mark.parametrize(("way", "asks"), [("bank_put", "Take another 50?"), ("bank_take", "Pay another 50?")])
def test_a_players_bank(desk: Desk, way: str, asks: str) -> None:
    bank, client = a_bank(desk), signed_in(desk.cashier)
    facts = {"bank": bank, "amount": 500_00, "drawer": desk.drawer, "shown": shown(desk, bank)}
    cage.deposit(key=key(), **facts, **desk.by())
    body = {"amount": "50", "drawer": desk.drawer.pk, "way": way, "bank_pin": BANK_PIN}
    asked_once(client, reverse("bank_move", args=[bank.player_id]), body, BankSlip.objects.count, asks)


def test_a_chip_runners_sale(desk: Desk) -> None:
    bank, sitting = a_runner(desk), desk.seated(100_00)
    client, address = signed_in(bank.sessions.get().cashier), reverse("runner_sell", args=[sitting.pk])
    body = {"amount": "50", "drawer": bank.pk}
    asked_once(client, address, body, BuyIn.objects.count, "Sell another 50?")


@pytest.mark.parametrize("address", ["vault_stock", "vault_bank"])
def test_the_vaults_bank(desk: Desk, address: str) -> None:
    set_own_pin(person=desk.cashier, pin="2580", at=desk.now)
    cage.stock_vault(room=desk.room, chips=0, cash=900_00, key=key(), reason="more", **desk.at_the_vault())
    rows = Transfer.objects.filter(kind=TransferKind.FUNDING).count
    body = {"cash": "50", "reason": "First Bank, slip 12", "badge": desk.cashier.badge_number, "pin": "2580"}
    asked_once(signed_in(desk.manager), reverse(address), body, rows, "Book another 50?")


@pytest.mark.parametrize("address", ["buy-ins/", "cash-outs/"])
def test_the_api_asks_and_is_answered(desk: Desk, address: str) -> None:
    fern, sends = desk.player("Fern"), caller(desk.cashier)
    if address == "cash-outs/":
        desk.buy_in(fern, 200_00)
    body = {"player": fern.pk, "drawer": desk.drawer.pk, "amount": 100_00}
    body |= {"session": desk.session.pk} if address == "buy-ins/" else {}
    assert sends.post(address, body).status_code == 201
    asked = sends.post(address, body)
    assert (asked.status_code, asked.json()["code"]) == (409, "same_again")
    assert asked.json()["allowed"] == {"confirm": "same_again"}
    assert sends.post(address, body | {"confirm": ["same_again"]}).status_code == 201
