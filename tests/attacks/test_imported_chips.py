"""A hand of $4 from a file, disputed, awarded to a rack and cashed out: refused at the first step, and after it.

What is imported is another world in the ledger. The services say so in a sentence, the database to whoever goes past
them with the application's role.
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.db import DatabaseError, connection, transaction

from config.audit.books import audit
from disputes.models import Dispute
from disputes.services.opening import Report, open_dispute
from games.importing import Importer
from games.models import Hand
from games.selectors.deals import suggest_deal
from games.selectors.seats import seats_taken
from games.services import record_tick, start_hand
from players.ledger import Move, house_account, import_issue, rack_account, seat_account, table_account
from players.models import Account, AccountKind, Sitting, TransferKind
from players.services.debts import incur
from rules.phh.files import look_at
from tables.models import TableSession
from tests.attacks.test_crafted_transfers import Thief, called
from tests.support.arranged import arranged
from tests.support.desk import key, open_desk
from tests.support.refusals import refused

A, K = AccountKind, TransferKind
FOUR_DOLLARS = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 cc", "p1 cc", "d db 7h8h2c", "p1 cc", "p2 cbr 2", "p1 f"]
finishing_stacks = [98, 102]
"""

File = tuple[Thief, Hand]


@arranged
def file() -> File:
    """A room at play, and a hand that was imported there."""
    thief = Thief(open_desk())
    with TemporaryDirectory() as folder, Importer(thief.desk.session.table) as importer:
        path = Path(folder) / "four.phh"
        path.write_text(FOUR_DOLLARS)
        list(importer.record(look_at(path)))  # and is not closed: the stacks lie there
    hand = Hand.objects.get(session__source="import")
    thief.desk.now = hand.recorded_at
    return thief, hand


def winner(hand: Hand) -> Sitting:
    return hand.seats.order_by("-took_out").first().sitting  # type: ignore[union-attr]


def test_no_case_is_opened_about_it(file: File) -> None:
    thief, hand = file
    report = Report(kind="RECORD_ERROR", facts="the pot was 5,000", hold=Dispute.Hold.WHOLE)
    facts = {"session": hand.session, "report": report, "about": hand, "key": key(), **thief.desk.by()}
    said = refused("imported", lambda: open_dispute(**facts))
    assert said.message.startswith("That hand comes from a file: its chips are not in this room")
    assert not Dispute.objects.exists()


def test_a_case_that_is_there_all_the_same(file: File) -> None:
    thief, hand = file
    with pytest.raises(DatabaseError, match="no case is opened about an imported session"), transaction.atomic():
        Dispute.objects.create(
            room=hand.room, session=hand.session, plaque=hand.plaque, house_rules=hand.house_rules, hand=hand,
            kind="RECORD_ERROR", facts="x", reported_at=thief.desk.now, opened_at=thief.desk.now,
            gaming_day=hand.gaming_day, request_key=key(), opened_by=thief.desk.manager,
        )  # fmt: skip


def test_a_debt_to_it(file: File) -> None:
    thief, hand = file
    rack = rack_account(hand.room, winner(hand).player)
    owed = {"room": hand.room, "player": thief.victim.player, "number": 1, "amount": 5_000_00, "at": thief.desk.now}
    with pytest.raises(DatabaseError, match="nothing is owed to an imported hand"), transaction.atomic():
        incur(hand_id=hand.pk, goes_to=rack, **owed)
    with pytest.raises(DatabaseError, match="nothing is owed to an imported session"), transaction.atomic():
        incur(case_id=1, ruling_id=1, goes_to=table_account(hand.session, A.RAKE_BOX), **owed)


def out_of_the_pot(thief: Thief, hand: Hand) -> list[Move]:
    pot, rack = table_account(hand.session, A.POT), rack_account(hand.room, winner(hand).player)
    return [Move(seat_account(winner(hand)), pot, 1_00, K.RULING), Move(pot, rack, 1_00, K.RULING)]


def out_of_the_seat(thief: Thief, hand: Hand) -> list[Move]:
    return [Move(seat_account(winner(hand)), rack_account(hand.room, winner(hand).player), 1_00, K.INCIDENTAL)]


def into_the_vault(thief: Thief, hand: Hand) -> list[Move]:
    return [Move(import_issue(hand.room), house_account(hand.room, A.VAULT_CHIPS), 5_000_00, K.ISSUE)]


def on_to_a_stack_of_the_floor(thief: Thief, hand: Hand) -> list[Move]:
    return [Move(import_issue(hand.room), seat_account(thief.friend), 5_000_00, K.IMPORT)]


def stated_by_no_file(thief: Thief, hand: Hand) -> list[Move]:
    return [Move(house_account(hand.room, A.CHIP_ISSUE), seat_account(thief.friend), 5_000_00, K.IMPORT)]


def a_rack_that_buys_in(thief: Thief, hand: Hand) -> list[Move]:
    seat = seat_account(Sitting.objects.create(
        session=hand.session, player=thief.friend.player, seat=9, is_import=True, seated_at=thief.desk.now
    ))  # fmt: skip
    return [Move(rack_account(hand.room, thief.friend.player), seat, 1_00, K.ADD_ON)]


def a_toke_of_a_file(thief: Thief, hand: Hand) -> list[Move]:
    return [Move(seat_account(winner(hand)), table_account(hand.session, A.TOKES), 1_00, K.TOKE)]


WAYS = (
    (out_of_the_pot, "not of this world|stay apart"),
    (out_of_the_seat, "stay apart"),
    (into_the_vault, "stay apart"),
    (on_to_a_stack_of_the_floor, "stay apart"),
    (stated_by_no_file, "not of this world"),
    (a_rack_that_buys_in, "stay apart"),
    (a_toke_of_a_file, "not of this world"),
)


@pytest.mark.parametrize(("way", "said"), WAYS, ids=called(WAYS))
def test_no_chip_goes_between_the_worlds(file: File, way: Callable[[Thief, Hand], list[Move]], said: str) -> None:
    thief, hand = file
    moves = way(thief, hand)
    assert [finding.check.title for finding in audit() if not finding.holds] == []
    with pytest.raises(DatabaseError, match=said), transaction.atomic():
        thief.post(*moves, act="ruling")


@pytest.mark.parametrize("change", [{"is_import": False}, {"kind": "rack"}, {"session": None}, {"case_id": 1}])
def test_no_account_changes_its_world(file: File, change: dict[str, object]) -> None:
    seat = seat_account(winner(file[1]))
    with pytest.raises(DatabaseError, match="an account does not become another"), transaction.atomic():
        Account.objects.filter(pk=seat.pk).update(**change)


def test_no_account_begins_in_the_wrong_world(file: File) -> None:
    thief, hand = file
    wrong = {"room": hand.room, "kind": A.FELT, "session": hand.session, "is_import": False}
    with pytest.raises(DatabaseError, match="not of the world of its session"), transaction.atomic():
        Account.objects.create(**wrong)
    with pytest.raises(DatabaseError, match="account_import_is_at_a_table"), transaction.atomic():
        Account.objects.create(room=hand.room, kind=A.RACK, player=thief.desk.player(), is_import=True)


def test_no_session_changes_its_world(file: File) -> None:
    with pytest.raises(DatabaseError, match="does not go from files to the floor"), transaction.atomic():
        TableSession.objects.filter(pk=file[1].session_id).update(source="floor")


def test_the_chips_of_files_come_from_an_issue_of_their_own(file: File) -> None:
    hand = file[1]
    connection.check_constraints()
    assert house_account(hand.room, A.CHIP_ISSUE).balance == -50_000_00
    assert import_issue(hand.room).balance == -200_00
    assert [finding.check.title for finding in audit() if not finding.holds] == []


def test_nothing_is_dealt_or_ticked_there(file: File) -> None:
    thief, hand = file
    facts = {"session": hand.session, "key": key(), **thief.desk.by()}
    said = refused("imported", lambda: record_tick(rake_taken=5_00, **facts))
    assert said.message == "That session's hands come from a file: deal at a table that was opened on the floor."
    deal = suggest_deal(hand.session, seats_taken(hand.session))
    assert deal is not None
    refused("imported", lambda: start_hand(deal=deal, **facts))
