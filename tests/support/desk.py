"""A room that is ready for play, arranged through the services: a funded drawer, an open table, people to serve."""

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils import timezone

from cage import services as cage
from cage.models import BuyIn, CashOut, Drawer
from config.rooms.models import Room
from config.staff.models import StaffRole, User
from players import services
from players.list_games import game_of
from players.models import Account, AccountKind, ListEntry, Player, Sitting
from players.selectors.counts import hands_since_count
from players.selectors.stacks import chips_in_rack, stack_of
from rules.house.house import LIVE, House
from rules.house.plaque import Plaque
from rules.house.rake import FeeSchedule
from tables.models import TableSession
from tables.services import add_table, house_in_chips, open_table, post_house_rules, post_plaque
from tests.support.drawers import opened
from tests.support.marks import next_mark, next_number

OPENING = datetime(2025, 3, 7, 18, 0, tzinfo=UTC)
NLH = Plaque(
    game="holdem",
    structure="no_limit",
    blinds=(100, 300),
    unit=100,
    buy_in_min=100_00,
    buy_in_max=300_00,
    fee=FeeSchedule(mode="percent", percent_bp=500, cap=500, unit=100),
)
UNPOSTED = LIVE.with_answers(incidentals_a_sitting=10_000_00, incidentals_a_day=10_000_00)
"""A house that posts so much for incidentals that what lies before a player may become as little as a test needs."""

AGAIN = {"confirmed": (cage.SAME_AGAIN,)}
"""The answer of whoever means what they do, however soon after the same."""


def key() -> str:
    """A fresh request key."""
    return str(uuid.uuid4())


def person(room: Room, role: str) -> User:
    """Somebody who works in `room`; without a password, because hashing one takes longer than the test."""
    mark = next_mark()
    user = User.objects.create(username=f"{role}{mark}", badge_number=mark.upper(), display_name=f"{role} {mark}")
    StaffRole.objects.create(user=user, room=room, role=role)
    return user


@dataclass
class Desk:
    """A room with its cage and tables. Every act happens a minute after the one before, by the cashier or manager."""

    room: Room
    manager: User
    cashier: User
    now: datetime = OPENING
    step: timedelta = timedelta(minutes=1)
    drawer: Drawer = field(init=False)
    session: TableSession = field(init=False)

    def at(self) -> datetime:
        """The next minute, or whatever `step` is."""
        self.now += self.step
        return self.now

    def by(self) -> dict[str, Any]:
        """The person and the time, for a service."""
        return {"by": self.cashier, "at": self.at()}

    def by_two(self) -> dict[str, Any]:
        """Two people and when, for a service that takes two: the manager, and somebody of the floor."""
        return {"by": self.manager, "second": person(self.room, "floor"), "at": self.at()}

    def at_the_vault(self) -> dict[str, Any]:
        """Two people and when, for what comes into the vault or out of it: the manager before the cashier."""
        return {"by": self.manager, "second": self.cashier, "at": self.at()}

    def open_table(self, plaque: Plaque = NLH, *, seats: int = 9) -> TableSession:
        """A new table, open under `plaque`."""
        facts = {"by": self.manager, "at": self.now}
        table = add_table(room=self.room, name=f"Table {next_number()}", seats=seats, **facts)
        post_plaque(table=table, plaque=plaque, **facts)
        return open_table(table=table, **facts)

    def player(self, name: str = "", **known: Any) -> Player:
        """A registered player."""
        identity = services.Identity(display_name=name or f"Player {next_number()}", **known)
        return services.register_player(room=self.room, identity=identity, **self.by())

    def buy_in(self, player: Player, amount: int, *, session: TableSession | None = None, **facts: Any) -> BuyIn:
        """Chips for cash at the cage, for the first table unless another is named."""
        given = {"room": self.room, "session": session or self.session, "drawer": self.drawer, "key": key()}
        return cage.buy_in(player=player, amount=amount, **(given | AGAIN | self.by() | facts))

    def cash_out(self, player: Player, amount: int, **facts: Any) -> CashOut:
        """Cash for chips at the cage."""
        given = {"room": self.room, "drawer": self.drawer, "key": key()}
        return cage.cash_out(player=player, amount=amount, **(given | AGAIN | self.by() | facts))

    def seat(self, player: Player, seat: int, amount: int, **facts: Any) -> Sitting:
        """Seat the player with chips of their rack."""
        given = {"session": self.session, "key": key()}
        return services.seat_player(player=player, seat=seat, amount=amount, **(given | self.by() | facts))

    def seated(self, amount: int = 200_00, *, seat: int = 1, player: Player | None = None) -> Sitting:
        """A player who has bought in for `amount` and sits with all of it."""
        player = player or self.player()
        self.buy_in(player, amount)
        return self.seat(player, seat, amount)

    def waits(self, session: TableSession | None = None) -> ListEntry:
        """Somebody who waits for the game of a table, the first one unless another is named."""
        game = game_of((session or self.session).posted, self.room.money)
        return services.join_list(room=self.room, game=game, player=self.player(), key=key(), **self.by())

    def leave(self, sitting: Sitting, **facts: Any) -> Sitting:
        """Let the player leave the table with their chips, counted to be the books' where quick hands were played."""
        is_unknown = hands_since_count(Sitting.objects.get(pk=sitting.pk))
        counted = {"counted": stack_of(sitting)} if is_unknown else {}
        return services.leave_seat(sitting=sitting, **({"key": key()} | counted | self.by() | facts))

    @cached_property
    def second(self) -> User:
        """A supervisor who confirms what the manager counted."""
        return person(self.room, "floor")

    def counted(self, amount: int, reason: str = "played") -> dict[str, Any]:
        """A stack as a manager counted it before a supervisor, and why it isn't the books', for a service."""
        return self.by() | {"counted": amount, "reason": reason, "by": self.manager, "second": self.second}

    def stack(self, sitting: Sitting) -> int:
        """The chips in front of the player by the books."""
        return stack_of(sitting)

    def rack(self, player: Player) -> int:
        """The chips that the player has off the table."""
        return chips_in_rack(self.room, player)

    def held(self, kind: AccountKind) -> int:
        """The chips that all places of that kind hold together in the room."""
        return sum(self.room_accounts(kind))

    def room_accounts(self, kind: AccountKind) -> list[int]:
        """The balances of all places of that kind."""
        return list(Account.objects.filter(room=self.room, kind=kind).values_list("balance", flat=True))


def open_desk(
    *, house: House = LIVE, plaque: Plaque = NLH, chips: int = 50_000_00, cash: int = 10_000_00, **settings: Any
) -> Desk:
    """A room under the rules of `house` with a drawer of `chips` and `cash`, and one table open under `plaque`.

    `settings` are those of the room: its currency, its time zone. It asks nobody for a second factor.
    """
    settings = {"second_factor": "nobody"} | settings
    room = Room.objects.create(name=f"Room {next_mark()}", slug=f"room-{next_mark()}", **settings)
    desk = Desk(room, person(room, "manager"), person(room, "cashier"))
    facts = {"by": desk.manager, "at": desk.now}
    post_house_rules(room=room, house=house_in_chips(house, room), **facts)
    desk.drawer = opened(room, "Window 1", cashier=desk.cashier, **facts)
    two = facts | {"second": desk.cashier}
    cage.stock_vault(room=room, chips=chips, cash=cash, key=key(), reason="opening", **two)
    cage.fund_drawer(drawer=desk.drawer, chips=chips, cash=cash, key=key(), **two)
    desk.session = desk.open_table(plaque)
    return desk


def open_desk_now(**facts: Any) -> Desk:
    """A room as `open_desk` makes it, at play now."""
    return at_play_now(open_desk(**facts))


def at_play_now(desk: Desk) -> Desk:
    """The room, where from here on every act happens at this instant, as the pages that show it do."""
    desk.now, desk.step = timezone.now(), timedelta(0)
    return desk
