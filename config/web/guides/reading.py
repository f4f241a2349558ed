"""The guides as they are written: a TOML file for each role.

A file says `role` (the code of a role), `title` and `intro`, and holds `[[step]]` tables: a `title`, the `text` with
**what is pressed or read** in it, `at`, the name of the page's address (and `also`, other pages on which that stands),
and where one is taken the name of a `picture`. `after` names what happens before, for the test that follows the guide.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent
_NAMED = re.compile(r"\*\*(.+?)\*\*")
ORDER = ("host", "floor", "cashier", "runner", "manager", "auditor", "administrator")
"""The roles, in the order in which an evening needs them; each has a guide."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a shift: `at` is the name of the page's address, `after` what has happened before it."""

    title: str
    text: str
    at: str
    picture: str = ""
    also: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def parts(self) -> list[tuple[str, bool]]:
        """The text in parts, each with whether it names something on the page."""
        return [(part, number % 2 == 1) for number, part in enumerate(_NAMED.split(self.text)) if part]

    @property
    def names(self) -> list[str]:
        """The texts that the step names on the page."""
        return _NAMED.findall(self.text)


@dataclass(frozen=True, slots=True)
class Guide:
    """The guide of a role."""

    role: str
    title: str
    intro: str
    steps: tuple[Step, ...]


@cache
def guides() -> dict[str, Guide]:
    """Every guide by the code of its role."""
    return {role: _read(_FOLDER / f"{role}.toml") for role in ORDER}


def _read(file: Path) -> Guide:
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    return Guide(told["role"], told["title"], told["intro"], tuple(map(_step, told["step"])))


def _step(told: dict[str, Any]) -> Step:
    return Step(**{**told, **{name: tuple(told.get(name, ())) for name in ("also", "after")}})
