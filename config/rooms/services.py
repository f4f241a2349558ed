"""Set a room up and change its settings."""

from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import available_timezones

from django.db import transaction

from config.audit import services as audit
from config.errors import DomainError
from config.rooms.models import Room
from config.staff.models import User
from config.staff.second import refuse_without_approver

MOST_DECIMALS = 4
_MONEY = ("currency", "exponent")
_ASKED: list[str] = list(Room.SecondFactor)
"""From the fewest to the most."""


@transaction.atomic
def set_up_room(*, name: str, slug: str, by: User | None, at: datetime, **settings: Any) -> Room:
    """Add a room with these settings (as `change_settings` takes them); returns it. Raises what that raises."""
    room = Room(name=name, slug=slug)
    _apply(room, settings)
    room.save()
    audit.record("room.set_up", room, room=room, by=by, at=at, after=told_facts(room))
    return room


@transaction.atomic
def change_settings(
    *,
    room: Room,
    name: str,
    currency: str,
    currency_symbol: str,
    exponent: int,
    smallest_chip: int,
    time_zone: str,
    gaming_day_start: time,
    helpline: str,
    identity_asked: str,
    by: User | None,
    at: datetime,
    second_factor: str = "",
    cover_asked: int | None = None,
    variance_notice: int | None = None,
    investigation_from: int | None = None,
    void_alone: int | None = None,
    fills_by_slip: bool | None = None,
    slip_minutes: int | None = None,
    second: User | None = None,
) -> Room:
    """Change the settings of a room (`smallest_chip` in minor units of the new currency); returns it.

    Raises DomainError `name_taken`, `time_zone_unknown`, `gaming_day_start_uneven`, `money_fixed` (currency and
    decimals stay once anything was booked). Another time zone or start of the gaming day holds at once while nothing
    is booked, and else from the next gaming day on: what was booked keeps its day. Without `second_factor` it stays
    who is asked for one; asking fewer people takes a `second` person, and raises as `refuse_without_approver` does.
    Without `cover_asked` (percent of the chips in use) the cover that is asked stays, and likewise the variances of
    drawers that are noticed and investigated (minor units; `notice_above_investigation` where the first is larger) and
    `void_alone` (minor units); more to be voided alone takes a `second` person too, and so does it to fill drawers
    without slips again. `slip_minutes` is when a slip that is still open is an alarm.
    """
    room = Room.objects.select_for_update().get(pk=room.pk)
    before, second_factor = told_facts(room), second_factor or room.second_factor
    if _ASKED.index(second_factor) < _ASKED.index(room.second_factor):
        refuse_without_approver(second, by, None, room, "fewer people are asked for a second factor", at=at)
    void_alone = room.void_alone if void_alone is None else void_alone
    if eased := _eased(room, void_alone, fills_by_slip):
        refuse_without_approver(second, by, None, room, eased, at=at)
    wanted = {
        "name": name, "currency": currency, "currency_symbol": currency_symbol, "exponent": exponent,
        "smallest_chip": smallest_chip, "time_zone": time_zone, "gaming_day_start": gaming_day_start,
        "helpline": helpline, "identity_asked": identity_asked, "second_factor": second_factor,
        "void_alone": void_alone,
    }  # fmt: skip
    may_stay = {
        "cover_asked": cover_asked, "variance_notice": variance_notice, "investigation_from": investigation_from,
        "fills_by_slip": fills_by_slip, "slip_minutes": slip_minutes,
    }  # fmt: skip
    wanted |= {field: getattr(room, field) if given is None else given for field, given in may_stay.items()}
    _refuse_other_money(room, wanted)
    held, clocks = (room.gaming_day_start, room.time_zone), _clocks_until_next_day(room, at)
    _apply(room, wanted)
    if room.books_opened_at and held != (room.gaming_day_start, room.time_zone):
        room.earlier_clocks = clocks
    room.save()
    _record_change(room, before, second=second, by=by, at=at)
    return room


def _refuse_other_money(room: Room, wanted: dict[str, Any]) -> None:
    """Refuse (`money_fixed`) another currency, or other decimals, once something is booked."""
    if room.books_opened_at and any(wanted[field] != getattr(room, field) for field in _MONEY):
        message = f"{room} has booked money in {room.currency}: its currency and decimals stay."
        raise DomainError("money_fixed", message, field="currency")


def _eased(room: Room, void_alone: int, fills_by_slip: bool | None) -> str:
    """What fewer people do together from now on, as a clause; "" where nothing is."""
    if void_alone > room.void_alone:
        return "more is voided at the window by one person alone"
    return "drawers are filled without slips" if room.fills_by_slip and fills_by_slip is False else ""


def _record_change(room: Room, before: dict[str, Any], *, second: User | None, by: User | None, at: datetime) -> None:
    """Write down what differs from before in the settings of a room, and who confirmed it."""
    after = told_facts(room)
    changed = [field for field in after if after[field] != before[field]]
    now_so = {field: after[field] for field in changed} | ({"second": second.pk} if second else {})
    was = {field: before[field] for field in changed}
    audit.record("room.changed", room, room=room, by=by, at=at, before=was, after=now_so)


def open_books(room: Room, *, at: datetime) -> None:
    """Note that money was booked in this room for the first time; from then on its currency stays. Safe to repeat."""
    if room.books_opened_at is None:
        Room.objects.filter(pk=room.pk, books_opened_at=None).update(books_opened_at=at)
        room.books_opened_at = at


def _apply(room: Room, settings: dict[str, Any]) -> None:
    for field, value in settings.items():
        setattr(room, field, value)
    if Room.objects.filter(name__iexact=room.name).exclude(pk=room.pk).exists():
        raise DomainError("name_taken", f"There is a room called {room.name} already.", field="name")
    if room.time_zone not in available_timezones():
        message = f"There is no time zone “{room.time_zone}”: write it like America/Los_Angeles."
        raise DomainError("time_zone_unknown", message, field="time_zone")
    if room.gaming_day_start.second or room.gaming_day_start.microsecond:
        raise DomainError("gaming_day_start_uneven", "Start the gaming day on a full minute.", field="gaming_day_start")
    if room.variance_notice > room.investigation_from:
        message = "A variance is noticed before it is investigated: enter no less than the notice here."
        raise DomainError("notice_above_investigation", message, field="investigation_from")


def _clocks_until_next_day(room: Room, at: datetime) -> list[dict[str, str]]:
    """The clocks that hold until the next gaming day begins, and that of today among them."""
    next_day = room.start_of(room.gaming_day(at) + timedelta(days=1))
    today = next(clock for clock in room.clocks if clock.until is None or at < clock.until)
    ended = [clock for clock in room.clocks if clock.until is not None and clock.until <= at]
    return [
        {"time_zone": clock.zone.key, "start": clock.gaming_day_start.isoformat(), "until": until.isoformat()}
        for clock, until in [*((each, each.until) for each in ended if each.until), (today, next_day)]
    ]


def told_facts(room: Room) -> dict[str, Any]:
    """The settings of a room as the trail tells them."""
    fields = (
        "name", "currency", "currency_symbol", "exponent", "smallest_chip", "time_zone", "helpline", "identity_asked",
        "second_factor", "cover_asked", "variance_notice", "investigation_from", "void_alone",
        "fills_by_slip", "slip_minutes",
    )  # fmt: skip
    return {field: getattr(room, field) for field in fields} | {"gaming_day_start": room.gaming_day_start.isoformat()}
