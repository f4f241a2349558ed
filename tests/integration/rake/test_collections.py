"""A collection from the plaque to the books: what hands of all kinds pay, what is rated, asked and explained by it."""

from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict
from django.urls import reverse

from config.staff import reauthentication
from games.models import Hand
from games.selectors.tables import tick_amounts
from games.services.bookings import NEVER_OWED
from games.services.superseding import supersede_tick
from games.services.ticks import record_tick
from rake.lab.asking import Question
from rake.lab.family import Wish
from rake.lab.judging import answer
from rake.models import LabTrial, RakeDay
from rake.sampling.reports import sampling_report
from rake.sampling.selectors import waiting
from rake.sampling.services import set_sampling_rate
from rake.services import rebuild_day
from rules.house.fee_schedule import CARDROOM_A_STANDARD, FeeSchedule
from rules.house.house import LIVE
from tables.forms.plaque import PlaqueForm
from tables.models import PlaqueVersion, SessionAlarm
from tables.services import post_plaque
from tables.starts import starts
from tests.integration.tables.test_pages import post, words
from tests.integration.tables.test_plaque_form import filled
from tests.support.arranged import arranged
from tests.support.corrections import faults
from tests.support.desk import NLH, key
from tests.support.jobs import run_jobs
from tests.support.looks import reader
from tests.support.people import signed_in
from tests.support.refusals import refused
from tests.support.table import HandTable, open_hand_table
from tests.support.words import text

pytestmark = pytest.mark.django_db

FIXED = LIVE.with_answers(rake_mode="fixed")
FIVE = FeeSchedule(mode="hand", collection=5_00, collections_by_players=((3, 2_00), (4, 3_00)))
WITH_A_FLOP = ("r 20", "c", "f", "f", "flop Ah7d2c", "r 40", "f")


@arranged
def table() -> HandTable:
    """Four players of a table of nine, in a house that takes no share of pots: 5 a hand, 3 with four, 2 with three."""
    return open_hand_table(replace(NLH, fee=FIVE), house=FIXED)


def alarms(table: HandTable) -> list[str]:
    return list(SessionAlarm.objects.filter(session=table.session, cleared_at=None).values_list("text", flat=True))


def changed(data: QueryDict, **fields: str) -> QueryDict:
    for name, value in fields.items():
        data[name] = value
    return data


def rated(hand: Hand) -> tuple[int, int]:
    """What the hand owed, and how far what was taken is off it."""
    run_jobs("rake.rate_hand")
    hand.refresh_from_db()
    return hand.rating.rake_owed, hand.rating.rake_variance


def test_the_manager_posts_it_and_a_percentage_is_refused(table: HandTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reauthentication, "is_fresh", lambda request, at: True)
    manager, posted = signed_in(table.desk.manager), table.session.table
    data = filled(PlaqueForm.of(table.session.posted, room=table.desk.room, house=FIXED))
    sent = post(manager, reverse("plaque", args=[posted.pk]), changed(data, collection="6", collection_early="1"))
    assert sent.status_code == 303, words(sent)
    newest = PlaqueVersion.objects.filter(table=posted).latest("number")
    assert newest.plaque.fee == replace(FIVE, collection=6_00, no_flop_no_drop=False, collection_early=1_00)
    assert "Collection $6 a hand, $3 with 4 or fewer, $2 with 3 or fewer" in words(manager.get(sent["Location"]))
    share = filled(PlaqueForm.of(NLH, room=table.desk.room, house=FIXED))
    refusal = post(manager, reverse("plaque", args=[posted.pk]), changed(share, collection=""))
    assert refusal.status_code == 422
    assert "This house is paid otherwise: a collection for each hand or a charge per half hour" in words(refusal)


@pytest.mark.parametrize("facts", [{"collection": 5_50}, {"collections_by_players": ((4, 2_50),)}])
def test_a_collection_is_paid_in_chips(table: HandTable, facts: dict[str, Any]) -> None:
    plaque = replace(NLH, fee=replace(FIVE, **facts))
    by = {"by": table.desk.manager, "at": table.desk.at()}
    error = refused("not_chip_multiple", lambda: post_plaque(table=table.session.table, plaque=plaque, **by))
    assert "can't be collected in chips of 1: post another" in error.message


def test_a_table_starts_with_one_where_no_share_may_be_taken(table: HandTable) -> None:
    fees = {start.plaque.fee for start in starts(table.desk.room, FIXED, seats=9)}
    assert fees == {FeeSchedule(mode="hand", collection=5_00)}
    alike = starts(table.desk.room, FIXED, seats=9, plaques=[table.session.posted])
    assert FIVE in {start.plaque.fee for start in alike}


class TestFullHands:
    def test_a_hand_pays_by_its_players_whatever_its_pot(self, table: HandTable) -> None:
        hand = table.record(table.act(table.deal(), *WITH_A_FLOP))
        assert (hand.pot, hand.rake_taken, rated(hand)) == (44_00, 3_00, (3_00, 0))
        assert {"text": "The collection of a hand with 4 players dealt in is 3, whatever its pot.", "rule": "rake",
                "citation": "plaque"} in hand.settlement["steps"]  # fmt: skip
        assert table.boxes() == (3_00, 0)
        assert table.on_table() == 800_00
        assert faults() == []

    def test_a_hand_without_a_flop_is_free(self, table: HandTable) -> None:
        hand = table.record(table.act(table.deal(), "f", "f", "f"))
        assert (hand.rake_taken, rated(hand), alarms(table)) == (0, (0, 0), [])

    def test_taking_the_full_tables_of_four_is_off(self, table: HandTable) -> None:
        draft = table.act(table.deal(), *WITH_A_FLOP)
        assert rated(table.record(draft, 5_00)) == (3_00, 2_00)
        assert alarms(table) == ["Rake taken is 2 over what is owed, in 1 hand"]
        assert faults() == []


class TestQuickHands:
    @pytest.mark.parametrize("rake", [0, 2_00, 3_00, 5_00])
    def test_any_collection_that_is_posted_may_have_been_owed(self, table: HandTable, rake: int) -> None:
        """Nothing tells how many were dealt in, or whether a flop came."""
        assert rated(table.tick(rake, pot=70_00)) == (rake, 0)
        assert (alarms(table), faults()) == ([], [])

    def test_any_other_is_asked_about_and_rated_by_a_full_table(self, table: HandTable) -> None:
        facts: dict[str, Any] = {"session": table.session, "rake_taken": 4_00, "pot": 70_00, "key": key()}
        error = refused(NEVER_OWED, lambda: record_tick(**facts | table.by()))
        assert "The plaque's collection is 2, 3, 5 a hand, never 4." in error.message
        assert "collection 5 a hand, 3 with 4 or fewer, 2 with 3 or fewer" in error.rule
        assert rated(table.tick(4_00, pot=70_00)) == (5_00, -1_00)
        assert alarms(table) == ["Rake taken is 1 under what is owed, in 1 hand"]

    def test_without_a_pot_what_is_never_owed_still_stands_out(self, table: HandTable) -> None:
        table.tick(4_00)
        table.tick(5_00)
        run_jobs("rake.rate_hand")
        assert alarms(table) == ["A tick took what the plaque never takes of a hand"]

    def test_a_pot_that_holds_less_pays_what_it_holds(self, table: HandTable) -> None:
        assert rated(table.tick(1_00, pot=1_00)) == (1_00, 0)

    def test_a_correction_is_rated_by_what_it_says(self, table: HandTable) -> None:
        hand = table.tick(5_00, pot=70_00)
        facts = {"tick": hand, "rake_taken": 3_00, "pot": 70_00, "reason": "four were dealt in", "key": key()}
        assert rated(supersede_tick(**facts, **table.by())) == (3_00, 0)
        assert (table.boxes(), faults()) == ((3_00, 0), [])

    def test_the_buttons_are_the_collections(self, table: HandTable) -> None:
        amounts = tick_amounts(table.session)
        assert (amounts.likely, amounts.quick) == (5_00, (0, 2_00, 3_00, 5_00))

    def test_nobody_is_asked_for_a_pot_that_tells_nothing(self, table: HandTable) -> None:
        set_sampling_rate(room=table.desk.room, one_in=1, reason="a test", key=key(), **table.by())
        hand = table.tick(5_00)
        assert waiting(table.session) == []
        total = sampling_report(table.desk.room, hand.gaming_day).total
        assert (total.hands, total.sampled, total.asked, total.others) == (1, 0, 0, 1)

    def test_a_promo_of_large_pots_asks_for_them(self) -> None:
        table = open_hand_table(replace(NLH, fee=replace(FIVE, promo=1_00, promo_from=20_00)), house=FIXED)
        set_sampling_rate(room=table.desk.room, one_in=1, reason="a test", key=key(), **table.by())
        hand = table.tick(5_00)
        assert waiting(table.session) == [hand]


def test_the_report_of_the_day_counts_collections_as_rake(table: HandTable) -> None:
    for rake in (5_00, 3_00, 0):
        table.tick(rake, pot=70_00)
    rebuild_day(room=table.desk.room, gaming_day=table.desk.room.gaming_day(table.desk.now), at=table.desk.at())
    [day] = RakeDay.objects.all()
    assert (day.rake_taken, day.rake_owed, day.timed, day.rake_over, day.rake_under) == (8_00, 8_00, 0, 0, 0)
    assert faults() == []


def test_the_lab_tries_a_collection_on_hands_of_a_percentage(table: HandTable) -> None:
    raked = open_hand_table()
    for pot in (70_00, 20_00):
        raked.tick(3_00 if pot > 50_00 else 1_00, pot=pot)
    day = raked.desk.room.gaming_day(raked.desk.now)
    manager, asked = (
        reader(raked.desk.manager, raked.desk.room),
        {"first": day.isoformat(), "last": day.isoformat(), "key": key()},
    )
    by_hand = {"fee_mode": "hand", "collection": "5", "collections_by_players_first": ["3", "4"],
               "collections_by_players_second": ["2", "3"]}  # fmt: skip
    sent = manager.post(reverse("schedule_lab"), asked | by_hand | {"source": "floor"})
    run_jobs("rake.schedule_lab")
    trial = LabTrial.objects.get()
    assert FeeSchedule.from_json(trial.question["other"]) == FIVE
    assert trial.answer is not None
    assert (trial.answer["now"]["rake"], trial.answer["then"]["rake"]) == (4_00, 6_00), "four are present"
    page = manager.get(sent["Location"])
    assert "Rounding none: a collection is what it is" in text(page)
    assert "lab-ladder" in page.content.decode()
    best = answer(raked.desk.room, Question(day, day, FIVE, wish=Wish(aim="most")), at=raked.desk.now).best
    assert best is not None
    assert best["schedule"]["mode"] == "percent"


def test_the_lab_tries_a_percentage_on_hands_of_a_collection(table: HandTable) -> None:
    table.tick(3_00, pot=70_00)
    day = table.desk.room.gaming_day(table.desk.now)
    found = answer(table.desk.room, Question(day, day, CARDROOM_A_STANDARD), at=table.desk.now)
    assert (found.now["rake"], found.then["rake"]) == (3_00, 3_00)
    assert found.refusals == [
        "This house is paid otherwise: a collection for each hand or a charge per half hour, no share of the pot."
    ]
