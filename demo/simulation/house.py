"""A room that is to be played, before its first player: made of its plan, through the services."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from cage.counted import Counted
from cage.models import Drawer
from cage.services import add_drawer, fund_drawer, open_drawer, stock_vault
from config.rooms.models import Room
from config.rooms.services import set_up_room
from config.staff.models import User
from config.staff.services import add_person, set_own_pin
from demo.people import PIN
from demo.places import HOUSE
from demo.simulation import cast
from demo.simulation.plan import Plan
from players.models import Player
from players.services import Identity, register_player
from rules.house.house import HOUSES
from tables.models import Dealer, Table
from tables.services import add_table, post_house_rules, post_plaque, register_dealer

SEATS = 9
REASON = "the room opens"
DOCUMENTS_HOLD = timedelta(days=1000)


@dataclass(frozen=True, slots=True)
class House:
    """The room with its people, as it was planned; `tables` that are played at and `dealers` by name and badge,
    `regulars` in the order of registration."""

    plan: Plan
    room: Room
    staff: dict[str, User]
    tables: dict[str, Table]
    dealers: dict[str, Dealer]
    drawer: Drawer
    regulars: list[cast.Regular]


def open_house(plan: Plan, chance: Random, at: datetime) -> House:
    """Make the room of a plan at an instant, through the services."""
    room = set_up_room(by=None, at=at, is_demo=True, **plan.settings)
    staff = dict(_staff(plan, room, at))
    post_house_rules(room=room, house=HOUSES[HOUSE], by=staff["manager"], at=at, reason=REASON)
    tables = dict(_tables(plan, room, staff["manager"], at))
    dealers = {
        badge: register_dealer(room=room, badge_number=badge, display_name=name, by=staff["floor"], at=at)
        for badge, name in plan.dealers.items()
    }
    drawer = _cage(plan, room, staff, at)
    regulars = []
    for number, about in enumerate(plan.players):
        habits = cast.habits(chance, plan.games[number % len(plan.games)])
        regulars.append(cast.Regular(number, _register(room, about, staff["cashier"], at), habits))
    return House(plan, room, staff, tables, dealers, drawer, regulars)


def _staff(plan: Plan, room: Room, at: datetime) -> Iterator[tuple[str, User]]:
    for number, planned in enumerate(plan.staff):
        person, _ = add_person(
            room=room,
            badge_number=planned.badge_number or f"{room.pk}-{number}",
            username=planned.username,
            display_name=planned.display_name,
            roles=[planned.role],
            by=None,
            at=at,
        )
        set_own_pin(person=person, pin=PIN, at=at)
        yield planned.name, person


def _tables(plan: Plan, room: Room, by: User, at: datetime) -> Iterator[tuple[str, Table]]:
    """Put every table on the floor, and tell those that have a plaque."""
    for planned in plan.tables:
        table = add_table(room=room, name=planned.name, seats=SEATS, section=planned.section, by=by, at=at)
        if planned.plaque:
            post_plaque(table=table, plaque=planned.plaque, by=by, at=at, reason=REASON)
            yield table.name, table


def _cage(plan: Plan, room: Room, staff: dict[str, User], at: datetime) -> Drawer:
    by, second, slug = staff["manager"], staff["cashier"], room.slug
    stocked: dict[str, Any] = {"chips": 2 * plan.chips, "cash": 2 * plan.cash, "key": f"{slug}:vault"}
    stock_vault(room=room, by=by, second=second, at=at, reason=REASON, **stocked)
    drawer = add_drawer(room=room, name="Window 1", by=by, at=at)
    open_drawer(drawer=drawer, counted=Counted(), key=f"{slug}:open-drawer", by=second, at=at)
    filled: dict[str, Any] = {"chips": plan.chips, "cash": plan.cash, "key": f"{slug}:drawer"}
    fund_drawer(drawer=drawer, by=by, second=second, at=at, reason=REASON, **filled)
    return drawer


def _register(room: Room, about: cast.Papers, by: User, at: datetime) -> Player:
    identity = Identity(
        display_name=about.display_name,
        legal_name=about.legal_name,
        date_of_birth=about.born,
        document_kind="driving_licence",
        document_number=about.document,
        document_expires_on=at.date() + DOCUMENTS_HOLD,
    )
    return register_player(room=room, identity=identity, by=by, at=at)
