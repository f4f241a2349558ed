"""Four eyes: the one rule for everything that moves money after the fact, wherever it is entered.

Who moves chips that were already won, lost, counted or owed does so alone up to what the house has posted
(`second_person_above`), summed over everything that this person moved alone that gaming day; above it a second person
confirms with badge and PIN. What a window pays out or takes back goes by sums of its own, which the room sets
(`OF_THEIR_OWN`).
`ACTS` is the table of these acts: a service that moves such money names its act here and asks `approve` once its
accounts are locked. Every such act leaves a `MoneyAct`, and `audit_books` finds the one that doesn't.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db.models import Q, Sum

from config.days.registry import end_of
from config.errors import DomainError
from config.locks import LockKind, hold
from config.rooms.models import Room
from config.staff.models import User
from config.staff.own_making import refuse_own_making
from config.staff.roles import Permission, whom
from players.models import MoneyAct
from rules.table.floor import second_person_limit
from tables.models import HouseRulesVersion, TableSession
from tables.models.floor import PlaySource
from tables.selectors.sessions import playing, smallest_buy_ins
from tables.services.plaques import house_rules_in_force


@dataclass(frozen=True, slots=True)
class Act:
    """One way to move money after the fact: its code, its name for people, and whose confirmation counts.

    `always` says why nobody does it alone, whatever the amount.
    """

    code: str
    name: str
    second_may: Permission = Permission.DISPUTE_RULE
    always: str = ""


RULING = Act("ruling", "a ruling that moves chips")
CORRECTION = Act("correction", "the correction of a full hand")
TICK_CORRECTION = Act("tick_correction", "the correction of a quick hand")
VOID = Act("void", "the void of a recorded hand", always="A recorded hand is voided by two people.")
COLLECT = Act("collect", "the collection of a debt")
WRITE_OFF = Act("write_off", "the write-off of a debt", always="A debt is written off by two people.")
COUNT = Act("count", "a stack that was counted and is not what the books say")
STOCK = Act(
    "stock",
    "chips and cash that come into the vault, cash that is banked, and chips that are destroyed",
    second_may=Permission.BUY_IN,
    always="Chips and cash come into the vault, and leave it for good, before two people.",
)
POOL_SEED = Act(
    "pool_seed",
    "chips of the house that go into a promotional pool, and its seed that is taken back",
    second_may=Permission.POOL_VIEW,
    always="The house seeds a pool, and takes its seed back, by two people of two roles.",
)
FILL = Act(
    "fill",
    "a fill of a drawer from the vault",
    second_may=Permission.BUY_IN,
    always="A drawer is filled before two people: whoever fills it, and whoever counts what came.",
)
FELT = Act("felt", "chips that the felt of a table holds or lacks when it is closed")
SHORTFALL = Act(
    "shortfall",
    "the house’s cover of what a table lacks",
    always="What a table lacks is covered from the vault by two people.",
)
SLIP_VOID = Act("slip_void", "the void of a sale or a payment at the window")
PRESENTED = Act("presented", "chips without a known origin that are redeemed")
WAIVER = Act("waiver", "the waiver of a time charge")
TIME_VOID = Act("time_void", "the void of a time charge that was collected")
PAYOUT = Act("payout", "a prize, a promotion, a comp or petty cash that is paid")
SLIP = Act(
    "slip",
    "a fill or a credit that is sent, received or taken back",
    second_may=Permission.SLIP,
    always="A slip is asked for, authorised, sent and received by three people at least.",
)
_ALL = (
    RULING, CORRECTION, TICK_CORRECTION, VOID, COLLECT, WRITE_OFF, COUNT, FELT, STOCK, FILL, SHORTFALL, SLIP_VOID,
    PRESENTED, WAIVER, TIME_VOID, PAYOUT, SLIP, POOL_SEED,
)  # fmt: skip
ACTS = {act.code: act for act in _ALL}
OF_THEIR_OWN = (PRESENTED.code, PAYOUT.code, SLIP_VOID.code)
"""Acts of a window whose sums of a person's day each stand for themselves, by a setting of the room: they leave the
others their room, and take nothing of it."""

_RULE = "Who moves chips after the fact does so alone up to a limit a day; above it a second person confirms."
_CITATION = "house, four eyes"


def approve(
    act: Act,
    *,
    room: Room,
    amount: int,
    by: User | None,
    second: User | None,
    key: str,
    at: datetime,
    session: TableSession | None = None,
    limit: int | None = None,
    because: str = "",
    about: str = "",
) -> MoneyAct:
    """Let an act move `amount` minor units, and write down who did it; returns the row.

    `because` says why this one needs a second person whatever its amount, `about` where an amount comes from that
    nobody entered, in a sentence; `limit` is what one person may move alone,
    by default what is posted at the table, or in the room. `second` has shown their own PIN. Ask in the transaction of
    the act, with the accounts locked that it moves: the person's day is locked next, then the ledger's head.
    Refusals: `second_needed`, `second_is_first`, `second_may_not`, `second_is_let_in`.
    """
    limit = limit_for(room, session) if limit is None else limit
    alone = _moved_alone(room, by, at, session, act) if amount else 0
    above = why_above(room, amount, alone, limit)
    why = act.always or because or (f"{about} {above}".strip() if above else "")
    check_second(act, room, why, second, by, at=at)
    return note(
        act, room=room, session=session, amount=amount, limit=limit, why=why, by=by, second=second, key=key, at=at
    )


def note(
    act: Act,
    *,
    room: Room,
    amount: int,
    limit: int,
    why: str,
    by: User | None,
    second: User | None,
    key: str,
    at: datetime,
    session: TableSession | None = None,
) -> MoneyAct:
    """Write down an act that was let through (`approve`, or `check_second` by a limit of its own); returns the row.

    `amount` and `limit` are minor units; `why` says why a second person was needed, nothing where none was.
    """
    return MoneyAct.objects.create(
        room=room,
        session=session,
        act=act.code,
        amount=amount,
        limit=limit,
        why_second=why,
        by=by,
        second=second,
        at=at,
        gaming_day=room.gaming_day(at),
        request_key=key,
    )


def check_second(act: Act, room: Room, why: str, second: User | None, by: User | None, *, at: datetime) -> None:
    """Refuse an act without the second person that it needs (`why`), or with one who may not be it."""
    if second is None:
        if why:
            message = f"A second person confirms this with badge and PIN. {why}"
            raise DomainError("second_needed", message, field="badge", rule=_RULE, citation=_CITATION)
        return
    if by is not None and second.pk == by.pk:
        raise DomainError("second_is_first", "Somebody else confirms it: enter another person’s badge.", field="badge")
    if not second.may(act.second_may, room):
        message = f"{second} may not confirm {act.name}: ask {whom(act.second_may)}."
        raise DomainError("second_may_not", message, field="badge")
    refuse_own_making(second, by, room, at)


def limit_for(room: Room, session: TableSession | None = None) -> int:
    """The amount that one person may move alone on a gaming day, minor units: as the house has posted it
    (`second_person_above`).

    The smallest buy-in is the smallest that the table was played under since it was opened: a larger one that is posted
    while people sit there raises nothing. Away from a table it is the smallest of the tables that are open in the room.
    """
    if session is not None:
        return second_person_limit(session.plaque.house_rules.house, smallest_buy_in=least_of(session))
    rules = HouseRulesVersion.objects.filter(room=room, source=PlaySource.FLOOR).order_by("number").last()
    if rules is None:
        return 0
    smallest = smallest_buy_ins(playing(room).select_related("plaque")).values()
    return second_person_limit(rules.house, smallest_buy_in=min(smallest, default=0))


def limit_of_day(room: Room, day: date) -> int:
    """The amount that one person could move alone on a gaming day, minor units: by the house rules in force at its end,
    and the smallest buy-in of the tables that were open on it. Three queries."""
    rules = house_rules_in_force(room, end_of(room, day))
    if rules is None:
        return 0
    ran = Q(opened_at__lt=end_of(room, day)) & (Q(closed_at=None) | Q(closed_at__gt=room.start_of(day)))
    opened = TableSession.objects.filter(ran, room=room, source=PlaySource.FLOOR).select_related("plaque")
    return second_person_limit(rules.house, smallest_buy_in=min(smallest_buy_ins(opened).values(), default=0))


def least_of(session: TableSession) -> int:
    """The smallest buy-in that one table was played under since it was opened, minor units."""
    return smallest_buy_ins([session])[session.pk]


Waiting = Callable[[Room, User | None, TableSession | None], int]
"""The amount a person moves alone by acts that are entered, not booked yet, but for those at one table; minor units."""

WAITING: Final[list[Waiting]] = []


def register(waiting: Waiting) -> Waiting:
    """Let the limits know of acts that an app books later; returns the source."""
    if waiting not in WAITING:
        WAITING.append(waiting)
    return waiting


def moved_alone(
    room: Room, by: User | None, at: datetime, session: TableSession | None = None, act: Act | None = None
) -> int:
    """The amount that a person has moved after the fact without anybody's confirmation on the gaming day of `at`, minor
    units.

    What they have entered and is booked only later counts already; at `session`, where it is booked now, it doesn't.
    Of an `act` whose sum is its own (`OF_THEIR_OWN`) that alone is summed, of any other all but those.
    """
    acts = MoneyAct.objects.filter(room=room, by=by, second=None, gaming_day=room.gaming_day(at))
    if act is not None and act.code in OF_THEIR_OWN:
        return int(acts.filter(act=act.code).aggregate(sum=Sum("amount", default=0))["sum"])
    acts = acts.exclude(act__in=OF_THEIR_OWN)
    booked = acts.aggregate(sum=Sum("amount"))["sum"] or 0
    return booked + sum(waiting(room, by, session) for waiting in WAITING)


def lock_day(room: Room, by: User | None) -> None:
    """Lock a person's day: two acts at once can't both be the last below the limit. Who posts before `approve` calls
    this first, behind the accounts and before the end of the ledger."""
    hold(LockKind.PERSONS_DAY, room=room.pk, thing=by.pk if by else 0)


def _moved_alone(room: Room, by: User | None, at: datetime, session: TableSession | None, act: Act) -> int:
    lock_day(room, by)
    return moved_alone(room, by, at, session, act)


def why_above(room: Room, amount: int, alone: int, limit: int) -> str:
    """The reason why so much isn't moved alone after what was (`alone`); nothing where it may be. Minor units."""
    if not amount or alone + amount <= limit:
        return ""
    so_far = f" after {room.money(alone)} moved alone today" if alone else ""
    return f"{room.money(amount)} moves{so_far}: one person moves {room.money(limit)} a day alone."
