"""Debts paid at the window: cash goes into a drawer, and the drawer's chips to whoever waits for them."""

from datetime import datetime

from django.db import transaction

from cage.models import Drawer
from cage.services.drawers import lock_own_drawer, tills_of
from cage.services.runners import refuse_runner
from cage.services.unidentified import refuse_beyond_identity
from config.errors import DomainError
from config.requests.services import claim
from config.rooms.models import Room
from config.staff.models import User
from players.ledger import Move, house_account
from players.models import AccountKind, Debt, DebtEntry, Player, TransferKind
from players.selectors.debts import debts_of
from players.selectors.plaque_rules import refuse_unpayable
from players.services.debts import How, account_of, collect_debt, settle_debt
from players.services.people import lock_player
from players.works_here import refuse_oneself


@transaction.atomic
def pay_debt(
    *,
    debt: Debt,
    how: How,
    amount: int,
    key: str,
    by: User | None,
    at: datetime,
    drawer: Drawer | None = None,
    second: User | None = None,
) -> DebtEntry:
    """Take part or all of what a player owes, in cash into a `drawer` or, as `collect_debt` does, from their chips.

    The same `key` takes it once. Refusals of cash: `drawer_missing`, `drawer_closed`, `drawer_opening`,
    `drawer_counting`, `not_your_drawer`, `drawer_short` (its chips go on to whoever waits), `window_only` (a chip
    runner's), `not_chip_multiple`, `identity_required`, and as `settle_debt`.
    """
    if how != How.CASH:
        return collect_debt(debt=debt, how=how, amount=amount, key=key, by=by, at=at, second=second)
    body = {"debt": debt.pk, "how": how.value, "amount": amount, "drawer": drawer.pk if drawer else None}
    body |= {"second": second.pk} if second else {}
    if earlier := claim(key, "pay_debt", body, by=by, at=at):
        return DebtEntry.objects.get(pk=(earlier.answer or {})["entry"])
    refuse_oneself(lock_player(debt.player), by, second, what="settles a debt of their own")
    refuse_unpayable(debt.room, amount)
    refuse_beyond_identity(debt.player, room=debt.room, at=at, cash_in=amount)
    till = _till(debt.room, drawer, by)
    moves = _cash(debt, till, amount)
    return settle_debt(debt, how, moves, key=key, by=by, at=at, amount=amount, drawer_id=till.pk, second=second)


def refuse_debtor(player: Player, room: Room, *, amount: int, rack: int) -> None:
    """Refuse (`debt_first`) to pay out chips of a rack that would leave less in it than the person owes: what is owed
    to a case or a corrected hand is somebody else's, and goes to them first."""
    owed = sum(row.owed for row in debts_of(player, room))
    if owed and amount <= rack < amount + owed:
        money, most = room.money, max(rack - owed, 0)
        rest = f"pay out the {money(most)} that are left" if most else "nothing is left to pay out"
        message = (
            f"{player} owes {money(owed)} to a case or a corrected hand: take it from these chips first, with “Let "
            f"them pay”; then {rest}."
        )
        raise DomainError("debt_first", message, allowed={"most": most}, field="amount")


def _till(room: Room, drawer: Drawer | None, by: User | None) -> Drawer:
    """The open drawer of `by`, which takes the cash, locked."""
    if drawer is None or drawer.room_id != room.pk:
        raise DomainError("drawer_missing", "Choose the drawer that takes the cash.", field="drawer")
    till = lock_own_drawer(drawer, by)
    refuse_runner(till, "Payments on debts are")
    return till


def _cash(debt: Debt, till: Drawer, amount: int) -> list[Move]:
    """Cash into the drawer, and as many of its chips to what is owed."""
    chips, cash = tills_of(till)
    patrons = house_account(debt.room, AccountKind.PATRONS)
    return [
        Move(patrons, cash, amount, TransferKind.CHIP_SALE),
        Move(chips, account_of(debt), amount, TransferKind.DEBT),
    ]
