"""Money after the fact, tried by chance: hands, corrections, cases, rulings, appeals, debts, voids, counts, hands of
files, comings and goings.

Every step draws from what is there now, does it by the services, and does it in the model (`money_model`): a step that
the model says needs two people is refused to one. After each step every seat, rack, box and debt is as the model
has it.

An evening is a tree: `otherwise` ends it in several ways from where it stands, each of which is a sequence of its own
with its own audit of the books, and goes back to where it stood. What costs is the act, some 45 questions to the
database: ten sequences that share an evening cost about four acts each, a sequence alone sixteen.
"""

from collections import Counter
from collections.abc import Callable
from copy import copy, deepcopy
from datetime import datetime
from functools import partial
from typing import Any, ClassVar

from django.db import connection, transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cage.services import pay_debt
from config.errors import DomainError
from config.staff.models import User
from disputes import services as disputes
from disputes.models import Dispute, Place
from disputes.services import Decision, Payment
from games import services as hands
from games.models import Hand, HandDraft
from games.replay import hand_of, write_action
from games.services.bookings import NEVER_OWED
from games.services.rewinding import steps_of
from games.typed import typed_amount
from players.models import Account, Debt, DebtEntry, Sitting
from players.services import add_on
from players.services.debts import collect_debt, write_off_debt
from players.services.shortfall import cover_shortfall
from players.services.table_money import count_stack
from rules.entry.dealing import asked_for, deal_unasked, deal_without_cards
from rules.entry.irregular_notation import read_entry
from rules.play.hand import Hand as Played
from tests.support.corrections import faults
from tests.support.desk import key
from tests.support.dispute import DisputeTable
from tests.support.money_files import HandFiles
from tests.support.money_model import PROMO, RAKE, CaseModel, HandModel, Model, Plan, Stay
from tests.support.money_window import KEPT, Sold, Window
from tests.support.refusals import refused

DOLLAR = 1_00
LIMIT = 30 * DOLLAR
BOXES = {RAKE: Place.RAKE, PROMO: Place.PROMO}
MOST_IN_PLAY = 18 * DOLLAR
"""The most that anybody puts in: everybody with twice that can be dealt in, and nobody is all in."""
Act = Callable[[User | None], Any]
EIGHTS = st.integers(0, 7)


class MoneyMachine(HandFiles, Window, RuleBasedStateMachine):
    """One evening at one table, in a transaction that is rolled back at its end. `told` counts what was tried."""

    desk: DisputeTable
    opened_at: datetime
    people: dict[str, User]
    told: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        table = self.desk.table
        table.desk.now = self.opened_at
        self.sittings = dict(table.sittings)
        self.players = {sitting.player_id: sitting.player for sitting in self.sittings.values()}
        stays = {player: Stay(player) for player in self.players}
        held = {sitting.player_id: table.desk.stack(sitting) for sitting in self.sittings.values()}
        racks = Counter({pk: table.desk.rack(player) for pk, player in self.players.items()})
        self.model = Model(LIMIT, dict(stays), Counter(held), racks)
        self.now_at = {sitting.player_id: sitting for sitting in self.sittings.values()}
        self.hands: list[Hand] = []
        self.dealt: list[int] = []
        self.cases: list[Dispute] = []
        self.files, self.sales, self.payments, self.voided = [], [], [], []

    def teardown(self) -> None:
        """The books hold, then everything is as before the sequence."""
        self.told["evenings"] += 1
        try:
            self._audit()
        finally:
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

    @rule(data=st.data(), ends=st.integers(3, 9), acts=st.integers(1, 5))
    def otherwise(self, data: st.DataObject, ends: int, acts: int) -> None:
        """The evening ends so, and so, and so, a few acts each; then everything is as before, and it goes on."""
        self._divide(data, ends, acts)

    @rule(data=st.data(), ends=st.integers(3, 9), acts=st.integers(1, 5))
    def or_else(self, data: st.DataObject, ends: int, acts: int) -> None:
        """The same: an evening divides twice as often as anything else happens in it."""
        self._divide(data, ends, acts)

    def _divide(self, data: st.DataObject, ends: int, acts: int) -> None:
        for _ in range(ends):
            stood, now = transaction.savepoint(), self.desk.table.desk.now
            kept = {name: _kept(getattr(self, name)) for name in KEPT}
            kept["cases"] = list(self.cases)
            for _ in range(acts):
                self._one_act(data)
            self._audit()
            transaction.savepoint_rollback(stood)
            vars(self).update(kept)
            self.desk.table.desk.now = now

    def _one_act(self, data: st.DataObject) -> None:
        """One act of those that are possible now, and what must hold after it."""
        possible = [each for each in self._acts() if all(holds(self) for holds in each.preconditions)]
        act = data.draw(st.sampled_from(possible))
        self.told["acts"] += 1
        drawn = {name: data.draw(drawn_from) for name, drawn_from in act.arguments.items() if name != "data"}
        if "data" in act.arguments:
            drawn["data"] = data
        act.function(self, **drawn)
        self.everybody_has_what_the_model_says()

    @classmethod
    def _acts(cls) -> list[Any]:
        """All acts but those that end an evening otherwise, in a fixed order."""
        divide = {"otherwise", "or_else"}
        acts = [each for each in cls.setup_state().rules if each.function.__name__ not in divide]
        return sorted(acts, key=lambda each: str(each.function.__name__))

    def _audit(self) -> None:
        """Check what the books say at the end of a sequence."""
        self.told["sequences"] += 1
        with connection.cursor() as cursor:
            cursor.execute("set constraints all immediate; set constraints all deferred")
        assert faults() == []

    # ------------------------------------------------------------------------------------------------- hands

    @initialize(size=st.integers(4, 6), checks=st.integers(0, 3), rake=st.integers(0, 3))
    def begin(self, size: int, checks: int, rake: int) -> None:
        """Everybody calls the first hand: there is a pot to quarrel about. Acts are drawn from the last two hands."""
        self.play(size, 7, checks, rake, promo=False)

    @precondition(lambda self: self._can_deal())
    @rule(size=st.integers(2, 6), callers=EIGHTS, checks=st.integers(0, 3), rake=st.integers(0, 3), promo=st.booleans())
    def play(self, size: int, callers: int, checks: int, rake: int, promo: bool) -> None:
        """A full hand: somebody raises, some call, one of them bets the flop and wins."""
        draft = self._or_nothing(self.desk.table.deal)
        if draft is None:
            return
        self.dealt.append(len(draft.actions))
        pot = self._enter(draft, size, callers, checks).settlement().called_pot
        rake = min(rake * DOLLAR, pot)
        hand = self.desk.table.record(draft, rake=rake, promo=min(DOLLAR * promo, pot - rake))
        self.hands.append(hand)
        self.model.played(*_result(hand))

    @rule(rake=st.integers(0, 3), promo=st.booleans(), pot=st.none() | st.integers(4, 30))
    def tick(self, rake: int, promo: bool, pot: int | None) -> None:
        """A quick hand, with or without its pot."""
        facts = {"promo_taken": DOLLAR * promo, "pot": pot * DOLLAR if pot else None}
        hand = self._or_nothing(lambda: self.desk.table.tick(rake * DOLLAR, **facts))
        if hand is None:
            return
        self.hands.append(hand)
        self.dealt.append(0)
        net: Counter[Any] = Counter({RAKE: hand.rake_taken, PROMO: hand.promo_taken})
        self.model.played(net, net, is_tick=True)

    @precondition(lambda self: self._correctable())
    @rule(data=st.data(), size=st.integers(2, 6), callers=EIGHTS, checks=st.integers(0, 3), rake=st.integers(0, 3))
    def correct(self, data: st.DataObject, size: int, callers: int, checks: int, rake: int) -> None:
        """A recorded hand entered anew, otherwise; refused at the start while a case holds something of it."""
        index = data.draw(st.sampled_from(self._correctable()[-2:]))
        hand, model = self.hands[index], self.model.hands[index]
        given = {"hand": hand, "reason": "mis-keyed", "key": key()} | self.desk.by()
        if self.model.is_held(model):
            refused("case_holds", lambda: hands.reopen_hand(**given))
            return
        before = transaction.savepoint()
        draft = hands.reopen_hand(**given)
        draft.actions = draft.actions[: self.dealt[index]]
        played = self._enter(draft, size, callers, checks).settlement()
        rake = min(rake * DOLLAR, played.called_pot)
        facts = {"rake": rake, "promo": 0}
        won = max(range(len(played.won)), key=lambda seat: played.won[seat])
        owners = list(hand.seats.order_by("position").values_list("player", flat=True))
        net = Counter({owner: played.won[at] - played.put_in[at] for at, owner in enumerate(owners)})
        net[owners[won]] += played.rake + played.promo - rake
        net[RAKE] = rake
        plan = self.model.correcting(model, net)
        if self._takes_too_much("correct", model, plan, Counter()):
            refused("table_short", lambda: self.desk.table.record(draft, second=self.desk.other, **facts))
            transaction.savepoint_rollback(before)
            return
        hand = self._by_two("floor", plan, lambda second: self.desk.table.record(draft, second=second, **facts))
        self.hands[index] = hand
        self.model.correct(model, plan, _result(hand)[1])

    @precondition(lambda self: self._ticks())
    @rule(data=st.data(), rake=st.integers(0, 5), promo=st.booleans())
    def correct_tick(self, data: st.DataObject, rake: int, promo: bool) -> None:
        """A quick hand with other amounts; refused where more would leave the table than lies there."""
        index = data.draw(st.sampled_from(self._ticks()[-2:]))
        hand, model = self.hands[index], self.model.hands[index]
        net = Counter({RAKE: rake * DOLLAR, PROMO: DOLLAR * promo})
        plan = self.model.correcting(model, net)
        facts = {"rake_taken": net[RAKE], "promo_taken": net[PROMO], "reason": "mis-keyed", "confirmed": (NEVER_OWED,)}

        def act(second: User | None) -> Hand:
            return hands.supersede_tick(tick=hand, second=second, key=key(), **facts, **self.desk.by())

        if self._takes_too_much("correct", model, plan, net):
            refused("table_short", lambda: act(self.desk.other))
            return
        self.hands[index] = self._by_two("floor", plan, act)
        self.model.correct(model, plan, net)

    @precondition(lambda self: self._standing())
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        """A recorded hand that doesn't count: two people, and nothing while a case holds something of it."""
        index = data.draw(st.sampled_from(self._standing()[-2:]))
        hand, model = self.hands[index], self.model.hands[index]
        given = {"hand": hand, "reason": "a fouled deck"}
        if self.model.is_held(model):
            facts = given | {"second": self.desk.other, "key": key()} | self.desk.by()
            refused("case_holds", lambda: hands.void_hand(**facts))
            return
        plan = self.model.correcting(model, Counter())
        plan.because = True

        def act(second: User | None) -> Hand:
            return hands.void_hand(second=second, key=key(), **given, **self.desk.by())

        if self._takes_too_much("correct", model, plan, Counter()):
            refused("table_short", lambda: act(self.desk.other))
            return
        self.hands[index] = self._by_two("floor", plan, act)
        self.model.correct(model, plan, Counter(), void=True)

    # ----------------------------------------------------------------------------------------------- rulings

    @precondition(lambda self: self.hands)
    @rule(data=st.data(), hold=st.sampled_from([0, 0, None, 5]))
    def open_case(self, data: st.DataObject, hold: int | None) -> None:
        """A case about a hand; of a full one it may hold what was won, or part of it."""
        index = data.draw(st.sampled_from(range(len(self.hands))[-2:]))
        hand, model = self.hands[index], self.model.hands[index]
        hold = 0 if model.is_tick or model.is_void else hold
        stated = {"hold": "whole"} if hold is None else {"hold": "part", "hold_amount": hold * DOLLAR} if hold else {}
        wanted = hold * DOLLAR if hold else hold
        if self._takes_too_much("open", model, wanted):
            refused("table_short", lambda: self.desk.open(hand, **stated))
            return
        self.cases.append(self.desk.open(hand, **stated))
        self.model.open(model, wanted)

    @precondition(lambda self: self._open())
    @rule(data=st.data(), much=st.integers(1, 40), beyond=st.integers(0, 9))
    def rule_on(self, data: st.DataObject, much: int, beyond: int) -> None:
        """A ruling that moves chips between two players, within what the hand gave; beyond it, it is refused."""
        index = data.draw(st.sampled_from(self._open()))
        case, model = self.cases[index], self.model.cases[index]
        source, target = data.draw(st.sampled_from(self._pairs(model.hand)))
        most = self._most(model.hand, source)
        amount = max(min(much * DOLLAR, most), 0) if beyond else max(most, 0) + DOLLAR
        moved = [(source, target, amount)] if amount > 0 else []
        payments = (
            [Payment(self._sitting(model.hand, source), self._sitting(model.hand, target), amount)] if moved else []
        )

        def act(second: User | None) -> Any:
            return self.desk.rule(case, *payments, second=second)

        if not beyond:
            refused("remedy_above_hand", lambda: act(self.desk.other))
            return
        if self._takes_too_much("rule", model, moved):
            refused("table_short", lambda: act(self.desk.other))
            return
        lacks = bool(moved) and self._lacks(model, source, amount)
        self._by_two("floor", Plan(amount, because=lacks), act)
        self.model.rule(model, moved)

    @precondition(lambda self: self._open())
    @rule(data=st.data(), much=st.integers(1, 3))
    def refund_rake(self, data: st.DataObject, much: int) -> None:
        """The house pays back what it dropped of a hand: always by two."""
        index = data.draw(st.sampled_from(self._open()))
        case, model = self.cases[index], self.model.cases[index]
        target = self._pairs(model.hand)[0][1]
        amount = min(much * DOLLAR, self.model.most(model.hand, RAKE), self.model.boxes[RAKE])
        if amount <= 0 or case.kind != "MISAWARDED_POT":
            return
        payment = Payment(Place.RAKE, self._sitting(model.hand, target), amount)

        def act(second: User | None) -> Any:
            return self.desk.rule(case, payment, second=second)

        self._by_two("floor", Plan(amount, because=True), act)
        self.model.rule(model, [(RAKE, target, amount)])

    @precondition(lambda self: self._ruled())
    @rule(data=st.data(), takes_back=st.booleans())
    def appeal(self, data: st.DataObject, takes_back: bool) -> None:
        """The manager upholds a ruling or takes it back, unless a version of the hand counts it."""
        index = data.draw(st.sampled_from(self._ruled()))
        case, model = self.cases[index], self.model.cases[index]
        self.desk.appeal(case)
        decision = Decision(outcome="Award stands", rule_code="best_hand", words="as it is now", is_meant=True)
        takes_back = takes_back and (model.is_counted or self.model.may_take_back(model))

        def act(second: User | None) -> Any:
            facts = {"dispute": case, "decision": decision, "takes_back": takes_back, "key": key(), "second": second}
            return disputes.rule_on_appeal(**facts, **self.desk.by(self.people["manager"]))

        if takes_back and model.is_counted:
            refused("ruling_netted", lambda: act(self.desk.other))
            takes_back = False
        if takes_back and self._takes_too_much("take_back", model):
            refused("table_short", lambda: act(self.desk.other))
            takes_back = False
        if takes_back and self.model.is_passed_on(model):
            refused("passed_on", lambda: act(self.desk.other))
            takes_back = False
        moved = sum(amount for *_, amount in model.payments) if takes_back else 0
        self._by_two("manager", Plan(moved), act)
        if takes_back:
            self.model.take_back(model)
        model.is_heard = True

    # ------------------------------------------------------------------------------------------------- debts

    @precondition(lambda self: self._owed())
    @rule(data=st.data(), much=st.integers(1, 40), how=st.sampled_from(["seat", "rack", "cash", "cash"]))
    def collect(self, data: st.DataObject, much: int, how: str) -> None:
        """Part or all of a debt, from wherever it is; never more than is there or owed."""
        index = data.draw(st.sampled_from(self._owed()))
        model, debt = self.model.debts[index], list(Debt.objects.order_by("pk"))[index]
        pile = {"seat": self.model.seat, "rack": self.model.rack}.get(how)
        most = model.owed if pile is None else min(model.owed, pile[model.player])
        amount = min(much * DOLLAR, most)
        if amount <= 0 or (how == "seat" and not self.model.stay[model.player]):
            return
        facts = {"debt": debt, "how": DebtEntry.How(how), "amount": amount}
        facts |= {"drawer": self.desk.table.desk.drawer} if how == "cash" else {}
        service = pay_debt if how == "cash" else collect_debt

        def act(second: User | None) -> DebtEntry:
            return service(second=second, key=key(), **facts, **self.desk.by(self.people["cashier"]))

        if how == "seat" and self._would_empty(amount):
            return
        self._by_two("cashier", Plan(amount), act)
        if pile is not None:
            pile[model.player] -= amount
        self.model.pay_on(model, amount)
        model.paid += amount

    @precondition(lambda self: self._owed())
    @rule(data=st.data())
    def write_off(self, data: st.DataObject) -> None:
        """The rest of a debt given up, by a manager and a second person."""
        index = data.draw(st.sampled_from(self._owed()))
        model, debt = self.model.debts[index], list(Debt.objects.order_by("pk"))[index]

        def act(second: User | None) -> DebtEntry:
            facts = {"debt": debt, "reason": "gone", "second": second, "key": key()}
            return write_off_debt(**facts, **self.desk.by(self.people["manager"]))

        self._by_two("manager", Plan(model.owed, because=True), act)
        self.model.pay_on(model, model.owed)
        model.given_up += model.owed

    # ------------------------------------------------------------------------------------- comings and goings

    @precondition(lambda self: self._seated())
    @rule(data=st.data(), cashes=st.sampled_from([True, True, False]))
    def leave(self, data: st.DataObject, cashes: bool) -> None:
        """A player leaves, mostly whoever took the last pot, and may take everything to the cage: then chips lack."""
        player = data.draw(st.sampled_from(self._last_winners() * 3 + self._seated()))
        if self._would_empty(self.model.seat[player]):
            refused("table_short", lambda: self.desk.table.desk.leave(self.now_at[player]))
            return
        self.desk.table.desk.leave(self.now_at[player])
        stay = self.model.stay[player]
        assert stay
        stay.is_over, self.model.stay[player] = True, None
        self.model.rack[player] += self.model.seat.pop(player, 0)
        if cashes and self.model.rack[player]:
            self.payments.append(self.desk.table.desk.cash_out(self.players[player], self.model.rack.pop(player)))

    @precondition(lambda self: len(self._seated()) < len(self.players))
    @rule(data=st.data(), amount=st.integers(100, 300))
    def sit(self, data: st.DataObject, amount: int) -> None:
        """Somebody who has left buys in and sits down again."""
        player = data.draw(st.sampled_from([pk for pk in self.players if not self.model.stay[pk]]))
        taken = {sitting.seat for pk, sitting in self.now_at.items() if self.model.stay[pk]}
        seat = min(set(range(1, 10)) - taken)
        amount = max(amount * DOLLAR, 100 * DOLLAR)
        if sold := self._or_nothing(lambda: self.desk.table.desk.buy_in(self.players[player], amount)):
            self.model.rack[player] += amount
            self.sales.append(Sold(sold, player, None))
        sitting = self._or_nothing(lambda: self.desk.table.desk.seat(self.players[player], seat, amount))
        if sitting is not None:
            self.now_at[player], self.model.stay[player] = sitting, Stay(player)
            self.model.seat[player] += amount
            self.model.rack[player] -= amount

    @precondition(lambda self: self._seated())
    @rule(data=st.data(), amount=st.integers(1, 60))
    def bring_more(self, data: st.DataObject, amount: int) -> None:
        """Chips for cash at the cage, and from the rack to the seat."""
        player, amount = data.draw(st.sampled_from(self._seated())), amount * DOLLAR
        if self.model.seat[player] + amount > 300 * DOLLAR or self.model.rack[player] < amount:
            return
        add_on(sitting=self.now_at[player], amount=amount, key=key(), **self.desk.table.desk.by())
        self.model.seat[player] += amount
        self.model.rack[player] -= amount

    @precondition(lambda self: self._seated())
    @rule(data=st.data(), by=st.integers(-40, 40))
    def count(self, data: st.DataObject, by: int) -> None:
        """A stack that is not what the books say, one way or the other: alone within the limit, never by a host."""
        player = data.draw(st.sampled_from(self._seated()))
        amount = max(by * DOLLAR, -self.model.seat[player])
        if not amount:
            return
        stack, sitting = self.model.seat[player] + amount, self.now_at[player]

        def act(second: User | None, **facts: Any) -> Sitting:
            given = {"sitting": sitting, "counted": stack, "reason": "an earlier count was wrong", "second": second}
            return count_stack(**(given | {"key": key()} | self.desk.by() | facts))

        refused("count_not_yours", lambda: act(None, by=self.people["host"]))
        self._by_two("floor", Plan(abs(amount)), act)
        self.model.seat[player] = stack
        self.model.felt -= amount

    @precondition(lambda self: self.model.felt < 0)
    @rule(much=st.integers(1, 60))
    def cover(self, much: int) -> None:
        """The house covers what the table lacks once all but one have left it: always by two, never more."""
        short, amount = -self.model.felt, much * DOLLAR

        def act(second: User | None) -> Any:
            facts = {"session": self.desk.table.session, "amount": amount, "reason": "counted too high", "key": key()}
            return cover_shortfall(second=second, **facts, **self.desk.by(self.people["manager"]))

        if len(self._seated()) > 1 or amount > short:
            code = "nothing_short" if len(self._seated()) > 1 else "above_shortfall"
            refused(code, lambda: act(self.desk.other))
            return
        self._by_two("manager", Plan(amount, because=True), act)
        self.model.felt += amount

    # -------------------------------------------------------------------------------------------- what holds

    @invariant()
    def everybody_has_what_the_model_says(self) -> None:
        """Seats, racks, boxes, felt, what cases hold and what is owed; and nothing in the pot."""
        room, model = self.desk.table.desk.room, self.model
        rows = list(Account.objects.filter(room=room, is_import=False).exclude(balance=0).select_related("sitting"))
        found: Counter[tuple[str, int]] = Counter()
        for row in rows:
            found[row.kind, row.sitting.player_id if row.sitting else row.player_id or 0] += row.balance
        for player in self.players:
            assert found["seat", player] == model.seat[player], f"seat of {player}"
            assert found["rack", player] == model.rack[player], f"rack of {player}"
        assert (found["rake_box", 0], found["promo_box", 0]) == (model.boxes[RAKE], model.boxes[PROMO])
        assert (found["felt", 0], found["pot", 0]) == (model.felt, 0)
        assert found["impound", 0] == sum(sum(case.held.values()) for case in model.cases)
        assert found["receivable", 0] == 0, "who waits was paid"
        assert not self.files or self.file_balances() == 0
        if model.debts:
            debts = Debt.objects.prefetch_related("entries").order_by("pk")
            assert [(debt.player_id, debt.owed) for debt in debts] == [(each.player, each.owed) for each in model.debts]

    # ---------------------------------------------------------------------------------------------- privates

    def _by_two(self, who: str, plan: Plan, act: Act) -> Any:
        """Do it alone if one person may, else be refused and do it with a second one."""
        if self.model.needs_second(who, plan.amount, because=plan.because):
            refused("second_needed", lambda: act(None))
            return act(self.desk.other)
        done = act(None)
        self.model.alone[who] += plan.amount
        return done

    def _or_nothing(self, act: Callable[[], Any]) -> Any:
        """Return what an act makes, or nothing where it is refused: then everything is as before."""
        try:
            return act()
        except DomainError:
            return None

    def _enter(self, draft: HandDraft, size: int, callers: int, checks: int) -> Played:
        """Raise, call or fold by the bits of `callers`, check so often, bet and win: all of it at once."""
        count = len(draft.sittings)
        calls = ["c" if callers >> number & 1 else "f" for number in range(count - 1)]
        left = 1 + calls.count("c")
        rest = ["c"] * (checks % left) + ["r 3"] + ["f"] * (left - 1) if left > 1 else []
        hand, room = hand_of(draft), self.desk.table.desk.room
        for line in (f"r {size * 3}", *calls, *rest):
            if asked_for(hand) and not hand.betting_is_over:
                deal_without_cards(hand)
            hand.apply(read_entry(line, hand, partial(typed_amount, exponent=room.exponent)))
            deal_unasked(hand)
        draft.actions, draft.steps = [write_action(action, room) for action in hand.actions], steps_of(hand)
        draft.save()
        return hand

    def _most(self, hand: HandModel, source: int | str) -> int:
        if not hand.is_tick or isinstance(source, str):
            return self.model.most(hand, source)
        if hand.is_void:
            return 0
        cases = [case for case in self.model.cases if case.hand is hand]
        taken = sum(amount for case in cases for source, _, amount in case.payments if isinstance(source, int))
        pot = self.hands[self.model.hands.index(hand)].pot
        return (sum(self.model.seat.values()) if pot is None else pot) - taken

    def _lacks(self, case: CaseModel, source: int, amount: int) -> bool:
        return amount > min(amount, case.held[source]) + self.model.has(case.hand, source)

    def _pairs(self, hand: HandModel) -> list[tuple[int, int]]:
        """The pairs of who may pay whom, whoever took something of the hand first."""
        players = sorted(hand.stays, key=lambda player: (-hand.took[player], player))
        return [(one, other) for one in players for other in players if one != other]

    def _sitting(self, hand: HandModel, player: int) -> Sitting:
        """The sitting on which a player played a hand, as it is now."""
        stay, version = hand.stays[player], self.hands[self.model.hands.index(hand)]
        rows = Sitting.objects.filter(player=player, session=version.session_id, seated_at__lte=version.started_at)
        assert stay
        return rows.select_related("player", "session__room").latest("seated_at")

    def _would_empty(self, amount: int) -> bool:
        return self.model.on_table() < amount

    def _takes_too_much(self, change: str, *given: Any) -> bool:
        """Whether this change of the model takes more chips off the table than were brought to it."""
        after, facts = deepcopy((self.model, given))
        getattr(after, change)(*facts)
        return after.on_table() < min(self.model.on_table(), 0)

    def _seated(self) -> list[int]:
        return sorted(player for player, stay in self.model.stay.items() if stay)

    def _last_winners(self) -> list[int]:
        """The players who took the pot of the last full hand that stands, if they sit."""
        took = [hand.took for hand in self.model.hands if not hand.is_tick and not hand.is_void][-1:]
        return [player for player in self._seated() if any(each[player] for each in took)]

    def _can_deal(self) -> bool:
        stacks = [self.model.seat[player] for player in self._seated()]
        return len(stacks) > 2 and min(stacks) >= 2 * MOST_IN_PLAY

    def _standing(self) -> list[int]:
        return [index for index, hand in enumerate(self.model.hands) if not hand.is_void]

    def _correctable(self) -> list[int]:
        return [index for index in self._standing() if not self.model.hands[index].is_tick]

    def _ticks(self) -> list[int]:
        return [index for index in self._standing() if self.model.hands[index].is_tick]

    def _open(self) -> list[int]:
        return [index for index, case in enumerate(self.model.cases) if not case.is_ruled and len(case.hand.stays) > 1]

    def _ruled(self) -> list[int]:
        return [index for index, case in enumerate(self.model.cases) if case.is_ruled and not case.is_heard]

    def _owed(self) -> list[int]:
        return [index for index, debt in enumerate(self.model.debts) if debt.owed > 0]


def _result(hand: Hand) -> tuple[Counter[Any], Counter[Any]]:
    """The amounts that a recorded hand says each won or lost, and what each took out of its pot."""
    seats = list(hand.seats.values_list("player", "put_in", "took_out"))
    boxes = {RAKE: hand.rake_taken, PROMO: hand.promo_taken}
    net: Counter[Any] = Counter({player: out - put_in for player, put_in, out in seats})
    took: Counter[Any] = Counter({player: out for player, _, out in seats})
    net.update(boxes)
    took.update(boxes)
    return net, took


def _kept(what: Any) -> Any:
    """The facts known now, out of reach of what comes; rows of the database as they are now."""
    if isinstance(what, dict):
        return {name: copy(each) for name, each in what.items()}
    return list(what) if isinstance(what, list) else deepcopy(what)
