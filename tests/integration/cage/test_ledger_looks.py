"""Whoever reads in the ledger what a drawer holds counts that drawer no more."""

import pytest
from django.urls import reverse

from cage.models import ExpectedLook
from cage.services.drawers import tills_of
from players.ledger import house_account
from players.models import AccountKind
from tests.support.arranged import arranged
from tests.support.desk import Desk, open_desk
from tests.support.people import signed_in

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


def test_the_statement_of_the_vault_tells_of_no_drawer(desk: Desk) -> None:
    vault = house_account(desk.room, AccountKind.VAULT_CASH)
    assert looks(desk, reverse("ledger_account", args=[vault.pk])) == []
