"""Takings that are not what is owed stand at the table as an alarm until somebody has dealt with them."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from config.days.selectors import open_items
from config.errors import DomainError
from config.jobs.models import Job
from disputes.services import Decision, Report, open_dispute, rule
from games.models import Hand
from games.selectors.floor_state import floor_state
from games.services.bookings import NEVER_OWED
from games.services.superseding import supersede_tick
from games.services.ticks import record_tick
from rake import services
from rake.alarms import UNRATED
from rake.models import Rating
from rake.morning.right_now import right_now
from rake.watching import TAKINGS_OFF, watch_takings
from rules.house.fee_schedule import FeeSchedule
from tables.models import SessionAlarm, TableSession
from tables.selectors.alarms import AlarmLine, alarms_at
from tables.services import close_table, put_away_alarm, raise_alarm
from tests.support.arranged import arranged
from tests.support.desk import NLH, Desk, key, open_desk, person
from tests.support.jobs import run_jobs
from tests.support.words import text

pytestmark = pytest.mark.django_db


@arranged
def desk() -> Desk:
    """A table that takes 5% of a pot, to 5: of 70 it is owed 3."""
    desk = open_desk()
    desk.seated(seat=1)
    desk.seated(seat=2)
    return desk


def tick(desk: Desk, rake: int, *, pot: int | None = 70_00, promo: int = 0) -> Hand:
    """A hand, ticked and rated."""
    facts: dict[str, Any] = {"pot": pot, "rake_taken": rake, "promo_taken": promo, "key": key()}
    facts["confirmed"] = (NEVER_OWED,)
    hand = record_tick(session=desk.session, by=desk.manager, at=desk.at(), **facts)
    run_jobs("rake.rate_hand")
    return hand


def correct(desk: Desk, hand: Hand, rake: int, pot: int | None = 70_00) -> Hand:
    facts = {"tick": hand, "rake_taken": rake, "pot": pot, "reason": "miskeyed", "key": key()}
    facts["confirmed"] = (NEVER_OWED,)
    again = supersede_tick(**facts, by=desk.manager, at=desk.at())
    run_jobs("rake.rate_hand")
    return again


def alarm_of(desk: Desk) -> SessionAlarm:
    """The alarm that stands."""
    return SessionAlarm.objects.get(session=desk.session, kind=TAKINGS_OFF, cleared_at=None)


def said(desk: Desk) -> list[str]:
    standing = SessionAlarm.objects.filter(session=desk.session, kind=TAKINGS_OFF, cleared_at=None)
    return [alarm.text for alarm in standing]


def put_away(desk: Desk, alarm: SessionAlarm, reason: str = "the dealer was told") -> None:
    put_away_alarm(alarm=alarm, seen=alarm.version, reason=reason, by=desk.manager, at=desk.at())


def test_a_hand_that_is_off_raises_the_alarm_of_its_table(desk: Desk) -> None:
    tick(desk, 3_00)
    assert said(desk) == []
    hand = tick(desk, 5_00)
    assert said(desk) == ["Rake taken is 2 over what is owed, in 1 hand"]
    assert alarm_of(desk).hands == {str(hand.pk): "rake 5 taken, 3 owed"}


def test_a_hand_with_an_ante_owes_no_promo_where_the_plaque_says_so(desk: Desk) -> None:
    """The console and the engine say so too: nobody who drops nothing is told that promo is missing."""
    fee = FeeSchedule(mode="percent", percent_bp=500, cap=500, unit=100, promo=100, promo_with_ante=False)
    for ante, owed in ((0, 1_00), (1_00, 0)):
        desk.session = desk.open_table(replace(NLH, ante=ante, fee=fee))
        desk.seated(seat=1)
        assert tick(desk, 3_00, promo=owed).rating.promo_owed == owed
        assert said(desk) == []


def test_further_hands_bring_it_up_to_date_over_and_under_apart(desk: Desk) -> None:
    tick(desk, 5_00)
    first = alarm_of(desk)
    tick(desk, 7_00)
    assert said(desk) == ["Rake taken is 6 over what is owed, in 2 hands"]
    tick(desk, 0)
    tick(desk, 3_00, promo=1_00)
    expected = "Rake taken is 6 over what is owed, in 2 hands and 3 under what is owed, in 1 hand"
    assert said(desk) == [f"{expected}; Promo taken is 1 over what is owed, in 1 hand"]
    assert (alarm_of(desk).pk, alarm_of(desk).version) == (first.pk, 4)


def test_every_change_of_it_reaches_the_board(desk: Desk) -> None:
    for _ in range(2):
        hand = record_tick(session=desk.session, pot=70_00, rake_taken=5_00, key=key(), by=desk.manager, at=desk.at())
        before = TableSession.objects.get(pk=desk.session.pk).version
        services.rate_hand(hand_id=hand.pk, at=desk.at())
        assert TableSession.objects.get(pk=desk.session.pk).version == before + 1


def test_rating_twice_or_late_changes_nothing(desk: Desk) -> None:
    hands = [tick(desk, 5_00), tick(desk, 7_00)]
    before = (alarm_of(desk).version, TableSession.objects.get(pk=desk.session.pk).version)
    for hand in hands:
        services.rate_hand(hand_id=hand.pk, at=desk.at())
    assert (alarm_of(desk).version, TableSession.objects.get(pk=desk.session.pk).version) == before


@pytest.mark.parametrize("pot", [70_00, None])
def test_a_rated_correction_takes_the_hand_off_it(desk: Desk, pot: int | None) -> None:
    """A correction without a pot can't be rated, but the version that was off counts no more."""
    hand = tick(desk, 5_00)
    correct(desk, hand, 3_00, pot)
    assert said(desk) == []
    assert SessionAlarm.objects.get().reason == ""


def test_the_wrong_version_can_not_come_back_by_a_late_rating(desk: Desk) -> None:
    hand = record_tick(session=desk.session, pot=70_00, rake_taken=5_00, key=key(), by=desk.manager, at=desk.at())
    first_job = Job.objects.get(name="rake.rate_hand")
    Job.objects.filter(pk=first_job.pk).update(state=Job.State.RUNNING)
    correct(desk, hand, 3_00)
    services.rate_hand(hand_id=hand.pk, at=desk.at())
    assert Rating.objects.get(hand=hand).rake_variance == 2_00
    assert said(desk) == []


def test_put_away_it_stays_away_until_the_next_hand_that_is_off(desk: Desk) -> None:
    first = tick(desk, 5_00)
    put_away(desk, alarm_of(desk))
    tick(desk, 3_00)
    watch_takings(session_id=desk.session.pk, at=desk.at())
    assert said(desk) == []
    tick(desk, 4_00)
    assert said(desk) == ["Rake taken is 1 over what is owed, in 1 hand"]
    correct(desk, first, 8_00)
    assert said(desk) == ["Rake taken is 6 over what is owed, in 2 hands"]


def test_nobody_puts_away_what_they_have_not_read(desk: Desk) -> None:
    tick(desk, 5_00)
    read = alarm_of(desk)
    tick(desk, 7_00)
    with pytest.raises(DomainError) as refused:
        put_away(desk, read)
    assert refused.value.code == "alarm_moved_on"
    with pytest.raises(DomainError) as refused:
        put_away(desk, alarm_of(desk), reason=" ")
    assert refused.value.code == "reason_missing"
    put_away(desk, alarm_of(desk))
    assert said(desk) == []


def test_a_ruling_about_the_rake_of_a_hand_takes_it_off(desk: Desk) -> None:
    hand = tick(desk, 5_00)
    tick(desk, 4_00)
    supervisor = person(desk.room, "floor")
    report = Report(kind="WRONG_RAKE", facts="five were dropped of seventy", seats=(1,))
    facts = {"session": desk.session, "report": report, "about": hand, "key": key()}
    case = open_dispute(**facts, by=supervisor, at=desk.at())
    decision = Decision(outcome="Dropped too much, given back from the next pot", rule_code="wrong_rake")
    rule(dispute=case, decision=decision, key=key(), by=supervisor, at=desk.at())
    run_jobs("rake.watch_takings")
    assert said(desk) == ["Rake taken is 1 over what is owed, in 1 hand"]
    correct(desk, hand, 6_00)
    assert said(desk) == ["Rake taken is 4 over what is owed, in 2 hands"]


def test_a_ruling_about_something_else_leaves_it(desk: Desk) -> None:
    """Who got the pot says nothing of what was dropped of it."""
    hand = tick(desk, 5_00)
    supervisor = person(desk.room, "floor")
    report = Report(kind="MISAWARDED_POT", facts="seat 1 says the pot was theirs", seats=(1,))
    case = open_dispute(session=desk.session, report=report, about=hand, key=key(), by=supervisor, at=desk.at())
    decision = Decision(outcome="Award stands", rule_code="best_hand")
    rule(dispute=case, decision=decision, key=key(), by=supervisor, at=desk.at())
    run_jobs("rake.watch_takings")
    services.rate_hand(hand_id=hand.pk, at=desk.at())
    assert len(said(desk)) == 1


def test_the_build_of_the_day_raises_it_too(desk: Desk) -> None:
    record_tick(session=desk.session, pot=70_00, rake_taken=5_00, key=key(), by=desk.manager, at=desk.at())
    services.rebuild_day(room=desk.room, gaming_day=desk.session.gaming_day, at=desk.at())
    assert said(desk) == ["Rake taken is 2 over what is owed, in 1 hand"]


# ------------------------------------------------------------------------------------------- tables that were closed


def closed(desk: Desk) -> SessionAlarm:
    """The alarm of a table of which 2 too much were taken, and that was closed since; another of a stack stands too."""
    tick(desk, 5_00)
    first, other = desk.session.sittings.order_by("seat")
    desk.leave(first, **desk.counted(195_00))
    desk.leave(other)
    close_table(session=desk.session, by=desk.manager, at=desk.at())
    return alarm_of(desk)


def test_an_alarm_of_a_closed_table_stands_everywhere_until_it_is_put_away(desk: Desk, client: Client) -> None:
    alarm = closed(desk)
    client.force_login(person(desk.room, "floor"))
    day, says = desk.session.gaming_day, "Rake taken is 2 over what is owed, in 1 hand"
    at = desk.now
    before = floor_state(desk.room, at)

    def told() -> tuple[bool, bool, bool]:
        board = client.get(reverse("floor")).content.decode()
        lines = [words for line in right_now(desk.room, desk.now) if line.waits for words in line.words]
        items = [item for item in open_items(desk.room, day) if item.code == "takings_off"]
        address = reverse("alarm", args=[alarm.pk])
        return (
            f'href="{address}">{desk.session.table}: {says}</a>' in board,
            any(says in words.text and words.href == address for words in lines),
            any(says in item.sentence and item.href == address for item in items),
        )

    assert told() == (True, True, True)
    put_away(desk, alarm)
    assert told() == (False, False, False)
    assert floor_state(desk.room, at).version != before.version, "a board that polls takes it off"


def test_a_board_that_polls_is_told_when_an_alarm_of_a_closed_table_says_something_else(desk: Desk) -> None:
    alarm, at = closed(desk), desk.now
    before = floor_state(desk.room, at)
    raise_alarm(session=desk.session, kind=alarm.kind, subject=alarm.subject, text="off by 7", at=desk.at())
    assert floor_state(desk.room, at).version != before.version


def test_the_sentence_of_such_an_alarm_ends_once(desk: Desk) -> None:
    """What the alarm says is somebody's words or the product's, and may bring a full stop of its own."""
    alarm = closed(desk)
    for says in ("off by 7", "off by 7."):
        raise_alarm(session=desk.session, kind=alarm.kind, subject=alarm.subject, text=says, at=desk.at())
        lines = [words.text for line in right_now(desk.room, desk.now) for words in line.words]
        assert f"{desk.session.table}, which was closed, has an alarm: off by 7." in lines


def test_many_alarms_of_closed_tables_are_counted(desk: Desk, client: Client) -> None:
    alarm = closed(desk)
    client.force_login(person(desk.room, "floor"))
    for number in range(13):
        raise_alarm(session=desk.session, kind=alarm.kind, subject=f"{number}", text=f"off {number}", at=desk.at())
    assert "3 more stand; put these away to see them." in text(client.get(reverse("floor")))
    lines = [line.text for line in right_now(desk.room, desk.now)]
    assert "10 more alarms stand at tables that were closed." in lines


def test_takings_of_another_day_keep_this_one_open_not(desk: Desk) -> None:
    closed(desk)
    other = desk.session.gaming_day + timedelta(days=1)
    assert "takings_off" not in [item.code for item in open_items(desk.room, other)]


# ------------------------------------------------------------------------------------------------ hands that wait


def lines(desk: Desk, at: datetime) -> list[AlarmLine]:
    session = TableSession.objects.select_related("room", "table", "plaque").get(pk=desk.session.pk)
    return alarms_at([session], at).get(session.pk, [])


def test_hands_that_wait_too_long_for_their_rating_are_seen_without_a_worker(desk: Desk) -> None:
    for _ in range(2):
        hand = record_tick(session=desk.session, pot=70_00, rake_taken=3_00, key=key(), by=desk.manager, at=desk.now)
    record_tick(session=desk.session, pot=None, rake_taken=3_00, key=key(), by=desk.manager, at=desk.now)
    assert lines(desk, desk.now + timedelta(minutes=5)) == []
    (line,) = lines(desk, desk.now + timedelta(minutes=5, seconds=1))
    since = hand.recorded_at.astimezone(desk.room.zone)
    assert line.kind == UNRATED
    assert line.text.startswith(f"2 hands are not rated since {since:%H:%M}")
    run_jobs("rake.rate_hand")
    assert lines(desk, desk.now + timedelta(hours=1)) == []


def test_a_superseded_hand_is_not_waited_for(desk: Desk) -> None:
    hand = record_tick(session=desk.session, pot=70_00, rake_taken=3_00, key=key(), by=desk.manager, at=desk.at())
    Job.objects.update(state=Job.State.FAILED)
    correct(desk, hand, 3_00)
    assert lines(desk, desk.now + timedelta(hours=1)) == []


def test_a_tick_without_a_pot_that_no_hand_owes_stands_as_an_alarm_too(desk: Desk) -> None:
    """A quick hand of 44 under "never more than 4" once raised nothing: without a pot it isn't rated."""
    tick(desk, 5_00, pot=None)
    assert said(desk) == []
    slip = tick(desk, 44_00, pot=None)
    assert said(desk) == ["A tick took what the plaque never takes of a hand"]
    assert alarm_of(desk).hands == {str(slip.pk): "The plaque never takes more than 5 of a hand, not 44."}
    tick(desk, 5_00)
    over = "Rake taken is 2 over what is owed, in 1 hand"
    assert said(desk) == [f"{over}; A tick took what the plaque never takes of a hand"]
    correct(desk, slip, 4_00, pot=None)
    assert said(desk) == ["Rake taken is 2 over what is owed, in 1 hand"]


def test_a_slip_that_was_looked_at_stays_away(desk: Desk) -> None:
    tick(desk, 44_00, pot=None)
    put_away(desk, alarm_of(desk))
    tick(desk, 4_00, pot=None)
    assert said(desk) == []
    tick(desk, 45_00, pot=None)
    assert said(desk) == ["A tick took what the plaque never takes of a hand"]
