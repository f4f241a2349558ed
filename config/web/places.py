"""The places of the product that a person may go to: what the bar at the top (or under the thumbs) offers."""

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import NoReverseMatch, resolve, reverse

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
    Place("Floor", "floor", "floor"),
    Place("Lists", "lists", "lists"),
    Place("Tables", "tables", "table"),
    Place("Cage", "cage", "cage"),
    Place("Dealers", "dealers", "dealers"),
    Place("Players", "players", "players"),
    Place("Hands", "hands", "hands"),
    Place("Disputes", "disputes", "disputes"),
    Place("Reports", "reports", "reports"),
    Place("Rules", "rules", "rules", also=("house_rules",)),
    Place("Audit", "audit", "audit"),
    Place("Staff", "staff:people", "staff"),
    Place("Room", "room_settings", "room"),
)


def address(name: str) -> str:
    """The URL that goes by `name`, or "": a place that is not built is not offered."""
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""


def links(may: Collection[str], path: str) -> list[Link]:
    """The places that a person with the permissions `may` (codes with `_`) is offered while he looks at `path`.

    What a place asks for is what its view asks for, so no link leads to a refusal.
    """
    offered = [(place, address(place.name)) for place in PLACES]
    return [
        Link(place.label, href, place.icon, _stands(place, href, path)) for place, href in offered if _open(href, may)
    ]


def _stands(place: Place, href: str, path: str) -> str:
    """Whether the person is in the place: on its page, below it, or on a page that belongs to it."""
    beside = filter(None, map(address, place.also))
    return _here(href, path) or ("true" if any(map(path.startswith, beside)) else "")


def _open(href: str, may: Collection[str]) -> bool:
    if not href:
        return False
    asked = getattr(resolve(href).func, "permission", None)
    return not isinstance(asked, Permission) or asked.value.replace(".", "_") in may


def _here(href: str, path: str) -> str:
    if path == href:
        return "page"
    return "true" if path.startswith(href) else ""
