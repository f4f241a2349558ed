"""The places of the product that a person may go to: what the bar at the top (or under the thumbs) offers."""

from collections.abc import Collection
from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse


@dataclass(frozen=True, slots=True)
class Place:
    """One place: its word, the names its URL may go by, the permission it asks for, its icon."""

    label: str
    names: tuple[str, ...]
    permission: str
    icon: str


@dataclass(frozen=True, slots=True)
class Link:
    """A place as a link; `here` is the value of `aria-current`: "page", "true" somewhere below it, or nothing."""

    label: str
    href: str
    icon: str
    here: str


PLACES = (
    Place("Floor", ("floor", "games:floor", "tables:floor"), "floor_view", "floor"),
    Place("Cage", ("cage", "players:cage"), "money_view", "cage"),
    Place("Players", ("players", "players:players", "players:list"), "player_view", "players"),
    Place("Hands", ("hands", "games:hands"), "hand_view", "hands"),
    Place("Reports", ("reports", "rake:reports"), "report_view", "reports"),
    Place("Rules", ("rules", "tables:rules"), "floor_view", "rules"),
    Place("Audit", ("audit", "audit:log", "staff:audit"), "audit_view", "audit"),
    Place("Staff", ("staff_list", "staff:staff_list", "staff:list"), "staff_manage", "staff"),
    Place("Room", ("room_settings", "staff:room", "staff:room_settings"), "room_manage", "room"),
)


def address(*names: str) -> str:
    """The URL of the first of `names` that the product has, or "": a place that is not built is not offered."""
    for name in names:
        try:
            return reverse(name)
        except NoReverseMatch:
            continue
    return ""


def links(may: Collection[str], path: str) -> list[Link]:
    """The places that a person with the permissions `may` (codes with `_`) is offered while he looks at `path`."""
    offered = [(place, address(*place.names)) for place in PLACES if place.permission in may]
    return [Link(place.label, href, place.icon, _here(href, path)) for place, href in offered if href]


def _here(href: str, path: str) -> str:
    if path == href:
        return "page"
    return "true" if href != "/" and path.startswith(href) else ""
