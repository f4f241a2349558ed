"""One run at a time, whose database it is, and what the processes find in their environment."""

import os
from pathlib import Path

import pytest

from config.staff.views.sign_in import DEMO_SIGN_INS
from demo import people
from devkit import locks, product, run
from devkit.trouble import TroubleError


@pytest.fixture
def room_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The lock of a room in a folder of its own."""
    monkeypatch.setattr(run, "ROOM_LOCK", tmp_path / "run.lock")
    return tmp_path / "run.lock"


def test_a_second_run_is_told_who_runs_already(room_lock: Path) -> None:
    refused = pytest.raises(TroubleError, match=f"running already .process {os.getpid()}")
    with run.the_room_to_itself(), refused, run.the_room_to_itself():
        pass


def test_the_room_is_free_again_after_a_run(room_lock: Path) -> None:
    for _ in range(2):
        with run.the_room_to_itself():
            assert locks.holder(room_lock) == os.getpid()


def test_the_demo_keeps_the_old_data_beside_the_new(tmp_path: Path) -> None:
    for row in ("older", "old"):
        (tmp_path / "data").mkdir()
        (tmp_path / "data" / "row").write_text(row)
        assert run.put_data_aside(tmp_path) == tmp_path / "data.previous"
    assert (tmp_path / "data.previous" / "row").read_text() == "old"
    assert run.put_data_aside(tmp_path) is None


def test_the_demo_never_empties_a_servers_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://somewhere/cardroom")
    with pytest.raises(TroubleError, match="DATABASE_URL names a server"):
        run.demo()


def test_the_environment_goes_before_what_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")
    monkeypatch.setenv("CARDROOM_DEMO_PASSWORD", "chosen")
    environ = product.environment({"DATABASE_URL": "postgresql:///x"}, tmp_path)
    assert (environ["SECRET_KEY"], environ["CARDROOM_DEMO_PASSWORD"]) == ("given", "chosen")
    assert list(tmp_path.iterdir()) == []


def test_links_carry_the_port_under_which_the_room_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CARDROOM_ADDRESS", raising=False)
    monkeypatch.setenv("PORT", "8123")
    assert product.environment({}, tmp_path)["CARDROOM_ADDRESS"] == "http://127.0.0.1:8123"
    monkeypatch.setenv("CARDROOM_ADDRESS", "https://room.example")
    assert product.environment({}, tmp_path)["CARDROOM_ADDRESS"] == "https://room.example"


def test_the_demos_people_are_announced_with_their_pin(capsys: pytest.CaptureFixture[str]) -> None:
    assert tuple(username for username, *_ in people.STAFF) == product.DEMO_STAFF
    assert product.DEMO_STAFF == DEMO_SIGN_INS, "the page of the door names the same people"
    assert people.PIN == product.DEMO_PIN
    run.announce(Speaker(), {"CARDROOM_DEMO": "1", "CARDROOM_DEMO_PASSWORD": "sesame"}, 8000)  # type: ignore[arg-type]
    said = capsys.readouterr().out
    for words in ("http://127.0.0.1:8000/", ", ".join(product.DEMO_STAFF), "sesame", people.PIN):
        assert words in said


class Speaker:
    """Prints what a supervisor would say."""

    def say(self, name: str, line: str) -> None:
        print(name, line)


def test_keys_that_nobody_gave_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SECRET_KEY", "CARDROOM_DEMO_PASSWORD", "CARDROOM_DEMO"):
        monkeypatch.delenv(name, raising=False)
    first, second = product.environment({}, tmp_path), product.environment({}, tmp_path)
    assert first["SECRET_KEY"] == second["SECRET_KEY"] != first["CARDROOM_DEMO_PASSWORD"]
    assert first["CARDROOM_DEMO"] == "1"


@pytest.mark.parametrize(("value", "demo"), [("1", True), ("0", False), ("false", False), ("", False)])
def test_the_demo_room_is_made_only_where_it_is_wanted(
    value: str, demo: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDROOM_DEMO", value)
    steps = {step.name: step for step in product.preparations(product.environment({}, tmp_path))}
    assert ("demo" in steps) is demo
    assert list(steps)[:2] == ["migrate", "grants"]
    assert all(step.environment["CARDROOM_ANCHORS"] for name, step in steps.items() if name != "demo")
    assert not demo or steps["demo"].environment["CARDROOM_ANCHORS"] == ""


def test_who_serves_does_not_hold_the_owners_address(tmp_path: Path) -> None:
    urls = {"DATABASE_URL": "postgresql:///app", "DATABASE_OWNER_URL": "postgresql:///owner"}
    environ = product.environment(urls, tmp_path)
    for served in (product.web(environ, 8000), product.worker(environ), product.scheduler(environ)):
        assert "DATABASE_OWNER_URL" not in served.environment
        assert served.environment["DATABASE_URL"] == "postgresql:///app"
    assert all("DATABASE_OWNER_URL" in step.environment for step in product.preparations(environ))
