"""Chips in use, and the money that covers them, now or at any instant before.

Every chip that was issued lies with the house or is in use: somebody may bring it to the window and ask for cash.
Source: 11 CCR 2053(b) and WAC 230-15-050.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Case, CharField, F, Sum, Value, When

from cage.models import BankStatement, BoxPull, Holds
from config.rooms.models import Room
from players.models import Account, AccountKind, Transfer

_K = AccountKind
_PULLED_PROMO: Final = "custody of promo"
WITH_THE_HOUSE: Final[Mapping[AccountKind, str]] = {
    _K.VAULT_CHIPS: "vault",
    _K.DRAWER_CHIPS: "drawers",
    _K.RAKE_BOX: "rake boxes",
    _K.TIME_BOX: "time charges",
    _K.PROMO_BOX: "promo boxes",
    _K.TRAY: "dealers’ trays",
    _K.TRANSIT: "on the way",
    _K.CUSTODY: "pulled boxes",
    _K.POOL_PRIMARY: "promotional pools",
    _K.POOL_RESERVE: "promotional pools, reserve",
    _K.POOL_ADMIN: "promotional pools, administration",
    _K.POOL_AWARDS: "awards not yet paid",
}
_OF_THE_PLAYERS: Final = (_K.POOL_PRIMARY, _K.POOL_RESERVE, _K.POOL_AWARDS)
IN_USE: Final[Mapping[AccountKind, str]] = {
    _K.SEAT: "in front of players",
    _K.RACK: "players’ racks, off the table",
    _K.POT: "in pots",
    _K.FELT: "dropped since the stacks were counted",
    _K.IMPOUND: "impounded by cases",
    _K.TOKES: "dealers’ tokes",
    _K.RECEIVABLE: "owed to cases and hands",
    _K.OVER_SHORT: "counted short, holder unknown",
    _K.ABROAD: "out of the house, holder unknown",
}
"""Places of chips in use. Quick hands take their drop from the felt until the stacks are counted, a debt is paid out
before it is collected, and a drawer that is counted over has chips of somebody: these three may be below zero."""


COUNTED_OVER: Final = "counted over, not known from whom"
"""The name of what was counted short where more was counted over."""
COVER_IN_WORDS: Final = "The house’s money covers less of the chips in use than the room asks"


@dataclass(frozen=True, slots=True)
class Place:
    """One kind of place and the amount there, minor units."""

    code: str
    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Liability:
    """The chips of a room at an instant, by who holds them, and the money that covers them; minor units.

    `statements` are the newest of the banks' accounts, `outdated` those that are too old to cover anything. `asked` is
    the part of the liability that the room must cover, in percent.
    """

    at: datetime
    issued: int
    house: tuple[Place, ...]
    in_use: tuple[Place, ...]
    promo: int
    deposits: int
    cash: tuple[Place, ...]
    statements: tuple[BankStatement, ...]
    outdated: tuple[BankStatement, ...]
    asked: int

    @property
    def chips_in_use(self) -> int:
        """The chips that the house has issued and doesn't hold."""
        return self.issued - self.with_the_house

    @property
    def with_the_house(self) -> int:
        """The chips that the house holds."""
        return sum(place.amount for place in self.house)

    @property
    def short(self) -> int:
        """The chips that were counted short, below zero where more were counted over."""
        return sum(place.amount for place in self.in_use if place.code == _K.OVER_SHORT)

    @property
    def came_back_beyond(self) -> int:
        """The chips that came back from outside beyond those that went out by the books; 0 where more went out."""
        return max(0, -sum(place.amount for place in self.in_use if place.code == _K.ABROAD))

    @property
    def owed(self) -> int:
        """The liability: chips in use, promo money in boxes, pulled or not, in pools and in awards not yet paid, which
        is the players', and players' banks."""
        return self.chips_in_use + self.promo + self.deposits

    @property
    def cover(self) -> int:
        """The cash of the house and what its banks have stated."""
        return sum(place.amount for place in self.cash) + sum(each.amount for each in self.statements)

    @property
    def needed(self) -> int:
        """The least cover that the room asks of itself, rounded up to the minor unit."""
        return -(-self.owed * self.asked // 100)

    @property
    def lacking(self) -> int:
        """The amount by which the cover is less than needed; 0 where it suffices."""
        return max(0, self.needed - self.cover)


def liability(room: Room, *, at: datetime, now: bool = False) -> Liability:
    """The room's liability at an instant; two queries `now`, three for any other instant.

    `now` reads the balances of the accounts. Another instant is summed up from the transfers that were dated by then.
    Imported sessions are none of the room's.
    """
    held = _balances(room) if now else _balances_at(room, at)
    pulled_promo = held[_PULLED_PROMO]
    held[_K.CUSTODY] += pulled_promo
    cash = (
        (_K.VAULT_CASH, "cash in the vault"),
        (_K.DRAWER_CASH, "cash in drawers"),
        (_K.TRANSIT_CASH, "cash on the way"),
    )
    stated = newest_statements(room, at)
    valid = [each for each in stated if not is_outdated(each, at)]
    return Liability(
        at=at,
        issued=-held[_K.CHIP_ISSUE],
        house=tuple(Place(kind.value, name, held[kind]) for kind, name in WITH_THE_HOUSE.items()),
        in_use=tuple(Place(kind.value, _name(kind, held[kind]), held[kind]) for kind in IN_USE),
        promo=held[_K.PROMO_BOX] + pulled_promo + sum(held[kind] for kind in _OF_THE_PLAYERS),
        deposits=-held[_K.PLAYER_BANK],
        cash=tuple(Place(kind.value, name, held[kind]) for kind, name in cash),
        statements=tuple(valid),
        outdated=tuple(each for each in stated if each not in valid),
        asked=room.cover_asked,
    )


def _name(kind: AccountKind, amount: int) -> str:
    """The words for a place of chips in use: what was counted short, below zero what was counted over."""
    return COUNTED_OVER if kind == _K.OVER_SHORT and amount < 0 else IN_USE[kind]


def _balances(room: Room) -> Counter[str]:
    places = Account.objects.filter(room=room, is_import=False).order_by()
    return Counter(dict(places.values_list(_kind_of()).annotate(sum=Sum("balance"))))


def _kind_of(side: str = "") -> Case:
    """The kind of an account, or of that side of a transfer; pulled boxes of promo money are a kind of their own."""
    promo = BoxPull.objects.filter(holds=Holds.PROMO).values("pk")
    is_pulled_promo = {f"{side}kind": _K.CUSTODY, f"{side}pull_id__in": promo}
    return Case(When(**is_pulled_promo, then=Value(_PULLED_PROMO)), default=F(f"{side}kind"), output_field=CharField())


def _balances_at(room: Room, at: datetime) -> Counter[str]:
    """The sums of the transfers up to an instant, by the kind of place."""
    booked = Transfer.objects.filter(room=room, at__lte=at).order_by()
    held: Counter[str] = Counter()
    for side, sign in (("target", 1), ("source", -1)):
        ours = booked.filter(**{f"{side}__is_import": False})
        for kind, amount in ours.values_list(_kind_of(f"{side}__")).annotate(sum=Sum("amount")):
            held[kind] += sign * amount
    return held


def newest_statements(room: Room, at: datetime) -> list[BankStatement]:
    """The newest statement of each bank account that was entered by then, in the order of their names; one query."""
    newest: dict[str, BankStatement] = {}
    entered = BankStatement.objects.filter(room=room, at__lte=at).select_related("room")
    for statement in entered.order_by("stated_on", "pk"):
        newest[statement.account.casefold()] = statement
    return [newest[name] for name in sorted(newest)]


def is_outdated(statement: BankStatement, at: datetime) -> bool:
    """Whether a statement is older on the day of an instant than the room lets one cover chips in use
    (`statement_days`)."""
    room = statement.room
    return at.astimezone(room.zone).date() - statement.stated_on > timedelta(days=room.statement_days)
