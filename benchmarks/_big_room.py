"""A big room for measurements: two evenings played through the services, copied in the database to a month of 30 days
at as many tables as make the hands that are asked for, and a third evening that is going on.

It is no room to look for errors in. What is copied goes past the services (`_copied_rows` says what follows from it):
balances of the house's own places, hashes and digests are those of the evenings that were played, so `audit_books`
would find fault with it. Everything that reports, lists, searches and pages read is there, row by row: hands, ratings,
transfers, the trail, the chain's links, request keys, sessions, sittings, absences, downs, lists, boxes, trays, slips,
purchases, rollups, locked days with what was kept of them.

    python benchmarks/_big_room.py play FILE                    the evenings, in an empty database; facts into FILE
    python benchmarks/_big_room.py copy FILE DAYS TIMES         DAYS days in all, each with TIMES as many tables
"""

import gc
import json
import os
import sys
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from _copied_rows import Copies, shapes, unchecked  # noqa: E402 - Django first
from django.db import connections  # noqa: E402

from config.days.models import DayLock, KeptFigures  # noqa: E402
from config.days.registry import KEPT  # noqa: E402
from config.days.services import digest_of  # noqa: E402
from config.rooms.models import Room  # noqa: E402
from demo.simulation.room import play  # noqa: E402
from demo.simulation.script import Script  # noqa: E402
from games.models import Hand  # noqa: E402

LAST_DAY = date(2026, 4, 30)
"""The last whole day, a month's last: the copies are the days before it."""
TABLES, HOURS = 6, 14
TONIGHT = timedelta(hours=3)
"""So long the third evening has gone on."""
STRIDE = 100_000
"""By so much ids grow with each copied day; the evenings have fewer rows of any table."""
STAYS = ("django_", "auth_", "axes_", "rooms_", "staff_", "jobs_", "hooks_", "audit_chainform", "audit_chainseal",
         "audit_anchor", "audit_auditrun", "audit_auditfinding", "players_ledgerhead", "games_handdraft",
         "rake_assurance", "rake_lab")  # fmt: skip
"""The tables, by the beginning of their names, whose rows are never copied."""
LASTING = ("players_player", "players_meeting", "players_waitinglist", "tables_table", "tables_plaqueversion",
           "tables_dealer", "tables_houserulesversion", "cage_drawer", "cage_chip", "cage_promopool", "cage_pool",
           "cage_box")  # fmt: skip
"""Those whose rows are no day's: they are there on every day. Boxes are among them, each pull names the one before."""
OF_A_DAY = ("tables_tablesession", "tables_dealershift", "cage_drawersession", "cage_drawercount",
            "cage_drawervariance")  # fmt: skip
"""Those that begin so, and are a day's."""
OF_THE_HOUSE = ("days_", "rake_reportday", "rake_dayjournal", "rake_revenue", "rake_journal", "rake_samplingrate",
                "tables_houserulesversion", "cage_drawer", "cage_chip", "cage_promopool", "cage_poolversion",
                "cage_toke", "cage_investigation", "players_waitinglist")  # fmt: skip
"""Those that a day has once, or the house, however many tables it has."""
_TABLES = """
select c.relname, coalesce((select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid
    and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisprimary), ''),
    coalesce((select format_type(a.atttypid, null) from pg_index i join pg_attribute a on a.attrelid = c.oid
    and a.attnum = i.indkey[0] where i.indrelid = c.oid and i.indisprimary), '')
from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname
"""
_OF_PLAY = "(session_id is not null or hand_id is not null or case_id is not null or slip_id is not null)"
_NOBODYS = f"(player_id is null and table_id is null and pull_id is null and not {_OF_PLAY})"


def ends() -> dict[str, int]:
    """The last row of every table whose key is a number."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(_TABLES)
        keys = [(table, key) for table, key, kind in cursor.fetchall() if kind in ("bigint", "integer")]
        rows = {}
        for table, key in keys:
            cursor.execute(f'select coalesce(max("{key}"), 0) from "{table}"')
            rows[table] = cursor.fetchone()[0]
    return rows


def play_evenings(file: Path) -> None:
    """Play two days and lock them, then the third until its evening; the facts go into the file."""
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    seen: list[dict[str, Any]] = []
    first = LAST_DAY - timedelta(days=1)
    script = Script(days=3, tables=TABLES, seed=2, errors=0.01, first_day=first, hours=HOURS, slug="big-room")
    played = play(
        script, lambda lock: seen.append({"rows": ends(), "at": lock.locked_at.isoformat()}),
        until=script.opens(2) + TONIGHT,
    )  # fmt: skip
    hands = Hand.objects.filter(room=played.room, gaming_day=LAST_DAY).count()
    assert max(ends().values()) < STRIDE, "an evening with more rows than ids are set apart for: play fewer tables"
    facts = {"room": played.room.pk, "now": played.stage.now.isoformat(), "hands": hands, "ends": seen}
    file.write_text(json.dumps(facts), encoding="utf-8")


def copy(file: Path, days: int, times: int) -> None:
    """Make the month of the evenings."""
    facts = json.loads(file.read_text(encoding="utf-8"))
    room = Room.objects.get(pk=facts["room"])
    with connections["owner"].cursor() as cursor:
        cursor.execute("set maintenance_work_mem = '512MB'")
        cursor.execute("set work_mem = '256MB'")
        tables, known = _copied(cursor), shapes(cursor)
        began = time.perf_counter()
        with unchecked(cursor, list(tables)):
            day = {
                table: _of_the_day(table, *key, facts["ends"])
                for table, key in tables.items()
                if table in OF_A_DAY or not table.startswith(LASTING)
            }
            rows = Copies(day, 2, days - 1, STRIDE, "~", STRIDE * times, days=-1, zone=str(room.time_zone)).make(
                cursor, known
            )
            whole = {
                table: _before_tonight(table, *key, facts["ends"])
                for table, key in tables.items()
                if not table.startswith(OF_THE_HOUSE)
            }
            rows += Copies(whole, 1, times - 1, STRIDE * days, ":", STRIDE).make(cursor, known)
            _mend(cursor, room, times)
        print(f"       {rows:,} rows copied in {time.perf_counter() - began:.0f} s", flush=True)
        cursor.execute("vacuum (analyze)")
        keep_figures(room)


def _copied(cursor: Any) -> dict[str, tuple[str, str]]:
    """The tables that are copied, with the name and the type of their keys."""
    cursor.execute(_TABLES)
    return {table: (key, kind) for table, key, kind in cursor.fetchall() if not table.startswith(STAYS)}


def _of_the_day(table: str, key: str, kind: str, found: list[dict[str, Any]]) -> str:
    """The rows that the second day added."""
    if kind not in ("bigint", "integer"):
        return f"was.at > '{found[0]['at']}' and was.at <= '{found[1]['at']}'"
    rows = f'was."{key}" > {found[0]["rows"].get(table, 0)} and was."{key}" <= {found[1]["rows"].get(table, 0)}'
    return f"{rows} and {_OF_PLAY}" if table == "players_account" else rows


def _before_tonight(table: str, key: str, kind: str, found: list[dict[str, Any]]) -> str:
    """All rows but those of the evening that goes on; of accounts those that aren't the house's own."""
    if kind not in ("bigint", "integer"):
        return f"was.at <= '{found[1]['at']}'"
    past = f'(was."{key}" <= {found[1]["rows"].get(table, 0)} or was."{key}" > {STRIDE})'
    return f"{past} and not {_NOBODYS}" if table == "players_account" else past


def _mend(cursor: Any, room: Room, times: int) -> None:
    """Bring up to date what counts the rows of others: the stamps, and the day on which the books began."""
    cursor.execute("delete from days_keptfigures")
    cursor.execute("update rooms_room set books_opened_at = books_opened_at - make_interval(days => 60)")
    cursor.execute(
        "update rake_reportday set hands = hands * %(times)s, versions = versions * %(times)s,"
        " unrated = unrated * %(times)s, without_pot = without_pot * %(times)s"
        " where gaming_day <= %(last)s", {"times": times, "last": LAST_DAY},
    )  # fmt: skip


def keep_figures(room: Room) -> None:
    """Keep the figures of every locked day anew: they are of all tables now."""
    for lock in DayLock.objects.filter(room=room):
        for code, of in KEPT.items():
            text = json.dumps(of(room, lock.gaming_day), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            KeptFigures.objects.using("owner").create(lock_id=lock.pk, code=code, text=text, digest=digest_of(text))


if __name__ == "__main__":
    if sys.argv[1] == "play":
        play_evenings(Path(sys.argv[2]))
    else:
        copy(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
