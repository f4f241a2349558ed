"""Tags of the frame around every page: where one may go, how the screen is set, how htmx behaves. Built in."""

import json
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from config.amounts import format_major
from config.errors import DomainError
from config.web.places import Bar, address, bar
from config.web.preferences import chosen, own_address
from config.web.waiting import MAY_WAIT
from rules.book.citations import in_words
from rules.text.rulebook import RULES
from rules.text.rules_of_floor import FLOOR

register = template.Library()

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

HTMX: dict[str, Any] = {
    "includeIndicatorStyles": False,
    "defaultSettleDelay": 0,
    "attributesToSettle": ["class", "width", "height"],
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
"""No eval and no inline styles (CSP), nothing kept in the browser's storage, and a refused form (422) is shown. What is
drawn anew answers to a press at once: htmx would wait until it has settled, and the browser fetch the whole page."""


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
def places(context: template.Context) -> Bar:
    """The places that the signed-in person may go to, those of the working day first."""
    request, may = context.get("request"), context.get("may")
    if not may or request is None:
        return Bar((), ())
    user, room = getattr(request, "user", None), getattr(request, "room", None)
    return bar(may, user.roles_in(room) if user and room else (), request.path)


@register.simple_tag
def waits(name: str) -> str:
    """The mark of a form that may wait in a tablet while its line is down; `name` is that of its address. ValueError
    for a form that may not."""
    if name not in MAY_WAIT:
        raise ValueError(f"{name} may not wait in a tablet: config.web.waiting says what may")
    return format_html('data-waits="{}"', MAY_WAIT[name])


@register.simple_tag
def find_url(name: str) -> str:
    """The address of that name, or "" where there is none."""
    return address(name)


@register.simple_tag
def rule_address(code: str) -> str:
    """The page of the rule that goes by `code`, or "" where the rulebook has none."""
    try:
        return reverse("rule", args=[code]) if code in RULES or code in FLOOR else ""
    except NoReverseMatch:
        return ""


@register.inclusion_tag("parts/cite.html")
def cite(citation: str, code: str = "", href: str = "") -> dict[str, str]:
    """A small mark whose name is the citation in words; it leads to `href`, the rule of that `code`, or the books."""
    books = address("rules")
    href = href or rule_address(code) or (f"{books}#books" if books else "")
    return {"citation": citation, "words": in_words(citation), "href": href if citation else ""}


@register.simple_tag(takes_context=True)
def allowed(context: template.Context, refusal: DomainError | None) -> list[tuple[str, str]]:
    """The facts of the refusal about what would have been allowed, as (label, text) in the room's major units."""
    room = context.get("room")
    exponent = room.exponent if room is not None else 2
    facts = dict(refusal.allowed) if refusal is not None else {}
    counted = _COUNTS | ({"least", "most"} if facts.get("field") == "seats" else set())
    rows = [
        (_LABELS.get(name, name.replace("_", " ")), _fact(value, None if name in counted else exponent))
        for name, value in facts.items()
        if value is not None and name not in _FOR_PROGRAMS
    ]
    confirms = _CONFIRMS.get(str(facts.get("confirm", "")))
    return [*rows, ("if it is so", f"press “{confirms}”")] if confirms else rows


_FOR_PROGRAMS = frozenset(
    {"actor", "seat", "field", "due", "may_show", "complete", "player", "may_be", "session", "confirm"}
    | {"award", "bank", "hand", "held", "number", "slip", "table"}
)
"""The facts that the sentence says already, and what only a program can use: ids are no amounts."""
_CONFIRMS = {
    "takings_never_owed": "So much was taken",
    "hand_meanwhile": "It is another hand",
    "same_hand_again": "It is right as it stands",
    "comps_dear_hour": "It is meant so",
    "residual": "Book it",
    "same_again": "Once more",
    "more_than_is_out": "The chips are compared",
    "cards_unknown": "It was so",
    "not_dealt_in": "It was so",
    "no_showdown": "It was so",
    "none_showed": "It was so",
    "hand_won_before": "It was so",
}
"""The words with which the button begins that confirms what is asked, by the question's code, which is the API's."""
_COUNTS = frozenset({"seats", "seats_max", "age"})
"""Plain numbers; every other number is an amount."""
_LABELS = {
    "least": "at least",
    "most": "at most",
    "multiple_of": "multiples of",
    "call": "to call",
    "may_raise": "may raise",
    "min_raise_to": "raise to at least",
    "max_raise_to": "raise to at most",
    "seats_max": "seats at most",
}


def _fact(value: object, exponent: int | None) -> str:
    """One allowed value in words: amounts in major units, counts where no exponent is given, lists joined."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and exponent is not None:
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


@register.simple_tag
def is_due(due: str, kind: str, pk: int) -> str:
    """The accent of a button (" primary") where what it does is the one thing that is due on its page."""
    return " primary" if due == f"{kind}-{pk}" else ""
