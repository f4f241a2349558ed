"""An id in a posted form or body that belongs to another room is refused, and nothing is done.

Each case is posted twice, with the id of this room's thing, which must go through, and with that of another room's."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pytest
from django import forms
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.utils import timezone
from rest_framework import serializers

from cage.models import ChipSet
from cage.services import deposit, stock_vault, void_buy_in
from config.staff.models import User
from config.staff.roles import ROLES
from config.staff.services import grant_role
from config.web import api
from config.web.forms import IdField
from disputes.models import Ruling
from players.models import Sitting, TimeCharge, Transfer
from players.services.time_charges import collect_time
from rules.house.fee_schedule import live_time
from tables.forms.dealer import SeenField
from tables.models import Dealer, Down, PlaqueVersion, TableSession
from tables.services import put_in, register_dealer, start_shift
from tests.support.arranged import arranged
from tests.support.awards import a_pool, declared, feed
from tests.support.banks import BANK_PIN, a_bank, a_runner, shown
from tests.support.desk import NLH, Desk, key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.drawers import close_exactly, running
from tests.support.house import a_debt
from tests.support.lists import O8, O8_LIST, Lists
from tests.support.people import LONG_AGO, a_person, except_conflicts, signed_in
from tests.support.routes import routes
from tests.support.source import PACKAGES, last_name, modules
from tests.support.window import carried_off

pytestmark = pytest.mark.django_db
PIN = "4711"
NAMES_OF_THINGS = {
    "drawer", "session", "table", "player", "sitting", "dealer", "main", "like", "start", "seen", "amends", "other",
    "cashier", "room", "to", "entry", "hand", "dispute", "debt", "plaque", "seated", "witness", "approver",
    "successor", "corrects",
}  # fmt: skip
"""A field with such a name holds an id, or says by other means which row is meant."""


# ---------------------------------------------------------------------------------------------------- two rooms


@dataclass
class Rooms:
    """One room of two that are alike, with one of everything that a form names."""

    at: DisputeTable

    @property
    def desk(self) -> Desk:
        return self.at.table.desk

    @cached_property
    def second(self) -> TableSession:
        """Another table of the room, with the same game."""
        return self.desk.open_table()

    @cached_property
    def timed(self) -> Sitting:
        """A player at a table that charges time, who has sat there for more than half an hour."""
        session = self.desk.open_table(replace(NLH, fee=live_time(6_00)))
        player = self.desk.player()
        self.desk.buy_in(player, 200_00, session=session)
        return self.desk.seat(player, 1, 200_00, session=session)

    @cached_property
    def plaque(self) -> PlaqueVersion:
        """The plaque of a table with another game."""
        return self.desk.open_table(O8).plaque

    @cached_property
    def manager(self) -> User:
        """A manager with a PIN."""
        manager = person(self.desk.room, "manager")
        manager.set_pin(PIN)
        manager.save()
        return manager

    @cached_property
    def teller(self) -> User:
        """A cashier with a PIN."""
        teller = person(self.desk.room, "cashier")
        teller.set_pin(PIN)
        teller.save()
        return teller

    @cached_property
    def dealer(self) -> Dealer:
        """A dealer who has come on shift and deals nowhere yet."""
        facts = self.desk.by()
        dealer = register_dealer(room=self.desk.room, badge_number="D7", display_name="Dora", **facts)
        start_shift(dealer=dealer, **facts)
        return dealer

    @cached_property
    def down(self) -> Down:
        """Somebody deals at the first table, and somebody else is out."""
        facts = self.desk.by()
        other = register_dealer(room=self.desk.room, badge_number="D8", display_name="Dan", **facts)
        start_shift(dealer=other, **facts)
        down = put_in(session=self.desk.session, dealer=other, **facts)
        assert self.dealer
        return down

    @cached_property
    def ruling(self) -> Ruling:
        """A case about a hand, ruled on."""
        return self.at.rule(self.at.open(self.at.showdown()))


@arranged
def both() -> tuple[Rooms, Rooms]:
    """Two rooms of one house."""
    return Rooms(open_dispute_table()), Rooms(open_dispute_table())


@pytest.fixture
def ours(both: tuple[Rooms, Rooms]) -> Rooms:
    return both[0]


@pytest.fixture
def theirs(both: tuple[Rooms, Rooms]) -> Rooms:
    return both[1]


# -------------------------------------------------------------------------------------------------------- cases

Posted = tuple[str, dict[str, Any]]
Case = Callable[[Rooms, Rooms], Posted]


def _buy_in(at: Rooms, drawer: Rooms, session: Rooms) -> Posted:
    player = at.desk.player()
    body = {"session": session.desk.session.pk, "drawer": drawer.desk.drawer.pk, "amount": "200", "key": key()}
    return f"/cage/players/{player.pk}/buy-in/", body


def _cash_out(at: Rooms, of: Rooms) -> Posted:
    player = at.desk.player()
    at.desk.buy_in(player, 100_00)
    return f"/cage/players/{player.pk}/cash-out/", {"drawer": of.desk.drawer.pk, "amount": "100", "key": key()}


def _present(at: Rooms, of: Rooms) -> Posted:
    carried_off(at.desk, 100_00)
    body = {"drawer": of.desk.drawer.pk, "amount": "100", "origin": "won", "key": key()}
    return f"/cage/players/{at.desk.player().pk}/present/", body


def _cash(at: Rooms, of: Rooms) -> Posted:
    body = {"drawer": of.desk.drawer.pk, "amount": "100", "kind": "te", "key": key()}
    return f"/cage/players/{at.desk.player().pk}/cash/", body


def _corrected(of: Rooms, posted: Posted) -> Posted:
    bought = of.desk.buy_in(of.desk.player(), 100_00)
    voided = void_buy_in(bought=bought, reason="the wrong player", key=key(), **of.desk.by())
    address, body = posted
    return address, body | {"corrects": voided.pk}


def _fund(at: Rooms, of: Rooms) -> Posted:
    for each in (at, of):
        two = each.desk.at_the_vault()
        stock_vault(room=each.desk.room, chips=100_00, cash=0, reason="new chips", key=key(), **two)
    body = {"drawer": of.desk.drawer.pk, "chips_100": "100", "key": key()}
    return "/cage/drawers/fill/", body | {"badge": at.teller.badge_number, "pin": PIN}


def _chips(act: str, at: Rooms, of: Rooms) -> Posted:
    for each in (at, of):
        two = each.desk.at_the_vault()
        stock_vault(room=each.desk.room, chips=100_00, cash=0, reason="new chips", key=key(), **two)
    body = {"chip_set": ChipSet.objects.get(room=of.desk.room).pk, "use": "primary", "reason": "papers", "key": key()}
    body |= {"last_day": "2099-12-31", "confirmed": "on"} if act == "retire" else {"chips_100": "1"}
    return f"/cage/chips/{act}/", body | {"badge": at.teller.badge_number, "pin": PIN}


def _exchange(at: Rooms, of: Rooms) -> Posted:
    body = {"drawer": of.desk.drawer.pk, "side": "patron", "in_2500": "4", "out_10000": "1", "key": key()}
    return "/cage/exchange/", body


def _write_off(at: Rooms, of: Rooms) -> Posted:
    stock_vault(room=at.desk.room, chips=100_00, cash=0, reason="new chips", key=key(), **at.desk.at_the_vault())
    body = {"reason": "gone for good", "badge": of.manager.badge_number, "pin": PIN, "key": key()}
    return f"/debts/{a_debt(at.desk).pk}/write-off/", body


def _pay(at: Rooms, of: Rooms) -> Posted:
    body = {"how": "cash", "amount": "1", "drawer": of.desk.drawer.pk, "key": key()}
    return f"/cage/debts/{a_debt(at.desk).pk}/", body


def _push(at: Rooms, start: Rooms, seen: Rooms) -> Posted:
    assert at.down
    assert start.down
    return "/dealers/push/", {"start": start.desk.session.pk, "seen": str(seen.down.pk), "again": "on"}


def _follow(at: Rooms, of: Rooms) -> Posted:
    Lists(at.desk).join(game=O8_LIST)
    return f"/lists/{O8_LIST.key}/follow/", {"session": of.desk.session.pk, "key": key()}


def _move(at: Rooms, of: Rooms) -> Posted:
    return f"/sittings/{at.at.sitting(1).pk}/move/", {"to": f"{of.second.pk}-5", "key": key()}


def _dispute(at: Rooms, of: Rooms) -> Posted:
    body = {"kind": "SEATING", "facts": "says they were next", "dealer": of.dealer.pk, "hold": "none", "key": key()}
    return f"/tables/{at.desk.session.table_id}/dispute/?about=table", body


def _amend(at: Rooms, of: Rooms) -> Posted:
    body = {"amends": of.ruling.pk, "outcome": "other", "other": "Warned", "rule_code": "best_hand", "words": "anew"}
    return f"/disputes/{at.ruling.dispute_id}/amend/", body | {"key": key()}


def _change_plaque(at: Rooms, of: Rooms, manager: Rooms) -> Posted:
    body = {"like": of.plaque.pk, "badge": manager.manager.badge_number, "pin": PIN}
    assert at.plaque
    return f"/tables/{at.desk.session.table_id}/plaque/change/", body


def _settle(at: Rooms, of: Rooms) -> Posted:
    sittings = [at.at.sitting(seat).pk for seat in (1, 2, 3, 4)]
    assert at.second
    body = {"seated": ",".join(map(str, sittings)), "everybody": "stays", "key": key()}
    return f"/table-sessions/{at.desk.session.pk}/all/", body | {f"goes_{sittings[0]}": f"seat-{of.second.pk}-5"}


def _collect_time(at: Rooms, of: Rooms) -> Posted:
    return f"/table-sessions/{at.timed.session_id}/time/", {"sitting": of.timed.pk, "key": key()}


def _waive_time(at: Rooms, of: Rooms) -> Posted:
    body = {"sitting": of.timed.pk, "reason": "first visit", "key": key()}
    body |= {"badge": at.manager.badge_number, "pin": PIN}
    return f"/table-sessions/{at.timed.session_id}/time/waive/", body


def _void_time(at: Rooms, of: Rooms) -> Posted:
    due = {"session": of.timed.session, "sittings": [of.timed], "by": None, "at": timezone.now()}
    charge = TimeCharge.objects.filter(sitting=of.timed).first() or collect_time(key=key(), **due)[0]
    body = {"charge": charge.pk, "reason": "the wrong seat", "key": key()}
    body |= {"badge": at.manager.badge_number, "pin": PIN}
    return f"/table-sessions/{at.timed.session_id}/time/void/", body


def _put_in(at: Rooms, of: Rooms) -> Posted:
    return f"/table-sessions/{at.desk.session.pk}/dealer/", {"dealer": of.dealer.pk}


def _feed(at: Rooms, of: Rooms) -> Posted:
    return f"/table-sessions/{at.second.pk}/must-move/feed/", {"main": of.desk.session.pk}


def _hand_over(at: Rooms, of: Rooms) -> Posted:
    successor = person(of.desk.room, "cashier")
    return f"/cage/drawer-sessions/{running(at.desk.drawer).pk}/close/", {"successor": successor.pk, "reason": "gone"}


def _api_buy_in(at: Rooms, drawer: Rooms, session: Rooms) -> Posted:
    body = {"session": session.desk.session.pk, "player": at.desk.player().pk, "drawer": drawer.desk.drawer.pk}
    return "/api/v1/buy-ins/", body | {"amount": 200_00}


def _api_cash_out(at: Rooms, of: Rooms) -> Posted:
    player = at.desk.player()
    at.desk.buy_in(player, 100_00)
    return "/api/v1/cash-outs/", {"player": player.pk, "drawer": of.desk.drawer.pk, "amount": 100_00}


def _bank_move(at: Rooms, way: str, drawer: Rooms, session: Rooms) -> Posted:
    bank = a_bank(at.desk)
    facts = {"bank": bank, "drawer": at.desk.drawer, "shown": shown(at.desk, bank)}
    deposit(amount=500_00, key=key(), **facts, **at.desk.by())
    body = {"way": way, "amount": "200", "drawer": drawer.desk.drawer.pk, "session": session.desk.session.pk}
    return f"/cage/banks/{bank.player_id}/move/", body | {"bank_pin": BANK_PIN, "key": key()}


def _seated(at: Rooms) -> Sitting:
    player = at.desk.player()
    at.desk.buy_in(player, 100_00, session=at.second)
    return at.desk.seat(player, 1, 100_00, session=at.second)


def _runners_sale(at: Rooms, of: Rooms) -> Posted:
    sitting = at.second.sittings.last() or _seated(at)
    close_exactly(of.desk.drawer, by=of.desk.cashier, second=of.desk.second, at=of.desk.at())
    runner = a_runner(of.desk, by=of.desk.cashier)
    return f"/runner/sittings/{sitting.pk}/", {"drawer": runner.pk, "amount": "50", "key": key()}


def _tokes(at: Rooms, dealer: Rooms, drawer: Rooms) -> Posted:
    body = {"dealer": dealer.dealer.pk, "drawer": drawer.desk.drawer.pk, "chips_500": "1", "key": key()}
    return "/cage/tokes/count/", body | {"badge": at.manager.badge_number, "pin": PIN}


def _award(at: Rooms, of: Rooms) -> Posted:
    pool = a_pool(at.desk)
    feed(at.at.table, 300)
    share = declared(at.desk, pool, 300, at.desk.player()).shares.get()
    return f"/cage/award-shares/{share.pk}/pay/", {"drawer": of.desk.drawer.pk, "key": key()}


CASES: dict[str, Case] = {
    "AwardPayForm.drawer": _award,
    "BankMoveForm.drawer": lambda at, of: _bank_move(at, "bank_put", of, at),
    "BankMoveForm.session": lambda at, of: _bank_move(at, "bank_sell", at, of),
    "RunnerSaleForm.drawer": _runners_sale,
    "TokeCountForm.dealer": lambda at, of: _tokes(at, of, at),
    "TokeCountForm.drawer": lambda at, of: _tokes(at, at, of),
    "BuyInForm.session": lambda at, of: _buy_in(at, at, of),
    "BuyInForm.drawer": lambda at, of: _buy_in(at, of, at),
    "BuyInForm.corrects": lambda at, of: _corrected(of, _buy_in(at, at, at)),
    "DeskForm.corrects": lambda at, of: _corrected(of, _buy_in(at, at, at)),
    "CashOutForm.corrects": lambda at, of: _corrected(of, _cash_out(at, at)),
    "CashOutForm.drawer": _cash_out,
    "PresentForm.corrects": lambda at, of: _corrected(of, _present(at, at)),
    "PresentForm.drawer": _present,
    "CashForm.corrects": lambda at, of: _corrected(of, _cash(at, at)),
    "CashForm.drawer": _cash,
    "FundForm.drawer": _fund,
    "CloseForm.successor": _hand_over,
    "PayForm.drawer": _pay,
    "PutInForm.dealer": _put_in,
    "PushForm.start": lambda at, of: _push(at, of, at),
    "RoomForm.room": lambda at, of: ("/rooms/", {"room": of.desk.room.pk}),
    "PushForm.seen": lambda at, of: _push(at, at, of),
    "FeedForm.main": _feed,
    "FollowForm.session": _follow,
    "MoveForm.to": _move,
    "ReportForm.dealer": _dispute,
    "AmendForm.amends": _amend,
    "PlaqueChangeForm.like": lambda at, of: _change_plaque(at, of, at),
    "WholeTableForm.seated": _settle,
    "CollectTimeForm.sitting": _collect_time,
    "VoidTimeForm.charge": _void_time,
    "WaiveTimeForm.sitting": _waive_time,
    "ExchangeForm.drawer": _exchange,
    "PiecesForm.chip_set": lambda at, of: _chips("receive", at, of),
    "ReceiveForm.chip_set": lambda at, of: _chips("receive", at, of),
    "DestroyForm.chip_set": lambda at, of: _chips("destroy", at, of),
    "RetireForm.chip_set": lambda at, of: _chips("retire", at, of),
    "BuyInBody.session": lambda at, of: _api_buy_in(at, at, of),
    "BuyInBody.drawer": lambda at, of: _api_buy_in(at, of, at),
    "CashOutBody.drawer": _api_cash_out,
}
"""For each field what to post: at a room, with the id of a thing of that room or of another one."""
BADGES: dict[str, Case] = {
    "WriteOffForm": _write_off,
    "PlaqueChangeForm": lambda at, of: _change_plaque(at, at, of),
}
"""The badge of a second person; every form looks it up in the same place."""


@pytest.mark.parametrize("field", [*CASES, *BADGES])
def test_a_thing_of_another_room_is_refused_and_nothing_is_done(ours: Rooms, theirs: Rooms, field: str) -> None:
    client = signed_in(_in_every_role(ours.desk))
    assert _answer(client, *(CASES | BADGES)[field](ours, ours), keeps=False) in (200, 201, 303), (
        "the same post goes through here"
    )
    address, body = (CASES | BADGES)[field](ours, theirs)
    before = _rows()
    assert _answer(client, address, body, keeps=True) in (400, 404, 422)
    assert _rows() == before


def _in_every_role(desk: Desk) -> User:
    """The cashier who works the drawer, with every other role too."""
    except_conflicts(desk.room, ROLES)
    for role in ROLES.keys() - {"cashier"}:
        grant_role(person=desk.cashier, room=desk.room, role=role, by=None, at=LONG_AGO)
    desk.cashier.forget_postings()
    return desk.cashier


def _answer(client: Client, address: str, body: dict[str, Any], *, keeps: bool) -> int:
    """The status that the post is answered with; what it did is kept, or undone."""
    sent: dict[str, Any] = {"content_type": "application/json"} if address.startswith("/api/") else {}
    with transaction.atomic():
        response = client.post(address, body, headers={"Idempotency-Key": key()}, **sent)
        transaction.set_rollback(not keeps)
    refused = response.status_code not in (200, 201, 303)
    assert keeps or not refused, "this room's own is refused: " + response.content.decode()
    return int(response.status_code)


def _rows() -> dict[str, int]:
    """The number of rows of each kind; whatever is changed adds an event, so that none is changed unseen."""
    ours = (model for model in apps.get_models() if model.__module__.split(".")[0] in PACKAGES)
    return {model._meta.label: model._default_manager.count() for model in ours}


# --------------------------------------------------------------------------------------------- nothing left out

OF_EVERY_ROOM = {
    "SeatForm.player", "JoinForm.player", "DecideForm.other", "ApartForm.other", "SeatBody.player", "BuyInBody.player",
    "CashOutBody.player", "NameForm.other", "ExchangeForm.player",
}  # fmt: skip
"""People who play are known to the whole installation."""
NO_IDS = {
    "AwardForm.pool": "a choice among the pools of the room alone",
    "AwardForm.table": "a choice among the tables of the room alone",
    "AwardForm.hand": "the number of a hand at the table that the form names",
    "AwardVoidForm.share": "a choice among the shares of the award that the address names",
    "DeskForm.drawer": "the form that buying in and cashing out have in common",
    "RulingForm.other": "an outcome in other words",
    "HearingForm.other": "an outcome in other words",
    "AmendForm.other": "an outcome in other words",
    "HangForm.table": "a choice among the tables of the room alone",
    "RulesForm.excluded_plaques": "a choice among the plaques of the room alone",
    "RateForm.plaque": "a choice among the plaques of the room alone",
    "HoursForm.plaque": "a choice among the plaques of the room alone",
    "GiveBackForm.to": "a seat of the table that the address names",
    "ReconcileForm.seen": "the digest of the figures that the page showed",
    "DecideCurrencyForm.seen": "the sums that the page showed",
    "BuyInForm.seen": "the state of the player's chips and receipts that the page showed",
    "CashOutForm.seen": "the state of the player's chips and receipts that the page showed",
    "PresentForm.seen": "the state of the player's chips and receipts that the page showed",
    "CashForm.seen": "the state of the player's chips and receipts that the page showed",
    "DealForm.seen": "the state of the books that the page showed",
    "DeskForm.seen": "the state of the player's chips and receipts that the page showed",
    "RepostForm.rules": "the house rules that the page showed, looked up among those of the room alone",
    "TickForm.session": "the opening that the page showed, compared with that of the table and never looked up",
    "TickForm.plaque": "the plaque that the page showed, compared with that of the table and never looked up",
    "PutAwayForm.seen": "the version of the alarm that the page showed",
}
"""Names that sound like a thing, and what they hold."""
READING = {
    "HandsFilterForm.session", "HandsFilterForm.table", "DisputesFilterForm.dealer", "DisputesFilterForm.table",
    "SearchForm.before", "SearchForm.player", "SearchForm.table", "PeriodForm.before", "_PagedForm.before",
    "LedgerForm.before", "BehindForm.before", "LedgerForm.player", "LedgerForm.table", "LedgerForm.hand",
}  # fmt: skip
"""Filters of lists that begin with the room: they change nothing, and what they show is tried below."""


def test_every_field_that_names_a_row_is_tried() -> None:
    found = set(_naming())
    assert len(found) > 30
    known = {*CASES, *OF_EVERY_ROOM, *NO_IDS, *READING}
    assert found - known == set(), "post another room's id in CASES, or say why it may be anybody's"
    assert known - found == set()


def test_a_badge_is_looked_up_in_the_room_alone() -> None:
    asking = {module.name for module in modules() for call in module.calls() if last_name(call.func) == "verify_pin"}
    of_oneself = {f"config/staff/{own}.py" for own in ("reauthentication", "views/account", "views/waiting")}
    assert asking == {"config/staff/second.py", *of_oneself}, "use config.staff.second"


def test_a_list_shows_nothing_of_another_room(ours: Rooms, theirs: Rooms) -> None:
    client, hand, case = signed_in(a_person(ours.desk.room, *ROLES)), theirs.ruling.dispute.hand, theirs.ruling.dispute
    assert hand is not None
    table, player = theirs.desk.session.table_id, theirs.at.sitting(1).player_id
    moved = {str(pk) for pk in Transfer.objects.filter(room=theirs.desk.room).values_list("pk", flat=True)}
    for address in (
        f"/hands/?session={hand.session_id}", f"/hands/?table={table}", f"/disputes/?table={table}",
        f"/audit/?table={table}", f"/audit/?player={player}", f"/audit/?badge={theirs.at.manager.badge_number}",
        f"/audit/?subject_kind=hand&subject_id={hand.pk}", f"/ledger/?hand={hand.number}",
        f"/ledger/?table={theirs.desk.session.table.name}", f"/ledger/?player={player}",
        f"/ledger/?by={theirs.at.manager.badge_number}",
    ):  # fmt: skip
        shown = client.get(address).content.decode()
        assert f'/hands/{hand.pk}/"' not in shown, address
        assert f'/disputes/{case.pk}/"' not in shown, address
        assert not moved.intersection(re.findall(r'/ledger/transfers/(\d+)/"', shown)), address


def _naming() -> Iterator[str]:
    """The fields of every form and body that hold an id, or are called like a thing."""
    routes()  # whoever answers is imported
    for form in _kinds(forms.BaseForm):
        for name, field in getattr(form, "base_fields", {}).items():
            if name in NAMES_OF_THINGS or isinstance(field, IdField | SeenField | forms.ModelChoiceField):
                yield f"{form.__name__}.{name}"
    for body in _kinds(serializers.Serializer):
        for name, field in getattr(body, "_declared_fields", {}).items():
            if isinstance(field, api.IdField):
                yield f"{body.__name__}.{name}"


def _kinds(base: type[Any]) -> set[type[Any]]:
    """Every class of ours below `base`."""
    found = set(base.__subclasses__())
    for each in set(found):
        found |= _kinds(each)
    return {each for each in found if each.__module__.split(".")[0] in PACKAGES}
