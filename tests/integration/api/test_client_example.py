"""The example of the guide to the API, run as it stands: a sign that reads the API and is told of events."""

import ipaddress
import json
import queue
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from importlib import util
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from config.hooks import signing
from config.hooks.delivering import send_due
from config.hooks.models import Hook, HookDelivery
from tests.support.api import token_for
from tests.support.desk import person
from tests.support.hooks import a_hook, certificate
from tests.support.source import ROOT
from tests.support.table import HandTable, open_hand_table

EXAMPLE = ROOT / "docs/examples/table_sign.py"
PATIENCE = 120.0  # seconds; a busy machine starts Python slowly
BODY = b'{"id":"0b8f7c1e","kind":"hand.recorded"}'
NOW = 1_795_809_600


def the_example() -> Any:
    """The example as a module."""
    spec = util.spec_from_file_location("table_sign", EXAMPLE)
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --------------------------------------------------------------------------------------------------------- its check


def test_the_example_believes_what_the_product_signs_and_nothing_else() -> None:
    genuine, secret = the_example().is_genuine, "4f1d2c3b"
    mark = signing.signature(secret, NOW, BODY)
    header = f"t={NOW},v1={mark}"
    assert genuine(secret, header, BODY, NOW)
    assert genuine(secret, f"t={NOW},v1={'0' * 64},v1={mark}", BODY, NOW), "of two secrets one fits"
    for late in (-300, 300):
        assert genuine(secret, header, BODY, NOW + late)
    for wrong in (
        genuine(secret, header, BODY + b" ", NOW),
        genuine("other", header, BODY, NOW),
        genuine(secret, f"t={NOW + 1},v1={mark}", BODY, NOW),
        genuine(secret, header, BODY, NOW + 301),
        genuine(secret, header, BODY, NOW - 301),
        genuine(secret, f"v1={mark}", BODY, NOW),
        genuine(secret, f"t={NOW},t={NOW},v1={mark}", BODY, NOW),
        genuine(secret, "t=x,v1=é", BODY, NOW),
        genuine(secret, "", BODY, NOW),
    ):
        assert not wrong


# ----------------------------------------------------------------------------------------------------------- its work


@dataclass
class Sign:
    """The example as it runs: where it listens, and what it shows."""

    hook: Hook
    shown: "queue.Queue[str]"
    trusts: ssl.SSLContext

    def shows(self, words: str) -> None:
        """Return when a line with these words is shown."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.shown.get(timeout=deadline - time.monotonic()):
            pass

    def answer(self, body: bytes, header: str) -> int:
        """The status that it answers a body with."""
        request = urllib.request.Request(self.hook.address, body, {signing.HEADER: header})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE, context=self.trusts) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code


@pytest.fixture
def table(committed_db: str) -> HandTable:
    """A table that plays."""
    return open_hand_table()


@pytest.fixture
def sign(table: HandTable, live_server: Any, tmp_path: Path, settings: Settings) -> Iterator[Sign]:
    """The example, registered and running beside the product."""
    settings.HOOKS_PRIVATE = [ipaddress.ip_network("127.0.0.0/8")]
    cert, secret_key = certificate(tmp_path)
    settings.HOOKS_CA = str(cert)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    hook = a_hook(table.desk.room, address=f"https://127.0.0.1:{port}/")
    (tmp_path / "token").write_text(token_for(person(table.desk.room, "floor"), scope="read"))
    (tmp_path / "secret").write_text(signing.secret_of(hook.nonce))
    given = ["--cardroom", live_server.url, "--token-file", tmp_path / "token", "--secret-file", tmp_path / "secret"]
    given += ["--host", "127.0.0.1", "--port", str(port), "--cert", cert, "--key", secret_key]
    command = [sys.executable, "-I", EXAMPLE, *given]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        shown: queue.Queue[str] = queue.Queue()
        reader = threading.Thread(target=lambda: [shown.put(line) for line in process.stdout or ()])
        reader.start()
        try:
            yield Sign(hook, shown, ssl.create_default_context(cafile=str(cert)))
        finally:
            process.terminate()
            reader.join(PATIENCE)


def test_the_sign_shows_the_tables_and_a_hand_as_soon_as_it_is_told_of_it(table: HandTable, sign: Sign) -> None:
    sign.shows(f"{table.session.table.name:<12} ")
    table.desk.now, table.desk.step = timezone.now(), timedelta(0)
    table.tick()
    told = HookDelivery.objects.get(kind="hand.recorded")
    assert send_due(timezone.now) == 1
    told.refresh_from_db()
    assert (told.state, told.tries, told.answer) == ("taken", 1, "204")
    sign.shows("hands    1")

    body = told.body.encode()
    now = int(time.time())
    again = f"t={now},v1={signing.signature(signing.secret_of(sign.hook.nonce), now, body)}"
    assert sign.answer(body, again) == 204, "the second time is an answer too, or it would come a third time"
    assert sign.answer(json.dumps({"id": "forged"}).encode(), again) == 401
