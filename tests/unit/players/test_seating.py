"""Seats: chips from the rack and back to it, held to the plaque; nobody twice, nobody in the middle of a hand."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction

from cage.selectors.purchases import allowance
from config.audit.models import AuditEvent
from players import services
from players.models import AccountKind, Ban, HouseException, Sitting, Transfer, TransferKind
from players.services.table_money import count_stack
from rules.house.house import SOLAIRE
from tables.models import SessionAlarm
from tables.services import claim_hand, link_feeder, release_hand
from tests.support.desk import Desk, key, open_desk, person
from tests.support.refusals import refused


def begin_hand(desk: Desk) -> None:
    claim_hand(session=desk.session, by=desk.manager, at=desk.at())


class TestSittingDown:
    def test_moves_chips_from_the_rack_to_the_seat(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 300_00)
        sitting = desk.seat(player, 4, 200_00)
        assert (desk.stack(sitting), desk.rack(player)) == (200_00, 100_00)
        assert (sitting.seat, sitting.player) == (4, player)

    def test_with_less_than_the_minimum_is_refused(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        refused("short_buy", lambda: desk.seat(player, 1, 99_00), least=100_00)

    def test_with_more_than_the_maximum_is_refused(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00, session=desk.open_table())
        desk.buy_in(player, 200_00)
        refused("above_max_buyin", lambda: desk.seat(player, 1, 400_00))

    def test_with_more_than_they_have_is_refused(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        refusal = refused("insufficient_chips", lambda: desk.seat(player, 1, 250_00), most=200_00)
        assert refusal.message == f"{player} has 200 off the table, not 250: enter what they have."

    def test_a_taken_seat_is_refused(self, desk: Desk) -> None:
        desk.seated(seat=3)
        player = desk.player()
        desk.buy_in(player, 200_00)
        refused("seat_taken", lambda: desk.seat(player, 3, 200_00))

    @pytest.mark.parametrize("seat", [0, 10])
    def test_a_seat_that_the_plaque_lacks_is_refused(self, desk: Desk, seat: int) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        refused("seat_unknown", lambda: desk.seat(player, seat, 200_00), seats=9)

    def test_nobody_sits_twice(self, desk: Desk) -> None:
        sitting = desk.seated(100_00)
        desk.buy_in(sitting.player, 100_00, session=desk.open_table())
        refused("already_seated", lambda: desk.seat(sitting.player, 2, 100_00))

    def test_a_barred_player_is_refused(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        services.bar_player(room=desk.room, player=player, kind=Ban.Kind.BARRED, reason="test", **desk.by())
        refused("player_barred", lambda: desk.seat(player, 1, 200_00))

    def test_between_two_hands_or_in_one_a_new_player_may_sit_down(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 200_00)
        begin_hand(desk)
        assert desk.seat(player, 1, 200_00)

    def test_a_retry_seats_them_once(self, desk: Desk) -> None:
        player, request = desk.player(), key()
        desk.buy_in(player, 300_00)
        first = desk.seat(player, 1, 100_00, key=request)
        assert desk.seat(player, 1, 100_00, key=request) == first
        assert desk.stack(first) == 100_00

    def test_the_board_sees_it(self, desk: Desk) -> None:
        before = desk.session.version
        desk.seated()
        desk.session.refresh_from_db()
        assert desk.session.version > before


class TestAddingOn:
    def test_adds_to_the_stack_up_to_the_maximum(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 300_00)
        sitting = desk.seat(player, 1, 100_00)
        services.add_on(sitting=sitting, amount=200_00, key=key(), **desk.by())
        assert (desk.stack(sitting), desk.rack(player)) == (300_00, 0)

    def test_above_the_maximum_is_refused(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 300_00, session=desk.open_table())
        desk.buy_in(player, 300_00)
        sitting = desk.seat(player, 1, 300_00)
        add = lambda: services.add_on(sitting=sitting, amount=1_00, key=key(), **desk.by())  # noqa: E731
        refused("above_max_buyin", add, most=0)

    def test_in_the_middle_of_a_hand_is_refused(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 300_00)
        sitting = desk.seat(player, 1, 100_00)
        begin_hand(desk)
        refused("mid_hand", lambda: services.add_on(sitting=sitting, amount=1_00, key=key(), **desk.by()))
        release_hand(session=desk.session, recorded=False)
        assert services.add_on(sitting=sitting, amount=1_00, key=key(), **desk.by())

    def test_with_nothing_left_it_is_a_rebuy_of_at_least_the_minimum(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 100_00)
        sitting = desk.seat(player, 1, 100_00)
        count_stack(sitting=sitting, key=key(), **desk.counted(0, "recount"))
        refused("short_buy", lambda: desk.buy_in(player, 60_00), least=100_00)
        bought = desk.buy_in(player, 100_00)
        kinds = Transfer.objects.filter(request_key=bought.request_key).values_list("kind", flat=True)
        assert TransferKind.BUY_IN in kinds

    def test_a_barred_player_adds_nothing(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 300_00)
        sitting = desk.seat(player, 1, 100_00)
        services.bar_player(room=desk.room, player=player, kind=Ban.Kind.BARRED, reason="test", **desk.by())
        refused("player_barred", lambda: services.add_on(sitting=sitting, amount=1_00, key=key(), **desk.by()))


class TestIncidentals:
    def test_a_small_amount_may_leave_with_a_reason(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        services.take_incidental(sitting=sitting, amount=5_00, reason="a drink", key=key(), **desk.by())
        assert (desk.stack(sitting), desk.rack(sitting.player)) == (195_00, 5_00)
        transfer = Transfer.objects.get(kind=TransferKind.INCIDENTAL)
        assert transfer.reason == "a drink"

    def test_not_without_a_reason(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        take = {"sitting": sitting, "amount": 5_00, "key": key(), **desk.by()}
        refused("reason_missing", lambda: services.take_incidental(reason="", **take))

    def test_not_the_whole_stack(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        take = {"sitting": sitting, "reason": "test", "key": key(), **desk.by()}
        refused("chips_removed", lambda: services.take_incidental(amount=200_00, **take))

    def test_not_where_the_house_allows_none(self, db: None) -> None:
        desk = open_desk(house=SOLAIRE)
        sitting = desk.seated(200_00)
        take = {"sitting": sitting, "amount": 5_00, "reason": "test", "key": key(), **desk.by()}
        refused("chips_removed", lambda: services.take_incidental(**take))

    def test_not_in_the_middle_of_a_hand(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        begin_hand(desk)
        take = {"sitting": sitting, "amount": 5_00, "reason": "a drink", "key": key(), **desk.by()}
        refused("mid_hand", lambda: services.take_incidental(**take))
        assert desk.stack(sitting) == 200_00


class TestLeaving:
    def test_takes_the_stack_to_the_rack_and_frees_the_seat(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(200_00))
        assert (desk.stack(sitting), desk.rack(sitting.player), sitting.left_with) == (0, 200_00, 200_00)
        assert desk.seated(seat=1)

    def test_a_count_goes_through_the_felt_first(self, desk: Desk) -> None:
        loser, winner = desk.seated(200_00, seat=1), desk.seated(200_00, seat=2)
        desk.leave(winner, **desk.counted(350_00))
        assert desk.held(AccountKind.FELT) == -150_00
        desk.leave(loser, **desk.counted(50_00))
        assert (desk.held(AccountKind.FELT), desk.rack(winner.player), desk.rack(loser.player)) == (0, 350_00, 50_00)

    def test_nobody_takes_more_than_was_brought(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        refused("table_short", lambda: desk.leave(sitting, **desk.counted(201_00)), most=200_00)
        assert desk.stack(sitting) == 200_00

    def test_not_in_the_middle_of_a_hand(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        begin_hand(desk)
        refused("mid_hand", lambda: desk.leave(sitting))

    def test_once(self, desk: Desk) -> None:
        sitting = desk.leave(desk.seated(200_00))
        refused("already_left", lambda: desk.leave(sitting))

    def test_a_retry_is_answered(self, desk: Desk) -> None:
        sitting, request = desk.seated(200_00), key()
        desk.leave(sitting, key=request)
        assert desk.leave(sitting, key=request).left_with == 200_00

    def test_with_nothing_moves_nothing(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        count_stack(sitting=sitting, key=key(), **desk.counted(0, "recount"))
        assert desk.leave(sitting).left_with == 0


EXCEPTIONS = [HouseException.BROKEN_GAME, HouseException.LIMIT_CHANGED, HouseException.RELATED]


class TestMoving:
    def move(self, desk: Desk, sitting: Sitting, seat: int = 5, **facts: object) -> Sitting:
        given = {"session": desk.open_table(), "key": key()} | desk.by() | facts
        return services.move_player(sitting=sitting, seat=seat, **given)  # type: ignore[arg-type]

    def test_takes_every_chip_along_in_one_step(self, desk: Desk) -> None:
        old = desk.seated(200_00)
        new = self.move(desk, old)
        old.refresh_from_db()
        assert (desk.stack(new), desk.stack(old), old.left_with, new.seat) == (200_00, 0, 200_00, 5)
        assert Transfer.objects.filter(kind=TransferKind.MOVE).count() == 1

    def test_by_their_own_will_they_are_held_to_the_plaque(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        count_stack(sitting=sitting, key=key(), **desk.counted(60_00, "recount"))
        refused("short_buy", lambda: self.move(desk, sitting))

    @pytest.mark.parametrize("exception", [HouseException.BROKEN_GAME, HouseException.MUST_MOVE])
    @pytest.mark.parametrize("stack", [60_00, 450_00])
    def test_moved_by_the_house_they_are_not(self, desk: Desk, exception: HouseException, stack: int) -> None:
        sitting = desk.seated(200_00)
        desk.seated(300_00, seat=2)
        count_stack(sitting=sitting, key=key(), **desk.counted(stack, "recount"))
        main = desk.open_table()
        link_feeder(feeder=sitting.session, main=main, **desk.by())
        second = {"second": desk.second} if exception == HouseException.BROKEN_GAME else {}
        new = self.move(desk, sitting, session=main, exception=exception, **second)
        assert desk.stack(new) == stack
        assert AuditEvent.objects.get(verb="player.moved").after["exception"] == exception

    @pytest.mark.parametrize("exception", [HouseException.NONE, HouseException.MUST_MOVE])
    def test_nobody_moves_into_the_main_game_before_the_first_in_order(
        self, desk: Desk, exception: HouseException
    ) -> None:
        first, second = desk.seated(200_00), desk.seated(200_00, seat=2)
        main = desk.open_table()
        link_feeder(feeder=first.session, main=main, **desk.by())
        refused("must_move_first", lambda: self.move(desk, second, session=main, exception=exception))
        self.move(desk, first, session=main, exception=exception)
        assert self.move(desk, second, seat=6, session=main, exception=exception)

    @pytest.mark.parametrize("exception", EXCEPTIONS)
    def test_a_host_alone_passes_nobody_by_an_exception(self, desk: Desk, exception: HouseException) -> None:
        """A table that nobody broke: a second person confirms it, and the trail says why and who was passed."""
        first, second = desk.seated(200_00), desk.seated(200_00, seat=2)
        main, host = desk.open_table(), person(desk.room, "host")
        link_feeder(feeder=first.session, main=main, **desk.by())
        facts = {"session": main, "exception": exception, "by": host}
        for told in ({}, {"past_list": "a friend of the house"}):
            refused("exception_unfounded", lambda said=told: self.move(desk, second, **facts, **said))
        refused("second_is_first", lambda: self.move(desk, second, **facts, second=host, past_list="a friend"))
        confirmed = {"second": desk.second} | facts
        error = refused("must_move_first", lambda: self.move(desk, second, **confirmed))
        assert (error.field, "or say why" in error.message) == ("past_list", True)
        self.move(desk, second, **confirmed, past_list="a friend of the house")
        told = AuditEvent.objects.get(verb="player.moved")
        assert (told.after["passed_over"], told.reason) == (first.player_id, "a friend of the house")
        assert told.after["confirmed_by"] == desk.second.pk

    @pytest.mark.parametrize("exception", EXCEPTIONS)
    @pytest.mark.parametrize("stack", [60_00, 450_00])
    def test_nor_the_limits_of_the_plaque(self, desk: Desk, exception: HouseException, stack: int) -> None:
        sitting = desk.seated(200_00)
        desk.seated(300_00, seat=2)
        count_stack(sitting=sitting, key=key(), **desk.counted(stack, "recount"))
        facts = {"exception": exception, "by": person(desk.room, "host")}
        refused("exception_unfounded", lambda: self.move(desk, sitting, **facts))
        assert desk.stack(self.move(desk, sitting, **facts, second=desk.second)) == stack

    def test_by_must_move_they_go_to_the_game_that_is_fed_alone(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        refused("feeds_nothing", lambda: self.move(desk, sitting, exception=HouseException.MUST_MOVE))

    def test_the_stack_is_counted_on_the_way(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        desk.seated(200_00, seat=2)
        assert desk.stack(self.move(desk, sitting, **desk.counted(250_00))) == 250_00

    @pytest.mark.parametrize("way", ["table", "seat"])
    def test_who_is_away_has_been_away_since_they_went(self, desk: Desk, way: str) -> None:
        """The hour after which chips may be picked up begins no second time."""
        old = desk.seated()
        went = services.go_away(sitting=old, **desk.by()).started_at
        desk.now += timedelta(minutes=45)
        facts = {"sitting": old, "seat": 3, "key": key()} | desk.by()
        if way == "table":
            new = services.move_player(session=desk.open_table(), **facts)
        else:
            new = services.change_seat(**facts)
        (absence,) = new.absences.filter(ended_at=None)
        assert absence.started_at == went
        desk.now += timedelta(minutes=20)
        facts = {"counted": 200_00, "witness": desk.manager, "rounds_missed": 0, "key": key()}
        assert services.pick_up(sitting=new, **facts, **desk.by()).left_with == 200_00

    def test_to_the_same_table_is_refused(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        refused("already_seated", lambda: self.move(desk, sitting, session=desk.session))


class TestWhatMayBeBought:
    def test_an_unseated_player(self, desk: Desk) -> None:
        allowed = allowance(desk.session, desk.player(), at=desk.now)
        assert (allowed.least, allowed.most, allowed.stack, allowed.rack) == (100_00, 300_00, None, 0)

    def test_counts_what_they_have(self, desk: Desk) -> None:
        player = desk.player()
        desk.buy_in(player, 150_00)
        allowed = allowance(desk.session, player, at=desk.now)
        assert (allowed.least, allowed.most, allowed.rack) == (1_00, 150_00, 150_00)

    def test_a_seated_player_adds_up_to_the_maximum(self, desk: Desk) -> None:
        sitting = desk.seated(250_00)
        allowed = allowance(desk.session, sitting.player, at=desk.now)
        assert (allowed.least, allowed.most, allowed.stack) == (1_00, 50_00, 250_00)

    def test_who_comes_back_within_the_hour_brings_what_they_took(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        desk.seated(300_00, seat=2)
        desk.leave(sitting, **desk.counted(400_00))
        desk.cash_out(sitting.player, 400_00)
        allowed = allowance(desk.session, sitting.player, at=desk.now)
        assert (allowed.must_bring, allowed.least, allowed.most) == (400_00, 400_00, 400_00)
        assert desk.buy_in(sitting.player, allowed.least)

    def test_says_the_same_as_the_desk(self, desk: Desk) -> None:
        for player in (desk.player(), desk.seated(150_00, seat=7).player):
            allowed = allowance(desk.session, player, at=desk.now)
            refused("above_max_buyin", lambda p=player, a=allowed: desk.buy_in(p, a.most + 1_00))
            with transaction.atomic():
                assert desk.buy_in(player, allowed.most)
                transaction.set_rollback(True)
            assert desk.buy_in(player, allowed.least)


class TestBarringSomeoneWhoSits:
    def bar(self, desk: Desk, sitting: Sitting) -> Ban:
        facts = {"room": desk.room, "player": sitting.player, "kind": Ban.Kind.BARRED, "reason": "test"}
        return services.bar_player(**facts, **desk.by())

    def test_raises_an_alarm_at_their_table_until_they_leave(self, desk: Desk) -> None:
        sitting = desk.seated(200_00)
        self.bar(desk, sitting)
        alarm = SessionAlarm.objects.get(session=desk.session)
        assert str(sitting.player) in alarm.text
        desk.leave(sitting)
        alarm.refresh_from_db()
        assert alarm.cleared_at

    def test_who_leaves_takes_down_their_own_alarm_and_nobody_elses(self, desk: Desk) -> None:
        one, two = desk.seated(seat=1), desk.seated(seat=2)
        for sitting in (one, two):
            facts = {"room": desk.room, "player": sitting.player, "kind": Ban.Kind.BARRED, "reason": "test"}
            services.bar_player(**facts, **desk.by())
        desk.leave(one)
        standing = desk.session.alarms.filter(kind="barred_seated", cleared_at=None)
        assert [alarm.subject for alarm in standing] == [f"player {two.player_id}"]

    def test_the_database_refuses_a_seat_that_no_service_checked(self, desk: Desk) -> None:
        player = desk.player()
        services.bar_player(room=desk.room, player=player, kind=Ban.Kind.BARRED, reason="test", **desk.by())
        with pytest.raises(IntegrityError, match="is barred"):
            Sitting.objects.create(session=desk.session, player=player, seat=1, seated_at=desk.now)


class TestPeople:
    def test_a_document_belongs_to_one_player(self, desk: Desk) -> None:
        shown = {"document_kind": "passport", "document_number": "X1234567"}
        first = desk.player("Ann", **shown)
        refusal = refused("document_known", lambda: desk.player("Bea", **shown), player=first.pk)
        assert refusal.field == "document_number"

    def test_a_guest_with_a_legal_name_is_registered(self, desk: Desk) -> None:
        guest = services.find_guests(room=desk.room, names=["Ivey"], source="file", **desk.by())["Ivey"]
        identity = services.Identity(display_name="Phil", legal_name="Phil Ivey", date_of_birth=date(1977, 2, 1))
        edited = services.edit_player(room=desk.room, player=guest, identity=identity, **desk.by())
        assert not edited.is_guest
        assert desk.buy_in(edited, 200_00)

    def test_the_same_source_finds_its_guests_again(self, desk: Desk) -> None:
        find = lambda names: services.find_guests(room=desk.room, names=names, source="file", **desk.by())  # noqa: E731
        first = find(["A", "B"])
        assert find(["B", "C"])["B"] == first["B"]

    def test_the_audit_trail_keeps_the_document_by_its_end(self, desk: Desk) -> None:
        desk.player("Ann", document_kind="passport", document_number="X1234567")
        assert AuditEvent.objects.get(verb="player.registered").after["document"] == "passport …4567"

    def test_a_ban_has_a_reason_and_an_end_that_is_ahead(self, desk: Desk) -> None:
        facts = {"room": desk.room, "player": desk.player(), "kind": Ban.Kind.BARRED}
        refused("reason_missing", lambda: services.bar_player(**facts, reason=" ", **desk.by()))
        past = desk.now - timedelta(days=1)
        refused("ban_ended", lambda: services.bar_player(**facts, reason="test", ends_at=past, **desk.by()))

    def test_a_ban_is_lifted_once(self, desk: Desk) -> None:
        facts = {"room": desk.room, "player": desk.player(), "kind": Ban.Kind.BARRED, "reason": "test"}
        lift = {"room": desk.room, "ban": services.bar_player(**facts, **desk.by()), "reason": "served"}
        services.lift_ban(**lift, **desk.by_two())
        refused("ban_lifted", lambda: services.lift_ban(**lift, **desk.by_two()))

    def test_the_last_ban_that_is_lifted_takes_its_alarm_down(self, desk: Desk) -> None:
        sitting = desk.seated()
        facts = {"room": desk.room, "player": sitting.player, "kind": Ban.Kind.BARRED, "reason": "test"}
        bans = [services.bar_player(**facts, **desk.by()) for _ in range(2)]
        standing = desk.session.alarms.filter(kind="barred_seated", cleared_at=None)
        services.lift_ban(room=desk.room, ban=bans[0], reason="a mistake", **desk.by_two())
        assert standing.count() == 1
        services.lift_ban(room=desk.room, ban=bans[1], reason="a mistake", **desk.by_two())
        assert standing.count() == 0

    def test_a_ban_begins_after_what_it_came_too_late_for(self, desk: Desk) -> None:
        sitting = desk.seated()
        facts = {"room": desk.room, "player": sitting.player, "kind": Ban.Kind.BARRED, "reason": "test"}
        ban = services.bar_player(**facts, by=desk.manager, at=sitting.seated_at - timedelta(seconds=1))
        assert ban.starts_at == sitting.seated_at
