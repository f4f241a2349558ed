"""Template filters that know the room: money, local times. Built in: no `load` needed."""

from datetime import datetime

from django import template
from django.templatetags.tz import do_timezone
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.safestring import SafeString

from config.amounts import format_major, plain_major
from config.durations import in_words
from config.rooms.models import Room

register = template.Library()
_NO_VALUE = "–"


@register.simple_tag(takes_context=True)
def money(context: template.Context, amount: int | None) -> str:
    """`amount` minor units in the room's major units: {% money hand.pot %}; a dash where it is unknown."""
    return _NO_VALUE if amount is None else format_major(amount, exponent=context["room"].exponent)


@register.filter
def money_in(amount: int | None, room: Room) -> str:
    """The same as a filter, with the room: {{ amount|money_in:room }}."""
    return _NO_VALUE if amount is None else format_major(amount, exponent=room.exponent)


@register.filter
def plain_in(amount: int | None, room: Room) -> str:
    """`amount` as a form field's value, which the strict parser reads back."""
    return "" if amount is None else plain_major(amount, exponent=room.exponent)


@register.filter
def local(at: datetime | None, room: Room) -> datetime | None:
    """The instant in the room's own time zone, which `date` and `time` then keep, also where nobody is signed in."""
    return do_timezone(at, room.zone) if at else None


@register.filter
def clock(at: datetime, room: Room) -> str:
    """The time on the room's clock, with its date where that is another gaming day than today: "22:00", or
    "27 Nov 22:00"."""
    is_today = room.gaming_day(at) == room.gaming_day(timezone.now())
    return date_format(at.astimezone(room.zone), "H:i" if is_today else "j M H:i")


@register.filter
def long(minutes: int) -> str:
    """Whole minutes as people say them: {{ 265|long }} is "4 h 25 min"."""
    return in_words(minutes)


@register.filter
def grouped(number: int) -> str:
    """A whole number with its thousands apart: {{ 12500|grouped }} is "12,500"."""
    return f"{number:,}"


@register.filter
def suited(cards: str) -> SafeString:
    """Cards in file notation as text for people: "AhKd" -> A♥ K♦ (kept safe: only known characters are made)."""
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠", "?": "?"}
    pairs = [cards[i : i + 2] for i in range(0, len(cards), 2)]
    shown = " ".join(
        pair[0] + signs.get(pair[1], "") for pair in pairs if len(pair) == 2 and pair[0] in "23456789TJQKA?"
    )
    return SafeString(shown)
