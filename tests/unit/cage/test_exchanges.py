"""Even exchanges: one amount in other pieces, on record, and nothing moves."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from cage import services as cage
from cage.checks.cash_slips import unidentified_beyond, unnamed_exchanges
from cage.models import ChipSet, Drawer, Exchange, LinkedDay
from cage.selectors.chip_sets import counted_last
from cage.selectors.currency import patron_day
from cage.selectors.exchanges import exchange_rows
from cage.selectors.logs import log_csv, transaction_log
from cage.selectors.money_lines import money_lines
from cage.selectors.typed import read_entry, read_exchange
from cage.services.drawers import tills_of
from config.audit.models import AuditEvent
from config.days.selectors import notes_of
from config.rooms.models import Room
from players.models import IdentityDecision, Player, Transfer, TransferKind
from players.services import find_guests
from tests.support.desk import Desk, key, open_desk, person
from tests.support.drawers import close_exactly, counted, open_exactly, opened, running
from tests.support.refusals import refused
from tests.support.window import book, described, identified
from tests.unit.players.test_identity import decide

K = TransferKind
CASH = {"what": "cash", "amount": 3_000_00, "taken": {"2000": 150}, "given": {"10000": 30}}
FOUR, ONE = {25_00: 4}, {100_00: 1}


def exchange(desk: Desk, **facts: Any) -> Exchange:
    given: dict[str, Any] = {"drawer": desk.drawer, "what": "chips", "taken": FOUR, "given": ONE, "key": key()}
    return cage.exchange(**(given | desk.by() | facts))


def test_it_is_on_record_with_both_sides_and_moves_nothing(desk: Desk) -> None:
    before, held = Transfer.objects.count(), [till.balance for till in tills_of(desk.drawer)]
    made = exchange(desk)
    assert (made.amount, made.taken, made.given, made.second) == (100_00, {"2500": 4}, {"10000": 1}, None)
    assert (Transfer.objects.count(), [till.balance for till in tills_of(desk.drawer)]) == (before, held)
    event = AuditEvent.objects.get(verb="drawer.exchanged")
    assert (event.subject_id, event.after["taken"], event.after["given"]) == (str(made.pk), "4 × 25", "1 × 100")
    (row,) = exchange_rows(running(desk.drawer))
    assert (row.with_whom, row.taken, row.given, row.amount) == ("a patron", "4 × 25", "1 × 100", 100_00)


def test_a_retry_is_one_exchange(desk: Desk) -> None:
    facts = {"key": key()} | desk.by()
    assert exchange(desk, **facts) == exchange(desk, **facts)
    assert Exchange.objects.count() == 1


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"given": {100_00: 2}}, "exchange_not_even"),
        ({"given": {}}, "exchange_not_even"),
        ({"taken": {}, "given": {}}, "exchange_not_even"),
        ({"given": FOUR}, "nothing_exchanged"),
        ({"taken": {7_00: 100}, "given": {100_00: 7}}, "denomination_unknown"),
        ({"taken": {25_00: 8, 100_00: -1}}, "denomination_unknown"),
        ({"what": "cash", "taken": {25_00: 4}}, "denomination_unknown"),
        ({"side": "vault"}, "second_needed"),
    ],
)
def test_what_is_not_even_is_refused(desk: Desk, facts: dict[str, Any], code: str) -> None:
    refused(code, lambda: exchange(desk, **facts))
    assert not Exchange.objects.exists()


def test_chips_are_never_exchanged_for_cash(desk: Desk) -> None:
    """A note has values that no chip has: one exchange is of one kind of money."""
    assert exchange(desk, what="cash", taken={20_00: 5}).what == "cash"
    refused("denomination_unknown", lambda: exchange(desk, taken={20_00: 5}))


def test_with_the_vault_before_a_second_person(desk: Desk) -> None:
    refused("second_is_first", lambda: exchange(desk, side="vault", second=desk.cashier))
    refused("second_may_not", lambda: exchange(desk, side="vault", second=person(desk.room, "host")))
    made = exchange(desk, side="vault", second=desk.second)
    assert (made.second, exchange_rows(running(desk.drawer))[0].with_whom) == (
        desk.second,
        f"the vault, before {desk.second}",
    )


def test_only_its_cashier_while_the_drawer_is_open(desk: Desk) -> None:
    refused("not_your_drawer", lambda: exchange(desk, by=person(desk.room, "cashier")))
    close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
    refused("drawer_closed", lambda: exchange(desk))
    open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
    assert exchange(desk).session == running(desk.drawer)


@pytest.mark.django_db
class TestMoreThanThereIs:
    """Nobody gives out pieces that can't be there: they would be in the books of an evening, and nowhere else."""

    @pytest.mark.parametrize("what", ["chips", "cash"])
    def test_a_drawer_gives_out_what_it_holds_and_no_more(self, what: str) -> None:
        desk = open_desk(chips=400_00, cash=400_00)
        cage.stock_vault(room=desk.room, chips=9_000_00, cash=0, key=key(), reason="more", **desk.at_the_vault())
        beyond = {"chips": {25_00: 20}, "cash": {20_00: 25}}[what]
        refusal = refused("drawer_short", lambda: exchange(desk, what=what, taken={100_00: 5}, given=beyond))
        assert refusal.message == f"Window 1 has not enough {what} for 500: ask for a fill first."
        assert not refusal.allowed  # a drawer is counted blind (R39)
        given = {"chips": {25_00: 16}, "cash": {20_00: 20}}[what]
        assert exchange(desk, what=what, taken={100_00: 4}, given=given).amount == 400_00

    def test_nor_to_the_vault(self, desk: Desk) -> None:
        facts = {"drawer": opened_by(desk), "side": "vault", "second": desk.second}
        refused("drawer_short", lambda: exchange(desk, **facts, by=running(facts["drawer"]).cashier))

    def test_chips_that_nobody_issued_come_in_as_little_as_they_go_out(self) -> None:
        """A room of 1,000.00 in chips has ten of 100 at most."""
        desk = open_desk(chips=1_000_00)
        many: dict[str, Any] = {"taken": {100_00: 11}, "given": {25_00: 44}}
        refusal = refused("more_than_issued", lambda: exchange(desk, **many))
        assert refusal.message == "The room hasn’t issued 11 chips of 100: count again, and call a manager."
        refused("more_than_issued", lambda: exchange(desk, taken=many["given"], given=many["taken"]))
        assert exchange(desk, taken={100_00: 10}, given={25_00: 40}).amount == 1_000_00


def opened_by(desk: Desk) -> Drawer:
    """Another window, with nothing in it."""
    cashier = person(desk.room, "cashier")
    return opened(desk.room, "Window 2", cashier=cashier, by=desk.manager, at=desk.at())


class TestCurrency:
    """Small notes for large ones are a transaction in currency: somebody's, both ways, and in the log (R50)."""

    def notes(self, desk: Desk, amount: int, patron: Player | None = None, **facts: Any) -> Exchange:
        """Cash in notes of 20 for notes of 100."""
        pieces = {"taken": {20_00: amount // 20_00}, "given": {100_00: amount // 100_00}}
        return exchange(desk, what="cash", patron=patron, **pieces, **facts)

    def test_from_what_the_room_logs_on_it_is_somebodys(self, desk: Desk) -> None:
        desk.room.log_from = 1_000_00
        desk.room.save()
        assert self.notes(desk, 900_00).player is None
        refusal = refused("patron_missing", lambda: self.notes(desk, 1_000_00))
        assert refusal.message == "Cash exchanged from 1,000 on is in the log: choose the patron, or describe them."
        assert self.notes(desk, 1_000_00, desk.player("Leif")).player
        assert exchange(desk, taken={25_00: 40}, given={100_00: 10}).player is None  # chips are no currency
        vault = {"side": "vault", "second": desk.second}
        assert self.notes(desk, 1_000_00, desk.player(), **vault).player is None

    def test_nameless_ones_of_a_window_add_up(self, desk: Desk) -> None:
        """Little by little is as much at once: from the room's amount on the desk asks whose they are."""
        self.notes(desk, 1_500_00)
        said = refused("exchanges_add_up", lambda: self.notes(desk, 1_500_00))
        assert (said.allowed, said.field) == ({"confirm": "exchanges_add_up"}, "patron")
        assert "3,000 in cash for nobody by name, in 2 exchanges" in said.message
        assert self.notes(desk, 1_400_00).player is None
        assert self.notes(desk, 1_500_00, desk.player("Leif")).player
        assert self.told(desk) == []

    def told(self, desk: Desk) -> list[str]:
        """The notes of the day about nameless cash."""
        notes = (note.sentence for note in notes_of(desk.room, desk.room.gaming_day(desk.now)))
        return [sentence for sentence in notes if "nobody by name" in sentence]

    def test_different_people_are_kept_in_the_trail_and_told_in_the_morning(self, desk: Desk) -> None:
        self.notes(desk, 2_900_00)
        self.notes(desk, 2_900_00, confirmed=("exchanges_add_up",))
        assert AuditEvent.objects.filter(verb="drawer.exchanged").latest("pk").after["different_people"] == 5_800_00
        self.notes(desk, 100_00)
        refused("exchanges_add_up", lambda: self.notes(desk, 2_900_00))
        assert self.told(desk) == [
            f"{desk.cashier} exchanged 5,900 of cash at Window 1 for nobody by name, in 3 exchanges that together come "
            "to what is in the log; 1 time these were said to be different people."
        ]

    def test_they_are_those_of_one_window_one_day_and_of_cash(self, desk: Desk) -> None:
        self.notes(desk, 2_000_00)
        exchange(desk, taken={25_00: 400}, given={100_00: 100})
        self.notes(desk, 900_00)
        desk.now += timedelta(days=1)
        self.notes(desk, 2_000_00)
        close_exactly(desk.drawer, by=desk.cashier, second=desk.second, at=desk.at())
        open_exactly(desk.drawer, by=desk.cashier, at=desk.at())
        self.notes(desk, 2_000_00)

    def test_it_counts_in_and_out_of_the_patrons_day_and_is_never_netted(self, desk: Desk) -> None:
        player = desk.player("Leif")
        desk.buy_in(player, 200_00)
        made = self.notes(desk, 900_00, player)
        day = patron_day(desk.room, player, made.gaming_day)
        assert (day.currency_in, day.currency_out) == (1_100_00, 900_00)
        assert day.by_kind[Exchange.Currency.TAKEN] == day.by_kind[Exchange.Currency.GIVEN] == 900_00
        event = AuditEvent.objects.get(verb="drawer.exchanged")
        assert event.after["player"] == player.pk
        (row,) = exchange_rows(running(desk.drawer))
        assert row.with_whom == "Leif"
        assert [(line.name, line.amount) for line in money_lines(desk.room, player, made.gaming_day)] == [
            ("Cash exchanged for other cash today", 900_00)
        ]

    def test_both_sides_stand_in_the_log_of_the_day(self, desk: Desk) -> None:
        player, other = desk.player("Leif"), desk.player("Bob")
        made = self.notes(desk, 3_000_00, player)
        self.notes(desk, 900_00, other)
        (patron,) = transaction_log(desk.room, made.gaming_day)
        assert patron.player == player
        assert [(line.move.direction, line.move.amount, line.drawer, line.by) for line in patron.lines] == [
            ("in", 3_000_00, "Window 1", str(desk.cashier)),
            ("out", 3_000_00, "Window 1", str(desk.cashier)),
        ]
        _, *lines = list(log_csv(desk.room, made.gaming_day))
        assert [("even exchange, taken" in line, ",3000," in line) for line in lines] == [(True, True), (False, True)]

    @pytest.mark.parametrize("way", [K.TOURNAMENT_ENTRY, K.TOURNAMENT_PAID])
    def test_nobody_moves_more_than_without_an_identity(self, desk: Desk, way: TransferKind) -> None:
        desk.room.identity_from = 1_000_00
        desk.room.save()
        patron = described(desk)
        book(desk, way, 200_00, patron)
        refused("identity_required", lambda: self.notes(desk, 900_00, patron))
        self.notes(desk, 800_00, patron)
        code = "identity_required" if way == K.TOURNAMENT_ENTRY else "cash_out_held"
        refused(code, lambda: book(desk, way, 1_00, patron))
        self.notes(desk, 900_00, identified(desk))
        assert list(unidentified_beyond()) == []

    def test_a_guest_is_nobody(self, desk: Desk) -> None:
        guest = find_guests(room=desk.room, names=["Ivey"], source="a file", **desk.by())["Ivey"]
        refused("guest_unidentified", lambda: self.notes(desk, 100_00, guest))

    def test_a_link_brings_exchanges_together(self, desk: Desk) -> None:
        one, other = described(desk), described(desk, hair="red")
        self.notes(desk, 2_000_00, one)
        self.notes(desk, 2_000_00, other)
        decide(desk, one, other, IdentityDecision.Outcome.SAME)
        alert = LinkedDay.objects.get()
        assert (alert.currency_in, alert.currency_out) == (4_000_00, 4_000_00)

    def test_the_audit_finds_what_a_described_patron_exchanged_too_much(self, desk: Desk) -> None:
        patron = described(desk)
        self.notes(desk, 2_000_00, patron)
        Room.objects.filter(pk=desk.room.pk).update(identity_from=1_999_99)
        assert [fault.partition(" is of")[0].partition("of cash")[2] for fault in unidentified_beyond()] == [
            f" {way} on {desk.room.gaming_day(desk.now)}" for way in ("out", "in")
        ]

    def test_the_audit_finds_one_of_nobody_since_the_first_that_names_somebody(self, desk: Desk) -> None:
        def settle(amount: int) -> None:
            Room.objects.filter(pk=desk.room.pk).update(log_from=amount)

        self.notes(desk, 2_000_00)
        self.notes(desk, 100_00, desk.player())
        late = self.notes(desk, 2_000_00, confirmed=("exchanges_add_up",))
        assert list(unnamed_exchanges()) == []
        settle(2_000_00)
        assert list(unnamed_exchanges()) == [
            f"room {desk.room.pk}: exchange {late.pk} of 200000 in cash was with nobody"
        ]


class TestChipsNobodyHandsOut:
    @pytest.fixture
    def desk(self, db: None) -> Desk:
        """A room with two sets: 25 and 100 of a blue one, 25 of a red one."""
        desk = open_desk(chips=0, cash=0)
        for name, pieces, use in (("Blue", {100_00: 50, 25_00: 50}, "primary"), ("Red", {25_00: 50}, "secondary")):
            facts = {"pieces": pieces, "name": name, "use": use, "reason": "papers", "key": key()}
            cage.receive_chips(room=desk.room, **facts, **desk.at_the_vault())
        cage.fund_drawer(drawer=desk.drawer, chips=1_000_00, cash=0, key=key(), **desk.at_the_vault())
        return desk

    def test_those_that_were_never_issued(self, desk: Desk) -> None:
        refused("denomination_unknown", lambda: exchange(desk, taken={5_00: 20}))
        assert exchange(desk).amount == 100_00

    def test_those_of_a_retired_set_come_in_until_its_last_day(self, desk: Desk) -> None:
        blue, day = ChipSet.objects.get(name="Blue"), desk.room.gaming_day(desk.now)
        facts = {"chip_set": blue, "last_day": day, "reason": "new ones", "key": key(), "confirmed": True}
        cage.retire_set(**facts, **desk.at_the_vault())
        refused("set_retired", lambda: exchange(desk))
        assert exchange(desk, taken=ONE, given=FOUR).amount == 100_00
        desk.now += timedelta(days=1)
        refused("last_day_over", lambda: exchange(desk, taken=ONE, given=FOUR))

    def test_pieces_that_went_for_others_may_lie_elsewhere(self, desk: Desk) -> None:
        chips = counted(desk.room)
        assert chips.chips == {}
        session = cage.begin_close(session=running(desk.drawer), by=desk.cashier, at=desk.at())
        sheet = type(chips)({100_00: 10})
        for who in (desk.cashier, desk.second):
            cage.count_drawer(session=session, counted=sheet, key=key(), by=who, at=desk.at())
        cage.open_drawer(drawer=desk.drawer, counted=sheet, key=key(), by=desk.cashier, at=desk.at())
        exchange(desk)
        assert counted_last(desk.room) == {"Window 1": {100_00: 9}}


class TestTyped:
    @pytest.mark.parametrize(
        ("line", "query"),
        [
            ("x 4x25=1x100", "?what=chips&in=4x25&out=1x100"),
            ("X 4 x 25 = 1 x 100", "?what=chips&in=4x25&out=1x100"),
            ("xc 5x20=1x100", "?what=cash&in=5x20&out=1x100"),
            ("x 2x25+10x5=1x100", "?what=chips&in=2x25+10x5&out=1x100"),
            ("x 2x25 10x5=100x1", "?what=chips&in=2x25+10x5&out=100x1"),
            ("x 4x0.25=1x1", "?what=chips&in=4x0.25&out=1x1"),
        ],
    )
    def test_a_line_names_both_sides(self, line: str, query: str) -> None:
        read = read_exchange(line)
        assert read
        assert read.query == query

    @pytest.mark.parametrize(
        "line", ["x", "x 4x25", "leif +200", "xavier 4", "x 4x25=", "4x25=1x100", "x a=b", "Max 4=4"]
    )
    def test_other_lines_are_names(self, line: str) -> None:
        assert read_exchange(line) is None
        assert read_entry(line)


class TestTables:
    def row(self, desk: Desk, **facts: Any) -> Exchange:
        given: dict[str, Any] = {"room": desk.room, "session": running(desk.drawer), "side": "patron", "what": "chips"}
        given |= {"taken": {"100": 4}, "given": {"400": 1}, "amount": 4_00, "request_key": key()}
        return Exchange.objects.create(**(given | {"gaming_day": desk.room.gaming_day(desk.now)} | desk.by() | facts))

    @pytest.mark.parametrize(
        ("facts", "said"),
        [
            ({"amount": 5_00}, "both sides come to one amount"),
            ({"given": {"400": 2}}, "both sides come to one amount"),
            ({"given": {"400": 2, "200": -2}}, "both sides come to one amount"),
            ({"taken": {}, "given": {}, "amount": 0}, "exchange_amount_positive"),
            ({"side": "vault"}, "exchange_with_vault_by_two_people"),
            ({"room": "other"}, "worked by its cashier"),
            ({"by": "other"}, "worked by its cashier"),
            (CASH | {"side": "vault", "second": "second", "player": "player"}, "exchange_patron_of_cash"),
            ({"player": "player"}, "exchange_patron_of_cash"),
            (CASH, "names its patron"),
        ],
    )
    def test_the_database_refuses_what_is_not_even(self, desk: Desk, facts: dict[str, Any], said: str) -> None:
        facts = {
            name: {"room": open_desk().room, "by": desk.manager}[name] if value == "other" else value
            for name, value in facts.items()
        }
        named = {"second": desk.second, "player": desk.player()}
        facts = {name: named[name] if value == name else value for name, value in facts.items()}
        with pytest.raises(DatabaseError, match=said), transaction.atomic():
            self.row(desk, **facts)

    def test_and_takes_what_is(self, desk: Desk) -> None:
        assert self.row(desk).pk
        assert self.row(desk, **CASH | {"player": desk.player()}).pk
        assert self.row(desk, **CASH | {"side": "vault", "second": desk.second}).pk
