"""Hands from files: each goes through the console's service once, or stays out for a reason that is told."""

import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connections

from cage.models import Drawer
from config.jobs.models import Job
from config.locks import LockKind, lock_number
from config.rooms.models import Room
from games.importing import Importer
from games.models import Hand, HandSeat
from players.models import Account, AccountKind, Player, Transfer, TransferKind
from rake.selectors import rake_report
from rake.services import rebuild_day
from rules.phh.files import find_files, look_at
from rules.phh.reader import read_hand
from tables.models import PlaqueVersion, Table, TableSession
from tables.services import newest_plaque
from tests.support.books import books_hold
from tests.support.desk import open_desk
from tests.support.people import a_room
from tests.support.table import open_hand_table

PROJECT = Path(__file__).resolve().parents[3]
OWN = PROJECT / "tests" / "data" / "hands"
MIXED, EVENING = OWN / "mixed.phhs", OWN / "evening"
REAL = Path(os.environ.get("CARDROOM_HANDS", PROJECT / "../shared/hands")).resolve()


def imported(*paths: Path, code: int = 0, **options: Any) -> str:
    """The words of the command about these files; `code` is the status that it exits with."""
    out = StringIO()
    if code:
        with pytest.raises(SystemExit) as ended:
            call_command("import_hands", *map(str, paths), table="Archive", stdout=out, **options)
        assert ended.value.code == code
    else:
        call_command("import_hands", *map(str, paths), table="Archive", stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def room(db: None) -> Room:
    """An empty room: no house rules, no table, no drawer."""
    return a_room()


class TestTheReport:
    def test_tells_every_hand_that_stays_out_and_why(self, room: Room) -> None:
        said = imported(MIXED, code=2)
        assert "Archive was added" in said
        for hand, code in ((4, "finishing_stacks_differ"), (5, "showdown_incomplete"), (6, "below_min_raise"),
                           (9, "seat_unknown"), (10, "game_not_supported")):  # fmt: skip
            assert f"REFUSED {MIXED}, hand {hand}: " in said
            assert f"[{code}]" in said
        assert "The cards of seat" in said
        assert "rule: " in said
        assert f"UNREADABLE {MIXED}, hand 7, line " in said
        assert "10 hands: 4 recorded in 3 sessions, 0 known already, 5 refused, 1 unreadable" in said

    def test_exits_with_1_where_some_are_refused_and_0_where_none(self, room: Room, tmp_path: Path) -> None:
        refused = tmp_path / "refused.phh"
        refused.write_text((EVENING / "2.phh").read_text().replace("[99, 101, 100]", "[98, 101, 100]"))
        imported(refused, code=1)
        assert "4 hands: 4 recorded in 2 sessions" in imported(EVENING)

    def test_what_is_no_file_is_said(self, room: Room, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="can't be read"):
            imported(tmp_path / "nothing.phh")
        with pytest.raises(CommandError, match=r"no \.phh"):
            imported(tmp_path)

    def test_the_room_is_named_where_there_are_several(self, room: Room) -> None:
        other = a_room()
        with pytest.raises(CommandError, match="--room"):
            imported(EVENING)
        imported(EVENING, room=other.slug)
        assert set(Hand.objects.values_list("room", flat=True)) == {other.pk}


class TestWhatIsRecorded:
    def test_is_what_the_file_says_to_the_chip(self, room: Room) -> None:
        imported(MIXED, code=2)
        hand = Hand.objects.get(session__plaque__short_name="NLH 1/2", number=1, session__hands_recorded=2)
        assert (hand.tier, hand.pot, hand.rake_taken, hand.source_file) == ("full", 13_00, 0, "mixed.phhs")
        assert f"{hand.started_at.astimezone(room.zone):%Y-%m-%d %H:%M}" == "2024-05-11 18:15"
        seats = HandSeat.objects.filter(hand=hand).order_by("seat")
        assert [(s.seat, s.player.display_name, s.starting_stack, s.put_in, s.took_out) for s in seats] == [
            (2, "Ann", 100_00, 1_00, 0),
            (4, "Bob", 150_00, 6_00, 0),
            (6, "Cleo", 200_00, 6_00, 13_00),
        ]
        assert read_hand(hand.phh).finishing_stacks == (99_00, 144_00, 207_00)
        assert books_hold()

    def test_plays_on_in_one_session_as_long_as_somebody_carries_their_stack_over(self, room: Room) -> None:
        imported(MIXED, code=2)
        north = TableSession.objects.get(hands_recorded=2)
        assert list(north.hands.values_list("number", "called_pots")) == [(1, [13_00]), (2, [2_00])]
        leaving = north.sittings.get(player__display_name="Ann")
        assert (leaving.seat, leaving.left_with) == (2, 99_00)
        assert north.sittings.filter(player__display_name="Cleo").count() == 1

    def test_keeps_players_in_their_seats_where_the_file_has_none(self, room: Room) -> None:
        imported(EVENING)
        seats = HandSeat.objects.filter(hand__session__hands_recorded=3).values_list("player__display_name", "seat")
        assert set(seats) == {("Ida", 1), ("Jon", 2), ("Kay", 3)}
        ida = Player.objects.get(display_name="Ida")
        stated = Transfer.objects.filter(kind=TransferKind.IMPORT, target__sitting__player=ida)
        assert list(stated.order_by("id").values_list("amount", flat=True)) == [100_00, 21_00, 121_00]

    def test_stakes_that_change_open_another_session(self, room: Room) -> None:
        imported(EVENING)
        assert list(TableSession.objects.order_by("pk").values_list("plaque__short_name", "hands_recorded")) == [
            ("NLH 1/2", 3),
            ("NLH 2/4", 1),
        ]

    def test_files_are_played_in_the_order_in_which_people_count(self) -> None:
        assert [file.stem for file in find_files([EVENING])] == ["2", "9", "10", "11"]

    def test_stands_apart_from_the_floor(self, db: None) -> None:
        desk = open_desk()
        before = {drawer.pk: desk.held(AccountKind.DRAWER_CASH) for drawer in Drawer.objects.all()}
        table = desk.session.table
        call_command("import_hands", str(EVENING), table=table.name, stdout=StringIO())
        sessions = TableSession.objects.exclude(pk=desk.session.pk)
        assert {(session.source, session.is_open) for session in sessions} == {("import", False)}
        assert newest_plaque(table, desk.at()) == desk.session.plaque
        assert {drawer.pk: desk.held(AccountKind.DRAWER_CASH) for drawer in Drawer.objects.all()} == before
        assert desk.held(AccountKind.SEAT) == desk.held(AccountKind.RACK) == 0
        assert set(PlaqueVersion.objects.filter(table=table).values_list("source", flat=True)) == {"floor", "import"}
        day = Hand.objects.first().gaming_day  # type: ignore[union-attr]
        rebuild_day(room=desk.room, gaming_day=day, at=desk.at())
        assert rake_report(desk.room, day).total.hands == 0
        assert rake_report(desk.room, day, "import").total.hands == 4
        assert books_hold()

    def test_unknown_players_become_guests_of_the_venue(self, room: Room) -> None:
        imported(MIXED, EVENING, code=2)
        assert set(Player.objects.values_list("display_name", "guest_of", "is_guest")) == {
            *((name, "Riverboat", True) for name in ("Ann", "Bob", "Cleo", "Dora", "Egon", "Fay")),
            *((name, "An evening", True) for name in ("Ida", "Jon", "Kay")),
            *((name, "hand files", True) for name in ("Seat 1", "Seat 2")),
        }

    def test_an_unknown_stack_stays_unknown(self, room: Room) -> None:
        imported(MIXED, code=2)
        seats = HandSeat.objects.filter(player__guest_of="hand files").order_by("position")
        assert [(seat.starting_stack, seat.put_in, seat.took_out) for seat in seats] == [
            (None, 2_00, 0),
            (None, 2_00, 4_00),
        ]

    def test_no_chip_is_left_at_a_closed_session(self, room: Room) -> None:
        imported(EVENING, MIXED, code=2)
        assert not TableSession.objects.filter(closed_at=None).exists()
        assert not Account.objects.exclude(kind__in=["chip_issue"]).exclude(balance=0).exists()
        assert books_hold()

    def test_the_ratings_are_asked_for_once_a_day(self, room: Room) -> None:
        imported(EVENING)
        job = Job.objects.get()
        assert (job.name, job.arguments["room_id"]) == ("rake.rebuild_day", room.pk)


class TestRake:
    def test_is_owed_by_the_schedule_that_is_named(self, room: Room, tmp_path: Path) -> None:
        raked = tmp_path / "raked.phh"
        raked.write_text(
            "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n"
            "actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 20', 'p1 cc', 'd db 7h8h2c', 'p1 cbr 10', 'p2 f']\n"
            "finishing_stacks = [118, 80]\n"
        )
        assert "finishing_stacks_differ" in imported(raked, code=1)
        schedule = tmp_path / "rake.toml"
        schedule.write_text('mode = "percent"\npercent = "5"\ncap = "3"\n')
        assert "1 recorded" in imported(raked, rake=schedule)
        hand = Hand.objects.get()
        assert (hand.rake_taken, hand.plaque.plaque.fee is not None) == (2_00, True)

    def test_that_our_own_file_names_is_a_fact(self, db: None, tmp_path: Path) -> None:
        table = open_hand_table()
        played = table.record(table.act(table.deal(), "f", "f", "f"), rake=1_00)
        played.refresh_from_db()
        file = tmp_path / "export.phh"
        file.write_text(played.phh)
        assert "1 recorded" in imported(file)
        again = Hand.objects.exclude(pk=played.pk).get()
        assert (again.rake_taken, again.settlement) == (1_00, played.settlement)
        assert again.plaque.plaque == played.plaque.plaque
        assert again.house_rules.house == played.house_rules.house
        assert books_hold()


class TestOnce:
    def test_the_same_file_twice_records_nothing_twice(self, room: Room, tmp_path: Path) -> None:
        imported(MIXED, EVENING, code=2)
        before = Hand.objects.count(), Transfer.objects.count(), TableSession.objects.count()
        copy = tmp_path / "copy.phhs"
        copy.write_bytes(MIXED.read_bytes())
        assert "0 recorded in 0 sessions, 8 known already" in imported(copy, EVENING, code=2)
        assert (Hand.objects.count(), Transfer.objects.count(), TableSession.objects.count()) == before

    def test_a_cut_import_goes_on_where_it_was(self, room: Room) -> None:
        table = Table.objects.create(room=room, name="Archive", seats=10)
        for cut_after in (1, 2, 3):
            files = [look_at(path) for path in find_files([EVENING])][:cut_after]
            with Importer(table) as importer:
                for file in files:
                    list(importer.record(file))  # and never closes: as if it had been killed
        assert TableSession.objects.filter(closed_at=None).count() == 1
        assert "1 recorded in 1 session, 3 known already" in imported(EVENING)
        whole = TableSession.objects.get(plaque__short_name="NLH 1/2")
        assert (whole.hands_recorded, whole.is_open) == (3, False)
        assert not TableSession.objects.filter(closed_at=None).exists()
        assert books_hold()

    def test_a_finished_import_that_was_not_closed_is_closed(self, room: Room) -> None:
        table = Table.objects.create(room=room, name="Archive", seats=10)
        with Importer(table) as importer:
            for path in find_files([EVENING]):
                list(importer.record(look_at(path)))
        assert "0 recorded in 0 sessions, 4 known" in imported(EVENING)
        assert not TableSession.objects.filter(closed_at=None).exists()

    def test_one_import_at_a_time_works_at_a_table(self, committed_db: str) -> None:
        table = Table.objects.create(room=a_room(), name="Archive", seats=10)
        with Importer(table):
            other = connections.create_connection("default")
            try:
                cursor = other.cursor()
                cursor.execute("set lock_timeout = '100ms'")
                number = lock_number(LockKind.IMPORT, table.room_id, table.pk)
                with pytest.raises(OperationalError, match="lock timeout"):
                    cursor.execute("select pg_advisory_lock(%s)", [number])
            finally:
                other.close()


class TestAGivenSession:
    def test_takes_all_hands_and_stays_open(self, db: None, tmp_path: Path) -> None:
        table = open_hand_table()
        file = tmp_path / "floor.phh"
        file.write_text(FLOOR)
        session = table.session
        call_command("import_hands", str(file), table=session.table.name, session=session.pk, stdout=StringIO())
        assert (table.session.hands_recorded, table.session.is_open) == (1, True)
        assert table.stacks()[3] == 204_00

    def test_holds_the_hands_to_its_plaque_and_its_players(self, db: None) -> None:
        table, out = open_hand_table(), StringIO()
        with pytest.raises(SystemExit):
            call_command(
                "import_hands", str(EVENING), table=table.session.table.name, session=table.session.pk, stdout=out
            )
        assert out.getvalue().count("[plaque_differs]") == 4
        assert "4 refused" in out.getvalue()

    def test_must_be_open_at_the_table(self, db: None) -> None:
        with pytest.raises(CommandError, match="no open session 99"):
            call_command("import_hands", str(EVENING), table=open_hand_table().session.table.name, session=99)


FLOOR = """\
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 3, 0, 0]
min_bet = 3
starting_stacks = [200, 200, 200, 200]
seats = [1, 2, 3, 4]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????", "p3 cbr 9", "p4 f", "p1 f", "p2 f"]
"""


MANY = 400
"""Hands of several chunks, so that a cut meets some of them."""


def test_killed_in_the_middle_and_run_again_every_hand_is_there_once(committed_db: str, tmp_path: Path) -> None:
    room = a_room()
    file = tmp_path / "long.phhs"
    hand = (EVENING / "2.phh").read_text()
    file.write_text("\n".join(f"[{number}]\n{hand}hand = {number}\n" for number in range(1, MANY + 1)))
    command = [sys.executable, "manage.py", "import_hands", str(file), "--table", "Archive"]
    environ = {**os.environ, **_urls(committed_db), "SECRET_KEY": "x" * 50}
    process = subprocess.Popen(command, cwd=PROJECT, env=environ, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 600  # the machine may be busy
        while Hand.objects.count() < 5 and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    cut = Hand.objects.count()
    assert 5 <= cut < MANY
    said = subprocess.run(command, cwd=PROJECT, env=environ, capture_output=True, text=True, check=True, timeout=600)
    assert f"{MANY - cut} recorded in 1 session, {cut} known already" in said.stdout
    assert list(Hand.objects.order_by("number").values_list("number", flat=True)) == list(range(1, MANY + 1))
    assert TableSession.objects.get(room=room).hands_recorded == MANY
    assert books_hold()


def _urls(database: str) -> dict[str, str]:
    """The variables for a process of its own, with the database of this test."""
    names = ("DATABASE_URL", "DATABASE_OWNER_URL")
    return {name: urlsplit(os.environ[name])._replace(path=f"/{database}").geturl() for name in names}


@pytest.mark.skipif(
    not REAL.is_dir(), reason=f"the real hands are not here: {REAL} (CARDROOM_HANDS names another folder)"
)
def test_real_hands_are_recorded_and_the_books_hold(room: Room) -> None:
    files = [REAL / "wsop-2023-43-5", REAL / "historic", *sorted((REAL / "handhq").glob("[!A]*.phhs"))]
    said = imported(*files, code=1)
    assert " 0 unreadable" in said
    codes = {line.rsplit("[", 1)[1].rstrip("]") for line in said.splitlines() if line.startswith("REFUSED")}
    assert {"finishing_stacks_differ"} <= codes <= {"finishing_stacks_differ", "showdown_incomplete"}
    assert Hand.objects.count() >= 30
    assert books_hold()


@pytest.mark.skipif(
    not REAL.is_dir(), reason=f"the real hands are not here: {REAL} (CARDROOM_HANDS names another folder)"
)
def test_every_game_of_a_real_mixed_tournament_is_recorded(room: Room) -> None:
    said = imported(REAL / "wsop-2023-43-5", REAL / "wsop-2023-54-4")
    assert " 0 refused, 0 unreadable" in said
    games = set(Hand.objects.values_list("plaque__game", flat=True))
    assert games == {"holdem", "omaha", "omaha8", "stud", "stud8", "razz", "27td", "27sd"}
    in_stud = Hand.objects.filter(plaque__game__in=["stud", "stud8", "razz"])
    assert {hand.places for hand in in_stud} == {None}
    assert books_hold()
