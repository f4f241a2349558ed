"""The places of chips and cash: the one account of each, made when it is first needed."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from config.compiled import Blank, compiled
from config.rooms.models import Room
from players.models import Account, AccountKind, Player, Sitting
from players.models.ledger import CASH_KINDS, OWNING
from tables.models import Table, TableSession


def house_account(room: Room, kind: AccountKind) -> Account:
    """The room's own account of that kind: chip issue, vault, bank, patrons."""
    return _of_nobody(room, kind, is_import=False)


def import_issue(room: Room) -> Account:
    """The account that the chips of imported sessions come from; none of them is ever the room's."""
    return _of_nobody(room, AccountKind.CHIP_ISSUE, is_import=True)


def rack_account(room: Room, player: Player) -> Account:
    """The chips that a player has in the room, off the table."""
    return _account(room, AccountKind.RACK, player_id=player.pk)


def rack_accounts(room: Room, players: Iterable[Player]) -> dict[int, Account]:
    """The chips that these players have in the room, off the table, by player; one query where all had some before."""
    wanted = {player.pk: player for player in players}
    known = Account.objects.filter(room=room, kind=AccountKind.RACK, player__in=wanted)
    found = {account.player_id: account for account in known}
    return {pk: found.get(pk) or rack_account(room, player) for pk, player in wanted.items()}


def seat_account(sitting: Sitting) -> Account:
    """The chips in front of a player while they sit; it carries the table session too."""
    return _first(_of_sitting(sitting.pk)) or _made_seat(sitting, sitting.session)


def chips_of(room: Room, sitting: Sitting) -> Account:
    """The chips in front of the player, or their rack once they have left the table."""
    return rack_account(room, sitting.player) if sitting.left_at else seat_account(sitting)


def seat_accounts(sittings: Iterable[Sitting]) -> dict[int, Account]:
    """The chips in front of these players, by sitting; one query where all have sat before."""
    wanted = {sitting.pk: sitting for sitting in sittings}
    found = {account.sitting_id: account for account in Account.objects.filter(sitting__in=wanted)}
    return {pk: found.get(pk) or seat_account(sitting) for pk, sitting in wanted.items()}


def table_account(session: TableSession, kind: AccountKind) -> Account:
    """A place at the table that is nobody's seat: pot, felt, rake box, promo box, time box, tokes."""
    facts: dict[str, Any] = {"is_import": _is_import(session), "session": session, "sitting": None}
    return _first(_of_table(session.pk, kind)) or _made(room=session.room, kind=kind, **facts)


def drawer_account(room: Room, kind: AccountKind, drawer_id: int) -> Account:
    """The chips or the cash of a cashier's drawer."""
    return _account(room, kind, drawer_id=drawer_id)


def tray_account(table: Table) -> Account:
    """The chips in the dealer's tray of a table, whichever session is played there."""
    return _account(table.room, AccountKind.TRAY, table_id=table.pk)


def transit_account(room: Room, kind: AccountKind, slip_id: int) -> Account:
    """The chips (`transit`) or the cash (`transit_cash`) of a fill or a credit on its way."""
    return _account(room, kind, slip_id=slip_id)


def custody_account(room: Room, pull_id: int) -> Account:
    """The chips in a pulled box, until they are counted."""
    return _account(room, AccountKind.CUSTODY, pull_id=pull_id)


def pool_account(room: Room, kind: AccountKind, pool_id: int) -> Account:
    """A part of a promotional pool: primary, reserve, administration, or the awards out of it that are not yet paid."""
    return _account(room, kind, pool_id=pool_id)


def player_bank(room: Room, player: Player) -> Account:
    """The cash that the house keeps for a player: below zero by what it owes them."""
    return _account(room, AccountKind.PLAYER_BANK, player_id=player.pk)


def case_account(room: Room, kind: AccountKind, case_id: int) -> Account:
    """The account of what a disputed case holds back (`impound`), or is owed by those who could not pay (`receivable`,
    below zero)."""
    return _account(room, kind, case_id=case_id)


def debt_account(room: Room, *, case_id: int | None, hand_id: int | None) -> Account:
    """The account of what is owed to a disputed case, or to the version of a hand that corrected it (`receivable`,
    below zero)."""
    owner = {"case_id": case_id} if case_id else {"hand_id": hand_id}
    return _account(room, AccountKind.RECEIVABLE, **owner)


def _is_import(session: TableSession) -> bool:
    return session.source == TableSession.Source.IMPORT


def _of_nobody(room: Room, kind: AccountKind, *, is_import: bool) -> Account:
    owner: dict[str, Any] = dict.fromkeys(OWNING)
    return _first(_of_house(room.pk, kind, is_import)) or _made(
        room=room, kind=kind, is_import=is_import, **owner, defaults={"holds_cash": kind in CASH_KINDS}
    )


def _account(room: Room, kind: AccountKind, **owner: int) -> Account:
    """The account of that kind of its one owner, who is named by a column and an id."""
    ((column, pk),) = owner.items()
    return _first(_of_owner(room.pk, kind, pk, column=column)) or _made(
        room=room, kind=kind, **owner, defaults={"holds_cash": kind in CASH_KINDS}
    )


def _first(found: Iterable[Account]) -> Account | None:
    return next(iter(found), None)


def _made_seat(sitting: Sitting, session: TableSession) -> Account:
    facts: dict[str, Any] = {"room": session.room, "kind": AccountKind.SEAT, "session": session}
    return _made(sitting=sitting, defaults={**facts, "is_import": _is_import(session)})


def _made(**facts: Any) -> Account:
    """The account with these facts, made now, or by somebody else a moment ago."""
    return Account.objects.get_or_create(**facts)[0]


@compiled
def _of_house(room: Blank, kind: Blank, is_import: Blank) -> QuerySet[Account]:
    return Account.objects.filter(room=room, kind=kind, is_import=is_import, **dict.fromkeys(OWNING))


@compiled
def _of_owner(room: Blank, kind: Blank, owner: Blank, *, column: str) -> QuerySet[Account]:
    return Account.objects.filter(room=room, kind=kind, **{column: owner})


@compiled
def _of_table(session: Blank, kind: Blank) -> QuerySet[Account]:
    return Account.objects.filter(session=session, kind=kind, sitting=None)


@compiled
def _of_sitting(sitting: Blank) -> QuerySet[Account]:
    return Account.objects.filter(sitting=sitting)
