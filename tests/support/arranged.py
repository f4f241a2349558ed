"""Arrangements that many tests begin from, made once in each process.

A room with a funded drawer and a table full of players takes longer to arrange than most tests take. `@arranged` turns
a function that arranges one into a fixture: the first test that asks for it has it made and committed in a database of
its own; this and all later ones run there, each in a transaction that is rolled back, and get a deep copy of the
objects. `@arranged_to_commit` is the same for tests that commit: each gets a clone of that database.

    @arranged
    def table() -> HandTable:
        \"\"\"Four players with 200 each.\"\"\"
        return open_hand_table()

Functions of several files that say the same, of the same things, arrange the same: they share one database.

A test runs in one database. Of two arrangements that it asks for, the first is found, the second made on the spot.
"""

import copy
import dis
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from types import CodeType, FunctionType
from typing import Any, Generic, TypeVar

import pytest

from tests.support.marks import to_keep

Made = TypeVar("Made")


class Arrangement(Generic[Made]):
    """An arrangement of a function: made when it is first asked for, and then as it was."""

    def __init__(self, make: Callable[[], Made]) -> None:
        self.make = make
        self.database = ""
        self._made: Made | None = None
        self._first: Arrangement[Made] | None = None

    def make_in(self, database: str) -> None:
        """Make it, in the database that the connections lead to."""
        with to_keep():
            self._made = self.make()
        self.database = database

    def found_by(self, item: pytest.Item) -> Made:
        """Copies of the objects for one test, or new ones where another arrangement came first."""
        if arrangement_of(item) is not self:
            return self.make()
        made = self.first()._made
        assert made is not None, "the test's database is made before its fixtures"
        return copy.deepcopy(made)

    def first(self) -> "Arrangement[Made]":
        """The arrangement that was asked for first in this process of those that arrange the same; mostly this one."""
        self._first = self._first or known.setdefault(said_by(self.make), self)
        return self._first


known: dict[Hashable, Arrangement[Any]] = {}
"""The arrangements of this process by what their functions say."""


def said_by(make: Callable[[], object]) -> Hashable:
    """The function's text and the things it names, alike for functions that arrange the same; else the function."""
    if not isinstance(make, FunctionType) or make.__closure__ or make.__defaults__ or make.__kwdefaults__:
        return make
    code = make.__code__
    loaded = {each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_CONST"}
    if any(isinstance(value, CodeType) for value in loaded):  # another function inside of it
        return make
    things = tuple(Thing(make.__globals__.get(name, name)) for name in code.co_names)
    return repr([(each.opname, each.argrepr) for each in dis.get_instructions(code)]), things


@dataclass(frozen=True, eq=False)
class Thing:
    """The object that a name stands for; it equals another that stands for the same one."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def arranged(make: Callable[[], Made]) -> Any:
    """A fixture of what `make` arranges, for tests that are rolled back."""
    return _fixture(make, committed=False)


def arranged_to_commit(make: Callable[[], Made]) -> Any:
    """A fixture of what `make` arranges, for tests that commit."""
    return _fixture(make, committed=True)


def arranged_for(given: Mapping[str, Any]) -> Callable[[Callable[[Any], Any]], Any]:
    """A fixture of what the function arranges for each value, for tests that are rolled back; each runs for all."""

    def decorator(make: Callable[[Any], Any]) -> Any:
        each = {name: Arrangement(partial(make, value)) for name, value in given.items()}

        def rolled_back(request: pytest.FixtureRequest, db: None) -> Any:
            return each[request.param].found_by(request.node)

        return _named(make, rolled_back, each, params=list(each))

    return decorator


def _fixture(make: Callable[[], Made], *, committed: bool) -> Any:
    """The fixture of one arrangement."""
    arrangement = Arrangement(make)

    def rolled_back(request: pytest.FixtureRequest, db: None) -> Made:
        return arrangement.found_by(request.node)

    def in_its_clone(request: pytest.FixtureRequest, committed_db: str) -> Made:
        return arrangement.found_by(request.node)

    return _named(make, in_its_clone if committed else rolled_back, {None: arrangement})


def _named(make: Callable[..., Any], function: Any, arrangements: dict[Any, Arrangement[Any]], **facts: Any) -> Any:
    """The fixture with the name of `make`, and at its function the arrangement for each of its parameters."""
    function.__doc__ = make.__doc__
    function.arrangements = arrangements
    return pytest.fixture(name=make.__name__, **facts)(function)


def arrangement_of(item: pytest.Item) -> Arrangement[Any] | None:
    """The arrangement that the test begins from: the first that it asks for, if it asks for one."""
    known: Any = getattr(item, "_fixtureinfo", None)  # pytest says what a test asks for in no other way
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    for name in getattr(item, "fixturenames", ()):
        for definition in known.name2fixturedefs.get(name, ())[-1:]:
            arrangements: dict[Any, Arrangement[Any]] = getattr(definition.func, "arrangements", {})
            if arrangements:
                return arrangements[parameters.get(name)]
    return None
