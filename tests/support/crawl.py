"""Every page that somebody comes to by links alone: the words on it that people read or type over, and its forms."""

import html
import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser

from django.test import Client
from django.urls import Resolver404, resolve

_LINK = re.compile(r'(?:href|hx-get|action)="(/[^"#]*)')
_READ = re.compile(r'\b(?:placeholder|value|title|aria-label|data-fill)="([^"]*)"')
_UNREAD = re.compile(r'<(script|style)\b.*?</\1>|<input[^>]*type="hidden"[^>]*>|<meta[^>]*>', re.DOTALL)
_FILES = (".csv", ".xlsx", ".pdf", ".phh", ".phhs")


@dataclass
class Form:
    """A form: where it sends to, its fields as they stand, and which of them are amounts."""

    action: str
    facts: dict[str, str] = field(default_factory=dict)
    amounts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Seen:
    """A page as it was found."""

    address: str
    page: str

    @cached_property
    def words(self) -> str:
        """The words of the page, and those in its fields, one after the other."""
        page = _UNREAD.sub(" ", self.page)
        fields = " | ".join(_READ.findall(page))
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page) + " | " + fields).split())

    @cached_property
    def forms(self) -> list[Form]:
        """Its forms that are sent by POST."""
        reader = _Forms(self.address)
        reader.feed(self.page)
        return reader.found


class _Forms(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._address, self._open, self._select = address, False, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = told.get("method", "").lower() == "post"
            if self._open:
                self.found.append(Form(told.get("action") or self._address.partition("?")[0]))
        elif self._open and tag == "select":
            self._select = told.get("name", "")
        elif self._open and tag == "option" and self._select:
            if "selected" in told or self._select not in self.found[-1].facts:
                self.found[-1].facts[self._select] = told.get("value", "")
        elif self._open and told.get("formaction"):
            self.found[-1].action = told["formaction"]
        elif self._open and tag == "input" and told.get("name"):
            self._field(told)

    def _field(self, told: dict[str, str]) -> None:
        form, name = self.found[-1], told["name"]
        if told.get("type") in ("checkbox", "radio") and "checked" not in told:
            return
        form.facts[name] = told.get("value", "")
        if "amount" in told.get("class", "").split():
            form.amounts.append(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False
        if tag == "select":
            self._select = ""


def crawl(client: Client, starts: Iterable[str], *, most_alike: int = 1) -> Iterator[Seen]:
    """The pages that links lead to from `starts`, of each kind of address `most_alike` at most; files are left out."""
    waiting, known, many = deque(starts), set(starts), Counter[str]()
    while waiting:
        address = waiting.popleft()
        answer = client.get(address)
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        seen = Seen(address, answer.content.decode())
        yield seen
        for link in map(html.unescape, _LINK.findall(seen.page)):
            kind = kind_of(link)
            if kind and link not in known and many[kind] < most_alike:
                known.add(link)
                many[kind] += 1
                waiting.append(link)


def kind_of(link: str) -> str:
    """The kind of an address, its route and what is asked; "" for files and what is no page of ours."""
    path, _, query = link.partition("?")
    if path.endswith(_FILES) or path.startswith(("/static/", "/api/")):
        return ""
    try:
        match = resolve(path)
    except Resolver404:
        return ""
    return f"{match.route} {sorted(each.partition('=')[0] for each in query.split('&'))}"
