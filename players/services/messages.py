"""Tell a player their place on a list: a row in the transaction that wants it, sent by a job after the commit."""

from datetime import datetime

from django.conf import settings
from django.urls import reverse

from config.durations import in_words
from config.jobs.services import enqueue
from config.staff.models import User
from players.models import ListEntry, Message
from players.services.gateways import GATEWAYS


def tell(entry: ListEntry, kind: str, *, by: User | None, at: datetime) -> Message | None:
    """Write to a player that they are on the list (`joined`), that their seat is open (`called`) or the list is
    `closed`.

    Returns the message, or None where the player can't be reached: then the name is called out. Where messages are off
    it is kept and not sent.
    """
    channel, address = _reached_by(entry)
    if not address:
        return None
    subject, said = _WORDS[kind](entry)
    message = Message.objects.create(
        entry=entry,
        kind=kind,
        channel=channel,
        address=address,
        subject=subject,
        body=f"{said} See your place: {private_address(entry)}",
        state=Message.State.WAITING if settings.MESSAGES else Message.State.LOGGED,
        written_at=at,
        ended_at=None if settings.MESSAGES else at,
    )
    if settings.MESSAGES:
        enqueue("players.send_message", room=entry.waiting_list.room, by=by, message_id=message.pk)
    return message


def private_address(entry: ListEntry) -> str:
    """The page on which the holder of this link, and nobody else, sees the place of this name."""
    return f"{settings.PUBLIC_ADDRESS}{reverse('place_on_list', args=[entry.token])}"


def deliver(*, message_id: int, at: datetime) -> Message:
    """Send a message that waits, unless what it says is over; safe to run twice. Raises OSError where it can't."""
    facts = ("entry__player", "entry__waiting_list__room")
    message = Message.objects.select_related(*facts).get(pk=message_id)
    if message.state != Message.State.WAITING:
        return message
    if _is_over(message, at):
        return _end(message, Message.State.STALE, at)
    GATEWAYS[message.channel].send(message)
    return _end(message, Message.State.SENT, at)


def _end(message: Message, state: Message.State, at: datetime) -> Message:
    Message.objects.filter(pk=message.pk, state=Message.State.WAITING).update(state=state, ended_at=at)
    message.refresh_from_db()
    return message


def _reached_by(entry: ListEntry) -> tuple[str, str]:
    """By text message where there is a number and a gateway (or nothing is sent at all), else by mail."""
    if entry.mobile and (settings.SMS_GATEWAY or not settings.MESSAGES):
        return Message.Channel.SMS, entry.mobile
    return Message.Channel.MAIL, entry.email


def _is_over(message: Message, at: datetime) -> bool:
    """Whether a message came too late: the call was answered, taken back or ran out, the name is off the list, or on
    it again after the list was closed."""
    entry = message.entry
    if message.kind == "closed":
        return entry.is_live
    if message.kind == "called":
        return entry.called_at != message.written_at or entry.state != ListEntry.State.CALLED or entry.is_overdue(at)
    return not entry.is_live


def _joined(entry: ListEntry) -> tuple[str, str]:
    place = entry.waiting_list.entries.filter(state__in=ListEntry.LIVE, number__lte=entry.number).count()
    wait = "unknown" if entry.quoted_minutes is None else f"about {in_words(entry.quoted_minutes)}"
    room = entry.waiting_list.room
    return f"You are number {place} for {entry.waiting_list} at {room}", f"The wait is {wait}."


def _called(entry: ListEntry) -> tuple[str, str]:
    room, where = entry.waiting_list.room, "Come to the floor desk"
    if entry.called_session:
        where = f"{entry.called_session.table}, seat {entry.called_seat}"
    until = entry.called_until.astimezone(room.zone) if entry.called_until else None
    return f"Your seat for {entry.waiting_list} at {room} is open", f"{where}: it is kept for you until {until:%H:%M}."


def _closed(entry: ListEntry) -> tuple[str, str]:
    room = entry.waiting_list.room
    return f"The list for {entry.waiting_list} at {room} is closed", f"Your name is off it: {entry.reason}."


_WORDS = {"joined": _joined, "called": _called, "closed": _closed}
