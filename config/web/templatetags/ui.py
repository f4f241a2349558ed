"""Tags of the frame around every page: where one may go, how the screen is set, how htmx behaves. Built in."""

import json
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from config.amounts import format_major
from config.errors import DomainError
from config.web.places import Link, address, links
from config.web.preferences import chosen, own_address

register = template.Library()

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

HTMX: dict[str, Any] = {
    "includeIndicatorStyles": False,
    "allowEval": False,
    "allowScriptTags": False,
    "selfRequestsOnly": True,
    "historyCacheSize": 0,
    "refreshOnHistoryMiss": True,
    "scrollBehavior": "auto",
    "timeout": 10_000,
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        {"code": "422", "swap": True},
        {"code": "[45]..", "swap": False, "error": True},
    ],
}
"""No eval and no inline styles (CSP), nothing kept in the browser's storage, and a refused form (422) is shown."""


@register.simple_tag
def htmx_config() -> str:
    """The content of the `htmx-config` meta element."""
    return json.dumps(HTMX)


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> str:
    """This device's theme: "dark" until somebody chooses, "light", or "device"."""
    return chosen(context.get("request"), "theme")


@register.simple_tag(takes_context=True)
def shortcuts(context: template.Context) -> str:
    """Whether single keys work as shortcuts on this device: "on" or "off"."""
    return chosen(context.get("request"), "keys")


@register.simple_tag(takes_context=True)
def places(context: template.Context) -> list[Link]:
    """The places that the signed-in person may go to."""
    request = context.get("request")
    may = context.get("may")
    return links(may, request.path) if may and request is not None else []


@register.simple_tag
def find_url(name: str) -> str:
    """The address of that name, or "" where there is none."""
    return address(name)


@register.simple_tag(takes_context=True)
def allowed(context: template.Context, refusal: DomainError | None) -> list[tuple[str, str]]:
    """What the refusal says would have been allowed, as (label, text) in the room's major units."""
    room = context.get("room")
    exponent = room.exponent if room is not None else 2
    facts = refusal.allowed if refusal is not None else {}
    return [(key.replace("_", " "), _fact(value, exponent)) for key, value in facts.items() if value is not None]


def _fact(value: object, exponent: int) -> str:
    """One allowed value in words: amounts in major units, lists joined, yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return format_major(value, exponent=exponent)
    if isinstance(value, list | tuple):
        return ", ".join(_fact(part, exponent) for part in value)
    return str(value)


@register.simple_tag(takes_context=True)
def way_back(context: template.Context) -> str:
    """The page of ours that the person came from, or the first page."""
    request = context.get("request")
    return own_address(request, request.headers.get("Referer", "")) if request is not None else "/"


@register.simple_tag
def cards(notation: str) -> SafeString:
    """Cards in file notation as small cards in a line of text: {% cards "8d5c2h" %}; `??` is a card's back."""
    pairs = (notation[i : i + 2] for i in range(0, len(notation), 2))
    drawn = format_html_join("", '<span class="card {}">{}{}</span>', (_card(pair) for pair in pairs))
    return format_html('<span class="cards">{}</span>', drawn)


def _card(pair: str) -> tuple[str, str, str]:
    """Class, rank and suit sign of one card; U+FE0E keeps a tablet from drawing the sign as an emoji."""
    rank, suit = pair[:1], pair[1:]
    if suit not in SUITS:
        return "back", "?", ""
    return suit, rank.replace("T", "10"), SUITS[suit] + "\ufe0e"
