"""docs/OPERATIONS.md, word by word: its `run` blocks in their order, in a folder and with a PostgreSQL of their own;
its `machine` blocks as far as that goes without a machine."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from devkit.paths import ROOT, VENV
from tests.support.cluster import Cluster, free_port, make_roles, plain
from tests.support.people import PASSWORD

TEXT = (ROOT / "docs" / "OPERATIONS.md").read_text()
BLOCK = re.compile(r"^```sh (\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(TEXT)
KINDS = {"run", "machine", "words", "trial", "places", "copy", "primary", "promote"}
"""Of these, `copy`, `primary` and `promote` are run by tests/faults/test_standby.py, on two servers."""
LAID_BESIDE = ("broker.env", "roles.env", "backup.env", "postgres.password", "nginx.conf", "tls")
MADE_THERE = {f"deploy/container/{name}" for name in LAID_BESIDE}
"""What whoever installs lays beside compose.yaml."""
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", "tests", "benchmarks", "__pycache__", ".*_cache")


def of_kind(*kinds: str) -> list[str]:
    return [block for kind, block in BLOCKS if kind in kinds]


def test_every_block_says_where_it_runs() -> None:
    assert {kind for kind, _ in BLOCKS} == KINDS
    assert len(of_kind("run")) >= 8
    assert len(of_kind("machine")) >= 8
    assert TEXT.count("```") == 2 * len(BLOCKS)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_every_block_is_one_that_a_shell_reads_and_names_what_is_there(number: int) -> None:
    block = BLOCKS[number][1]
    assert subprocess.run(["bash", "-n"], input=block, text=True, check=False).returncode == 0
    for path in set(re.findall(r"(?<![\w/])deploy/[\w./-]*\w", block)) - MADE_THERE:
        assert (ROOT / path).exists(), path
    units = set(re.findall(r"cardroom[\w-]*\.(?:service|timer|socket|target)", block))
    assert units <= {file.name for file in (ROOT / "deploy" / "systemd").iterdir()}


def test_every_command_of_ours_in_it_exists() -> None:
    commands = set(re.findall(r"deploy/bin/cardroom(?:-owner)? (\w+)", TEXT))
    commands |= set(re.findall(r"cardroom-owner (\w+)", TEXT))
    own = {file.stem for file in ROOT.glob("**/management/commands/*.py") if ".venv" not in file.parts}
    assert len(commands) >= 6
    assert commands <= own | {"collectstatic", "check"}


def test_postgresql_is_stopped_by_the_name_that_is_waited_for() -> None:
    """On Debian `postgresql` is a name for all clusters: stopping it returns while they still run, and starting it does
    nothing where one of them died."""
    told = TEXT + (ROOT / "deploy" / "promote.py").read_text()
    stopped = re.findall(r"systemctl (?:stop|start|restart|status|disable --now) (postgresql\S*?)(?=[\s`;\"])", told)
    assert len(stopped) >= 10
    assert set(stopped) == {"postgresql@15-main"}


def test_a_backup_is_put_back_by_somebody_who_may_read_it() -> None:
    """The folder of base backups is cardroom-backup's alone: only root copies it for postgres."""
    (block,) = [block for block in of_kind("machine") if "recovery.signal" in block]
    assert block.startswith('cp -a "$BACKUPS/base/')
    assert block.index("chown -R postgres:") < block.index("systemctl start")


def test_the_readme_leads_here() -> None:
    assert "(docs/OPERATIONS.md)" in (ROOT / "README.md").read_text()


@pytest.fixture
def machine(operated: Cluster) -> Iterator[Path]:
    """Folders as on a machine, with the release unpacked; the roles get the tests' passwords again afterwards."""
    home = Path(tempfile.mkdtemp(prefix="cardroom-machine-", dir="/tmp"))
    home.chmod(0o755)
    release = home / "opt" / "releases" / "0.3.0"
    shutil.copytree(ROOT, release, ignore=LEFT_OUT, symlinks=True)
    (release / ".venv").symlink_to(VENV.resolve())
    (home / "state").mkdir()
    for name in ("base", "wal"):
        (home / "backups" / name).mkdir(parents=True)
        operated.programs.own(home / "backups" / name)
    (home / "backups" / "wal").rmdir()
    (home / "backups" / "wal").symlink_to(operated.archive)
    (home / "password").write_text(PASSWORD + "\n")
    yield home
    make_roles(operated)
    shutil.rmtree(home, ignore_errors=True)


def script(home: Path, cluster: Cluster) -> str:
    """The `run` and `trial` blocks in their order, behind the words of this machine."""
    words = f"""
set -euo pipefail
trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT
APP={home}/opt ETC={home}/etc STATE={home}/state BACKUPS={home}/backups
HOST=cardroom.example DATABASE=127.0.0.1:{cluster.port} BROKER=filesystem://localhost WEB=127.0.0.1:{free_port()}
AS_POSTGRES='' AS_CARDROOM='' AS_BACKUP=''
export CARDROOM_ETC=$ETC
"""
    account = cluster.programs.account
    lets_in = f'chmod 0755 "$ETC"; chown {account.name} "$ETC/backup.pgpass"' if account else ":"
    blocks = []
    for kind, block in BLOCKS:
        if kind == "words":
            blocks.append(words)
        elif kind in ("run", "trial"):
            blocks.append(f"{block}\n{lets_in if 'new_settings' in block else ''}")
    return "\n".join(f"echo '== {number}'\n{block}" for number, block in enumerate(blocks))


def test_a_room_comes_out_of_it(machine: Path, operated: Cluster) -> None:
    told = {
        **plain(), "PGHOST": str(operated.home), "PGPORT": str(operated.port), "PGUSER": "postgres",
        "PASSWORD_FILE": str(machine / "password"), "PATH": f"/usr/bin:/bin:/usr/sbin:{os.environ['PATH']}",
    }  # fmt: skip
    done = subprocess.run(
        ["bash", "-c", script(machine, operated)], env=told, capture_output=True, text=True, check=False, timeout=1200,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    said = done.stdout
    assert "River Room is set up: USD" in said
    assert "Alex Diaz is the administrator of River Room" in said
    assert '"status": "ok"' in said
    assert "The backup can be put back." in said
    assert "FAIL" not in said
    assert not (machine / "etc" / "roles.env").exists()
    assert (machine / "state" / "static" / "staticfiles.json").exists()
    assert PASSWORD not in said + done.stderr
