"""The words of the floor about calls, seats and the list's order, and the acts that it may do with one tap then."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.audit.models import AuditEvent
from config.durations import in_words
from config.staff.services import set_own_pin
from players import services
from players.models import Ban, ListEntry, Player, SeatChange, Sitting
from players.services.lists import ANSWER_WITHIN
from tables.models import TableSession
from tables.services import link_feeder
from tests.support.desk import key
from tests.support.lists import Lists
from tests.support.words import text


def sits(lists: Lists, seat: int) -> Sitting:
    return lists.desk.session.sittings.get(seat=seat, left_at=None)


def table_page(lists: Lists) -> str:
    return reverse("table", args=[lists.desk.session.table_id])


def bought(lists: Lists, name: str) -> Player:
    player = lists.desk.player(name)
    lists.desk.buy_in(player, 200_00)
    return player


class TestMustMove:
    @pytest.fixture
    def feeder(self, lists: Lists) -> TableSession:
        """A must-move game of the first table, in which Ten sits in seat 1."""
        feeder = link_feeder(feeder=lists.desk.open_table(), main=lists.desk.session, **lists.desk.by())
        lists.desk.buy_in(ten := lists.desk.player("Ten"), 200_00, session=feeder)
        lists.desk.seat(ten, 1, 200_00, session=feeder)
        return feeder

    def test_a_seat_that_opens_calls_out_who_must_move_with_a_way_there(
        self, lists: Lists, floor: Client, feeder: TableSession
    ) -> None:
        lists.join(lists.desk.player("Vic"))
        sitting = sits(lists, 7)
        floor.post(reverse("sitting_leave", args=[sitting.pk]), {"key": key(), "counted": "200"})
        page = floor.get(table_page(lists))
        assert f"Seat 7 is free: Ten moves to seat 7 of {lists.desk.session.table}." in text(page)
        assert "Vic is next" not in text(page)
        assert reverse("must_move", args=[feeder.pk]) in page.content.decode()

    def test_the_lists_show_who_moves_first(self, lists: Lists, floor: Client, feeder: TableSession) -> None:
        assert f"Ten moves to seat 9 of {lists.desk.session.table} first" in text(floor.get(reverse("lists")))
        assert reverse("must_move", args=[feeder.pk]) in floor.get(reverse("lists")).content.decode()


class TestCalling:
    def test_nobody_says_that_a_message_went_out_where_none_is_sent(self, lists: Lists, floor: Client) -> None:
        entry = lists.join(lists.desk.player("Ann"), mobile="+17025550143")
        floor.post(reverse("list_call", args=[entry.pk]))
        said = text(floor.get(reverse("lists")))
        assert f"Call the name: {lists.desk.session.table}, seat 9." in said
        assert "A message tells them" not in said

    def test_a_message_that_goes_out_is_said(self, lists: Lists, floor: Client, settings) -> None:  # noqa: ANN001
        settings.MESSAGES, settings.SMS_GATEWAY = True, "https://gateway.test/"
        entry = lists.join(lists.desk.player("Ann"), mobile="+17025550143")
        floor.post(reverse("list_call", args=[entry.pk]))
        assert "A message tells them." in text(floor.get(reverse("lists")))

    def test_the_felt_says_for_whom_a_seat_is_kept(self, lists: Lists, floor: Client) -> None:
        lists.desk.now = timezone.now()
        entry = lists.call(lists.join(lists.desk.player("Yuki")))
        until = entry.called_until.astimezone(lists.desk.room.zone)
        page = floor.get(table_page(lists)).content.decode()
        assert f"Seat 9, held: Yuki {until:%H:%M}" in page
        assert "held: Yuki" in text(floor.get(table_page(lists)))

    def test_the_board_names_the_seat_while_the_call_lives(self, lists: Lists) -> None:
        lists.desk.now = timezone.now()
        entry = lists.call(lists.join(lists.desk.player("Ann Bold")))
        board = f"{reverse('board')}?room={lists.desk.room.slug}"
        assert f"Ann B. {lists.desk.session.table}, seat 9" in text(Client().get(board))
        ListEntry.objects.filter(pk=entry.pk).update(called_until=timezone.now())
        shown = Client().get(board)
        assert "Ann B." in text(shown)
        assert "seat 9" not in text(shown)
        assert 'class="called"' not in shown.content.decode()

    def test_a_seat_that_somebody_took_after_the_call_lapsed_is_not_offered(self, lists: Lists, floor: Client) -> None:
        entry = lists.call(lists.join(lists.desk.player("Ann")))
        offered = f"seats/9/?player={entry.player_id}"
        lists.desk.now += ANSWER_WITHIN
        assert offered in floor.get(reverse("lists")).content.decode()
        assert "1 seat empty" in text(floor.get(reverse("lists")))
        lists.desk.seat(bought(lists, "Zed"), 9, 200_00)
        for address in (reverse("lists"), reverse("list_entry", args=[entry.pk])):
            assert offered not in floor.get(address).content.decode()

    def test_who_phoned_is_shown_with_when_they_come(self, lists: Lists, floor: Client) -> None:
        comes = timezone.now() + timedelta(hours=1)
        lists.join(source="phone", expected_at=comes)
        assert f"phoned, comes {comes.astimezone(lists.desk.room.zone):%H:%M}" in text(floor.get(reverse("lists")))


@pytest.mark.parametrize(
    ("minutes", "said"), [(0, "0 min"), (45, "45 min"), (60, "1 h"), (265, "4 h 25 min"), (120, "2 h")]
)
def test_long_times_are_said_in_hours(minutes: int, said: str) -> None:
    assert in_words(minutes) == said


class TestOrder:
    def post(self, lists: Lists, floor: Client, player: Player, **facts: str) -> object:
        form = {"key": key(), "player": player.pk, "amount": "200", "exception": ""}
        return floor.post(reverse("seat", args=[lists.desk.session.table_id, 9]), form | facts)

    def test_passing_the_list_asks_once_for_a_reason_and_keeps_it(self, lists: Lists, floor: Client) -> None:
        zed, vic = bought(lists, "Zed"), lists.join(lists.desk.player("Vic"))
        fresh = floor.get(reverse("seat", args=[lists.desk.session.table_id, 9]), {"player": zed.pk})
        assert "before the list" not in text(fresh)
        answer = self.post(lists, floor, zed)
        assert answer.status_code == 422  # type: ignore[attr-defined]
        assert "Vic is next for NLH 1/3: seat them first, or say why Zed goes before." in text(answer)
        assert "Why the player sits down before the list" in text(answer)
        assert "004:L58" in answer.content.decode()  # type: ignore[attr-defined]
        assert self.post(lists, floor, zed, past_list="Vic is at dinner").status_code == 303  # type: ignore[attr-defined]
        event = AuditEvent.objects.filter(verb="player.seated").latest("pk")
        assert event.reason == "Vic is at dinner"
        assert event.after["passed_over"] == vic.player_id

    def test_who_is_next_or_was_called_or_kept_their_place_passes_nobody(self, lists: Lists, floor: Client) -> None:
        ann, bo, cy = (bought(lists, name) for name in ("Ann", "Bo", "Cy"))
        first, _, _ = (lists.join(player) for player in (ann, bo, cy))
        lists.hold(first)
        assert self.post(lists, floor, cy).status_code == 422  # type: ignore[attr-defined]
        lists.desk.now = timezone.now()
        called = lists.call(ListEntry.objects.get(player=bo))
        lists.join(lists.desk.player("Vic"))
        assert self.post(lists, floor, bo).status_code == 303  # type: ignore[attr-defined]
        assert called.called_seat == 9
        lists.desk.leave(sits(lists, 1))
        assert lists.desk.seat(ann, 1, 200_00)

    def test_whom_the_house_moves_passes_nobody(self, lists: Lists, floor: Client) -> None:
        zed = bought(lists, "Zed")
        lists.join()
        alone = self.post(lists, floor, zed, exception="related")
        assert alone.status_code == 422  # type: ignore[attr-defined]
        assert "a supervisor confirms with badge and PIN" in text(alone)
        assert not alone.context["form"]["badge"].is_hidden  # type: ignore[attr-defined]
        manager = lists.desk.manager
        set_own_pin(person=manager, pin="4711", at=lists.desk.now)
        two = {"badge": manager.badge_number, "pin": "4711"}
        assert self.post(lists, floor, zed, exception="related", **two).status_code == 303  # type: ignore[attr-defined]

    def test_a_name_that_is_expected_later_or_called_elsewhere_is_not_passed(self, lists: Lists, floor: Client) -> None:
        lists.join(source="phone", expected_at=timezone.now() + timedelta(hours=1))
        assert self.post(lists, floor, bought(lists, "Zed")).status_code == 303  # type: ignore[attr-defined]


class TestSeatPage:
    def test_a_seat_that_is_not_there_is_refused_beside_the_field(self, lists: Lists, floor: Client) -> None:
        answer = floor.post(reverse("seat_change_ask", args=[sits(lists, 2).pk]), {"seat": "10"})
        assert answer.status_code == 422
        assert "Enter a whole number from 1 to 9" in text(answer)
        assert "1 to 9; empty: any other seat" in text(answer)
        own = floor.post(reverse("seat_change_ask", args=[sits(lists, 2).pk]), {"seat": "2"})
        assert "choose another one of seats 1 to 9" in text(own)

    def test_who_asked_for_the_seat_that_opens_is_named_and_moved_by_the_next_tap(
        self, lists: Lists, floor: Client
    ) -> None:
        hana, leaves = sits(lists, 5), sits(lists, 2)
        floor.post(reverse("seat_change_ask", args=[hana.pk]), {"seat": "2"})
        floor.post(reverse("sitting_leave", args=[leaves.pk]), {"key": key(), "counted": "200"})
        page = floor.get(table_page(lists))
        assert f"Seat 2 is free: {hana.player} moves from seat 5 to seat 2." in text(page)
        take = reverse("seat_change_take", args=[SeatChange.objects.get().pk])
        assert take in page.content.decode()
        floor.post(take, {"seat": "2"})
        assert sits(lists, 2).player == hana.player

    def test_who_is_barred_can_only_leave(self, lists: Lists, floor: Client) -> None:
        sitting = sits(lists, 2)
        page = reverse("seat", args=[lists.desk.session.table_id, 2])
        assert "Adds on" in text(floor.get(page))
        services.bar_player(
            room=lists.desk.room, player=sitting.player, kind=Ban.Kind.BARRED, reason="test", **lists.desk.by()
        )
        shown = text(floor.get(page))
        assert f"{sitting.player} is barred by the house: they leave with their chips now" in shown
        assert "Leaves with their chips" in shown
        for offered in ("Adds on", "Wants another seat", "Moves to another table", "Is away", "incidentals"):
            assert offered not in shown

    def test_chips_that_may_be_picked_up_raise_an_alarm_at_the_table(self, lists: Lists, floor: Client) -> None:
        sitting = sits(lists, 2)
        services.go_away(sitting=sitting, by=lists.desk.cashier, at=timezone.now())
        with time_machine.travel(timezone.now() + timedelta(minutes=59), tick=False):
            assert "may be picked up" not in text(floor.get(table_page(lists)))
        with time_machine.travel(timezone.now() + timedelta(minutes=61), tick=False):
            page = floor.get(table_page(lists))
            assert f"{sitting.player} in seat 2 is away since" in text(page)
            assert reverse("pick_up", args=[sitting.pk]) in page.content.decode()
