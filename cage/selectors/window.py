"""The window as its page shows it: games to buy into, amounts to tap, what happened today."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain

from django.db.models import Q, Sum

from cage.cash_kinds import BY_KIND
from cage.models import BuyIn, CashOut, CashSlip, Slip, SlipVoid
from cage.models.cash_slips import COMES_IN
from cage.selectors.purchases import allowance
from cage.selectors.voids import voided_on
from config.rooms.models import Room
from players.models import ListEntry, Player, Sitting
from players.selectors.plaque_rules import Allowance
from tables.models import PlaqueVersion, TableSession
from tables.selectors.plaques import waiting_plaques
from tables.selectors.sessions import playing

ROUND_AMOUNTS = (20, 40, 50, 60, 100, 200, 300, 500, 1000, 2000, 3000, 5000, 10000)
"""Amounts that people buy in for, in major units, where the least is below 1,000; where it has more digits, ten times
as much for each of them."""


@dataclass(frozen=True, slots=True)
class DeskRow:
    """One thing that happened at the cage: a slip of any kind or the void of one, ready for a line of the list.

    `slip` is the buy-in, the cash-out or the slip of other cash, and `void` what took it back, where that happened.
    """

    slip: Slip
    void: SlipVoid | None = None
    is_void: bool = False

    @property
    def at(self) -> datetime:
        """The time of it."""
        return self.void.at if self.is_void and self.void else self.slip.at

    @property
    def address(self) -> str:
        """The name of the page of its receipt."""
        if isinstance(self.slip, CashSlip):
            return "cash_slip_receipt"
        return "buy_in_receipt" if isinstance(self.slip, BuyIn) else "cash_out_receipt"

    @property
    def comes_in(self) -> bool:
        """Whether it is about cash that came in."""
        return self.slip.comes_in if isinstance(self.slip, CashSlip) else isinstance(self.slip, BuyIn)

    @property
    def who(self) -> str:
        """The player, or what petty cash was for."""
        return str(self.slip.player) if self.slip.player else getattr(self.slip, "what", "")

    @property
    def kind(self) -> str:
        """The kind of other cash, in words, and that a player's bank pays or is paid; nothing for a buy-in and a
        cash-out in cash."""
        if isinstance(self.slip, BuyIn):
            return "from the bank" if self.slip.from_bank_id else ""
        if isinstance(self.slip, CashOut):
            return "into the bank" if self.slip.into_bank_id else ""
        way = BY_KIND.get(self.slip.kind)
        return way.name if way else "Presented"

    @property
    def amount(self) -> int:
        """The amount as it counts in its column: what a void takes back is below zero; minor units."""
        return -self.slip.amount if self.is_void else self.slip.amount


@dataclass(frozen=True, slots=True)
class Today:
    """A gaming day at the cage: the newest rows, and the sums of cash in and cash out in minor units.

    What was voided on that day is taken off that day's sums, whenever it was sold or paid: earlier days stay as they
    were. What a player's bank paid or was paid stands among the rows and in no sum: no cash came or went.
    """

    rows: list[DeskRow]
    cash_in: int
    cash_out: int


@dataclass(frozen=True, slots=True)
class Game:
    """A table to buy into, what this player may buy there now, and the plaque that waits there for the next hand."""

    session: TableSession
    allowed: Allowance
    next_plaque: PlaqueVersion | None = None

    @property
    def waits(self) -> bool:
        """Whether the player sits there in the middle of a hand: the chips must wait until it is over."""
        return self.allowed.stack is not None and self.session.hand_open

    @property
    def quick(self) -> list[int]:
        """Amounts to tap: the least, the most, and round ones between; minor units, at most six."""
        least, most = self.allowed.least, self.allowed.most
        unit = 10**self.session.room.exponent
        unit *= 10 ** max(len(str(least // unit)) - 3, 0)
        if most is not None and most < least:
            return []
        ends = {least, most or least} - {self.session.room.smallest_chip}
        between = [amount * unit for amount in ROUND_AMOUNTS if least < amount * unit < (most or 20 * least + 1)]
        return sorted({*ends, *(between[-4:] if most else between[:4])})


def open_sessions(room: Room, player: Player) -> list[TableSession]:
    """The open tables of the floor; first the player's own, the one that they are called to, or the
    one that they last bought for."""
    sessions = list(
        playing(room).select_related("room", "table", "plaque__house_rules").order_by("table__position", "table__name")
    )
    likely = _likely(player)
    return sorted(sessions, key=lambda session: session.pk != likely)


def game(session: TableSession, player: Player, at: datetime) -> Game:
    """One table with what `player` may buy there now, by the plaque in force."""
    return Game(session, allowance(session, player, at=at), waiting_plaques([session], at).get(session.pk))


def today(room: Room, day: date, *, most: int = 30) -> Today:
    """The events at the cage on a gaming day, newest first; eight queries."""
    facts = {"room": room, "gaming_day": day}
    newest = sorted(_newest(facts, most), key=lambda row: row.at, reverse=True)[:most]
    in_cash = (BuyIn.objects.filter(from_bank=None), CashOut.objects.filter(into_bank=None))
    cash_in, cash_out = (slips.filter(**facts).aggregate(sum=Sum("amount", default=0))["sum"] for slips in in_cash)
    comes_in = Q(kind__in=COMES_IN)
    other = CashSlip.objects.filter(**facts).aggregate(
        taken=Sum("amount", filter=comes_in, default=0), paid=Sum("amount", filter=~comes_in, default=0)
    )
    cash_in, cash_out = cash_in + other["taken"], cash_out + other["paid"]
    sold, paid = voided_on(room, day)
    return Today(newest, cash_in - sold, cash_out - paid)


def _likely(player: Player) -> int | None:
    """The session that a player most likely buys for: where they sit, else where a list has called them last, else what
    they last bought for."""
    sitting = Sitting.objects.filter(player=player, left_at=None, is_import=False).first()
    if sitting:
        return sitting.session_id
    called = ListEntry.objects.filter(player=player, state=ListEntry.State.CALLED, called_session__closed_at=None)
    if to := called.order_by("-called_at").values_list("called_session", flat=True).first():
        return to
    return player.buy_ins.filter(void=None).order_by("-id").values_list("session_id", flat=True).first()


def _newest(facts: dict[str, object], most: int) -> Iterator[DeskRow]:
    people = ("player", "drawer", "by", "void")
    bought = BuyIn.objects.filter(Q(**facts)).select_related(*people, "session__table")[:most]
    paid = CashOut.objects.filter(Q(**facts)).select_related(*people)[:most]
    other = CashSlip.objects.filter(Q(**facts)).select_related(*people)[:most]
    of_slips = ("buy_in__player", "cash_out__player", "cash_slip__player")
    voids = SlipVoid.objects.filter(Q(**facts)).select_related(*of_slips)[:most]
    slips: Iterable[Slip] = chain(bought, paid, other)
    done = (DeskRow(slip, getattr(slip, "void", None)) for slip in slips)
    return chain(done, (DeskRow(void.slip, void, is_void=True) for void in voids))
