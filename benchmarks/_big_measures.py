"""The measurements of a big room, in a process of its own for each database: pages, reports, a file, and writes."""

import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count, islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import connection, transaction  # noqa: E402 - Django first
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from config.rooms.models import Room  # noqa: E402
from config.staff.models import User  # noqa: E402
from config.staff.services import change_own_password  # noqa: E402
from games.models import Hand  # noqa: E402
from games.services.ticks import record_tick  # noqa: E402
from players.exports import csv_lines  # noqa: E402
from players.models import Sitting, Transfer  # noqa: E402
from players.selectors.ledger import Search, everything  # noqa: E402
from rake.figures.definitions import Chapter, of_chapter  # noqa: E402
from rake.figures.parts import By  # noqa: E402
from rake.figures.periods import month_of  # noqa: E402
from rake.figures.scopes import Scope  # noqa: E402
from rake.figures.sheets import sheet  # noqa: E402
from rake.revenue.moved import sums_by_day  # noqa: E402
from rake.selectors import rake_report  # noqa: E402
from rake.summing import figures_of  # noqa: E402
from tables.models import TableSession  # noqa: E402

FIGURES = ("hands", "rake_taken", "promo_taken", "rake_owed", "rake_over", "rake_under", "promo_over", "promo_under")
PASSWORD = "three blue kites over the river"  # noqa: S105 - of a room that lives for minutes
_OF_HANDS = """
from games_hand hand
join tables_tablesession session on session.id = hand.session_id
left join rake_rating rating on rating.hand_id = hand.id
where hand.room_id = %s and hand.gaming_day between %s and %s and not hand.is_void
    and (hand.belongs_to_day is null or hand.supersedes_id is null)
    and not exists (select from games_hand later where later.supersedes_id = hand.id and later.belongs_to_day is null)
    and session.source = 'floor'
"""
_SUMS = """
count(*) as hands, sum(hand.rake_taken)::bigint as rake_taken, sum(hand.promo_taken)::bigint as promo_taken,
    sum(rating.rake_owed)::bigint as rake_owed, sum(greatest(rating.rake_variance, 0))::bigint as rake_over,
    sum(greatest(-rating.rake_variance, 0))::bigint as rake_under,
    sum(greatest(rating.promo_variance, 0))::bigint as promo_over,
    sum(greatest(-rating.promo_variance, 0))::bigint as promo_under
"""
BARE = f"select {_SUMS} {_OF_HANDS}"
"""The month's hands summed plainly, in one line."""
BARE_LINES = f"""
select {", ".join(f"sum({name})::bigint" for name in FIGURES)} from (
    select hand.gaming_day, session.table_id, hand.plaque_id,
        date_trunc('hour', hand.started_at, 'America/New_York') as hour,
        (select shift.dealer_id from tables_down down join tables_dealershift shift on shift.id = down.shift_id
            where down.session_id = hand.session_id and down.started_at <= hand.started_at
                and (down.ended_at is null or down.ended_at > hand.started_at) and down.ended_with <> 'undo'
            order by down.started_at desc limit 1) as dealer_id,
        {_SUMS} {_OF_HANDS}
    group by 1, 2, 3, 4, 5
) line
"""
"""The same by day, table, plaque, hour and dealer: the lines that a day's figures are made of."""
BARE_LEDGER = """
select (sum(amount) filter (where target = 'rake_box')
    - coalesce(sum(amount) filter (where source = 'rake_box'), 0))::bigint
from (
    select transfer.gaming_day, transfer.kind, source.kind as source, target.kind as target,
        sum(transfer.amount)::bigint as amount
    from players_transfer transfer
    join players_account source on source.id = transfer.source_id
    join players_account target on target.id = transfer.target_id
    where transfer.room_id = %s and transfer.gaming_day between %s and %s and not source.is_import
    group by 1, 2, 3, 4
) way
where kind in ('hand', 'correction', 'ruling', 'debt')
"""
"""The month's transfers by day, kind and places, and of these the rake that was recorded."""


@dataclass
class Big:
    """The room of one database, at the instant at which its third evening stands."""

    room: Room
    now: datetime

    def __post_init__(self) -> None:
        self.keys, self.month = count(1), month_of(self.room.gaming_day(self.now) - timedelta(days=1))
        self.manager, self.cashier = self._person("manager"), self._person("cashier")
        self.clients = {who: self._client(getattr(self, who)) for who in ("manager", "cashier")}
        open_ones = TableSession.objects.filter(room=self.room, closed_at=None).order_by("pk")
        self.sessions = [each for each in open_ones.select_related("plaque") if each.posted.kill is None]

    def _person(self, name: str) -> User:
        """Somebody who works here, with a password of their own."""
        person = User.objects.get(username=f"{self.room.slug}.{name}")
        if person.one_time_until is None:
            return person
        return change_own_password(person=person, new=PASSWORD, at=self.now)

    def _client(self, person: User) -> Client:
        client = Client(headers={"host": "127.0.0.1:8000"})
        client.force_login(person, backend="config.staff.backends.StaffBackend")
        return client

    # ------------------------------------------------------------------------------------------------------ pages

    def pages(self) -> dict[str, tuple[str, str]]:
        """Pages that are asked for all evening: a name, who asks, and the address."""
        day = self.room.gaming_day(self.now) - timedelta(days=1)
        player = Sitting.objects.filter(session=self.sessions[0], left_at=None).order_by("pk").first()
        assert player is not None
        word = player.player.display_name.split()[0]
        ids = {"player": player.player_id, "table": self.sessions[0].table_id}
        return {
            "floor board": ("manager", reverse("floor")),
            "a table": ("manager", reverse("table", args=[ids["table"]])),
            "waiting lists": ("manager", reverse("lists")),
            "the window": ("cashier", reverse("cage")),
            "a player at the window": ("cashier", reverse("cage_player", args=[ids["player"]])),
            "a player's page": ("manager", reverse("player", args=[ids["player"]])),
            "search for a player": ("manager", f"{reverse('players')}?q={word}"),
            "hands, newest first": ("manager", reverse("hands")),
            "hands of a day": ("manager", f"{reverse('hands')}?day={day}"),
            "ledger, newest first": ("manager", reverse("ledger")),
            "ledger of a player": ("manager", f"{reverse('ledger')}?player={ids['player']}"),
            "ledger of a table": ("manager", f"{reverse('ledger')}?table={self.sessions[0].table.name}"),
            "ledger by amount": ("manager", f"{reverse('ledger')}?amount=4321"),
            "trail": ("manager", reverse("audit")),
            "days": ("manager", reverse("days")),
            "rake of a locked day": ("manager", f"{reverse('rake_report', args=[day])}?look=yes"),
            "rake of today": ("manager", f"{reverse('rake_report', args=[self.room.gaming_day(self.now)])}?look=yes"),
            "figures of a day": ("manager", f"{reverse('figures')}?period=day&day={day}&look=yes"),
            "morning": ("manager", f"{reverse('morning')}?look=yes"),
        }

    def page(self, name: str) -> float:
        """Seconds until the page is there."""
        who, address = self.pages()[name]
        began = time.perf_counter()
        answer = self.clients[who].get(address)
        seconds = time.perf_counter() - began
        assert answer.status_code == 200, (
            name,
            answer.status_code,
            answer.headers.get("Location"),
            answer.content[:400],
        )
        return seconds

    # ---------------------------------------------------------------------------------------------------- reports

    def bare(self) -> tuple[float, list[int]]:
        """The month's sums by the plain statement."""
        return self._timed(lambda: self._one(BARE))

    def bare_lines(self) -> tuple[float, list[int]]:
        """The same by the plain statement that makes every line of the days first."""
        return self._timed(lambda: self._one(BARE_LINES))

    def bare_ledger(self) -> tuple[float, list[int]]:
        """The month's recorded rake out of the ledger by the plain statement."""
        return self._timed(lambda: self._one(BARE_LEDGER))

    def raw(self) -> tuple[float, list[int]]:
        """The month's sums as the product makes them of the hands, line by line of every day."""

        def summed() -> list[int]:
            lines = [line for day in self.month for line in figures_of(self.room, day) if line["source"] == "floor"]
            sums = {name: sum(int(line[name]) for line in lines) for name in ("ticks", "full_hands", *FIGURES[1:])}  # type: ignore[call-overload]
            return [sums["ticks"] + sums["full_hands"], *(sums[name] for name in FIGURES[1:])]

        return self._timed(summed)

    def raw_ledger(self) -> tuple[float, list[int]]:
        """The month's recorded rake as the monthly return adds it up, with every other named sum."""

        def summed() -> list[int]:
            days = sums_by_day(self.room, self.month.first, self.month.last)
            return [sum(sums["rake_recorded"] for sums in days.values())]

        return self._timed(summed)

    def rollups(self) -> tuple[float, list[int]]:
        """The month's sums as the page of figures reads them: of the rollups, by table."""
        figures = of_chapter(Chapter.TAKINGS)

        def summed() -> list[int]:
            read = sheet(Scope(self.room, self.month, self.now), figures, By.TABLE)
            sums = read.total.sums
            return [(sums["ticks"] or 0) + (sums["full_hands"] or 0), *(sums[name] or 0 for name in FIGURES[1:])]

        return self._timed(summed)

    def day_report(self) -> float:
        """Seconds of the rake report of yesterday, as a value."""
        day = self.month.last
        return self._timed(lambda: [rake_report(self.room, day).total.rake_taken])[0]

    def _one(self, statement: str) -> list[int]:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("set local statement_timeout = 0")
            cursor.execute(statement, [self.room.pk, self.month.first, self.month.last])
            return [int(worth or 0) for worth in cursor.fetchone()]

    @staticmethod
    def _timed(work: Callable[[], list[int]]) -> tuple[float, list[int]]:
        began = time.perf_counter()
        found = work()
        return time.perf_counter() - began, found

    # ---------------------------------------------------------------------------------------------- files, writes

    def export(self, rows: int) -> tuple[float, int, int]:
        """Seconds, rows and the process's largest memory (kB) after that many rows of the ledger's file."""
        began = time.perf_counter()
        lines: Iterator[str] = islice(csv_lines(self.room, everything(self.room, Search())), rows + 1)
        size = sum(1 for line in lines) - 1
        return time.perf_counter() - began, size, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def ticks(self, hands: int) -> list[float]:
        """Seconds of each of so many quick hands, at the open tables in turn."""
        taken = []
        for number in range(hands):
            session = TableSession.objects.select_related("room", "table", "plaque__house_rules").get(
                pk=self.sessions[number % len(self.sessions)].pk
            )
            self.now += timedelta(seconds=1)
            facts: dict[str, Any] = {"rake_taken": 0, "key": f"scale:{os.getpid()}:{next(self.keys)}"}
            began = time.perf_counter()
            record_tick(session=session, by=self.manager, at=self.now, **facts)
            taken.append(time.perf_counter() - began)
        return taken

    def report_for(self, seconds: float) -> int:
        """Make month reports of the hands and the ledger for so long; returns how many."""
        until, made = time.perf_counter() + seconds, 0
        while time.perf_counter() < until:
            self.raw_ledger()
            self.rollups()
            made += 1
        return made

    def sizes(self) -> dict[str, Any]:
        """Hands, transfers, and the bytes of each table with its indices."""
        with connection.cursor() as cursor:
            cursor.execute(
                "select relname, pg_total_relation_size(oid), pg_indexes_size(oid), reltuples::bigint from pg_class"
                " where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc"
            )
            tables = cursor.fetchall()
        return {"hands": Hand.objects.count(), "transfers": Transfer.objects.count(), "tables": tables[:16],
                "bytes": sum(row[1] for row in tables)}  # fmt: skip


def serve(file: Path) -> None:
    """Do what each line asks for, [name, arguments] in JSON, and answer with a line."""
    facts = json.loads(file.read_text(encoding="utf-8"))
    now = datetime.fromisoformat(facts["now"])
    with patch.object(timezone, "now", lambda: now):
        big = Big(Room.objects.get(pk=facts["room"]), now)
        for line in sys.stdin:
            name, arguments = json.loads(line)
            print(json.dumps(getattr(big, name)(*arguments)), flush=True)


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
