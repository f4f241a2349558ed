"""Stacks follow from hand to hand: what differs from the books says why, and a deal made from old books is refused."""

from dataclasses import replace

import pytest
from django.urls import reverse

from games import services
from games.models import HandDraft
from games.selectors.counts import ticked_since_count
from games.selectors.seen import SeatSeen, Seen
from players import four_eyes
from players.counts import CountReason, Explained, reason_words
from players.models import AccountKind, MoneyAct, Transfer, TransferKind
from players.selectors.counts import dropped_uncounted
from players.services import go_away, leave_seat, move_player
from players.services.counting import COUNTED_OFF, count_together
from players.services.table_money import count_stack
from tables.models import SessionAlarm
from tables.services import put_away_alarm
from tests.support.corrections import alarms_of_counts, faults
from tests.support.desk import key, person
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.table import HandTable
from tests.support.words import text


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
    assert not alarms_of_counts(table)


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
    assert "this player came after them or was away in all of them" in error.message
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
    assert (dropped_uncounted(table.session), alarms_of_counts(table)) == (0, [])


def test_a_count_that_no_tick_explains_stands_as_an_alarm(table: HandTable) -> None:
    deal = table.suggested()
    counted = replace(deal, stacks={**deal.stacks, 3: 195_00}, count_reason="left_lying")
    draft = table.deal(counted)
    assert not alarms_of_counts(table)
    table.record(table.act(draft, "f", "f", "f"))
    (alarm,) = alarms_of_counts(table)
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
    assert alarms_of_counts(table) == ["Counted 600 more than the books say, at a stack: won or lost in ticked hands"]


@pytest.mark.parametrize("takes", [5_00, 0])
def test_a_stack_that_quick_hands_may_have_moved_is_counted_before_it_goes(table: HandTable, takes: int) -> None:
    """Who leaves with the books' stack leaves the whole lack to whoever leaves last."""
    table.tick(takes)
    sitting, other = table.sittings[1], table.desk.open_table()
    goes = {"sitting": sitting, "key": key()}
    error = refused("count_missing", lambda: leave_seat(**goes, **table.by()))
    assert error.message == (
        f"Since the stack of seat 1, {sitting.player}, was counted a quick hand was recorded, so the books don’t know "
        "it: count the stack, and enter it."
    )
    table.tick(takes)
    assert "2 quick hands were" in refused("count_missing", lambda: leave_seat(**goes, **table.by())).message
    refused("count_missing", lambda: move_player(session=other, seat=1, **goes, **table.by()))
    assert leave_seat(counted=200_00, **goes, **table.by()).left_with == 200_00
    facts = {"sitting": table.sittings[2], "session": other, "seat": 1, "key": key()}
    assert move_player(counted=200_00, **facts, **table.by()).seat == 1


def test_a_stack_counted_since_the_last_quick_hand_is_known(table: HandTable) -> None:
    voided = {"hand": table.tick(5_00), "reason": "a misdeal", "second": table.desk.second, "key": key()}
    services.void_hand(**voided, **table.by())
    assert leave_seat(sitting=table.sittings[2], key=key(), **table.by()).left_with == 200_00
    table.tick(5_00)
    count_stack(sitting=table.sittings[1], counted=195_00, reason="ticks", key=key(), **table.by())
    assert leave_seat(sitting=table.sittings[1], key=key(), **table.by()).left_with == 195_00
    newcomer = table.desk.seated(200_00, seat=6)
    assert leave_seat(sitting=newcomer, key=key(), **table.by()).left_with == 200_00
    refused("count_missing", lambda: leave_seat(sitting=table.sittings[3], key=key(), **table.by()))


def test_a_seat_page_after_quick_hands_asks_for_the_stack(table: HandTable) -> None:
    def fields() -> list[str]:
        page = client.get(reverse("seat", args=[table.session.table_id, 1])).content.decode()
        return [page.split(f'id="{form}_counted"')[0].rpartition("<input")[2] for form in ("leave", "move")]

    client, sitting = signed_in(table.desk.manager), table.sittings[1]
    table.desk.open_table()
    assert ['value="200"' in field for field in fields()] == [True, True]
    table.tick(5_00)
    assert ['value="200"' in field for field in fields()] == [False, False]
    leave = reverse("sitting_leave", args=[sitting.pk])
    empty = client.post(leave, {"key": key(), "counted": ""})
    assert (empty.status_code, "count the stack, and enter it" in text(empty)) == (422, True)
    assert client.post(leave, {"key": key(), "counted": "200"}).status_code == 303


def test_an_alarm_of_counts_that_was_put_away_says_only_what_came_after(table: HandTable) -> None:
    def less(seat: int) -> None:
        count_stack(sitting=table.sittings[seat], counted=195_00, reason="a chip fell", key=key(), **table.by())

    less(1)
    less(2)
    (alarm,) = SessionAlarm.objects.filter(kind=COUNTED_OFF)
    assert "10 less than the books say, at 2 stacks" in alarm.text
    put_away_alarm(alarm=alarm, seen=alarm.version, reason="counted again", **table.by())
    less(3)
    assert alarms_of_counts(table) == ["Counted 5 less than the books say, at a stack: a chip fell"]
    (alarm,) = SessionAlarm.objects.filter(kind=COUNTED_OFF, cleared_at=None)
    put_away_alarm(alarm=alarm, seen=alarm.version, reason="counted once more", **table.by())
    less(4)
    assert alarms_of_counts(table) == ["Counted 5 less than the books say, at a stack: a chip fell"]


@pytest.mark.parametrize("over", [0, 1_00])
def test_just_what_one_moves_alone_a_day_is_dealt_with_alone(table: HandTable, over: int) -> None:
    """At the deal as when it is booked: up to the limit, that included."""
    deal, limit = table.suggested(), four_eyes.limit_for(table.desk.room, table.session)
    counted = replace(deal, stacks={**deal.stacks, 3: 200_00 - limit - over}, count_reason="a chip fell")
    if over:
        refused("second_needed", lambda: table.deal(counted))
    else:
        assert table.deal(counted).found == {3: -limit}


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
