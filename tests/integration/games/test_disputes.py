"""The dispute desk's pages: opening a case, replaying its hand, ruling, the list and what is counted of it."""

import csv
import io
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
from django.test import Client

from config.staff.services import set_own_pin
from disputes.models import Dispute, Ruling
from disputes.selectors.cases import cases_of, row_of
from disputes.selectors.statistics import p90, statistics_of
from disputes.services import Decision, Payment
from tests.support.arranged import arranged
from tests.support.desk import key, person
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.people import signed_in
from tests.support.table import O8_KILL

Counting = Callable[[int], AbstractContextManager[object]]


@arranged
def desk() -> DisputeTable:
    return open_dispute_table()


@pytest.fixture
def tablet(desk: DisputeTable) -> Client:
    return signed_in(desk.table.floor)


def report(**fields: object) -> dict[str, object]:
    return {"kind": "MISAWARDED_POT", "facts": "the pot was theirs", "key": key()} | fields


class TestOpening:
    def test_from_the_table_it_is_about_the_hand_in_play(self, desk: DisputeTable, tablet: Client) -> None:
        desk.table.act(desk.table.deal(), "r 20")
        address = f"/tables/{desk.table.session.table_id}/dispute/"
        assert "hand 1, in play" in tablet.get(address).content.decode()
        chosen = tablet.get(address).context["form"].fields["act"].choices[1][0]
        answer = tablet.post(address, report(kind="STRING_BET", seats=["2"], hold="whole", act=chosen))
        case = Dispute.objects.get()
        assert (answer.status_code, answer["Location"]) == (303, f"/disputes/{case.pk}/")
        assert (case.kind, case.was_in_play, case.hold, case.action_index) == ("STRING_BET", True, "whole", 4)

    def test_else_about_the_last_one_or_about_the_table(self, desk: DisputeTable, tablet: Client) -> None:
        address = f"/tables/{desk.table.session.table_id}/dispute/"
        assert "about the table" in tablet.get(address).content.decode()
        desk.showdown()
        assert "hand 1, recorded" in tablet.get(address).content.decode()
        assert tablet.post(f"{address}?about=table", report(kind="SEATING")).status_code == 303
        assert Dispute.objects.get().hand_number is None

    def test_from_a_recorded_hand(self, desk: DisputeTable, tablet: Client) -> None:
        hand = desk.showdown()
        assert f'href="/hands/{hand.pk}/dispute/"' in tablet.get(f"/hands/{hand.pk}/").content.decode()
        assert tablet.post(f"/hands/{hand.pk}/dispute/", report(hold="part", hold_amount="20")).status_code == 303
        assert desk.impounded() == 20_00

    def test_who_dealt_at_the_time_of_the_hand_is_filled_in(self, desk: DisputeTable, tablet: Client) -> None:
        """From the console, from the hand and at the table: the dealer of the deal, not the one who sits there now."""
        dealt = desk.dealer("D7")
        address = f"/tables/{desk.table.session.table_id}/dispute/"
        draft = desk.table.deal()
        now = desk.dealer("D8", "Dan")
        assert tablet.get(address).context["form"]["dealer"].value() == dealt.pk
        hand = desk.table.record(desk.table.act(draft, "f", "f", "f"))
        assert tablet.get(f"/hands/{hand.pk}/dispute/").context["form"]["dealer"].value() == dealt.pk
        assert tablet.get(f"{address}?about=table").context["form"]["dealer"].value() == now.pk
        assert tablet.post(f"/hands/{hand.pk}/dispute/", report(dealer=dealt.pk)).status_code == 303
        case = Dispute.objects.get()
        assert case.dealer == dealt
        assert "D7 Dora" in tablet.get(f"/disputes/{case.pk}/").content.decode()

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"facts": ""}, "This field is required"),
            ({"kind": "x"}, "Tap what is disputed"),
            ({"hold": "part"}, "Enter how much of the pot is held"),
            ({"seats": ["9"]}, "Nobody sits in seat 9"),
        ],
    )
    def test_what_is_missing_is_said(
        self, desk: DisputeTable, tablet: Client, fields: dict[str, object], said: str
    ) -> None:
        hand = desk.showdown()
        answer = tablet.post(f"/hands/{hand.pk}/dispute/", report(**fields))
        assert answer.status_code == 422
        assert said in answer.content.decode()
        assert Dispute.objects.count() == 0


class TestReplay:
    def test_every_step_says_what_was_legal_and_who_may_win(self, desk: DisputeTable, tablet: Client) -> None:
        case = desk.open(desk.showdown())
        page = tablet.get(f"/disputes/{case.pk}/replay/?step=5")
        assert page.context["replay"].legal.endswith("may fold, call 20 or raise to 37–200.")
        pots = [(pot.name, pot.amount) for pot in page.context["replay"].pots]
        assert pots == [("Main pot", "24")]
        end = tablet.get(f"/disputes/{case.pk}/replay/").context["replay"]
        assert (end.step, end.legal) == (end.last, "The betting is over: hands are turned over.")

    def test_what_if_stands_beside_what_was(self, desk: DisputeTable, tablet: Client) -> None:
        """Without the bet of 40 the pot is 44, rake 2: the winner has +22 instead of +59."""
        case = desk.open(desk.showdown())
        acts = [act.words for act in tablet.get(f"/disputes/{case.pk}/replay/").context["replay"].acts]
        step = next(index for index, words in enumerate(acts) if "bets 40" in words)
        page = tablet.get(f"/disputes/{case.pk}/replay/", {"step": step, "change": "replace", "lines": "check"})
        rows = {row.name.split()[0]: (row.was, row.would_be) for row in page.context["compared"].rows}
        assert rows[str(desk.winner)] == ("59", "22")
        assert rows["Rake"] == ("5", "2")
        assert f"pay=seat-{desk.winner}:seat-{desk.loser}:3700" in page.content.decode()

    @pytest.mark.parametrize(
        ("asked", "said"),
        [
            ({"change": "replace", "lines": "hello"}, "hello"),
            ({"change": "replace", "lines": ""}, "Say what happens instead"),
            ({"change": "dead", "seat": "9"}, "Choose the seat whose hand is dead"),
            ({"change": "house"}, "Choose a house"),
            ({"change": "nothing"}, "That question can’t be read"),
        ],
    )
    def test_what_can_not_be_asked_is_said(
        self, desk: DisputeTable, tablet: Client, asked: dict[str, str], said: str
    ) -> None:
        case = desk.open(desk.showdown())
        answer = tablet.get(f"/disputes/{case.pk}/replay/", {"step": "5"} | asked)
        assert answer.status_code == 422
        assert said in answer.content.decode()

    @pytest.mark.parametrize(
        "asked",
        [
            {"change": "void"},
            {"change": "owed"},
            {"change": "remove"},
            {"change": "house", "house": "solaire"},
            {"change": "house", "house_rule": "odd_chip_hilo", "value": "left_of_button"},
            {"change": "rest", "lines": "f\nf\nf"},
            {"change": "insert", "lines": "f"},
            {"change": "dead", "seat": "1"},
        ],
    )
    def test_every_question_is_answered(self, desk: DisputeTable, tablet: Client, asked: dict[str, str]) -> None:
        case = desk.open(desk.showdown())
        assert tablet.get(f"/disputes/{case.pk}/replay/", {"step": "4"} | asked).status_code == 200


class TestRuling:
    @pytest.fixture
    def tablet(self, desk: DisputeTable) -> Client:
        """In the hands of another supervisor than the one who recorded the hand, long ago by the clock of the pages."""
        return signed_in(desk.other)

    def send(self, tablet: Client, case: Dispute, **fields: object) -> object:
        outcome = "Adjusted between players" if "from_1" in fields else "Award stands"
        sent = {"outcome": outcome, "rule_code": "best_hand", "key": key()} | fields
        return tablet.post(f"/disputes/{case.pk}/rule/", sent)

    def test_a_ruling_with_chips(self, desk: DisputeTable, tablet: Client) -> None:
        case = desk.open(desk.showdown(), hold="whole")
        pay = {"from_1": f"seat-{desk.winner}", "to_1": f"seat-{desk.loser}", "amount_1": "50"}
        assert self.send(tablet, case, **pay).status_code == 303  # type: ignore[attr-defined]
        assert desk.table.stack(desk.loser) == 190_00
        page = tablet.get(f"/disputes/{case.pk}/").content.decode()
        assert "50 of it out of what was held" in page.replace("<b>", "").replace("</b>", "")
        assert 'href="/rules/best_hand/"' in page

    def test_the_what_if_fills_the_payments_in(self, desk: DisputeTable, tablet: Client) -> None:
        case = desk.open(desk.showdown())
        pays = "&".join(f"pay=seat-{desk.winner}:seat-{desk.loser}:{amount}" for amount in (100, 200, 300, 400))
        form = tablet.get(f"/disputes/{case.pk}/rule/?{pays}").context["form"]
        assert [amount.value() for _, _, amount in form.payment_rows()] == ["1", "2", "3", "4"]

    def test_a_second_person_shows_badge_and_pin(self, desk: DisputeTable, tablet: Client) -> None:
        second_person = person(desk.table.desk.room, "floor")  # who neither recorded the hand nor opened the case (R69)
        set_own_pin(person=second_person, pin="2580", at=desk.table.later())
        case = desk.open(desk.showdown(), "WRONG_RAKE")
        pay = {"from_1": "rake_box", "to_1": f"seat-{desk.winner}", "amount_1": "1"}
        pay |= {"outcome": "Refunded to the winner", "rule_code": "wrong_rake"}
        for second, said in (
            ({}, "A second person confirms this"),
            ({"badge": "nobody", "pin": "2580"}, "Nobody here wears that badge"),
            ({"badge": second_person.badge_number, "pin": "1111"}, f"That is not the PIN of {second_person}"),
            ({"badge": desk.other.badge_number, "pin": "2580"}, f"{desk.other} has no PIN yet"),
        ):
            answer = self.send(tablet, case, **pay, **second)
            assert answer.status_code == 422  # type: ignore[attr-defined]
            assert said in answer.content.decode()  # type: ignore[attr-defined]
        right = {"badge": second_person.badge_number, "pin": "2580"}
        assert self.send(tablet, case, **pay, **right).status_code == 303  # type: ignore[attr-defined]
        assert Ruling.objects.get().second == second_person

    def test_a_second_ruling_is_refused_with_the_first(self, desk: DisputeTable, tablet: Client) -> None:
        case = desk.open(desk.showdown())
        desk.rule(case)
        answer = self.send(tablet, case)
        assert answer.status_code == 422  # type: ignore[attr-defined]
        assert "the ruling is final" in answer.content.decode()  # type: ignore[attr-defined]

    def test_what_holds_for_the_next_hand_is_chosen_in_a_few_taps(self, desk: DisputeTable, tablet: Client) -> None:
        desk.table.tick()
        case = desk.open(None, "BUTTON_BLIND")
        form = tablet.get(f"/disputes/{case.pk}/rule/").context["form"]
        assert ([field.name for field in form.owes_rows()], "kill" in form.fields) == (
            ["owes_1", "owes_2", "owes_3", "owes_4"],
            False,
        )
        chosen = {
            "outcome": "Corrected with the next hand",
            "rule_code": "button_blind",
            "button": "2",
            "owes_1": "small",
        }
        assert self.send(tablet, case, **chosen).status_code == 303  # type: ignore[attr-defined]
        page = tablet.get(f"/disputes/{case.pk}/").content.decode()
        assert "The button lies at seat 2 for the next hand." in page
        assert f"Seat 1 posts a small blind dead ({desk.sitting(1).player})." in page
        console = tablet.get(f"/tables/{desk.table.session.table_id}/hand/").content.decode()
        assert f"The button lies at seat 2 for the next hand, by the ruling in case {case.pk}" in console
        assert "Button seat 2" in console

    def test_a_kill_is_chosen_where_the_plaque_has_one(self, db: None) -> None:
        desk = open_dispute_table(plaque=O8_KILL)
        desk.table.tick(300, pot=20_00, winners=[1])
        case, tablet = desk.open(None, "KILL_ERROR"), signed_in(desk.other)
        chosen = {"outcome": "Posted with the next hand", "rule_code": "kill_error", "kill": "4"}
        assert self.send(tablet, case, **chosen).status_code == 303  # type: ignore[attr-defined]
        assert desk.table.suggested().kill.killer == 4
        page = tablet.get(f"/tables/{desk.table.session.table_id}/hand/").content.decode()
        assert f"The kill of seat 4 is on for the next hand, by the ruling in case {case.pk}" in page

    def test_half_a_payment_is_refused(self, desk: DisputeTable, tablet: Client) -> None:
        case = desk.open(desk.showdown())
        answer = self.send(tablet, case, from_1=f"seat-{desk.winner}")
        assert "A payment says from whom" in answer.content.decode()  # type: ignore[attr-defined]

    def test_a_contradiction_is_asked_about(self, desk: DisputeTable, tablet: Client) -> None:
        case = desk.open(desk.showdown(), "MISREAD_HAND")
        chosen = {"outcome": "Cards read again, award corrected"}
        assert 'name="is_meant"' not in tablet.get(f"/disputes/{case.pk}/rule/").content.decode()
        answer = self.send(tablet, case, **chosen)
        assert answer.status_code == 422  # type: ignore[attr-defined]
        asked = answer.content.decode()  # type: ignore[attr-defined]
        assert "moves chips, and none move here" in asked
        assert 'name="is_meant"' in asked
        meant = chosen | {"is_meant": "on", "words": "the players divide it themselves"}
        assert self.send(tablet, case, **meant).status_code == 303  # type: ignore[attr-defined]

    def test_the_likely_three_rules_come_first_and_each_rule_once(self, desk: DisputeTable, tablet: Client) -> None:
        case = desk.open(desk.showdown())
        answer = tablet.get(f"/disputes/{case.pk}/rule/")
        rules = answer.context["form"].rules
        assert [rule.code for rule in rules.likely] == ["misawarded_pot", "best_hand", "low_half"]
        codes = [rule.code for rule in rules.all]
        assert len(codes) == len(set(codes)) > 70
        page = answer.content.decode()
        assert page.count('name="rule_code"') == len(codes)
        assert 'value="misawarded_pot" required checked' in page
        assert 'aria-label="The rule: ' in page


class TestAmending:
    def test_the_form_begins_with_what_was_ruled_and_moves_the_difference(self, desk: DisputeTable) -> None:
        case = desk.open(desk.showdown())
        desk.rule(case, Payment(desk.sitting(desk.winner), desk.sitting(desk.loser), 50_00))
        tablet, address = signed_in(desk.manager), f"/disputes/{case.pk}/amend/"
        assert f'href="{address}"' in tablet.get(f"/disputes/{case.pk}/").content.decode()
        form = tablet.get(address).context["form"]
        (source, target, amount), *_ = form.payment_rows()
        assert (source.value(), target.value(), amount.value()) == (f"seat-{desk.winner}", f"seat-{desk.loser}", "50")
        sent = {"outcome": "Adjusted between players", "rule_code": "best_hand", "amends": form["amends"].value()}
        sent |= {"from_1": source.value(), "to_1": target.value(), "amount_1": "20", "key": key()}
        assert tablet.post(address, sent).status_code == 422
        assert tablet.post(address, sent | {"words": "thirty too much"}).status_code == 303
        assert desk.table.stack(desk.winner) == 239_00
        page = tablet.get(f"/disputes/{case.pk}/").content.decode()
        assert "It amends “Adjusted between players”" in page
        assert "It was amended: the ruling above stands." in page
        assert "ruled and amended" in tablet.get("/disputes/?state=amended").content.decode()

    def test_a_supervisor_is_not_offered_it(self, desk: DisputeTable) -> None:
        case = desk.open(desk.showdown())
        desk.rule(case)
        tablet = signed_in(desk.other)
        assert "Amend the ruling" not in tablet.get(f"/disputes/{case.pk}/").content.decode()
        assert tablet.get(f"/disputes/{case.pk}/amend/").status_code == 403


class TestList:
    def test_open_cases_come_first_and_every_filter_narrows(self, desk: DisputeTable, tablet: Client) -> None:
        hand = desk.showdown()
        first = desk.open(hand, "WRONG_RAKE", dealer_id=desk.dealer("D7").pk, seats=(1,))
        ruled = desk.open(hand, facts="a blue chip")
        desk.rule(ruled)
        room = desk.table.desk.room
        assert [row_of(case).state for case in cases_of(room)] == ["open", "ruled"]
        asked: list[tuple[dict[str, object], Dispute]] = [
            ({"state": "open"}, first), ({"kind": "WRONG_RAKE"}, first), ({"dealer": "d7"}, first),
            ({"rule": "best_hand"}, ruled), ({"q": "blue"}, ruled),
            ({"q": "wrong rake"}, first), ({"q": "stands"}, ruled), ({"q": "dora"}, first),
        ]  # fmt: skip
        for narrowed, case in asked:
            assert list(cases_of(room, **narrowed)) == [case], narrowed
        assert ruled in cases_of(room, q=str(ruled.pk)), "a number may stand in the words of another case too"
        both = {"table": str(hand.session.table_id), "day": first.gaming_day}
        assert cases_of(room, **both).count() == 2
        (_, (dealer, _)) = tablet.get("/disputes/").context["form"].fields["dealer"].choices
        asked[2] = ({"dealer": dealer}, first)
        asked += [({"state": "ruled"}, ruled), ({"q": "blue", "table": hand.session.table_id}, ruled)]
        for narrowed, case in asked:
            answer = tablet.get("/disputes/", narrowed)
            assert [row.dispute for row in answer.context["rows"]] == [case], narrowed
        assert "those to be ruled on first" in tablet.get("/disputes/").content.decode()

    def test_the_list_takes_the_same_queries_for_many(
        self, desk: DisputeTable, django_assert_num_queries: Counting
    ) -> None:
        room, hand = desk.table.desk.room, desk.showdown()
        desk.rule(desk.open(hand, seats=(1,)))
        for rounds in (0, 8):
            for _ in range(rounds):
                desk.rule(desk.open(hand, seats=(1, 2)))
            with django_assert_num_queries(4):
                assert len([row_of(case) for case in cases_of(room)]) == rounds + 1


class TestStatistics:
    def test_times_to_ruling_and_groups(self, desk: DisputeTable) -> None:
        """Rulings after 2, 4 and 30 minutes: the median is 4, nine in ten within 30; one case waits."""
        hand, dealer = desk.showdown(), desk.dealer("D7")
        for minutes in (2, 4, 30):
            case = desk.open(hand, dealer_id=dealer.pk if minutes > 2 else None)
            decision = Decision(outcome="Award stands", rule_code="best_hand")
            desk.rule(case, decision=decision, at=case.reported_at + timedelta(minutes=minutes))
        desk.open(hand, "WRONG_RAKE")
        counted = statistics_of(desk.table.desk.room)
        total = counted.total
        assert (total.cases, total.waiting, total.median_seconds, total.p90_seconds) == (4, 1, 240, 1800)
        assert (total.median_words, total.p90_words) == ("4 min", "30 min")
        groups = {title: [(each.name, each.cases) for each in figures] for title, figures in counted.groups}
        assert groups["Dealer"] == [("D7 Dora", 2), ("nobody put down", 2)]
        assert groups["Kind"] == [("Pot awarded wrongly", 3), ("Wrong rake", 1)]
        assert groups["Rule"] == [("The best hand wins", 3), ("not ruled", 1)]

    @pytest.mark.parametrize(("values", "wanted"), [([], None), ([5], 5), (list(range(1, 11)), 9), ([1, 2, 3], 3)])
    def test_nine_in_ten(self, values: list[int], wanted: int | None) -> None:
        assert p90(values) == wanted

    def test_page_and_file_say_the_same(self, desk: DisputeTable, tablet: Client) -> None:
        desk.rule(desk.open(desk.showdown(), dealer_id=desk.dealer("=D7").pk))
        page = tablet.get("/disputes/statistics/")
        answer = tablet.get("/disputes/statistics.csv")
        lines = list(csv.reader(io.StringIO(b"".join(answer.streaming_content).decode())))  # type: ignore[attr-defined]
        assert len(lines) == 1 + len(list(page.context["statistics"].lines()))
        dealers = [line for line in lines if line[0] == "Dealer"]
        assert [line[1:6] + line[7:] for line in dealers] == [["'=D7 Dora", "1", "0", "0", "0", "60", "60"]]

    @pytest.mark.parametrize("asked", [{"since": "2025-03-08"}, {"until": "2025-03-06"}, {"since": "2025-03-07"}])
    def test_days_bound_page_and_file_alike(self, desk: DisputeTable, tablet: Client, asked: dict[str, str]) -> None:
        """The case is of 7 March."""
        desk.open(desk.showdown())
        many = int(asked == {"since": "2025-03-07"})
        assert tablet.get("/disputes/statistics/", asked).context["statistics"].total.cases == many
        answer = tablet.get("/disputes/statistics.csv", asked)
        lines = csv.reader(io.StringIO(b"".join(answer.streaming_content).decode()))  # type: ignore[attr-defined]
        assert sum(int(line[2]) for line in lines if line[0] == "Kind") == many


def test_the_auditor_reads_and_rules_on_nothing(desk: DisputeTable) -> None:
    case = desk.open(desk.showdown())
    reader = signed_in(person(desk.table.desk.room, "auditor"))
    assert reader.get(f"/disputes/{case.pk}/").status_code == 200
    assert reader.get(f"/disputes/{case.pk}/replay/").status_code == 200
    assert reader.get(f"/disputes/{case.pk}/rule/").status_code == 403
    assert reader.post(f"/hands/{case.hand_id}/dispute/", report()).status_code == 403
