"""The chips that a disputed case holds back: a place of its own, reached through the pot and left through it."""

import pytest
from django.db import IntegrityError, transaction

from players.ledger import Move, case_account, house_account, post, seat_account, table_account
from players.models import Account, AccountKind, Transfer, TransferKind
from tests.support.desk import Desk, key

pytestmark = pytest.mark.usefixtures("uncommitted")


def move(desk: Desk, *ways: tuple[Account, Account, int]) -> list[Transfer]:
    """Post a group of rulings."""
    moves = [Move(source, target, amount, TransferKind.RULING) for source, target, amount in ways]
    return post(room=desk.room, key=key(), moves=moves, **desk.by())


def test_an_award_is_held_by_its_case_and_goes_back_through_the_pot(desk: Desk) -> None:
    winner, loser = desk.seated(200_00, seat=1), desk.seated(200_00, seat=2)
    pot = table_account(desk.session, AccountKind.POT)
    held, other = (case_account(desk.room, AccountKind.IMPOUND, case) for case in (1, 2))
    move(desk, (seat_account(winner), pot, 60_00), (pot, held, 60_00))
    assert (desk.stack(winner), desk.held(AccountKind.IMPOUND)) == (140_00, 60_00)
    with pytest.raises(Exception, match="holds 0, not 10"):
        move(desk, (other, pot, 10_00), (pot, seat_account(loser), 10_00))
    move(desk, (held, pot, 60_00), (pot, seat_account(loser), 60_00))
    assert (desk.stack(loser), desk.held(AccountKind.IMPOUND), desk.held(AccountKind.POT)) == (260_00, 0, 0)


def test_nobody_is_paid_out_of_what_is_owed(desk: Desk) -> None:
    pot, owed = table_account(desk.session, AccountKind.POT), case_account(desk.room, AccountKind.RECEIVABLE, 1)
    seat = seat_account(desk.seated(200_00))
    with pytest.raises(ValueError, match="does not go from receivable to pot"):
        move(desk, (owed, pot, 25_00), (pot, seat, 25_00))


def test_a_case_takes_nothing_past_the_pot(desk: Desk) -> None:
    held = case_account(desk.room, AccountKind.IMPOUND, 1)
    with pytest.raises(ValueError, match="does not go from seat to impound"):
        move(desk, (seat_account(desk.seated(200_00)), held, 1_00))
    with pytest.raises(ValueError, match="does not go from vault_chips to impound"):
        move(desk, (house_account(desk.room, AccountKind.VAULT_CHIPS), held, 1_00))


def test_a_ruling_leaves_nothing_in_the_pot(desk: Desk) -> None:
    pot = table_account(desk.session, AccountKind.POT)
    with pytest.raises(IntegrityError, match="leaves chips in its pot"), transaction.atomic():
        move(desk, (seat_account(desk.seated(200_00)), pot, 1_00))


def test_a_case_has_one_place_of_each_kind_and_never_holds_less_than_nothing(desk: Desk) -> None:
    held = case_account(desk.room, AccountKind.IMPOUND, 1)
    assert case_account(desk.room, AccountKind.IMPOUND, 1) == held
    assert str(held) == "impounded by a case: case 1"
    with pytest.raises(IntegrityError, match="account_case_once"), transaction.atomic():
        Account.objects.create(room=desk.room, kind=AccountKind.IMPOUND, case_id=1)
    with pytest.raises(IntegrityError, match="account_not_overdrawn"), transaction.atomic():
        Account.objects.filter(pk=held.pk).update(balance=-1)
