"""Who wins an award: whoever works here by the pool's terms, whoever was dealt in, with one hand once, and nobody by
their own signature."""

from datetime import timedelta

import pytest

from cage.models import PoolAward, PromoPool
from cage.selectors.day_cash import day_cash
from cage.selectors.on_duty import on_duty
from cage.services.award_people import CARDS_UNKNOWN, NO_SHOWDOWN, NONE_SHOWED, NOT_DEALT_IN, WON_BEFORE
from config.audit.services import record
from config.rooms.models import Room
from config.staff.models import StaffRole, User
from games.models import Hand
from games.services import undo
from players.models import IdentityDecision, Player
from players.services import decide_identity, note_works_here, note_works_here_no_more
from tables.models import Dealer
from tables.services import end_shift, post_plaque, register_dealer, start_shift
from tests.support.arranged import arranged
from tests.support.awards import a_pool, declared, feed, paid, taken_back
from tests.support.corrections import reopen, turned
from tests.support.desk import Desk, key, open_desk, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.drawers import close_exactly, opened
from tests.support.refusals import refused
from tests.support.table import O8_KILL

pytestmark = pytest.mark.django_db


@arranged
def at() -> DisputeTable:
    """A table that feeds a pool, whose terms let nobody win who works here."""
    at = open_dispute_table()
    a_pool(at.table.desk, employees="never")
    feed(at.table)
    return at


@pytest.fixture
def desk(at: DisputeTable) -> Desk:
    return at.table.desk


def the_pool() -> PromoPool:
    return PromoPool.objects.get(name="Bad beat")


def works(desk: Desk, player: Player, who: User | Dealer) -> None:
    note_works_here(room=desk.room, player=player, who=who, by=desk.manager, at=desk.at(), key=key())


def a_dealer(desk: Desk) -> Dealer:
    return register_dealer(room=desk.room, badge_number="D7", display_name="Dora", by=desk.manager, at=desk.at())


def off_duty_wins(desk: Desk) -> None:
    a_pool(desk, employees="off_duty")


class TestStaff:
    def test_by_these_terms_nobody_wins_who_works_here(self, desk: Desk) -> None:
        ann = desk.player()
        works(desk, ann, desk.cashier)
        error = refused("staff_may_not_win", lambda: declared(desk, the_pool(), 200, desk.player(), ann))
        assert f"{ann} is {desk.cashier}, badge {desk.cashier.badge_number}, who works here" in error.message
        assert "Name somebody else" in error.message
        assert declared(desk, the_pool(), 200, desk.player())

    def test_by_whichever_record(self, desk: Desk) -> None:
        ann, again = desk.player(), desk.player()
        works(desk, ann, a_dealer(desk))
        facts = {"outcome": IdentityDecision.Outcome.SAME, "reason": "one document"}
        decide_identity(room=desk.room, player=ann, other=again, **facts, by=desk.manager, at=desk.at())
        refused("staff_may_not_win", lambda: declared(desk, the_pool(), 200, again))

    def test_who_works_in_another_room_wins(self, desk: Desk) -> None:
        ann, elsewhere = desk.player(), open_desk()
        works(elsewhere, ann, elsewhere.cashier)
        assert declared(desk, the_pool(), 200, ann)

    def test_ended_since_the_hand_is_not_in_time(self, at: DisputeTable, desk: Desk) -> None:
        ann = desk.player()
        works(desk, ann, desk.cashier)
        hand = at.table.tick(300)
        row = ann.employments.get()
        note_works_here_no_more(employment=row, by=desk.manager, at=desk.at(), key=key())
        refused("staff_may_not_win", lambda: declared(desk, the_pool(), 200, ann, hand=hand.number))
        assert declared(desk, the_pool(), 200, ann, what="the next one")

    def test_the_terms_at_the_hand_hold_and_not_those_of_after(self, at: DisputeTable, desk: Desk) -> None:
        ann = desk.player()
        works(desk, ann, desk.cashier)
        hand = at.table.tick(300)
        a_pool(desk, employees="yes")
        refused("staff_may_not_win", lambda: declared(desk, the_pool(), 200, ann, hand=hand.number))
        later = at.table.tick(300)
        assert declared(desk, the_pool(), 200, ann, hand=later.number)

    def test_a_dealer_on_a_shift_wins_nothing_and_off_it_does(self, at: DisputeTable, desk: Desk) -> None:
        off_duty_wins(desk)
        ann, dora = desk.player(), a_dealer(desk)
        works(desk, ann, dora)
        before = at.table.tick(300)
        start_shift(dealer=dora, by=desk.manager, at=desk.at())
        during = at.table.tick(300)
        end_shift(dealer=dora, by=desk.manager, at=desk.at())
        after = at.table.tick(300)
        error = refused("staff_may_not_win", lambda: declared(desk, the_pool(), 200, ann, hand=during.number))
        assert "who was on a shift from" in error.message
        for hand in (before, after):
            assert declared(desk, the_pool(), 200, ann, hand=hand.number)

    def test_a_cashier_with_a_drawer_is_on_duty(self, at: DisputeTable, desk: Desk) -> None:
        off_duty_wins(desk)
        ann, cashier = desk.player(), person(desk.room, "cashier")
        works(desk, ann, cashier)
        drawer = opened(desk.room, "Window 4", cashier=cashier, by=desk.manager, at=desk.at())
        desk.now += timedelta(hours=2)
        with_drawer = at.table.tick(300)
        error = refused("staff_may_not_win", lambda: declared(desk, the_pool(), 200, ann, hand=with_drawer.number))
        assert "who worked Window 4 from" in error.message
        close_exactly(drawer, by=cashier, second=desk.second, at=desk.at())
        desk.now += timedelta(minutes=31)
        assert declared(desk, the_pool(), 200, ann, hand=at.table.tick(300).number)

    def test_who_acts_in_the_room_was_on_duty_half_an_hour_around_it(self, at: DisputeTable, desk: Desk) -> None:
        off_duty_wins(desk)
        ann, host = desk.player(), person(desk.room, "host")
        works(desk, ann, host)
        before = at.table.tick(300)
        desk.now += timedelta(minutes=20)
        note_works_here(room=desk.room, player=desk.player(), who=a_dealer(desk), by=host, at=desk.now, key=key())
        refused("staff_may_not_win", lambda: declared(desk, the_pool(), 200, ann, hand=before.number))
        desk.now += timedelta(minutes=31)
        assert declared(desk, the_pool(), 200, ann, hand=at.table.tick(300).number)

    def test_who_acted_before_the_hand_was_on_duty_too(self, at: DisputeTable, desk: Desk) -> None:
        off_duty_wins(desk)
        ann, host = desk.player(), person(desk.room, "host")
        works(desk, ann, host)
        note_works_here(room=desk.room, player=desk.player(), who=a_dealer(desk), by=host, at=desk.at(), key=key())
        desk.now += timedelta(minutes=20)
        hand = at.table.tick(300)
        refused("staff_may_not_win", lambda: declared(desk, the_pool(), 200, ann, hand=hand.number))

    def test_what_befell_an_account_is_no_act(self, at: DisputeTable, desk: Desk) -> None:
        off_duty_wins(desk)
        ann, host = desk.player(), person(desk.room, "host")
        works(desk, ann, host)
        for verb in ("staff.session_ended", "access.refused"):
            record(verb, host, room=desk.room, by=host, at=desk.at(), after={})
        assert declared(desk, the_pool(), 200, ann, hand=at.table.tick(300).number)

    def test_a_shift_begins_with_its_first_instant(self, desk: Desk) -> None:
        ann, dora, began = desk.player(), a_dealer(desk), desk.at()
        works(desk, ann, dora)
        start_shift(dealer=dora, by=desk.manager, at=began)
        assert on_duty(ann.employments.get(), began).startswith("was on a shift from")

    def test_work_in_another_room_is_no_duty_here(self, at: DisputeTable, desk: Desk) -> None:
        """Neither a drawer that is theirs there, nor what they do there."""
        off_duty_wins(desk)
        ann, cashier, elsewhere = desk.player(), person(desk.room, "cashier"), open_desk()
        works(desk, ann, cashier)
        StaffRole.objects.create(user=cashier, room=elsewhere.room, role="cashier")
        cashier = User.objects.get(pk=cashier.pk)
        drawer = opened(elsewhere.room, "Window 4", cashier=cashier, by=elsewhere.manager, at=desk.at())
        assert declared(desk, the_pool(), 200, ann, hand=at.table.tick(300).number)
        close_exactly(drawer, by=cashier, second=elsewhere.second, at=desk.at())
        assert declared(desk, the_pool(), 200, ann, hand=at.table.tick(300).number)

    def test_how_long_around_an_act_the_room_sets(self, at: DisputeTable, desk: Desk) -> None:
        off_duty_wins(desk)
        ann, host = desk.player(), person(desk.room, "host")
        works(desk, ann, host)
        hand = at.table.tick(300)
        desk.now += timedelta(minutes=20)
        note_works_here(room=desk.room, player=desk.player(), who=a_dealer(desk), by=host, at=desk.now, key=key())
        Room.objects.update(at_work_minutes=19)
        assert declared(desk, the_pool(), 200, ann, hand=hand.number)

    def test_a_pool_without_terms_refuses_nobody(self, at: DisputeTable, desk: Desk) -> None:
        ann = desk.player()
        works(desk, ann, desk.cashier)
        a_pool(desk, tables=())
        feed(at.table, 300)
        assert declared(desk, PromoPool.objects.get(is_default=True), 200, ann)


class TestSigned:
    def test_nobody_declares_or_approves_an_award_of_their_own(self, desk: Desk) -> None:
        a_pool(desk, employees="yes")
        ann = desk.player()
        works(desk, ann, desk.second)
        ask = lambda **who: declared(desk, the_pool(), 200, desk.player(), ann, **who)  # noqa: E731
        refused("serves_oneself", ask)
        refused("serves_oneself", lambda: ask(by=desk.manager, second=desk.second))
        assert ask(by=person(desk.room, "floor"))

    def test_nobody_pays_or_confirms_their_own_share(self, desk: Desk) -> None:
        a_pool(desk, employees="yes")
        ann, bob = desk.player(), desk.player()
        works(desk, ann, desk.cashier)
        floor = person(desk.room, "floor")
        works(desk, bob, floor)
        share, other = declared(desk, the_pool(), 400, ann, bob).shares.order_by("number")
        refused("serves_oneself", lambda: paid(desk, share))
        refused("serves_oneself", lambda: paid(desk, other, second=floor))
        assert paid(desk, other)

    def test_the_morning_names_who_declared_and_approved_what_was_paid(self, desk: Desk) -> None:
        a_pool(desk, employees="yes")
        first, second = declared(desk, the_pool(), 400, desk.player(), desk.player()).shares.order_by("number")
        for share in (first, second):
            slip = paid(desk, share)
        (line,) = [each for each in day_cash(desk.room, slip.gaming_day) if each.words == "Award"]
        signed = f"declared by {desk.second} and approved by {desk.manager}"
        assert line.who == f"paid by {desk.cashier}; {signed}"


class TestHands:
    def test_one_hand_wins_the_same_once(self, at: DisputeTable, desk: Desk) -> None:
        hand, players = at.table.tick(300), (desk.player(), desk.player())
        award = declared(desk, the_pool(), 400, *players, hand=hand.number)
        error = refused("hand_awarded", lambda: declared(desk, the_pool(), 100, players[0], hand=hand.number))
        assert str(award) in error.message
        assert declared(desk, the_pool(), 100, players[0], hand=at.table.tick(300).number), "another hand"
        taken_back(desk, award)
        assert declared(desk, the_pool(), 400, *players, hand=hand.number)

    def test_a_share_that_went_back_is_given_to_whose_it_is(self, at: DisputeTable, desk: Desk) -> None:
        hand, rob = at.table.tick(300), desk.player()
        award = declared(desk, the_pool(), 400, desk.player(), desk.player(), hand=hand.number)
        paid(desk, award.shares.get(number=1))
        taken_back(desk, award, share=award.shares.get(number=2))
        refused("hand_awarded", lambda: declared(desk, the_pool(), 300, rob, hand=hand.number))
        assert declared(desk, the_pool(), 200, rob, hand=hand.number)
        refused("hand_awarded", lambda: declared(desk, the_pool(), 100, rob, hand=hand.number))

    def test_what_went_back_whole_says_nothing_of_how_much_stands(self, at: DisputeTable, desk: Desk) -> None:
        """The wrong amount was taken back, whichever it was, and the right one is declared once."""
        hand, other = at.table.tick(300), at.table.tick(300)
        taken_back(desk, declared(desk, the_pool(), 400, desk.player(), hand=hand.number))
        declared(desk, the_pool(), 200, desk.player(), hand=hand.number)
        refused("hand_awarded", lambda: declared(desk, the_pool(), 200, desk.player(), hand=hand.number))
        taken_back(desk, declared(desk, the_pool(), 100, desk.player(), hand=other.number))
        award = declared(desk, the_pool(), 200, desk.player(), desk.player(), hand=other.number)
        taken_back(desk, award, share=award.shares.get(number=2))
        assert declared(desk, the_pool(), 100, desk.player(), hand=other.number)
        refused("hand_awarded", lambda: declared(desk, the_pool(), 100, desk.player(), hand=other.number))

    def test_a_corrected_hand_is_the_same_hand(self, at: DisputeTable, desk: Desk) -> None:
        hand = at.showdown()
        people = [at.table.sittings[seat].player for seat in (at.winner, at.loser)]
        declared(desk, the_pool(), 400, *people, hand=hand.number)
        assert turned(at, hand, second=desk.second).version == 2
        refused("hand_awarded", lambda: declared(desk, the_pool(), 100, people[0], hand=hand.number))

    def test_whoever_was_not_dealt_in_is_asked_about(self, at: DisputeTable, desk: Desk) -> None:
        hand, away = at.showdown(), desk.player()
        winner = at.table.sittings[at.winner].player
        error = refused(
            NOT_DEALT_IN, lambda: declared(desk, the_pool(), 400, winner, away, hand=hand.number, confirmed=())
        )
        assert str(away) in error.message
        assert str(winner) not in error.message
        assert declared(desk, the_pool(), 400, winner, away, hand=hand.number, confirmed=(NOT_DEALT_IN,))

    def test_another_record_of_whoever_was_dealt_in_is_not_asked_about(self, at: DisputeTable, desk: Desk) -> None:
        hand, again = at.showdown(), desk.player()
        winner = at.table.sittings[at.winner].player
        facts = {"outcome": IdentityDecision.Outcome.SAME, "reason": "one document"}
        decide_identity(room=desk.room, player=winner, other=again, **facts, by=desk.manager, at=desk.at())
        assert declared(desk, the_pool(), 400, again, hand=hand.number, confirmed=())

    def test_cards_that_nobody_recorded_are_asked_about(self, at: DisputeTable, desk: Desk) -> None:
        hand, ann = at.table.tick(300), at.table.sittings[1].player
        ask = lambda **facts: declared(desk, the_pool(), 100, ann, **({"confirmed": ()} | facts))  # noqa: E731
        assert f"Hand {hand.number} of" in refused(CARDS_UNKNOWN, lambda: ask(hand=hand.number)).message
        assert "No hand is named" in refused(CARDS_UNKNOWN, ask).message
        assert ask(hand=hand.number, confirmed=(CARDS_UNKNOWN,))
        assert ask(kind="drawing", table=None)

    def test_another_award_of_the_same_hand_is_asked_about(self, at: DisputeTable, desk: Desk) -> None:
        hand, ann = at.showdown(), at.table.sittings[at.winner].player
        beat = declared(desk, the_pool(), 400, ann, hand=hand.number)
        assert turned(at, hand, second=desk.second).version == 2
        high = lambda **facts: declared(  # noqa: E731
            desk, the_pool(), 100, ann, hand=hand.number, **({"kind": "high_hand", "confirmed": ()} | facts)
        )
        error = refused(WON_BEFORE, high)
        assert f"{beat}, of 4" in error.message
        assert "A hand wins once" in error.message
        assert high(confirmed=(WON_BEFORE,))
        refused("hand_awarded", lambda: high(confirmed=(WON_BEFORE,)))
        refused(WON_BEFORE, lambda: high(kind="drawing"))

    def test_what_it_won_of_another_pool_is_that_pool_s(self, at: DisputeTable, desk: Desk) -> None:
        number, ann = at.showdown().number, at.table.sittings[at.winner].player
        for kind in ("drawing", "high_hand"):
            declared(desk, the_pool(), 100, ann, hand=number, kind=kind)
        a_pool(desk, tables=())
        feed(at.table, 300)
        other = PromoPool.objects.get(is_default=True)
        assert declared(desk, other, 100, ann, hand=number, kind="drawing", confirmed=())

    def test_what_went_back_whole_is_no_win(self, at: DisputeTable, desk: Desk) -> None:
        hand, ann = at.showdown(), at.table.sittings[at.winner].player
        taken_back(desk, declared(desk, the_pool(), 400, ann, hand=hand.number))
        assert declared(desk, the_pool(), 100, ann, hand=hand.number, kind="high_hand", confirmed=())


class TestCards:
    """What is won with cards was shown, by somebody who was in to the end; two people say where it was otherwise."""

    def given_up(self, at: DisputeTable) -> tuple[int, Player, Player]:
        """A hand that nobody called: its number, who was left, and somebody who had folded."""
        draft = at.table.act(at.table.deal(), "r 20", "f", "f", "f")
        played = at.table.played(draft)
        last, folded = (at.table.sittings[played.setup.seat(position)].player for position in (3, 4))
        return at.table.record(draft).number, last, folded

    def test_a_bad_beat_of_a_hand_that_nobody_called_is_asked_about(self, at: DisputeTable, desk: Desk) -> None:
        number, last, _ = self.given_up(at)
        ask = lambda **facts: declared(desk, the_pool(), 100, last, hand=number, **({"confirmed": ()} | facts))  # noqa: E731
        assert f"Hand {number} of {desk.session.table} has no showdown" in refused(NO_SHOWDOWN, ask).message
        assert ask(confirmed=(NO_SHOWDOWN,))
        at.table.tick(300)
        assert ask(kind="high_hand", confirmed=(WON_BEFORE,)), "a high hand is one hand, which nobody need call"

    def test_so_is_one_at_whose_end_all_but_one_mucked(self, at: DisputeTable, desk: Desk) -> None:
        table = at.table
        draft = table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "c", "c", "turn 9s", "c", "c", "river 3h")
        winner = table.played(table.act(draft, "c", "c")).setup.seat(3)
        draft.refresh_from_db()
        number = table.record(table.act(draft, f"{winner} wins")).number
        ann = table.sittings[winner].player
        refused(NO_SHOWDOWN, lambda: declared(desk, the_pool(), 100, ann, hand=number, confirmed=()))
        assert declared(desk, the_pool(), 100, ann, hand=number, kind="high_hand", confirmed=())

    def test_cards_that_were_noted_before_are_read_at_the_showdown(self, at: DisputeTable, desk: Desk) -> None:
        draft = at.table.act(at.table.deal(), "r 20", "c", "f", "f")
        seats = [at.table.played(draft).setup.seat(position) for position in (3, 4)]
        for seat, cards in zip(seats, ("AcAd", "KcKd"), strict=True):
            draft = at.table.name(draft, str(seat), cards)
        draft = at.table.act(draft, "flop 2h7h9s", "c", "c", "turn Js", "c", "c", "river 3s", "c", "c")
        number, ann = at.table.record(draft).number, at.table.sittings[seats[1]].player
        assert declared(desk, the_pool(), 100, ann, hand=number, confirmed=())

    def test_a_win_of_people_who_all_folded_is_asked_about_by_name(self, at: DisputeTable, desk: Desk) -> None:
        number = at.showdown().number
        stayed = at.table.sittings[at.loser].player
        folded = [sitting.player for seat, sitting in at.table.sittings.items() if seat not in (at.winner, at.loser)]
        for kind in ("bad_beat", "high_hand"):
            ask = lambda *people, kind=kind, answers=(): declared(  # noqa: E731
                desk, the_pool(), 200, *people, hand=number, kind=kind, confirmed=answers
            )
            error = refused(NONE_SHOWED, lambda ask=ask: ask(*folded))
            assert ", ".join(map(str, folded)) in error.message
            assert str(stayed) not in error.message
        assert ask(*folded, answers=(NONE_SHOWED,))
        taken_back(desk, PoolAward.objects.latest("pk"))
        assert declared(desk, the_pool(), 300, stayed, *folded, hand=number, confirmed=()), "a table's share"

    def test_a_drawing_asks_nobody_for_cards(self, at: DisputeTable, desk: Desk) -> None:
        number, _, folded = self.given_up(at)
        assert declared(desk, the_pool(), 100, folded, hand=number, kind="drawing", confirmed=())

    def test_who_folded_wins_no_high_hand_that_nobody_called(self, at: DisputeTable, desk: Desk) -> None:
        number, last, folded = self.given_up(at)
        ask = lambda who: declared(desk, the_pool(), 100, who, hand=number, kind="high_hand", confirmed=())  # noqa: E731
        refused(NONE_SHOWED, lambda: ask(folded))
        assert ask(last)

    def test_by_another_record_they_were_in(self, at: DisputeTable, desk: Desk) -> None:
        number, again = at.showdown().number, desk.player()
        facts = {"outcome": IdentityDecision.Outcome.SAME, "reason": "one document"}
        decide_identity(
            room=desk.room,
            player=at.table.sittings[at.winner].player,
            other=again,
            **facts,
            by=desk.manager,
            at=desk.at(),
        )
        assert declared(desk, the_pool(), 100, again, hand=number, confirmed=())

    def test_the_newest_version_says_who_was_in(self, at: DisputeTable, desk: Desk) -> None:
        number, *_ = self.given_up(at)
        draft = reopen(at, Hand.objects.get(number=number, version=1))
        draft = undo(draft=draft, version=draft.version, **at.by())
        draft = at.table.act(draft, "c", "flop Ah7d2c", "c", "c", "turn 9s", "c", "c", "river 3h", "c", "c")
        played = at.table.played(draft)
        caller = at.table.sittings[played.setup.seat(2)].player
        for position, cards in ((2, "KcKd"), (3, "AcAd")):
            draft = at.table.name(draft, str(played.setup.seat(position)), cards)
        at.table.record(draft, second=desk.second)
        assert declared(desk, the_pool(), 100, caller, hand=number, confirmed=())

    def test_of_a_quick_hand_who_had_no_seat_then_is_asked_about(self, at: DisputeTable, desk: Desk) -> None:
        gone = at.table.sittings[4]
        number = at.table.tick(300).number
        desk.leave(gone)
        late = desk.seated(seat=5).player
        ask = lambda *people, answers=(CARDS_UNKNOWN,): declared(  # noqa: E731
            desk, the_pool(), 200, *people, hand=number, confirmed=answers
        )
        error = refused(NOT_DEALT_IN, lambda: ask(gone.player, late))
        assert f"Not in a seat at hand {number} of {desk.session.table}: {late}." in error.message
        assert ask(gone.player, late, answers=(CARDS_UNKNOWN, NOT_DEALT_IN))
        assert declared(desk, the_pool(), 200, gone.player, kind="drawing", hand=number, confirmed=(WON_BEFORE,))


class TestGames:
    """The games of a pool's terms are those that win it: a hand of another one, or a table that plays it, does not."""

    def o8(self, at: DisputeTable) -> int:
        """The number of a hand of Omaha hi-lo at the table, which played hold'em before."""
        desk = at.table.desk
        post_plaque(table=desk.session.table, plaque=O8_KILL, by=desk.manager, at=desk.at())
        return at.table.tick(300, pot=10_00, winners=[1]).number

    def test_a_hand_of_another_game_wins_nothing(self, at: DisputeTable, desk: Desk) -> None:
        a_pool(desk, won_in=("holdem",))
        holdem = at.table.tick(300).number
        omaha, ann = self.o8(at), at.table.sittings[1].player
        said = refused("game_may_not_win", lambda: declared(desk, the_pool(), 100, ann, hand=omaha))
        assert "was Omaha" in said.message
        assert "it is won in " in said.message
        assert declared(desk, the_pool(), 100, ann, hand=holdem).amount == 100

    def test_without_a_hand_it_is_the_table_s_game(self, at: DisputeTable, desk: Desk) -> None:
        a_pool(desk, won_in=("holdem",))
        ann = at.table.sittings[1].player
        assert declared(desk, the_pool(), 100, ann).amount == 100
        self.o8(at)
        refused("game_may_not_win", lambda: declared(desk, the_pool(), 100, ann))

    def test_terms_that_name_none_let_any_game_win(self, at: DisputeTable, desk: Desk) -> None:
        assert declared(desk, the_pool(), 100, at.table.sittings[1].player, hand=self.o8(at)).amount == 100

    def test_what_is_won_at_no_table_asks_for_none(self, at: DisputeTable, desk: Desk) -> None:
        a_pool(desk, won_in=("holdem",))
        self.o8(at)
        assert declared(desk, the_pool(), 100, at.table.sittings[1].player, kind="drawing", table=None).amount == 100

    def test_the_terms_at_the_hand_hold_not_those_of_after_it(self, at: DisputeTable, desk: Desk) -> None:
        a_pool(desk, won_in=("holdem",))
        omaha, ann = self.o8(at), at.table.sittings[1].player
        a_pool(desk, won_in=("holdem", "omaha8"))
        refused("game_may_not_win", lambda: declared(desk, the_pool(), 100, ann, hand=omaha))
        later = at.table.tick(300, pot=10_00, winners=[1]).number
        assert declared(desk, the_pool(), 100, ann, hand=later).amount == 100

    def test_a_table_whose_game_never_wins_it_doesn_t_feed_it(self, at: DisputeTable, desk: Desk) -> None:
        said = refused("table_plays_another", lambda: a_pool(desk, won_in=("omaha8", "stud")))
        assert "which never wins this pool" in said.message
        refused("game_unknown", lambda: a_pool(desk, won_in=("canasta",)))
        assert a_pool(desk, won_in=("holdem", "omaha8")).versions.first().in_games.count(",") == 1
