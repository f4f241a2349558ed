"""Set a room up and change its settings."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from math import inf
from typing import Any, TypedDict, Unpack

from django.db import transaction

from config.audit import services as audit
from config.clocks import time_zones
from config.errors import DomainError
from config.rooms.currencies import refuse_unknown_currency
from config.rooms.models import Clock, Room
from config.rooms.standing_money import refuse_other_chip, refuse_other_currency
from config.staff.models import User
from config.staff.second import refuse_without_approver

MOST_DECIMALS = 4
AMOUNTS = (
    "variance_notice", "investigation_from", "regulator_note_from", "void_alone", "runner_limit", "identity_from",
    "log_from", "report_from", "presented_alone", "payouts_alone", "vault_most", "dealer_minute_cost",
    "table_hour_cost",
)  # fmt: skip
"""The settings that are amounts, besides the smallest chip."""
_ASKED: list[str] = list(Room.SecondFactor)
"""From the fewest to the most."""
_SIGNING: list[str] = list(Room.DealersSign)
_IDENTITY: list[str] = list(Room.IdentityAsked)
"""From the least to the most."""


class Staying(TypedDict, total=False):
    """The settings that stay as they are where nobody gives them (None); amounts in minor units."""

    cover_asked: int | None
    statement_days: int | None
    variance_notice: int | None
    investigation_from: int | None
    variance_days: int | None
    regulator_note_from: int | None
    regulator_note_hours: int | None
    void_alone: int | None
    runner_limit: int | None
    runners_redeem: bool | None
    bank_dormant_days: int | None
    tokes_mode: str
    identity_from: int | None
    log_from: int | None
    report_from: int | None
    presented_alone: int | None
    payouts_alone: int | None
    vault_most: int | None
    refill_minutes: int | None
    opening_looks: int | None
    drop_times: list[str] | None
    shift_starts: list[str] | None
    week_starts: int | None
    drop_minutes: int | None
    push_minutes: int | None
    fills_by_slip: bool | None
    slip_minutes: int | None
    dealer_minute_cost: int | None
    table_hour_cost: int | None
    dealers_sign: str
    vault_counted: str
    pools_signed: bool | None
    awards_need_deposit: bool | None
    pool_deposit_within: int | None
    at_work_minutes: int | None
    minimum_age: int | None
    late_time: str
    late_waiting: int | None
    courtesy_hand: bool | None
    courtesy_minutes: int | None
    courtesy_hands: int | None
    late_chips: str
    late_chips_way: str | None


_LOOSENED: Mapping[str, str] = {
    "void_alone": "more is voided at the window by one person alone",
    "identity_from": "more cash moves for people whose identity is not on record",
    "presented_alone": "more chips without a known origin are redeemed by one person alone",
    "payouts_alone": "more is paid out at the window by one person alone",
    "variance_notice": "more may be short or over without anybody’s answer",
    "investigation_from": "more of what is short or over is settled by one person alone",
    "variance_days": "what is short or over waits longer for an answer",
    "regulator_note_from": "the regulator is told of less",
    "regulator_note_hours": "the regulator is told later",
    "runner_limit": "chip runners carry more",
    "log_from": "more of a patron’s cash is in no log",
    "report_from": "nobody decides about a currency report for more of a patron’s cash",
    "slip_minutes": "fills and credits are on their way for longer without an alarm",
    "statement_days": "older bank statements cover chips in use",
    "vault_most": "more comes into the vault at once",
    "pool_deposit_within": "pools’ money waits longer for its deposit",
    "push_minutes": "boxes are pulled for longer after a push",
    "opening_looks": "one person is told more often whether a drawer is what its last close left",
}
"""The limits that one person alone doesn’t raise, and what a second person confirms then."""
_ENDED: Mapping[str, str] = {
    "fills_by_slip": "drawers are filled without slips",
    "awards_need_deposit": "pools’ money is awarded before it is deposited",
}
"""The rules that one person alone doesn’t end, likewise."""
_NOT_ASKED_AT_0 = ("regulator_note_from", "report_from", "pool_deposit_within")
"""The limits that ask for nothing at 0."""
_LOWERED: Mapping[str, str] = {
    "cover_asked": "less of the chips in use is covered",
    "minimum_age": "younger people may play",
    "at_work_minutes": "who works here is off duty sooner, and has a share of pools",
}
"""The limits that one person alone doesn’t lower, likewise."""


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
    second: User | None = None,
    **staying: Unpack[Staying],
) -> Room:
    """Change the settings of a room (`smallest_chip` in minor units of the new currency); returns it.

    Raises DomainError `name_taken`, `time_zone_unknown`, `gaming_day_start_uneven`, `clock_too_far`, `money_fixed`
    (currency and decimals stay once anything was booked), and what `refuse_other_currency` and `refuse_other_chip` say
    of amounts that stand. Another time zone or start of the gaming day holds at once while nothing is booked, and else
    from the next gaming day on: what was booked keeps its day. Without `second_factor` it stays who is asked for one;
    asking fewer people, or less of who buys chips, takes a `second` person, and raises as `refuse_without_approver`
    does. Without `cover_asked` (percent of the chips in use) the cover that is asked stays, and likewise the variances
    of drawers that are noticed and investigated (minor units; `notice_above_investigation` where the first is larger),
    the log and the currency reports (`report_below_log` where cash would be reported and not logged) and the window's
    limits and the other settings of `Staying`, by their fields; more of what one person alone may do (`_LOOSENED`), and
    less of what the house asks (`_LOWERED`), takes a `second` person too, and so does it to fill drawers without slips
    again, to let fewer dealers sign with their own PIN, to count the vault less often, to lock days without the pools'
    reconciliation, to award pools' money that isn't deposited, and to take chips of retired sets after their last day
    again. Nothing for the most that comes into the vault at once is refused (`vault_most_missing`). `drop_times` are
    local, "HH:MM", and each drop goes on for `drop_minutes`; `slip_minutes` is when a slip that is still open is an
    alarm. Another `late_time` or `late_waiting` holds for who sits down from now on.
    """
    room = Room.objects.select_for_update().get(pk=room.pk)
    before = told_facts(room)
    second_factor = second_factor or room.second_factor
    _refuse_other_money(room, currency, exponent)
    if exponent == room.exponent:
        refuse_other_chip(room, smallest_chip, at=at)
    held = _held(room, exponent)
    chosen = held | {field: value for field, value in staying.items() if value not in (None, "")}
    loosened = [*_asks_less(room, second_factor, identity_asked), *_loosened(room, held, chosen)]
    for what in loosened:
        refuse_without_approver(second, by, None, room, what, at=at)
    wanted = {
        "name": name, "currency": currency, "currency_symbol": currency_symbol, "exponent": exponent,
        "smallest_chip": smallest_chip, "time_zone": time_zone, "gaming_day_start": gaming_day_start,
        "helpline": helpline, "identity_asked": identity_asked, "second_factor": second_factor,
        **chosen,
    }  # fmt: skip
    if (wanted["late_time"], wanted["late_waiting"]) != (room.late_time, room.late_waiting):
        held_so_far = {"rule": room.late_time, "waiting": room.late_waiting, "until": at.isoformat()}
        room.earlier_late_time = [*room.earlier_late_time, held_so_far]
    _apply_from_next_day(room, wanted, at)
    room.save()
    _record_change(room, before, second=second if loosened else None, by=by, at=at)
    return room


def _refuse_other_money(room: Room, currency: str, exponent: int) -> None:
    if (currency, exponent) == (room.currency, room.exponent):
        return
    if room.books_opened_at:
        message = f"{room} has booked money in {room.currency}: its currency and decimals stay."
        raise DomainError("money_fixed", message, field="currency")
    refuse_other_currency(room)


def _held(room: Room, exponent: int) -> dict[str, Any]:
    """The settings that stay, as the room has them; amounts in a currency of so many decimals, rounded down."""
    held = {field: getattr(room, field) for field in Staying.__annotations__}
    more, fewer = 10 ** max(exponent - room.exponent, 0), 10 ** max(room.exponent - exponent, 0)
    return held | {field: held[field] * more // fewer for field in AMOUNTS}


def _asks_less(room: Room, second_factor: str, identity_asked: str) -> Iterator[str]:
    """The clauses that a second person confirms where fewer show a second factor, or buyers of chips less."""
    if _ASKED.index(second_factor) < _ASKED.index(room.second_factor):
        yield "fewer people are asked for a second factor"
    if _IDENTITY.index(identity_asked) < _IDENTITY.index(room.identity_asked):
        yield "less is asked of whoever buys chips"


def _loosened(room: Room, held: dict[str, Any], chosen: dict[str, Any]) -> list[str]:
    """The clauses that a second person confirms of settings `chosen` instead of those `held`; none where one person
    alone may choose them."""
    found = [what for field, what in _ENDED.items() if held[field] and not chosen[field]]
    if _SIGNING.index(chosen["dealers_sign"]) < _SIGNING.index(room.dealers_sign):
        found.append("fewer dealers sign with their own PIN")
    if (room.vault_counted, chosen["vault_counted"]) == (Room.VaultCounted.EACH_SHIFT, Room.VaultCounted.DAILY):
        found.append("the vault is counted less often")
    if room.pools_signed and not chosen["pools_signed"]:
        found.append("days are locked without the pools’ reconciliation")
    if (room.late_chips, chosen["late_chips"]) == (Room.LateChips.REFUSED, Room.LateChips.APPROVED):
        found.append("chips of retired sets are taken after their last day")
    for field, what in _LOOSENED.items():
        if _reach(field, chosen[field]) > _reach(field, held[field]):
            found.append(what)
    for field, what in _LOWERED.items():
        if chosen[field] < held[field]:
            found.append(what)
    return found


def _reach(field: str, limit: int) -> float:
    """The reach of a limit, for comparison: where 0 asks for nothing, it is beyond every amount."""
    return inf if field in _NOT_ASKED_AT_0 and not limit else limit


def _record_change(room: Room, before: dict[str, Any], *, second: User | None, by: User | None, at: datetime) -> None:
    """Write down what differs from before in the settings of a room, and who confirmed it: nobody where nobody was
    asked to."""
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
    if "currency" in settings and settings["currency"] != room.currency:
        refuse_unknown_currency(settings["currency"])
    for field, value in settings.items():
        setattr(room, field, value)
    if Room.objects.filter(name__iexact=room.name).exclude(pk=room.pk).exists():
        raise DomainError("name_taken", f"There is a room called {room.name} already.", field="name")
    if room.time_zone not in time_zones():
        message = f"There is no time zone “{room.time_zone}”: write it like America/Los_Angeles."
        raise DomainError("time_zone_unknown", message, field="time_zone")
    if room.gaming_day_start.second or room.gaming_day_start.microsecond:
        raise DomainError("gaming_day_start_uneven", "Start the gaming day on a full minute.", field="gaming_day_start")
    if room.variance_notice > room.investigation_from:
        message = "What two people settle is no less than what is noticed: enter no less than the notice here."
        raise DomainError("notice_above_investigation", message, field="investigation_from")
    if not room.vault_most:
        message = "Something comes into the vault: enter the most that one act may bring."
        raise DomainError("vault_most_missing", message, field="vault_most")
    if 0 < room.report_from < room.log_from:
        message = "Whose cash is reported is in the log too: enter no less than the log’s amount here."
        raise DomainError("report_below_log", message, field="report_from")


def _apply_from_next_day(room: Room, wanted: dict[str, Any], at: datetime) -> None:
    """Apply settings; a clock that changes holds from the next gaming day on, where anything is booked."""
    held, clocks = (room.gaming_day_start, room.time_zone), room.clocks
    _apply(room, wanted)
    if room.books_opened_at and held != (room.gaming_day_start, room.time_zone):
        clocks = _clocks_until_next_day(clocks, room.clocks[-1], at)
        room.earlier_clocks = [
            {"time_zone": clock.zone.key, "start": clock.gaming_day_start.isoformat(), "until": clock.until.isoformat()}
            for clock in clocks
            if clock.until
        ]


def _clocks_until_next_day(clocks: list[Clock], new: Clock, at: datetime) -> list[Clock]:
    """The clocks that hold until the new one does, and that of today among them.

    The next gaming day begins by the clock of today, and the new clock holds from that instant; or, where it would
    tell today's date then still, from the instant at which it tells the next: today isn't stretched, the day after is.
    Refuses (`clock_too_far`) a clock that is a whole day away, by which a gaming day would come twice or never.
    """
    today = next(clock for clock in clocks if clock.until is None or at < clock.until)
    ended = [clock for clock in clocks if clock.until is not None and clock.until <= at]
    if (today.zone.key, today.gaming_day_start) == (new.zone.key, new.gaming_day_start):
        return ended
    day = today.gaming_day(at) + timedelta(days=1)
    begins, by_new = today.start_of(day), new.start_of(day)
    if not begins - timedelta(days=1) < by_new <= today.start_of(day + timedelta(days=1)):
        message = (
            "That clock is a whole day away from the one of today: choose a time zone between the two first, and this "
            "one when the gaming day goes by that."
        )
        raise DomainError("clock_too_far", message, field="time_zone")
    return [*ended, replace(today, until=max(begins, by_new))]


def told_facts(room: Room) -> dict[str, Any]:
    """The settings of a room as the trail tells them."""
    fields = (
        "name", "currency", "currency_symbol", "exponent", "smallest_chip", "time_zone", "helpline", "identity_asked",
        "second_factor", *Staying.__annotations__,
    )  # fmt: skip
    return {field: getattr(room, field) for field in fields} | {"gaming_day_start": room.gaming_day_start.isoformat()}
