"""The audit of the books by the clock: when it is due, what it keeps, and who answers for what it found."""

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client

from config.audit import checks
from config.audit.checks import Check, recorded_since
from config.audit.found import standing, unseen_findings
from config.audit.models import AuditEvent, AuditFinding, AuditRun
from config.audit.runs import MOST_OF_ONE_CHECK, answer, due, watch_books
from config.audit.tasks import watch_books as task
from config.audit.time_checks import audits_ahead
from config.celery import app
from config.errors import DomainError
from tests.support.arranged import arranged
from tests.support.desk import OPENING, Desk, open_desk
from tests.support.people import a_person, signed_in

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
DEAR, CHEAP = "Every hand settles", "Every account is whole"


class Books:
    """Two checks, and what each finds."""

    def __init__(self) -> None:
        self.dear: list[str] = []
        self.cheap: list[str] = []
        self.since: list[datetime | None] = []

    def look_dearly(self) -> Iterator[str]:
        self.since.append(recorded_since.get())
        yield from self.dear

    def look(self) -> Iterator[str]:
        yield from self.cheap


@pytest.fixture
def books(monkeypatch: pytest.MonkeyPatch) -> Books:
    made = Books()
    known = {"a": Check("I-17", DEAR, made.look_dearly, is_dear=True), "b": Check("I-5", CHEAP, made.look)}
    monkeypatch.setattr("config.audit.books.CHECKS", known)
    return made


@arranged
def desk() -> Desk:
    return open_desk()


def test_every_check_that_reckons_again_is_known_as_dear() -> None:
    """Hands that are played again, journals that are made again from the ledger, and hours that are added up again."""
    dear = {check.title for check in checks.CHECKS.values() if check.is_dear}
    codes = {check.code for check in checks.CHECKS.values() if check.is_dear}
    assert codes == {"I-9", "I-17", "I-18", "I-25"}
    assert [title for title in dear if "journal" in title] == [
        "Every journal that was exported is what the ledger says of its day, and balances"
    ]


def test_the_scheduler_asks_every_few_minutes() -> None:
    entry = app.conf.beat_schedule["books"]
    assert entry["task"] == task.name
    assert entry["schedule"] <= 300


def test_an_audit_that_is_dated_ahead_puts_none_off(books: Books, desk: Desk) -> None:
    """By a clock that was wrong, or by whoever wants nobody to look for a while."""
    watch_books(at=OPENING)
    ahead = OPENING + timedelta(days=20_000)
    AuditRun.objects.create(started_at=ahead, finished_at=ahead, why="day_end", checks=2, findings=0, release="x")
    assert any(f"is dated {ahead:%Y-%m-%d}" in fault for fault in audits_ahead())
    assert due(OPENING + HOUR) == AuditRun.Why.HOUR
    run = watch_books(at=OPENING + HOUR)
    assert run
    assert run.since_at == OPENING - HOUR
    assert due(OPENING + timedelta(days=1)) == AuditRun.Why.DAY_END


def test_a_check_that_breaks_is_a_fault_and_silences_no_other(
    books: Books, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a row that no program can read: somebody wrote it so that nobody looks at what comes after."""

    def unreadable() -> Iterator[str]:
        with connection.cursor() as cursor:
            cursor.execute("select 'odd'::jsonb")
        yield "never"

    books.cheap = ["account 1 is gone"]
    known = {"a": Check("I-3", DEAR, unreadable), "b": Check("I-5", CHEAP, books.look)}
    monkeypatch.setattr("config.audit.books.CHECKS", known)
    watch_books(at=OPENING)
    broken, found = AuditFinding.objects.order_by("code")
    assert broken.text.startswith("This could not be checked")
    assert "invalid input syntax for type json" in broken.text
    assert found.text == "account 1 is gone"


def test_the_books_are_audited_every_hour_and_whole_after_every_gaming_day(books: Books, desk: Desk) -> None:
    first = watch_books(at=OPENING)
    assert first
    assert (first.since_at, first.checks, first.findings) == (None, 2, 0)
    assert due(OPENING + HOUR - timedelta(seconds=1)) is None
    assert watch_books(at=OPENING + timedelta(minutes=59)) is None
    second = watch_books(at=OPENING + HOUR)
    assert second
    assert (second.why, second.since_at) == (AuditRun.Why.HOUR, OPENING - HOUR)
    morning = desk.room.start_of(desk.room.gaming_day(OPENING) + timedelta(days=1))
    assert due(morning - timedelta(minutes=1)) == AuditRun.Why.HOUR
    third = watch_books(at=morning)
    assert third
    assert (third.why, third.since_at) == (AuditRun.Why.DAY_END, None)
    assert books.since == [None, OPENING - HOUR, None]


def test_a_fault_is_a_finding_once_until_it_is_gone(books: Books, desk: Desk) -> None:
    books.cheap = ["account 7 holds -3"]
    for hours in range(3):
        watch_books(at=OPENING + hours * HOUR)
    (found,) = AuditFinding.objects.all()
    assert (found.code, found.title, found.found_at, found.gone_at) == ("I-5", CHEAP, OPENING, None)
    books.cheap = []
    run = watch_books(at=OPENING + 3 * HOUR)
    assert run
    assert run.findings == unseen_findings(desk.room) == 0
    books.cheap = ["account 7 holds -3"]
    watch_books(at=OPENING + 4 * HOUR)
    assert AuditFinding.objects.count() == 2, "what comes back is an alarm again"
    assert unseen_findings(desk.room) == 1


def test_what_only_a_whole_audit_sees_stands_until_the_next_whole_one(books: Books, desk: Desk) -> None:
    books.dear = ["hand 1 settles otherwise"]
    watch_books(at=OPENING)
    books.dear = []
    watch_books(at=OPENING + HOUR)
    assert unseen_findings(desk.room) == 1, "the hourly audit didn't look at that hand"
    watch_books(at=OPENING + 24 * HOUR)
    assert unseen_findings(desk.room) == 0


def test_of_one_check_so_many_faults_are_kept(books: Books, desk: Desk) -> None:
    books.cheap = [f"account {number} is gone" for number in range(MOST_OF_ONE_CHECK + 5)]
    watch_books(at=OPENING)
    assert AuditFinding.objects.count() == MOST_OF_ONE_CHECK


def test_a_finding_is_answered_for_once_in_words(books: Books, desk: Desk) -> None:
    books.cheap = ["account 7 holds -3"]
    watch_books(at=OPENING)
    found = AuditFinding.objects.get()
    facts = {"finding": found, "room": desk.room, "by": desk.manager, "at": OPENING}
    with pytest.raises(DomainError, match="what comes of it"):
        answer(reason=" ", **facts)
    answer(reason="counted, the drawer was short", **facts)
    assert unseen_findings(desk.room) == 0
    assert len(standing(desk.room)) == 1, "it stands until it is gone"
    with pytest.raises(DomainError, match="has answered for it already"):
        answer(reason="again", **facts)
    assert AuditEvent.objects.get(verb="audit.answered").reason == "counted, the drawer was short"
    watch_books(at=OPENING + HOUR)
    assert unseen_findings(desk.room) == 0, "what was answered for is no alarm again"


def test_the_page_tells_findings_with_links_and_runs(books: Books, desk: Desk) -> None:
    player = desk.player("Ann")
    books.cheap = [f"session 3, player {player.pk} has <b>7</b> too many at table {desk.session.table_id}"]
    auditor = signed_in(a_person(desk.room, "auditor"))
    assert "Not audited yet" in page_of(auditor)
    watch_books(at=OPENING)
    text = page_of(auditor)
    assert f'<a href="/players/{player.pk}/">player {player.pk}</a>' in text
    assert "&lt;b&gt;7" in text
    assert "all" in text
    assert "Answer for it" not in text, "an auditor changes nothing"
    found = AuditFinding.objects.get()
    assert auditor.post(f"/audit/books/{found.pk}/seen/", {"reason": "test"}).status_code == 403
    manager = signed_in(a_person(desk.room, "manager"))
    assert manager.post(f"/audit/books/{found.pk}/seen/", {"reason": ""}).status_code == 422
    manager.post(f"/audit/books/{found.pk}/seen/", {"reason": "looked at the drawer"})
    assert "looked at the drawer" in page_of(manager)
    assert unseen_findings(desk.room) == 0


def page_of(client: Client, address: str = "/audit/books/") -> str:
    answered = client.get(address)
    assert answered.status_code == 200
    return answered.content.decode()


@pytest.mark.parametrize(
    ("role", "said"),
    [("manager", "Look at it"), ("floor", "Tell the manager now"), ("host", "")],
)
def test_the_floor_shows_the_alarm_until_somebody_answers(books: Books, desk: Desk, role: str, said: str) -> None:
    client = signed_in(a_person(desk.room, role))
    alarm = "that nobody has looked at"
    assert alarm not in page_of(client, "/floor/")
    books.cheap = ["account 7 holds -3"]
    watch_books(at=OPENING)
    shown = page_of(client, "/floor/")
    assert (alarm in shown) == bool(said)
    assert said in shown
    answer(finding=AuditFinding.objects.get(), room=desk.room, reason="seen", by=desk.manager, at=OPENING)
    assert alarm not in page_of(client, "/floor/")
