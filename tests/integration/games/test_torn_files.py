"""A file that was torn off and then the whole one: no hand of them is recorded twice, by command or by page."""

import csv
import io
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from config.audit.models import AuditEvent
from config.rooms.models import Room
from games import file_importing
from games.importing import CHUNK, KEY_DIGITS, Importer
from games.models import FileImport, Hand, RefusedHand
from players.models import Transfer
from rules.phh.files import look_at
from tables.models import Table
from tests.integration.games.test_file_imports import IMPORT, chosen
from tests.integration.games.test_import_chunks import a_hand
from tests.integration.games.test_import_hands import imported as by_command
from tests.support.books import books_hold
from tests.support.jobs import run_jobs
from tests.support.people import a_person, a_room, signed_in
from tests.support.words import text

pytestmark = pytest.mark.django_db


def numbered(hands: int, first: int = 1) -> list[str]:
    """So many hands that carry a number."""
    return [a_hand(number, more=f"hand = {number}") for number in range(first, first + hands)]


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def office(room: Room) -> Client:
    return signed_in(a_person(room, "manager"))


def imported(folder: Path, hands: list[str], name: str = "night.phhs", status: int = 0) -> str:
    """The words of the command about a file of these hands; `status` is what it exits with."""
    file = folder / name
    file.write_text("\n".join(hands))
    return by_command(file, code=status)


class TestByCommand:
    def test_the_whole_file_records_what_the_torn_one_lacked(self, room: Room, tmp_path: Path) -> None:
        whole = numbered(6)
        torn = [*whole[:3], whole[3][: len(whole[3]) // 2]]
        assert "4 hands: 3 recorded" in imported(tmp_path, torn, "torn.phhs", status=2)
        before = Transfer.objects.count()
        said = imported(tmp_path, whole)
        assert "6 hands: 3 recorded in 1 session, 3 known already" in said
        assert f"KNOWN {tmp_path / 'night.phhs'}, lines 1 to 23: 3 hands recorded already from torn.phhs" in said
        assert (Hand.objects.count(), Transfer.objects.count() > before, books_hold()) == (6, True, True)

    def test_however_it_is_spelt(self, room: Room, tmp_path: Path) -> None:
        imported(tmp_path, numbered(1), "one.phhs")
        other = numbered(1)[0].replace("[1, 2, 0]", "[1.00, 2, 0.0]").split("\n")
        turned = "\n".join([other[0], *reversed(other[1:-1])])
        assert "1 known already" in imported(tmp_path, [f"# from the archive\n{turned}\n"])

    @pytest.mark.parametrize("fact", ["hand = 9", "hand = 1\ntime = 12:00:00", "hand = 1\nvenue = 'Elsewhere'"])
    def test_another_number_time_or_place_is_another_hand(self, room: Room, tmp_path: Path, fact: str) -> None:
        imported(tmp_path, numbered(1), "one.phhs")
        assert "1 recorded" in imported(tmp_path, [a_hand(1, more=fact)])

    def test_equal_hands_without_a_number_are_as_many_as_the_file_holds(self, room: Room, tmp_path: Path) -> None:
        assert "2 recorded" in imported(tmp_path, [a_hand(1), a_hand(2)], "torn.phhs")
        assert "1 recorded in 1 session, 2 known" in imported(tmp_path, [a_hand(1), a_hand(2), a_hand(3)])
        assert Hand.objects.count() == 3

    def test_a_numbered_hand_that_stands_twice_is_one(self, room: Room, tmp_path: Path) -> None:
        twice = [*numbered(2), a_hand(3, more="hand = 1"), *numbered(1, first=4)]
        assert "4 hands: 3 recorded in 1 session, 1 known" in imported(tmp_path, twice)

    def test_a_numbered_hand_that_was_refused_is_looked_at_again(self, room: Room, tmp_path: Path) -> None:
        wrong = a_hand(1, more="hand = 1\nfinishing_stacks = [98, 101, 101]")
        assert "2 hands: 0 recorded in 0 sessions, 0 known already, 2 refused" in imported(
            tmp_path, [wrong, wrong.replace("[1]", "[2]", 1)], status=1
        )

    def test_across_chunks_and_one_by_one(self, room: Room, tmp_path: Path) -> None:
        imported(tmp_path, numbered(CHUNK + 3), "torn.phhs")
        table = Table.objects.get()
        file = tmp_path / "night.phhs"
        file.write_text("\n".join(numbered(2 * CHUNK + 1)))
        with Importer(table, chunk=1) as importer:
            results = [outcome.result for outcome in importer.record(look_at(file))]
            importer.close()
        assert results == ["known"] * (CHUNK + 3) + ["recorded"] * (CHUNK - 2)

    def test_what_was_imported_when_files_were_told_apart_is_known_by_its_file(
        self, room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = tmp_path / "night.phhs"
        file.write_text("\n".join([a_hand(1), a_hand(2)]))
        digest = look_at(file).digest[:KEY_DIGITS]
        with monkeypatch.context() as earlier:
            earlier.setattr("games.importing.digest_of", lambda phh: digest)
            assert "2 recorded" in imported(tmp_path, [a_hand(1), a_hand(2)])
        assert "0 recorded in 0 sessions, 2 known already" in imported(tmp_path, [a_hand(1), a_hand(2)])


class TestByPage:
    def test_the_report_tells_known_hands_with_their_lines(self, office: Client) -> None:
        whole = numbered(4)
        chosen(office, ("torn.phhs", "\n".join(whole[:2]).encode()))
        run_jobs(IMPORT)
        chosen(office, ("night.phhs", "\n".join(whole).encode()))
        run_jobs(IMPORT)
        done = FileImport.objects.get(name="night.phhs")
        assert (Hand.objects.count(), done.recorded, done.known) == (4, 2, 2)
        lines = office.get(reverse("import_report", args=[done.pk]))
        rows = list(csv.DictReader(io.StringIO(b"".join(lines.streaming_content).decode())))  # type: ignore[attr-defined]
        assert [(row["Hand"], row["Line"], row["Code"]) for row in rows] == [("1", "1", "known"), ("2", "12", "known")]
        assert rows[0]["Reason"] == "It was recorded already from torn.phhs: no hand is recorded twice."
        assert AuditEvent.objects.filter(verb="hands.file_imported").latest("pk").after == {
            "recorded": 2, "known": 2, "refused": 0,
        }  # fmt: skip
        assert "Report of night.phhs" in text(office.get(reverse("imports")))

    def test_what_an_earlier_run_of_the_same_file_recorded_stayed_out_of_nothing(self, office: Client) -> None:
        chosen(office, ("night.phhs", "\n".join(numbered(2)).encode()))
        run_jobs(IMPORT)
        FileImport.objects.update(ended_at=None, text="\n".join(numbered(2)))
        done = FileImport.objects.get()
        file_importing.import_file(room_id=done.room_id, digest=done.digest, progress=lambda done, total: None)
        again = FileImport.objects.get()
        assert (again.recorded, again.known, RefusedHand.objects.count()) == (2, 0, 0)

    def test_a_hand_of_another_file_chosen_together_is_known(self, office: Client) -> None:
        whole = numbered(2)
        chosen(office, ("torn.phhs", whole[0].encode()), ("night.phhs", "\n".join(whole).encode()))
        run_jobs(IMPORT)
        assert set(FileImport.objects.values_list("name", "recorded", "known")) == {
            ("torn.phhs", 1, 0), ("night.phhs", 1, 1),
        }  # fmt: skip

    def test_a_hand_twice_under_one_number_counts_once(self, office: Client) -> None:
        twice = [*numbered(2), a_hand(3, more="hand = 1")]
        chosen(office, ("night.phhs", "\n".join(twice).encode()))
        run_jobs(IMPORT)
        assert (FileImport.objects.get().recorded, FileImport.objects.get().known) == (2, 1)
