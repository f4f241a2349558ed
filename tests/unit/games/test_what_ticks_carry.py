"""What quick hands explain of stacks: no more than their pots, of nobody who sat in none, and no pot twice."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction

from config.audit.models import AuditEvent
from config.requests.services import claim
from config.staff.models import User
from games.models import Hand
from games.services import supersede_tick, void_hand
from players import four_eyes
from players.counts import CountReason
from players.models import MoneyAct
from players.open_items import counts_not_looked_at
from players.selectors.acts import counts_of_day
from players.services import change_seat, come_back, go_away, take_incidental
from players.services.counting import COUNTED_OFF, count_together
from players.services.table_money import count_stack
from rules.house.fee_schedule import FeeSchedule, live_time
from tables.models import SessionAlarm
from tables.services import put_away_alarm
from tests.support.corrections import alarms_of_counts, faults
from tests.support.desk import NLH, key, person
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table


def counts_answered_for() -> list[int]:
    """What counts moved that somebody answers for, minor units."""
    return list(MoneyAct.objects.filter(act="count").order_by("pk").values_list("amount", flat=True))


class TestWhatTicksCarry:
    """A quick hand doesn't say who won. It explains no more than table stakes, and no larger pot than its rake has."""

    def count(self, table: HandTable, second: User | None = None, **stacks: int) -> None:
        counts = {table.sittings[int(seat[1:])]: amount for seat, amount in stacks.items()}
        asked, by = key(), table.by()
        with transaction.atomic():
            claim(asked, "count", {}, **by)
            count_together(table.session, counts, reason="ticks", second=second, key=asked, **by)

    def test_one_hand_makes_no_fortune_of_a_small_stack(self, table: HandTable) -> None:
        small = table.desk.seated(100_00, seat=7)
        count_stack(sitting=small, key=key(), **table.desk.counted(10_00, "left_lying"))
        table.sittings[7] = small
        table.tick(5_00)
        error = refused("count_above_ticks", lambda: self.count(table, s7=95_00, s1=110_00))
        assert "1 quick hand since can have made 90 of it at most" in error.message
        self.count(table, s7=90_00, s1=115_00)
        assert table.desk.stack(small) == 90_00

    def test_each_further_hand_carries_more(self, table: HandTable) -> None:
        small = table.desk.seated(100_00, seat=7)
        count_stack(sitting=small, key=key(), **table.desk.counted(10_00, "left_lying"))
        table.sittings[7] = small
        for _ in range(2):
            table.tick(5_00)
        self.count(table, s7=400_00, s1=10_00, s2=0, s3=190_00)
        assert table.desk.stack(small) == 400_00

    def test_known_pots_carry_what_they_were(self, table: HandTable) -> None:
        table.tick(5_00, pot=60_00, winners=[1])
        error = refused("second_needed", lambda: self.count(table, s1=361_00, s2=34_00))
        assert "161 went from stack to stack; the quick hands since carried 60 at most by their rake" in error.message
        self.count(table, s1=260_00, s2=135_00)
        assert (table.stack(1), counts_answered_for(), alarms_of_counts(table)) == (260_00, [], [])

    def test_made_up_hands_without_rake_carry_nothing_large(self, table: HandTable) -> None:
        """5% in chips of 1: no chip is due of a pot below 20, whatever pot is stated."""
        table.tick(0)
        table.tick(0, pot=600_00, winners=[1])
        error = refused("second_needed", lambda: self.count(table, s1=340_00, s2=60_00))
        assert "140 went from stack to stack; the quick hands since carried 38 at most" in error.message
        assert table.stack(1) == 200_00

    def test_what_they_do_not_carry_is_somebodys_act_and_an_alarm(self, table: HandTable) -> None:
        table.tick(1_00)
        second = person(table.desk.room, "floor")
        self.count(table, second, s1=350_00, s2=50_00, s3=199_00)
        act = MoneyAct.objects.get(act="count")
        assert (act.amount, act.by, act.second) == (111_00, table.floor, second)
        assert alarms_of_counts(table) == ["Counted 111 from stack to stack beyond the pots of the quick hands"]
        assert faults() == []

    def test_no_hand_carries_twice(self, table: HandTable) -> None:
        """Two stacks after two: the second count finds the pot used up by the first."""
        table.tick(1_00)
        self.count(table, s1=239_00, s2=160_00)
        assert counts_answered_for() == []
        self.count(table, s3=239_00, s4=161_00)
        assert counts_answered_for() == [39_00]

    def test_what_was_confirmed_uses_up_no_pot(self, table: HandTable) -> None:
        table.tick(0)
        second = person(table.desk.room, "floor")
        self.count(table, second, s1=350_00, s2=50_00)
        table.tick(1_00)
        self.count(table, s3=239_00, s4=160_00)
        assert counts_answered_for() == [131_00]

    def test_who_sits_down_between_two_counts_takes_no_pot_from_the_second(self, table: HandTable) -> None:
        """The first count found 80 of two pots of 59; what was left of the newer and the next pot made the newcomer's
        stack."""
        table.tick(2_00)
        table.sittings[7] = table.desk.seated(100_00, seat=7)
        table.tick(2_00)
        self.count(table, s1=280_00, s2=158_00, s3=158_00)
        table.tick(2_00)
        self.count(table, s7=190_00, s1=220_00, s4=168_00)
        assert counts_answered_for() == []

    def test_a_count_draws_on_no_hand_of_before_its_stacks_were_known(self, table: HandTable) -> None:
        """The second count used the second pot up, whatever the first count had left of the first; nothing is left for
        who came in between."""
        table.tick(2_00)
        self.count(table, s1=220_00, s2=178_00)
        table.sittings[7] = table.desk.seated(100_00, seat=7)
        table.tick(1_00)
        self.count(table, s1=259_00, s2=138_00)
        self.count(table, s7=120_00, s1=239_00)
        assert counts_answered_for() == [20_00]

    def test_they_move_no_stack_of_who_was_away_in_all_of_them(self, table: HandTable) -> None:
        """Whoever was just noted as away may have lost the hand that was played then, and no later one."""
        go_away(sitting=table.sittings[2], **table.by())
        table.tick(5_00)
        table.tick(5_00)
        self.count(table, s1=290_00, s2=100_00)
        table.tick(5_00)
        error = refused("count_above_ticks", lambda: self.count(table, s1=365_00, s2=20_00))
        assert "this player came after them or was away in all of them" in error.message
        come_back(sitting=table.sittings[2], **table.by())
        refused("count_above_ticks", lambda: self.count(table, s1=365_00, s2=20_00))
        table.tick(5_00)
        self.count(table, s1=360_00, s2=20_00)
        assert (table.stack(2), counts_answered_for()) == (20_00, [])

    def test_a_count_with_a_full_hand_is_in_the_trail_seat_by_seat(self, table: HandTable) -> None:
        table.tick(0)
        deal = table.suggested()
        draft = table.deal(replace(deal, stacks={**deal.stacks, 1: 210_00, 2: 190_00}, count_reason="ticks"))
        table.record(table.act(draft, "f", "f", "f"))
        told = AuditEvent.objects.filter(verb="stack.counted").order_by("subject_id")
        assert [(each.before, each.after, each.by, each.subject_id) for each in told] == [
            ({"stack": 200_00}, {"stack": 210_00}, table.floor, str(table.sittings[1].pk)),
            ({"stack": 200_00}, {"stack": 190_00}, table.floor, str(table.sittings[2].pk)),
        ]
        assert {each.reason for each in told} == {CountReason.TICKS.label}

    def test_small_moves_of_a_day_add_up(self, table: HandTable) -> None:
        table.tick(0)
        self.count(table, s1=279_00, s2=121_00)
        table.tick(0)
        refused("second_needed", lambda: self.count(table, s1=339_00, s2=61_00))
        self.count(table, s1=338_00, s2=62_00)
        assert counts_answered_for() == [60_00, 40_00]

    def test_the_cap_bounds_no_pot_but_table_stakes_do(self, table: HandTable) -> None:
        table.tick(5_00)
        self.count(table, s1=795_00, s2=0, s3=0, s4=0)
        assert (table.stack(1), counts_answered_for()) == (795_00, [])

    @pytest.mark.django_db
    def test_where_no_rake_is_taken_stated_pots_alone_carry(self) -> None:
        table = open_hand_table(replace(NLH, fee=live_time(5_00)))
        table.tick(0)
        refused("second_needed", lambda: self.count(table, s1=310_00, s2=90_00))
        table.tick(0, pot=110_00, winners=[1])
        self.count(table, s1=310_00, s2=90_00)
        assert (table.stack(1), counts_answered_for()) == (310_00, [])

    @pytest.mark.django_db
    def test_a_collection_tells_nothing_of_a_pot_and_who_pays_none_has_had_none(self) -> None:
        """The same 5 is of any pot: one that was stated carries what it was; none was stated, or none was paid for,
        carries nothing."""
        table = open_hand_table(replace(NLH, fee=FeeSchedule(mode="hand", collection=5_00)))
        table.tick(5_00)
        table.tick(0, pot=400_00, winners=[1])
        refused("second_needed", lambda: self.count(table, s1=310_00, s2=85_00))
        table.tick(5_00, pot=110_00, winners=[1])
        self.count(table, s1=310_00, s2=80_00)
        assert (table.stack(1), counts_answered_for(), faults()) == (310_00, [], [])

    def test_at_the_deal_too(self, table: HandTable) -> None:
        table.tick(0)
        deal = table.suggested()
        counted = replace(deal, stacks={**deal.stacks, 1: 350_00, 2: 50_00}, count_reason="ticks")
        refused("second_needed", lambda: table.deal(counted))
        counted = replace(counted, stacks={**deal.stacks, 1: 260_00, 2: 140_00})
        draft = table.deal(counted)
        room, floor = table.desk.room, table.floor
        assert four_eyes.moved_alone(room, floor, table.desk.now) == 41_00
        table.record(table.act(draft, "f", "f", "f"))
        assert (counts_answered_for(), faults()) == ([41_00], [])

    def test_what_left_the_stack_since_counts_as_there(self, table: HandTable) -> None:
        table.tick(5_00)
        take_incidental(sitting=table.sittings[1], amount=1_00, key=key(), reason="a drink", **table.by())
        self.count(table, s1=594_00, s2=0, s3=0)
        assert table.stack(1) == 594_00

    def test_the_day_waits_until_somebody_has_looked(self, table: HandTable) -> None:
        """A count of the next gaming day keeps only that one open."""
        day = table.session.gaming_day
        open_on = lambda day: [item.sentence for item in counts_not_looked_at(table.desk.room, day)]  # noqa: E731
        table.tick(1_00)
        self.count(table, person(table.desk.room, "floor"), s1=350_00, s2=50_00, s3=199_00)
        told = "Counted 111 from stack to stack beyond the pots of the quick hands. Look at it, and put it away"
        assert [sentence.partition(": ")[2] for sentence in open_on(day)] == [f"{told} with a reason."]
        assert open_on(day - timedelta(days=1)) == []
        alarm = SessionAlarm.objects.get(kind=COUNTED_OFF, cleared_at=None)
        put_away_alarm(alarm=alarm, seen=alarm.version, reason="seen on the recording", **table.by())
        assert open_on(day) == []

    def test_who_was_away_loses_no_more_than_the_hands_they_were_in(self, table: HandTable) -> None:
        """The first hand after somebody was noted as away may be theirs, the larger one later isn't."""
        go_away(sitting=table.sittings[2], **table.by())
        table.tick(1_00)
        table.tick(5_00)
        error = refused("second_needed", lambda: self.count(table, s1=344_00, s2=50_00))
        assert (
            "Seat 2, Player 2: 200 by the books, 50 counted; the quick hands since that this player was in carried 39"
            in error.message.replace(str(table.sittings[2].player), "Player 2")
        )
        self.count(table, s1=335_00, s2=160_00, s3=99_00)
        assert (table.stack(2), counts_answered_for()) == (160_00, [])

    def test_they_went_to_nobody_but_their_winners(self, table: HandTable) -> None:
        table.tick(5_00, pot=400_00, winners=[3])
        table.tick(0)
        error = refused("second_needed", lambda: self.count(table, s1=320_00, s2=75_00))
        assert "the quick hands since that can have gone there carried 19 at most" in error.message
        self.count(table, s3=320_00, s2=75_00)
        assert (table.stack(3), counts_answered_for(), alarms_of_counts(table)) == (320_00, [], [])

    def test_who_took_another_seat_may_have_won_from_the_one_before(self, table: HandTable) -> None:
        table.tick(5_00, pot=400_00, winners=[3])
        table.sittings[3] = change_seat(sitting=table.sittings[3], seat=8, key=key(), **table.by())
        self.count(table, s3=320_00, s2=75_00)
        assert (table.stack(3), counts_answered_for()) == (320_00, [])

    def test_the_day_lists_it_by_who_counted(self, table: HandTable) -> None:
        table.tick(5_00)
        self.count(table, s1=265_00, s2=130_00)
        count_stack(sitting=table.sittings[3], key=key(), **table.desk.counted(190_00, "left_lying"))
        rows = counts_of_day(table.desk.room, table.session.gaming_day)
        assert [(row.name, row.stacks, row.more, row.less, row.by_ticks) for row in rows] == [
            (table.floor.display_name, 2, 65_00, 70_00, 65_00),
            (table.desk.manager.display_name, 1, 0, 10_00, 0),
        ]


class TestCorrectedPots:
    """Counts lean on the pots that were stated: who corrects one answers for what it no longer explains."""

    def counted(self, table: HandTable) -> Hand:
        """A hand with a pot of 300 at a table on time, to which a count has put 150 down."""
        hand = table.tick(0, pot=300_00)
        TestWhatTicksCarry().count(table, s1=350_00, s2=50_00)
        return hand

    def correct(self, table: HandTable, hand: Hand, pot: int, second: User | None = None) -> Hand:
        facts = {"rake_taken": 0, "pot": pot, "reason": "the pot was misread", "second": second}
        return supersede_tick(tick=hand, key=key(), **facts, **table.by())

    @pytest.fixture
    def timed(self, db: None) -> HandTable:
        """A table on time: no rake tells of a pot."""
        return open_hand_table(replace(NLH, fee=live_time(5_00)))

    def test_above_the_limit_a_second_person_confirms(self, timed: HandTable) -> None:
        hand = self.counted(timed)
        error = refused("second_needed", lambda: self.correct(timed, hand, 12_00))
        assert "Counts have put 138 down to the pots of quick hands, which this takes out of them" in error.message
        second = person(timed.desk.room, "floor")
        self.correct(timed, hand, 12_00, second)
        act = MoneyAct.objects.get(act="count")
        assert (act.amount, act.by, act.second) == (138_00, timed.floor, second)
        assert alarms_of_counts(timed) == ["Counted 138 from stack to stack beyond the pots of the quick hands"]
        assert faults() == []

    def test_below_it_the_sum_of_the_day_and_the_alarm_tell(self, timed: HandTable) -> None:
        hand = self.counted(timed)
        hand = self.correct(timed, hand, 100_00)
        assert four_eyes.moved_alone(timed.desk.room, timed.floor, timed.desk.now) == 50_00
        assert alarms_of_counts(timed) == ["Counted 50 from stack to stack beyond the pots of the quick hands"]
        refused("second_needed", lambda: self.correct(timed, hand, 40_00))
        hand = self.correct(timed, hand, 50_00)
        assert counts_answered_for() == [50_00, 50_00]
        self.correct(timed, hand, 60_00)
        assert (counts_answered_for(), faults()) == ([50_00, 50_00], [])

    def test_what_was_answered_for_is_not_asked_about_again(self, timed: HandTable) -> None:
        second = person(timed.desk.room, "floor")
        self.correct(timed, self.counted(timed), 12_00, second)
        alarm = SessionAlarm.objects.get(kind=COUNTED_OFF, cleared_at=None)
        put_away_alarm(alarm=alarm, seen=alarm.version, reason="seen on the recording", **timed.by())
        other = timed.tick(0, pot=80_00)
        self.correct(timed, other, 10_00)
        assert (counts_answered_for(), alarms_of_counts(timed)) == ([138_00], [])

    def test_a_void_is_answered_for_by_its_two(self, timed: HandTable) -> None:
        hand, second = self.counted(timed), person(timed.desk.room, "floor")
        void_hand(hand=hand, reason="it was dealt at another table", second=second, key=key(), **timed.by())
        assert counts_answered_for() == [150_00]
        assert alarms_of_counts(timed) == ["Counted 150 from stack to stack beyond the pots of the quick hands"]

    def test_a_pot_that_others_make_up_for_asks_nothing(self, timed: HandTable) -> None:
        hand = timed.tick(0, pot=200_00)
        self.counted(timed)
        self.correct(timed, hand, 12_00)
        assert (counts_answered_for(), alarms_of_counts(timed)) == ([], [])

    def test_a_pot_that_nothing_bounded_is_leant_on_until_its_rake_says_less(self, table: HandTable) -> None:
        hand, other = table.tick(5_00), table.tick(0)
        TestWhatTicksCarry().count(table, s1=350_00, s2=45_00)
        self.correct(table, other, 5_00)
        assert counts_answered_for() == []
        facts = {"reason": "another hand's rake", "key": key(), "second": person(table.desk.room, "floor")}
        supersede_tick(tick=hand, rake_taken=1_00, **facts, **table.by())
        assert counts_answered_for() == [106_00]
