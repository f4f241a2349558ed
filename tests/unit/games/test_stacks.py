"""Stacks follow from hand to hand: what differs from the books says why, and a deal made from old books is refused."""

from dataclasses import replace

import pytest
from django.db import transaction

from config.requests.services import claim
from config.staff.models import User
from games import services
from games.models import HandDraft
from games.selectors.counts import ticked_since_count
from games.selectors.seen import SeatSeen, Seen
from players import four_eyes
from players.counts import CountReason, Explained, reason_words
from players.models import AccountKind, MoneyAct, Transfer, TransferKind
from players.selectors.acts import counts_of_day
from players.selectors.counts import dropped_uncounted
from players.services import go_away, leave_seat, take_incidental
from players.services.counting import COUNTED_OFF, count_together
from players.services.table_money import count_stack
from rules.house.fee_schedule import live_time
from tables.models import SessionAlarm
from tables.services import put_away_alarm
from tests.support.corrections import faults
from tests.support.desk import NLH, key, person
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table


def test_another_stack_than_the_books_without_ticks_asks_why(table: HandTable) -> None:
    deal = table.suggested()
    error = refused("count_reason_missing", lambda: table.deal(replace(deal, stacks={**deal.stacks, 3: 195_00})))
    for words in ("Seat 3", str(table.sittings[3].player), "200 by the books", "195 counted"):
        assert words in error.message
    assert error.citation
    assert not HandDraft.objects.exists()


def test_the_reason_stands_on_the_count_and_only_there(table: HandTable) -> None:
    deal = table.suggested()
    counted = replace(deal, stacks={**deal.stacks, 3: 195_00}, count_reason="a chip fell")
    table.record(table.act(table.deal(counted), "f", "f", "f"))
    count = Transfer.objects.get(kind=TransferKind.COUNT)
    assert (count.reason, count.amount, count.source.sitting) == ("a chip fell", 5_00, table.sittings[3])
    assert set(Transfer.objects.filter(kind=TransferKind.HAND).values_list("reason", flat=True)) == {""}
    assert table.desk.held(AccountKind.FELT) == 5_00
    assert table.on_table() == 800_00


def test_a_reason_for_stacks_that_are_the_books_counts_nothing(table: HandTable) -> None:
    draft = table.deal(replace(table.suggested(), count_reason="a chip fell"))
    assert (draft.found, draft.count_reason) == ({}, "")
    table.record(table.act(draft, "f", "f", "f"))
    assert not Transfer.objects.filter(kind=TransferKind.COUNT).exists()


def test_ticks_explain_nothing_unsaid(table: HandTable) -> None:
    assert not ticked_since_count(table.session)
    table.tick(5_00)
    assert ticked_since_count(table.session)
    deal = table.suggested()
    refused("count_reason_missing", lambda: table.deal(replace(deal, stacks={**deal.stacks, 3: 195_00})))


@pytest.mark.parametrize("found", [-5_00, -1_00])
def test_ticks_explain_what_they_dropped_where_somebody_says_so(table: HandTable, found: int) -> None:
    table.tick(5_00)
    deal = table.suggested()
    counted = replace(deal, stacks={**deal.stacks, 3: 200_00 + found}, count_reason="ticks")
    draft = table.deal(counted)
    assert (draft.count_reason, draft.found) == ("counted after ticks", {3: found})
    table.record(table.act(draft, "f", "f", "f"))
    assert dropped_uncounted(table.session) == 5_00 + found
    assert not alarms(table)


@pytest.mark.parametrize("found", [-6_00, 1_00])
def test_ticks_explain_no_chip_more(table: HandTable, found: int) -> None:
    table.tick(5_00)
    facts = {"sitting": table.sittings[3], "counted": 200_00 + found, "reason": "ticks", "key": key()}
    error = refused("count_above_ticks", lambda: count_stack(**facts, **table.by()))
    assert error.allowed == {"dropped": 5_00}


def test_ticks_explain_no_stack_that_came_after_them(table: HandTable) -> None:
    table.tick(5_00)
    newcomer = table.desk.seated(200_00, seat=7)
    facts = {"sitting": newcomer, "counted": 196_00, "reason": "ticks"}
    error = refused("count_above_ticks", lambda: count_stack(**facts, key=key(), **table.by()))
    assert "since this stack came to the table" in error.message
    stacks = {**table.suggested().stacks, 7: 196_00}
    refused("count_above_ticks", lambda: table.deal(replace(table.suggested(), stacks=stacks, count_reason="ticks")))
    table.tick(5_00)
    count_stack(**facts, key=key(), **table.by())
    assert table.desk.stack(newcomer) == 196_00


def test_a_quick_hand_that_drops_nothing_moves_the_stack_of_a_newcomer(table: HandTable) -> None:
    table.tick(5_00)
    newcomer = table.desk.seated(200_00, seat=7)
    table.tick(0)
    count_stack(sitting=newcomer, counted=196_00, reason="ticks", key=key(), **table.by())
    assert table.desk.stack(newcomer) == 196_00


def test_where_nothing_was_played_ticks_move_nothing_from_stack_to_stack(table: HandTable) -> None:
    counts = {table.sittings[1]: 120_00, table.sittings[2]: 280_00}
    facts = {"session": table.session, "counts": counts, "reason": "ticks", "key": key()}
    refused("count_above_ticks", lambda: count_together(**facts, **table.by()))


def test_ticks_explain_no_chip_more_at_the_deal(table: HandTable) -> None:
    table.tick(5_00)
    deal = table.suggested()
    stacks = {**deal.stacks, 2: 300_00, 3: 94_00}
    refused("count_above_ticks", lambda: table.deal(replace(deal, stacks=stacks, count_reason="ticks")))


def test_ticks_explain_chips_that_went_from_stack_to_stack(table: HandTable) -> None:
    table.tick(5_00)
    deal = table.suggested()
    stacks = {**deal.stacks, 1: 265_00, 2: 130_00}
    table.record(table.act(table.deal(replace(deal, stacks=stacks, count_reason="ticks")), "f", "f", "f"))
    assert (dropped_uncounted(table.session), alarms(table)) == (0, [])


def test_a_count_that_no_tick_explains_stands_as_an_alarm(table: HandTable) -> None:
    deal = table.suggested()
    counted = replace(deal, stacks={**deal.stacks, 3: 195_00}, count_reason="left_lying")
    draft = table.deal(counted)
    assert not alarms(table)
    table.record(table.act(draft, "f", "f", "f"))
    (alarm,) = alarms(table)
    assert alarm == "Counted 5 less than the books say, at a stack: a chip fell, or was left on the table"


def test_a_count_above_what_one_moves_alone_asks_for_another_person(table: HandTable) -> None:
    deal = table.suggested()
    stacks = {**deal.stacks, 3: 60_00}  # one moves the smallest buy-in alone: 100
    counted = replace(deal, stacks=stacks, count_reason="left_lying")
    assert refused("second_needed", lambda: table.deal(counted)).field == "badge"
    refused("second_is_first", lambda: table.deal(replace(counted, count_second=table.floor)))
    second = person(table.desk.room, "floor")
    table.record(table.act(table.deal(replace(counted, count_second=second)), "f", "f", "f"))
    act = MoneyAct.objects.get(act="count")
    assert (act.amount, act.by, act.second) == (140_00, table.floor, second)


def test_what_another_confirmed_at_the_deal_was_not_moved_alone(table: HandTable) -> None:
    deal = table.suggested()
    counted = replace(deal, stacks={**deal.stacks, 3: 60_00}, count_reason="left_lying")
    table.deal(replace(counted, count_second=person(table.desk.room, "floor")))
    assert four_eyes.moved_alone(table.desk.room, table.floor, table.desk.now) == 0


def test_counts_of_one_person_are_summed_over_the_day(table: HandTable) -> None:
    def less(seat: int, amount: int) -> None:
        counted = table.stack(seat) - amount
        count_stack(sitting=table.sittings[seat], counted=counted, reason="a chip fell", key=key(), **table.by())

    less(1, 60_00)
    less(2, 40_00)
    refused("second_needed", lambda: less(3, 1_00))
    table.floor = person(table.desk.room, "floor")
    less(3, 1_00)


def test_the_audit_finds_a_count_that_nobody_answers_for(table: HandTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def less(seat: int, amount: int) -> None:
        counted = table.stack(seat) - amount
        count_stack(sitting=table.sittings[seat], counted=counted, reason="a chip fell", key=key(), **table.by())

    less(1, 5_00)
    assert MoneyAct.objects.get(act="count").amount == 5_00
    assert faults() == []
    approve = four_eyes.approve
    monkeypatch.setattr(four_eyes, "approve", lambda act, **facts: approve(act, **facts | {"amount": 1_00}))
    less(2, 7_00)
    monkeypatch.setattr(four_eyes, "approve", lambda *act, **facts: None)
    less(3, 9_00)
    ((_, found),) = faults()
    assert sorted(fault.partition(" counted ")[2] for fault in found) == [
        "700 off the books; its act answers for 100",
        "900 off the books; no act says who answers for it",
    ]


def test_the_audit_finds_a_count_that_ticks_do_not_explain(table: HandTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def count(seat: int, found: int, reason: str = "ticks") -> None:
        counted = table.stack(seat) + found
        count_stack(sitting=table.sittings[seat], counted=counted, reason=reason, key=key(), **table.by())

    tick = table.tick(5_00)
    count(1, -3_00)
    services.supersede_tick(tick=tick, rake_taken=4_00, reason="misread", key=key(), **table.by())
    count(1, -1_00)
    count(1, -20_00, "a chip fell")
    count(1, 10_00, "played")
    count(2, -10_00)
    assert faults() == []
    monkeypatch.setattr("players.services.counting.explain", lambda *_, **__: Explained(CountReason.TICKS.label))
    count(3, -1_00)
    count(4, 6_00)
    ((_, found),) = faults()
    assert [fault.partition(" counted ")[2].partition(" at ")[0] for fault in found] == [
        "-100 by ticks, which dropped 0",
        "600 by ticks, which dropped 0",
    ]


def test_what_was_let_pass_at_the_deal_is_booked(table: HandTable) -> None:
    deal = table.suggested()
    draft = table.deal(replace(deal, stacks={**deal.stacks, 3: 140_00}, count_reason="left_lying"))
    other = HandTable(table.desk, {1: table.desk.seated(seat=5)})
    other.floor = table.floor
    MoneyAct.objects.create(
        room=table.desk.room, act="count", amount=90_00, limit=100_00, by=table.floor, at=table.desk.at(),
        gaming_day=table.session.gaming_day, request_key=key(),
    )  # fmt: skip
    table.record(table.act(draft, "f", "f", "f"))
    assert table.desk.held(AccountKind.FELT) == 60_00


def test_ticks_that_are_corrected_explain_what_they_dropped_then(table: HandTable) -> None:
    tick = table.tick(5_00)
    services.supersede_tick(tick=tick, rake_taken=3_00, reason="misread", key=key(), **table.by())
    assert dropped_uncounted(table.session) == 3_00


def test_what_a_count_found_won_in_ticks_is_missing_elsewhere(table: HandTable) -> None:
    table.tick(5_00)
    count_stack(sitting=table.sittings[1], counted=250_00, reason="played", key=key(), **table.by())
    assert dropped_uncounted(table.session) == 55_00
    count_stack(sitting=table.sittings[2], counted=145_00, reason="ticks", key=key(), **table.by())
    assert dropped_uncounted(table.session) == 0
    assert table.on_table() == 800_00


def test_chips_from_nothing_are_not_explained_by_a_later_count(table: HandTable) -> None:
    table.tick(5_00)
    count_stack(sitting=table.sittings[1], counted=250_00, reason="a chip fell", key=key(), **table.by())
    assert dropped_uncounted(table.session) == 5_00
    other = {"sitting": table.sittings[2], "counted": 150_00, "reason": "ticks", "key": key()}
    refused("count_above_ticks", lambda: count_stack(**other, **table.by()))


def test_a_host_seats_people_and_counts_nothing(table: HandTable) -> None:
    table.tick(5_00)
    host = {"by": person(table.desk.room, "host"), "at": table.desk.at()}
    facts = {"sitting": table.sittings[1], "reason": "ticks", "key": key()}
    refused("count_not_yours", lambda: count_stack(**facts, counted=198_00, **host))
    refused("count_not_yours", lambda: leave_seat(**facts, counted=198_00, **host))
    leave_seat(**facts, counted=200_00, **host)


def test_who_leaves_with_another_stack_says_why(table: HandTable) -> None:
    """A host's form once let one seat leave with the whole table, and asked nothing."""
    facts = {"sitting": table.sittings[1], "counted": 800_00, "key": key()}
    refused("count_reason_missing", lambda: leave_seat(**facts, **table.by()))
    refused("count_above_ticks", lambda: leave_seat(**facts, reason="ticks", **table.by()))
    refused("second_needed", lambda: leave_seat(**facts, reason="played", **table.by()))
    left = leave_seat(**facts, reason="played", second=person(table.desk.room, "floor"), **table.by())
    assert left.left_with == 800_00
    assert alarms(table) == ["Counted 600 more than the books say, at a stack: won or lost in ticked hands"]


def test_an_alarm_of_counts_that_was_put_away_says_only_what_came_after(table: HandTable) -> None:
    def less(seat: int) -> None:
        count_stack(sitting=table.sittings[seat], counted=195_00, reason="a chip fell", key=key(), **table.by())

    less(1)
    less(2)
    (alarm,) = SessionAlarm.objects.filter(kind=COUNTED_OFF)
    assert "10 less than the books say, at 2 stacks" in alarm.text
    put_away_alarm(alarm=alarm, seen=alarm.version, reason="counted again", **table.by())
    less(3)
    assert alarms(table) == ["Counted 5 less than the books say, at a stack: a chip fell"]
    (alarm,) = SessionAlarm.objects.filter(kind=COUNTED_OFF, cleared_at=None)
    put_away_alarm(alarm=alarm, seen=alarm.version, reason="counted once more", **table.by())
    less(4)
    assert alarms(table) == ["Counted 5 less than the books say, at a stack: a chip fell"]


@pytest.mark.parametrize("over", [0, 1_00])
def test_just_what_one_moves_alone_a_day_is_dealt_with_alone(table: HandTable, over: int) -> None:
    """At the deal as when it is booked: up to the limit, that included."""
    deal, limit = table.suggested(), four_eyes.limit_for(table.desk.room, table.session)
    counted = replace(deal, stacks={**deal.stacks, 3: 200_00 - limit - over}, count_reason="a chip fell")
    if over:
        refused("second_needed", lambda: table.deal(counted))
    else:
        assert table.deal(counted).found == {3: -limit}


def counts_answered_for() -> list[int]:
    """What counts moved that somebody answers for, minor units."""
    return list(MoneyAct.objects.filter(act="count").order_by("pk").values_list("amount", flat=True))


def alarms(table: HandTable) -> list[str]:
    """The alarms of counts that stand at the table."""
    standing = SessionAlarm.objects.filter(session=table.session, kind=COUNTED_OFF, cleared_at=None)
    return list(standing.values_list("text", flat=True))


def test_a_deal_that_is_changed_back_to_the_books_counts_nothing(table: HandTable) -> None:
    deal = table.suggested()
    draft = table.deal(replace(deal, stacks={**deal.stacks, 3: 195_00}, count_reason="recount"))
    assert draft.found == {3: -5_00}
    changed = services.change_deal(draft=draft, version=draft.version, deal=deal, **table.by())
    assert (changed.found, changed.count_reason) == ({}, "")


def test_a_deal_from_old_books_is_refused_with_what_changed(table: HandTable) -> None:
    player, old = table.sittings[3].player, table.suggested()
    table.desk.leave(table.sittings[3])
    table.desk.seat(player, 6, 200_00)
    count_stack(sitting=table.sittings[1], counted=190_00, reason="recount", key=key(), **table.by())
    go_away(sitting=table.sittings[2], **table.by())
    error = refused("deal_outdated", lambda: table.deal(old))
    for words in (
        f"{table.sittings[1].player} in seat 1 has 190, not 200",
        f"{table.sittings[2].player} in seat 2 is away",
        "seat 3 is empty",
        f"{player} sits in seat 6 with 200",
    ):
        assert words in error.message
    assert not table.session.hand_open
    assert table.deal()


def test_an_add_on_and_another_hand_make_a_deal_old(table: HandTable) -> None:
    player, old = table.sittings[4].player, table.suggested()
    table.tick(0)
    assert "hand 1 was recorded" in refused("deal_outdated", lambda: table.deal(old)).message
    old = table.suggested()
    table.desk.buy_in(player, 50_00)
    assert "has 250, not 200" in refused("deal_outdated", lambda: table.deal(old)).message
    table.deal()


def test_somebody_elses_chips_in_the_same_seat_are_not_what_was_seen(table: HandTable) -> None:
    old = table.suggested()
    table.desk.leave(table.sittings[4])
    table.desk.seated(200_00, seat=4)
    assert "sits in seat 4 with 200" in refused("deal_outdated", lambda: table.deal(old)).message


def test_a_deal_is_changed_from_the_books_too(table: HandTable) -> None:
    deal = table.suggested()
    draft = table.deal(deal)
    go_away(sitting=table.sittings[2], **table.by())
    changing = {"draft": draft, "version": draft.version, "deal": deal}
    refused("deal_outdated", lambda: services.change_deal(**changing, **table.by()))


def test_what_was_seen_is_read_as_it_was_written() -> None:
    seen = Seen(7, {1: SeatSeen(12, 200_00), 10: SeatSeen(13, 0, is_away=True)})
    assert Seen.read(str(seen)) == seen
    assert Seen.read("1") == Seen(1, {})


@pytest.mark.parametrize("text", ["", "x", "1 1:2", "1 1:2:3", "1 1:2:3x", "1  1:2:3i", "²", "1 1:2:-3i", "1 1:2:3i "])
def test_what_no_page_sent_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match="Reload"):
        Seen.read(text)


def test_a_reason_is_the_usual_one_and_what_was_said_besides() -> None:
    assert reason_words("") == ""
    assert reason_words("miscounted") == "an earlier count was wrong"
    assert reason_words("left_lying", " under the rail ") == "a chip fell, or was left on the table: under the rail"
    assert reason_words("other", "found in the shuffler") == "found in the shuffler"
    assert reason_words("other") == ""


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
        assert (table.stack(1), counts_answered_for(), alarms(table)) == (260_00, [], [])

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
        assert alarms(table) == ["Counted 111 from stack to stack beyond the pots of the quick hands"]
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

    def test_the_day_lists_it_by_who_counted(self, table: HandTable) -> None:
        table.tick(5_00)
        self.count(table, s1=265_00, s2=130_00)
        count_stack(sitting=table.sittings[3], key=key(), **table.desk.counted(190_00, "left_lying"))
        rows = counts_of_day(table.desk.room, table.session.gaming_day)
        assert [(row.name, row.stacks, row.more, row.less, row.by_ticks) for row in rows] == [
            (table.floor.display_name, 2, 65_00, 70_00, 65_00),
            (table.desk.manager.display_name, 1, 0, 10_00, 0),
        ]
