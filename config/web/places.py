"""The places of the product that a person may go to: what the bar at the top (or under the thumbs) offers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.urls import NoReverseMatch, URLResolver, get_resolver, reverse
from django.utils.translation import gettext_noop as _

from config.staff.roles import Permission


@dataclass(frozen=True, slots=True)
class Place:
    """One place: its word, the name of its URL, its icon, and the names of pages that belong to it besides."""

    label: str
    name: str
    icon: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A place as a link; `here` is the value of `aria-current`: "page", "true" somewhere below it, or nothing."""

    label: str
    href: str
    icon: str
    here: str


PLACES = (
    Place(_("Floor"), "floor", "floor"),
    Place(_("Lists"), "lists", "lists"),
    Place(_("Tables"), "tables", "table"),
    Place(_("Cage"), "cage", "cage"),
    Place(_("Dealers"), "dealers", "dealers"),
    Place(_("Players"), "players", "players"),
    Place(_("Hands"), "hands", "hands"),
    Place(_("Disputes"), "disputes", "disputes"),
    Place(_("Reports"), "reports", "reports"),
    Place(_("Days"), "days", "clock"),
    Place(_("Rules"), "rules", "rules", also=("house_rules",)),
    Place(_("Audit"), "audit", "audit", also=("ledger",)),
    Place(_("Staff"), "staff:people", "staff"),
    Place(_("Room"), "room_settings", "room"),
    Place(_("Runner"), "runner", "chips"),
)


DAY: dict[str, tuple[str, ...]] = {
    "manager": ("floor", "reports", "disputes", "tables", "cage", "players"),
    "floor": ("floor", "lists", "disputes", "dealers", "players", "hands"),
    "cashier": ("cage", "players", "floor"),
    "runner": ("runner", "floor", "players"),
    "host": ("lists", "floor", "players"),
    "auditor": ("audit", "reports", "cage", "hands", "disputes", "players"),
    "administrator": ("staff:people", "room_settings", "audit"),
}
"""The places of each role's working day, the one that it begins on first; whoever holds several has the first's day."""
IN_SIGHT = 6
"""So many places stand in the bar; the others lie one tap away."""


def day_of(roles: Collection[str]) -> tuple[str, ...]:
    """The names of the places of the working day of these roles, first things first; () without a role."""
    return next((names for role, names in DAY.items() if role in roles), ())


def start_of(roles: Collection[str]) -> str:
    """The address on which the working day begins; that of the own account for whoever holds no role here."""
    return next(filter(None, map(address, day_of(roles))), address("staff:account"))


@dataclass(frozen=True, slots=True)
class Bar:
    """The places of the bar: those in sight, and those behind its last word."""

    in_sight: Sequence[Link]
    others: Sequence[Link]

    @property
    def other_here(self) -> Link | None:
        """The place behind the last word that the person is in, if it is one of those."""
        return next((link for link in self.others if link.here), None)


def bar(may: Collection[str], roles: Collection[str], path: str) -> Bar:
    """The bar of a person with the permissions `may` and these roles: the day's places first.

    One single place is not hidden behind a word that takes as much room.
    """
    order = day_of(roles)
    offered = links(may, path)
    names = {address(name): number for number, name in enumerate(order)}
    offered.sort(key=lambda link: names.get(link.href, len(order)))
    seen = IN_SIGHT if len(offered) > IN_SIGHT + 1 else len(offered)
    return Bar(offered[:seen], offered[seen:])


def address(name: str) -> str:
    """The URL that goes by `name`, or "": a place that is not built is not offered."""
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""


def links(may: Collection[str], path: str) -> list[Link]:
    """The places that a person with the permissions `may` (codes with `_`) is offered while looking at `path`.

    What a place asks for is what its view asks for, so no link leads to a refusal.
    """
    offered = [(place, address(place.name)) for place in PLACES]
    return [
        Link(place.label, href, place.icon, _stands(place, href, path))
        for place, href in offered
        if is_open_to(href, may)
    ]


def _stands(place: Place, href: str, path: str) -> str:
    """Whether the person is in the place: on its page, below it, or on a page that belongs to it."""
    beside = filter(None, map(address, place.also))
    return _here(href, path) or ("true" if any(map(path.startswith, beside)) else "")


def is_open_to(href: str, may: Collection[str]) -> bool:
    """Whether a person with the permissions `may` (codes with `_`) gets the page at `href`; "" is open to nobody."""
    if not href:
        return False
    asked = _asked_at(get_resolver(), href)
    return not asked or asked in may


@lru_cache(maxsize=1024)
def _asked_at(resolver: URLResolver, href: str) -> str:
    """The permission (its code with `_`) that the view at `href` asks of whoever reads it, "" for none.

    Remembered: every page asks for all places of its bar, and finding a view means trying hundreds of patterns.
    """
    asked = getattr(resolver.resolve(href).func, "permission", None)
    if isinstance(asked, dict):
        asked = asked["get"]
    return asked.value.replace(".", "_") if isinstance(asked, Permission) else ""


def _here(href: str, path: str) -> str:
    if path == href:
        return "page"
    return "true" if path.startswith(href) else ""
