"""Dealers: who is on shift, who deals where, the push along the line, the tap.

A dealer on shift either deals at one table or is out. A down is claimed by its row: two constraints in the database
keep one dealer to a table and one table to a dealer. Sessions are locked before downs are read, by id.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef

from config.audit.services import record
from config.durations import in_words
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from rules.text.rules_of_floor import ONE_DEALER
from tables.models import Dealer, DealerShift, Down, TableSession
from tables.selectors.dealers import shifts_out
from tables.selectors.sessions import playing
from tables.services.downs import begin_down, down_at, end_down
from tables.services.sessions import must_be_open, touch

_RULE = ONE_DEALER
_CITATION = "house, dealer rotation"
JUST_PUSHED = timedelta(minutes=5)
"""A line that was pushed so lately is pushed again only when somebody says so: a down lasts half an hour."""


@transaction.atomic
def register_dealer(*, room: Room, badge_number: str, display_name: str, by: User | None, at: datetime) -> Dealer:
    """Put a dealer on the room's list. Refuses a badge that another dealer wears (`badge_taken`)."""
    Room.objects.select_for_update().get(pk=room.pk)
    if other := Dealer.objects.filter(room=room, badge_number__iexact=badge_number).first():
        message = f"Badge {badge_number} is {other}'s: enter the number on this dealer's own badge."
        raise DomainError("badge_taken", message, field="badge_number")
    dealer = Dealer.objects.create(room=room, badge_number=badge_number, display_name=display_name)
    after = {"badge_number": badge_number, "display_name": display_name}
    record("dealer.registered", dealer, room=room, by=by, at=at, after=after)
    return dealer


@transaction.atomic
def start_shift(*, dealer: Dealer, by: User | None, at: datetime) -> DealerShift:
    """A dealer comes on. Refuses one who is on shift already (`on_shift`)."""
    dealer = _lock_dealer(dealer)
    if _open_shift(dealer):
        raise DomainError("on_shift", f"{dealer} is on shift already.")
    day = dealer.room.gaming_day(at)
    shift = DealerShift.objects.create(room=dealer.room, dealer=dealer, gaming_day=day, started_at=at, started_by=by)
    record("dealer.on", shift, room=dealer.room, by=by, at=at, after={"dealer": dealer.display_name})
    return shift


@transaction.atomic
def end_shift(*, dealer: Dealer, by: User | None, at: datetime) -> DealerShift:
    """A dealer goes off. Refuses one who isn't on shift (`off_shift`) or deals still (`dealer_dealing`)."""
    dealer = _lock_dealer(dealer)
    shift = _shift(dealer)
    if down := shift.downs.filter(ended_at=None).select_related("session__table").first():
        raise DomainError(
            "dealer_dealing", f"{dealer} deals at {down.session.table}: push or tap them out, then end the shift."
        )
    shift.ended_at, shift.ended_by = at, by
    shift.save(update_fields=["ended_at", "ended_by"])
    record("dealer.off", shift, room=dealer.room, by=by, at=at, after={"dealer": dealer.display_name})
    return shift


@transaction.atomic
def put_in(*, session: TableSession, dealer: Dealer, by: User | None, at: datetime) -> Down:
    """A dealer takes over a table; whoever dealt there goes out.

    Refuses a closed table (`table_closed`), a dealer who isn't on shift (`off_shift`), who deals there already
    (`deals_here`) or at another table (`dealer_elsewhere`): that one is pushed along the line, or tapped out first.
    """
    (session,) = _lock_sessions([session.pk])
    must_be_open(session)
    shift = _shift(_lock_dealer(dealer))
    if down := shift.downs.filter(ended_at=None).select_related("session__table").first():
        if down.session_id == session.pk:
            raise DomainError("deals_here", f"{dealer} deals at {session.table} already.")
        message = f"{dealer} deals at {down.session.table}: tap them out there, or push the line."
        raise DomainError("dealer_elsewhere", message, rule=_RULE, citation=_CITATION)
    end_down(down_at(session), Down.End.PUSH, by, at)
    return _deals(session, shift, by, at)


@transaction.atomic
def tap_out(*, session: TableSession, by: User | None, at: datetime) -> Down:
    """The dealer of a table goes out and nobody comes in. Refuses a table without one (`no_dealer`)."""
    (session,) = _lock_sessions([session.pk])
    down = down_at(session)
    if down is None:
        raise DomainError("no_dealer", f"Nobody deals at {session.table}: put a dealer in.")
    end_down(down, Down.End.TAP, by, at)
    touch(session)
    return down


@transaction.atomic
def push_line(
    *,
    room: Room,
    start: TableSession | None,
    seen: Sequence[int],
    by: User | None,
    at: datetime,
    again: bool = False,
) -> list[Down]:
    """Push the line: who has been out longest goes to the first table (or to `start`), its dealer to the next, and
    so on along the floor's order; the last one goes out. Returns the new downs, in order.

    A table without a dealer takes the one who comes and ends the push. `seen` are the ids of the downs that the
    person at the desk sees: a line that was pushed meanwhile is left as it is (`line_moved`). Refuses where nobody is
    out (`no_relief`), where no table is open (`no_tables`), and a line that was pushed a moment ago, unless it is to
    be pushed `again` (`pushed_just_now`).
    """
    sessions = [session for session in _lock_sessions(_open_tables(room)) if session.is_open]
    downs = {down.session_id: down for down in _open_downs(room)}
    if sorted(down.pk for down in downs.values()) != sorted(seen):
        raise DomainError("line_moved", "The line was pushed a moment ago: look who deals where, then push again.")
    line = [session for session in sessions if start is None or _place(session) >= _place(start)]
    if not line:
        raise DomainError("no_tables", "No table is open: open one, then put a dealer in.")
    if not again:
        _refuse_just_pushed(line, at)
    incoming: DealerShift | None = _longest_out(room)
    pushed = []
    for session in line:
        if incoming is None:
            break
        outgoing = downs.get(session.pk)
        end_down(outgoing, Down.End.PUSH, by, at)
        pushed.append((session, incoming))
        incoming = outgoing.shift if outgoing else None
    return [_deals(session, shift, by, at) for session, shift in pushed]


def _refuse_just_pushed(line: Iterable[TableSession], at: datetime) -> None:
    """Refuse where a dealer of the line went on to another table a moment ago; one who was replaced went out."""
    went_on = Down.objects.filter(shift=OuterRef("shift"), started_at=OuterRef("ended_at"))
    pushed = Down.objects.filter(session__in=list(line), ended_with=Down.End.PUSH, ended_at__gt=at - JUST_PUSHED)
    if last := pushed.filter(Exists(went_on)).order_by("ended_at", "pk").last():
        seconds = int((at - (last.ended_at or at)).total_seconds())
        ago = in_words(seconds // 60) if seconds >= 60 else f"{seconds} seconds"
        raise DomainError("pushed_just_now", f"The line was pushed {ago} ago: push again?")


def _deals(session: TableSession, shift: DealerShift, by: User | None, at: datetime) -> Down:
    down = begin_down(session, shift, by, at)
    touch(session)
    return down


def _lock_sessions(sessions: Sequence[int]) -> list[TableSession]:
    """These sessions locked by id, in the order of the floor."""
    locked = TableSession.objects.select_for_update(of=("self",)).filter(pk__in=sessions).order_by("pk")
    return sorted(locked.select_related("room", "table"), key=_place)


def _open_tables(room: Room) -> list[int]:
    return list(playing(room).values_list("pk", flat=True))


def _place(session: TableSession) -> tuple[int, str]:
    return session.table.position, session.table.name


def _lock_dealer(dealer: Dealer) -> Dealer:
    return Dealer.objects.select_for_update(of=("self",)).select_related("room").get(pk=dealer.pk)


def _open_shift(dealer: Dealer) -> DealerShift | None:
    shifts = dealer.shifts.filter(ended_at=None).select_for_update(of=("self",))
    return shifts.select_related("dealer").first()


def _shift(dealer: Dealer) -> DealerShift:
    shift = _open_shift(dealer)
    if shift is None:
        raise DomainError("off_shift", f"{dealer} isn't on shift: let them come on first.")
    return shift


def _open_downs(room: Room) -> list[Down]:
    downs = Down.objects.filter(session__room=room, ended_at=None)
    return list(downs.select_related("shift__dealer", "session__table", "session__room"))


def _longest_out(room: Room) -> DealerShift:
    """The shift of the dealer who has been out longest, locked."""
    longest = shifts_out(room).first()
    if longest is None:
        raise DomainError("no_relief", "Nobody is out: let a dealer come on, or tap one out first.")
    return _shift(longest.dealer)
