"""What deploy/ installs: units that systemd accepts and that are closed, settings that are all there, containers that
run what the units run."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.serving.arrivals import LARGEST_BODY, LONGEST_HEAD
from deploy import new_settings
from devkit.paths import ROOT
from devkit.product import TO_ITSELF
from tests.support.machine import lacking

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
SERVING = ("web", "worker", "scheduler")
CLOSED = {
    "NoNewPrivileges": "yes", "ProtectSystem": "strict", "ProtectHome": "yes", "PrivateTmp": "yes",
    "PrivateDevices": "yes", "CapabilityBoundingSet": "", "RestrictSUIDSGID": "yes", "ProtectProc": "invisible",
    "SystemCallFilter": "@system-service", "RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6",
}  # fmt: skip


def said(unit: Path) -> dict[str, str]:
    lines = [line for line in unit.read_text().splitlines() if "=" in line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def test_systemd_accepts_every_unit(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        lacking("No systemd on this machine.", "apt-get install -y systemd")
    assert len(UNITS) >= 9
    for unit in UNITS:
        text = re.sub(r"/opt/cardroom/current/\.venv/bin/\w+", "/bin/true", unit.read_text())
        (tmp_path / unit.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", *tmp_path.iterdir()], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.strip()) == (0, "")


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_a_service_may_do_nothing_beyond_its_own(unit: Path) -> None:
    told = said(unit)
    assert {name: told.get(name) for name in CLOSED} == CLOSED
    assert told["User"].startswith("cardroom")


@pytest.mark.parametrize("name", SERVING)
def test_what_serves_is_started_again_for_ever_and_is_production(name: str) -> None:
    told = said(DEPLOY / "systemd" / f"cardroom-{name}.service")
    assert (told["Restart"], told["StartLimitIntervalSec"]) == ("always", "0")
    text = (DEPLOY / "systemd" / f"cardroom-{name}.service").read_text()
    assert "Environment=CARDROOM_PRODUCTION=1" in text
    assert "owner.env" not in text


def test_containers_run_what_the_units_run() -> None:
    compose = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text())
    assert set(SERVING) < set(compose["services"])
    for name in SERVING:
        started = said(DEPLOY / "systemd" / f"cardroom-{name}.service")["ExecStart"].split()
        command = [word for word in compose["services"][name]["command"] if word not in ("--bind", "0.0.0.0:8000")]
        assert command == [Path(started[0]).name, *started[1:]]
        assert compose["services"][name]["cap_drop"] == ["ALL"]
        assert compose["services"][name]["read_only"] is True
    open_to_all = [name for name, service in compose["services"].items() if service.get("ports")]
    assert open_to_all == ["proxy"]
    assert "owner.env" not in str({name: compose["services"][name] for name in SERVING})


def test_workers_keep_to_themselves_wherever_they_are_started() -> None:
    """As `dev.py run` starts them: what a worker tells others would hold it up where its broker is cut off."""
    assert len(TO_ITSELF) == 3
    for file in (DEPLOY / "systemd" / "cardroom-worker.service", ROOT / "docs" / "OPERATIONS.md"):
        (command,) = re.findall(r"celery .* worker .*", file.read_text())
        assert " ".join(TO_ITSELF) in command, file.name


def test_nothing_secret_goes_into_the_image() -> None:
    assert all(map(ignored, (".git/config", "var/key", ".venv/bin/python")))
    beside = (*BESIDE, *new_settings.files(host="h", database="d:1", broker="b", etc=Path("/e"), state=Path("/s")))
    assert len(beside) >= 9
    assert [name for name in beside if not ignored(f"deploy/container/{name}")] == []
    assert not ignored("deploy/cardroom.env.example")


BESIDE = ("broker.env", "postgres.password", "tls/privkey.pem", "nginx.conf")


def ignored(path: str) -> bool:
    """Whether .dockerignore leaves the file out: a pattern begins at the top, or anywhere after `**/`."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    patterns = [line for line in lines if line and not line.startswith("#")]
    parents = ["/".join(path.split("/")[: depth + 1]) for depth in range(path.count("/") + 1)]
    rules = [re.escape(line).replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*") for line in patterns]
    return any(re.fullmatch(rule, each) for each in parents for rule in rules)


@pytest.fixture
def composed() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "container" / "compose.yaml").read_text())["services"]
    return found


def test_containers_are_ones_that_podman_takes(composed: dict[str, Any]) -> None:
    """It refuses other options of a tmpfs (`uid=`), and reads a file of settings with its quotes."""
    for name in SERVING:
        options = [option for each in composed[name]["tmpfs"] for option in each.partition(":")[2].split(",") if option]
        assert {option.partition("=")[0] for option in options} <= {"mode", "size", "rw", "noexec", "nosuid", "nodev"}
        stops = said(DEPLOY / "systemd" / f"cardroom-{name}.service")["TimeoutStopSec"]
        assert composed[name]["stop_grace_period"] == f"{stops}s"
    assert composed["rabbitmq"]["hostname"]
    assert "collectstatic" in composed["migrate"]["command"][-1]


def test_the_database_in_a_container_is_ready_only_at_its_address(composed: dict[str, Any]) -> None:
    test = composed["postgres"]["healthcheck"]["test"]
    assert test[test.index("-h") + 1] == "127.0.0.1"


def archived(composed: dict[str, Any], tmp_path: Path, content: bytes) -> int:
    (setting,) = [word for word in composed["postgres"]["command"] if word.startswith("archive_command=")]
    (tmp_path / "source").write_bytes(content)
    command = setting.partition("=")[2].replace("/archive/wal", str(tmp_path / "wal"))
    filled = command.replace("%p", str(tmp_path / "source")).replace("%f", "0001")
    return subprocess.run(["sh", "-c", filled], check=False, capture_output=True).returncode


def test_the_database_in_a_container_archives_each_file_once(composed: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "wal").mkdir()
    assert archived(composed, tmp_path, b"booked") == 0
    assert archived(composed, tmp_path, b"booked") == 0, "kept before a crash, and asked for again"
    assert archived(composed, tmp_path, b"of another server") != 0
    assert [(file.name, file.read_bytes()) for file in (tmp_path / "wal").iterdir()] == [("0001", b"booked")]
    assert "archive_timeout=60" in composed["postgres"]["command"]


def test_the_database_in_a_container_owns_its_archive(composed: dict[str, Any], tmp_path: Path) -> None:
    """A new volume is root's; the folders in it are made before the image's own entry point, which gets every word."""
    for name in ("install", "docker-entrypoint.sh"):
        (tmp_path / name).write_text('#!/bin/sh\necho "$(basename "$0")" "$@"\n')
        (tmp_path / name).chmod(0o755)
    entry = [word.replace("$$", "$") for word in composed["postgres"]["entrypoint"]]
    done = subprocess.run(
        [*entry, "postgres", "-c", "a b"], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    made, started = done.stdout.splitlines()
    assert made == "install -d -o postgres -g postgres -m 0700 /archive/wal /archive/base"
    assert started == "docker-entrypoint.sh postgres -c a b"


# ------------------------------------------------------------------------------------------------------- settings


def read_by_the_product() -> set[str]:
    """What the product's own file sets: not the owner's address, which has its own, nor the port of `dev.py run`."""
    text = (ROOT / "config" / "settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', text))
    for file in (ROOT / "gunicorn.conf.py", *(ROOT / "config").rglob("*.py")):
        read |= set(re.findall(r'os\.environ\.get\("([A-Z_]+)"', file.read_text()))
    return read - {"DATABASE_OWNER_URL", "PORT"}


def in_example(name: str) -> set[str]:
    return set(re.findall(r"^#?([A-Z_]+)='", (DEPLOY / name).read_text(), re.MULTILINE))


def test_every_setting_stands_in_the_example_and_in_the_readme() -> None:
    read = read_by_the_product()
    assert len(read) >= 25
    assert in_example("cardroom.env.example") == read
    assert in_example("owner.env.example") == {"DATABASE_OWNER_URL"}
    told = set(re.findall(r"^\| `([A-Z_]+)`", (ROOT / "README.md").read_text(), re.MULTILINE))
    assert not (read | {"DATABASE_OWNER_URL", "PORT"}) - told


def test_an_example_is_read_by_the_shell_as_by_systemd(tmp_path: Path) -> None:
    for name in ("cardroom.env.example", "owner.env.example", "backup.env.example"):
        file = shutil.copy(DEPLOY / name, tmp_path / name)
        for line in file.read_text().splitlines():
            assert not line or line.startswith("#") or re.fullmatch(r"[A-Z_]+='[^']*'", line)
        script = f'. {DEPLOY}/bin/settings.sh; read_settings "{file}"; env'
        done = subprocess.run(
            ["sh", "-euc", script], capture_output=True, text=True, check=True, env={"PATH": "/usr/bin:/bin"}
        )
        assert "CARDROOM_TLS=1" in done.stdout or name != "cardroom.env.example"


def test_a_file_of_settings_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    done = subprocess.run(
        [DEPLOY / "bin" / "cardroom", "check"], capture_output=True, text=True, check=False,
        env={"PATH": "/usr/bin:/bin", "CARDROOM_ETC": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 78
    assert "cardroom.env can't be read" in done.stderr


@pytest.mark.parametrize("script", sorted((DEPLOY / "bin").iterdir()), ids=lambda file: file.name)
def test_scripts_are_ones_that_a_shell_reads(script: Path) -> None:
    assert subprocess.run(["sh", "-n", script], check=False).returncode == 0


# ------------------------------------------------------------------------------------------------------ the proxy


def test_the_proxys_bounds_are_the_products() -> None:
    text = (DEPLOY / "nginx" / "cardroom.conf").read_text()
    assert LARGEST_BODY == 1 << 20
    assert re.findall(r"client_max_body_size (\w+);", text) == ["1m"]
    count, size = map(int, re.findall(r"large_client_header_buffers (\d+) (\d+)k;", text)[0])
    assert count * size * 1024 == LONGEST_HEAD
    settings = (ROOT / "gunicorn.conf.py").read_text()
    kept_here = int(re.findall(r"keepalive = (\d+)", settings)[0])
    assert int(re.findall(r"keepalive_timeout (\d+)s;  #", text)[0]) < kept_here


# -------------------------------------------------------------------------------------------------- a new server


def test_a_new_servers_secrets_are_its_own_and_made_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--host", "room.example", "--database", "10.0.0.5:5433", "--state", "/srv/state", "--etc"]
    for name in ("one", "two"):
        assert new_settings.main([*asked, str(tmp_path / name)]) == 0
    one, two = ({file.name: file.read_text() for file in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one.keys() == {"cardroom.env", "owner.env", "backup.env", "backup.pgpass", "roles.env"}
    assert not [name for name in one if one[name] == two[name]]
    assert all((tmp_path / "one" / name).stat().st_mode & 0o077 == 0 for name in one)
    app = re.findall(r"CARDROOM_APP_PASSWORD='(.{32})'", one["roles.env"])[0]
    assert f"DATABASE_URL='postgresql://cardroom_app:{app}@10.0.0.5:5433/cardroom'" in one["cardroom.env"]
    assert "ALLOWED_HOSTS='room.example'" in one["cardroom.env"]
    assert "PASSWORD@" not in "".join(line for line in one["cardroom.env"].splitlines() if not line.startswith("#"))
    assert one["backup.pgpass"].startswith("10.0.0.5:5433:*:cardroom_backup:")
    assert new_settings.main([*asked, str(tmp_path / "one")]) == 1
    assert "nothing was changed" in capsys.readouterr().err
    assert (tmp_path / "one" / "owner.env").read_text() == one["owner.env"]


def test_settings_for_containers_have_no_quotes(tmp_path: Path) -> None:
    asked = ["--host", "room.example", "--database", "postgres:5432", "--broker", "amqp://cardroom:x@rabbitmq:5672//"]
    assert new_settings.main([*asked, "--containers", "--etc", str(tmp_path / "one")]) == 0
    text = {file.name: file.read_text() for file in (tmp_path / "one").iterdir()}
    assert re.search(r"^SECRET_KEY=[\w-]{64}$", text["cardroom.env"], re.MULTILINE)
    assert re.search(r"^CARDROOM_APP_PASSWORD=[\w-]{32}$", text["roles.env"], re.MULTILINE)
    assert [line for file in text.values() for line in file.splitlines() if re.match(r"#?[A-Z_]+='", line)] == []


def test_the_web_servers_own_words_are_json_too() -> None:
    """A file that other programs read has no line of another form, from the first on."""
    environ = {"PATH": "/usr/bin:/bin", "CARDROOM_PROXIES": "0", "SECRET_KEY": "of-this-test"}
    command = [sys.executable, "-m", "gunicorn", "--bind", "127.0.0.1:0", "tests.support.plain_app:app"]
    with subprocess.Popen(command, cwd=ROOT, env=environ, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        lines = [process.stderr.readline() for _ in range(3)]
        process.terminate()
        lines += process.stderr.readlines()
    assert "Starting gunicorn" in json.loads(lines[0])["event"]
    assert all(json.loads(line)["timestamp"] for line in lines)
