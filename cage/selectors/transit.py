"""Fills and credits: which are open, who did what with each, and whose act comes next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Sum

from cage.models import Drawer, DrawerSession, TransitAct, TransitSlip
from config.rooms.models import Room
from config.staff.models import User
from config.staff.roles import Permission
from tables.models import Table

_S = TransitSlip.State
_OF = ("drawer", "table", "room")


def open_slips(room: Room) -> list[TransitSlip]:
    """The slips that wait for an act, the oldest first; one query."""
    waiting = TransitSlip.objects.filter(room=room, state__in=TransitSlip.OPEN)
    return list(waiting.select_related(*_OF).order_by("at", "pk"))


def open_slips_of(place: Drawer | Table) -> list[TransitSlip]:
    """The open slips of a drawer or of a table's tray, the oldest first; one query."""
    of = {"drawer": place} if isinstance(place, Drawer) else {"table": place}
    return list(TransitSlip.objects.filter(state__in=TransitSlip.OPEN, **of).select_related(*_OF).order_by("pk"))


def coming_to(drawer: Drawer, besides: TransitSlip | None = None) -> int:
    """The chips and cash of fills that are on their way to a drawer `besides` one, minor units; where that one isn't
    authorised yet, of those too that were authorised and wait to be sent. One query."""
    states = [_S.SENT] if besides is None or besides.state != _S.REQUESTED else [_S.AUTHORISED, _S.SENT]
    fills = TransitSlip.objects.filter(drawer=drawer, kind=TransitSlip.Kind.FILL, state__in=states)
    if besides is not None:
        fills = fills.exclude(pk=besides.pk)
    return int(fills.aggregate(sum=Sum(F("chips_amount") + F("cash_amount"), default=0))["sum"])


def slips_until(room: Room, until: datetime) -> list[TransitSlip]:
    """The open slips that were asked for before an instant; one query."""
    return [slip for slip in open_slips(room) if slip.at < until]


def ended_slips(room: Room, *, unused: bool = False, most: int = 50) -> list[TransitSlip]:
    """The newest slips that ended; `unused`: those alone that brought nothing, refused or voided, which are the report
    of unused and void slips. One query, and one for their acts."""
    ends = (_S.REFUSED, _S.VOIDED) if unused else (_S.RECEIVED, _S.REFUSED, _S.VOIDED)
    ended = TransitSlip.objects.filter(room=room, state__in=ends).select_related(*_OF)
    return list(ended.prefetch_related("acts__person")[:most])


def is_late(slip: TransitSlip, at: datetime) -> bool:
    """Whether an open slip has been open for longer than the room has set."""
    return slip.is_open and at - slip.at > timedelta(minutes=slip.room.slip_minutes)


def acts_of(slip: TransitSlip) -> list[TransitAct]:
    """The acts of a slip in their order; one query."""
    return list(slip.acts.select_related("person", "runner", "verifier", "dealer", "by").order_by("pk"))


def counts_differ(acts: Sequence[TransitAct]) -> bool:
    """Whether other chips or cash came than were sent."""
    sent, came = ([act for act in acts if act.is_moved] + [None, None])[:2]
    return bool(sent and came and _amounts(sent) != _amounts(came))


def _amounts(act: TransitAct) -> tuple[int, int]:
    return act.chips_amount, act.cash_amount


def cashier_of(drawer: Drawer) -> User | None:
    """The person who works an open drawer; one query."""
    running = DrawerSession.objects.filter(drawer=drawer, state=DrawerSession.State.OPEN).select_related("cashier")
    session = running.first()
    return session.cashier if session else None


def may_hold(slip: TransitSlip, person: User, *, at_vault: bool) -> bool:
    """Whether somebody answers for one end of a slip: the vault's holder, a drawer's cashier, a supervisor at a
    table."""
    if at_vault:
        return person.may(Permission.DRAWER_FUND, slip.room)
    if slip.drawer is not None:
        cashier = cashier_of(slip.drawer)
        return cashier is not None and cashier.pk == person.pk
    return person.may(Permission.TABLE_OPEN, slip.room)


@dataclass(frozen=True, slots=True)
class NextAct:
    """The act that a slip waits for: its step, the words of its button, who does it, and whether `person` may."""

    step: str
    press: str
    who: str
    is_yours: bool
    asks_runner: bool = False
    asks_verifier: bool = False
    asks_count: bool = False
    why_not: str = ""
    """The reason why whoever looks, and answers for that place, still doesn't do it; they needn't count first."""

    @property
    def is_others(self) -> bool:
        """Whether somebody else signs it with badge and PIN."""
        return not self.is_yours

    @property
    def asks(self) -> tuple[str, ...]:
        """The names of the form's fields that must be filled in besides the pieces."""
        who = (("", self.is_others), ("runner_", self.asks_runner), ("dealer_", self.asks_verifier))
        return tuple(f"{prefix}{what}" for prefix, asked in who if asked for what in ("badge", "pin"))


def next_act(slip: TransitSlip, acts: Sequence[TransitAct], person: User) -> NextAct | None:
    """The act that comes next, None where the slip has ended; at most two queries."""
    people = {act.step: act.person_id for act in acts}
    end = slip.place
    source, target = ("the vault", end) if slip.is_fill else (end, "the vault")
    if slip.state == _S.REQUESTED:
        may = person.may(Permission.SLIP_AUTHORISE, slip.room) and person.pk != people.get(_S.REQUESTED)
        return NextAct(_S.AUTHORISED, "Authorise it", "a supervisor who did not ask for it", may)
    if slip.state == _S.AUTHORISED:
        may, at_tray = may_hold(slip, person, at_vault=slip.is_fill), bool(slip.table_id and not slip.is_fill)
        who = _holder(slip, at_vault=slip.is_fill)
        return NextAct(_S.SENT, f"Send it from {source}", who, may, asks_runner=True, asks_verifier=at_tray)
    if slip.state == _S.SENT:
        holds = may_hold(slip, person, at_vault=not slip.is_fill)
        why_not = _why_not_receive(acts, person) if holds else ""
        at_tray, who = bool(slip.table_id and slip.is_fill), _holder(slip, at_vault=not slip.is_fill)
        press = f"Received at {target}"
        may = holds and not why_not
        return NextAct(_S.RECEIVED, press, who, may, asks_verifier=at_tray, asks_count=True, why_not=why_not)
    return None


def _why_not_receive(acts: Sequence[TransitAct], person: User) -> str:
    """The reason why somebody doesn't receive a slip that was sent: who sent it, who carried it, and who with the
    others would be no third person; nothing where they may. The service asks again."""
    sent = next(act for act in acts if act.step == _S.SENT)
    if person.pk == sent.runner_id:
        return "You carried it: somebody else counts and receives it."
    if person.pk == sent.person_id:
        return "You sent it: somebody else counts and receives it."
    if len({act.person_id for act in acts} | {person.pk}) < 3:
        return "Three people at least have a slip in hand, you and one other had this one: somebody else receives it."
    return ""


def _holder(slip: TransitSlip, *, at_vault: bool) -> str:
    """The person who answers for an end of a slip, in words."""
    if at_vault:
        return "who holds the vault"
    return f"the cashier of {slip.drawer}" if slip.drawer else f"a supervisor at {slip.table}"
