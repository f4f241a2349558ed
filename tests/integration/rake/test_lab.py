"""The schedule lab from the books: which hands are judged and how often, by whose ceiling, page, file and command."""

import csv
import io
import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cage.models import BoxLook
from config.jobs.models import Job
from config.jobs.services import Cancelled
from config.rooms.models import Room
from games.importing import Importer
from games.services.superseding import supersede_tick
from games.services.voiding import void_hand
from players.services import go_away
from rake import services
from rake.lab import words
from rake.lab.asking import Question
from rake.lab.ceiling import Ceiling
from rake.lab.family import Wish
from rake.lab.judging import Answer, answer, house_of
from rake.lab.naming import named
from rake.lab.services import answer_trial, ask_lab
from rake.models import LabTrial, PlayHour, Rating
from rules.house.fee_schedule import FeeSchedule, live_time
from rules.house.house import HOUSES
from rules.phh.files import look_at
from tables.services import post_house_rules
from tests.support.arranged import arranged
from tests.support.desk import NLH, key, open_desk, person
from tests.support.jobs import run_jobs
from tests.support.looks import reader
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.revenue import locked_at_once
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db

DAY = date(2025, 3, 7)
TEN_TO_FIVE = FeeSchedule(mode="percent", percent_bp=1000, cap=500, unit=100)


IMPORTED = """variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 3, 0, 0]
min_bet = 3
starting_stacks = [200, 200, 200, 200]
actions = [
  "d dh p1 ????", "d dh p2 ????", "d dh p3 AcAd", "d dh p4 KcKd", "p3 cbr 20", "p4 cc", "p1 f", "p2 f", "d db Ah7d2c",
  "p3 cbr 40", "p4 cc", "d db 9s", "p3 cc", "p4 cc", "d db 3h", "p3 cc", "p4 cc", "p3 sm AcAd", "p4 sm KcKd",
]
"""


@arranged
def table() -> HandTable:
    """Four players at a table that takes 5% of a pot, to 5, in whole dollars."""
    return open_hand_table()


def judge(table: HandTable, other: FeeSchedule = TEN_TO_FIVE, **facts: Any) -> Answer:
    return answer(table.desk.room, Question(DAY, DAY, other, **facts), at=table.desk.now)


def tick(table: HandTable, pot: int | None, rake: int = 3_00) -> Any:
    return table.tick(rake, pot=pot)


def full_hand(table: HandTable) -> Any:
    """A hand with a pot of 124 that saw a flop."""
    draft = table.act(table.deal(), "r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "c")
    draft = table.act(draft, "turn 9s", "c", "c", "river 3h", "c", "c", "p3 sm AcAd", "p4 sm KcKd")
    return table.record(draft)


class TestWhichHands:
    def test_quick_hands_with_a_pot_are_judged_and_those_without_are_counted(self, table: HandTable) -> None:
        for pot in (70_00, 33_50, None):
            tick(table, pot)
        found = judge(table)
        assert (found.hands, found.judged, dict(found.left_out)) == (3, 2, {"no_pot": 1})
        assert (found.now["rake"], found.then["rake"]) == (3_00 + 1_00, 5_00 + 3_00)
        assert found.difference == 4_00

    def test_the_rake_now_is_what_the_ratings_say(self, table: HandTable) -> None:
        for pot in (70_00, 33_50, 12_00, 250_00):
            services.rate_hand(hand_id=tick(table, pot).pk, at=table.desk.now)
        rated = sum(Rating.objects.values_list("rake_owed", flat=True))
        assert judge(table).now["rake"] == rated
        same = judge(table, NLH.fee or TEN_TO_FIVE)
        assert (same.difference, same.changes) == (0, [])

    def test_a_corrected_hand_counts_once_as_it_was_corrected(self, table: HandTable) -> None:
        hand = tick(table, 70_00)
        facts = {"reason": "misread", "key": key(), "by": table.desk.manager, "at": table.desk.at()}
        supersede_tick(tick=hand, rake_taken=1_00, pot=20_00, confirmed=("takings_never_owed",), **facts)
        found = judge(table)
        assert (found.hands, found.judged, found.pots) == (1, 1, 20_00)
        assert (found.now["rake"], found.then["rake"]) == (1_00, 2_00)

    def test_a_void_hand_counts_no_more(self, table: HandTable) -> None:
        hand = tick(table, 70_00)
        tick(table, 40_00)
        void_hand(hand=hand, reason="played twice", key=key(), **table.desk.by_two())
        assert (judge(table).hands, judge(table).pots) == (1, 40_00)

    def test_hands_of_another_room_never_do(self, table: HandTable) -> None:
        other = open_desk()
        other_table = HandTable(other, {seat: other.seated(seat=seat) for seat in (1, 2)})
        other_table.tick(3_00, pot=90_00)
        tick(table, 70_00)
        assert (judge(table).hands, judge(table).pots) == (1, 70_00)
        assert judge(other_table).pots == 90_00

    def test_days_outside_of_the_period_don_t(self, table: HandTable) -> None:
        tick(table, 70_00)
        table.desk.now += timedelta(days=1)
        tick(table, 30_00)
        assert judge(table).pots == 70_00
        both = answer(table.desk.room, Question(DAY, DAY + timedelta(days=1), TEN_TO_FIVE), at=table.desk.now)
        assert both.pots == 100_00

    def test_a_hand_of_a_locked_day_counts_in_it_as_it_was_corrected_later(self, table: HandTable) -> None:
        first, second = (tick(table, pot) for pot in (70_00, 40_00))
        locked_at_once(table.desk, DAY)
        table.desk.now += timedelta(days=1)
        by = person(table.desk.room, "floor")
        facts = {"reason": "misread", "confirmed": ("takings_never_owed",), "by": by, "at": table.desk.at()}
        supersede_tick(tick=first, rake_taken=1_00, pot=20_00, key=key(), **facts)
        void_hand(hand=second, reason="played twice", key=key(), **table.desk.by_two())
        assert (judge(table).hands, judge(table).pots) == (1, 20_00)
        morrow = DAY + timedelta(days=1)
        assert answer(table.desk.room, Question(morrow, morrow, TEN_TO_FIVE), at=table.desk.now).hands == 0

    def test_imported_hands_stand_apart(self, table: HandTable, tmp_path: Path) -> None:
        tick(table, 70_00)
        file = tmp_path / "evening.phh"
        file.write_text(IMPORTED)
        with Importer(table.session.table) as importer:
            assert [each.result for each in importer.record(look_at(file))] == ["recorded"]
            importer.close()
        assert judge(table).pots == 70_00
        today = table.desk.room.gaming_day(timezone.now())
        question = Question(DAY, today, TEN_TO_FIVE, source="import") if (today - DAY).days < 400 else None
        question = question or Question(today - timedelta(days=30), today, TEN_TO_FIVE, source="import")
        found = answer(table.desk.room, question, at=table.desk.now)
        assert (found.hands, found.pots, dict(found.supposed)) == (1, 124_00, {})
        assert (found.now["rake"], found.then["rake"]) == (0, 5_00)
        assert found.an_hour("then") is None

    def test_a_game_and_a_plaque_narrow_them(self, table: HandTable) -> None:
        tick(table, 70_00)
        assert judge(table, game="holdem", plaque="NLH 1/3").hands == 1
        assert judge(table, game="omaha8").hands == judge(table, plaque="NLH 2/5").hands == 0

    def test_hands_under_a_time_charge_are_left_out_by_name(self) -> None:
        table = open_hand_table(replace(NLH, fee=live_time(6_00)))
        table.tick(0, pot=70_00)
        found = judge(table)
        assert (found.judged, dict(found.left_out)) == (0, {"timed": 1})


class TestFacts:
    def test_quick_hands_count_who_sat_there(self, table: HandTable) -> None:
        lower = FeeSchedule(mode="percent", percent_bp=1000, cap=500, unit=100, caps_by_players=((4, 200), (5, 300)))
        tick(table, 70_00)
        table.desk.seated(seat=5)
        tick(table, 70_00)
        go_away(sitting=table.sittings[1], by=table.floor, at=table.desk.at())
        tick(table, 70_00)
        found = judge(table, lower)
        assert [line[:2] for line in found.players] == [["3 or 4", 2], ["5 or 6", 1]]
        assert found.then["rake"] == 2_00 + 3_00 + 2_00
        assert dict(found.supposed) == {"players": 3, "flop": 3}

    def test_the_ceiling_is_the_rooms_where_it_has_one(self, table: HandTable) -> None:
        tick(table, 70_00)
        typed = Ceiling(cap=4_00)
        assert judge(table, typed=typed).ceiling == typed.to_json()
        assert judge(table, typed=typed).then["breaches"] == 1
        facts = {"reason": "the law", "by": table.desk.manager, "at": table.desk.at()}
        post_house_rules(room=table.desk.room, house=HOUSES["live"].with_answers(rake_cap=300), **facts)
        found = judge(table, typed=typed)
        assert found.ceiling == {"percent_bp": None, "cap": 300, "is_of_room": True}
        assert (found.then["breaches"], found.then["beyond"]) == (1, 2_00)
        assert "never more" in found.refusals[0] or "at most 3" in found.refusals[0]

    def test_a_hand_that_changes_is_explained_step_by_step(self, table: HandTable) -> None:
        hand = tick(table, 70_00)
        change = judge(table).changes[0]
        assert (change["hand"], change["pot"], change["now"], change["then"]) == (hand.pk, 70_00, 3_00, 5_00)
        assert change["steps_then"][0]["sentence"] == "10% of the called 70 is 7, rounded down to a multiple of 1."
        assert change["steps_then"][1]["sentence"] == "Never more than 5: the rake is 5."

    def test_a_players_hour_is_of_all_hands_of_those_hours(self, table: HandTable) -> None:
        for pot in (70_00, None):
            tick(table, pot)
        table.desk.now += timedelta(hours=1)
        assert judge(table).an_hour("now") is None
        services.rebuild_day(room=table.desk.room, gaming_day=DAY, at=table.desk.now)
        found = judge(table)
        assert found.an_hour("then") == pytest.approx(2 * 5_00 * 3600 / found.played_seconds)

    def test_hours_under_a_time_charge_are_none_of_them(self, table: HandTable) -> None:
        """No pot paid for them: among the others they would make each look cheaper."""
        timed = table.desk.open_table(replace(NLH, fee=live_time(6_00)))
        for seat in (1, 2):
            player = table.desk.player()
            table.desk.buy_in(player, 200_00, session=timed)
            table.desk.seat(player, seat, 200_00, session=timed)
        tick(table, 70_00)
        table.desk.now += timedelta(hours=1)
        services.rebuild_day(room=table.desk.room, gaming_day=DAY, at=table.desk.now)
        lines = PlayHour.objects.filter(room=table.desk.room)
        assert sum(lines.filter(table=timed.table).values_list("played_seconds", flat=True)) > 0
        of_pots = lines.filter(table=table.session.table).values_list("played_seconds", flat=True)
        assert judge(table).played_seconds == sum(of_pots)

    def test_the_best_of_the_usual_family_comes_along(self, table: HandTable) -> None:
        for pot in (20_00, 70_00, 90_00):
            tick(table, pot)
        best = judge(table, wish=Wish(no_band_pays_more=True, one_line=True)).best
        assert best is not None
        assert best["rake"] <= judge(table).now["rake"]
        assert named(FeeSchedule.from_json(best["schedule"]), table.desk.room) == best["words"]
        assert best["highest_cap"] == 10_00

    def test_hands_that_change_are_counted_by_the_schedule_on_their_plaque(self, table: HandTable) -> None:
        for pot in (70_00, 5_00):
            tick(table, pot)
        assert [line[2:] for line in judge(table).schedules] == [[2, 1]]
        found = judge(table)
        other = [*found.schedules[0][:2], 1, 1]
        assert words.changes_elsewhere(found, table.desk.room) == ""
        elsewhere = replace(found, schedules=[[*found.schedules[0][:3], 0], other])
        assert "(1 hand)" in words.changes_elsewhere(elsewhere, table.desk.room)


def test_the_house_is_the_one_that_was_posted_by_then(table: HandTable) -> None:
    room, before = table.desk.room, house_of(table.desk.room, table.desk.now)
    changed = post_house_rules(
        room=room, house=before.with_answers(rake_percent=4), reason="the law", by=table.desk.manager,
        at=table.desk.now + timedelta(hours=1),
    )  # fmt: skip
    assert house_of(room, table.desk.now) == before
    assert house_of(room, changed.effective_at) == changed.house != before


class TestFullHands:
    HIGHER = replace(TEN_TO_FIVE, cap=8_00)

    def test_they_are_judged_by_their_pots_and_whether_a_flop_came(self, table: HandTable) -> None:
        full_hand(table)
        table.record(table.act(table.deal(), "f", "f", "f"))
        found = judge(table, self.HIGHER)
        assert (found.judged, dict(found.supposed)) == (2, {})
        assert (found.now["rake"], found.then["rake"]) == (5_00, 8_00)
        every = judge(table, replace(self.HIGHER, no_flop_no_drop=False, unit=10, rounding="up"))
        assert every.then["rake"] == 8_00 + 20, "the small blind, and as much of the big one"

    def test_they_are_played_again_under_another_house(self, table: HandTable) -> None:
        full_hand(table)
        tick(table, 70_00)
        for house in HOUSES:
            found = judge(table, self.HIGHER, house=house)
            assert found.judged + found.left_out.get("not_replayed", 0) == found.hands == 2
        assert judge(table, self.HIGHER, house="live").then == judge(table, self.HIGHER).then


class TestTheTrial:
    def ask(self, table: HandTable, **facts: Any) -> LabTrial:
        given = {"room": table.desk.room, "question": Question(DAY, DAY, TEN_TO_FIVE), "key": key()}
        return ask_lab(**(given | {"by": table.desk.manager, "at": table.desk.at()} | facts))

    def test_a_job_answers_it_once(self, table: HandTable) -> None:
        tick(table, 70_00)
        trial = self.ask(table)
        assert [job.state for job in run_jobs("rake.schedule_lab")] == [Job.State.DONE]
        trial.refresh_from_db()
        assert Answer.from_json(trial.answer or {}) == judge(table)
        tick(table, 70_00)
        answer_trial(job=trial.job, progress=lambda _done, _total: None)
        trial.refresh_from_db()
        assert (trial.answer or {})["hands"] == 1

    def test_who_cancels_it_keeps_nothing(self, table: HandTable) -> None:
        trial = self.ask(table)

        def cancelled(done: int, total: int) -> None:
            raise Cancelled

        with pytest.raises(Cancelled):
            answer_trial(job=trial.job, progress=cancelled)
        trial.refresh_from_db()
        assert trial.answer is None

    def test_a_time_charge_is_refused(self, table: HandTable) -> None:
        refused("time_not_from_pots", lambda: self.ask(table, question=Question(DAY, DAY, live_time(6_00))))
        assert not LabTrial.objects.exists()


FEE = {"fee_mode": "percent", "percent_bp": "10", "cap": "5", "rake_unit": "1", "rounding": "down",
       "no_flop_no_drop": "yes", "allocation": "main_first"}  # fmt: skip


def form(**facts: str) -> dict[str, str]:
    return {"key": key(), "first": DAY.isoformat(), "last": DAY.isoformat(), "source": "floor"} | FEE | facts


class TestThePage:
    def test_the_form_begins_with_the_plaque_in_force(self, table: HandTable) -> None:
        page = signed_in(table.desk.manager).get(reverse("schedule_lab"))
        shown = page.context["lab_form"]
        assert shown["percent_bp"].value() == "5"
        assert shown["cap"].value() == "5"
        assert 'name="percent_bp" value="5"' in page.content.decode()

    def test_a_question_is_asked_answered_and_told(self, table: HandTable) -> None:
        for pot in (70_00, 33_50, None):
            tick(table, pot)
        manager: Client = reader(table.desk.manager, table.desk.room)
        sent = manager.post(reverse("schedule_lab"), form(ceiling_cap="4", aim="most", one_line="on"))
        assert sent.status_code == 303
        waiting = manager.get(sent["Location"])
        assert "Waiting for its turn" in text(waiting)
        run_jobs("rake.schedule_lab")
        page = manager.get(sent["Location"])
        shown = text(page)
        assert "rake now 4 rake then 8 difference +4 hands judged 2 of 3" in shown
        assert "Players’ behaviour is held fixed" in shown
        assert "Could not be judged: 1 hand, nobody stated the pot." in shown
        assert "at most 4 of one hand, typed in here: it is no setting of the room" in shown
        assert "How much of the difference is chance is not said" in shown
        assert "Plaque all plaques" in shown
        assert ": of the judged hands rake" in shown
        assert "10% of the called 70 is 7" in shown
        assert page.content.count(b"<svg viewBox") == 2
        rows = list(csv.reader(io.StringIO(b"".join(manager.get(f"{sent['Location'][:-1]}.csv")).decode())))  # type: ignore[call-overload]
        assert ["figure", "rake", "2", "103.50", "4", "8", ""] in rows
        assert ["hands", "not judged", "1", "", "", "", "nobody stated the pot"] in rows
        asked = {row[1]: row[6] for row in rows if row[0] == "asked"}
        assert asked["asked by"] == str(table.desk.manager)
        assert (asked["rounding"], asked["seed of the draws"]) == ("rounded down to 1", "1")
        assert "best schedule" in {row[0] for row in rows}

    def test_a_period_without_hands_is_one_sentence(self, table: HandTable) -> None:
        tick(table, 70_00)
        manager: Client = signed_in(table.desk.manager)
        sent = manager.post(reverse("schedule_lab"), form(first="2025-03-01", last="2025-03-02", aim="most"))
        run_jobs("rake.schedule_lab")
        page = manager.get(sent["Location"])
        sentence = "hands like these were played from 7 March 2025 to 7 March 2025"
        assert sentence in text(page)
        assert b"<svg viewBox" not in page.content
        assert b"grid-table" not in page.content
        assert sentence in self.file(manager, sent["Location"])
        assert "figure," not in self.file(manager, sent["Location"])
        assert "no hands" in text(manager.get(reverse("schedule_lab")))

    def file(self, manager: Client, answer: str) -> str:
        return b"".join(manager.get(f"{answer[:-1]}.csv")).decode()  # type: ignore[call-overload]

    def test_it_is_asked_again_as_it_was_or_with_the_best(self, table: HandTable) -> None:
        tick(table, 70_00)
        manager: Client = reader(table.desk.manager, table.desk.room)
        facts = {"plaque_name": "NLH 1/3", "ceiling_cap": "4", "ceiling_percent": "6", "seed": "7", "rounding": "up"}
        sent = manager.post(reverse("schedule_lab"), form(**facts, aim="most", no_band_pays_more="on"))
        run_jobs("rake.schedule_lab")
        trial = LabTrial.objects.get()
        for best, other in (("", trial.question["other"]), ("1", trial.answer["best"]["schedule"])):  # type: ignore[index]
            shown = manager.get(reverse("schedule_lab"), {"again": trial.pk, "best": best}).context["lab_form"]
            sent_again = {name: shown[name].value() for name in shown.fields if name != "caps_by_players"}
            given = {name: value for name, value in sent_again.items() if value not in (None, "", False)}
            again = manager.post(reverse("schedule_lab"), given | {"key": key()})
            assert again.status_code == 303
            assert LabTrial.objects.first().question == trial.question | {"other": other}  # type: ignore[union-attr]
        assert f"?again={trial.pk}" in manager.get(sent["Location"]).content.decode()

    def test_a_question_of_another_room_is_not_asked_again(self, table: HandTable) -> None:
        signed_in(table.desk.manager).post(reverse("schedule_lab"), form(seed="7"))
        stranger = signed_in(person(open_desk().room, "manager"))
        page = stranger.get(reverse("schedule_lab"), {"again": LabTrial.objects.get().pk})
        assert page.context["lab_form"]["seed"].value() == 1

    @pytest.mark.parametrize("facts", [{"ceiling_cap": "0"}, {"ceiling_percent": "0"}, {"rake_unit": "0"}])
    def test_nothing_is_no_ceiling_and_no_rounding(self, table: HandTable, facts: dict[str, str]) -> None:
        page = signed_in(table.desk.manager).post(reverse("schedule_lab"), form(**facts))
        assert page.status_code == 422
        assert list(page.context["lab_form"].errors) == list(facts)

    def test_who_only_reads_is_offered_no_question(self, table: HandTable) -> None:
        trial = signed_in(table.desk.manager).post(reverse("schedule_lab"), form())["Location"]
        auditor = signed_in(person(table.desk.room, "auditor"))
        for address in (reverse("schedule_lab"), trial):
            shown = text(auditor.get(address))
            for offer in ("Start from", "Another table or house", "Ask again", "Judge the hands"):
                assert offer not in shown

    def test_whoever_reads_an_answer_has_seen_what_boxes_hold(self, table: HandTable) -> None:
        tick(table, 70_00)
        manager: Client = signed_in(table.desk.manager)
        sent = manager.post(reverse("schedule_lab"), form())
        assert "Waiting for its turn" in text(manager.get(sent["Location"])), "what tells nothing warns of nothing"
        run_jobs("rake.schedule_lab")
        assert "Look, and don’t count them" in text(manager.get(sent["Location"]))
        assert not BoxLook.objects.exists()
        assert "rake now 3" in text(manager.get(sent["Location"], {"look": "yes"}))
        assert BoxLook.objects.filter(by=table.desk.manager).exists()

    def test_what_no_plaque_could_say_is_refused_beside_its_field(self, table: HandTable) -> None:
        manager: Client = signed_in(table.desk.manager)
        for facts in ({"percent_bp": ""}, {"fee_mode": "time", "time_charge": "6", "percent_bp": "", "cap": ""}):
            page = manager.post(reverse("schedule_lab"), form(**facts))
            assert page.status_code == 422
        assert "A time charge is not taken from pots" in text(page)
        backwards = manager.post(reverse("schedule_lab"), form(last="2025-03-01"))
        assert "turn them round" in text(backwards)
        assert not LabTrial.objects.exists()

    def test_the_fields_of_another_fee_are_shown_without_a_judgement(self, table: HandTable) -> None:
        manager: Client = signed_in(table.desk.manager)
        page = manager.post(reverse("schedule_lab"), form(fee_mode="steps", look="1"))
        assert page.status_code == 200
        assert 'name="steps_first"' in page.content.decode()
        assert 'name="percent_bp"' not in page.content.decode()

    def test_another_room_finds_nothing(self, table: HandTable) -> None:
        manager: Client = signed_in(table.desk.manager)
        sent = manager.post(reverse("schedule_lab"), form())
        stranger = signed_in(person(open_desk().room, "manager"))
        assert stranger.get(sent["Location"]).status_code == 404
        assert stranger.get(f"{sent['Location'][:-1]}.csv").status_code == 404

    def test_the_floor_neither_asks_nor_reads(self, table: HandTable) -> None:
        assert signed_in(table.floor).get(reverse("schedule_lab")).status_code == 403


class TestTheCommand:
    def run(self, room: Room, tmp_path: Path, *more: str, fee: str = 'percent = "10"\ncap = "5"\nunit = "1"\n') -> str:
        file, out = tmp_path / "other.toml", io.StringIO()
        file.write_text(fee)
        days = ("--from", DAY.isoformat(), "--to", DAY.isoformat())
        call_command("schedule_lab", "--room", room.slug, *days, "--schedule", str(file), *more, stdout=out)
        return out.getvalue()

    def test_it_says_what_the_page_says(self, table: HandTable, tmp_path: Path) -> None:
        for pot in (70_00, 33_50, None):
            tick(table, pot)
        told = json.loads(self.run(table.desk.room, tmp_path, "--json", "--best", "gentlest"))
        assert told["answer"] == judge(table, wish=Wish(aim="gentlest")).to_json()
        words = self.run(table.desk.room, tmp_path)
        assert "Judged: 2 of 3 hands (66.7 %)" in words
        assert "held fixed" in words

    def test_workers_come_to_the_same(self, table: HandTable, tmp_path: Path) -> None:
        for pot in (70_00, 33_50, None):
            tick(table, pot)
        one, two = (self.run(table.desk.room, tmp_path, "--json", "--workers", many) for many in ("1", "2"))
        assert one == two

    @pytest.mark.parametrize(
        ("more", "fee"),
        [((), "percent = 10"), ((), 'mode = "time"\nper_half_hour = "6"'), (("--workers", "99"), 'percent = "5"'),
         (("--house", "nowhere"), 'percent = "5"')],
    )  # fmt: skip
    def test_what_can_not_be_asked_is_refused(
        self, table: HandTable, tmp_path: Path, more: tuple[str, ...], fee: str
    ) -> None:
        with pytest.raises(CommandError) as error:
            self.run(table.desk.room, tmp_path, *more, fee=fee)
        assert error.value.returncode == 2
