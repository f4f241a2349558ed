"""The console as a browser uses it: what a part shows, and pressing its buttons."""

import gzip
import re
from typing import Any

from django.test import Client

from games.models import HandDraft
from tests.support.desk import key
from tests.support.table import HandTable

HTMX = {"HX-Request": "true", "HX-Target": "console"}


class Tablet:
    """A tablet that shows the console of one table; it presses what its last answer showed, old or not."""

    def __init__(self, client: Client, table: HandTable, *, htmx: bool = True) -> None:
        self.client = client
        self.address = f"/tables/{table.session.table_id}/hand/"
        self.headers = HTMX if htmx else {}
        self.show()

    def show(self, query: str = "") -> Any:
        """Look at the console."""
        return self._keep(self.client.get(self.address + query, headers=self.headers))

    def press(self, what: str = "act", **fields: Any) -> Any:
        """Press a button of the part that is shown."""
        given = {"version": self.version} if self.version else {}
        answer = self.client.post(f"{self.address}{what}/", given | fields, headers=self.headers)
        return self._keep(answer) if answer.status_code in (200, 422) else answer

    def deal(self, **changed: Any) -> Any:
        """Deal with the form as it is filled in."""
        return self.press("deal", **(self.filled_in() | {"key": key()} | changed))

    def act(self, *actions: str) -> Any:
        """One action after the other; returns the last answer."""
        for action in actions:
            answer = self.press("act", action=action)
            assert answer.status_code == 200, self.text
        return answer

    def filled_in(self) -> dict[str, str]:
        """The fields of the deal's form as they are shown: what it was made from, stacks, checks, button, reason."""
        stacks = re.findall(r'name="(stack_\d+)"[^>]*? value="([^"]*)"', self.html)
        stacks += [(name, value) for value, name in re.findall(r'value="([^"]*)"[^>]*? name="(stack_\d+)"', self.html)]
        dealt_in = re.findall(r'<input type="checkbox" name="(in_\d+)"[^>]*checked', self.html)
        button = re.search(r'<select name="button".*?<option value="(\d+)" selected', self.html, re.DOTALL)
        reason = re.search(r'<select name="count_reason".*?<option value="(\w+)" selected', self.html, re.DOTALL)
        seen = re.search(r'name="seen" value="([^"]*)"', self.html)
        chosen = {"button": button, "count_reason": reason, "seen": seen}
        return (
            dict(stacks) | dict.fromkeys(dealt_in, "on") | {name: found[1] for name, found in chosen.items() if found}
        )

    @property
    def version(self) -> int:
        """The version of the draft that is shown; 0 before the deal."""
        found = re.search(r'name="version" value="(\d+)"', self.html)
        return int(found[1]) if found else 0

    @property
    def key(self) -> str:
        """The request key of the form that is shown."""
        found = re.search(r'name="key" value="([0-9a-f-]{36})"', self.html)
        assert found, self.text
        return found[1]

    @property
    def text(self) -> str:
        """The text of the part, without tags."""
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.html))

    @property
    def size(self) -> int:
        """Bytes of the part as they are sent."""
        return len(gzip.compress(self.html.encode()))

    @property
    def draft(self) -> HandDraft:
        """The draft as it lies on the server."""
        return HandDraft.objects.get()

    def _keep(self, answer: Any) -> Any:
        self.html = answer.content.decode()
        return answer
