"""The environment's stamp, the kept secrets, the lock between commands, the words of the command line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from devkit import cli, keys, locks, postgres, supervisor, venv
from devkit.paths import ROOT
from devkit.trouble import TroubleError


def test_an_environment_is_current_until_its_lock_changes(tmp_path: Path) -> None:
    lock, stamp = tmp_path / "requirements.txt", tmp_path / "stamp"
    lock.write_text("django==5.2\n")
    assert not venv.is_current(stamp, [lock])
    stamp.write_text(venv.stamp_of(lock) + "\n")
    assert venv.is_current(stamp, [lock])
    lock.write_text("django==5.3\n")
    assert not venv.is_current(stamp, [lock])


def test_a_python_without_ensurepip_gets_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(venv.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(venv.shutil, "which", lambda name: "/usr/bin/apt-get" if name == "apt-get" else None)
    with pytest.raises(TroubleError) as refused:
        venv.create()
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert f"apt-get install -y python{version}-venv" in refused.value.remedy


@pytest.mark.parametrize("starts", [True, False])
def test_a_changed_lock_takes_no_environment_away_that_starts(
    starts: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done: list[str] = []
    monkeypatch.setattr(venv, "starts", lambda: starts)
    monkeypatch.setattr(venv, "create", lambda: done.append("created"))
    monkeypatch.setattr(venv, "install", lambda lock: done.append(f"installed {lock.name}"))
    monkeypatch.setattr(venv, "VENV", tmp_path / "environment")
    monkeypatch.setattr(venv, "STAMP", tmp_path / "stamp")
    venv.build(venv.RUN_LOCK)
    assert done == ["created"] * (not starts) + ["installed requirements.txt"]
    assert venv.STAMP.read_text().strip() == venv.stamp_of(venv.RUN_LOCK)


def test_nothing_is_installed_through_a_link(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done: list[str] = []
    (tmp_path / "theirs").mkdir()
    (tmp_path / "mine").symlink_to(tmp_path / "theirs")
    monkeypatch.setattr(venv, "VENV", tmp_path / "mine")
    monkeypatch.setattr(venv, "STAMP", tmp_path / "mine" / "stamp")
    monkeypatch.setattr(venv, "create", lambda: done.append("created"))
    monkeypatch.setattr(venv, "install", lambda lock: done.append("installed"))
    with pytest.raises(TroubleError) as refused:
        venv.build(venv.RUN_LOCK)
    assert str(tmp_path / "theirs") in refused.value.message
    assert f"rm {tmp_path / 'mine'}" in refused.value.remedy
    assert (done, list((tmp_path / "theirs").iterdir())) == ([], [])


def test_a_link_to_nothing_is_refused_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "mine").symlink_to(tmp_path / "gone")
    monkeypatch.setattr(venv, "VENV", tmp_path / "mine")
    with pytest.raises(TroubleError, match="is a link to"):
        venv.build(venv.RUN_LOCK)


def test_an_older_python_is_told_which_one_to_use() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import dev; dev.refuse_old_python()"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert told.returncode == 1
    assert "needs Python 3.11 or newer" in told.stderr


def test_a_secret_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret_key"
    first = keys.kept(file, 48)
    assert keys.kept(file, 48) == first
    assert len(first) >= 64
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_lock_has_one_holder_who_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.lock"
    held = locks.try_lock(path)
    assert held is not None
    assert locks.try_lock(path) is None
    assert locks.holder(path) == os.getpid()
    held.close()
    again = locks.try_lock(path)
    assert again is not None
    again.close()


def test_a_dead_holder_is_nobody(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    (tmp_path / "lock").write_text(str(ended.pid))
    assert locks.holder(tmp_path / "lock") is None


def test_a_long_path_gets_a_short_socket(tmp_path: Path) -> None:
    assert postgres.socket_folder(tmp_path / "a") == tmp_path / "a" / "socket"
    short = postgres.socket_folder(tmp_path / ("long" * 30))
    assert len(os.fsencode(short / postgres.SOCKET_NAME)) <= postgres.LONGEST_SOCKET


def test_pauses_between_restarts_double_up_to_half_a_minute() -> None:
    assert [supervisor.pause_after(deaths) for deaths in (1, 2, 3, 9)] == [0.5, 1, 2, 30]


@pytest.mark.parametrize(("words", "code"), [([], 0), (["--help"], 0), (["fly"], 2), (["run", "fast"], 2)])
def test_an_unknown_word_shows_the_words_that_there_are(
    words: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == code
    shown = capsys.readouterr()
    assert "python3 dev.py run" in (shown.err if code else shown.out)
