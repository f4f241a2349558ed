"""Awards whose hand is corrected or voided after they were declared: what is asked, where it shows, and who ends it."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from cage import services as cage
from cage.models import AwardReview, PoolAward, PromoPool
from cage.selectors.changed_awards import to_look_at
from config.audit.models import AuditEvent
from config.days.selectors import notes_of, open_items
from games import services
from games.models import Hand
from games.services import supersede_tick, void_hand
from players.prizes import won_with
from tables.selectors.alarms import alarms_of_room
from tests.support.arranged import arranged
from tests.support.awards import a_pool, declared, feed, paid, taken_back
from tests.support.corrections import reopen, turned, void
from tests.support.days import end_day
from tests.support.desk import Desk, key, open_desk, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.support.window import a_void
from tests.unit.cage.test_awards import the_books_hold

pytestmark = pytest.mark.django_db
CODE = "award_hand_changed"


@arranged
def at() -> DisputeTable:
    """A table that feeds a pool, as counted."""
    at = open_dispute_table()
    a_pool(at.table.desk)
    feed(at.table)
    return at


@pytest.fixture
def desk(at: DisputeTable) -> Desk:
    return at.table.desk


@pytest.fixture
def hand(at: DisputeTable) -> Hand:
    return at.showdown()


def an_award(desk: Desk, hand: Hand, amount: int = 300, **facts: Any) -> PoolAward:
    return declared(desk, PromoPool.objects.get(name="Bad beat"), amount, desk.player("Ann"), hand=hand.number, **facts)


def stands(desk: Desk, award: PoolAward, **facts: Any) -> AwardReview:
    given: dict[str, Any] = {"reason": "the same cards lost to the same", "by": desk.second, "second": desk.manager}
    return cage.let_award_stand(award=award, **(given | {"at": desk.at(), "key": key()} | facts))


def turn(at: DisputeTable, hand: Hand) -> Hand:
    return turned(at, hand, second=at.other)


def today(desk: Desk) -> date:
    return desk.room.gaming_day(desk.now)


def waiting(desk: Desk, day: date | None = None) -> list[str]:
    """What of the awards keeps a day open."""
    return [each.sentence for each in open_items(desk.room, day or today(desk)) if each.code == CODE]


class TestPayment:
    def test_a_hand_that_another_won_is_looked_at_before_it_is_paid(self, at: DisputeTable, hand: Hand) -> None:
        desk = at.table.desk
        award = an_award(desk, hand)
        turn(at, hand)
        error = refused("hand_changed", lambda: paid(desk, award.shares.get()))
        assert f"Hand {hand.number} of" in error.message
        assert "the winner was the other seat" in error.message
        stands(desk, award)
        assert paid(desk, award.shares.get()).amount == 300
        assert waiting(desk) == []
        the_books_hold()

    def test_a_hand_that_is_won_as_before_is_paid(self, at: DisputeTable, hand: Hand) -> None:
        desk = at.table.desk
        award = an_award(desk, hand)
        at.table.record(reopen(at, hand), rake=0, second=at.other)
        assert Hand.objects.filter(supersedes=hand).exists()
        assert waiting(desk) == []
        refused("nothing_changed", lambda: stands(desk, award))
        assert paid(desk, award.shares.get()).amount == 300

    def test_a_full_hand_of_which_another_bet_was_entered_is_paid(self, at: DisputeTable, hand: Hand) -> None:
        desk, table = at.table.desk, at.table
        award = an_award(desk, hand)
        draft = reopen(at, hand, reason="the bet on the flop was 50")
        while sum(" cbr " in action for action in draft.actions) > 1:
            draft = services.undo(draft=draft, version=draft.version, **at.by())
        draft = table.act(draft, "r 50", "c", "turn 9s", "c", "c", "river 3h", "c", "c")
        draft = table.name(table.name(draft, str(at.winner), "AcAd"), str(at.loser), "KcKd")
        again = table.record(draft, second=at.other)
        assert (again.supersedes, "cbr 50" in again.phh, "cbr 40" in again.phh) == (hand, True, False)
        assert waiting(desk) == []
        refused("nothing_changed", lambda: stands(desk, award))
        assert paid(desk, award.shares.get()).amount == 300

    def test_a_quick_hand_whose_amounts_alone_were_wrong_is_paid(self) -> None:
        table = open_hand_table()
        a_pool(table.desk)
        feed(table)
        tick = table.tick(300)
        award = an_award(table.desk, tick)
        supersede_tick(tick=tick, rake_taken=200, reason="a chip too many", key=key(), **table.by())
        assert paid(table.desk, award.shares.get()).amount == 300

    def test_it_is_looked_at_for_each_version(self, at: DisputeTable, hand: Hand) -> None:
        desk = at.table.desk
        award = an_award(desk, hand)
        again = turn(at, hand)
        stands(desk, award)
        refused("nothing_changed", lambda: stands(desk, award))
        draft = reopen(at, again, reason="the first was right")
        for _ in range(2):
            draft = services.undo(draft=draft, version=draft.version, **at.by())
        draft = at.table.name(at.table.name(draft, str(at.winner), "AcAd"), str(at.loser), "KcKd")
        at.table.record(draft, second=at.other)
        refused("hand_changed", lambda: paid(desk, award.shares.get()))


class TestDecision:
    def test_two_people_of_two_roles_let_it_stand_with_a_reason(self, at: DisputeTable, hand: Hand) -> None:
        desk = at.table.desk
        award = an_award(desk, hand)
        turn(at, hand)
        refused("second_needed", lambda: stands(desk, award, second=None))
        refused("second_is_first", lambda: stands(desk, award, second=desk.second))
        refused("same_role", lambda: stands(desk, award, second=person(desk.room, "floor")))
        refused("second_may_not", lambda: stands(desk, award, second=person(desk.room, "auditor")))
        refused("reason_missing", lambda: stands(desk, award, reason=" "))
        review = stands(desk, award)
        assert (review.by, review.second) == (desk.second, desk.manager)
        event = AuditEvent.objects.get(verb="award.stands")
        assert event.after["confirmed_by"] == desk.manager.pk

    def test_a_void_hand_lets_nothing_be_paid_and_what_was_paid_be_explained(
        self, at: DisputeTable, hand: Hand
    ) -> None:
        desk = at.table.desk
        pool = PromoPool.objects.get(name="Bad beat")
        award = declared(desk, pool, 400, desk.player("Ann"), desk.player("Bob"), hand=hand.number)
        first, second = award.shares.all()
        paid(desk, first)
        void(at, hand)
        refused("hand_void", lambda: stands(desk, award))
        taken_back(desk, award, share=second)
        (told,) = waiting(desk)
        assert "It was paid to Ann" in told
        stands(desk, award, reason="paid in good faith: the house bears it")
        assert waiting(desk) == []

    def test_the_database_keeps_the_row_to_its_room_and_award(self, at: DisputeTable, hand: Hand) -> None:
        desk = at.table.desk
        facts = {"hand_id": hand.pk, "reason": "so", "by": desk.second, "second": desk.manager, "at": desk.at()}
        facts |= {"gaming_day": today(desk), "request_key": key()}
        for award, room in (
            (an_award(desk, hand), open_desk().room),
            (declared(desk, PromoPool.objects.get(name="Bad beat"), 200, desk.player()), desk.room),
        ):
            with pytest.raises(IntegrityError, match="of another room, or of no hand"), transaction.atomic():
                AwardReview.objects.create(award=award, room=room, **facts)


class TestDay:
    @pytest.mark.parametrize("change", [turn, void])
    def test_a_paid_award_keeps_the_day_open_on_which_its_hand_was_changed(
        self, at: DisputeTable, hand: Hand, change: Callable[..., Hand]
    ) -> None:
        desk = at.table.desk
        award = an_award(desk, hand)
        paid(desk, award.shares.get())
        assert waiting(desk) == []
        change(at, hand)
        (told,) = waiting(desk)
        assert "It was paid to Ann" in told
        day = today(desk)
        assert waiting(desk, day.replace(day=day.day - 1)) == [], "the day before goes its way"
        stands(desk, award, reason="the loser had it beaten all the same")
        assert waiting(desk) == []
        notes = [note.sentence for note in notes_of(desk.room, day)]
        assert any("let the bad beat of" in note and "the loser had it beaten" in note for note in notes)

    def test_it_is_an_alarm_of_the_room_until_somebody_has_looked(self, at: DisputeTable, hand: Hand) -> None:
        desk = at.table.desk
        award = an_award(desk, hand)
        assert alarms_of_room(desk.room, desk.now) == []
        turn(at, hand)
        (alarm,) = alarms_of_room(desk.room, desk.now)
        assert (alarm.kind, alarm.href, alarm.needs) == (CODE, reverse("award", args=[award.pk]), "award_view")
        assert alarm.text.startswith(f"Hand {hand.number} of ")
        assert "was corrected since" in alarm.text
        assert alarms_of_room(open_desk().room, desk.now) == []
        stands(desk, award)
        assert alarms_of_room(desk.room, desk.now) == []

    def test_what_goes_back_whole_keeps_nothing_open(self, at: DisputeTable, hand: Hand) -> None:
        desk = at.table.desk
        award = an_award(desk, hand)
        slip = paid(desk, award.shares.get())
        void(at, hand)
        a_void(desk, slip)
        assert len(waiting(desk)) == 1
        taken_back(desk, award)
        assert waiting(desk) == []


def test_only_awards_whose_hand_has_a_later_version_are_read(at: DisputeTable, hand: Hand) -> None:
    """However many awards a room has made: what is read grows with the hands that were corrected alone."""
    desk, awards = at.table.desk, PoolAward.objects.all()
    for _ in range(5):
        declared(desk, PromoPool.objects.get(name="Bad beat"), 100, desk.player(), hand=at.table.tick(300).number)
    an_award(desk, hand)
    assert rows_read(lambda: to_look_at(awards)) == [0]
    turn(at, hand)
    (found,), few = to_look_at(awards), rows_read(lambda: to_look_at(awards))
    assert found.award.hand_id == hand.pk
    declared(desk, PromoPool.objects.get(name="Bad beat"), 100, desk.player(), hand=at.table.tick(300).number)
    assert rows_read(lambda: to_look_at(awards)) == few
    stands(desk, found.award)
    assert rows_read(lambda: to_look_at(awards)) == [0]


def rows_read(ask: Callable[[], object]) -> list[int]:
    """The number of rows that each query of this question read."""
    found: list[int] = []

    def count(execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        result = execute(sql, params, many, context)
        found.append(context["cursor"].rowcount)
        return result

    with connection.execute_wrapper(count):
        ask()
    return found


def test_whoever_corrects_or_voids_is_told_what_the_hand_won(at: DisputeTable, hand: Hand) -> None:
    desk = at.table.desk
    assert won_with(hand.pk) == []
    award = declared(
        desk, PromoPool.objects.get(name="Bad beat"), 400, desk.player("Ann"), desk.player("Bob"), hand=hand.number
    )
    (told,) = won_with(hand.pk)
    assert "not paid yet to Ann, Bob" in told
    paid(desk, award.shares.get(number=1))
    (told,) = won_with(turn(at, hand).pk)
    assert "paid to Ann, not paid yet to Bob" in told
    taken_back(desk, award)
    (told,) = won_with(hand.pk)
    assert "of 2" in told
    assert "Bob" not in told


def test_what_is_changed_of_a_day_that_ended_is_told_of_that_day() -> None:
    table: HandTable = open_hand_table()
    desk = table.desk
    hand, other = table.tick(300, promo_taken=100), table.tick(300)
    supersede_tick(tick=other, rake_taken=200, reason="a chip too many", key=key(), **table.by())
    day = end_day(desk)
    assert not [note for note in notes_of(desk.room, day) if "since by" in note.sentence]
    void_hand(hand=hand, reason="a fouled deck", second=desk.second, key=key(), **table.by())
    (told,) = [note for note in notes_of(desk.room, day) if "since by" in note.sentence]
    assert "was voided since by" in told.sentence
    assert "less promo" in told.sentence
    assert not [note for note in notes_of(desk.room, today(desk)) if "since by" in note.sentence]
