"""The end of a simulated day: everything that keeps it open is settled by somebody, or it is not over."""

from collections.abc import Iterator, Mapping
from datetime import date
from types import SimpleNamespace
from typing import Any, cast

import pytest

from config.days import selectors
from config.days.registry import OpenItem, Step
from demo.simulation import night
from demo.simulation.night import UnsettledError, settle
from demo.simulation.part import Part, Settler

DAY = date(2026, 3, 2)
STAGE = cast("Any", SimpleNamespace(house=SimpleNamespace(room="the room")))


class Room:
    """The things that keep the days of a room open, by code, and the codes that were settled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *codes: str) -> None:
        self.open, self.settled = list(codes), list[str]()
        monkeypatch.setattr(selectors, "SOURCES", [(Step.PLAY, self.items)])

    def items(self, room: Any, day: date) -> Iterator[OpenItem]:
        assert (room, day) == ("the room", DAY)
        return (OpenItem(code, f"{code} is open") for code in self.open)

    def part(self, code: str, *, opens: str = "", idle: bool = False) -> Part:
        """A part that settles a code, which opens another, or that says so and leaves it."""

        def settler(day: date) -> None:
            self.settled.append(code)
            if not idle:
                self.open.remove(code)
            if opens:
                self.open.append(opens)

        return Settling(code, settler)


class Settling(Part):
    """A part that settles one code."""

    def __init__(self, code: str, settler: Settler) -> None:
        super().__init__(STAGE)
        self.code, self.settler = code, settler

    def settlers(self) -> Mapping[str, Settler]:
        return {self.code: self.settler}


def test_everything_is_settled_in_the_order_of_the_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(monkeypatch, "tray", "drawer")
    settle(STAGE, [room.part("drawer"), room.part("box"), room.part("tray")], DAY)
    assert (room.open, room.settled) == ([], ["drawer", "tray"])


def test_what_a_settler_opens_is_settled_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(monkeypatch, "box")
    settle(STAGE, [room.part("report"), room.part("box", opens="count"), room.part("count", opens="report")], DAY)
    assert (room.open, room.settled) == ([], ["box", "count", "report"])


def test_a_thing_that_nobody_settles_stops_the_day_before_any_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(monkeypatch, "drawer", "flood")
    with pytest.raises(UnsettledError, match="Nobody of the simulated room settles flood: flood is open"):
        settle(STAGE, [room.part("drawer")], DAY)
    assert room.settled == []


def test_a_thing_that_stays_open_whatever_is_done_stops_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(monkeypatch, "drawer")
    with pytest.raises(UnsettledError, match="2026-03-02 is still open: drawer: drawer is open"):
        settle(STAGE, [room.part("drawer", idle=True)], DAY)
    assert len(room.settled) > 1


def test_a_day_that_is_not_settled_is_not_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    room, locked = Room(monkeypatch, "drawer"), list[date]()
    stage = cast("Any", SimpleNamespace(house=STAGE.house, by=str, key=str, now=None))
    monkeypatch.setattr(night, "lock_gaming_day", lambda *, day, **facts: locked.append(day))
    with pytest.raises(UnsettledError):
        night.end_day(stage, [room.part("drawer", idle=True)], DAY)
    assert locked == []
    night.end_day(stage, [room.part("drawer")], DAY)
    assert locked == [DAY]
