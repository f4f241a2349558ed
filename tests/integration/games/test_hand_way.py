"""One hand’s way from buy-in to box: what was brought over whichever seats, what was moved since by whom."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cage.models import BoxLook
from cage.services import add_box, count_box, hand_over_boxes
from disputes.services import Payment
from games.importing import Importer
from games.models import Hand
from games.selectors.way import Way, way_of
from games.services import supersede_tick, void_hand
from players.models import AccountKind, DebtEntry, Transfer
from players.services import change_seat
from players.services.debts import collect_debt
from rules.phh.files import look_at
from tests.attacks.test_imported_chips import FOUR_DOLLARS
from tests.support.boxes import chips, counted, hung, pulled
from tests.support.desk import Desk, key, person
from tests.support.dispute import open_dispute_table
from tests.support.people import signed_in
from tests.support.table import HandTable
from tests.support.words import text

pytestmark = pytest.mark.django_db


def folded(table: HandTable) -> Hand:
    """A hand that everybody folds to the big blind."""
    return table.record(table.act(table.deal(), *["f"] * (len(table.sittings) - 1)))


def kinds(way: Way, seat: int) -> list[str]:
    """The kinds of the transfers that brought the chips of a seat, in order."""
    dealt = next(each for each in way.players if each.brought.sitting.seat == seat)
    return [row.transfer.kind for row in dealt.brought.rows]


def test_what_was_brought_is_told_for_everybody_who_was_dealt_in(table: HandTable) -> None:
    way = way_of(folded(table))
    assert way.is_dealt_known
    assert [each.brought.sitting.seat for each in way.players] == [1, 2, 3, 4]
    assert {each.brought.amount for each in way.players} == {200_00}
    assert kinds(way, 1) == ["chip_sale", "buy_in"]


def test_what_came_after_the_hand_is_no_part_of_it(table: HandTable) -> None:
    hand = folded(table)
    table.desk.buy_in(table.sittings[1].player, 50_00)
    assert way_of(hand).players[0].brought.amount == 200_00
    assert way_of(folded(table)).players[0].brought.amount == 250_00


def test_a_player_who_changes_the_seat_takes_along_what_was_brought(table: HandTable) -> None:
    moved = change_seat(sitting=table.sittings.pop(1), seat=7, key=key(), **table.by())
    table.sittings[7] = moved
    again = change_seat(sitting=table.sittings.pop(7), seat=8, key=key(), **table.by())
    table.sittings[8] = again
    way = way_of(folded(table))
    assert kinds(way, 8) == ["chip_sale", "buy_in", "move", "move"]
    assert next(each for each in way.players if each.brought.sitting == again).brought.amount == 200_00


def test_every_row_of_every_version_is_there_and_boxes_hold_the_last(table: HandTable) -> None:
    tick = table.tick(300)
    corrected = supersede_tick(
        tick=tick, rake_taken=200, reason="a chip too many", key=key(), confirmed=("takings_never_owed",), **table.by()
    )
    for asked in (tick, corrected):
        way = way_of(asked)
        rows = {row.transfer.pk for step in way.steps for row in step.rows}
        assert rows == set(Transfer.objects.filter(hand_id__in=[tick.pk, corrected.pk]).values_list("pk", flat=True))
        assert [step.title for step in way.steps] == ["As first recorded", "Version 2: corrected"]
        assert [(line.place.account.kind, line.net) for line in way.boxes] == [(AccountKind.RAKE_BOX, 200)]


def test_a_voided_hand_leaves_nothing_in_the_boxes(table: HandTable) -> None:
    hand = table.tick(300)
    void = void_hand(
        hand=hand, reason="never dealt", second=person(table.desk.room, "manager"), key=key(), **table.by()
    )
    way = way_of(void)
    assert [step.title for step in way.steps] == ["As first recorded", "Version 2: voided"]
    assert [(line.came, line.net) for line in way.boxes] == [(300, 0)]


def test_rulings_and_what_was_collected_for_them_are_part_of_it() -> None:
    at = open_dispute_table()
    hand = at.showdown()
    at.table.desk.leave(at.sitting(at.winner))
    at.table.desk.cash_out(at.sitting(at.winner).player, 200_00)
    ruling = at.rule(at.open(hand), Payment(at.sitting(at.winner), at.sitting(at.loser), 100_00), second=at.other)
    debt = ruling.dispute.room.debts.get()
    at.table.desk.now += timedelta(hours=2)  # after which they may come back with any amount
    at.table.desk.buy_in(debt.player, 100_00)
    collect_debt(debt=debt, how=DebtEntry.How.RACK, amount=10_00, key=key(), **at.by())
    way = way_of(hand)
    assert [step.title for step in way.steps] == ["As first recorded", "Ruling", "Debt to a case or a hand"]
    page = text(signed_in(person(hand.room, "auditor")).get(reverse("hand_way", args=[hand.pk])))
    assert "Cases and rulings" in page
    assert f"Case {ruling.dispute_id}" in page


def test_an_imported_hand_is_marked(table: HandTable, tmp_path: Path) -> None:
    path = tmp_path / "four.phh"
    path.write_text(f"{FOUR_DOLLARS}\nyear = 2020\nmonth = 2\nday = 3\n")
    with Importer(table.session.table) as importer:
        list(importer.record(look_at(path)))
    hand = Hand.objects.get(session__source="import")
    assert hand.started_at.year == 2020
    assert hand.belongs_to_day is None
    way = way_of(hand)
    assert {row.is_import for step in way.steps for row in step.rows} == {True}
    assert all(each.brought.amount for each in way.players)
    auditor = signed_in(person(table.desk.room, "auditor"))
    assert "imported" in text(auditor.get(reverse("hand_way", args=[hand.pk])))


def test_a_hand_that_moved_nothing_has_a_page(table: HandTable) -> None:
    hand = table.tick(0)
    way = way_of(hand)
    assert (way.steps, way.boxes) == ([], [])
    assert {each.brought.amount for each in way.players} == {200_00}


def test_the_floor_reads_hands_and_not_their_way(table: HandTable, tablet: Client) -> None:
    hand = table.tick()
    assert tablet.get(reverse("hand", args=[hand.pk])).status_code == 200
    assert tablet.get(reverse("hand_way", args=[hand.pk])).status_code == 403


def test_more_players_and_more_purchases_cost_no_more(table: HandTable) -> None:
    def cost(hand: Hand) -> int:
        with CaptureQueriesContext(connection) as asked:
            way_of(hand)
        return len(asked)

    few = cost(folded(table))
    for seat in range(5, 10):
        table.sittings[seat] = table.desk.seated(100_00, seat=seat)
        table.desk.buy_in(table.sittings[seat].player, 100_00)
    assert cost(folded(table)) == few <= 13


# ---------------------------------------------------------------------------------------- from the box to the count


def hung_next(desk: Desk, number: str = "B2") -> str:
    """The number of a new box on the shelf that hangs there next."""
    return add_box(room=desk.room, number=number, kind="rake", by=desk.manager, at=desk.at()).number


def opened(hand: Hand) -> str:
    """The page of the way, as an auditor reads it."""
    read = text(signed_in(person(hand.room, "auditor")).get(reverse("hand_way", args=[hand.pk])))
    return read.replace(" .", ".").replace(" ,", ",")


def test_a_box_that_hangs_is_not_pulled_yet(table: HandTable) -> None:
    hand = table.tick(300)
    (way,) = way_of(hand).counts
    assert (way.pull, way.amount, way.is_counted) == (None, 300, False)
    assert "The rake box at the table Of this hand: 3. not pulled yet" in opened(hand)


def test_the_pull_that_took_the_box_is_told_and_who_has_it(table: HandTable) -> None:
    desk = table.desk
    first = table.tick(300)
    hung(desk, "B1")
    pull = pulled(desk, "B1", next_number=hung_next(desk))
    second = table.tick(200)
    hand_over_boxes(room=desk.room, pulls=[pull.pk], second=desk.manager, key=key(), by=desk.cashier, at=desk.at())
    (way,) = way_of(first).counts
    assert (way.pull, way.amount, way.holder) == (pull, 300, desk.manager)
    assert way_of(second).counts[0].pull is None
    page = opened(first)
    assert "Box B1, rake Of this hand: 3. Pulled" in page
    assert f"by {desk.cashier} before {desk.second}" in page
    assert f"{desk.cashier} to {desk.manager}." in page
    assert f"pulled, not counted {desk.manager} has it." in page


def test_each_pull_has_of_a_corrected_hand_what_fell_before_it(
    table: HandTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What earlier releases corrected after a pull went into the next box."""
    desk = table.desk
    tick = table.tick(300)
    hung(desk, "B1")
    one = pulled(desk, "B1", next_number=hung_next(desk))
    monkeypatch.setattr("games.services.correcting.fallen", lambda *_: {})
    supersede_tick(
        tick=tick, rake_taken=500, reason="two chips more", key=key(), confirmed=("takings_never_owed",), **table.by()
    )
    other = pulled(desk, "B2", next_number=hung_next(desk, "B3"))
    assert [(way.pull, way.amount) for way in way_of(tick).counts] == [(one, 300), (other, 200)]


def test_nobody_is_told_a_count_or_what_must_be_there_before_the_box_is_counted(table: HandTable) -> None:
    desk = table.desk
    hand = table.tick(300)
    table.tick(400)
    hung(desk, "B1")
    pull = pulled(desk, "B1", next_number=hung_next(desk))
    count_box(pull=pull, counted=chips(desk.room, 900), key=key(), by=person(desk.room, "floor"), at=desk.at())
    page = opened(hand)
    assert way_of(hand).counts[0].counts == []
    assert "counted 9" not in page
    assert "Recorded" not in page


def test_both_counts_stand_beside_what_was_recorded_with_the_report(table: HandTable) -> None:
    desk = table.desk
    hand = table.tick(300)
    hung(desk, "B1")
    pull = counted(desk, pulled(desk, "B1", next_number=hung_next(desk)), off=-200)
    (way,) = way_of(hand).counts
    assert [count.amount for count in way.counts] == [100, 100]
    assert (way.recorded, way.difference) == (300, -200)
    page = opened(hand)
    counters = [str(count.counted_by) for count in pull.counts.order_by("pk")]
    assert f"{counters[0]} counted 1. {counters[1]} counted 1. Recorded 3, difference −2." in page
    assert "Within the room’s notice: nobody was asked about it." in page


def test_a_variance_beyond_the_notice_leads_to_its_report(table: HandTable) -> None:
    desk = table.desk
    hand = table.tick(30_00)
    hung(desk, "B1")
    counted(desk, pulled(desk, "B1", next_number=hung_next(desk)), off=-30_00)
    (way,) = way_of(hand).counts
    report = way.investigation
    assert report is not None
    page = signed_in(person(hand.room, "manager")).get(reverse("hand_way", args=[hand.pk])).content.decode()
    assert f"{reverse('drop_reports')}#report-{report.pk}" in page
    assert reverse("ledger_account", args=[way.custody]) in page
    assert reverse("ledger_group", args=[report.box_variance.request_key]) in page


def test_what_a_correction_took_back_after_the_pull_belongs_to_the_pulled_box(table: HandTable) -> None:
    desk = table.desk
    tick = table.tick(300)
    hung(desk, "B1")
    counted(desk, pulled(desk, "B1", next_number=hung_next(desk)))
    supersede_tick(
        tick=tick, rake_taken=200, reason="a chip too many", key=key(), confirmed=("takings_never_owed",), **table.by()
    )
    (way,) = way_of(tick).counts
    assert (way.amount, way.covered, way.since, way.recorded, way.difference) == (300, -100, -100, 200, 100)
    assert "Taken back after it was pulled: −1, out of short and over." in opened(tick)


def test_what_a_correction_put_to_it_after_the_pull_belongs_to_the_pulled_box(table: HandTable) -> None:
    desk = table.desk
    tick = table.tick(300)
    hung(desk, "B1")
    one = counted(desk, pulled(desk, "B1", next_number=hung_next(desk)))
    pulled(desk, "B2", next_number=hung_next(desk, "B3"))
    supersede_tick(
        tick=tick, rake_taken=500, reason="two chips more", key=key(), confirmed=("takings_never_owed",), **table.by()
    )
    (way,) = way_of(tick).counts
    assert (way.pull, way.amount, way.covered, way.recorded, way.difference) == (one, 300, 200, 500, -200)
    assert "Put to it after it was pulled: 2, on to short and over." in opened(tick)


def test_rake_and_promo_are_told_apart(table: HandTable) -> None:
    desk = table.desk
    hand = table.tick(300, promo_taken=100)
    hung(desk, "B1")
    pulled(desk, "B1", next_number=hung_next(desk))
    assert [(way.holds, way.amount, way.pull is None) for way in way_of(hand).counts] == [
        ("rake", 300, False),
        ("promo", 100, True),
    ]


def test_whoever_reads_the_way_counts_no_box_that_hangs_there(table: HandTable) -> None:
    hand = table.tick(300)
    manager = table.desk.manager
    signed_in(manager).get(reverse("hand_way", args=[hand.pk]))
    assert [look.by for look in BoxLook.objects.select_related("by")] == [manager]
