"""What is typed about a case reaches the service that acts: each field as it was sent, with nothing in its place."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from config.errors import DomainError
from config.staff.services import set_own_pin
from disputes.forms import ReportForm
from disputes.models import Place
from disputes.services import Decision, Payment, Report
from rules.house.house import LIVE
from tests.support.arranged import arranged
from tests.support.corrections import turned
from tests.support.desk import NLH, key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db
PIN = "2580"


@arranged
def desk() -> DisputeTable:
    """A table of a house whose manager hears appeals."""
    return open_dispute_table(house=LIVE.with_answers(appeal="manager"))


class Kept:
    """The arguments that a service is called with, in place of its act."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, service: str) -> None:
        self.facts: dict[str, Any] = {}
        monkeypatch.setattr(service, self)

    def __call__(self, **facts: Any) -> None:
        self.facts = facts
        raise DomainError("kept", "This is as far as it goes.")


def test_everything_of_a_report(desk: DisputeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    dealer, hand = desk.dealer("D7"), desk.showdown()
    kept = Kept(monkeypatch, "disputes.views.opening.services.open_dispute")
    address, tablet = f"/hands/{hand.pk}/dispute/", signed_in(desk.table.floor)
    act = tablet.get(address).context["form"].fields["act"].choices[1][0]
    sent = {
        "kind": "STRING_BET", "facts": "two motions", "seats": ["1", "2"], "hold": "part", "hold_amount": "20",
        "dealer": dealer.pk, "reporter": "seat 4", "reported": "00:00", "act": act, "cards": "Ah Kd", "chips": "35",
        "cameras_asked": "on", "key": key(),
    }  # fmt: skip
    tablet.post(address, sent)
    report, form = kept.facts["report"], tablet.get(address).context["form"]
    index, mark = act.split("-", 1)
    midnight = form.now.astimezone(desk.table.desk.room.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    assert report == Report(
        kind="STRING_BET", facts="two motions", seats=(1, 2), action_index=int(index), action_mark=mark, cards="Ah Kd",
        chips=35_00, reporter="seat 4", dealer_id=dealer.pk, cameras_asked=True, hold="part", hold_amount=20_00,
        reported_at=midnight,
    )  # fmt: skip
    assert (kept.facts["about"], kept.facts["key"], kept.facts["by"]) == (hand, sent["key"], desk.table.floor)
    assert set(sent) >= set(form.fields), "type every field of the form"


def test_what_was_reported_later_in_the_day_was_said_the_day_before(desk: DisputeTable) -> None:
    now = datetime(2025, 3, 7, 10, 0, tzinfo=desk.table.desk.room.zone)
    for typed, day in (("10:00", 7), ("10:01", 6)):
        form = ReportForm(
            {"kind": "SEATING", "facts": "x", "reported": typed, "key": key()}, room=desk.table.desk.room, now=now
        )
        assert form.is_valid(), form.errors
        assert form.cleaned_data["reported_at"].day == day


def test_a_corrected_hand_is_disputed_in_its_newest_version(desk: DisputeTable) -> None:
    newest = turned(desk, desk.showdown(), second=desk.manager)
    answer = signed_in(desk.table.floor).get(f"/tables/{desk.table.session.table_id}/dispute/")
    assert answer.context["about"] == newest


def test_everything_of_an_appeal(desk: DisputeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    case = desk.open(desk.showdown())
    desk.rule(case)
    kept = Kept(monkeypatch, "disputes.views.ruling.services.take_appeal")
    sent = {"party": "seat 3", "words": "the river was seen", "key": key()}
    signed_in(desk.other).post(f"/disputes/{case.pk}/appeal/", sent)
    assert kept.facts["dispute"] == case
    assert {name: kept.facts[name] for name in sent} == sent
    assert kept.facts["by"] == desk.other


RULED = {
    "outcome": "other", "other": "split between them", "rule_code": "best_hand", "words": "the cameras say so",
    "objection": "seat 2 objects", "is_meant": "on", "amount_1": "50", "amount_2": "7", "takes_back": "on",
}  # fmt: skip


@pytest.mark.parametrize("way", ["rule", "hear", "amend"])
def test_everything_of_a_ruling(desk: DisputeTable, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    services = {"rule": "rule", "hear": "rule_on_appeal", "amend": "amend"}
    second, case, by = person(desk.table.desk.room, "floor"), desk.open(desk.showdown()), desk.other
    set_own_pin(person=second, pin=PIN, at=desk.table.later())
    sent: dict[str, Any] = RULED | {"key": key(), "badge": second.badge_number, "pin": PIN}
    sent |= {"from_1": f"seat-{desk.winner}", "to_1": f"seat-{desk.loser}"}
    sent |= {"from_2": f"seat-{desk.loser}", "to_2": "rake_box"}
    if way != "rule":
        ruling, by = desk.rule(case), desk.manager
        sent |= {"amends": ruling.pk}
    if way == "hear":
        desk.appeal(case)
    kept = Kept(monkeypatch, f"disputes.views.ruling.services.{services[way]}")
    answer = signed_in(by).post(f"/disputes/{case.pk}/{way}/", sent)
    assert kept.facts, answer.content.decode()
    winner, loser = desk.sitting(desk.winner), desk.sitting(desk.loser)
    assert kept.facts["decision"] == Decision(
        outcome="split between them", rule_code="best_hand", words="the cameras say so", objection="seat 2 objects",
        payments=(Payment(winner, loser, 50_00), Payment(loser, Place.RAKE, 7_00)), is_meant=True,
    )  # fmt: skip
    told = {name: kept.facts[name] for name in ("dispute", "second", "key", "by")}
    assert told == {"dispute": case, "second": second, "key": sent["key"], "by": by}
    assert kept.facts.get("takes_back") is (True if way == "hear" else None)
    assert kept.facts.get("amends") == (ruling if way == "amend" else None)


# -------------------------------------------------------------------------------------------------- what is offered


@pytest.mark.parametrize(
    ("blinds", "offered"),
    [((100, 300), ["", "none", "small", "big", "both"]), ((300,), ["", "none", "big"])],
    ids=["two blinds", "one"],
)
def test_only_blinds_that_the_game_has_are_owed(blinds: tuple[int, ...], offered: list[str]) -> None:
    at = open_dispute_table(plaque=replace(NLH, blinds=blinds))
    at.table.tick()
    case = at.open(None, "BUTTON_BLIND")
    form = signed_in(at.other).get(f"/disputes/{case.pk}/rule/").context["form"]
    assert [choice for choice, _ in form.fields["owes_1"].choices] == offered


@pytest.mark.parametrize(("seats", "likely"), [((3,), "3"), ((2, 3), ""), ((), "")])
def test_whose_hand_is_dead_is_filled_in_where_one_seat_is_named(
    desk: DisputeTable, seats: tuple[int, ...], likely: str
) -> None:
    draft = desk.table.act(desk.table.deal(), "r 9", "c")
    case = desk.open(draft, "FOULED_HAND", seats=seats)
    form = signed_in(desk.other).get(f"/disputes/{case.pk}/rule/").context["form"]
    assert form["dead_seat"].value() == likely
