"""The directions of a ruling for the next hand: an event among the hands, which kill, button and blinds follow
(I-16)."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from config.audit.models import AuditEvent
from disputes import services
from disputes.directing import What
from disputes.models import Directive, Dispute, Ruling
from disputes.selectors.directives import directives_of
from disputes.services import Decision, Direction
from games import services as hands
from games.audit_checks import kills_follow
from games.models import HandDraft
from games.selectors.kill import kills_of
from games.selectors.kill_notes import kill_note
from games.selectors.seats import seats_taken
from players.services import come_back, go_away
from rules.house.house import LIVE
from rules.house.plaque import Plaque
from rules.table.kill import NO_KILL, KillState
from tests.support.arranged import arranged
from tests.support.desk import NLH, key
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.refusals import refused
from tests.support.table import O8_KILL


@arranged
def kill() -> DisputeTable:
    """Omaha hi-lo 4/8 with a half-kill from 40."""
    return open_dispute_table(plaque=O8_KILL)


@arranged
def six() -> DisputeTable:
    """Six players at no-limit hold'em with blinds of 1 and 3."""
    return open_dispute_table(seats=(1, 2, 3, 4, 5, 6))


def direct(desk: DisputeTable, *directions: Direction, kind: str = "KILL_ERROR", case: Dispute | None = None) -> Ruling:
    case = case or desk.open(None, kind)
    decision = Decision(outcome="Put right", rule_code=case.sort.rule.code, directions=directions)
    return desk.rule(case, decision=decision)


def scoop(desk: DisputeTable, seat: int, pot: int = 60_00) -> Any:
    return desk.table.tick(300, pot=pot, winners=[seat])


def due(desk: DisputeTable) -> KillState:
    return desk.table.suggested().kill


def dealt(desk: DisputeTable) -> HandDraft:
    return desk.table.deal()


def ruled(desk: DisputeTable) -> tuple[str, ...]:
    return kill_note(desk.table.session).ruled


class TestKill:
    def test_a_kill_that_was_missed_is_on_for_the_next_hand_with_its_reason(self, kill: DisputeTable) -> None:
        scoop(kill, 2, pot=20_00)
        ruling = direct(kill, Direction(What.KILL, 4))
        assert due(kill) == KillState(4)
        citation = "004:L278, L286 · WSOP 194-197"
        case = ruling.dispute_id
        assert ruled(kill) == (
            f"The kill of seat 4 is on for the next hand, by the ruling in case {case} ({citation}).",
        )
        refused("wrong_kill_limits", lambda: kill.table.tick(300, pot=60_00, winners=[1], killer_seat=0))
        assert scoop(kill, 1).killer_seat == 4
        assert (due(kill), ruled(kill)) == (KillState(1), ())
        assert list(kills_follow()) == []

    def test_a_kill_that_was_none_is_off(self, kill: DisputeTable) -> None:
        scoop(kill, 3)
        direct(kill, Direction(What.NO_KILL))
        assert due(kill) == NO_KILL
        refused("wrong_kill_limits", lambda: kill.table.tick(300, pot=60_00, winners=[1], killer_seat=3))
        assert scoop(kill, 1, pot=20_00).killer_seat is None
        assert list(kills_follow()) == []

    def test_it_belongs_to_the_player_wherever_they_sit(self, kill: DisputeTable) -> None:
        scoop(kill, 2, pot=20_00)
        direct(kill, Direction(What.KILL, 4))
        kill.table.desk.leave(kill.sitting(4))
        kill.table.desk.seated(200_00, seat=4)
        assert due(kill).killer == 0
        assert kill.sitting(4).player.display_name in kill_note(kill.table.session).owing

    def test_whom_it_makes_the_killer_owes_no_other_one(self, kill: DisputeTable) -> None:
        """They left with a kill unposted, and are back: the ruling has them post one, not two."""
        scoop(kill, 3)
        player = kill.table.desk.leave(kill.sitting(3)).player
        scoop(kill, 2)
        kill.table.sittings[3] = kill.table.desk.seat(player, 3, 200_00)
        assert player.pk in kills_of(kill.table.session, O8_KILL).state.owing
        direct(kill, Direction(What.KILL, 3))
        assert kills_of(kill.table.session, O8_KILL).state == KillState(player.pk)

    def test_the_hand_that_is_played_goes_on_as_it_was_dealt(self, kill: DisputeTable) -> None:
        scoop(kill, 3)
        draft = dealt(kill)
        direct(kill, Direction(What.NO_KILL), case=kill.open(draft, "KILL_ERROR"))
        hand = kill.table.record(kill.table.act(draft, "f", "f", "f"))
        assert (hand.killer_seat, due(kill)) == (3, NO_KILL)
        assert list(kills_follow()) == []

    def test_a_hand_that_was_abandoned_is_dealt_anew_as_the_ruling_says(self, kill: DisputeTable) -> None:
        scoop(kill, 3)
        draft = dealt(kill)
        direct(kill, Direction(What.NO_KILL), case=kill.open(draft, "KILL_ERROR"))
        hands.abandon(draft=draft, version=draft.version, **kill.table.by())
        assert due(kill) == NO_KILL
        hand = kill.table.record(kill.table.act(dealt(kill), "f", "f", "f"))
        assert hand.killer_seat is None
        assert list(kills_follow()) == []

    def test_a_corrected_hand_before_it_changes_nothing_that_was_ruled(self, kill: DisputeTable) -> None:
        first = scoop(kill, 3)
        second = scoop(kill, 2)
        direct(kill, Direction(What.KILL, 1))
        facts = {"rake_taken": 300, "pot": 60_00, "reason": "split", "key": key()}
        hands.supersede_tick(tick=first, winners=[1, 3], **facts, **kill.table.by())
        assert due(kill) == KillState(1)
        again = hands.supersede_tick(tick=second, winners=[2], **(facts | {"key": key()}), **kill.table.by())
        assert again.killer_seat is None
        assert (due(kill), list(kills_follow())) == (KillState(1), [])


class TestButton:
    @pytest.mark.parametrize("kind", ["BUTTON_BLIND", "MISDEAL", "RECORD_ERROR"])
    def test_it_lies_there_for_the_next_hand_and_goes_on_from_there(self, six: DisputeTable, kind: str) -> None:
        six.table.tick()
        ruling = direct(six, Direction(What.BUTTON, 5), kind=kind)
        places = six.table.suggested().places
        assert places
        assert (places.button, places.sb, places.bb, six.table.session.button_seat) == (5, 6, 1, 5)
        (said,) = ruled(six)
        assert said.startswith(
            f"The button lies at seat 5 for the next hand, by the ruling in case {ruling.dispute_id}"
        )
        assert six.table.tick().places["button"] == 5
        assert six.table.suggested().places.button == 6  # type: ignore[union-attr]
        assert (ruled(six), six.table.session.button_seat) == ((), 6)

    def test_of_two_rulings_the_later_one_holds(self, six: DisputeTable) -> None:
        six.table.tick()
        for seat in (2, 5):
            direct(six, Direction(What.BUTTON, seat), kind="BUTTON_BLIND")
        places = six.table.suggested().places
        assert places
        assert (places.button, six.table.session.button_seat) == (5, 5)

    def test_it_may_lie_at_the_last_seat_of_the_table(self, six: DisputeTable) -> None:
        six.table.tick()
        direct(six, Direction(What.BUTTON, 9), kind="BUTTON_BLIND")
        assert six.table.session.button_seat == 9

    def test_said_while_a_hand_is_played_it_lies_there_after_it(self, six: DisputeTable) -> None:
        six.table.tick()
        draft = dealt(six)
        before = six.table.session.button_seat
        direct(six, Direction(What.BUTTON, 2), case=six.open(draft, "BUTTON_BLIND"))
        assert six.table.session.button_seat == before
        six.table.record(six.table.act(draft, *["f"] * 5))
        places = six.table.suggested().places
        assert places
        assert (places.button, six.table.session.button_seat) == (2, 2)

    def test_nobody_owes_blinds_that_the_ruling_moved_past_them(self, six: DisputeTable) -> None:
        """The button goes one seat back: the blinds would have gone round the whole table, had they passed."""
        six.table.tick()
        first = six.table.suggested().places
        assert first
        away = next(seat for seat in (1, 2, 3, 4, 5, 6) if seat not in (first.button, first.sb, first.bb))
        go_away(sitting=six.sitting(away), **six.table.by())
        direct(six, Direction(What.BUTTON, before(first.button)), kind="BUTTON_BLIND")
        six.table.tick()
        assert seats_taken(six.table.session)[away].missed is None


def before(seat: int) -> int:
    return seat - 1 or 6


class TestBlinds:
    def test_he_posts_dead_what_the_ruling_says_and_then_owes_nothing(self, six: DisputeTable) -> None:
        seat = waits_for_nothing(six)
        ruling = direct(six, Direction(What.BLINDS, seat, "small"), kind="BUTTON_BLIND")
        assert six.table.suggested().posts == (("dead", seat, 100),)
        (said,) = ruled(six)
        assert said.startswith(f"Seat {seat} posts a small blind dead, by the ruling in case {ruling.dispute_id} (")
        six.table.tick()
        assert (six.table.suggested().posts, ruled(six)) == ((), ())

    @pytest.mark.parametrize(("missed", "posts"), [("big", {("post", 300)}), ("both", {("post", 300), ("dead", 100)})])
    def test_other_blinds(self, six: DisputeTable, missed: str, posts: set[tuple[str, int]]) -> None:
        seat = waits_for_nothing(six)
        direct(six, Direction(What.BLINDS, seat, missed), kind="BUTTON_BLIND")
        assert {(kind, amount) for kind, _, amount in six.table.suggested().posts} == posts

    def test_who_missed_some_owes_nothing_where_the_ruling_says_so(self, six: DisputeTable) -> None:
        six.table.tick()
        places = six.table.suggested().places
        assert places
        sitting = six.sitting(places.bb)
        go_away(sitting=sitting, **six.table.by())
        for _ in range(3):
            six.table.tick()
        come_back(sitting=sitting, **six.table.by())
        assert seats_taken(six.table.session)[sitting.seat].missed == "both"
        direct(six, Direction(What.BLINDS, sitting.seat), kind="BUTTON_BLIND")
        assert six.table.suggested().posts == ()
        (said,) = ruled(six)
        assert said.startswith(f"Seat {sitting.seat} owes no blind, by the ruling in case")

    def test_another_player_in_the_seat_owes_what_a_newcomer_owes(self, six: DisputeTable) -> None:
        seat = waits_for_nothing(six)
        direct(six, Direction(What.BLINDS, seat, "both"), kind="BUTTON_BLIND")
        six.table.desk.leave(six.sitting(seat))
        six.table.desk.seated(200_00, seat=seat)
        assert six.table.suggested().posts == (("post", seat, 300),)

    def test_nor_does_who_left_and_came_back_owe_more(self, six: DisputeTable) -> None:
        seat = waits_for_nothing(six)
        direct(six, Direction(What.BLINDS, seat, "both"), kind="BUTTON_BLIND")
        gone = six.table.desk.leave(six.sitting(seat))
        six.table.desk.seat(gone.player, seat, 200_00)
        assert six.table.suggested().posts == (("post", seat, 300),)


def waits_for_nothing(desk: DisputeTable) -> int:
    """A seat that is neither in the blinds of the next hand nor between them."""
    desk.table.tick()
    places = desk.table.suggested().places
    assert places
    return (places.bb + 1) % 6 + 1


def test_what_is_asked_of_one_session_tells_nothing_of_another(six: DisputeTable) -> None:
    direct(six, Direction(What.BUTTON, 4), kind="BUTTON_BLIND")
    here, there = six.table.session.pk, six.table.desk.open_table().pk
    asked = {each: list(directives_of([each], What.BUTTON)) for each in (here, there)}
    assert asked == {here: [here], there: []}
    assert list(directives_of([here, there], What.KILL, What.BLINDS)) == []
    assert list(directives_of([here], What.BUTTON, before=0)) == []


def test_a_ruling_may_direct_several_things_and_the_trail_has_them(six: DisputeTable) -> None:
    six.table.tick()
    both = (Direction(What.BUTTON, 3), Direction(What.BLINDS, 2, "small"), Direction(What.BLINDS, 1))
    ruling = direct(six, *both, kind="BUTTON_BLIND")
    assert ruling.directives.count() == 3
    assert AuditEvent.objects.get(verb="dispute.ruled").after["directed"] == [
        "The button lies at seat 3 for the next hand",
        "Seat 2 posts a small blind dead",
        "Seat 1 owes no blind",
    ]


@pytest.mark.parametrize(
    ("kind", "directions", "code"),
    [
        ("CONDUCT", [Direction(What.BUTTON, 2)], "not_directed"),
        ("KILL_ERROR", [Direction(What.BUTTON, 2)], "not_directed"),
        ("BUTTON_BLIND", [Direction(What.KILL, 2)], "not_directed"),
        ("KILL_ERROR", [Direction(What.KILL, 9)], "seat_empty"),
        ("BUTTON_BLIND", [Direction(What.BLINDS, 9, "big")], "seat_empty"),
        ("BUTTON_BLIND", [Direction(What.BUTTON, 11)], "no_button"),
        ("BUTTON_BLIND", [Direction(What.BUTTON, 2), Direction(What.BUTTON, 3)], "directed_twice"),
        ("BUTTON_BLIND", [Direction(What.BLINDS, 2, "big"), Direction(What.BLINDS, 2)], "directed_twice"),
        ("KILL_ERROR", [Direction(What.KILL, 2), Direction(What.NO_KILL)], "directed_twice"),
    ],
)
def test_what_can_not_be_directed_is_refused(
    kill: DisputeTable, kind: str, directions: list[Direction], code: str
) -> None:
    kill.table.tick(300, pot=20_00, winners=[1])
    refused(code, lambda: direct(kill, *directions, kind=kind))
    assert Directive.objects.count() == 0


STUD = Plaque(
    "stud", "fixed_limit", (), 4_00, 8_00, bring_in=1_00, unit=1_00, ante=1_00, seats=8, buy_in_min=40_00, fee=NLH.fee
)


def test_nor_what_the_game_does_not_have(db: None) -> None:
    stud = open_dispute_table()
    stud.table.desk.session = stud.table.desk.open_table(STUD, seats=8)
    refused("no_button", lambda: direct(stud, Direction(What.BUTTON, 2), kind="BUTTON_BLIND"))
    refused("no_blinds", lambda: direct(stud, Direction(What.BLINDS, 2, "big"), kind="BUTTON_BLIND"))
    refused("no_kill", lambda: direct(stud, Direction(What.NO_KILL)))


class TestAppeal:
    @pytest.fixture
    def desk(self, db: None) -> DisputeTable:
        return open_dispute_table(plaque=O8_KILL, house=LIVE.with_answers(appeal="manager"))

    def hear(self, desk: DisputeTable, case: Dispute) -> Ruling:
        decision = Decision(outcome="Taken back", rule_code=case.sort.rule.code)
        given = {"dispute": case, "decision": decision, "takes_back": True, "key": key()}
        return services.rule_on_appeal(**given, **desk.by(desk.manager))

    def test_what_no_hand_was_dealt_by_is_withdrawn(self, desk: DisputeTable) -> None:
        scoop(desk, 3)
        ruling = direct(desk, Direction(What.NO_KILL))
        desk.appeal(ruling.dispute)
        assert due(desk) == NO_KILL
        self.hear(desk, ruling.dispute)
        assert due(desk) == KillState(3)
        assert list(kills_follow()) == []

    def test_what_was_played_by_then_stands(self, desk: DisputeTable) -> None:
        scoop(desk, 3)
        ruling = direct(desk, Direction(What.NO_KILL))
        hand = scoop(desk, 2, pot=20_00)
        desk.appeal(ruling.dispute)
        self.hear(desk, ruling.dispute)
        assert (hand.killer_seat, list(kills_follow())) == (None, [])

    def test_a_hand_that_is_being_played_was_dealt_by_it(self, desk: DisputeTable) -> None:
        scoop(desk, 3)
        ruling = direct(desk, Direction(What.NO_KILL))
        draft = dealt(desk)
        desk.appeal(ruling.dispute)
        self.hear(desk, ruling.dispute)
        assert desk.table.record(desk.table.act(draft, "f", "f", "f")).killer_seat is None
        assert list(kills_follow()) == []

    def test_the_button_goes_back_too(self, db: None) -> None:
        desk = open_dispute_table(house=LIVE.with_answers(appeal="manager"), seats=(1, 2, 3, 4, 5, 6))
        desk.table.tick()
        was = desk.table.session.button_seat
        assert was
        ruling = direct(desk, Direction(What.BUTTON, before(was)), kind="BUTTON_BLIND")
        desk.appeal(ruling.dispute)
        self.hear(desk, ruling.dispute)
        assert (desk.table.session.button_seat, desk.table.suggested().places.button) == (was, was)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("facts", "constraint"),
    [
        ({"what": "kill", "seat": None}, "directive_says_whose"),
        ({"what": "button", "player": "somebody"}, "directive_says_whose"),
        ({"what": "no_kill", "missed": "big"}, "directive_misses_blinds"),
    ],
)
def test_the_database_says_so_too(kill: DisputeTable, facts: dict[str, Any], constraint: str) -> None:
    session = kill.table.session
    ruling = kill.rule(kill.open(None, "KILL_ERROR"))
    row = {"ruling": ruling, "number": 1, "session": session, "plaque": session.plaque, "after_hand": 0} | facts
    if facts.get("player"):
        row |= {"player": kill.sitting(1).player, "seat": 1}
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        Directive.objects.create(**row)
