"""Requests that every service which claims a request key is asked once, and what is different in another request."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from cage import services as cage
from cage.counted import Counted
from cage.models import DrawerSession, PlayerBank, TrayCount
from cage.services.pools import Terms
from cage.services.pulls import Order
from config.days.services import lock_gaming_day
from config.rooms.models import Room
from disputes import services as disputes
from disputes.services import Decision, Report
from games import services as games
from players import api, services
from players.models import TransferKind
from players.services import GivesUp, debts, list_following, shortfall, table_money
from players.services.time_charges import collect_time, waive_time
from players.services.whole_table import Goes, Plan, settle_table
from rake import services as rake
from rules.house.fee_schedule import live_time
from rules.house.house import LIVE, STANDARD
from rules.phh.reader import read_hands
from tables.imported import open_imported_session, post_imported_plaque
from tables.models import Down
from tables.services import (
    close_table,
    house_in_chips,
    link_feeder,
    post_house_rules,
    register_dealer,
    repost_plaques,
    start_shift,
)
from tests.support.api import PHH
from tests.support.banks import a_bank, day_before, pooled_tokes, shown
from tests.support.boxes import chips, pulled, two_counters
from tests.support.days import end_day, second_of, tie_out
from tests.support.desk import NLH, key, person
from tests.support.dispute import DisputeTable
from tests.support.drawers import by_the_books, counted, running
from tests.support.house import a_debt
from tests.support.lists import NLH_LIST, O8_LIST, Lists
from tests.support.slips import FILL, Slips
from tests.support.window import a_hold, book

Sample = tuple[Callable[..., Any], dict[str, Any], dict[str, Any]]
"""The service, what it is asked, and what is different in another request."""


def _cash_out(at: DisputeTable) -> Sample:
    desk = at.table.desk
    player = desk.player()
    desk.buy_in(player, 100_00)
    given = {"room": desk.room, "player": player, "amount": 50_00, "drawer": desk.drawer, "by": desk.cashier}
    return cage.cash_out, given, {"amount": 40_00}


def _void_buy_in(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"bought": desk.buy_in(desk.player(), 100_00), "reason": "twice", "by": desk.cashier}
    return cage.void_buy_in, given, {"reason": "a slip"}


def _void_cash_out(at: DisputeTable) -> Sample:
    desk = at.table.desk
    player = desk.player()
    desk.buy_in(player, 100_00)
    given = {"paid": desk.cash_out(player, 50_00), "reason": "twice", "by": desk.cashier}
    return cage.void_cash_out, given, {"reason": "a slip"}


def _pay_or_hold(at: DisputeTable) -> Sample:
    _, given, other = _cash_out(at)
    return cage.pay_or_hold, given, other


def _void_cash_slip(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"slip": book(desk, TransferKind.PAID_IN, 5_00), "reason": "twice", "by": desk.cashier}
    return cage.void_cash_slip, given, {"reason": "a slip"}


def _book_cash(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "kind": TransferKind.TOURNAMENT_ENTRY, "patron": desk.player(), "by": desk.cashier}
    return cage.book_cash, given | {"drawer": desk.drawer, "amount": 50_00}, {"amount": 40_00}


def _redeem_presented(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "patron": desk.player(), "drawer": desk.drawer, "origin": "won", "by": desk.cashier}
    return cage.redeem_presented, given | {"amount": 50_00}, {"origin": "given"}


def _decide_hold(at: DisputeTable) -> Sample:
    desk = at.table.desk
    held = a_hold(desk)
    given = {"held": held, "is_paid": True, "reason": "known here", "by": person(desk.room, "floor")}
    return cage.decide_hold, given, {"is_paid": False}


def _describe_patron(at: DisputeTable) -> Sample:
    look = services.Look(sex="man", age_band="45_59", height="tall", hair="grey")
    given = {"room": at.table.desk.room, "look": look}
    return services.describe_patron, given, {"look": replace(look, hair="red")}


def _buy_in(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "session": desk.session, "player": desk.player(), "drawer": desk.drawer}
    given |= {"by": desk.cashier}
    return cage.buy_in, given | {"amount": 100_00}, {"amount": 200_00}


def _state(at: DisputeTable) -> Sample:
    given = {"room": at.table.desk.room, "account": "First Bank", "amount": 100_00}
    given |= {"stated_on": at.table.desk.now.date()}
    return cage.enter_statement, given, {"amount": 200_00}


def _stock(at: DisputeTable) -> Sample:
    given = {"room": at.table.desk.room, "chips": 100_00, "cash": 100_00, "reason": "delivered"}
    given |= {"second": at.table.desk.cashier}
    return cage.stock_vault, given, {"reason": "found"}


def _receive(at: DisputeTable) -> Sample:
    given = {"room": at.table.desk.room, "pieces": {100_00: 2}, "reason": "papers 17", "name": "Blue"}
    given |= {"use": "secondary", "second": at.table.desk.cashier}
    return cage.receive_chips, given, {"pieces": {100_00: 3}}


def _received(at: DisputeTable) -> dict[str, Any]:
    """A set of which chips lie in the vault, and who does something with it before whom."""
    service, given, _ = _receive(at)
    slip = service(**given, key=key(), **at.by())
    return {"chip_set": slip.chip_set, "reason": "worn", "second": at.table.desk.cashier}


def _destroy(at: DisputeTable) -> Sample:
    return cage.destroy_chips, _received(at) | {"pieces": {100_00: 1}}, {"pieces": {100_00: 2}}


def _retire(at: DisputeTable) -> Sample:
    day = at.table.desk.room.gaming_day(at.table.desk.now)
    return cage.retire_set, _received(at) | {"last_day": day}, {"last_day": day + timedelta(days=1)}


def _exchange(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"drawer": desk.drawer, "what": "chips", "taken": {25_00: 4}, "given": {100_00: 1}, "by": desk.cashier}
    return cage.exchange, given, {"taken": {5_00: 20}}


def _fund(at: DisputeTable) -> Sample:
    service, given, _ = _stock(at)
    service(**given, key=key(), **at.by())
    given = {"drawer": at.table.desk.drawer, "chips": 100_00, "cash": 0, "reason": "a fill"}
    given |= {"second": at.table.desk.cashier}
    return cage.fund_drawer, given, {"reason": "another fill"}


def _open_drawer(at: DisputeTable) -> Sample:
    desk = at.table.desk
    drawer = cage.add_drawer(room=desk.room, name="Window 2", **desk.by())
    given = {"drawer": drawer, "counted": Counted(), "by": desk.cashier}
    return cage.open_drawer, given, {"counted": counted(desk.room, 100_00)}


def _opening(at: DisputeTable) -> tuple[DrawerSession, dict[str, Any]]:
    """A drawer that is being opened with more than its last close left, and who opens it."""
    service, given, otherwise = _open_drawer(at)
    by = {"by": at.table.desk.cashier}
    return service(**(given | otherwise), key=key(), at=at.table.desk.at()), by


def _recount_opening(at: DisputeTable) -> Sample:
    session, by = _opening(at)
    room = session.room
    given = {"session": session, "counted": counted(room, 200_00)} | by
    return cage.recount_opening, given, {"counted": counted(room, 300_00)}


def _accept_opening(at: DisputeTable) -> Sample:
    session, by = _opening(at)
    seconds = [person(session.room, "floor") for _ in range(2)]
    return cage.accept_opening, {"session": session, "second": seconds[0]} | by, {"second": seconds[1]}


def _count_drawer(at: DisputeTable) -> Sample:
    desk = at.table.desk
    session = cage.begin_close(session=running(desk.drawer), **desk.by())
    given = {"session": session, "counted": by_the_books(desk.drawer), "by": desk.cashier}
    return cage.count_drawer, given, {"counted": Counted()}


def _recount_drawer(at: DisputeTable) -> Sample:
    service, given, otherwise = _count_drawer(at)
    second, third = (person(at.table.desk.room, "floor") for _ in range(2))
    for sheet, by in ((given, at.table.desk.cashier), (given | otherwise, second)):
        service(**(sheet | {"by": by}), key=key(), at=at.table.desk.at())
    return cage.recount_drawer, given | {"second": second, "third": third}, otherwise


def _ask(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    given = {"room": slips.desk.room, "kind": FILL, "drawer": slips.desk.drawer, "by": slips.desk.cashier}
    return cage.request_slip, given | {"counted": slips.pieces(100_00)}, {"counted": slips.pieces(200_00)}


def _authorise(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    return cage.authorise_slip, {"slip": slips.ask(), "by": slips.floor}, {"slip": slips.ask()}


def _send(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    slip = slips.authorise(slips.ask())
    given = {"slip": slip, "runner": slips.runner, "by": slips.desk.manager}
    return cage.send_slip, given, {"runner": slips.other_floor}


def _receive(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    given = {"slip": slips.sent(), "counted": slips.pieces(300_00), "by": slips.desk.cashier}
    return cage.receive_slip, given, {"counted": slips.pieces(200_00)}


def _refuse(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    return cage.decline_slip, {"slip": slips.ask(), "reason": "too much", "by": slips.floor}, {"reason": "too late"}


def _void_slip(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    return cage.void_slip, {"slip": slips.ask(), "reason": "typed twice", "by": slips.floor}, {"reason": "a mistake"}


def _count_tray(at: DisputeTable) -> Sample:
    slips = Slips(at.table.desk)
    given = {"table": slips.table, "part": TrayCount.Part.OPENING, "second": slips.dealer, "by": slips.floor}
    return cage.count_tray, given | {"counted": slips.pieces(0)}, {"counted": slips.pieces(100_00)}


def _settle_felt(at: DisputeTable) -> Sample:
    desk = at.table.desk
    closed = [close_table(session=desk.open_table(), by=desk.manager, at=desk.at()) for _ in range(2)]
    return cage.settle_felt, {"session": closed[0], "by": desk.manager}, {"session": closed[1]}


def _cover(at: DisputeTable) -> Sample:
    service, stocked, _ = _stock(at)
    service(**stocked, key=key(), **at.by())
    at.table.tick(3_00)
    for seat in (1, 2, 3):
        at.table.desk.leave(at.table.sittings[seat])
    given = {"session": at.table.session, "amount": 2_00, "reason": "never counted"}
    return shortfall.cover_shortfall, given | {"second": at.other, "by": at.manager}, {"amount": 1_00}


def _seat(at: DisputeTable) -> Sample:
    desk = at.table.desk
    player = desk.player()
    desk.buy_in(player, 200_00)
    given = {"session": desk.session, "player": player, "seat": 7, "amount": 200_00}
    return services.seat_player, given, {"seat": 8}


def _add_on(at: DisputeTable) -> Sample:
    desk = at.table.desk
    other = desk.player()
    desk.buy_in(other, 300_00)
    return services.add_on, {"sitting": desk.seat(other, 7, 200_00), "amount": 100_00}, {"amount": 50_00}


def _decline(at: DisputeTable) -> Sample:
    desk = at.table.desk
    link_feeder(feeder=desk.session, main=desk.open_table(), **at.by())
    return services.decline_must_move, {"sitting": at.sitting(1)}, {"sitting": at.sitting(2)}


def _must_move(at: DisputeTable) -> Sample:
    main = at.table.desk.open_table()
    link_feeder(feeder=at.table.session, main=main, **at.by())
    return services.must_move, {"sitting": at.sitting(1), "seat": 5}, {"seat": 6}


def _incidental(at: DisputeTable) -> Sample:
    given = {"sitting": at.sitting(1), "amount": 5_00, "reason": "a drink"}
    return services.take_incidental, given, {"reason": "a meal"}


def _play_over(at: DisputeTable) -> Sample:
    desk = at.table.desk
    player = desk.player()
    desk.buy_in(player, 200_00)
    services.go_away(sitting=at.sitting(3), agrees=True, **at.by())
    return services.play_over, {"sitting": at.sitting(3), "player": player, "amount": 150_00}, {"amount": 200_00}


def _give_back(at: DisputeTable) -> Sample:
    service, given, _ = _play_over(at)
    service(**given, key=key(), **at.by())
    asked = {"sitting": at.sitting(3), "gives_up": GivesUp.LEAVES}
    return services.give_back_seat, asked, {"gives_up": GivesUp.TOP_OF_LIST}


def _pick_up(at: DisputeTable) -> Sample:
    services.go_away(sitting=at.sitting(1), **at.by())
    at.table.desk.now += timedelta(minutes=60)
    witness, another = (person(at.table.desk.room, "cashier") for _ in range(2))
    given = {"sitting": at.sitting(1), "counted": 200_00, "witness": witness, "rounds_missed": 0}
    return services.pick_up, given, {"witness": another}


def _settle(at: DisputeTable) -> Sample:
    plans = [Plan(sitting=sitting.pk, goes=Goes.RACK) for sitting in at.table.sittings.values()]
    others = [*plans[1:], Plan(sitting=plans[0].sitting, goes=Goes.STAYS)]
    return settle_table, {"session": at.table.session, "plans": plans}, {"plans": others}


def _state_stacks(at: DisputeTable) -> Sample:
    desk = at.table.desk
    facts = {"by": desk.manager, "at": desk.at()}
    plaque = post_imported_plaque(table=desk.session.table, plaque=NLH, house=STANDARD, **facts)
    session, guest = open_imported_session(plaque=plaque, **facts), desk.player()
    given = {"session": session, "stacks": {1: (guest, 200_00)}}
    return services.state_stacks, given, {"stacks": {1: (guest, 100_00)}}


def _import(at: DisputeTable) -> Sample:
    given = {"session": at.table.session, "phh": next(iter(read_hands(PHH))), "digest": "1f", "source_file": "a.phh"}
    return games.import_hand, given, {"digest": "2f"}


def _register(at: DisputeTable) -> Sample:
    given = {"room": at.table.desk.room, "known": {"display_name": "Ann"}}
    return api._register_once, given, {"room": Room.objects.create(name="Another", slug="another")}


def _guest(at: DisputeTable) -> Sample:
    given = {"room": at.table.desk.room, "game": NLH_LIST, "name": "Maria"}
    return services.join_as_guest, given, {"game": O8_LIST}


def _repost(at: DisputeTable) -> Sample:
    desk = at.table.desk
    facts = {"by": desk.manager, "at": desk.at()}
    house = house_in_chips(LIVE.with_answers(raise_cap=4), desk.room)
    rules = post_house_rules(room=desk.room, house=house, **facts)
    plaques = [desk.session.table.plaque_versions.latest("number").pk]
    return repost_plaques, {"room": desk.room, "rules": rules, "plaques": plaques}, {"reason": "agreed yesterday"}


def _count(at: DisputeTable) -> Sample:
    return table_money.count_stack, {"sitting": at.sitting(1), "counted": 200_00}, {"counted": 100_00}


def _join(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "game": NLH_LIST, "player": desk.player()}
    return services.join_list, given, {"game": O8_LIST}


def _follow(at: DisputeTable) -> Sample:
    desk = at.table.desk
    entry = Lists(desk).join(game=O8_LIST)
    given = {"waiting_list": entry.waiting_list, "session": desk.session}
    return list_following.follow_table, given, {"session": desk.open_table()}


def _collect_time(at: DisputeTable) -> Sample:
    desk = at.table.desk
    timed = desk.open_table(replace(NLH, fee=live_time(6_00)))
    for seat in (1, 2):
        player = desk.player()
        desk.buy_in(player, 200_00, session=timed)
        desk.seat(player, seat, 200_00, session=timed)
    desk.now += timedelta(minutes=30)
    return collect_time, {"session": timed}, {"sittings": list(timed.sittings.all())}


def _waive_time(at: DisputeTable) -> Sample:
    _, _, other = _collect_time(at)
    return waive_time, {"sitting": other["sittings"][0], "reason": "first visit"}, {"reason": "a birthday"}


def _move(at: DisputeTable) -> Sample:
    given = {"sitting": at.sitting(1), "session": at.table.desk.open_table(), "seat": 5}
    return services.move_player, given, {"seat": 6}


def _collect(at: DisputeTable) -> Sample:
    debt = a_debt(at.table.desk)
    at.table.desk.buy_in(debt.player, 200_00)
    return debts.collect_debt, {"debt": debt, "how": debts.How.RACK, "amount": 100}, {"amount": 50}


def _pay(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"debt": a_debt(desk), "how": debts.How.CASH, "amount": 100, "drawer": desk.drawer}
    given |= {"by": desk.cashier}
    return cage.pay_debt, given, {"amount": 50}


def _write_off(at: DisputeTable) -> Sample:
    service, stocked, _ = _stock(at)
    service(**stocked, key=key(), **at.by())
    given = {"debt": a_debt(at.table.desk), "reason": "left the country", "second": at.other, "by": at.manager}
    return debts.write_off_debt, given, {"reason": "will never pay"}


def _record(at: DisputeTable) -> Sample:
    draft = at.table.act(at.table.deal(), "f", "f", "f")
    given = {"draft": draft, "version": draft.version, "rake_taken": 0}
    return games.record_hand, given, {"rake_taken": 100}


def _deal(at: DisputeTable) -> Sample:
    given = {"session": at.table.session, "deal": at.table.suggested()}
    return games.start_hand, given, {"session": at.table.desk.open_table()}


def _void(at: DisputeTable) -> Sample:
    given = {"hand": at.table.tick(), "reason": "a fouled deck", "second": at.other}
    return games.void_hand, given, {"reason": "a misdeal"}


def _supersede(at: DisputeTable) -> Sample:
    given = {"tick": at.table.tick(), "rake_taken": 200, "reason": "misread", "second": at.other, "by": at.manager}
    return games.supersede_tick, given, {"rake_taken": 100}


def _reopen(at: DisputeTable) -> Sample:
    given = {"hand": at.showdown(), "reason": "the other seat won", "by": at.manager}
    return games.reopen_hand, given, {"reason": "a wrong card"}


def _phh(at: DisputeTable) -> Sample:
    return games.record_phh, {"session": at.table.session, "phh_text": PHH, "rake_taken": 300}, {"rake_taken": 200}


def _open(at: DisputeTable) -> Sample:
    report = Report(kind="SEATING", facts="they were next")
    given = {"session": at.table.session, "report": report}
    return disputes.open_dispute, given, {"report": Report(kind="SEATING", facts="somebody else was next")}


def _rule(at: DisputeTable) -> Sample:
    given = {"dispute": at.open(at.showdown()), "decision": Decision(outcome="Award stands", rule_code="best_hand")}
    return disputes.rule, given, {"decision": Decision(outcome="Award stands", rule_code="odd_chip")}


def _appeal(at: DisputeTable) -> Sample:
    ruling = at.rule(at.open(at.showdown()))
    return disputes.take_appeal, {"dispute": ruling.dispute, "party": "seat 4", "words": "no"}, {"words": "never"}


def _hear(at: DisputeTable) -> Sample:
    case = at.open(at.showdown())
    at.rule(case)
    at.appeal(case)
    decision = Decision(outcome="Award stands", rule_code="best_hand", words="heard both")
    given = {"dispute": case, "decision": decision, "takes_back": False, "by": at.manager}
    return disputes.rule_on_appeal, given, {"takes_back": True}


def _amend(at: DisputeTable) -> Sample:
    case = at.open(at.showdown())
    ruling = at.rule(case)
    decision = Decision(outcome="Award stands", rule_code="odd_chip", words="read again")
    given = {"dispute": case, "amends": ruling, "decision": decision, "by": at.manager}
    return disputes.amend, given, {"decision": replace(decision, words="read twice")}


def _report(at: DisputeTable) -> Sample:
    session = at.table.session
    given = {"room": session.room, "gaming_day": session.gaming_day}
    return rake.ask_for_day, given, {"gaming_day": session.gaming_day.replace(day=1)}


def _lock_day(at: DisputeTable) -> Sample:
    desk = at.table.desk
    day = end_day(desk)
    tie_out(desk, day)
    given = {"room": desk.room, "day": day, "second": second_of(desk), "by": at.manager}
    return lock_gaming_day, given, {"second": second_of(desk)}


def _pull(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"table": desk.session.table, "orders": [Order("rake", "R1")], "why": "drop", "by": desk.cashier}
    return cage.pull_boxes, given | {"second": desk.second}, {"reason": "another"}


def _hang(at: DisputeTable) -> Sample:
    desk = at.table.desk
    box = cage.add_box(room=desk.room, number="E1", kind="emergency", by=desk.manager, at=desk.at())
    given = {"box": box, "table": desk.session.table, "holds": "rake", "by": desk.cashier}
    return cage.hang_box, given, {"holds": "promo"}


def _count_box(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"pull": pulled(desk, "R1"), "counted": Counted(), "by": desk.cashier}
    return cage.count_box, given, {"second": person(desk.room, "floor")}


def _count_box_together(at: DisputeTable) -> Sample:
    desk = at.table.desk
    pull, (one, two) = pulled(desk, "R1"), two_counters(desk)
    for who, amount in ((one, 100), (two, 200)):
        cage.count_box(pull=pull, counted=chips(desk.room, amount), key=key(), by=who, at=desk.at())
    given = {"pull": pull, "counted": chips(desk.room, 100), "by": one, "second": two}
    return cage.count_box_together, given | {"third": person(desk.room, "floor")}, {"counted": chips(desk.room, 200)}


def _hand_over(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "pulls": [pulled(desk, "R1").pk], "by": desk.cashier, "second": desk.second}
    return cage.hand_over_boxes, given, {"reason": "another"}


def _take_key(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "lock": "release", "reason": "the drop", "by": desk.cashier, "second": desk.second}
    return cage.take_key, given, {"lock": "contents"}


def _post_pool(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "name": "Bad beat", "terms": Terms(reserve_percent=40), "by": desk.manager}
    return cage.post_pool, given | {"second": person(desk.room, "auditor")}, {"name": "High hand"}


def _bank(at: DisputeTable, *, holds: int = 0) -> tuple[PlayerBank, dict[str, Any]]:
    """A player's bank that holds so much, and what its services are given."""
    desk = at.table.desk
    bank = a_bank(desk)
    given = {"bank": bank, "drawer": desk.drawer, "by": desk.cashier}
    if holds:
        cage.deposit(**given, amount=holds, key=key(), shown=shown(desk, bank), at=desk.at())
    return bank, given | {"shown": shown(desk, bank)}


def _deposit(at: DisputeTable) -> Sample:
    _, given = _bank(at)
    return cage.deposit, given | {"amount": 50_00}, {"amount": 60_00}


def _withdraw(at: DisputeTable) -> Sample:
    _, given = _bank(at, holds=100_00)
    return cage.withdraw, given | {"amount": 50_00}, {"amount": 60_00}


def _void_bank_slip(at: DisputeTable) -> Sample:
    bank, _ = _bank(at, holds=100_00)
    desk = at.table.desk
    given = {"slip": bank.slips.get(), "reason": "twice", "by": desk.cashier, "second": desk.second}
    return cage.void_bank_slip, given, {"reason": "a slip"}


def _exchange_tokes(at: DisputeTable) -> Sample:
    desk = at.table.desk
    dealer = register_dealer(room=desk.room, badge_number="D9", display_name="Dee", **desk.by())
    given = {"dealer": dealer, "drawer": desk.drawer, "by": desk.cashier, "second": desk.second}
    return cage.exchange_tokes, given | {"counted": Counted({100: 5})}, {"counted": Counted({100: 6})}


def _count_tokes(at: DisputeTable) -> Sample:
    desk = at.table.desk
    pooled_tokes(desk, day_before(desk))
    given = {"room": desk.room, "of_day": day_before(desk), "drawer": desk.drawer, "by": desk.cashier}
    given |= {"second": desk.second, "counted": Counted({100: 5})}
    return cage.enter_counted_tokes, given, {"counted": Counted({100: 6})}


def _split_tokes(at: DisputeTable) -> Sample:
    desk = at.table.desk
    pooled_tokes(desk, day_before(desk))
    given = {"room": desk.room, "day": day_before(desk), "by": desk.manager}
    return cage.split_tokes, given, {"day": day_before(desk) - timedelta(days=1)}


def _pay_share(at: DisputeTable) -> Sample:
    desk = at.table.desk
    day = day_before(desk)
    shift = start_shift(
        dealer=register_dealer(room=desk.room, badge_number="D9", display_name="Dee", **desk.by()), **desk.by()
    )
    began = desk.room.start_of(day)
    dealt = {"started_at": began, "ended_at": began + timedelta(minutes=30), "ended_with": "push"}
    Down.objects.create(session=desk.session, shift=shift, **dealt)
    pooled_tokes(desk, day)
    share = cage.split_tokes(room=desk.room, day=day, key=key(), by=desk.manager, at=desk.at()).shares.get()
    other = cage.add_drawer(room=desk.room, name="Window 9", **desk.by())
    return cage.pay_share, {"share": share, "drawer": desk.drawer, "by": desk.cashier}, {"drawer": other}


SAMPLES: dict[str, Callable[[DisputeTable], Sample]] = {
    "deposit": _deposit,
    "withdraw": _withdraw,
    "void_bank_slip": _void_bank_slip,
    "exchange_tokes": _exchange_tokes,
    "enter_counted_tokes": _count_tokes,
    "split_tokes": _split_tokes,
    "pay_share": _pay_share,
    "cash_out": _cash_out,
    "buy_in": _buy_in,
    "void_buy_in": _void_buy_in,
    "void_cash_out": _void_cash_out,
    "pay_or_hold": _pay_or_hold,
    "void_cash_slip": _void_cash_slip,
    "book_cash": _book_cash,
    "redeem_presented": _redeem_presented,
    "decide_hold": _decide_hold,
    "describe_patron": _describe_patron,
    "enter_statement": _state,
    "stock_vault": _stock,
    "receive_chips": _receive,
    "exchange": _exchange,
    "destroy_chips": _destroy,
    "retire_set": _retire,
    "fund_drawer": _fund,
    "open_drawer": _open_drawer,
    "recount_opening": _recount_opening,
    "accept_opening": _accept_opening,
    "count_drawer": _count_drawer,
    "recount_drawer": _recount_drawer,
    "cover_shortfall": _cover,
    "request_slip": _ask,
    "authorise_slip": _authorise,
    "send_slip": _send,
    "receive_slip": _receive,
    "decline_slip": _refuse,
    "void_slip": _void_slip,
    "count_tray": _count_tray,
    "settle_felt": _settle_felt,
    "seat_player": _seat,
    "add_on": _add_on,
    "must_move": _must_move,
    "take_incidental": _incidental,
    "collect_time": _collect_time,
    "waive_time": _waive_time,
    "play_over": _play_over,
    "give_back_seat": _give_back,
    "pick_up": _pick_up,
    "settle_table": _settle,
    "state_stacks": _state_stacks,
    "import_hand": _import,
    "_register_once": _register,
    "join_as_guest": _guest,
    "repost_plaques": _repost,
    "write_off_debt": _write_off,
    "rule_on_appeal": _hear,
    "amend": _amend,
    "leave_seat": lambda at: (services.leave_seat, {"sitting": at.sitting(1)}, {"sitting": at.sitting(2)}),
    "decline_must_move": _decline,
    "change_seat": lambda at: (services.change_seat, {"sitting": at.sitting(1), "seat": 8}, {"seat": 7}),
    "move_player": _move,
    "count_stack": _count,
    "join_list": _join,
    "follow_table": _follow,
    "collect_debt": _collect,
    "pay_debt": _pay,
    "draw_button": lambda at: (games.draw_button, {"session": at.table.session, "seat": 2}, {"seat": 3}),
    "start_hand": _deal,
    "record_hand": _record,
    "record_tick": lambda at: (games.record_tick, {"session": at.table.session, "rake_taken": 300}, {"rake_taken": 0}),
    "record_phh": _phh,
    "void_hand": _void,
    "supersede_tick": _supersede,
    "reopen_hand": _reopen,
    "open_dispute": _open,
    "rule": _rule,
    "take_appeal": _appeal,
    "ask_for_day": _report,
    "lock_gaming_day": _lock_day,
    "pull_boxes": _pull,
    "hang_box": _hang,
    "count_box": _count_box,
    "count_box_together": _count_box_together,
    "hand_over_boxes": _hand_over,
    "take_key": _take_key,
    "post_pool": _post_pool,
}
