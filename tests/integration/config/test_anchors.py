"""Anchors: signed, written where nobody overwrites them, and held against the chain by the audit of the books."""

# ruff: noqa: S608 - the statements are an attacker's, with ids that the test has just read

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.utils import timezone

from config.audit import anchor_checks, anchors, chain, runs
from config.audit.anchor_keys import KeyMissingError, make_key, public_keys, signing_key
from config.audit.anchor_notes import BadNoteError, read_note
from config.audit.anchor_places import AnchorTakenError, Folder, Store, note_name
from config.audit.chain import short
from config.audit.chain_state import standing
from config.audit.models import Anchor, AnchorPlace, AuditEvent, AuditRun, ChainLink
from config.audit.services import record
from config.rooms.models import Room
from config.rooms.services import open_books
from players.models import Message
from players.services.gateways import SmsGateway
from tests.support.people import LONG_AGO, a_person, a_room, signed_in
from tests.support.words import text

pytestmark = pytest.mark.committed_db
LATER = timedelta(minutes=6)


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """The folder that the anchors go to; the key lies elsewhere."""
    settings.ANCHORS = [str(tmp_path / "outside")]
    settings.ANCHOR_KEY = str(tmp_path / "key")
    make_key(tmp_path / "key")
    return tmp_path / "outside"


def told(room: Room, count: int = 1) -> list[AuditEvent]:
    return [record("room.changed", room, room=room, by=None, at=LONG_AGO) for _ in range(count)]


def anchored(room: Room, times: int = 1) -> list[list[AuditEvent]]:
    """Three events and an anchor, so many times; the events."""
    events = []
    for _ in range(times):
        events.append(told(room, 3))
        last = anchors.newest_anchor()
        assert anchors.keep_anchored(at=last.at + LATER if last else timezone.now())
    return events


def faults() -> list[str]:
    return [*anchor_checks.differs_from_anchors(), *anchor_checks.altered_anchors()]


def owner(*statements: str) -> None:
    """Do what the owner does with the triggers off."""
    with connections["owner"].cursor() as cursor:
        for table in ("audit_auditevent", "audit_chainlink", "audit_chainseal", "audit_anchor"):
            cursor.execute(f"alter table {table} disable trigger user")
        for statement in statements:
            cursor.execute(statement)


def made_anew(*, after: int) -> tuple[str, ...]:
    """The statements that make every link's digest and every seal after a number of it anew."""
    return (
        "update audit_chainlink link set digest = sha256(convert_to(to_jsonb(event)::text, 'UTF8')) from"
        " audit_auditevent event, audit_chainform form where event.id = link.row_id and form.id = link.form_id"
        " and form.table_name = 'audit_auditevent'",
        f"""do $$ declare seal audit_chainseal; before audit_chainseal; joined bytea; begin
        for seal in select * from audit_chainseal where number > {after} order by number loop
            select * into before from audit_chainseal where number = seal.number - 1;
            select string_agg(int8send(id) || int8send(form_id) || int8send(row_id) || digest, '' order by id)
            into joined from audit_chainlink where id > coalesce(before.last_link, 0) and id <= seal.last_link;
            update audit_chainseal set hash = sha256(coalesce(before.hash, '') || int8send(seal.number)
                || int8send(seal.last_link) || int8send((extract(epoch from seal.at) * 1000000)::bigint)
                || coalesce(joined, '')) where number = seal.number;
        end loop; end $$""",
        "update audit_anchor set head = encode(hash, 'hex') from audit_chainseal where number = seal_number".replace(
            "where number", "where audit_chainseal.number"
        ),
    )


class TestWriting:
    def test_a_note_is_signed_and_lies_beside_its_rows(self, folder: Path) -> None:
        ((event, *_),) = anchored(a_room())
        note = read_note((folder / "00000001.txt").read_text(), public_keys(folder.parent / "key"))
        assert (note.number, note.seal, note.head) == (1, 1, Anchor.objects.get().head)
        (rows,) = folder.glob("*.rows.gz")
        assert f" audit_auditevent {event.pk} " in gzip.decompress(rows.read_bytes()).decode()
        state = AnchorPlace.objects.get()
        assert (state.name, state.number, state.trouble) == (str(folder), 1, "")
        assert faults() == []

    def test_is_written_after_the_pause_and_when_a_gaming_day_ends(self, folder: Path) -> None:
        room = a_room()
        anchored(room)
        first = anchors.newest_anchor()
        assert first
        assert anchors.keep_anchored(at=first.at + LATER) is None, "nothing was sealed since"
        told(room)
        assert anchors.keep_anchored(at=first.at + timedelta(minutes=4)) is None
        assert anchors.keep_anchored(at=first.at + LATER)
        second = anchors.newest_anchor()
        assert second
        day = room.gaming_day(second.at) + timedelta(days=1)
        assert anchors.keep_anchored(at=room.start_of(day) + timedelta(seconds=1))

    def test_a_place_that_was_away_gets_what_it_lacks(self, folder: Path) -> None:
        room = a_room()
        folder.write_text("a file is no folder")
        anchored(room, 2)
        state = AnchorPlace.objects.get()
        assert state.number == 0
        assert state.trouble
        folder.unlink()
        anchors.keep_anchored(at=timezone.now())
        assert sorted(path.name for path in folder.glob("*.txt")) == ["00000001.txt", "00000002.txt"]
        assert faults() == []

    def test_without_a_key_nothing_is_anchored(self, folder: Path) -> None:
        (folder.parent / "key").unlink()
        told(a_room())
        with pytest.raises(KeyMissingError, match=r"manage\.py anchor_key"):
            anchors.keep_anchored(at=timezone.now())

    def test_without_a_place_it_is_sealed_and_not_anchored(self, folder: Path, settings: Any) -> None:
        settings.ANCHORS = []
        told(a_room())
        assert anchors.keep_anchored(at=timezone.now()) is None
        assert faults() == []


class TestKeys:
    def test_the_key_is_its_accounts_alone_and_made_once(self, folder: Path, settings: Any) -> None:
        file = folder.parent / "key"
        assert file.stat().st_mode & 0o777 == 0o600
        with pytest.raises(CommandError, match="--rotate"):
            call_command("anchor_key")
        before = file.read_text()
        call_command("anchor_key", keep=True)
        assert file.read_text() == before

    def test_what_a_key_of_before_has_signed_is_still_believed(self, folder: Path) -> None:
        anchored(room := a_room())
        call_command("anchor_key", rotate=True, stdout=StringIO())
        assert faults() == []
        anchored(room)
        assert faults() == []
        first, second = public_keys(folder.parent / "key")
        assert signing_key(folder.parent / "key").public == first != second

    def test_nobody_elses_signature_is_believed(self, folder: Path, tmp_path: Path) -> None:
        anchored(a_room())
        make_key(tmp_path / "other")
        with pytest.raises(BadNoteError, match="not signed by the room's key"):
            read_note(Anchor.objects.get().note, public_keys(tmp_path / "other"))
        (folder / "00000001.txt").chmod(0o600)
        (folder / "00000001.txt").write_text(Anchor.objects.get().note.replace("seal 1", "seal 2"))
        assert faults() == [
            f"{folder}: anchor 1 is not believed: it is not signed by the room's key, nor by one of before"
        ]


class TestNaming:
    def test_the_row_that_was_changed_though_the_chain_was_made_anew(self, folder: Path) -> None:
        events = anchored(room := a_room(), 4)
        changed = events[2][1]
        owner(f"update audit_auditevent set verb = 'room.x' where id = {changed.pk}", *made_anew(after=0))
        fault, *_ = faults()
        assert f"audit_auditevent {changed.pk} (audit event: room.x room {room.pk}) was changed, and its link" in fault
        assert "; anchor 3 of " in fault

    def test_the_row_that_was_taken_out_with_its_link(self, folder: Path) -> None:
        events = anchored(a_room(), 2)
        gone = events[0][1].pk
        owner(
            f"delete from audit_auditevent where id = {gone}",
            f"delete from audit_chainlink where row_id = {gone} and form_id in"
            " (select id from audit_chainform where table_name = 'audit_auditevent')",
        )
        (fault,) = anchor_checks.differs_from_anchors()
        assert f"audit_auditevent {gone} (audit event) was taken out of the chain; anchor 1 of " in fault

    def test_the_newest_rows_though_their_anchors_were_taken_away_too(self, folder: Path) -> None:
        events = anchored(a_room(), 3)
        first = events[2][0].pk
        link = ChainLink.objects.get(row_id=first, form__table_name="audit_auditevent").pk
        owner(
            f"delete from audit_auditevent where id >= {first}",
            f"delete from audit_chainlink where id >= {link}",
            "delete from audit_chainseal where number = 3",
            "delete from audit_anchor where number = 3",
        )
        (fault,) = faults()
        assert f"audit_auditevent {first} (audit event) was taken out of the chain; anchor 3 of " in fault

    def test_an_anchor_that_was_put_elsewhere(self, folder: Path) -> None:
        anchored(a_room(), 2)
        (folder / "00000002.txt").unlink()
        owner("update audit_anchor set at = at - interval '1 hour'")
        assert faults() == [
            f"{folder} holds no anchor after 1; 2 were made",
            "anchor 1 is not as it was signed, or one before it is gone",
        ]

    def test_a_list_of_rows_that_is_gone(self, folder: Path) -> None:
        events = anchored(a_room())
        owner(f"update audit_auditevent set verb = 'room.x' where id = {events[0][0].pk}", *made_anew(after=0))
        next(folder.glob("*.rows.gz")).unlink()
        fault, *_ = faults()
        assert fault.endswith(f"its list of rows is gone from {folder}, or was changed")


class TestPages:
    def test_an_auditor_reads_when_and_where_and_what_an_owner_could_still_do(self, folder: Path) -> None:
        room = a_room()
        auditor = signed_in(a_person(room, "auditor"))
        assert "Nothing was anchored yet" in text(auditor.get("/audit/chain/"))
        anchored(room)
        anchor = Anchor.objects.get()
        said = text(auditor.get("/audit/chain/"))
        for part in (short(anchor.head), f"{folder} anchor 1, written", "in time", "that came after the last anchor"):
            assert part in said
        assert f"anchor 1 of {timezone.localtime(anchor.at, room.zone):%-d %b}" in text(auditor.get("/audit/"))
        assert "It has not run yet" in said
        runs.watch_books(at=timezone.now())
        AnchorPlace.objects.update(trouble="Stale file handle")
        said = text(auditor.get("/audit/chain/"))
        assert "Stale file handle" in said
        assert "late" in said
        assert f"{AuditRun.objects.get().checks} checks: everything holds" in said

    def test_the_report_of_a_day_carries_the_head_with_which_it_ended(self, folder: Path) -> None:
        room = a_room()
        open_books(room, at=LONG_AGO)
        anchored(room, 2)
        first, last = Anchor.objects.order_by("number")
        today, yesterday = room.gaming_day(first.at), room.gaming_day(first.at) - timedelta(days=1)
        manager = signed_in(a_person(room, "manager"))
        assert f"so far: {short(last.head)}" in text(manager.get(f"/reports/rake/{today}/"))
        assert f"at the end of this gaming day: {short(first.head)}" in text(manager.get(f"/reports/rake/{yesterday}/"))


class TestPlaces:
    def test_nothing_is_overwritten(self, tmp_path: Path) -> None:
        place = Folder(str(tmp_path / "new"))
        place.put("a.txt", b"one")
        place.put("a.txt", b"one")
        with pytest.raises(AnchorTakenError):
            place.put("a.txt", b"two")
        assert (place.get("a.txt"), place.get("b.txt")) == (b"one", None)
        assert [path.name for path in (tmp_path / "new").iterdir()] == ["a.txt"]

    def test_a_store_takes_by_put_and_gives_by_get(self, store: str, settings: Any) -> None:
        settings.ANCHOR_TOKEN = "sesame"
        place = Store(store)
        assert place.get(note_name(1)) is None
        place.put(note_name(1), b"one")
        place.put(note_name(1), b"one")
        with pytest.raises(AnchorTakenError):
            place.put(note_name(1), b"two")
        assert place.get(note_name(1)) == b"one"
        settings.ANCHOR_TOKEN = "wrong"
        with pytest.raises(OSError, match="401"):
            place.get(note_name(1))

    @pytest.mark.parametrize("what", ["an anchor is put", "an anchor is read", "a text message is sent"])
    def test_nobody_is_followed_to_another_address(self, sends_on: str, settings: Any, what: str) -> None:
        """The token goes along with the request, and belongs to that address alone."""
        settings.SMS_GATEWAY = f"{sends_on}/send"
        message = Message(pk=1, address="+17025550143", subject="Your seat", body="Come to table 4.")
        act = {
            "an anchor is put": partial(Store(sends_on).put, note_name(1), b"one"),
            "an anchor is read": partial(Store(sends_on).get, note_name(1)),
            "a text message is sent": partial(SmsGateway().send, message),
        }[what]
        with pytest.raises(HTTPError, match="302"):
            act()


@pytest.fixture
def store() -> Iterator[str]:
    """A store behind a token that never overwrites."""
    kept: dict[str, bytes] = {}

    class Handler(BaseHTTPRequestHandler):
        def answer(self, status: int, body: bytes = b"") -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self) -> None:
            if self.headers["Authorization"] != "Bearer sesame":
                self.answer(401)
            elif self.path in kept:
                self.answer(200, kept[self.path])
            else:
                self.answer(404)

        def do_PUT(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            assert self.headers["If-None-Match"] == "*"
            taken = self.path in kept
            kept.setdefault(self.path, body)
            self.answer(412 if taken else 201)

        def log_message(self, *facts: object) -> None: ...

    with served(Handler) as address:
        yield address


@pytest.fixture
def sends_on() -> Iterator[str]:
    """An address that sends everybody on to another, where they would be answered."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"] or 0))
            is_there = self.path.startswith("/there")
            self.send_response(200 if is_there else 302)
            if not is_there:
                self.send_header("Location", f"/there{self.path}")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_GET = do_PUT = do_POST = answer  # noqa: N815 - the base class calls them so

        def log_message(self, *facts: object) -> None: ...

    with served(Handler) as address:
        yield address


@contextmanager
def served(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """A web server for the block: its address."""
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class TestHowLateItStands:
    """As the page of the chain says it."""

    def test_what_was_sealed_and_lies_nowhere_is_late_after_two_pauses(self, folder: Path, settings: Any) -> None:
        room, pause = a_room(), timedelta(minutes=2 * settings.ANCHOR_MINUTES)
        anchored(room)
        assert not standing(at=timezone.now() + timedelta(days=1)).is_late, "nothing waits"
        seals = [chain.seal_all() for _ in range(2) if told(room)]
        first, second = (seal.at for seal in seals if seal)
        assert first < second
        assert not standing(at=first + pause).is_late
        assert standing(at=first + (second - first) / 2 + pause).is_late, "the oldest tells, not the newest"

    def test_a_place_that_takes_nothing_or_stays_behind_is_late(
        self, folder: Path, settings: Any, tmp_path: Path
    ) -> None:
        anchored(a_room(), times=2)
        assert not standing(at=timezone.now()).is_late
        AnchorPlace.objects.update(number=1)
        assert standing(at=timezone.now()).is_late
        AnchorPlace.objects.update(number=2, trouble="it is full")
        assert standing(at=timezone.now()).is_late
        AnchorPlace.objects.update(trouble="")
        settings.ANCHORS = [*settings.ANCHORS, str(tmp_path / "another")]
        assert standing(at=timezone.now()).missing == [str(tmp_path / "another")]
        assert standing(at=timezone.now()).is_late
