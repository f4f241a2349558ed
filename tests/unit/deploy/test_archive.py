"""One WAL file: kept whole under its name, kept twice without harm, never replaced by another."""

import os
from pathlib import Path

import pytest

from deploy import archive_wal

NAME = "000000010000000000000007"


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    (tmp_path / "wal").mkdir()
    source = tmp_path / NAME
    source.write_bytes(b"what was booked" * 100)
    return source, tmp_path / "wal" / NAME


def test_a_file_is_kept_and_kept_again(folders: tuple[Path, Path]) -> None:
    source, target = folders
    for _ in range(2):
        assert archive_wal.main([str(source), str(target)]) == 0
    assert target.read_bytes() == source.read_bytes()
    assert target.stat().st_mode & 0o777 == 0o640
    assert list(target.parent.iterdir()) == [target]


def test_another_file_of_that_name_is_never_replaced(
    folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = folders
    target.write_bytes(b"of another server")
    assert archive_wal.main([str(source), str(target)]) == 1
    assert target.read_bytes() == b"of another server"
    assert "does a second server archive into this folder?" in capsys.readouterr().err


def test_a_file_that_was_cut_short_is_kept_whole_the_next_time(folders: tuple[Path, Path]) -> None:
    source, target = folders
    target.with_name(f"{NAME}.part").write_bytes(b"half")
    assert archive_wal.main([str(source), str(target)]) == 0
    assert target.read_bytes() == source.read_bytes()


def test_a_full_or_missing_folder_is_said_and_asked_again(
    folders: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = folders
    assert archive_wal.main([str(source), str(target.parent / "none" / NAME)]) == 1
    assert "No such file" in capsys.readouterr().err


def test_whoever_drills_may_read_it_though_postgresql_makes_files_for_itself_alone(folders: tuple[Path, Path]) -> None:
    source, target = folders
    before = os.umask(0o077)
    try:
        assert archive_wal.main([str(source), str(target)]) == 0
    finally:
        os.umask(before)
    assert target.stat().st_mode & 0o777 == 0o640
