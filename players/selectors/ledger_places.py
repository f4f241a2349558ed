"""The places of chips and cash as people call them: "Ann’s rack", "seat 3 of Table 1 (Ann)", "Window 1, cash"."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from config.rooms.models import Room
from players.dealt import dealt
from players.models import Account, AccountKind, Player
from players.tills import tills

JOINED = ("player", "sitting__player", "session__table", "table")
"""The rows that the name of a place needs."""
_OF_THE_ROOM: Mapping[AccountKind, str] = {
    AccountKind.CHIP_ISSUE: "the chip issue",
    AccountKind.VAULT_CHIPS: "the vault, chips",
    AccountKind.VAULT_CASH: "the vault, cash",
    AccountKind.PATRONS: "the patrons’ cash",
    AccountKind.BANK: "the bank",
    AccountKind.OVER_SHORT: "short and over, chips",
    AccountKind.OVER_SHORT_CASH: "short and over, cash",
    AccountKind.ABROAD: "out of the house, holder unknown",
    AccountKind.TOURNAMENT: "tournaments",
    AccountKind.PROMO_PAID: "promotions paid",
    AccountKind.COMPS: "comps paid",
    AccountKind.PETTY: "petty cash",
    AccountKind.TOKES_PAID: "tokes paid to dealers",
    AccountKind.AWARDS_PAID: "awards paid out of pools",
}


@dataclass(frozen=True, slots=True)
class Place:
    """One place and its name in words. `account` comes with the rows of `JOINED`."""

    account: Account
    name: str

    @property
    def player(self) -> Player | None:
        """The player whose rack or seat it is."""
        return self.account.sitting.player if self.account.sitting else self.account.player

    @property
    def is_import(self) -> bool:
        """Whether it belongs to an imported session: what lies there is never the room's own."""
        return self.account.is_import


def places(accounts: Iterable[Account]) -> dict[int, Place]:
    """These accounts as places, by id; at most two queries, for the names of drawers and of hands.

    The accounts were read with the rows of `JOINED`.
    """
    known = {account.pk: account for account in accounts}
    drawers = tills().names({account.drawer_id for account in known.values() if account.drawer_id})
    hands = dealt().names({account.hand_id for account in known.values() if account.hand_id})
    return {pk: Place(account, _name(account, drawers, hands)) for pk, account in known.items()}


def house_places(room: Room) -> list[Place]:
    """The places of the room itself and of its drawers, the room's own first; a fixed number of queries."""
    told = places(_house_accounts(room))
    return sorted(told.values(), key=lambda place: (bool(place.account.drawer_id), place.name))


def _house_accounts(room: Room) -> QuerySet[Account]:
    """Whatever is no player's, table session's, case's or hand's, nor a single slip's or pull's."""
    owners = dict.fromkeys(("player", "session", "case_id", "hand_id", "slip_id", "pull_id"))
    nobodys = Account.objects.filter(room=room, **owners)
    return nobodys.select_related(*JOINED)


def _name(account: Account, drawers: Mapping[int, str], hands: Mapping[int, str]) -> str:
    """The name of a place, by whose it is."""
    if account.drawer_id:
        what = "cash" if account.holds_cash else "chips"
        return f"{drawers.get(account.drawer_id, f'drawer {account.drawer_id}')}, {what}"
    if account.case_id or account.hand_id:
        return _of_what_is_disputed(account, hands)
    return _at_a_table(account) or _of_somebody(account) or _of_the_room(account)


def _at_a_table(account: Account) -> str:
    """The name of a seat, of another place of a session, or of a tray; "" for any other place."""
    if account.sitting:
        return f"seat {account.sitting.seat} of {_table(account)} ({account.sitting.player})"
    if account.session:
        return f"{account.get_kind_display()} of {_table(account)}"
    return f"the tray of {account.table}" if account.table else ""


def _of_somebody(account: Account) -> str:
    """The name of a player's rack or bank, or of a slip's, a pull's or a pool's place; "" for any other place."""
    if account.player:
        return f"{account.player}’s {'bank' if account.kind == AccountKind.PLAYER_BANK else 'rack'}"
    number = account.slip_id or account.pull_id or account.pool_id
    return f"{account.get_kind_display()} {number}" if number else ""


def _of_the_room(account: Account) -> str:
    name = _OF_THE_ROOM[AccountKind(account.kind)]
    return f"{name} of imported sessions" if account.is_import else name


def _of_what_is_disputed(account: Account, hands: Mapping[int, str]) -> str:
    if account.kind == AccountKind.IMPOUND:
        return f"chips held by case {account.case_id}"
    creditor = hands.get(account.hand_id, "a corrected hand") if account.hand_id else f"case {account.case_id}"
    return f"what is owed to {creditor}"


def _table(account: Account) -> str:
    return str(account.session.table) if account.session else ""


def accounts_of(room: Room, players: Collection[int]) -> QuerySet[Account]:
    """The racks and seats of these players in the room."""
    racks = Account.objects.filter(room=room, player__in=players).order_by().values("pk")
    seats = Account.objects.filter(room=room, sitting__player__in=players).order_by().values("pk")
    return Account.objects.filter(pk__in=racks.union(seats))  # in one condition, every account would be read for it
