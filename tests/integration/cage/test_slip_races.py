"""One slip in several hands at one moment: it arrives once, or comes back once, and never both."""

from functools import partial

import pytest

from cage import services as cage
from cage.models import TransitAct, TransitSlip, TrayCount
from config.audit.books import audit
from players.models import AccountKind
from tables.services import close_table
from tests.support.arranged import arranged_to_commit
from tests.support.desk import key, person
from tests.support.drawers import running
from tests.support.proofs import sized
from tests.support.races import lanes, told
from tests.support.slips import CREDIT, Slips, open_slips_desk

pytestmark = pytest.mark.committed_db
S = TransitSlip.State
ROUNDS = sized(10, 10, 60)


@arranged_to_commit
def slips() -> Slips:
    return open_slips_desk()


def sound(slips: Slips, slip: TransitSlip) -> None:
    """Nothing is left on the way, the slip ended once, and the books are right."""
    assert slips.on_the_way(slip) == (0, 0)
    assert TransitAct.objects.filter(slip=slip, step__in=(S.RECEIVED, S.REFUSED, S.VOIDED)).count() == 1
    assert [finding for finding in audit() if not finding.holds] == []


def test_two_receive_one_slip(slips: Slips) -> None:
    slip, vault = slips.sent(CREDIT, 300_00), slips.desk.held(AccountKind.VAULT_CHIPS)
    managers = [person(slips.desk.room, "manager") for _ in range(2)]
    acts = [partial(slips.receive, slip, by=each, at=slips.desk.at()) for each in managers]
    with lanes() as people:
        assert told(people.in_turn(acts[0], acts[1])) == ("", "slip_moved_on")
    assert slips.desk.held(AccountKind.VAULT_CHIPS) == vault + 300_00
    sound(slips, slip)


@pytest.mark.parametrize("is_void_first", [True, False])
def test_a_void_against_the_receipt(slips: Slips, is_void_first: bool) -> None:
    slip = slips.sent()
    assert slips.other_floor
    void, receive = (partial(act, slip, at=slips.desk.at()) for act in (slips.end, slips.receive))
    with lanes() as people:
        outcomes = people.in_turn(void, receive) if is_void_first else people.in_turn(receive, void)
    assert told(outcomes) == ("", "slip_moved_on")
    sound(slips, slip)


def test_whoever_ends_it_first_at_one_moment_ends_it_alone(slips: Slips) -> None:
    with lanes() as people:
        for _ in range(ROUNDS):
            slip = slips.sent(CREDIT, 1_00)
            ends = (partial(act, slip, key=key(), at=slips.desk.at()) for act in (slips.end, slips.receive))
            assert sorted(told(people.at_once(*ends))) == ["", "slip_moved_on"]
            assert slips.on_the_way(slip) == (0, 0)
    assert [finding for finding in audit() if not finding.holds] == []


def test_two_authorise_and_two_send_one_slip(slips: Slips) -> None:
    slip = slips.ask()
    floors = [slips.floor, slips.other_floor]
    with lanes() as people:
        assert sorted(told(people.at_once(*[partial(slips.authorise, slip, by=each) for each in floors]))) == [
            "", "slip_moved_on",
        ]  # fmt: skip
        senders = [partial(slips.send, slip, by=person(slips.desk.room, "manager")) for _ in range(2)]
        assert sorted(told(people.at_once(*senders))) == ["", "slip_moved_on"]
    slips.receive(slip)
    sound(slips, slip)


def test_requests_at_one_moment_have_numbers_without_a_gap(slips: Slips) -> None:
    tables = [slips.desk.open_table().table for _ in range(3)]
    for table in tables:
        cage.set_tray(table=table, imprest=100_00, by=slips.desk.manager, at=slips.desk.at())
    with lanes(4) as people:
        asks = [partial(slips.ask, table=table) for table in tables]
        outcomes = people.at_once(slips.ask, *asks)
    assert told(outcomes) == ("",) * 4
    assert sorted(TransitSlip.objects.values_list("number", flat=True)) == [1, 2, 3, 4]


@pytest.mark.parametrize("is_request_first", [True, False])
def test_a_request_against_the_close_of_its_drawer(slips: Slips, is_request_first: bool) -> None:
    session = running(slips.desk.drawer)
    ask, close = partial(slips.ask, key=key()), partial(cage.begin_close, session=session, **slips.desk.by())
    with lanes() as people:
        outcomes = people.in_turn(ask, close) if is_request_first else people.in_turn(close, ask)
    assert told(outcomes) == ("", "slip_on_its_way" if is_request_first else "drawer_counting")


def test_a_request_against_the_close_of_its_table(slips: Slips) -> None:
    ask = partial(slips.ask, table=slips.table)
    close = partial(close_table, session=slips.desk.session, by=slips.floor, at=slips.desk.at())
    with lanes() as people:
        assert told(people.in_turn(ask, close)) == ("", "slip_on_its_way")


def test_a_count_of_a_tray_against_what_comes_to_it(slips: Slips) -> None:
    """Whichever takes the tray first, it holds what was counted and what came afterwards, or what was there before."""
    slip = slips.sent(table=slips.table)
    with lanes() as people:
        outcomes = people.in_turn(partial(slips.count, 20_00, TrayCount.Part.DROPPED), partial(slips.receive, slip))
    assert told(outcomes) == ("", "")
    assert slips.in_tray == 320_00
    sound(slips, slip)
