"""Rake assurance on a room's rows: what is read of boxes, pots and hours, who is flagged, what becomes of a flag."""

import csv
import io
import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from cage.models import BoxPull
from config.audit.models import AuditEvent
from config.staff.models import User
from games.models import Hand
from games.services import supersede_tick
from games.services.bookings import NEVER_OWED
from games.services.voiding import void_hand
from rake.assurance.readers import boxes_of, hours_of, pots_of
from rake.assurance.seen import Kind, Subject
from rake.assurance.selectors import has_news, newest_reading, open_flags
from rake.assurance.services import close_flag, read_assurance
from rake.assurance.split import Signal
from rake.figures.definitions import FIGURES
from rake.figures.periods import Kind as PeriodKind
from rake.figures.periods import period_of
from rake.figures.scopes import Scope
from rake.figures.sheets import sheet
from rake.models import AssuranceClosing, AssuranceFlag, PlayHour
from rake.sampling.services import answer_pot, set_sampling_rate
from rake.services import rebuild_day
from rake.tasks import read_assurances
from tables.models import Dealer, Down
from tables.services import put_in, register_dealer, start_shift, tap_out
from tests.support.arranged import arranged
from tests.support.boxes import counted, pulled, two_counters
from tests.support.desk import key
from tests.support.jobs import run_jobs
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db

NAMES = ("Dana", "Drew", "Dylan")
HANDS, LACKS = 2, 2


def dealers_of(table: HandTable, names: tuple[str, ...] = NAMES) -> list[Dealer]:
    """Dealers who have come on."""
    dealers = []
    for number, name in enumerate(names, start=1):
        facts = {"by": table.desk.manager, "at": table.desk.at()}
        dealer = register_dealer(room=table.desk.room, badge_number=f"D{number}", display_name=name, **facts)
        start_shift(dealer=dealer, **facts)
        dealers.append(dealer)
    return dealers


def deal(table: HandTable, dealer: Dealer, hands: int = HANDS) -> None:
    """A down: somebody is put in, hands are ticked, and they are tapped out."""
    facts = {"session": table.session, "by": table.floor}
    put_in(dealer=dealer, at=table.desk.at(), **facts)
    for _ in range(hands):
        table.tick(3_00)
    tap_out(at=table.desk.at(), **facts)


def box(table: HandTable, **facts: Any) -> BoxPull:
    """The box is pulled where nobody expects it."""
    return pulled(table.desk, "T1", **({"why": "emergency", "reason": "a count for each down"} | facts))


def down(table: HandTable, dealer: Dealer, counters: tuple[User, User], *, lacks: int) -> None:
    """A down with a box of its own, in which so many chips lack."""
    deal(table, dealer)
    counted(table.desk, box(table), off=-lacks * table.desk.room.smallest_chip, by=counters)


@arranged
def table() -> HandTable:
    """Five days on which three dealers each deal a down into a box of its own; Dana's boxes lack two chips each."""
    table = open_hand_table()
    dealers, counters = dealers_of(table), two_counters(table.desk)
    for _ in range(5):
        table.desk.now += timedelta(days=1)
        for dealer in dealers:
            down(table, dealer, counters, lacks=LACKS if dealer == dealers[0] else 0)
    return table


@arranged
def quiet() -> HandTable:
    """A table with two dealers of whom nothing was counted yet."""
    table = open_hand_table()
    dealers_of(table, NAMES[:2])
    return table


def read(table: HandTable, **facts: Any) -> dict[str, Any]:
    found: dict[str, Any] = read_assurance(
        room=table.desk.room, **({"by": table.desk.manager, "at": table.desk.at()} | facts)
    ).found
    return found


def signal_of(found: dict[str, Any], signal: Signal) -> dict[str, Any]:
    return next(each for each in found["signals"] if each["signal"] == signal)


def dealt_by(seen: Any) -> dict[int, float]:
    return {subject.pk: hands for subject, hands in seen.shares if subject.kind == Kind.DEALER}


def correct(table: HandTable, rake: int) -> None:
    """The newest hand, of which so much was taken."""
    facts = {"tick": Hand.objects.latest("pk"), "rake_taken": rake, "reason": "mis-keyed", "key": key()}
    supersede_tick(**facts, second=table.desk.manager, confirmed=(NEVER_OWED,), **table.by())


def boxes_off(table: HandTable) -> tuple[Any, ...]:
    """The figures of what boxes held too much, and what they lacked, of the day."""
    day = period_of(PeriodKind.DAY, table.desk.room.gaming_day(table.desk.now))
    asked = [FIGURES["drop_over"], FIGURES["drop_under"]]
    return sheet(Scope(table.desk.room, day, table.desk.now), asked).total.values


class TestBoxes:
    def test_a_box_tells_what_lacks_and_who_had_a_part_in_its_hands(self, table: HandTable) -> None:
        boxes = boxes_of(table.desk.room, "rake")
        dana = Dealer.objects.get(display_name="Dana")
        assert [each.seen.lacking for each in boxes.found] == [LACKS, 0, 0] * 5
        assert {each.seen.hands for each in boxes.found} == {HANDS}
        first = boxes.found[0].seen
        assert list(dealt_by(first)) == [dana.pk]
        assert dict(first.shares)[Subject(Kind.TABLE, table.session.table_id)] == HANDS
        assert dict(first.shares)[Subject(Kind.ENTERER, table.floor.pk)] == HANDS
        assert (boxes.downs, boxes.missing) == (15, 0)

    def test_a_hand_of_the_instant_of_a_pull_lies_in_one_box(self, table: HandTable) -> None:
        before = sum(each.seen.hands for each in boxes_of(table.desk.room, "rake").found)
        counters = two_counters(table.desk)
        table.desk.step = timedelta(0)
        for _ in range(2):
            table.desk.now += timedelta(minutes=5)
            table.tick(3_00)
            counted(table.desk, box(table), by=counters)
        assert sum(each.seen.hands for each in boxes_of(table.desk.room, "rake").found) == before + 2

    def test_a_box_that_was_not_counted_is_missing_and_never_nothing(self, table: HandTable) -> None:
        before = boxes_of(table.desk.room, "rake")
        deal(table, Dealer.objects.get(display_name="Drew"))
        box(table)
        after = boxes_of(table.desk.room, "rake")
        assert after.found == before.found
        assert (before.missing, after.missing) == (0, 1)
        assert signal_of(read(table), Signal.BOX)["missing"] == 1

    def test_a_box_of_several_is_shared_by_the_minutes_of_their_downs(self, quiet: HandTable) -> None:
        dana, drew = Dealer.objects.order_by("pk")
        for dealer, minutes in ((dana, 30), (drew, 10)):
            facts = {"session": quiet.session, "by": quiet.floor}
            put_in(dealer=dealer, at=quiet.desk.at(), **facts)
            quiet.tick(3_00)
            quiet.desk.now = Down.objects.get(ended_at=None).started_at + timedelta(minutes=minutes) - quiet.desk.step
            tap_out(at=quiet.desk.at(), **facts)
        quiet.tick(3_00)  # while nobody is put down: a hand of no dealer
        counted(quiet.desk, box(quiet))
        (found,) = boxes_of(quiet.desk.room, "rake").found
        shares = dealt_by(found.seen)
        assert shares[dana.pk] == pytest.approx(3 * shares[drew.pk])
        assert sum(shares.values()) == pytest.approx(2)
        assert found.seen.hands == 3

    def test_a_box_of_the_next_downs_knows_nothing_of_the_last_ones(self, table: HandTable) -> None:
        second = boxes_of(table.desk.room, "rake").found[1].seen
        assert list(dealt_by(second)) == [Dealer.objects.get(display_name="Drew").pk]

    def test_what_was_corrected_by_the_count_makes_nobody_look_short(self, quiet: HandTable) -> None:
        """A hand was keyed two chips too high: corrected before the box is counted, its dealer put in all there was."""
        deal(quiet, Dealer.objects.get(display_name="Dana"))
        pull = box(quiet)
        correct(quiet, 1_00)
        counted(quiet.desk, pull, off=-2_00)
        assert [each.seen.lacking for each in boxes_of(quiet.desk.room, "rake").found] == [0]
        assert boxes_off(quiet) == (0, 0)

    def test_what_is_corrected_once_the_count_is_known_hides_nothing(self, quiet: HandTable) -> None:
        deal(quiet, Dealer.objects.get(display_name="Dana"))
        counted(quiet.desk, box(quiet), off=-2_00)
        correct(quiet, 1_00)
        assert [each.seen.lacking for each in boxes_of(quiet.desk.room, "rake").found] == [2]
        assert boxes_off(quiet) == (0, 2_00)

    def test_promo_is_read_by_itself(self, table: HandTable) -> None:
        assert not boxes_of(table.desk.room, "promo").found
        assert signal_of(read(table), Signal.PROMO)["seen"] == 0

    def test_another_rooms_boxes_are_not_read(self, table: HandTable) -> None:
        other = open_hand_table()
        assert not boxes_of(other.desk.room, "rake").found
        assert read(other)["flags"] == []

    def test_a_fixed_number_of_queries(self, table: HandTable, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(3):
            boxes_of(table.desk.room, "rake")


class TestPots:
    def test_what_a_drawn_pot_owed_less_what_was_taken(self, quiet: HandTable) -> None:
        room = quiet.desk.room
        set_sampling_rate(room=room, one_in=1, reason="a test", key=key(), by=quiet.desk.manager, at=quiet.desk.at())
        dana = Dealer.objects.get(display_name="Dana")
        put_in(session=quiet.session, dealer=dana, by=quiet.floor, at=quiet.desk.at())
        hands = [quiet.tick(taken) for taken in (1_00, 3_00)]
        for hand in hands:
            answer_pot(hand=hand, pot=60_00, key=key(), **quiet.by())
        (found,) = pots_of(room)
        assert (found.seen.lacking, found.seen.hands) == (2, 2.0)
        assert dealt_by(found.seen) == {dana.pk: 2.0}
        void_hand(hand=hands[0], reason="misdeal", key=key(), second=quiet.desk.manager, **quiet.by())
        (left,) = pots_of(room)
        assert (left.seen.lacking, left.seen.hands) == (0, 1.0)


class TestHours:
    def test_they_come_in_the_order_of_the_clock(self, table: HandTable) -> None:
        room = table.desk.room
        for day in sorted({room.gaming_day(each) for each in Down.objects.values_list("started_at", flat=True)}):
            rebuild_day(room=room, gaming_day=day, at=table.desk.now)
        nothing = dict.fromkeys(("dead_seconds", "undealt_seconds", "dead_undealt_seconds"), 0)
        PlayHour.objects.update(game_seconds=3600, open_seconds=3600, **nothing)
        hours = hours_of(room, table.desk.now)
        assert hours
        assert [at for at, _ in hours] == sorted(at for at, _ in hours)
        assert signal_of(read(table), Signal.PACE)["seen"] == sum(cell.hands for _, cell in hours)


class TestFlags:
    def test_the_dealer_whose_boxes_lack_is_flagged_and_nobody_else(self, table: HandTable) -> None:
        found = read(table)
        assert [(flag["kind"], flag["name"], flag["signal"]) for flag in found["flags"]] == [("dealer", "Dana", "box")]
        (flag,) = AssuranceFlag.objects.all()
        assert (flag.dealer.display_name, flag.signal, flag.round) == ("Dana", "box", 0)  # type: ignore[union-attr]
        assert flag.evidence > flag.goal > 9000

    def test_it_says_how_much_and_what_explains_it_best(self, table: HandTable) -> None:
        boxes = signal_of(read(table), Signal.BOX)
        line = boxes["lines"][0]
        assert line["name"] == "Dana"
        assert line["a_hand"] == pytest.approx(1, abs=0.3)  # two chips of each two hands
        assert line["a_down"]["least"] < line["a_down"]["about"] < line["a_down"]["most"]
        assert line["a_down"]["about"] == pytest.approx(line["a_hand"] * HANDS * table.desk.room.smallest_chip, abs=1)
        assert boxes["causes"][0]["cause"] == "dealer"
        assert "Dana" in boxes["causes"][0]["sentence"]

    def test_a_cause_stands_with_the_signal_that_it_explains(self, table: HandTable) -> None:
        found = read(table)
        assert signal_of(found, Signal.BOX)["causes"]
        assert not signal_of(found, Signal.BOX_OVER)["causes"]

    def test_a_second_reading_opens_no_second_flag(self, table: HandTable) -> None:
        read(table)
        read(table)
        assert AssuranceFlag.objects.count() == 1

    def test_what_was_closed_is_not_opened_by_what_came_before(self, table: HandTable) -> None:
        read(table)
        closed(table)
        assert read(table)["flags"] == []
        assert not open_flags(table.desk.room)

    def test_it_is_opened_again_by_what_comes_after_and_needs_more(self, table: HandTable) -> None:
        read(table)
        closed(table)
        dealers, counters = list(Dealer.objects.order_by("pk")), two_counters(table.desk)
        for _ in range(5):
            table.desk.now += timedelta(days=1)
            for dealer in dealers:
                down(table, dealer, counters, lacks=LACKS if dealer == dealers[0] else 0)
        read(table)
        first, second = AssuranceFlag.objects.order_by("pk")
        assert (first.dealer, second.round) == (second.dealer, 1)
        assert second.goal > first.goal

    def test_every_room_with_news_is_read_by_the_clock(self, table: HandTable) -> None:
        assert has_news(table.desk.room)
        read_assurances()
        [job] = run_jobs("rake.read_assurance")
        assert (job.origin, job.state) == ("schedule", "done")
        reading = newest_reading(table.desk.room)
        assert reading is not None
        assert reading.read_by is None
        assert not has_news(table.desk.room)


def closed(table: HandTable, **facts: Any) -> AssuranceClosing:
    flag = facts.pop("flag", None) or AssuranceFlag.objects.get(closing=None)
    given: dict[str, Any] = {"flag": flag, "reason": "seen on the recordings", "key": key(), "by": table.desk.manager}
    return close_flag(**(given | {"at": table.desk.at()} | facts))


class TestClosing:
    def test_it_takes_a_reason_and_leaves_one_event(self, table: HandTable) -> None:
        read(table)
        refused("reason_missing", lambda: closed(table, reason="  "))
        events = AuditEvent.objects.count()
        closing = closed(table)
        assert closing.reason == "seen on the recordings"
        assert AuditEvent.objects.count() == events + 1
        event = AuditEvent.objects.latest("pk")
        assert (event.verb, event.by) == ("assurance.closed", table.desk.manager)
        assert "Dana" not in json.dumps([event.before, event.after, event.reason])

    def test_nobody_closes_what_is_about_themselves(self, table: HandTable) -> None:
        read(table)
        User.objects.filter(pk=table.desk.manager.pk).update(badge_number="d1")
        table.desk.manager.refresh_from_db()
        refused("flag_is_own", lambda: closed(table))

    def test_once(self, table: HandTable) -> None:
        read(table)
        flag = AssuranceFlag.objects.get()
        closed(table)
        refused("flag_closed", lambda: closed(table, flag=flag))


class TestPages:
    def test_a_manager_sees_who_is_worth_a_look_and_the_look_is_noted(self, table: HandTable) -> None:
        read(table)
        client = signed_in(table.desk.manager)
        page = text(client.get(reverse("assurance")))
        assert "Dana: Rake boxes hold less than was recorded" in page
        assert "What this room would find, and how fast" in page
        assert "about" in page
        for word in ("theft", "thief", "steal", "stole", "guilty"):
            assert word not in page.casefold()
        event = AuditEvent.objects.latest("pk")
        assert (event.verb, event.by, event.after) == ("assurance.looked", table.desk.manager, {"shown": "page"})

    def test_the_file_has_a_line_for_each_and_the_look_is_noted(self, table: HandTable) -> None:
        read(table)
        client = signed_in(table.desk.manager)
        response = client.get(reverse("assurance_csv"))
        rows = list(csv.DictReader(io.StringIO(b"".join(response.streaming_content).decode())))  # type: ignore[attr-defined]
        flagged = [row for row in rows if row["Worth a look"] == "yes"]
        assert [(row["Signal"], row["Name"]) for row in flagged] == [("Rake boxes hold less than was recorded", "Dana")]
        assert AuditEvent.objects.latest("pk").after == {"shown": "file"}

    def test_before_the_first_reading_it_says_so(self, quiet: HandTable) -> None:
        client = signed_in(quiet.desk.manager)
        assert "Nothing was read yet" in text(client.get(reverse("assurance")))
        assert client.get(reverse("assurance_csv")).status_code == 422

    def test_without_a_box_and_a_pot_there_is_nothing_to_judge(self, quiet: HandTable) -> None:
        read(quiet)
        client = signed_in(quiet.desk.manager)
        shown = text(client.get(reverse("assurance")))
        assert "Nothing to judge yet: no box was counted and no pot told since" in shown
        assert "stands out" not in shown
        assert "Nothing to judge yet" in b"".join(client.get(reverse("assurance_csv"))).decode()  # type: ignore[call-overload]

    def test_a_reading_is_asked_for(self, quiet: HandTable) -> None:
        client = signed_in(quiet.desk.manager)
        assert client.post(reverse("assurance"), {"key": key()}).status_code == 303
        assert AuditEvent.objects.filter(verb="assurance.asked").count() == 1

    def test_a_flag_is_closed_with_a_reason(self, table: HandTable) -> None:
        read(table)
        client = signed_in(table.desk.manager)
        address = reverse("assurance_close", args=[AssuranceFlag.objects.get().pk])
        assert client.post(address, {"key": key(), "reason": ""}).status_code == 422
        assert client.post(address, {"key": key(), "reason": "two chips fell"}).status_code == 303
        assert "two chips fell" in text(client.get(reverse("assurance")))

    def test_the_morning_tells_of_it_until_it_is_closed(self, table: HandTable) -> None:
        client = signed_in(table.desk.manager)
        says = "1 flag of rake assurance waits for somebody’s look"
        assert says not in text(client.get(reverse("morning")))
        read(table)
        assert says in text(client.get(reverse("morning")))
        closed(table)
        assert says not in text(client.get(reverse("morning")))

    def test_the_floor_and_the_cage_see_nothing_of_it(self, table: HandTable) -> None:
        read(table)
        for person in (table.floor, table.desk.cashier):
            client = signed_in(person)
            assert client.get(reverse("assurance")).status_code == 403
            assert client.get(reverse("assurance_csv")).status_code == 403


class TestCommand:
    def test_it_prints_signals_with_their_figures_and_words(self, table: HandTable) -> None:
        out = StringIO()
        call_command("rake_assurance", room=table.desk.room.slug, json=True, stdout=out)
        found = json.loads(out.getvalue())
        assert [each["signal"] for each in found["signals"]] == [
            "box", "box_over", "promo", "promo_over", "pots", "over_rake", "pace",
        ]  # fmt: skip
        assert [flag["name"] for flag in found["open_flags"]] == ["Dana"]
        assert AuditEvent.objects.latest("pk").after == {"shown": "command"}

    def test_it_tells_people_too(self, table: HandTable) -> None:
        out = StringIO()
        call_command("rake_assurance", room=table.desk.room.slug, stdout=out)
        assert "worth a look: Dana" in out.getvalue()

    def test_an_unknown_room_is_refused(self) -> None:
        with pytest.raises(CommandError, match="no room"):
            call_command("rake_assurance", room="nowhere")
