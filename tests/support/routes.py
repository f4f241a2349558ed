"""Every address of the product, walked out of the URLconf: what the guards look at."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

_BLANK = re.compile(r"(?P<before>[a-z0-9-]*)/?<(?:\w+:)?\w+>")


@dataclass(frozen=True, slots=True)
class Route:
    """An address as it is written in the URLconf, and the view behind it."""

    address: str
    view: Any

    @property
    def is_api(self) -> bool:
        """Whether it belongs to the API."""
        return self.address.startswith("api/")

    @property
    def states(self) -> Any:
        """The right that the view asks for: a Permission, Access.SIGNED_IN, None where anyone may come; or a dict by
        method.

        "nothing" where it does not say.
        """
        stating = getattr(self.view, "view_class", None) or getattr(self.view, "cls", None) or self.view
        return getattr(stating, "permission", "nothing")

    def permission(self, method: str) -> Any:
        """The right that it asks for with this method ("get", "post")."""
        stated = self.states
        return stated.get(method, stated.get("get")) if isinstance(stated, dict) else stated

    def blanks(self) -> list[str]:
        """The word that stands before each blank, from left to right: "hands" for hands/<int:pk>/."""
        return [found["before"] for found in _BLANK.finditer(self.address)]

    def filled(self, samples: dict[str, Any]) -> str:
        """The address with a sample in each blank. KeyError where there is none for one."""
        values = iter([samples[blank] for blank in self.blanks()])
        return "/" + re.sub(r"<[^>]+>", lambda _: str(next(values)), self.address)

    def __str__(self) -> str:
        return self.address


def routes() -> list[Route]:
    """Every route of the product."""
    return list(_walk(get_resolver().url_patterns, ""))


WARNING = (
    "reports/morning/", "reports/rake/", "reports/sampling/", "reports/figures", "reports/lost-rake",
    "reports/schedule-lab/<", "reports/revenue.csv", "reports/revenue/",
)  # fmt: skip
"""The addresses that say what whoever reads them counts no more, until somebody has chosen to look."""


def tried(client: Client, method: str, route: Route, samples: dict[str, Any]) -> Any:
    """The answer to `client` at the address with samples in its blanks; whatever was done by it is undone."""
    extra: dict[str, Any] = (
        {"content_type": "application/json", "data": {}} if route.is_api and method == "post" else {}
    )
    if method == "get" and route.address.startswith(WARNING):
        extra = {"data": {"look": "yes"}}
    act: Callable[..., Any] = getattr(client, method)
    cookies = client.cookies.output(header="", sep=";")
    with transaction.atomic():
        response = act(route.filled(samples), headers={"Idempotency-Key": "guard-0001"}, **extra)
        transaction.set_rollback(True)
    client.cookies = SimpleCookie(cookies)
    return response


def _walk(patterns: list[Any], prefix: str) -> Iterator[Route]:
    for pattern in patterns:
        address = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, address)
        elif isinstance(pattern, URLPattern):
            yield Route(address, pattern.callback)
