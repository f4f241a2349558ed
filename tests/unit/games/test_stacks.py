"""Stacks follow from hand to hand: what differs from the books says why, and a deal made from old books is refused."""

from dataclasses import replace

import pytest

from games import services
from games.models import HandDraft
from games.selectors.counts import usual_reason
from games.selectors.seen import SeatSeen, Seen
from players.counts import CountReason, reason_words
from players.models import AccountKind, Transfer, TransferKind
from players.services import go_away
from players.table_money import count_stack
from tests.support.desk import key
from tests.support.refusals import refused
from tests.support.table import HandTable


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


@pytest.mark.parametrize("rake", [5_00, 0])
def test_after_a_tick_other_stacks_are_expected(table: HandTable, rake: int) -> None:
    assert usual_reason(table.session) is None
    table.tick(rake)
    assert usual_reason(table.session) is CountReason.TICKS
    deal = table.suggested()
    draft = table.deal(replace(deal, stacks={**deal.stacks, 3: 190_00}))
    assert (draft.count_reason, draft.found) == ("counted after ticks", {3: -10_00})


def test_what_ticks_dropped_is_expected_until_it_is_counted_and_not_after(table: HandTable) -> None:
    table.tick(5_00)
    table.record(table.act(table.deal(), "f", "f", "f"))
    assert usual_reason(table.session) is CountReason.TICKS
    count_stack(sitting=table.sittings[1], counted=table.stack(1) - 5_00, key=key(), **table.by())
    assert usual_reason(table.session) is None


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
