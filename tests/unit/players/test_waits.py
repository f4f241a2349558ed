"""The wait that a name is told: from how often seats came free, or honestly unknown; and the messages that tell it."""

from datetime import timedelta

import pytest
from django.core import mail
from pytest_django import DjangoAssertNumQueries, Settings

from config.jobs.models import Job
from players import services
from players.models import Message
from players.selectors.lists import game_lists
from players.selectors.waits import LOOKED_BACK, Pace, paces
from players.services import gateways
from players.services.messages import deliver
from tests.support.arranged import arranged
from tests.support.desk import Desk, key, open_desk
from tests.support.jobs import run_jobs
from tests.support.lists import NLH_LIST, O8_LIST, Lists


def pace(minutes: int, came_free: int, empty: int = 0) -> Pace:
    return Pace([], timedelta(minutes=minutes), came_free, empty)


class TestQuotes:
    @pytest.mark.parametrize(("place", "minutes"), [(1, 20), (2, 40), (3, 60)], ids=["next", "second", "third"])
    def test_six_seats_in_two_hours_are_twenty_minutes_each(self, place: int, minutes: int) -> None:
        assert pace(120, 6).minutes(place) == minutes

    def test_is_rounded_up_to_fives(self) -> None:
        assert pace(120, 7).minutes(1) == 20  # 17 and a bit

    @pytest.mark.parametrize("came_free", [0, 1, 2])
    def test_of_too_little_nobody_makes_a_number(self, came_free: int) -> None:
        assert pace(120, came_free).minutes(1) is None

    def test_an_empty_seat_is_no_wait(self) -> None:
        assert pace(120, 0, empty=2).minutes(2) == 0
        assert pace(120, 6, empty=2).minutes(3) == 20

    def test_counts_the_seats_that_came_free_lately(self, desk: Desk) -> None:
        lists = Lists(desk)
        sittings = lists.fill()
        for sitting in sittings[:4]:
            desk.leave(sitting)
        now = paces(desk.room, desk.now)[NLH_LIST.key]
        assert (now.came_free, now.empty) == (4, 4)
        later = paces(desk.room, desk.now + LOOKED_BACK + timedelta(minutes=1))[NLH_LIST.key]
        assert (later.came_free, later.looked_at) == (0, LOOKED_BACK)

    def test_who_changes_their_seat_at_the_table_frees_none(self, desk: Desk) -> None:
        services.change_seat(sitting=desk.seated(), seat=5, key=key(), **desk.by())
        assert paces(desk.room, desk.now)[NLH_LIST.key].came_free == 0

    def test_is_kept_with_the_name(self, desk: Desk) -> None:
        lists = Lists(desk)
        assert lists.join().quoted_minutes == 0
        assert lists.join(game=O8_LIST).quoted_minutes is None

    def test_no_wait_is_told_beside_a_seat_that_stands_empty(self, desk: Desk) -> None:
        lists = Lists(desk)
        for sitting in lists.fill()[:3]:
            desk.leave(sitting)
        entries = [lists.join() for _ in range(4)]
        assert [entry.quoted_minutes for entry in entries] == [0, 0, 0, None]
        assert game_lists(desk.room, desk.now)[0].quoted is None
        for entry in entries[:3]:
            lists.call(entry)
        told = game_lists(desk.room, desk.now)[0].quoted
        assert told is not None
        assert told > 0
        assert lists.join().quoted_minutes is not None

    def test_asks_three_queries(self, desk: Desk, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        desk.open_table()
        with django_assert_num_queries(3):
            paces(desk.room, desk.now)


@arranged
def lists() -> Lists:
    """A room with one empty seat, number 9."""
    lists = Lists(open_desk())
    lists.fill(but=1)
    return lists


class TestMessages:
    def test_off_they_are_kept_and_not_sent(self, lists: Lists) -> None:
        entry = lists.join(mobile="+17025550143")
        message = Message.objects.get()
        assert (message.kind, message.channel, message.address) == ("joined", "sms", "+17025550143")
        assert (message.state, Job.objects.count()) == ("logged", 0)
        assert entry.token in message.body

    def test_who_can_not_be_reached_is_told_nothing(self, lists: Lists) -> None:
        lists.call(lists.join())
        assert not Message.objects.exists()

    def test_a_call_says_where_and_until_when(self, lists: Lists) -> None:
        entry = lists.call(lists.join(mobile="+17025550143"))
        called = Message.objects.get(kind="called")
        until = entry.called_until.astimezone(lists.desk.room.zone)
        assert called.subject == f"Your seat for NLH 1/3 at {lists.desk.room} is open"
        assert called.body.startswith(f"{lists.desk.session.table}, seat 9: it is kept for you until {until:%H:%M}.")
        assert f"/board/{entry.token}/" in called.body

    def test_on_mail_goes_through_a_job(self, lists: Lists, settings: Settings) -> None:
        settings.MESSAGES = True
        lists.join(email="ann@example.com", mobile="+17025550143")  # no gateway: by mail
        assert not mail.outbox
        (job,) = run_jobs("players.send_message")
        assert job.state == Job.State.DONE, job.error
        (sent,) = mail.outbox
        assert (sent.to, sent.subject[:18]) == (["ann@example.com"], "You are number 1 f")
        assert Message.objects.get().state == "sent"

    def test_it_is_sent_once_however_often_the_job_runs(self, lists: Lists, settings: Settings) -> None:
        settings.MESSAGES = True
        lists.join(email="ann@example.com")
        for _ in range(3):
            deliver(message_id=Message.objects.get().pk, at=lists.desk.at())
        assert len(mail.outbox) == 1

    @pytest.mark.parametrize("what", ["declined", "over"])
    def test_a_call_that_is_over_is_not_told_any_more(self, lists: Lists, settings: Settings, what: str) -> None:
        settings.MESSAGES = True
        entry = lists.call(lists.join(email="ann@example.com"))
        if what == "declined":
            services.decline_seat(entry=entry, **lists.desk.by())
        late = deliver(message_id=Message.objects.get(kind="called").pk, at=entry.called_until)
        assert (late.state, mail.outbox) == ("stale", [])

    def test_nor_is_one_that_another_call_followed(self, lists: Lists, settings: Settings) -> None:
        """Its words name a seat and a time that are no longer those of the name."""
        settings.MESSAGES = True
        entry = lists.call(lists.join(email="ann@example.com"))
        first = Message.objects.get(kind="called")
        lists.call(lists.resume(entry))
        second = Message.objects.filter(kind="called").latest("pk")
        states = [deliver(message_id=each.pk, at=lists.desk.now).state for each in (first, second)]
        assert (states, len(mail.outbox)) == (["stale", "sent"], 1)

    def test_a_gateway_that_is_down_is_tried_again(
        self, lists: Lists, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.MESSAGES, settings.SMS_GATEWAY = True, "https://sms.example/"

        def away(self: object, message: Message) -> None:
            raise OSError("away")

        monkeypatch.setattr(gateways.SmsGateway, "send", away)
        lists.join(mobile="+17025550143")
        (job,) = run_jobs("players.send_message")
        assert (job.state, job.error) == (Job.State.WAITING, "OSError: away")
        assert Message.objects.get().state == "waiting"

    def test_the_provider_gets_number_words_token_and_a_key(
        self, lists: Lists, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.SMS_GATEWAY, settings.SMS_TOKEN = "https://sms.example/send", "secret"
        asked = []

        class Opener:
            def open(self, request: object, timeout: int) -> "Opener":
                asked.append(request)
                return self

            def close(self) -> None: ...

        monkeypatch.setattr(gateways, "_opener", Opener)
        lists.join(mobile="+17025550143")
        gateways.SmsGateway().send(Message.objects.get())
        (request,) = asked
        assert request.full_url == "https://sms.example/send"
        assert b'"to": "+17025550143"' in request.data
        assert request.get_header("Authorization") == "Bearer secret"
        assert request.get_header("Idempotency-key").startswith("cardroom-message-")
