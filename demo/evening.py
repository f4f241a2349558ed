"""An evening in the demo room, from the first plaque to the hand now in play, made through the services."""

from collections.abc import Iterator, Mapping
from datetime import datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from django.conf import settings

from cage.counted import Counted
from cage.models import Drawer
from cage.services import add_drawer, buy_in, fund_drawer, open_drawer, stock_vault
from config.rooms.models import Room
from config.rooms.services import set_up_room
from config.staff.models import User
from config.staff.services import add_person, set_own_pin
from demo import dealers, disputes, hands
from demo.comps import post_comps
from demo.people import PIN, PLAYERS, STAFF
from demo.places import FEEDER, HOUSE, LIMIT_SECTION, MAIN, NO_LIMIT_SECTION, PLAQUES, ROOM, UNPOSTED
from demo.waiting import Waiting
from games.services.ticks import record_tick
from players.models import Player
from players.services import Identity, go_away, register_player, seat_player
from rules.house.house import HOUSES
from rules.house.rake import NO_FEE, take
from tables.models import Table, TableSession
from tables.services import add_table, link_feeder, open_table, post_house_rules, post_plaque

LENGTH = timedelta(minutes=70)
"""The time that the evening has gone on when the newcomer looks in."""

SEATED: Mapping[str, tuple[int, ...]] = {
    "Table 1": (1, 2, 3, 4, 5, 6, 8),
    "Table 2": (1, 2, 4, 5, 7),
    "Table 3": (1, 2, 3, 4, 5, 6, 8, 9),
    "Table 4": (1, 2, 3, 4, 5, 7, 8),
    "Table 7": (1, 2, 3, 5, 6),
    "Table 8": (2, 4, 6, 7),
}
BOUGHT: Mapping[str, int] = {
    "Table 1": 300_00,
    "Table 2": 600_00,
    "Table 3": 120_00,
    "Table 4": 160_00,
    "Table 7": 140_00,
    "Table 8": 100_00,
}
HANDS_A_TABLE = 19
FULL_EVERY = 8
KILLER, KILL_POT, KILL_RUN = 5, 64_00, 2
"""At the table with a kill one seat wins the last pots alone, so that a kill is on."""
AWAY = ("Table 2", 5, HANDS_A_TABLE - 6)
"""Somebody walks away from this table and seat before this hand, and is still away."""


class Evening:
    """The room as it is being made; every step is a service called by whom it belongs to."""

    def __init__(self, *, now: datetime) -> None:
        self.now = now
        self.began = now - LENGTH
        self.chance = Random(2000)
        self.room = set_up_room(
            by=None, at=self.began, is_demo=True, gaming_day_start=_start_of_day(self.began, now), **ROOM
        )
        self.staff = dict(_staff(self.room, self.began))

    def make(self) -> None:
        """Everything, in the order in which a room opens."""
        self._post()
        post_comps(self.room, by=self.staff["manager"], second=self.staff["auditor"], opened=self.began)
        drawer = self._open_cage()
        people = list(self._register())
        players, others = iter(people), people[sum(map(len, SEATED.values())) :]
        waiting = Waiting(self.room, self.staff["floor"], self.staff["cashier"], self.now)
        for name in SEATED:
            session = open_table(
                table=self._table(name), by=self.staff["floor"], at=self.began, button_seat=SEATED[name][-1]
            )
            self._fill(session, name, drawer, players)
            if name == "Table 1":
                waiting.sit_briefly(session, drawer, others)
            self._play(session, name)
        feeder, main = self._session(FEEDER), self._session(MAIN)
        link_feeder(feeder=feeder, main=main, by=self.staff["floor"], at=self.began + timedelta(minutes=9))
        waiting.fill(others)
        dealers.deal_the_evening(self.room, by=self.staff["floor"], began=self.began, now=self.now)
        disputes.rule_on_one(self._session("Table 3"), chance=self.chance, staff=self.staff, now=self.now)
        draft = hands.start(self._session("Table 1"), key="demo:draft", by=self.staff["floor"], at=self.now)
        if draft:
            disputes.leave_one_open(draft, staff=self.staff, now=self.now)

    def _post(self) -> None:
        manager = self.staff["manager"]
        post_house_rules(room=self.room, house=HOUSES[HOUSE], by=manager, at=self.began, reason="the room opens")
        for name in sorted((*PLAQUES, UNPOSTED)):
            is_front = name in PLAQUES and PLAQUES[name].structure in ("no_limit", "pot_limit")
            section = NO_LIMIT_SECTION if is_front else LIMIT_SECTION
            table = add_table(room=self.room, name=name, seats=9, section=section, by=manager, at=self.began)
            if name in PLAQUES:
                post_plaque(table=table, plaque=PLAQUES[name], by=manager, at=self.began, reason="the room opens")

    def _open_cage(self) -> Drawer:
        manager, reason = self.staff["manager"], "the room opens"
        stock_vault(
            room=self.room,
            chips=60_000_00,
            cash=25_000_00,
            key="demo:vault",
            by=manager,
            at=self.began,
            reason=reason,
            second=self.staff["cashier"],
        )
        drawer = add_drawer(room=self.room, name="Window 1", by=manager, at=self.began)
        open_drawer(drawer=drawer, counted=Counted(), key="demo:open-drawer", by=self.staff["cashier"], at=self.began)
        fund_drawer(
            drawer=drawer,
            chips=20_000_00,
            cash=5_000_00,
            key="demo:drawer",
            by=manager,
            at=self.began,
            reason=reason,
            second=self.staff["cashier"],
        )
        return drawer

    def _register(self) -> Iterator[Player]:
        for display, legal, born in PLAYERS:
            identity = Identity(
                display_name=display,
                legal_name=legal,
                date_of_birth=born,
                document_kind="driving_licence",
                document_number=f"DL-{display.upper()}-{born:%y%m%d}",
            )
            yield register_player(room=self.room, identity=identity, by=self.staff["cashier"], at=self.began)

    def _fill(self, session: TableSession, name: str, drawer: Drawer, players: Iterator[Player]) -> None:
        for number, seat in enumerate(SEATED[name]):
            player, at = next(players), self.began + timedelta(minutes=2 + number)
            amount = BOUGHT[name] + 20_00 * (number % 4)
            key = f"demo:{session.pk}:{seat}"
            buy_in(
                room=self.room, session=session, player=player, amount=amount, drawer=drawer, key=f"{key}:buy-in",
                by=self.staff["cashier"], at=at,
            )  # fmt: skip
            seat_player(
                session=session,
                player=player,
                seat=seat,
                amount=amount,
                key=f"{key}:seat",
                by=self.staff["floor"],
                at=at,
            )

    def _play(self, session: TableSession, name: str) -> None:
        floor, pace = self.staff["floor"], (LENGTH - timedelta(minutes=12)) / HANDS_A_TABLE
        for number in range(1, HANDS_A_TABLE + 1):
            at, key = self.began + timedelta(minutes=10) + pace * number, f"demo:{session.pk}:hand:{number}"
            session.refresh_from_db()
            if AWAY[::2] == (name, number):
                go_away(sitting=session.sittings.get(seat=AWAY[1], left_at=None), by=floor, at=at - pace / 2)
            if number % FULL_EVERY == 0:
                hands.play(session, chance=self.chance, key=key, by=floor, at=at)
            else:
                self._tick(session, name, key, at, is_last=number > HANDS_A_TABLE - KILL_RUN)

    def _tick(self, session: TableSession, name: str, key: str, at: datetime, *, is_last: bool) -> None:
        """A hand by its takings; now and then the dealer drops a dollar too little."""
        plaque = session.posted
        pot, winners = 100 * self.chance.randrange(8, 140), None
        if plaque.kill:
            pot = KILL_POT if is_last else pot
            winners = [KILLER] if is_last else self.chance.sample(SEATED[name], 2)
        owed = take(
            plaque.fee or NO_FEE, [pot], players_dealt=len(SEATED[name]), flop_dealt=True, ante_posted=plaque.ante > 0
        )
        slip = 100 if owed.rake >= 200 and self.chance.random() < 0.05 else 0
        record_tick(
            session=session,
            rake_taken=owed.rake - slip,
            promo_taken=owed.promo,
            pot=pot,
            winners=winners,
            key=key,
            by=self.staff["floor"],
            at=at,
        )

    def _table(self, name: str) -> Table:
        return Table.objects.get(room=self.room, name=name)

    def _session(self, name: str) -> TableSession:
        return TableSession.objects.get(room=self.room, table__name=name, closed_at=None)


def _start_of_day(began: datetime, now: datetime) -> time:
    """Six in the morning, as card rooms have it, or noon where six falls into the evening that is being made."""
    zone = ZoneInfo(str(ROOM["time_zone"]))
    spans_six = began.astimezone(zone).hour < 6 <= now.astimezone(zone).hour
    return time(12) if spans_six else time(6)


def set_passwords() -> None:
    """Give the people of the demo's own evening the one password that `dev.py run` prints, whatever it is; whoever was
    added to the room since keeps theirs."""
    own = [username for username, *_ in STAFF]
    for person in User.objects.filter(staff_roles__room__is_demo=True, username__in=own).distinct():
        if not person.check_password(settings.DEMO_PASSWORD):
            person.set_password(settings.DEMO_PASSWORD)
            person.one_time_until = None
            person.save()


def _staff(room: Room, at: datetime) -> Iterator[tuple[str, User]]:
    for username, badge, name, role in STAFF:
        person, _ = add_person(
            room=room, badge_number=badge, username=username, display_name=name, roles=[role], by=None, at=at
        )
        set_own_pin(person=person, pin=PIN, at=at)
        yield username, person
