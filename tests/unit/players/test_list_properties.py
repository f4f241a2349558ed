"""I-22: whatever happens, places are a permutation of those who wait, in the order of request."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db.models import QuerySet
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from config.errors import DomainError
from players import services
from players.models import ListEntry
from players.selectors.lists import game_lists
from players.services.lists import ANSWER_WITHIN
from tests.support.desk import NLH, open_desk
from tests.support.lists import Lists

RARE = ("hold", "resume", "decline", "no_show", "remove", "put_back", "leave", "late", "here")
ACTS = (*RARE, *("join", "call", "sit") * 3)
"""Most steps ask, call and sit down: a model that mostly does nothing sees no fault."""
STEPS = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 5)), min_size=8, max_size=16)

SERVICES = {
    "hold": services.hold_entry,
    "resume": services.resume_entry,
    "decline": services.decline_seat,
    "here": services.note_arrival,
    "remove": services.remove_entry,
    "put_back": services.put_back,
}


class Evening:
    """A list with two empty seats, and what must be true of it: a model that fits into a few lines."""

    def __init__(self) -> None:
        self.desk = open_desk(plaque=replace(NLH, seats=3))
        self.lists = Lists(self.desk)
        self.desk.seated()
        self.entries: list[ListEntry] = []

    def step(self, act: str, number: int) -> None:
        """Do it to one of the names; what is refused changes nothing."""
        before = self.states()
        try:
            self.do(act, number)
        except DomainError:
            assert self.states() == before, act

    def do(self, act: str, number: int) -> None:
        by = self.desk.by()
        if act in ("join", "late"):
            later = {"source": "phone", "expected_at": self.desk.now + timedelta(hours=1)} if act == "late" else {}
            self.entries.append(self.lists.join(**later))
        elif act == "leave":
            sittings = self.desk.session.sittings.filter(left_at=None).order_by("seat")
            if sittings:
                self.desk.leave(sittings[number % len(sittings)])
        elif self.entries:
            self.act_on(act, self.entries[number % len(self.entries)], by)

    def act_on(self, act: str, entry: ListEntry, by: dict) -> None:
        entry.refresh_from_db()
        if act == "call":
            passed_over = self.with_turn_before(entry)
            services.call_player(entry=entry, **by)
            assert not passed_over, "out of order"
        elif act == "no_show":
            services.note_no_show(entry=entry, by=None, at=self.desk.now + ANSWER_WITHIN)
        elif act == "sit":
            self.sit(entry)
        else:
            why = {"reason": "test"} if act in ("remove", "put_back") else {}
            SERVICES[act](entry=entry, **by, **why)

    def sit(self, entry: ListEntry) -> None:
        if entry.state == "called" and entry.called_seat:
            self.desk.buy_in(entry.player, 200_00)
            self.desk.seat(entry.player, entry.called_seat, 200_00, at=entry.called_at)

    def states(self) -> list[tuple[int, str]]:
        return list(self.of_room().order_by("pk").values_list("pk", "state"))

    def of_room(self) -> QuerySet[ListEntry]:
        """The names of this evening; those of earlier examples are in other rooms."""
        return ListEntry.objects.filter(waiting_list__room=self.desk.room)

    def with_turn_before(self, entry: ListEntry) -> list[ListEntry]:
        """The entries that asked before this one, wait, and are here or due."""
        earlier = self.of_room().filter(state="waiting", number__lt=entry.number)
        return [each for each in earlier if each.has_turn(self.desk.now)]

    def check(self) -> None:
        """Places 1 … n for exactly those who wait, in the order in which they asked; one name, one seat, one call."""
        (shown,) = game_lists(self.desk.room, self.desk.now)
        live = [entry.pk for entry in self.entries if ListEntry.objects.get(pk=entry.pk).is_live]
        assert [row.place for row in shown.rows] == list(range(1, len(live) + 1))
        assert [row.entry.pk for row in shown.rows] == live
        called = [row.entry.called_seat for row in shown.rows if row.entry.state == "called"]
        assert len(set(called)) == len(called)
        seated = set(self.desk.session.sittings.filter(left_at=None).values_list("seat", flat=True))
        assert not seated & set(called)


@pytest.mark.django_db
@settings(
    max_examples=8,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps=STEPS)
def test_places_are_a_permutation_and_the_order_is_kept(db: None, steps: list[tuple[str, int]]) -> None:
    evening = Evening()
    for act, number in steps:
        evening.step(act, number)
        if evening.entries:
            evening.check()


def test_the_model_can_see_a_wrong_order(db: None) -> None:
    evening = Evening()
    evening.step("join", 0), evening.step("join", 0)
    ListEntry.objects.filter(pk=evening.entries[0].pk).update(number=9)
    with pytest.raises(AssertionError):
        evening.check()
