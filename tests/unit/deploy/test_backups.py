"""Which backups stay, where a backup's WAL begins, and what a drill asks."""

from pathlib import Path

import pytest

from deploy import backup, copies, programs, restore_drill
from deploy.programs import Programs
from devkit.trouble import TroubleError

LABEL = "START WAL LOCATION: 0/5000028 (file 000000010000000000000005)\nCHECKPOINT LOCATION: 0/5000060\n"


class Noted(Programs):
    """Programs that are asked and not run."""

    said: list[tuple[str, ...]] = []

    def run(self, name: str, *arguments: str | Path, environ: dict[str, str] | None = None) -> str:
        self.said.append((name, *map(str, arguments)))
        return ""


@pytest.fixture
def noted() -> Noted:
    Noted.said = []
    return Noted(Path("/none"), None)


def a_backup(folder: Path, name: str, *, is_whole: bool = True) -> Path:
    (folder / name).mkdir(parents=True)
    if is_whole:
        (folder / name / "backup_label").write_text(LABEL)
    return folder / name


def test_only_whole_backups_count_and_the_newest_is_put_back(tmp_path: Path) -> None:
    first, last = a_backup(tmp_path, "20260301T051500Z"), a_backup(tmp_path, "20260302T051500Z")
    a_backup(tmp_path, "20260303T051500Z", is_whole=False)
    a_backup(tmp_path, ".20260304T051500Z.draft")
    assert backup.backups(tmp_path) == [first, last]
    assert backup.newest(tmp_path) == last
    assert backup.newest(first) == first


def test_without_a_backup_it_says_how_to_take_one(tmp_path: Path) -> None:
    with pytest.raises(TroubleError, match="Take one"):
        backup.newest(tmp_path)


def test_the_oldest_go_with_the_wal_that_only_they_need(tmp_path: Path, noted: Noted) -> None:
    names = [f"2026030{day}T051500Z" for day in range(1, 6)]
    for name in names:
        a_backup(tmp_path / "base", name)
    gone = backup.let_go(noted, tmp_path / "base", keep=2, archive=tmp_path / "wal")
    assert [each.name for each in gone] == names[:3]
    assert [each.name for each in backup.backups(tmp_path / "base")] == names[3:]
    assert noted.said == [("pg_archivecleanup", str(tmp_path / "wal"), "000000010000000000000005")]


def test_the_last_backup_is_never_asked_away() -> None:
    with pytest.raises(SystemExit):
        backup.main(["--to", "/none", "--keep", "0"])


def test_a_time_to_stop_at_needs_wal(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        restore_drill.main(["--to", "2026-03-01 04:00"])
    assert "--to needs --archive" in capsys.readouterr().err


def test_an_anchor_is_due_where_the_copy_knows_it_or_goes_on_beyond_it(tmp_path: Path) -> None:
    note = tmp_path / "00000012.txt"
    note.write_text("cardroom/anchor\nnumber 12\nat 2026-03-01T04:00:00+00:00\n")
    early, late = (copies.datetime.fromisoformat(f"2026-03-01T0{hour}:00:00+00:00") for hour in (3, 5))
    assert copies._is_due(note, 12, early)
    assert copies._is_due(note, 11, late)
    assert not copies._is_due(note, 11, early)


def test_a_drill_that_finds_nothing_to_put_back_ends_with_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert restore_drill.main(["--backup", str(tmp_path)]) == restore_drill.NO_COPY
    assert "The drill failed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("faults", "checks", "status"),
    [([], 104, restore_drill.HOLDS), (["I-1 transfer 7"], 104, restore_drill.BROKEN), ([], 0, restore_drill.BROKEN)],
)
def test_a_drill_ends_by_what_the_books_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], faults: list[str], checks: int, status: int
) -> None:
    """Books of which nothing was checked hold as little as books with faults."""
    report = restore_drill.Report(faults=faults, checks=checks)
    monkeypatch.setattr(restore_drill, "drill", lambda asked: report)
    assert restore_drill.main([]) == status
    assert all(fault in capsys.readouterr().out for fault in faults)


def test_this_machines_programs_are_whole_or_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PG_BIN", str(tmp_path))
    with pytest.raises(TroubleError, match="No PostgreSQL programs"):
        programs.find()
