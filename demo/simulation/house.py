"""A simulated room before its first player: house rules, plaques, people, dealers, vault and drawer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, time
from itertools import cycle, islice
from random import Random

from cage.counted import Counted
from cage.models import Drawer
from cage.services import add_drawer, fund_drawer, open_drawer, stock_vault
from config.rooms.models import Room
from config.rooms.services import set_up_room
from config.staff.models import User
from config.staff.services import add_person, set_own_pin
from demo.people import PIN
from demo.places import HOUSE, PLAQUES, ROOM
from demo.simulation import cast
from demo.simulation.script import Script
from players.services import Identity, register_player
from rules.house.house import HOUSES
from tables.models import Dealer, Table
from tables.services import add_table, post_house_rules, post_plaque, register_dealer

SEATS = 9
CHIPS, CASH = 200_000_00, 100_000_00
"""The fill of the drawer, minor units."""


@dataclass(frozen=True, slots=True)
class House:
    """The room with its people; `tables` and `dealers` by name and badge, `regulars` in the order of registration."""

    room: Room
    staff: dict[str, User]
    tables: dict[str, Table]
    dealers: dict[str, Dealer]
    drawer: Drawer
    regulars: list[cast.Regular]


def open_house(script: Script, chance: Random, at: datetime) -> House:
    """Make the room of a script at an instant, through the services."""
    mode = Room.TokesMode.POOLED if script.pools_tokes else Room.TokesMode.OWN
    settings = ROOM | {"name": script.name, "slug": script.name, "tokes_mode": mode}
    settings["awards_need_deposit"] = True
    room = set_up_room(by=None, at=at, is_demo=True, gaming_day_start=time(6), **settings)
    staff = dict(_staff(room, at))
    post_house_rules(room=room, house=HOUSES[HOUSE], by=staff["manager"], at=at, reason="the room opens")
    tables = dict(_tables(room, script.tables, staff["manager"], at))
    dealers = {
        badge: register_dealer(room=room, badge_number=badge, display_name=f"Dealer {badge}", by=staff["floor"], at=at)
        for badge in cast.badges(script.tables)
    }
    drawer = _cage(room, staff, at)
    regulars = list(_regulars(room, tables, chance, staff["cashier"], at))
    return House(room, staff, tables, dealers, drawer, regulars)


def _staff(room: Room, at: datetime) -> Iterator[tuple[str, User]]:
    for number, (name, role) in enumerate(cast.STAFF):
        person, _ = add_person(
            room=room,
            badge_number=f"{room.pk}-{number}",
            username=f"{room.slug}.{name}",
            display_name=f"{name.capitalize()} of {room.slug}",
            roles=[role],
            by=None,
            at=at,
        )
        set_own_pin(person=person, pin=PIN, at=at)
        yield name, person


def _tables(room: Room, count: int, by: User, at: datetime) -> Iterator[tuple[str, Table]]:
    for number, plaque in enumerate(islice(cycle(PLAQUES.values()), count), 1):
        table = add_table(room=room, name=f"Table {number}", seats=SEATS, by=by, at=at)
        post_plaque(table=table, plaque=replace(plaque), by=by, at=at, reason="the room opens")
        yield table.name, table


def _cage(room: Room, staff: dict[str, User], at: datetime) -> Drawer:
    by, second, reason = staff["manager"], staff["cashier"], "the room opens"
    stock_vault(
        room=room, chips=2 * CHIPS, cash=2 * CASH, key=f"{room.slug}:vault", by=by, second=second, at=at, reason=reason
    )
    drawer = add_drawer(room=room, name="Window 1", by=by, at=at)
    open_drawer(drawer=drawer, counted=Counted(), key=f"{room.slug}:open-drawer", by=second, at=at)
    fund_drawer(
        drawer=drawer, chips=CHIPS, cash=CASH, key=f"{room.slug}:drawer", by=by, second=second, at=at, reason=reason
    )
    return drawer


def _regulars(room: Room, tables: dict[str, Table], chance: Random, by: User, at: datetime) -> Iterator[cast.Regular]:
    for number in range(len(tables) * cast.PLAYERS_A_TABLE):
        about = cast.papers(room.slug, number)
        identity = Identity(
            display_name=about.display_name,
            legal_name=about.legal_name,
            date_of_birth=about.born,
            document_kind="driving_licence",
            document_number=about.document,
        )
        player = register_player(room=room, identity=identity, by=by, at=at)
        yield cast.Regular(number, player, cast.habits(chance, list(tables)[number % len(tables)]))
