"""A room on several hosts: the database, a broker, two web servers, two workers, the scheduler and the tablets, each
with a network of its own (tests/support/hosts.py), each program started as its unit in deploy/systemd does."""

import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

from django.db.models import Q, QuerySet
from django.utils import timezone

from cage.models import BuyIn, CashOut
from config.jobs.models import Job, WorkerPulse
from devkit.paths import ROOT
from devkit.product import TO_ITSELF
from games.models import Hand
from rake.models import Rating
from tests.support.api import token_for
from tests.support.cluster import PASSWORDS, Cluster, plain
from tests.support.desk import Desk, at_play_now, open_desk_now, person
from tests.support.hosts import Host, Network
from tests.support.machine import lacking
from tests.support.proofs import sized
from tests.support.storm import faults_of_the_books

PATIENCE = 180.0  # seconds; a busy machine starts Python slowly, and a worker comes back to its broker step by step
CELERY = [sys.executable, "-m", "celery", "--quiet", "-A", "config"]
BROKERS = {"rabbitmq": "amqp://cardroom:of-a-test-only@{}:5672//", "redis": "redis://{}:6379/0"}
WAITS_FOR_LOCKS = "?options=-c%20lock_timeout%3D1min"
"""A job that a test lets wait must still wait when the test has seen it, on a busy machine too."""
BELL = "import sys; from celery import Celery; Celery(broker=sys.argv[1]).send_task('jobs.sweep', expires=15)"
ACTS: dict[str, Any] = {"tick": Hand, "buy-in": BuyIn, "cash-out": CashOut}
Seen = TypeVar("Seen")
UNFINISHED = [Job.State.WAITING, Job.State.RUNNING]
TABLETS = sized(4, 4, 12)


def waited_for(happened: Callable[[], Seen], tell: Callable[[], str]) -> Seen:
    """Return what was seen when it has happened; fail with what there is to tell where it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not (seen := happened()):
        assert time.monotonic() < deadline, tell()
        time.sleep(0.1)
    return seen


@dataclass
class Machines:
    """The hosts round one database and one broker, and what runs on them: `each` web servers and workers."""

    network: Network
    cluster: Cluster
    home: Path
    database: Host
    kind: str = "rabbitmq"
    each: int = 2
    broker: Host = field(init=False)
    webs: list[Host] = field(init=False)
    workers: list[Host] = field(init=False)
    scheduler: Host = field(init=False)
    client: Host = field(init=False)

    def __post_init__(self) -> None:
        def named(name: str) -> Host:
            return self.network.host(f"{self.kind}-{name}")

        self.broker, self.scheduler, self.client = named("broker"), named("scheduler"), named("tablets")
        self.webs = [named(f"web{number}") for number in range(1, self.each + 1)]
        self.workers = [named(f"worker{number}") for number in range(1, self.each + 1)]

    # -------------------------------------------------------------------------------------------- what runs on them

    @property
    def hosts(self) -> list[Host]:
        """All but the database's, which others may use too."""
        return [self.broker, self.scheduler, self.client, *self.webs, *self.workers]

    @property
    def programs(self) -> dict[str, str]:
        """The environment of the product's programs."""
        password = PASSWORDS["CARDROOM_APP_PASSWORD"]
        return {
            **plain(), "SECRET_KEY": "several-machines-" * 4, "WEB_CONCURRENCY": "1",
            "DATABASE_URL": f"postgresql://cardroom_app:{password}@{self.database.address}:5432/cardroom",
            "BROKER_URL": self.broker_url, "ALLOWED_HOSTS": ",".join(web.address for web in self.webs),
        }  # fmt: skip

    @property
    def broker_url(self) -> str:
        return BROKERS[self.kind].format(self.broker.address)

    def log_of(self, host: Host) -> str:
        """The output of its programs."""
        return (self.home / f"{host.name}.log").read_text(errors="replace")

    def start(self, host: Host, command: list[str | Path], **more: Any) -> None:
        """Start a program there; what it says is kept beside the others'."""
        with (self.home / f"{host.name}.log").open("ab") as log:
            host.popen(command, **{"env": self.programs, "cwd": ROOT, "stdout": log, "stderr": log} | more)

    def start_broker(self) -> None:
        """RabbitMQ or Redis, with its files beside the others'."""
        start_rabbitmq(self) if self.kind == "rabbitmq" else start_redis(self)

    def start_web(self, web: Host) -> None:
        self.start(web, [sys.executable, "-m", "gunicorn", "--bind", f"{web.address}:8000", "--log-level", "warning"])

    def start_worker(self, worker: Host) -> None:
        options = ["--concurrency", "1", "--loglevel", "WARNING", *TO_ITSELF]
        WorkerPulse.objects.filter(worker=f"celery@{worker.name}").delete()
        patient = self.programs | {"DATABASE_URL": self.programs["DATABASE_URL"] + WAITS_FOR_LOCKS}
        self.start(worker, [*CELERY, "worker", *options], env=patient)

    def start_scheduler(self) -> None:
        self.start(self.scheduler, [*CELERY, "beat", "--loglevel", "WARNING", "--schedule", self.home / "schedule"])

    def start_all(self) -> None:
        """The product on its hosts; returns when the web servers answer and the workers have shown that they live."""
        self.start_broker()
        for web in self.webs:
            self.start_web(web)
        for worker in self.workers:
            self.start_worker(worker)
        self.start_scheduler()
        self.until_well()

    def until_well(self) -> None:
        """Return when all that should run does."""
        for web in self.webs:
            self.until_open(web, 8000)
        for worker in self.workers:
            alive = WorkerPulse.objects.filter(worker=f"celery@{worker.name}")
            self.until(alive.exists)

    # ------------------------------------------------------------------------------------------------------ waiting

    def until(self, happened: Callable[[], Seen]) -> Seen:
        """Return what was seen when it has happened; fail with what the programs said where it takes too long."""
        return waited_for(happened, lambda: self.said)

    def until_open(self, host: Host, port: int) -> None:
        """Return when somebody listens there."""
        self.until(lambda: bool(host.run("ss", "-Hltn", f"sport = :{port}")))

    @property
    def said(self) -> str:
        """The end of what each program said."""
        logs = [*sorted(self.home.glob("*.log")), self.cluster.home / "log"]
        return "\n".join(f"--- {log.stem}\n{log.read_text(errors='replace')[-1500:]}" for log in logs)

    def ring(self) -> None:
        """Time passes for what was sent and waits, and for what a worker has had for long; the sweep is asked for."""
        now = timezone.now()
        is_sent = Q(sent_at=None) | Q(sent_at__lt=now - timedelta(seconds=5))
        is_left = Q(started_at=None) | Q(started_at__lt=now - timedelta(seconds=15))
        Job.objects.filter(is_sent, is_left, state__in=UNFINISHED).update(due_at=now)
        self.scheduler.run(sys.executable, "-c", BELL, self.broker_url, env=plain())

    def until_all_is_done(self) -> None:
        """Return when no job is left to do."""

        def is_done() -> bool:
            left = Job.objects.filter(state__in=UNFINISHED).exists()
            if left:
                self.ring()
                time.sleep(1)
            return not left

        self.until(is_done)

    def asks_of(self, host: Host, condition: str) -> list[int]:
        """The database's processes that work for that host and are as the condition says, seen by its superuser."""
        found = f"select pid from pg_stat_activity where client_addr = '{host.address}' and ({condition})"  # noqa: S608
        return [int(pid) for pid in self.cluster.as_superuser(found).split()]


def from_here(cluster: Cluster) -> dict[str, str]:
    """The addresses of the database through its socket, which lies outside of every network."""
    at = f"/cardroom?host={cluster.home}&port={cluster.port}"
    names = {"DATABASE_URL": "app", "DATABASE_OWNER_URL": "owner"}
    return {
        variable: f"postgresql://cardroom_{role}:{PASSWORDS[f'CARDROOM_{role.upper()}_PASSWORD']}@{at}"
        for variable, role in names.items()
    }


def start_database(host: Host, cluster: Cluster) -> None:
    """PostgreSQL as its operator made it, with an address of its own."""
    said = (f"listen_addresses={host.address}", "port=5432", f"unix_socket_directories={cluster.home}")
    options = [part for each in said for part in ("-c", each)]
    command = [cluster.programs.folder / "postgres", "-D", cluster.home / "data", *options]
    with (cluster.home / "log").open("ab") as log:
        host.popen(command, account=cluster.programs.account, env=plain(), stdout=log, stderr=log)
    listens = ("ss", "-Hltn", "sport = :5432")
    waited_for(lambda: bool(host.run(*listens)), lambda: (cluster.home / "log").read_text(errors="replace"))


def start_rabbitmq(machines: Machines, *, is_full: bool = False) -> None:
    """A node of its own, known to nobody but itself; its programs find each other by a daemon of this host alone. One
    that is full answers, and takes nothing."""
    found = programs_of_rabbitmq()
    home = machines.home / "rabbitmq"
    home.mkdir(exist_ok=True)
    (home / "plugins").write_text("[].\n")
    (home / "rabbitmq.conf").write_text(
        f"listeners.tcp.1 = {machines.broker.address}:5672\nloopback_users = none\n"
        "default_user = cardroom\ndefault_pass = of-a-test-only\n"
        f"vm_memory_high_watermark.relative = {'0.00001' if is_full else '0.4'}\n"
    )
    machines.start(machines.broker, ["epmd"], env=rabbitmq_of(home))
    machines.until_open(machines.broker, 4369)
    machines.start(machines.broker, [found / "rabbitmq-server"], env=rabbitmq_of(home))
    machines.until_open(machines.broker, 5672)


def empty_rabbitmq(machines: Machines) -> None:
    """Let it take again what it is given."""
    told = [programs_of_rabbitmq() / "rabbitmqctl", "set_vm_memory_high_watermark", "0.4"]
    machines.broker.run(*told, env=rabbitmq_of(machines.home / "rabbitmq"))


def programs_of_rabbitmq() -> Path:
    """The folder of its programs."""
    found = sorted(Path("/usr/lib/rabbitmq/lib").glob("rabbitmq_server-*/sbin"))
    if not found or not shutil.which("epmd"):
        lacking("No RabbitMQ on this machine.", "apt-get install -y rabbitmq-server")
    return found[-1]


def rabbitmq_of(home: Path) -> dict[str, str]:
    """The environment that leads its programs to this node, and to nothing of the machine's own."""
    return plain() | {
        "HOME": str(home), "ERL_EPMD_ADDRESS": "127.0.0.1", "RABBITMQ_NODENAME": "rabbit@localhost",
        "RABBITMQ_MNESIA_BASE": str(home / "mnesia"), "RABBITMQ_LOG_BASE": str(home / "log"),
        "RABBITMQ_CONFIG_FILE": str(home / "rabbitmq.conf"), "RABBITMQ_ENABLED_PLUGINS_FILE": str(home / "plugins"),
        "RABBITMQ_CONF_ENV_FILE": "/dev/null", "ERL_CRASH_DUMP": str(home / "erl_crash.dump"),
    }  # fmt: skip


def start_redis(machines: Machines) -> None:
    """A Redis that keeps what it is given, as docs/OPERATIONS.md asks."""
    if not shutil.which("redis-server"):
        lacking("No Redis on this machine.", "apt-get install -y redis-server")
    home = machines.home / "redis"
    home.mkdir(exist_ok=True)
    options = ["--bind", machines.broker.address, "--protected-mode", "no", "--appendonly", "yes", "--dir", str(home)]
    machines.start(machines.broker, ["redis-server", *options], env=plain())
    machines.until_open(machines.broker, 6379)


# --------------------------------------------------------------------------------------------------- the stream of acts


@dataclass
class Stream:
    """Acts that the tablets have sent, and their outcomes."""

    machines: Machines
    desk: Desk
    process: "subprocess.Popen[bytes]"
    answers: Path
    before: dict[str, set[int]]

    @property
    def answered(self) -> list[dict[str, Any]]:
        """Each act that has ended, in order."""
        lines = self.answers.read_text().split("\n")[:-1] if self.answers.exists() else []
        return [json.loads(line) for line in lines]

    def refused_by(self, web: Host) -> list[str]:
        """Refusals of that web server, and the names of its silences."""
        ours = f" of {web.address}:8000"
        refused = [said for act in self.answered for said in act["refused"]]
        return [said.removesuffix(ours) for said in refused if said.endswith(ours)]

    def until_more(self, number: int = 2 * TABLETS) -> None:
        """Return when so many more acts were answered."""
        wanted = len(self.answered) + number
        self.machines.until(lambda: len(self.answered) >= wanted)

    def end(self) -> None:
        """Let each tablet end the act that it is at; returns when all have."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
            self.process.wait(PATIENCE)

    def recorded(self, kind: str) -> list[int]:
        """The rows of that kind that lie in the database since it began."""
        return sorted(set(rows(kind, self.desk)) - self.before[kind])

    def look_at(self) -> None:
        """Each act was answered and is there once, no other is, each hand was rated once, and the books hold."""
        answered = self.answered
        for kind in ACTS:
            acked = sorted(act["id"] for act in answered if act["kind"] == kind)
            assert acked == self.recorded(kind), f"{kind}: {self.told}"
        hands = self.recorded("tick")
        assert sorted(Rating.objects.filter(hand__in=hands).values_list("hand", flat=True)) == hands
        found = faults_of_the_books()
        assert found == [], found

    @property
    def told(self) -> str:
        """The figures, for people."""
        answered = self.answered
        refused = Counter(said for act in answered for said in act["refused"])
        longest = max((act["longest"] for act in answered), default=0.0)
        waited = max((act["waited"] for act in answered), default=0.0)
        return f"{len(answered)} answered, {dict(refused)}, longest attempt {longest:.2f} s, longest act {waited:.2f} s"


def rows(kind: str, desk: Desk) -> "QuerySet[Any, int]":
    """The numbers of all rows of that kind in the room."""
    within = {"session": desk.session} if kind == "tick" else {"room": desk.room}
    return ACTS[kind].objects.filter(**within).values_list("pk", flat=True)


@dataclass
class Play:
    """A room at play, and the tokens by which its tablets send acts."""

    desk: Desk
    tokens: dict[str, str]

    def plan(self) -> dict[str, Any]:
        """Acts for each tablet, in turn: somebody new comes to the window and goes again, and a hand is played."""
        at_play_now(self.desk)
        hand = {"kind": "tick", "body": {"rake_taken": 1_00, "pot": 30_00, "winners": [1]}}
        tablets = []
        for _ in range(TABLETS):
            patron = {"player": self.desk.player().pk, "drawer": self.desk.drawer.pk, "amount": 100_00}
            patron["confirm"] = ["same_again"]  # the tablets send their acts in turn, again and again
            bought = {"kind": "buy-in", "body": patron | {"session": self.desk.session.pk}}
            tablets.append([bought, hand, {"kind": "cash-out", "body": patron}])
        paths = {kind: f"/api/v1/{kind}s/" for kind in ("buy-in", "cash-out")}
        paths["tick"] = f"/api/v1/table-sessions/{self.desk.session.pk}/ticks/"
        return {"tokens": self.tokens, "paths": paths, "tablets": tablets}


def open_play() -> Play:
    """A table with eight players for quick hands."""
    desk = open_desk_now()
    for seat in range(1, 9):
        desk.seated(300_00, seat=seat)
    cashier = token_for(desk.cashier)
    return Play(desk, {"tick": token_for(person(desk.room, "floor")), "buy-in": cashier, "cash-out": cashier})


@contextmanager
def streaming(
    machines: Machines, play: Play, folder: Path, *, keeps_key: bool = True, patience: float = 5.0
) -> Iterator[Stream]:
    """Let the tablets send acts for the block; at its end each ends the act that it is at."""
    targets = [f"{web.address}:8000" for web in machines.webs]
    (folder / "plan.json").write_text(
        json.dumps(play.plan() | {"targets": targets, "keeps_key": keeps_key, "patience": patience})
    )
    before = {kind: set(rows(kind, play.desk)) for kind in ACTS}
    with (machines.home / "client.log").open("ab") as log:
        process = machines.client.popen(
            [sys.executable, ROOT / "tests" / "support" / "tablets.py", folder / "plan.json", folder / "answers"],
            env=plain(), stdin=subprocess.PIPE, stdout=log, stderr=log,
        )  # fmt: skip
    stream = Stream(machines, play.desk, process, folder / "answers", before)
    try:
        yield stream
    finally:
        stream.end()


def on_its_own(cluster: Cluster) -> Cluster:
    """The server, which takes its roles from the hosts' network too."""
    with (cluster.home / "data" / "pg_hba.conf").open("a") as rules:
        rules.write(
            "local cardroom cardroom_owner,cardroom_app,cardroom_verifier scram-sha-256\n"
            "host cardroom cardroom_app,cardroom_reports,cardroom_verifier 10.77.0.0/24 scram-sha-256\n"
            "host replication cardroom_backup 10.77.0.0/24 scram-sha-256\n"
        )
    return replace(cluster, port=5432)
