"""A room with one of everything that an address can name, for the guards that try every address."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from cage.models import (
    BankSlip,
    BoxHanging,
    BoxKeyTaking,
    ChipAlarm,
    Investigation,
    LinkedDay,
    PlayerBank,
    TokeShare,
    TokeSlip,
    TokeSplit,
    TransitSlip,
)
from cage.services import deposit, pay_debt, print_receipt, request_slip, take_key
from config.audit.models import AuditFinding
from config.jobs.services import enqueue
from config.rooms.models import Room
from config.staff.models import RoleException
from disputes.models import Dispute
from disputes.services import Report, open_dispute
from games.models import FileImport
from games.services.file_imports import take_file
from players.ledger import rack_account
from players.models import (
    CompEntry,
    Debt,
    DebtEntry,
    Employment,
    IdentityDecision,
    Player,
    StatementLink,
    Transfer,
    TransferKind,
)
from players.services import ask_for_seat, bar_player, keep_apart, note_works_here
from players.services.comp_links import make_link, token_of
from players.services.debts import collect_debt, incur
from rake.lab.asking import Question
from rake.lab.services import answer_trial, ask_lab
from rake.models import LabTrial
from rules.house.fee_schedule import CARDROOM_A_STANDARD
from tables.models import Dealer
from tables.services import register_dealer
from tests.support.assurance_key_samples import a_flag
from tests.support.awards import a_pool, declared, deposited, feed, stocked
from tests.support.banks import a_bank, own_tokes, shown
from tests.support.boxes import hung, pulled
from tests.support.comps import Comps
from tests.support.desk import Desk, key, person
from tests.support.drawers import close_exactly, counted, opened, running
from tests.support.hooks import a_delivery, a_hook
from tests.support.lists import NLH_LIST, Lists
from tests.support.people import except_conflicts, one_person
from tests.support.table import HandTable, open_hand_table
from tests.support.vault import vault_counted
from tests.support.window import a_hold, book, described


@dataclass
class House:
    """The room, what stands in the blank behind a word of an address, and which of these belong to every room."""

    room: Room
    samples: dict[str, Any]
    of_every_room: frozenset[str]


def furnished_house(barred: str = "Somebody") -> House:
    """A room with a table that plays, a recorded hand, a buy-in, a cash-out, a list, a player who is barred under that
    name, and a job."""
    table = open_hand_table()
    hand = table.tick()
    everywhere = _of_every_room(table, barred)
    here = _of_the_room(table, hand.pk) | {"works-here": _employment(table.desk, everywhere["players"]).pk}
    return House(table.desk.room, everywhere | here, frozenset(everywhere))


def _employment(desk: Desk, player: int) -> Employment:
    """A player who works in the room."""
    facts = {"room": desk.room, "who": person(desk.room, "host"), "by": desk.manager, "at": desk.at(), "key": key()}
    return note_works_here(player=Player.objects.get(pk=player), **facts)


def _of_every_room(table: HandTable, barred: str) -> dict[str, Any]:
    """People who play are known to the whole installation, and so is the calendar."""
    desk = table.desk
    player = desk.player(barred)
    ban = bar_player(player=player, room=desk.room, kind="barred", reason="for a test", **desk.by())
    apart = keep_apart(room=desk.room, player=player, other=str(desk.player("Another").pk), reason="test", **desk.by())
    day = table.session.gaming_day.isoformat()
    return {
        "players": player.pk,
        "apart": apart.pk,
        "bans": ban.pk,
        "rake": day,
        "figures": "rake_taken",
        "sampling": day,
        "journal": day,
        "journals": day,
        "sums": "rake_recorded",
        "of": "washington",
        "days": day,
        "gaming-days": day,
        "drop": day,
        "plaque": 1,
        "seats": 1,
        "house-rules": 1,
        "policy": "live",
        "guides": "host",
        "quiz": "k3f9",
        "sessions": "9f86d081884c7d659a2feaa0",
        "rules": "odd_chip",
        "knobs": "raise_cap",
        "games": "stud",
    }


def _case(table: HandTable) -> Dispute:
    """A case about a seat at the table."""
    report = Report(kind="SEATING", facts="says that they were next on the list", seats=(2,))
    return open_dispute(session=table.session, report=report, key=key(), **table.by())


def a_debt(desk: Desk) -> Debt:
    """A debt of a player to a case."""
    unknown = 1_000_000 + Debt.objects.count()  # no case and no ruling has the number
    facts = {"room": desk.room, "player": desk.player("Debtor"), "case_id": unknown, "ruling_id": unknown}
    return incur(**facts, number=1, amount=100, goes_to=rack_account(desk.room, desk.player("Winner")), at=desk.at())


def a_payment(desk: Desk) -> DebtEntry:
    """Cash that the cashier took for a debt."""
    paid = {"debt": a_debt(desk), "how": DebtEntry.How.CASH, "amount": 100, "drawer": desk.drawer}
    return pay_debt(**paid, key=key(), **desk.by())


def a_collection(desk: Desk) -> DebtEntry:
    """Chips off the table that were collected on a debt."""
    debt = a_debt(desk)
    desk.buy_in(debt.player, 200_00)
    return collect_debt(debt=debt, how=DebtEntry.How.RACK, amount=100, key=key(), **desk.by())


def a_finding(desk: Desk) -> AuditFinding:
    """A finding of an audit of the books about the room."""
    said = {"code": "I-5", "title": "Every balance is whole", "text": f"room {desk.room.pk}: cash is off"}
    return AuditFinding.objects.create(room=desk.room, digest=f"{desk.room.pk}", found_at=desk.now, **said)


def an_investigation(desk: Desk) -> Investigation:
    """A drawer that was closed with a hundred too much in chips."""
    cashier = person(desk.room, "cashier")
    drawer = opened(desk.room, "Window 2", cashier=cashier, by=desk.manager, at=desk.at())
    close_exactly(drawer, by=cashier, second=desk.second, at=desk.at(), chips=100_00)
    return Investigation.objects.get(variance__session__drawer=drawer)


def a_chip_alarm(desk: Desk) -> ChipAlarm:
    """An alarm about chips that nobody issued."""
    facts = {"value": 1_00, "counted": 2, "issued": 1, "place": "Window 1", "people": [], "at": desk.now}
    return ChipAlarm.objects.create(room=desk.room, **facts)


def a_linked_day(desk: Desk) -> LinkedDay:
    """A day of which two records, of one person, come to more than each alone."""
    one, other = desk.player("Linked"), desk.player("Likewise")
    one_person(desk.room, one, other, by=desk.manager, at=desk.now)
    sums = {"currency_in": 3_000_00, "currency_out": 0, "log_from": 3_000_00, "identity_from": 10_000_00}
    facts = {"room": desk.room, "decision": IdentityDecision.objects.latest("pk"), "at": desk.now}
    return LinkedDay.objects.create(of_day=desk.room.gaming_day(desk.now), **sums, **facts)


def a_key(desk: Desk) -> BoxKeyTaking:
    """A key of the boxes in somebody's hands."""
    facts = {"by": desk.cashier, "second": desk.second, "at": desk.at(), "key": key()}
    return take_key(room=desk.room, lock="release", reason="the drop", **facts)


def a_slip(desk: Desk) -> TransitSlip:
    """A fill that the cashier of a third window has asked for."""
    cashier = person(desk.room, "cashier")
    drawer = opened(desk.room, "Window 3", cashier=cashier, by=desk.manager, at=desk.at())
    given = {"room": desk.room, "kind": TransitSlip.Kind.FILL, "drawer": drawer, "counted": counted(desk.room, 100_00)}
    return request_slip(key=key(), **given, by=cashier, at=desk.at())


def _exception(room: Room) -> RoleException:
    """Two roles that one person of the room may hold together."""
    except_conflicts(room, ("floor", "cashier"))
    return RoleException.objects.get(room=room)


def _banks_and_tokes(desk: Desk, player: Player, dealer: Dealer) -> tuple[PlayerBank, BankSlip, TokeSlip, TokeShare]:
    """A player's bank with a deposit, and tokes of the day before, shared with one dealer."""
    bank = a_bank(desk, player)
    facts = {"bank": bank, "drawer": desk.drawer, "shown": shown(desk, bank)}
    deposited = deposit(amount=50_00, key=key(), **facts, **desk.by())
    slip = own_tokes(desk, dealer)
    split = TokeSplit(room=desk.room, gaming_day=desk.room.gaming_day(desk.now) - timedelta(days=1), amount=1_00)
    split.at, split.by, split.request_key = desk.at(), desk.manager, key()
    with transaction.atomic():
        split.save()
        share = TokeShare.objects.create(split=split, dealer=dealer, minutes=30, amount=1_00)
    return bank, deposited, slip, share


def a_file_import(desk: Desk) -> FileImport:
    """A hand file that a manager chose."""
    facts = {"table_name": "Archive", "name": "evening.phh", "content": b"variant = 'NT'\n", "house": ""}
    return take_file(room=desk.room, **facts, by=desk.manager, at=desk.at())


def a_lab_trial(desk: Desk) -> LabTrial:
    """A question to the schedule lab, and its answer."""
    question = Question(desk.room.gaming_day(desk.now), desk.room.gaming_day(desk.now), CARDROOM_A_STANDARD)
    trial = ask_lab(room=desk.room, question=question, key=key(), by=desk.manager, at=desk.at())
    return answer_trial(job=trial.job, progress=lambda _done, _total: None)


def _comps(desk: Desk) -> tuple[CompEntry, StatementLink]:
    """Points of hours of the day before, and a private address of their player's statement."""
    entry = Comps.at(desk).hours_of_the_day_before()
    link = make_link(room=desk.room, player=entry.player, days=30, key=key(), by=desk.manager, at=timezone.now())
    return entry, link


def _of_records(desk: Desk) -> dict[str, Any]:
    """Debts with what was paid and collected on them, and a day that two records of one person came to together."""
    return {
        "debts": a_debt(desk).pk,
        "payments": a_payment(desk).pk,
        "collections": a_collection(desk).pk,
        "linked-days": a_linked_day(desk).pk,
        "currency-reports": desk.player("Reported").pk,
    }


def _awards(table: HandTable) -> dict[str, Any]:
    """An award of a pool, with a share that isn't paid, and a deposit of what is left."""
    pool = a_pool(table.desk)
    feed(table, 400)
    share = declared(table.desk, pool, 300, table.desk.player()).shares.get()
    stocked(table.desk, cash=1_00)
    deposit = deposited(table.desk, pool, 1_00)
    return {"awards": share.award_id, "award-shares": share.pk, "pools": pool.pk, "pool-deposits": deposit.pk}


def _of_the_room(table: HandTable, hand_id: int) -> dict[str, Any]:
    desk, session, player = table.desk, table.session, table.desk.player("Buyer")
    buy_in = desk.buy_in(player, 200_00)
    entry = Lists(desk).join()
    moved = Transfer.objects.filter(room=desk.room).latest("id")
    dealer = register_dealer(room=desk.room, badge_number="D1", display_name="Dealer", **desk.by())
    bank, deposited, slip, share = _banks_and_tokes(desk, player, dealer)
    points, link = _comps(desk)
    return {
        "entries": points.pk,
        "addresses": link.pk,
        "statements": token_of(link),
        "banks": bank.player_id,
        "bank-slips": deposited.pk,
        "toke-slips": slip.pk,
        "shares": share.pk,
        "dealers": dealer.pk,
        "tables": session.table_id,
        "sessions": session.pk,
        "table-sessions": session.pk,
        "hands": hand_id,
        "counts": vault_counted(desk).pk,
        "import": a_file_import(desk).pk,
        "schedule-lab": a_lab_trial(desk).pk,
        "disputes": _case(table).pk,
        "drawers": desk.drawer.pk,
        "drawer-sessions": running(desk.drawer).pk,
        "investigations": an_investigation(desk).pk,
        "box-pulls": pulled(desk, "R1").pk,
        "box-hangings": BoxHanging.objects.get(box=hung(desk, "R2")).pk,
        "box-keys": a_key(desk).pk,
        "slips": a_slip(desk).pk,
        **_of_records(desk),
        **_awards(table),
        "flags": a_flag(session.table, desk.now).pk,
        "alarms": session.alarms.get().pk,
        "books": a_finding(desk).pk,
        "chip-slips": desk.room.chip_slips.get().pk,
        "receipts": buy_in.receipt,
        "prints": print_receipt(room=desk.room, receipt=buy_in.receipt, by=desk.manager, at=desk.at()).pk,
        "chip-alarms": a_chip_alarm(desk).pk,
        "buy-ins": buy_in.pk,
        "cash-outs": desk.cash_out(player, 100_00).pk,
        "cash-slips": book(desk, TransferKind.PAID_IN, 5_00).pk,
        "described": described(desk).pk,
        "held": a_hold(desk).pk,
        "sittings": table.sittings[1].pk,
        "staff": desk.manager.pk,
        "exceptions": _exception(desk.room).pk,
        "lists": NLH_LIST.key,
        "list-entries": entry.pk,
        "board": entry.token,
        "seat-changes": ask_for_seat(sitting=table.sittings[2], seat=None, **desk.by()).pk,
        "transfers": moved.pk,
        "groups": moved.request_key,
        "accounts": moved.target_id,
        "webhooks": (hook := a_hook(desk.room)).pk,
        "deliveries": a_delivery(hook).pk,
        "jobs": enqueue("tests.nothing", room=desk.room, by=desk.manager).pk,
    }
