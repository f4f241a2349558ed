"""The audit page: searched, paged without a gap, and its reading noted."""

import csv
import io
import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from config.audit import selectors, services, words
from config.audit.models import AuditEvent
from config.audit.telling import told
from config.rooms.models import Room
from config.staff.models import User
from config.staff.services import note_failed_sign_in
from devkit.sizes import own_files
from games.services import abandon
from rules.disputes.kinds import KINDS
from tables.services import close_table, end_shift, register_dealer, start_shift
from tests.support.desk import open_desk
from tests.support.dispute import open_dispute_table
from tests.support.figures import tells
from tests.support.people import a_person, a_room, signed_in
from tests.support.table import open_hand_table

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 3, 6, 20, tzinfo=UTC)


@pytest.fixture
def room() -> Room:
    return a_room()


@pytest.fixture
def ada(room: Room) -> User:
    return a_person(room, "floor")


@pytest.fixture
def desk(room: Room) -> Client:
    return signed_in(a_person(room, "auditor"))


def happen(room: Room, by: User, verb: str = "table.opened", at: datetime = EVENING, **facts: object) -> AuditEvent:
    return services.record(verb, by, room=room, by=by, at=at, **facts)  # type: ignore[arg-type]


def found(desk: Client, **search: object) -> list[AuditEvent]:
    return [event for event in desk.get("/audit/", search).context["found"].events if event.verb != "audit.read"]


def test_an_event_knows_who_in_which_role_from_where(room: Room, ada: User) -> None:
    event = happen(room, ada, before={"a": 1}, after={"a": 2}, reason="because")
    assert (event.roles, event.subject_kind, event.subject_id) == ("floor", "user", str(ada.pk))


def test_events_are_found_by_person_verb_subject_and_gaming_day(desk: Client, room: Room, ada: User) -> None:
    bob = a_person(room, "host")
    mine, theirs = happen(room, ada), happen(room, bob, "table.closed")
    late = happen(room, ada, "table.closed", at=datetime(2026, 3, 7, 13, 59, tzinfo=UTC))  # 05:59 in Los Angeles
    early = happen(room, ada, "table.closed", at=datetime(2026, 3, 7, 14, 0, tzinfo=UTC))
    assert set(found(desk, badge=bob.badge_number.lower())) >= {theirs}
    assert mine not in found(desk, badge=bob.badge_number)
    assert set(found(desk, verb="table.opened")) == {mine}
    assert theirs in found(desk, subject_kind="user", subject_id=str(bob.pk))
    assert set(found(desk, since="2026-03-06", until="2026-03-06")) == {mine, theirs, late}
    assert set(found(desk, since="2026-03-07")) == {early}


def test_other_rooms_are_not_shown_but_what_ones_own_people_did_to_themselves_is(desk: Client, ada: User) -> None:
    elsewhere = a_room()
    stranger = a_person(elsewhere, "floor")
    hidden = {happen(elsewhere, stranger), services.record("pin.set", stranger, room=None, by=stranger, at=EVENING)}
    shown = services.record("pin.set", ada, room=None, by=ada, at=EVENING)
    events = set(found(desk))
    assert shown in events
    assert not hidden & events


def test_pages_follow_each_other_without_gap_while_events_are_added(
    desk: Client, room: Room, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "PAGE", 10)
    wanted = [happen(room, ada).pk for _ in range(25)][::-1]
    seen, before = [], None
    for _ in range(4):
        page = selectors.find(room, selectors.Search(verb="table.opened", before=before))
        seen += [event.pk for event in page.events]
        happen(room, ada)
        before = page.next_before
        if before is None:
            break
    assert seen == wanted
    assert 'rel="next"' in desk.get("/audit/").content.decode()


def test_a_search_and_each_further_page_of_it_are_noted(desk: Client, room: Room, ada: User) -> None:
    happen(room, ada)
    desk.get("/audit/", {"badge": ada.badge_number, "verb": ""})
    desk.get("/audit/", {"badge": ada.badge_number, "before": "999999"})
    read = AuditEvent.objects.filter(room=room, verb="audit.read")
    assert [event.after for event in read.order_by("pk")] == [
        {"badge": ada.badge_number},
        {"badge": ada.badge_number, "before": "999999"},
    ]


@pytest.mark.parametrize(
    "search",
    [
        {"before": "x"},
        {"before": "0"},
        {"since": "yesterday"},
        {"until": "9999-12-31"},
        {"verb": "no.such"},
        {"badge": "x" * 99},
    ],
)
def test_a_search_that_cannot_be_read_is_refused_beside_its_field(desk: Client, search: dict[str, str]) -> None:
    assert desk.get("/audit/", search).status_code == 422


def test_the_page_costs_the_same_for_five_events_as_for_fifty(
    desk: Client, room: Room, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    desk.get("/audit/")
    for count in (5, 45):
        for _ in range(count):
            happen(room, a_person(room, "host"))
        # session, person, roles, verbs of the room and of none, events, two kinds of names, note, anchor, findings, and
        # four of the alarms
        with django_assert_num_queries(15):
            desk.get("/audit/")


def test_values_are_shown_as_text(desk: Client, room: Room, ada: User) -> None:
    happen(room, ada, after={"name": "<script>alert(1)</script>"})
    assert "<script>alert(1)" not in desk.get("/audit/").content.decode()


# ------------------------------------------------------------------------------------------------------- in words


def test_an_event_is_a_sentence_with_names_links_and_money(desk: Client, room: Room, ada: User) -> None:
    table = open_desk()
    bought = table.buy_in(table.player("Annabel"), 200_00)
    reader = signed_in(a_person(table.room, "auditor"))
    shown = reader.get("/audit/", {"verb": "buy_in.taken"}).content.decode()
    assert "<b>sold chips</b>" in shown
    assert f'<a href="/cage/buy-ins/{bought.pk}/">Annabel</a>' in shown
    assert f'<a href="/players/{bought.player_id}/">Annabel</a>' in shown
    assert "$200" in shown
    assert not tells(shown, "20000")


def test_no_link_leads_where_whoever_reads_may_not_go(client: Client) -> None:
    """What is named stays a name: an administrator reads the trail, and opens neither sales nor players."""
    desk = open_desk()
    bought = desk.buy_in(desk.player("Annabel"), 200_00)
    close_table(session=desk.session, by=desk.manager, at=desk.at())
    seen = {}
    for role in ("auditor", "administrator"):
        client.force_login(a_person(desk.room, role))
        page = client.get("/audit/").content.decode()
        assert "Annabel" in page
        rows = page.partition("<tbody>")[2].partition("</tbody>")[0]
        seen[role] = set(re.findall(r'href="(/[^"]*)"', rows))
        assert {client.get(each).status_code for each in seen[role]} <= {200}
    assert f"/cage/buy-ins/{bought.pk}/" in seen["auditor"]
    assert f"/cage/buy-ins/{bought.pk}/" not in seen["administrator"]


def test_every_verb_of_the_product_has_its_words() -> None:
    """The verbs are read from the source: a new one without words is named here."""
    said = set()
    for path in own_files():
        if path.suffix == ".py" and "tests" not in path.parts and "migrations" not in path.parts:
            for line in re.findall(r'(?:record\(|\bverb ?=)\s*"[^\n]*', path.read_text()):
                said |= set(re.findall(r'"([a-z_]+\.[a-z_]+)"', line))
    assert len(said) > 60
    assert sorted(said - set(words.VERBS)) == []


def test_a_player_is_searched_by_a_part_of_the_name_sales_seats_and_bans_included() -> None:
    table = open_desk()
    ann = table.seated(200_00, seat=1).player
    bob = table.seated(200_00, seat=2).player
    reader = signed_in(a_person(table.room, "auditor"))
    events = found(reader, player=ann.display_name)
    assert {event.verb for event in events} >= {"player.registered", "buy_in.taken", "player.seated"}
    assert {event.pk for event in events} <= {event.pk for event in found(reader, player=str(ann.pk))}
    about_bob = {event.pk for event in found(reader, player=bob.display_name)}
    assert not about_bob & {event.pk for event in events}


def test_a_player_is_searched_however_the_name_is_written_and_nobody_is_left_out_unsaid() -> None:
    table = open_desk()
    sold = table.buy_in(table.player("José Ñandú"), 200_00)
    reader = signed_in(a_person(table.room, "auditor"))
    (event,) = found(reader, player="nandu", verb="buy_in.taken")
    assert event.subject_id == str(sold.pk)
    for number in range(20):
        table.player(f"José {number}")
    for address in ("/audit/", "/audit/events.csv"):
        answer = reader.get(address, {"player": "jose"})
        assert (answer.status_code, "More than 20 players" in answer.content.decode()) == (422, True)


def test_a_table_is_searched_with_its_plaques_and_sessions() -> None:
    table = open_desk()
    reader = signed_in(a_person(table.room, "auditor"))
    verbs = {event.verb for event in found(reader, table=table.session.table.name)}
    assert verbs >= {"table.added", "plaque.posted", "table.opened"}


def test_what_nobody_did_to_a_person_is_on_the_page_of_the_persons_rooms(desk: Client, room: Room, ada: User) -> None:
    stranger = a_person(a_room(), "floor")
    for person in (ada, stranger):
        note_failed_sign_in(username=person.username, by=None, at=EVENING)
    assert [event.subject_id for event in found(desk, verb="staff.sign_in_failed")] == [str(ada.pk)]


def test_the_file_holds_every_event_in_the_words_of_the_page(
    desk: Client, room: Room, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "FILE_PAGE", 10)
    wanted = [str(happen(room, ada, reason="=1+1").pk) for _ in range(25)][::-1]
    answer = desk.get("/audit/events.csv", {"verb": "table.opened"})
    rows = list(csv.DictReader(io.StringIO(b"".join(answer).decode())))
    assert [row["Event"] for row in rows] == wanted
    assert (rows[0]["Did"], rows[0]["Who"], rows[0]["Reason"]) == ("opened a table", ada.display_name, "'=1+1")
    read = AuditEvent.objects.filter(room=room, verb="audit.read").latest("id")
    assert read.after == {"verb": "table.opened", "exported": True}


def test_the_file_asks_as_often_for_many_events_as_for_few(desk: Client, room: Room, ada: User) -> None:
    """A file asked for the names of every hundred events anew: a few thousand took seconds."""

    def questions() -> int:
        with CaptureQueriesContext(connection) as asked:
            b"".join(desk.get("/audit/events.csv", {"verb": "table.opened"}))
        return len(asked)

    happen(room, ada)
    questions()
    few = questions()
    for _ in range(selectors.PAGE * 2):
        happen(room, ada)
    assert questions() == few


def test_the_file_says_when_by_the_room_s_clock_and_what_was_before(desk: Client, room: Room, ada: User) -> None:
    happen(room, ada, before={"seats": 9}, after={"seats": 8})
    answer = desk.get("/audit/events.csv", {"verb": "table.opened"})
    (row,) = csv.DictReader(io.StringIO(b"".join(answer).decode()))
    assert row["When"] == f"{EVENING.astimezone(room.zone):%Y-%m-%d %H:%M:%S %z}" != f"{EVENING:%Y-%m-%d %H:%M:%S %z}"
    assert ("9" in row["Before"], "8" in row["Facts"]) == (True, True)


def test_codes_are_told_in_words_and_an_amount_of_nothing_is_not_told(room: Room, ada: User) -> None:
    happen(room, ada, "dispute.opened", after={"kind": "STRING_BET", "hold": "whole", "moved": 0, "pot": 126_00})
    (row,) = told(list(AuditEvent.objects.filter(verb="dispute.opened")), room)
    said = {fact.label: fact.text for fact in row.facts}
    assert said == {"kind": KINDS["STRING_BET"].term, "hold": "the whole pot", "pot": "$126"}
    assert row.is_own


def test_what_the_trail_keeps_for_machines_is_told_in_words_of_the_floor(room: Room, ada: User) -> None:
    happen(room, ada, "hand.ticked", after={"tier": "tick", "winners": [2], "lines": ["p1 f"], "seated": False})
    (row,) = told(list(AuditEvent.objects.filter(verb="hand.ticked")), room)
    said = {fact.label: fact.text for fact in row.facts}
    assert said == {"recorded as": "tick", "won by seats": "2", "the player": "not seated yet"}


def test_a_dealers_turn_is_told_by_dealer_and_table() -> None:
    table = open_dispute_table()
    table.dealer("D1")
    (row,) = told(list(AuditEvent.objects.filter(verb="dealer.in")), table.table.desk.room)
    assert (row.did, str(row.subject.text)) == ("put a dealer in", f"Dora at {table.table.session.table}")


def test_a_dealers_shift_is_told_by_the_dealers_name(desk: Client, room: Room) -> None:
    dora = register_dealer(room=room, badge_number="D1", display_name="Dora", by=None, at=EVENING)
    start_shift(dealer=dora, by=None, at=EVENING)
    end_shift(dealer=dora, by=None, at=EVENING)
    rows = told(list(AuditEvent.objects.filter(verb__in=("dealer.on", "dealer.off")).order_by("pk")), room)
    assert [(row.did, row.kind, row.subject.text) for row in rows] == [
        ("let a dealer come on shift", "dealer", "Dora"),
        ("ended a dealer’s shift", "dealer", "Dora"),
    ]
    assert ">dealershift" not in desk.get("/audit/").content.decode()


def test_a_hand_that_is_no_longer_entered_is_told_by_table_and_number() -> None:
    table = open_hand_table()
    draft = table.deal()
    abandon(draft=draft, version=draft.version, **table.by())
    rows = told(list(AuditEvent.objects.filter(verb__in=("hand.dealt", "hand.abandoned"))), table.desk.room)
    assert [row.subject.text for row in rows] == [f"{table.session.table} hand 1"] * 2


def test_a_hand_of_an_older_event_is_told_by_its_number_alone(room: Room, ada: User) -> None:
    event = happen(room, ada, "hand.dealt", after={"number": 7})
    event.subject_kind, event.subject_id = "handdraft", "99"
    (row,) = told([event], room)
    assert row.subject.text == "hand 7"


def test_facts_within_facts_are_told_in_words() -> None:
    table = open_desk()
    ann = table.player("Ann")
    stated = {"2": {"player": ann.pk, "stack": 400_00}, "5": {"player": None, "stack": 0}}
    inner = {"players": [{"player": ann.pk, "is_open": True}], "found": {"3": 25_00}, "list_of": [[1, 2], {"seat": 4}]}
    event = happen(table.room, a_person(table.room, "floor"), "stacks.stated", after=stated | inner)
    (row,) = told([event], table.room)
    assert [(fact.label, fact.text) for fact in row.facts] == [
        ("seat 2", "player Ann, stack $400"),
        ("seat 5", "stack $0"),
        ("players", "player Ann, is open yes"),
        ("found", "seat 3 $25"),
        ("list of", "1, 2; seat 4"),
    ]


def test_a_posted_plaque_is_told_as_its_plaque_says_it() -> None:
    table = open_desk()
    (row,) = told(list(AuditEvent.objects.filter(verb="plaque.posted")), table.room)
    said = {fact.label: fact.text for fact in row.facts}
    assert (said["game"], said["structure"], said["blinds"]) == ("Texas Hold'em", "no limit", "$1, $3")
    assert said["fee"] == "rake 5% to 5, no flop no drop"
    unknown = happen(table.room, a_person(table.room, "floor"), after={"fee": {"of_old": 1}})
    assert [fact.text for fact in told([unknown], table.room)[0].facts] == ["as the plaque says"]


def test_instants_are_told_on_the_rooms_clock_and_birth_dates_by_their_year(room: Room, ada: User) -> None:
    happen(room, ada, "token.given", after={"until": "2026-12-02T16:02:42+00:00", "date_of_birth": "1970-05-01"})
    (row,) = told(list(AuditEvent.objects.filter(verb="token.given")), room)
    said = {fact.label: fact.text for fact in row.facts}
    assert said == {
        "until": f"{datetime(2026, 12, 2, 16, 2, tzinfo=UTC).astimezone(room.zone):%-d %b %Y %H:%M}",
        "date of birth": "1970",
    }


def test_whole_records_are_not_told() -> None:
    """House rules are read on their own page, which the sentence leads to: their dictionaries say nothing here."""
    room = open_desk().room
    (row,) = told(list(AuditEvent.objects.filter(verb="house_rules.posted")), room)
    assert {"answers", "offers", "sources"} <= (row.event.after or {}).keys()
    assert row.subject.href
    assert [fact.label for fact in (*row.facts, *row.before)] == ["name", "title"]
