"""What a tablet kept while its line was down: taken once, marked with when it was entered, decided by its arrival."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils import timezone

from cage.models import BuyIn
from config.audit.models import AuditEvent
from config.requests.late import late_entries
from config.requests.models import LateEntry
from config.staff.services import set_own_pin
from games.models import Hand, TableNote
from games.services import record_tick
from players.models import Absence, Sitting
from tables.services import close_table, open_table, post_plaque
from tests.support.arranged import arranged
from tests.support.desk import key, open_desk, person
from tests.support.people import signed_in
from tests.support.table import O8_KILL, HandTable, open_hand_table

pytestmark = pytest.mark.django_db
PIN = "4826"


@arranged
def table() -> HandTable:
    """A table where hands are played."""
    return open_hand_table()


def ago(minutes: float) -> dict[str, str]:
    """The header of a request that waited so long."""
    return {"X-Entered-Ago": str(int(minutes * 60_000))}


def send(table: HandTable, name: str, of: int, headers: dict[str, str], **data: Any) -> Any:
    """Post to an address as the floor's tablet does, at the desk's next minute."""
    with time_machine.travel(table.desk.at(), tick=False):
        return signed_in(table.floor).post(reverse(name, args=[of]), {"key": key()} | data, headers=headers)


def tick(table: HandTable, headers: dict[str, str], **data: Any) -> Any:
    return send(table, "tick", table.session.table_id, headers, **({"rake_taken": "3"} | data))


def test_a_late_hand_is_of_its_arrival_and_says_when_it_was_entered(table: HandTable) -> None:
    table.desk.now += timedelta(hours=1)
    answer = tick(table, ago(12))
    hand = Hand.objects.get()
    assert answer.json() == {"said": "Hand 1 is ticked, rake 3."}
    late = late_entries(Hand, [hand.pk])[hand.pk]
    assert (late.entered_at, late.arrived_at) == (table.desk.now - timedelta(minutes=12), table.desk.now)
    assert not late.is_bounded
    assert (hand.recorded_at, hand.started_at) == (table.desk.now, table.desk.now)
    event = AuditEvent.objects.get(verb="tablet.sent_late")
    assert (event.subject_kind, event.subject_id, event.by) == ("hand", str(hand.pk), table.floor)
    for address in (reverse("hand", args=[hand.pk]), reverse("table", args=[table.session.table_id]), reverse("hands")):
        with time_machine.travel(table.desk.now, tick=False):
            assert "sent late" in signed_in(table.floor).get(address).content.decode(), address


def test_what_came_at_once_bears_no_mark_and_neither_does_its_repetition(table: HandTable) -> None:
    """The answer was lost, not the request: the tablet sends it again under the same key, and it was in time."""
    own = key()
    assert tick(table, {}, key=own).status_code == 303
    assert tick(table, ago(2), key=own).json()["said"] == "Hand 1 is ticked, rake 3."
    assert (Hand.objects.count(), LateEntry.objects.count()) == (1, 0)
    own = key()
    for _ in range(3):
        assert tick(table, ago(2), key=own).status_code == 200
    assert (Hand.objects.count(), LateEntry.objects.count()) == (2, 1)


def test_what_was_recorded_before_its_table_closed_is_told_as_recorded(table: HandTable) -> None:
    """The hand was taken, its answer was lost, everybody left and the table closed: nobody is to enter it again."""
    own, other = key(), key()
    assert tick(table, {}, key=own).status_code == 303
    emptied(table, taken=3_00)
    assert tick(table, ago(2), key=own).json() == {"said": "It was recorded before: only its answer was lost."}
    assert tick(table, ago(2), key=other).json()["code"] == "table_closed"
    assert send(table, "sitting_away", table.sittings[1].pk, ago(2), key=other).status_code == 422
    assert Hand.objects.count() == 1


def test_anothers_key_and_another_hand_are_not_told_as_recorded(table: HandTable) -> None:
    own = key()
    assert tick(table, {}, key=own).status_code == 303
    assert tick(table, ago(2), key=own, rake_taken="4").json()["code"] == "key_reused"
    theirs = signed_in(person(table.desk.room, "floor"))
    with time_machine.travel(table.desk.at(), tick=False):
        said = theirs.post(
            reverse("tick", args=[table.session.table_id]), {"key": own, "rake_taken": "0.001"}, headers=ago(1)
        )
    assert said.status_code == 422
    assert Hand.objects.count() == 1


def emptied(table: HandTable, taken: int = 0) -> None:
    """Everybody leaves, and the table is closed."""
    raked, *others = table.sittings.values()
    counted = {"counted": table.desk.stack(raked) - taken, "reason": "ticks"} if taken else {}
    table.desk.leave(raked, by=table.desk.manager, **counted)
    for sitting in others:
        table.desk.leave(sitting)
    close_table(session=table.session, confirmed=("residual",), reason="carried off", **table.by())


def test_a_hand_of_an_opening_before_goes_to_no_other(table: HandTable) -> None:
    """Kept at a table that was closed and opened again: it is no hand of those who sit there now."""
    seen = {"session": table.session.pk, "number": 1}
    emptied(table)
    closed = tick(table, ago(20), **seen).json()
    assert closed["code"] == "queue_locked"
    closed = tick(table, ago(9), **seen).json()
    assert (closed["code"], "takes no more hands" in closed["message"]) == ("table_closed", True)
    open_table(table=table.session.table, by=table.floor, at=table.desk.at())
    for headers in (ago(9), {}):
        answer = tick(table, headers, **seen)
        assert answer.status_code == 422
        assert "closed and opened again since" in answer.content.decode()
    assert not Hand.objects.exists()


def test_a_hand_of_the_plaque_before_is_none_of_the_new_one(table: HandTable) -> None:
    seen = {"session": table.session.pk, "plaque": table.session.plaque_id}
    plaque = replace(table.session.posted, blinds=(200, 500))
    post_plaque(table=table.session.table, plaque=plaque, by=table.desk.manager, at=table.desk.at())
    assert tick(table, ago(9), **seen).json()["code"] == "another_plaque"
    assert tick(table, {}, **seen).status_code == 303, "who is there looks at the table"


def test_whether_a_colleague_entered_the_same_hand_is_asked_once(table: HandTable) -> None:
    colleague = person(table.desk.room, "floor")
    record_tick(session=table.session, rake_taken=300, key=key(), by=colleague, at=table.desk.at())
    seen = {"session": table.session.pk, "number": 1}
    asked = tick(table, ago(9), **seen).json()
    assert (asked["code"], asked["confirm"]) == ("hand_meanwhile", "hand_meanwhile")
    assert f"{colleague} entered hand 1" in asked["message"]
    own = key()
    assert tick(table, ago(9), **seen, key=own, confirm="hand_meanwhile").status_code == 200
    assert tick(table, ago(9), **seen, key=own).status_code == 200, "it is there: nothing is asked"
    assert tick(table, ago(8), **(seen | {"number": 2})).status_code == 200, "hand 2 is our own"
    assert Hand.objects.count() == 3


def test_whether_the_same_person_entered_it_at_another_tablet_is_asked(table: HandTable) -> None:
    """Two tablets of one person: one lost its line, and the hand was entered at the other meanwhile."""
    assert tick(table, {}).status_code == 303
    kept_at = table.desk.now
    assert tick(table, {}, rake_taken="4").status_code == 303
    waited = (table.desk.now - kept_at).total_seconds() / 60 + 1.5
    seen = {"session": table.session.pk, "number": 2}
    asked = tick(table, ago(waited), **seen).json()
    assert asked["code"] == "hand_meanwhile"
    assert asked["message"].startswith("You entered hand 2 at ")
    own = key()
    assert tick(table, ago(waited + 1), **seen, key=own, confirm="hand_meanwhile").status_code == 200
    assert tick(table, ago(waited + 2), **(seen | {"number": 3})).status_code == 200, "hand 3 waited in this tablet too"


def test_a_hand_that_one_entered_before_the_line_went_is_no_other(table: HandTable) -> None:
    assert tick(table, {}).status_code == 303
    assert tick(table, ago(0), session=table.session.pk, number=1).status_code == 200


def test_a_kill_that_began_without_a_line_is_that_of_the_hands_before() -> None:
    desk = open_desk()
    desk.session = desk.open_table(O8_KILL)
    table = HandTable(desk, {seat: desk.seated(200_00, seat=seat, player=desk.player()) for seat in (1, 2, 3)})
    scooped = {"pot": "60", "winners": ["2"], "killer_seat": "0", "rake_taken": "1"}
    said = [tick(table, ago(9 - number), **scooped).json() for number in range(4)]
    assert [set(each) for each in said] == [{"said"}] * 4
    killers = list(Hand.objects.order_by("number").values_list("killer_seat", flat=True))
    assert killers[0] is None
    assert 2 in killers
    assert tick(table, {}, **scooped).status_code == 422, "a page with a line shows the kill"


def test_the_gaming_day_is_that_of_the_arrival(table: HandTable) -> None:
    """Entered two minutes before the day ends, arrived three after it: it never enters the day that may be locked."""
    room = table.desk.room
    ends = room.start_of(room.gaming_day(table.desk.now) + timedelta(days=1))
    table.desk.now = ends + timedelta(minutes=2)
    assert tick(table, ago(5)).status_code == 200
    hand = Hand.objects.get()
    assert LateEntry.objects.get().entered_at < ends
    assert hand.gaming_day == room.gaming_day(ends)


def test_an_instant_before_the_table_opened_is_brought_to_its_opening(table: HandTable) -> None:
    opened = table.session.opened_at
    set_own_pin(person=table.floor, pin=PIN, at=table.desk.now)
    hand = record_tick(
        session=table.session, rake_taken=300, key=key(), entered_at=opened - timedelta(hours=1), **table.by()
    )
    late = late_entries(Hand, [hand.pk])[hand.pk]
    assert (late.entered_at, late.is_bounded) == (opened, True)


def test_an_instant_in_the_future_is_brought_to_the_arrival(table: HandTable) -> None:
    facts = table.by()
    ahead = facts["at"] + timedelta(minutes=5)
    hand = record_tick(session=table.session, rake_taken=300, key=key(), entered_at=ahead, **facts)
    late = late_entries(Hand, [hand.pk])[hand.pk]
    assert (late.entered_at, late.is_bounded) == (hand.recorded_at, True)


@pytest.mark.parametrize("said", ["-60000", "soon", "1e3", "9" * 13, ""])
def test_a_span_that_cannot_be_read_records_nothing(table: HandTable, said: str) -> None:
    answer = tick(table, {"X-Entered-Ago": said})
    assert (answer.status_code, answer.json()["code"]) == (422, "waited_unreadable")
    assert not Hand.objects.exists()


def test_the_database_keeps_the_mark_within_the_session_and_for_ever(table: HandTable) -> None:
    tick(table, ago(1))
    late = LateEntry.objects.get()
    facts = {"room": late.room, "kind": "hand", "subject": 1, "request_key": key(), "arrived_at": late.arrived_at}
    for wrong in (late.opened_at - timedelta(seconds=1), late.arrived_at + timedelta(seconds=1)):
        with pytest.raises(DatabaseError), transaction.atomic():
            LateEntry.objects.create(**facts, opened_at=late.opened_at, entered_at=wrong)
    with pytest.raises(DatabaseError), transaction.atomic():
        LateEntry.objects.update(entered_at=late.opened_at)


def test_absences_counts_and_notes_are_marked_alike(table: HandTable) -> None:
    sitting = table.sittings[1]
    table.desk.now += timedelta(hours=1)
    said = [
        send(table, "sitting_away", sitting.pk, ago(9)).json()["said"],
        send(table, "sitting_back", sitting.pk, ago(8)).json()["said"],
        send(table, "sitting_count", sitting.pk, ago(7), counted="200").json()["said"],
        send(table, "table_note", table.session.table_id, ago(6), text="the shuffler jams").json()["said"],
    ]
    whose = str(sitting.player)
    assert said[0] == f"{whose} is away: not dealt in."
    assert [words.startswith(whose) for words in said[1:3]] == [True, True]
    assert said[3] == "The note is kept."
    assert [late.kind for late in LateEntry.objects.order_by("pk")] == ["absence", "absence", "sitting", "tablenote"]
    absence = Absence.objects.get()
    assert absence.ended_at is not None
    assert absence.ended_at - absence.started_at == timedelta(minutes=1), (
        "since they arrived, not since they were entered"
    )
    assert late_entries(Sitting, [sitting.pk])[sitting.pk].arrived_at == table.desk.now - timedelta(minutes=1)
    with time_machine.travel(table.desk.now, tick=False):
        shown = signed_in(table.floor).get(reverse("table", args=[table.session.table_id])).content.decode()
    assert "the shuffler jams" in shown
    assert TableNote.objects.get().written_at == table.desk.now


def test_an_absence_is_noted_once_under_its_key(table: HandTable) -> None:
    own, sitting = key(), table.sittings[1]
    for _ in range(2):
        assert send(table, "sitting_away", sitting.pk, ago(1), key=own).status_code == 200
    assert (Absence.objects.count(), LateEntry.objects.count()) == (1, 1)


def test_a_refusal_comes_in_its_own_words_with_what_a_yes_would_confirm(table: HandTable) -> None:
    answer = tick(table, ago(1), rake_taken="200")
    told = answer.json()
    assert (answer.status_code, told["code"], told["confirm"]) == (422, "takings_never_owed", "takings_never_owed")
    assert "Look into the box again" in told["message"]
    assert tick(table, ago(1), rake_taken="two").json()["code"] == "form_refused"
    assert tick(table, ago(1), rake_taken="200", confirm=told["confirm"]).status_code == 200
    assert Hand.objects.count() == 1


def test_money_seats_and_rulings_never_wait(table: HandTable) -> None:
    """Whatever a tablet sends: the server takes nothing else that has waited."""
    desk, sitting, session = table.desk, table.sittings[1], table.session
    player = desk.player()
    with time_machine.travel(desk.at(), tick=False):
        asked = [
            (desk.cashier, reverse("cage_player", args=[player.pk]), {"amount": "200", "session": session.pk}),
            (table.floor, reverse("sitting_leave", args=[sitting.pk]), {}),
            (table.floor, reverse("sitting_add_on", args=[sitting.pk]), {"amount": "20"}),
            (table.floor, reverse("seat", args=[session.table_id, 7]), {"player": player.pk, "amount": "200"}),
            (table.floor, reverse("dispute_at_table", args=[session.table_id]), {}),
            (desk.manager, reverse("close_table", args=[session.table_id]), {}),
        ]
        for who, address, data in asked:
            before = AuditEvent.objects.count()
            answer = signed_in(who).post(address, {"key": key()} | data, headers=ago(1))
            assert (answer.status_code, answer.json()["code"]) == (422, "may_not_wait"), address
            assert AuditEvent.objects.count() == before
    assert BuyIn.objects.count() == len(table.sittings)


def test_what_waited_a_quarter_of_an_hour_is_sent_by_its_own_persons_badge_and_pin(table: HandTable) -> None:
    colleague = person(table.desk.room, "floor")
    for each in (table.floor, colleague):
        set_own_pin(person=each, pin=PIN if each == table.floor else "9173", at=table.desk.now)
    table.desk.now += timedelta(hours=2)
    client, own, kept = signed_in(table.floor), key(), reverse("staff:kept")
    address = reverse("tick", args=[table.session.table_id])

    def sent(minutes: float) -> Any:
        return client.post(address, {"key": own, "rake_taken": "3"}, headers=ago(minutes))

    def shown(badge: str, pin: str) -> str:
        answer = client.post(kept, {"own_badge": badge, "own_pin": pin})
        return "opened" if answer.status_code == 200 else str(answer.json()["code"])

    with time_machine.travel(table.desk.now, tick=False) as clock:
        assert sent(15.1).json()["code"] == "queue_locked"
        assert shown(colleague.badge_number, "9173") == "not_your_badge"
        assert shown(table.floor.badge_number, "9173") == "pin_wrong"
        assert sent(15.1).json()["code"] == "queue_locked"
        assert shown(table.floor.badge_number, PIN) == "opened"
        clock.move_to(timezone.now() + timedelta(minutes=16))
        assert sent(31.1).json()["code"] == "queue_locked", "shown a while ago: somebody else may hold the tablet"
        assert shown(table.floor.badge_number.lower(), PIN) == "opened"
        assert sent(31.1).status_code == 200
        assert sent(60 * 12 + 1).json()["code"] == "waited_too_long"
    assert Hand.objects.count() == 1


def test_the_probe_says_whose_session_it_is_and_nothing_else(table: HandTable) -> None:
    with time_machine.travel(table.desk.at(), tick=False):
        assert signed_in(table.floor).get(reverse("staff:kept")).json() == {"person": table.floor.pk}
