"""The demo room: a day that was played and locked, then an evening up to the hand now in play, made through the
services."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.conf import settings

from cage.services import buy_in, open_bank
from config.staff.models import User
from demo import dealers, disputes, hands
from demo.comps import post_comps
from demo.people import STAFF
from demo.places import FEEDER, MAIN
from demo.riverside import day_before, plan
from demo.simulation.boxes import Boxes
from demo.simulation.drawer import Drawers
from demo.simulation.house import open_house
from demo.simulation.room import play
from demo.simulation.trays import Trays
from demo.waiting import Waiting
from games.services.ticks import record_tick
from players.models import Player
from players.services import go_away, seat_player
from rules.house.rake import NO_FEE, take
from tables.models import TableSession
from tables.services import link_feeder, open_table

MINUTE = timedelta(minutes=1)
LENGTH = 70 * MINUTE
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
BANKED, BANK_PIN = "Tess", "4826"
"""Somebody has a player's bank at the cage, and takes money out of it with this PIN."""
AWAY = ("Table 2", 5, HANDS_A_TABLE - 6)
"""Somebody walks away from this table and seat before this hand, and is still away."""


class Evening:
    """The room as it is being made; every step is a service called by whom it belongs to."""

    def __init__(self, *, now: datetime) -> None:
        self.now = now
        self.began = now - LENGTH
        self.chance = Random(2000)
        self.script = day_before(self.began, now)

    def make(self) -> None:
        """Everything, in the order in which a room opens: the day before is played and locked, then the evening."""
        house = open_house(plan(self.script.day_start), Random(self.script.seed), self.script.is_made_at)
        self.room, self.staff, self.drawer = house.room, house.staff, house.drawer
        post_comps(self.room, by=self.staff["manager"], second=self.staff["auditor"], opened=self.script.is_made_at)
        played = play(self.script, house=house)
        played.go_on(self.began, lambda part: part.open(), Drawers, Boxes)
        people = [each.player for each in house.regulars]
        self._open_bank(next(player for player in people if player.display_name == BANKED))
        players, others = iter(people), people[sum(map(len, SEATED.values())) :]
        waiting = Waiting(self.room, self.staff["floor"], self.staff["cashier"], self.now)
        for name in SEATED:
            session = open_table(
                table=house.tables[name], by=self.staff["floor"], at=self.began, button_seat=SEATED[name][-1]
            )
            self._fill(session, name, players)
            if name == "Table 1":
                waiting.sit_briefly(session, self.drawer, others)
            self._play(session, name)
        feeder, main = self._session(FEEDER), self._session(MAIN)
        link_feeder(feeder=feeder, main=main, by=self.staff["floor"], at=self.began + 9 * MINUTE)
        played.go_on(self.now - MINUTE, lambda part: part.half_hour(), Trays)
        waiting.fill(others)
        dealers.deal_the_evening(self.room, house.dealers, by=self.staff["floor"], began=self.began, now=self.now)
        disputes.rule_on_one(self._session("Table 3"), chance=self.chance, staff=self.staff, now=self.now)
        draft = hands.start(self._session("Table 1"), key="demo:draft", by=self.staff["floor"], at=self.now)
        if draft:
            disputes.leave_one_open(draft, staff=self.staff, now=self.now)

    def _open_bank(self, player: Player) -> None:
        """A player has signed the form for money left at the cage, and chosen a PIN."""
        facts: dict[str, Any] = {"by": self.staff["cashier"], "at": self.began}
        open_bank(room=self.room, player=player, form_number="PB-1", pin=BANK_PIN, **facts)

    def _fill(self, session: TableSession, name: str, players: Iterator[Player]) -> None:
        for number, seat in enumerate(SEATED[name]):
            player, at = next(players), self.began + (2 + number) * MINUTE
            amount = BOUGHT[name] + 20_00 * (number % 4)
            key = f"demo:{session.pk}:{seat}"
            buy_in(
                room=self.room, session=session, player=player, amount=amount, drawer=self.drawer, key=f"{key}:buy-in",
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
        floor, pace = self.staff["floor"], (LENGTH - 12 * MINUTE) / HANDS_A_TABLE
        for number in range(1, HANDS_A_TABLE + 1):
            at, key = self.began + 10 * MINUTE + pace * number, f"demo:{session.pk}:hand:{number}"
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

    def _session(self, name: str) -> TableSession:
        return TableSession.objects.get(room=self.room, table__name=name, closed_at=None)


def set_passwords() -> None:
    """Give the people of the demo's own evening the one password that `dev.py run` prints, whatever it is; whoever was
    added to the room since keeps theirs."""
    own = [username for username, *_ in STAFF]
    for person in User.objects.filter(staff_roles__room__is_demo=True, username__in=own).distinct():
        if not person.check_password(settings.DEMO_PASSWORD):
            person.set_password(settings.DEMO_PASSWORD)
            person.one_time_until = None
            person.save()
