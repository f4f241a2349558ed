"""The pots that are asked for: drawn before the hands, asked after the takings, told once, and what they add up to."""

from copy import copy
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from config.audit.models import AuditEvent
from config.errors import KeyReused
from games.models import Hand
from games.services.bookings import NEVER_OWED
from games.services.superseding import supersede_tick
from games.services.voiding import void_hand
from rake.bands.draw import commitment, lot
from rake.models import PotAnswer, SamplingDay
from rake.sampling.audit_checks import wrong_answers, wrong_commitments
from rake.sampling.reports import Owed, SamplingReport, sampling_report
from rake.sampling.selectors import LAST_HANDS, not_begun, one_in, waiting
from rake.sampling.services import answer_pot, begin_sampling, set_sampling_rate
from rake.sampling.words import counts_in_words, owed_in_words
from rake.sampling_models import USUAL_ONE_IN
from rake.services import owed_of, rate_hand
from rake.tasks import begin_samples
from rules.house.fee_schedule import live_time
from tables.models import TableSession
from tables.services import put_in, register_dealer, start_shift
from tests.support.arranged import arranged
from tests.support.days import locked_day
from tests.support.desk import NLH, key
from tests.support.refusals import refused
from tests.support.table import O8_KILL, HandTable, open_hand_table

pytestmark = pytest.mark.django_db


def asks(table: HandTable, share: int = 1) -> None:
    """Let the room ask one hand in so many."""
    facts = {"room": table.desk.room, "reason": "a test of the draw", "key": key()}
    set_sampling_rate(one_in=share, **facts, by=table.desk.manager, at=table.desk.at())


@arranged
def table() -> HandTable:
    """A table that takes 5% of a pot, to 5, where every quick hand is asked for its pot."""
    table = open_hand_table()
    asks(table)
    return table


def tell(table: HandTable, hand: Hand, pot: int = 70_00, **facts: Any) -> PotAnswer:
    return answer_pot(**({"hand": hand, "pot": pot, "key": key()} | table.by() | facts))


def report(table: HandTable) -> SamplingReport:
    return sampling_report(table.desk.room, table.desk.room.gaming_day(table.desk.now))


def rake_of(table: HandTable) -> Owed:
    return next(owed for owed in report(table).total.owed if owed.fee == "rake")


class TestTheDraw:
    def test_its_digest_is_on_record_before_the_first_hand(self, table: HandTable) -> None:
        hand = table.tick(3_00)
        day = SamplingDay.objects.get()
        assert (day.table, day.gaming_day, day.one_in) == (table.session.table, hand.gaming_day, 1)
        assert day.commitment == commitment(day.seed)
        begun, ticked = (AuditEvent.objects.get(verb=verb) for verb in ("sampling.begun", "hand.ticked"))
        assert begun.pk < ticked.pk
        assert day.drawn_at <= hand.recorded_at

    def test_the_trail_tells_the_digest_and_never_the_secret(self, table: HandTable) -> None:
        table.tick(3_00)
        day = SamplingDay.objects.get()
        told = AuditEvent.objects.get(verb="sampling.begun").after
        assert told["commitment"] == day.commitment
        assert not any(day.seed in str(event.after) for event in AuditEvent.objects.all())

    def test_a_table_has_one_a_day_and_a_new_one_the_next(self, table: HandTable) -> None:
        table.tick(3_00)
        table.tick(3_00)
        assert SamplingDay.objects.count() == 1
        table.desk.now += timedelta(days=1)
        table.tick(3_00)
        first, second = SamplingDay.objects.order_by("gaming_day")
        assert second.gaming_day - first.gaming_day == timedelta(days=1)
        assert first.seed != second.seed

    def test_a_day_that_comes_after_a_later_one_keeps_its_secret(self, table: HandTable) -> None:
        """Paper of yesterday is entered when today has begun: the draw of that day is not made a second time."""
        first = table.tick(3_00)
        table.tick(3_00, at=table.desk.now + timedelta(days=1))
        again = table.tick(3_00, at=table.desk.now + timedelta(minutes=1))
        assert again.gaming_day == first.gaming_day
        assert SamplingDay.objects.count() == 2

    def test_a_quick_hand_pays_no_statement_for_it(self, table: HandTable) -> None:
        table.tick(3_00)
        with CaptureQueriesContext(connection) as told:
            table.tick(3_00)
        texts = [query["sql"] for query in told.captured_queries if "rake_samplingday" in query["sql"]]
        assert len(texts) == 1, "asked along with the session’s row"
        assert "tables_tablesession" in texts[0]

    def test_the_worker_draws_ahead_for_open_tables_alone(self, table: HandTable) -> None:
        at = table.desk.at()
        assert not_begun(at) == [table.session.pk]
        day = begin_sampling(session_id=table.session.pk, at=at)
        assert day == begin_sampling(session_id=table.session.pk, at=at)
        assert not_begun(at) == []
        table.tick(3_00)
        assert list(SamplingDay.objects.all()) == [day]
        TableSession.objects.filter(pk=table.session.pk).update(closed_at=at, closed_by=table.desk.manager)
        tomorrow = at + timedelta(days=1)
        assert not_begun(tomorrow) == []
        assert begin_sampling(session_id=table.session.pk, at=tomorrow) is None

    def test_the_scheduled_task_begins_them(self, table: HandTable) -> None:
        begin_samples()
        assert SamplingDay.objects.filter(table=table.session.table).count() == 1

    def test_a_usual_room_asks_one_in_fifteen(self) -> None:
        table = open_hand_table()
        assert USUAL_ONE_IN == 15
        with patch("rake.sampling.selectors.USUAL_ONE_IN", USUAL_ONE_IN):
            assert one_in(table.desk.room) == 15

    def test_only_drawn_hands_are_asked(self) -> None:
        table = open_hand_table()
        asks(table, 2)
        hands = [table.tick(3_00) for _ in range(12)]
        day = SamplingDay.objects.get()
        for hand in hands:
            drawn = lot(day.seed, hand.session_id, hand.number, one_in=2).is_drawn
            if drawn:
                assert tell(table, hand).pot == 70_00
            else:
                refused("pot_not_asked", lambda hand=hand: tell(table, hand))

    def test_rows_stay_as_they_are(self, table: HandTable) -> None:
        tell(table, table.tick(3_00))
        for model in (SamplingDay, PotAnswer):
            with pytest.raises(DatabaseError), transaction.atomic():
                model.objects.update(gaming_day=model.objects.get().gaming_day + timedelta(days=1))


class TestAsking:
    def test_the_pot_is_asked_for_after_the_takings(self, table: HandTable) -> None:
        assert waiting(table.session) == []
        hand = table.tick(3_00)
        assert waiting(table.session) == [hand]
        tell(table, hand)
        assert waiting(table.session) == []

    def test_of_the_last_hands_alone(self, table: HandTable) -> None:
        hands = [table.tick(3_00) for _ in range(LAST_HANDS + 2)]
        assert waiting(table.session) == hands[: -LAST_HANDS - 1 : -1]

    def test_none_where_the_pot_came_with_the_hand_or_the_room_asks_none(self, table: HandTable) -> None:
        table.tick(3_00, pot=70_00)
        assert waiting(table.session) == []
        asks(table, 0)
        table.desk.now += timedelta(days=1)
        table.tick(3_00)
        assert waiting(table.session) == []

    def test_none_under_a_time_charge(self) -> None:
        table = open_hand_table(plaque=replace(NLH, fee=live_time(6_00)))
        asks(table)
        hand = table.tick(0)
        assert waiting(table.session) == []
        refused("pot_not_asked", lambda: tell(table, hand))

    def test_it_takes_one_query(self, table: HandTable) -> None:
        for _ in range(3):
            table.tick(3_00)
        session = table.session
        with CaptureQueriesContext(connection) as told:
            assert len(waiting(session)) == 3
        assert len(told.captured_queries) == 1


class TestAnswering:
    def test_it_keeps_the_pot_apart_with_what_it_owes(self, table: HandTable) -> None:
        hand = table.tick(5_00)
        answer = tell(table, hand, 70_00)
        told = copy(hand)
        told.pot = 70_00
        assert (answer.pot, answer.rake_owed) == (70_00, owed_of(told).rake)
        assert answer.rake_owed == 3_00
        hand.refresh_from_db()
        assert hand.pot is None
        assert (answer.answered_by, answer.room, answer.gaming_day) == (table.floor, hand.room, hand.gaming_day)
        event = AuditEvent.objects.get(verb="sampling.answered")
        assert (event.subject_id, event.after["pot"]) == (str(hand.pk), 70_00)

    def test_the_same_key_answers_once_and_another_pot_under_it_is_refused(self, table: HandTable) -> None:
        hand, once = table.tick(3_00), key()
        first = tell(table, hand, key=once)
        assert tell(table, hand, key=once) == first
        with pytest.raises(KeyReused):
            tell(table, hand, 80_00, key=once)
        assert PotAnswer.objects.count() == 1

    def test_once_for_ever(self, table: HandTable) -> None:
        hand = table.tick(3_00)
        tell(table, hand)
        assert "stays as it was told" in refused("pot_answered", lambda: tell(table, hand, 90_00)).message

    @pytest.mark.parametrize(
        ("pot", "code"), [(70_50, "not_chip_multiple"), (-1_00, "not_chip_multiple"), (2_00, "takings_above_pot")]
    )
    def test_a_pot_that_can_not_be_is_refused(self, table: HandTable, pot: int, code: str) -> None:
        hand = table.tick(3_00)
        refused(code, lambda: tell(table, hand, pot))
        assert not PotAnswer.objects.exists()

    def test_a_pot_of_just_what_was_dropped_may_be(self, table: HandTable) -> None:
        assert tell(table, table.tick(2_00, promo_taken=1_00), 3_00).pot == 3_00

    def test_what_went_to_promotions_was_in_the_pot_too(self, table: HandTable) -> None:
        hand = table.tick(2_00, promo_taken=1_00)
        refused("takings_above_pot", lambda: tell(table, hand, 2_00))

    def test_a_pot_that_came_with_the_hand_is_not_asked_for(self, table: HandTable) -> None:
        hand = table.tick(3_00, pot=70_00)
        refused("pot_not_asked", lambda: tell(table, hand))

    def test_a_later_version_is_not_asked_the_first_still_is(self, table: HandTable) -> None:
        hand = table.tick(5_00)
        again = correct(table, hand, 3_00)
        refused("pot_not_asked", lambda: tell(table, again))
        assert tell(table, hand).rake_owed == 3_00

    def test_a_void_hand_is_not_asked(self, table: HandTable) -> None:
        hand = table.tick(3_00)
        void_hand(hand=hand, reason="a card fell", second=table.desk.manager, key=key(), **table.by())
        refused("pot_not_asked", lambda: tell(table, hand))

    def test_a_full_hand_is_not_asked(self, table: HandTable) -> None:
        hand = table.record(table.act(table.deal(), "f", "f", "f"))
        refused("pot_not_asked", lambda: tell(table, hand))

    def test_a_hand_whose_day_drew_nothing_is_not_asked(self) -> None:
        table = open_hand_table()
        hand = table.tick(3_00)
        refused("pot_not_asked", lambda: tell(table, hand))

    def test_a_locked_day_takes_no_answer(self, table: HandTable) -> None:
        hand = table.tick(3_00)
        locked_day(table.desk)
        refused("day_locked", lambda: tell(table, hand))


def correct(table: HandTable, hand: Hand, rake: int) -> Hand:
    facts = {"tick": hand, "rake_taken": rake, "reason": "miskeyed", "key": key(), "confirmed": (NEVER_OWED,)}
    return supersede_tick(**facts, by=table.desk.manager, at=table.desk.at())


class TestRate:
    def test_a_change_holds_from_the_next_day_on(self, table: HandTable) -> None:
        table.tick(3_00)
        asks(table, 0)
        assert len(waiting(table.session)) == 1
        table.tick(3_00)
        assert len(waiting(table.session)) == 2
        table.desk.now += timedelta(days=1)
        table.tick(3_00)
        assert [day.one_in for day in SamplingDay.objects.order_by("gaming_day")] == [1, 0]
        assert len(waiting(table.session)) == 2

    @pytest.mark.parametrize(
        ("share", "reason", "code"), [(-1, "why", "rate_out_of_range"), (1001, "why", "rate_out_of_range"),
                                      (15, " ", "reason_missing")]
    )  # fmt: skip
    def test_nonsense_is_refused(self, table: HandTable, share: int, reason: str, code: str) -> None:
        facts: dict[str, Any] = {"room": table.desk.room, "one_in": share, "reason": reason, "key": key()}
        refused(code, lambda: set_sampling_rate(**facts, **table.by()))

    def test_the_trail_tells_before_and_after(self, table: HandTable) -> None:
        asks(table, 5)
        event = AuditEvent.objects.filter(verb="sampling.rate").latest("pk")
        assert (event.before, event.after, event.reason) == ({"one_in": 1}, {"one_in": 5}, "a test of the draw")


class TestReport:
    def test_missing_is_counted_and_no_absence(self, table: HandTable) -> None:
        hands = [table.tick(3_00) for _ in range(4)]
        tell(table, hands[0])
        total = report(table).total
        assert (total.hands, total.sampled, total.asked, total.told, total.missing) == (4, 4, 4, 1, 3)
        assert counts_in_words(total) == "Of 4 hands without a pot 4 were asked for it: 1 told, 3 missing."

    def test_what_is_missing_may_be_anything(self, table: HandTable) -> None:
        """Four of 5 taken: one told that 3 was owed, of the others 0 to 5 is owed each."""
        hands = [table.tick(5_00) for _ in range(4)]
        tell(table, hands[0])
        rake = rake_of(table)
        assert (rake.taken, rake.about) == (20_00, 12_00)
        assert (rake.least, rake.most) == (3_00, 18_00)

    def test_all_told_and_right_leaves_the_little_that_is_possible(self, table: HandTable) -> None:
        for _ in range(30):
            tell(table, table.tick(3_00))
        rake = rake_of(table)
        assert (rake.taken, rake.about, rake.least, rake.most) == (90_00, 90_00, 90_00, 90_00)

    def test_none_off_in_a_sample_is_never_plus_or_minus_nothing(self) -> None:
        table = open_hand_table()
        asks(table, 3)
        hands = [table.tick(3_00) for _ in range(30)]
        day = SamplingDay.objects.get()
        for hand in hands:
            if lot(day.seed, hand.session_id, hand.number, one_in=3).is_drawn:
                tell(table, hand)
        if not PotAnswer.objects.exists():
            pytest.skip("of 30 hands none was drawn: five times in a million")
        rake = rake_of(table)
        assert rake.about == rake.taken == 90_00
        assert rake.least is not None
        assert rake.most is not None
        assert rake.least < 90_00 < rake.most
        assert "the sample shows no difference" in owed_in_words(rake, table.desk.room)

    def test_the_estimate_is_by_dealer(self, table: HandTable) -> None:
        """One dealer takes 2 too much of each hand, told once of ten; the other is right, told ten times of ten."""
        seat_dealer(table, "Dora")
        wrong = [table.tick(5_00) for _ in range(10)]
        tell(table, wrong[0])
        seat_dealer(table, "Dan")
        for hand in [table.tick(3_00) for _ in range(10)]:
            tell(table, hand)
        rake = rake_of(table)
        assert (rake.taken, rake.about) == (80_00, 60_00)

    def test_a_pot_by_choice_is_told_apart_and_enters_nothing(self, table: HandTable) -> None:
        for _ in range(3):
            tell(table, table.tick(3_00))
        before = rake_of(table)
        chosen = table.tick(5_00, pot=70_00)
        rate_hand(hand_id=chosen.pk, at=table.desk.at())
        full = table.record(table.act(table.deal(), "f", "f", "f"))
        rate_hand(hand_id=full.pk, at=table.desk.at())
        total = report(table).total
        assert rake_of(table) == before
        assert (total.hands, total.sampled, total.asked, total.by_choice) == (5, 3, 3, 2)
        rake = next(each for each in total.chosen if each.fee == "rake")
        assert (rake.taken - full.rake_taken, rake.owed - full.rating.rake_owed) == (5_00, 3_00)

    def test_a_correction_changes_nothing_of_what_was_first_taken(self, table: HandTable) -> None:
        """Who hears of an error could put right the asked hands alone, and the sample would look clean."""
        hand = table.tick(5_00)
        tell(table, hand)
        before = rake_of(table)
        correct(table, hand, 3_00)
        assert rake_of(table) == before
        assert before.taken == 5_00

    def test_a_void_hand_is_no_hand(self, table: HandTable) -> None:
        table.tick(3_00)
        hand = table.tick(3_00)
        void_hand(hand=hand, reason="a card fell", second=table.desk.manager, key=key(), **table.by())
        total = report(table).total
        assert (total.hands, total.asked) == (1, 1)

    def test_a_hand_that_was_voided_after_the_lock_stays_in_its_day(self, table: HandTable) -> None:
        """The sample of a locked day says the same for ever."""
        hand = table.tick(3_00)
        day = locked_day(table.desk)
        before = sampling_report(table.desk.room, day).total
        void_hand(hand=hand, reason="a card fell", second=table.desk.manager, key=key(), **table.by())
        assert sampling_report(table.desk.room, day).total == before
        assert before.hands == 1

    def test_a_kill_table_asks_nothing_for_its_pots_come_with_the_hands(self) -> None:
        table = open_hand_table(plaque=O8_KILL)
        asks(table)
        table.tick(3_00, pot=60_00, winners=[1])
        total = report(table).total
        assert (total.sampled, total.by_choice) == (0, 1)
        assert counts_in_words(total) == "No hand could be asked for its pot."

    def test_tables_are_told_apart_and_together(self, table: HandTable) -> None:
        """At one table 2 too much is taken, at the other nothing is wrong: the room has both."""
        tell(table, table.tick(5_00))
        first = table.desk.session
        table.desk.session = table.desk.open_table()
        table.desk.seated(seat=1)
        table.desk.seated(seat=2)
        for _ in range(2):
            tell(table, table.tick(3_00))
        found = report(table)
        assert [sample.name for sample in found.tables] == [first.table.name, table.desk.session.table.name]
        assert [(sample.told, sample.owed[0].taken, sample.owed[0].about) for sample in found.tables] == [
            (1, 5_00, 3_00),
            (2, 6_00, 6_00),
        ]
        assert (found.total.told, found.total.owed[0].taken, found.total.owed[0].about) == (3, 11_00, 9_00)

    def test_it_takes_the_same_queries_however_many_hands(self, table: HandTable) -> None:
        def queries() -> int:
            with CaptureQueriesContext(connection) as told:
                report(table)
            return len(told.captured_queries)

        tell(table, table.tick(3_00))
        few = queries()
        for _ in range(8):
            tell(table, table.tick(3_00))
        assert queries() == few

    def test_another_rooms_hands_are_not_in_it(self, table: HandTable) -> None:
        tell(table, table.tick(3_00))
        other = open_hand_table()
        assert other.desk.room != table.desk.room
        assert report(other).total.hands == 0
        assert report(other).draws == ()


def seat_dealer(table: HandTable, name: str) -> None:
    """Somebody else deals from now on."""
    dealer = register_dealer(room=table.desk.room, badge_number=name, display_name=name, **table.by())
    start_shift(dealer=dealer, **table.by())
    put_in(session=table.session, dealer=dealer, **table.by())


class TestAfterTheLock:
    def test_the_secret_is_shown_once_the_day_is_locked_and_checked(self, table: HandTable) -> None:
        asked = table.tick(3_00)
        tell(table, asked)
        table.tick(3_00)
        (draw,) = report(table).draws
        assert (draw.seed, draw.drawn) == ("", ())
        assert draw.commitment == SamplingDay.objects.get().commitment
        day = locked_day(table.desk)
        (draw,) = sampling_report(table.desk.room, day).draws
        assert draw.seed == SamplingDay.objects.get().seed
        assert draw.is_as_committed
        assert draw.drawn == tuple(f"{asked.session_id}:{number}" for number in (1, 2))
        assert draw.not_drawn == ()


class TestAudit:
    def test_what_is_right_is_right(self, table: HandTable) -> None:
        tell(table, table.tick(3_00))
        assert list(wrong_answers()) == []
        assert list(wrong_commitments()) == []

    def test_an_answer_that_owes_something_else(self, table: HandTable) -> None:
        hand = table.tick(3_00)
        with patch("rake.sampling.services.owed_of", lambda hand: owed_of(hand)._replace(rake=9_00)):
            tell(table, hand)
        (fault,) = wrong_answers()
        assert "keeps 900 rake" in fault
        assert "owes 300" in fault

    def test_an_answer_that_owes_another_promo(self, table: HandTable) -> None:
        hand = table.tick(3_00)
        with patch("rake.sampling.services.owed_of", lambda hand: owed_of(hand)._replace(promo=9_00)):
            tell(table, hand)
        (fault,) = wrong_answers()
        assert "and 900 promo" in fault

    def test_an_answer_that_nobody_asked_for(self, table: HandTable) -> None:
        hand = table.tick(3_00)
        tell(table, hand)
        with patch("rake.sampling.audit_checks.is_drawn", lambda *_: False):
            (fault,) = wrong_answers()
        assert "doesn't ask for it" in fault

    def test_a_secret_with_another_digest(self, table: HandTable) -> None:
        with patch("rake.sampling.services.commitment", lambda seed: "0" * 64):
            table.tick(3_00)
        (fault,) = wrong_commitments()
        assert "another digest" in fault
