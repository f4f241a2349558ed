"""Whoever reads in the ledger what a drawer holds counts that drawer no more."""

from typing import Any

import pytest
from django.urls import reverse

from cage import services as cage
from cage.models import BoxLook, ExpectedLook
from cage.services import add_box
from cage.services.drawers import tills_of
from players.ledger import house_account
from players.models import AccountKind, Transfer
from tests.support.arranged import arranged
from tests.support.boxes import hung, pulled
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import by_the_books, running
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.table import open_hand_table

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    """A room with an open drawer."""
    return open_desk()


def looks(desk: Desk, address: str) -> list[str]:
    """The names of those who are known to have looked, after the manager opened the address."""
    assert signed_in(desk.manager).get(address).status_code == 200
    return [str(look.by) for look in ExpectedLook.objects.select_related("by")]


def test_the_statement_of_a_drawer(desk: Desk) -> None:
    chips, _ = tills_of(desk.drawer)
    assert looks(desk, reverse("ledger_account", args=[chips.pk])) == [str(desk.manager)]


def test_the_list_of_all_places(desk: Desk) -> None:
    assert looks(desk, reverse("ledger_accounts")) == [str(desk.manager)]


def test_the_file_of_the_ledger(desk: Desk) -> None:
    """Its rows sum up to what the drawer holds: whoever takes them is no blind counter of it."""
    assert looks(desk, reverse("ledger_file")) == [str(desk.manager)]
    session = cage.begin_close(session=running(desk.drawer), **desk.by())
    facts: dict[str, Any] = {"session": session, "counted": by_the_books(desk.drawer), "key": key(), "at": desk.at()}
    refused("has_seen_expected", lambda: cage.count_drawer(by=desk.manager, **facts))


def test_the_statement_of_the_vault_tells_of_no_drawer(desk: Desk) -> None:
    vault = house_account(desk.room, AccountKind.VAULT_CASH)
    assert looks(desk, reverse("ledger_account", args=[vault.pk])) == []


@pytest.mark.parametrize("name", ["ledger_transfer", "ledger_group"])
def test_what_a_pull_took_off_a_table_is_read_as_one_transfer_and_as_a_group(name: str) -> None:
    """The amount of a drop is what its box must hold."""
    table = open_hand_table()
    table.tick(3_00)
    hung(table.desk, "B1")
    add_box(room=table.desk.room, number="B2", kind="rake", by=table.desk.manager, at=table.desk.at())
    pulled(table.desk, "B1", next_number="B2")
    row = Transfer.objects.filter(room=table.desk.room, kind="drop").latest("pk")
    sale = Transfer.objects.filter(room=table.desk.room, kind="chip_sale").latest("pk")
    auditor = person(table.desk.room, "auditor")
    for each, looked in ((sale, False), (row, True)):
        of = each.pk if name == "ledger_transfer" else each.request_key
        assert signed_in(auditor).get(reverse(name, args=[of])).status_code == 200
        assert BoxLook.objects.filter(by=auditor).exists() == looked
