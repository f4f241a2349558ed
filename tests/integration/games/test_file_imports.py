"""Hand files that a manager chooses on the page: bounded, imported once by a job, and a report of what stayed out."""

import csv
import gzip
import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.audit.models import AuditEvent
from config.jobs import services as jobs
from config.jobs.models import Job
from config.rooms.models import Room
from config.staff.models import User
from games import file_importing
from games.importing import CHUNK
from games.models import FileImport, Hand, RefusedHand
from games.selectors import file_imports as selected
from games.services import file_imports
from games.services.file_imports import LARGEST_FILE, MOST_HANDS, QUOTA_OF, TEXTS_KEPT, forget_texts
from players.models import Transfer
from tables.models import Table, TableSession
from tests.support.books import books_hold
from tests.support.jobs import run_jobs
from tests.support.people import a_person, a_room, signed_in
from tests.support.words import text

OWN = Path(__file__).resolve().parents[2] / "data" / "hands"
MIXED = (OWN / "mixed.phhs").read_bytes()
IMPORT = "games.import_file"
ONE = b"""variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']
"""


def many(hands: int) -> bytes:
    """A file of so many hands that go on at one table."""
    return b"\n".join(b"[%d]\n%s" % (number, ONE) for number in range(1, hands + 1))


@pytest.fixture
def room(db: None) -> Room:
    """An empty room."""
    return a_room()


@pytest.fixture
def manager(room: Room) -> User:
    """Whoever imports."""
    return a_person(room, "manager")


@pytest.fixture
def office(manager: User) -> Client:
    """The manager's browser."""
    return signed_in(manager)


def chosen(client: Client, *files: tuple[str, bytes], **more: Any) -> Any:
    """The answer to these files, by name, chosen on the page."""
    sent = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post(reverse("imports"), {"files": sent, "table_name": "Archive", "house": ""} | more)


class TestAFileIsImported:
    def test_by_a_job_that_says_how_far_it_is_and_what_came_of_it(self, office: Client, room: Room) -> None:
        assert chosen(office, ("evening.phhs", many(CHUNK + 5))).status_code == 303
        assert Hand.objects.count() == 0
        (job,) = run_jobs(IMPORT)
        assert (job.state, job.done, job.total, job.title) == ("done", CHUNK, CHUNK + 5, "Import of evening.phhs")
        assert Hand.objects.filter(source_file="evening.phhs").count() == CHUNK + 5
        shown = text(office.get(reverse("imports")))
        assert "evening.phhs Archive" in shown
        assert f"done {CHUNK + 5} 0 0" in shown
        assert not TableSession.objects.filter(closed_at=None).exists()
        assert books_hold()

    def test_at_a_table_that_is_added_under_the_rules_that_were_chosen(self, office: Client, room: Room) -> None:
        chosen(office, ("one.phh", ONE), table_name="Old hands", house="solaire")
        run_jobs(IMPORT)
        hand = Hand.objects.get()
        assert (hand.session.table.name, hand.house_rules.house.name) == ("Old hands", "solaire")

    def test_and_its_text_is_kept_no_longer(self, office: Client, manager: User) -> None:
        chosen(office, ("one.phh", ONE))
        assert FileImport.objects.get().text == ONE.decode()
        run_jobs(IMPORT)
        done = FileImport.objects.get()
        assert (done.text, done.recorded, done.known, done.ended_at is None) == ("", 1, 0, False)
        told = AuditEvent.objects.filter(subject_kind="fileimport").order_by("id").values_list("verb", "by")
        assert list(told) == [("hands.file_taken", manager.pk), ("hands.file_imported", manager.pk)]

    def test_several_at_once_and_a_bad_one_keeps_out_none(self, office: Client) -> None:
        answer = chosen(office, ("a.phh", ONE), ("b.phh", b"nothing"), ("c.phh", ONE + b"# another\n"))
        assert answer.status_code == 422
        assert "No hand was found in b.phh" in text(answer)
        assert set(FileImport.objects.values_list("name", flat=True)) == {"a.phh", "c.phh"}


def test_the_newest_file_stands_first_however_many_there_are(office: Client, room: Room, monkeypatch: Any) -> None:
    monkeypatch.setattr(selected, "SHOWN", 3)
    for number in range(5):
        chosen(office, (f"{number}.phh", ONE + b"# %d\n" % number))
    FileImport.objects.filter(name__in=("0.phh", "3.phh")).update(recorded=1)  # rows that are written anew lie last
    assert [each.name for each in selected.imports_of(room)] == ["4.phh", "3.phh", "2.phh"]


class TestTheSameFileTwice:
    def test_is_said_and_imports_nothing_twice(self, office: Client) -> None:
        chosen(office, ("one.phh", ONE))
        assert "other.phh is being imported already, as one.phh" in text(chosen(office, ("other.phh", ONE)))
        run_jobs()
        before = Hand.objects.count(), Transfer.objects.count(), Job.objects.count()
        answer = chosen(office, ("other.phh", ONE), table_name="Elsewhere")
        assert answer.status_code == 422
        assert "other.phh was imported already, as one.phh" in text(answer)
        run_jobs()
        assert (Hand.objects.count(), Transfer.objects.count(), Job.objects.count()) == before
        assert not Table.objects.filter(name="Elsewhere").exists()

    def test_by_command_and_by_page_is_once_too(self, office: Client, tmp_path: Path) -> None:
        file = tmp_path / "one.phh"
        file.write_bytes(ONE)
        call_command("import_hands", str(file), table="Archive", stdout=io.StringIO())
        chosen(office, ("one.phh", ONE))
        run_jobs(IMPORT)
        assert Hand.objects.count() == 1
        assert (FileImport.objects.get().recorded, FileImport.objects.get().known) == (0, 1)

    def test_is_the_others_own_in_another_room(self, office: Client) -> None:
        chosen(office, ("one.phh", ONE))
        elsewhere = signed_in(a_person(a_room(), "manager"))
        assert chosen(elsewhere, ("one.phh", ONE)).status_code == 303
        run_jobs(IMPORT)
        assert Hand.objects.count() == 2
        rooms = Hand.objects.values_list("room", "session__table__room")
        assert len({own for own, _ in rooms}) == 2
        assert all(own == of_table for own, of_table in rooms)
        assert text(elsewhere.get(reverse("imports"))).count("one.phh") == 1


class TestCutShort:
    def test_cancelled_between_chunks_it_keeps_what_is_in_and_goes_on_when_run_again(
        self, office: Client, manager: User
    ) -> None:
        chosen(office, ("long.phhs", many(2 * CHUNK + 3)))
        job, file_import = Job.objects.get(name=IMPORT), FileImport.objects.get()

        def cancelled(done: int, total: int) -> None:
            if done:
                jobs.cancel(job=job, by=manager, at=timezone.now())
            jobs.progress(job, done, total)

        facts = {"room_id": file_import.room_id, "digest": file_import.digest}
        with pytest.raises(jobs.Cancelled):
            file_importing.import_file(**facts, progress=cancelled)
        assert Hand.objects.count() == CHUNK
        assert not TableSession.objects.filter(closed_at=None).exists()
        assert FileImport.objects.get().text
        office.post(reverse("job_again", args=[job.pk]))
        run_jobs(IMPORT)
        assert Hand.objects.count() == 2 * CHUNK + 3
        assert (FileImport.objects.get().recorded, FileImport.objects.get().known) == (2 * CHUNK + 3, 0)
        assert books_hold()

    def test_chosen_again_after_it_was_cancelled_it_goes_on(self, office: Client) -> None:
        chosen(office, ("one.phh", ONE))
        office.post(reverse("job_cancel", args=[Job.objects.get(name=IMPORT).pk]))
        assert chosen(office, ("one.phh", ONE)).status_code == 303
        run_jobs(IMPORT)
        assert (Hand.objects.count(), FileImport.objects.count()) == (1, 1)

    def test_a_message_that_comes_twice_does_it_once(self, office: Client) -> None:
        chosen(office, ("mixed.phhs", MIXED))
        run_jobs(IMPORT)
        before = Hand.objects.count(), RefusedHand.objects.count()
        done = FileImport.objects.get()
        file_importing.import_file(room_id=done.room_id, digest=done.digest, progress=lambda done, total: None)
        assert (Hand.objects.count(), RefusedHand.objects.count()) == before

    def test_run_again_from_its_start_the_report_names_each_hand_once(self, office: Client) -> None:
        chosen(office, ("mixed.phhs", MIXED))
        run_jobs(IMPORT)
        before = list(RefusedHand.objects.values_list("line", "code"))
        FileImport.objects.update(ended_at=None, text=MIXED.decode())
        done = FileImport.objects.get()
        file_importing.import_file(room_id=done.room_id, digest=done.digest, progress=lambda done, total: None)
        assert list(RefusedHand.objects.values_list("line", "code")) == before

    def test_the_text_of_what_never_ended_is_let_go_after_a_week(self, office: Client) -> None:
        chosen(office, ("one.phh", ONE))
        job = Job.objects.get(name=IMPORT)
        assert forget_texts(at=timezone.now() + 2 * TEXTS_KEPT) == 0
        office.post(reverse("job_cancel", args=[job.pk]))
        assert forget_texts(at=timezone.now() + TEXTS_KEPT - timedelta(hours=1)) == 0
        assert forget_texts(at=timezone.now() + TEXTS_KEPT + timedelta(hours=1)) == 1
        gone = FileImport.objects.get()
        with pytest.raises(file_importing.TextGoneError, match="choose it again"):
            file_importing.import_file(room_id=gone.room_id, digest=gone.digest, progress=lambda done, total: None)


class TestWhatIsNotTaken:
    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"", "is empty"),
            (ONE + b"#" * LARGEST_FILE, "is larger than 900 kB"),
            (b"\xff\xfe" + ONE, "is no text file"),
            (ONE + b"\x00", "is no text file"),
            (gzip.compress(ONE), "is no text file"),
            (b"PK\x03\x04" + b"\x00" * 40, "is no text file"),
            (b"<svg onload='alert(1)'></svg>", "No hand was found"),
            (b"variant = 'NT'\n" * (MOST_HANDS + 1), "more than 2000 hands"),
            (ONE + b"[x]\n" * (MOST_HANDS + 1), "more than 2000 hands"),
        ],
        ids=["empty", "large", "another code", "nul", "gzip", "zip", "svg", "many", "many sections"],
    )
    def test_is_said_and_nothing_of_it_is_kept(self, office: Client, content: bytes, said: str) -> None:
        answer = chosen(office, ("odd.phhs", content))
        assert answer.status_code == 422
        assert said in text(answer)
        assert not FileImport.objects.exists()
        assert not Job.objects.exists()
        assert not Table.objects.exists()

    def test_more_new_files_than_a_day_may_have_of_one_person(
        self, room: Room, manager: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What was chosen before goes on, a colleague may choose, and a day later so may they."""
        monkeypatch.setattr(file_imports, "MOST_FILES", 3)
        now = timezone.now()
        with time_machine.travel(now) as clock:
            for number in range(3):
                assert chosen(signed_in(manager), (f"{number}.phhs", many(number + 1))).status_code == 303
                clock.shift(timedelta(hours=1))
            answer = chosen(signed_in(manager), ("one more.phhs", many(9)))
            assert answer.status_code == 422
            again = (now + QUOTA_OF).astimezone(room.zone)
            assert f"3 files within 24 hours: choose the next from {again:%H:%M} on" in text(answer)
            assert FileImport.objects.count() == 3
            (job, *_) = Job.objects.filter(name=IMPORT).order_by("asked_at")
            jobs.cancel(job=job, by=a_person(room, "manager"), at=timezone.now())
            assert chosen(signed_in(manager), ("0.phhs", many(1))).status_code == 303
            assert chosen(signed_in(a_person(room, "manager")), ("theirs.phhs", many(8))).status_code == 303
            clock.move_to(now + QUOTA_OF + timedelta(minutes=1))
            assert chosen(signed_in(manager), ("one more.phhs", many(9))).status_code == 303
        assert FileImport.objects.count() == 5

    def test_more_files_than_anybody_chooses_are_not_read(self, office: Client) -> None:
        assert chosen(office, *((f"{number}.phh", ONE) for number in range(21))).status_code == 400
        assert not FileImport.objects.exists()

    def test_of_somebody_who_has_not_signed_in_nothing_is_kept(self, db: None) -> None:
        assert chosen(Client(), ("one.phh", ONE)).status_code in (302, 403)
        assert not FileImport.objects.exists()

    def test_no_file_at_all(self, office: Client) -> None:
        assert "Choose a hand file first" in text(chosen(office))

    @pytest.mark.parametrize(
        "name", ["../../etc/passwd.phh", "..\\..\\boot.phh", "<b>x</b>.phh", "CON.phh", "é" * 300 + ".phh"]
    )
    def test_a_name_is_only_shown_and_never_a_path(self, office: Client, name: str) -> None:
        answer = chosen(office, (name, ONE))
        assert answer.status_code == 303
        run_jobs(IMPORT)
        kept = FileImport.objects.get()
        assert "/" not in kept.name
        assert "\\" not in kept.name
        assert len(kept.name) <= 200
        assert "<b>x" not in office.get(reverse("imports")).text
        assert Hand.objects.get().source_file == kept.name[-200:]

    def test_only_who_builds_reports_imports_and_who_reads_them_looks(self, office: Client, room: Room) -> None:
        chosen(office, ("mixed.phhs", MIXED))
        run_jobs(IMPORT)
        report = reverse("import_report", args=[FileImport.objects.get().pk])
        auditor, floor = (signed_in(a_person(room, role)) for role in ("auditor", "floor"))
        shown = auditor.get(reverse("imports"))
        assert "mixed.phhs" in text(shown)
        assert 'type="file"' not in shown.text
        assert auditor.get(report).status_code == 200
        assert chosen(auditor, ("one.phh", ONE)).status_code == 403
        assert floor.get(reverse("imports")).status_code == floor.get(report).status_code == 403
        elsewhere = signed_in(a_person(a_room(), "manager"))
        assert elsewhere.get(report).status_code == 404


def test_the_report_names_file_line_reason_and_rule_of_each_refused_hand(office: Client) -> None:
    chosen(office, ("=mixed.phhs", MIXED))
    run_jobs(IMPORT)
    answer = office.get(reverse("import_report", args=[FileImport.objects.get().pk]))
    assert "attachment" in answer["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))  # type: ignore[attr-defined]
    assert {row["File"] for row in rows} == {"'=mixed.phhs"}
    assert [(row["Hand"], row["Code"]) for row in rows] == [
        ("4", "finishing_stacks_differ"), ("5", "showdown_incomplete"), ("6", "below_min_raise"), ("7", "unreadable"),
        ("9", "seat_unknown"), ("10", "game_not_supported"),
    ]  # fmt: skip
    lines = MIXED.decode().splitlines()
    assert all(lines[int(row["Line"]) - 1] == f"[{row['Hand']}]" for row in rows if row["Code"] != "unreadable")
    raise_too_small = rows[2]
    assert raise_too_small["Rule"]
    assert raise_too_small["Source"]
    assert raise_too_small["Reason"].endswith(".")
