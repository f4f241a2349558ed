"""Requests that every service which claims a request key is asked once, and what is different in another request."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from cage import services as cage
from config.days.services import lock_gaming_day
from config.hooks import services as hooks
from config.rooms.models import Room
from disputes import services as disputes
from disputes.services import Decision, Report
from games import services as games
from players import api, services
from players.services import GivesUp, debts, list_following, table_money
from players.services.debt_returns import return_collected
from players.services.time_charges import collect_time, waive_time
from players.services.time_voids import void_time
from players.services.whole_table import Goes, Plan, settle_table
from rake import services as rake
from rake.sampling.services import answer_pot, set_sampling_rate
from rules.house.fee_schedule import live_time
from rules.house.house import LIVE, STANDARD
from rules.phh.reader import read_hands
from tables.imported import open_imported_session, post_imported_plaque
from tables.services import (
    house_in_chips,
    link_feeder,
    plan_tables,
    post_house_rules,
    repost_plaques,
)
from tables.services.planning import Planned
from tests.support import (
    assurance_key_samples,
    cage_key_samples,
    comp_key_samples,
    revenue_key_samples,
    slip_key_samples,
)
from tests.support.api import PHH
from tests.support.days import end_day, second_of, tie_out
from tests.support.desk import NLH, key, person
from tests.support.dispute import DisputeTable
from tests.support.hooks import ADDRESS, a_hook
from tests.support.house import a_collection, a_debt
from tests.support.lists import NLH_LIST, O8_LIST, Lists

Sample = tuple[Callable[..., Any], dict[str, Any], dict[str, Any]]
"""The service, what it is asked, and what is different in another request."""


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


def _register_hook(at: DisputeTable) -> Sample:
    given = {"room": at.table.desk.room, "address": ADDRESS, "kinds": ["day.locked"]}
    return hooks.register_hook, given, {"kinds": ["hand.recorded"]}


def _rotate_secret(at: DisputeTable) -> Sample:
    room = at.table.desk.room
    return hooks.rotate_secret, {"hook": a_hook(room)}, {"hook": a_hook(room, address=f"{ADDRESS}/other")}


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


def _away(at: DisputeTable) -> Sample:
    return services.go_away, {"sitting": at.sitting(3)}, {"agrees": True}


def _back(at: DisputeTable) -> Sample:
    for seat in (2, 3):
        services.go_away(sitting=at.sitting(seat), **at.by())
    return services.come_back, {"sitting": at.sitting(3)}, {"sitting": at.sitting(2)}


def _note(at: DisputeTable) -> Sample:
    given = {"session": at.table.session, "text": "seat 4 wants a setup"}
    return games.write_note, given, {"text": "seat 4 wants two setups"}


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


def _void_time(at: DisputeTable) -> Sample:
    _, given, other = _collect_time(at)
    desk = at.table.desk
    one, _ = collect_time(key=key(), **desk.by(), **given, sittings=other["sittings"])
    return void_time, {"charge": one, "reason": "the wrong seat"}, {"reason": "twice"}


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


def _return_collected(at: DisputeTable) -> Sample:
    given = {"collected": a_collection(at.table.desk), "reason": "they are two people"}
    return return_collected, given, {"reason": "a slip of the keys"}


def _pay(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"debt": a_debt(desk), "how": debts.How.CASH, "amount": 100, "drawer": desk.drawer}
    given |= {"by": desk.cashier}
    return cage.pay_debt, given, {"amount": 50}


def _write_off(at: DisputeTable) -> Sample:
    service, stocked, _ = cage_key_samples.stock(at)
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


def _sampling_rate(at: DisputeTable) -> Sample:
    given = {"room": at.table.desk.room, "one_in": 1, "reason": "more of them"}
    return set_sampling_rate, given, {"one_in": 2}


def _plan_tables(at: DisputeTable) -> Sample:
    desk = at.table.desk
    planned = Planned("NLH 1/3", 2, 18, 2, for_day=desk.room.gaming_day(desk.now) + timedelta(days=1))
    return plan_tables, {"room": desk.room, "planned": planned}, {"planned": replace(planned, tables=3)}


def _answer_pot(at: DisputeTable) -> Sample:
    service, given, _ = _sampling_rate(at)
    service(**given, key=key(), **at.by())
    return answer_pot, {"hand": at.table.tick(3_00), "pot": 70_00}, {"pot": 80_00}


def _works_here(at: DisputeTable) -> Sample:
    desk = at.table.desk
    given = {"room": desk.room, "player": desk.player(), "who": desk.cashier, "by": desk.manager}
    return services.note_works_here, given, {"who": person(desk.room, "host")}


def _works_here_no_more(at: DisputeTable) -> Sample:
    note, given, _ = _works_here(at)
    row = note(**given, at=at.table.desk.at(), key=key())
    return services.note_works_here_no_more, {"employment": row, "by": at.manager}, {"was_wrong": True}


SAMPLES: dict[str, Callable[[DisputeTable], Sample]] = {
    **cage_key_samples.SAMPLES,
    **slip_key_samples.SAMPLES,
    **revenue_key_samples.SAMPLES,
    **comp_key_samples.SAMPLES,
    **assurance_key_samples.SAMPLES,
    "seat_player": _seat,
    "note_works_here": _works_here,
    "note_works_here_no_more": _works_here_no_more,
    "add_on": _add_on,
    "must_move": _must_move,
    "take_incidental": _incidental,
    "collect_time": _collect_time,
    "void_time": _void_time,
    "waive_time": _waive_time,
    "play_over": _play_over,
    "give_back_seat": _give_back,
    "pick_up": _pick_up,
    "go_away": _away,
    "come_back": _back,
    "write_note": _note,
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
    "return_collected": _return_collected,
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
    "set_sampling_rate": _sampling_rate,
    "plan_tables": _plan_tables,
    "answer_pot": _answer_pot,
    "register_hook": _register_hook,
    "rotate_secret": _rotate_secret,
}
