"""A busy room, made through the services: twenty full tables of nine, hands, kills, alarms, dealers, names on lists."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from django.db.models import Q

from cage.counted import Counted
from cage.models import Drawer
from cage.services import add_drawer, buy_in, fund_drawer, open_drawer, stock_vault
from config.rooms.models import Room
from config.rooms.services import set_up_room
from config.staff.models import User
from config.staff.services import add_person, change_own_password
from demo import hands
from demo.dealers import BETWEEN_PUSHES
from demo.places import HOUSE, PLAQUES, ROOM
from games.services.ticks import record_tick
from players.list_games import game_of
from players.models import Sitting
from players.services import Identity, join_as_guest, register_player, seat_player
from rules.house.house import HOUSES
from tables.models import TableSession
from tables.selectors.dealers import line_up
from tables.selectors.sessions import playing
from tables.services import (
    add_table,
    link_feeder,
    open_table,
    post_house_rules,
    post_plaque,
    push_line,
    put_in,
    raise_alarm,
    register_dealer,
    start_shift,
)

TABLES = ("Table 1",) * 6 + ("Table 2",) * 3 + ("Table 3",) * 4 + ("Table 4",) * 5 + ("Table 5",) * 2
"""The plaque of each open table, by the demo's names: five of them play with a kill."""
SEATS = 9
LENGTH = timedelta(minutes=100)
"""The time that has been played. The tables are played one after the other, so that what `audit_books` says of the
order of transfers holds where it is below an hour."""
TICKS, FULL_HANDS = 8, 1
WAITING = 12  # names on each of four lists
PASSWORD = "three blue kites over the river"  # noqa: S105 - of a room that lives for a minute
_MINUTE = timedelta(minutes=1)


@dataclass
class BusyRoom:
    """The room with its people by role; `at` goes on with every step, and everything is over by now."""

    now: datetime
    length: timedelta = LENGTH
    chance: Random = field(default_factory=lambda: Random(2000))
    staff: dict[str, User] = field(default_factory=dict)
    sessions: list[TableSession] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.began = self.now - self.length
        self.room: Room = set_up_room(by=None, at=self.began, **(ROOM | {"slug": "benchmark", "time_zone": "UTC"}))
        self._numbers = count(1)

    def make(self) -> None:
        """Everything, in the order in which a room opens."""
        self.open(TABLES)
        self._post("Table 1")
        add_table(room=self.room, name="Table 22", seats=SEATS, **self.by("manager"))
        for session in self.sessions:
            self._play(session)
        link_feeder(feeder=self.sessions[1], main=self.sessions[0], **self.by("floor"))
        self._deal()
        self._wait()
        for session in self.sessions[::7]:
            text = "Player 17 is barred and sits in seat 4."
            raise_alarm(session=session, kind="benchmark", subject="", text=text, at=self.now)

    def open(self, names: Sequence[str]) -> None:
        """The people, the cage, and full tables under the plaques of these names."""
        for role in ("manager", "cashier", "floor", "host", "auditor"):
            self.staff[role] = self.person(role)
        post_house_rules(room=self.room, house=HOUSES[HOUSE], **self.by("manager"))
        drawer = self.window("Window 1", self.staff["cashier"])
        for name in names:
            self.sessions.append(self._open_table(name))
            self._fill(self.sessions[-1], drawer)

    def by(self, role: str, at: datetime | None = None) -> dict[str, Any]:
        """The person and the time, for a service."""
        return {"by": self.staff[role], "at": at or self.began}

    def _key(self) -> str:
        return f"benchmark:{next(self._numbers)}"

    def person(self, role: str) -> User:
        """Somebody more of that role."""
        name = f"{role}.{next(self._numbers)}"
        person, _ = add_person(
            room=self.room, badge_number=name[:12].replace(".", "-"), username=name, display_name=name.title(),
            roles=[role], by=None, at=self.began,
        )  # fmt: skip
        return change_own_password(person=person, new=PASSWORD, at=self.began)

    def window(self, name: str, cashier: User) -> Drawer:
        """A window with chips and cash of its own, opened by that cashier."""
        chips, cash = 5_000_000_00, 100_000_00
        two = self.by("manager") | {"second": cashier}
        stock_vault(room=self.room, chips=chips, cash=cash, key=self._key(), reason="opening", **two)
        drawer = add_drawer(room=self.room, name=name, **self.by("manager"))
        open_drawer(drawer=drawer, counted=Counted(), key=self._key(), by=cashier, at=self.began)
        fund_drawer(drawer=drawer, chips=chips, cash=cash, key=self._key(), **two)
        return drawer

    def _post(self, name: str) -> Any:
        number = next(self._numbers)
        table = add_table(room=self.room, name=f"Table {number}", seats=SEATS, **self.by("manager"))
        post_plaque(table=table, plaque=PLAQUES[name], **self.by("manager"))
        return table

    def _open_table(self, name: str) -> TableSession:
        return open_table(table=self._post(name), button_seat=SEATS, **self.by("floor"))

    def _fill(self, session: TableSession, drawer: Drawer) -> None:
        amount = 3 * session.posted.buy_in_min
        for seat in range(1, SEATS + 1):
            number = next(self._numbers)
            identity = Identity(
                display_name=f"Player {number}", legal_name=f"Player Number {number}", date_of_birth=date(1980, 1, 1),
                document_kind="passport", document_number=f"P{number}",
            )  # fmt: skip
            player = register_player(room=self.room, identity=identity, **self.by("cashier"))
            facts: dict[str, Any] = {"session": session, "player": player, "amount": amount}
            buy_in(room=self.room, drawer=drawer, key=self._key(), **facts, **self.by("cashier"))
            seat_player(seat=seat, key=self._key(), **facts, **self.by("floor"))

    def _play(self, session: TableSession) -> None:
        """Full hands, then ticks; under a kill the last two are scooped by one seat, so that the kill is on."""
        at = self._instants(TICKS + FULL_HANDS)
        for _ in range(FULL_HANDS):
            session.refresh_from_db()
            floor = self.staff["floor"]
            hands.play(session, chance=self.chance, key=self._key(), by=floor, at=next(at))
        for number in range(TICKS):
            self._tick(session, next(at), pot=6_00 if number < TICKS - 2 else 60_00)

    def _tick(self, session: TableSession, at: datetime, pot: int) -> None:
        winners: dict[str, Any] = {"pot": pot, "winners": [3]} if session.posted.kill else {}
        rake = 1_00 if takes_rake(session) else 0
        record_tick(session=session, rake_taken=rake, key=self._key(), **winners, **self.by("floor", at))

    def _instants(self, steps: int) -> Iterator[datetime]:
        """As many instants between the opening and now."""
        return (self.began + self.length * step / (steps + 1) for step in range(1, steps + 1))

    def _deal(self) -> None:
        for number in range(len(TABLES) + 3):
            badge, name = f"D{number}", f"Dealer {number}"
            dealer = register_dealer(room=self.room, badge_number=badge, display_name=name, **self.by("floor"))
            start_shift(dealer=dealer, **self.by("floor"))
            if number < len(TABLES):
                put_in(session=self.sessions[number], dealer=dealer, **self.by("floor"))
        at = self.began
        while (at := at + BETWEEN_PUSHES) < self.now:
            seen = [row.down.pk for row in line_up(self.room, at).line if row.down]
            push_line(room=self.room, start=None, seen=seen, **self.by("floor", at))

    def _wait(self) -> None:
        for name in ("Table 1", "Table 2", "Table 3", "Table 4"):
            game = game_of(PLAQUES[name])
            for place in range(WAITING):
                at = self.now - (WAITING - place) * 3 * _MINUTE
                guest = f"{name.split()[-1]}-Guest {place}"
                join_as_guest(room=self.room, game=game, name=guest, key=self._key(), **self.by("host", at))


def tables(room: Room, *, for_consoles: bool) -> list[int]:
    """The raked open tables by id: those at which whole hands are entered (no-limit hold'em), or the others."""
    consoles = Q(plaque__game="holdem", plaque__structure="no_limit")
    open_tables = playing(room).filter(consoles if for_consoles else ~consoles).select_related("plaque")
    return [session.table_id for session in open_tables.order_by("pk") if takes_rake(session)]


def takes_rake(session: TableSession) -> bool:
    """Whether the plaque takes anything of a pot: where players pay for time, no hand has a rake."""
    return bool(session.posted.fee and session.posted.fee.rakes)


def players_without_limit(room: Room) -> list[tuple[int, int]]:
    """Players and their sessions, by id, where the plaque has no largest buy-in: they may always buy more."""
    seated = Sitting.objects.filter(session__in=playing(room), left_at=None).select_related("session__plaque")
    unlimited = [each for each in seated.order_by("pk") if each.session.posted.buy_in_max is None]
    return [(each.player_id, each.session_id) for each in unlimited]
