"""Checking a hand history: legal or not, settled or not and why, and whether the file says the same."""

import json

import pytest

from rules.check.checker import Checker, check
from rules.house.fee_schedule import CARDROOM_A_STANDARD
from rules.house.house import HOUSES
from rules.partial import of_hand
from rules.partial.of_hand import feasible
from rules.phh.reader import read_hand
from rules.phh.values import PhhHand, Unreadable

HEAD = """variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
"""
DEAL = ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 ????"]
CALLED = [*DEAL, "p3 f", "p1 cc", "p2 cc", "d db 2c7h9s", "p1 cbr 10", "p2 cc", "d db 3d", "p1 cc", "p2 cc"]
SHOWN = [*CALLED, "d db 4h", "p1 cc", "p2 cc", "p1 sm AsAd", "p2 sm KsKd"]


def phh(actions: list[str], more: str = "", head: str = HEAD) -> PhhHand:
    return read_hand(f"{head}actions = {json.dumps(actions)}\n{more}", "night.phh")


class TestLegalHands:
    def test_a_finished_hand_is_settled_chip_by_chip(self) -> None:
        report = check(phh(SHOWN))
        assert (report.legal, report.complete, report.missing) == (True, True, ())
        assert report.to_json() == {
            "file": "night.phh",
            "hand": "1",
            "variant": "NT",
            "legal": True,
            "complete": True,
            "missing": [],
            "violation": None,
            "settlement": {
                "pots": [{"amount": "24", "eligible": ["p1", "p2"], "awards": {"p1": "24"}}],
                "returned": {},
                "rake": "0",
                "drop": "0",
                "finishing_stacks": ["212", "188", "200"],
                "net": ["12", "-12", "0"],
                "steps": report.to_json()["settlement"]["steps"],  # type: ignore[index,call-overload]  # a table
            },
            "next": None,
            "feasible": None,
            "agrees": True,
            "disagreements": [],
            "winnings_agree": None,
            "warnings": [],
        }

    def test_the_rake_is_the_schedules_and_only_of_called_money(self) -> None:
        settled = check(phh([*CALLED, "d db 4h", "p1 cbr 50", "p2 f"]), fee=CARDROOM_A_STANDARD).to_json()["settlement"]
        assert isinstance(settled, dict)
        assert (settled["rake"], settled["returned"]) == ("1.20", {"p1": "50"})
        assert settled["pots"] == [{"amount": "24", "eligible": ["p1"], "awards": {"p1": "22.80"}}]

    def test_an_unfinished_hand_says_who_is_next_and_what_they_may_do(self) -> None:
        report = check(phh([*DEAL, "p3 cbr 7"]))
        assert (report.legal, report.complete, report.settlement) == (True, False, None)
        assert report.to_json()["next"] == {
            "actor": "p1", "call": "6", "may_raise": True, "min_raise_to": "12", "max_raise_to": "200",
        }  # fmt: skip
        assert "not over" in report.missing[0]

    def test_who_may_not_raise_has_no_amounts_for_it(self) -> None:
        report = check(phh([*DEAL, "p3 cbr 200"]))
        assert report.to_json()["next"] == {
            "actor": "p1", "call": "199", "may_raise": False, "min_raise_to": None, "max_raise_to": None,
        }  # fmt: skip

    def test_an_unknown_stack_has_no_end_to_a_raise(self) -> None:
        report = check(phh([*DEAL, "p3 cbr 7"], head=HEAD.replace("[200, ", "[inf, ")))
        nxt = report.to_json()["next"]
        assert isinstance(nxt, dict)
        assert (nxt["min_raise_to"], nxt["max_raise_to"]) == ("12", None)

    def test_where_cards_decide_that_nobody_knows_it_says_whose(self) -> None:
        report = check(phh([*DEAL, "p3 cc", *["p1 f", "p2 cc"], "d db 2c7h9s", "p2 cc", "p3 cc", "d db 3d",
                            "p2 cc", "p3 cc", "d db 4h", "p2 cc", "p3 cc", "p3 sm ????"]))  # fmt: skip
        assert (report.legal, report.complete, report.settlement) == (True, True, None)
        assert report.missing == ("The cards of seat 3 (p3) are unknown.",)

    def test_comments_between_actions_change_nothing(self) -> None:
        commented = [text for action in SHOWN for text in ("# so far", f"{action} # well", "")]
        assert check(phh(commented)).settlement == check(phh(SHOWN)).settlement


class TestRefusals:
    def test_a_refusal_names_rule_source_and_what_was_allowed(self) -> None:
        report = check(phh([*DEAL, "p3 cbr 3"], "seats = [4, 6, 2]\n"))
        refused = report.to_json()["violation"]
        assert isinstance(refused, dict)
        assert report.legal is False
        assert report.settlement is None
        assert (refused["code"], refused["index"], refused["action"]) == ("below_min_raise", 3, "p3 cbr 3")
        assert (refused["actor"], refused["seat"]) == ("p3", 2)
        assert refused["allowed"] == {
            "actor": "p3", "seat": 2, "call": "2", "may_raise": True, "min_raise_to": "4", "max_raise_to": "200",
        }  # fmt: skip
        assert "smallest raise is to 4" in str(refused["message"])
        assert refused["rule"]
        assert "WSOP 171" in str(refused["citation"])

    def test_the_index_counts_the_files_entries_comments_too(self) -> None:
        report = check(phh(["# a", *DEAL, "", "# b", "p3 cbr 3"]))
        assert report.violation is not None
        assert report.violation.index == 6

    def test_a_refused_card_names_no_player(self) -> None:
        refused = check(phh([*CALLED, "d db AsAd"])).to_json()["violation"]
        assert isinstance(refused, dict)
        assert (refused["actor"], refused["action"]) == (None, "d db AsAd")

    @pytest.mark.parametrize("variant", ["F9Z", "XYZ"])
    def test_a_game_that_is_not_played_is_refused_by_name(self, variant: str) -> None:
        stakes = "bring_in = 1\nsmall_bet = 2\nbig_bet = 4\n"
        report = check(phh(SHOWN, stakes, HEAD.replace("NT", variant)))
        assert report.violation is not None
        assert report.violation.code == "game_not_supported"
        assert (report.hand, report.settlement, report.to_json()["next"]) == (None, None, None)

    def test_a_single_player_plays_no_hand(self) -> None:
        head = "variant = 'NT'\nantes = [0]\nblinds_or_straddles = [2]\nmin_bet = 2\nstarting_stacks = [9]\n"
        report = check(phh([], head=head))
        assert report.violation is not None
        assert report.violation.code == "too_few_players"


class TestAgreement:
    @pytest.mark.parametrize("stacks", ["[212, 188, 200]", "[212, inf, 200]"])
    def test_the_files_stacks_are_ours(self, stacks: str) -> None:
        assert check(phh(SHOWN, f"finishing_stacks = {stacks}\n")).agrees

    def test_stacks_that_differ_are_set_side_by_side(self) -> None:
        report = check(phh(SHOWN, "finishing_stacks = [211, 188, 200]\nseats = [4, 6, 2]\n"))
        assert report.legal
        assert report.disagreements == ("p1 (seat 4) finishes with 211 in the file, 212 here",)

    @pytest.mark.parametrize(("stated", "agrees"), [("1.20", True), ("1.25", False), ("'a lot'", False), ("0", False)])
    def test_a_rake_that_the_file_states_is_compared(self, stated: str, agrees: bool) -> None:
        assert check(phh(SHOWN, f"_rake = {stated}\n"), fee=CARDROOM_A_STANDARD).agrees is agrees

    @pytest.mark.parametrize(
        ("winnings", "agree"), [("[24, 0, 0]", True), ("[74, 0, 0]", True), ("[20, 0, 0]", False), ("[0, 0, 0]", None)]
    )
    def test_winnings_may_count_the_uncalled_bet_and_zeros_say_nothing(self, winnings: str, agree: bool | None) -> None:
        report = check(phh([*CALLED, "d db 4h", "p1 cbr 50", "p2 f"], f"winnings = {winnings}\n"))
        assert report.winnings_agree is agree
        assert report.agrees


class TestHouses:
    HI_LO_HOUSE = "_house = {name = 'cardroom_b'}\n"

    def test_the_house_that_is_asked_for_goes_before_the_one_that_the_file_names(self) -> None:
        hand = phh(SHOWN, self.HI_LO_HOUSE)
        assert check(hand).hand.setup.house.name == "cardroom_b"  # type: ignore[union-attr]  # a legal hand has begun
        assert check(hand, HOUSES["live"]).hand.setup.house.name == "live"  # type: ignore[union-attr]  # likewise

    def test_without_any_the_standard_rules_hold(self) -> None:
        assert check(phh(SHOWN)).hand.setup.house.name == "standard"  # type: ignore[union-attr]  # likewise

    def test_our_own_fields_that_contradict_themselves_are_unreadable_with_their_place(self) -> None:
        with pytest.raises(Unreadable, match="_house") as caught:
            check(phh(SHOWN, "_house = {name = 'mars'}\n"))
        assert str(caught.value).startswith("night.phh, hand 1, line 1: ")

    def test_one_checker_checks_many_hands_of_many_kinds(self) -> None:
        checker = Checker()
        hands = [phh(SHOWN), phh(SHOWN, self.HI_LO_HOUSE), phh(SHOWN, head=HEAD.replace("antes = [0", "antes = [1"))]
        twice = [*hands, *hands]
        assert [checker.check(hand).to_json() for hand in twice] == [check(hand).to_json() for hand in twice]


class TestFeasible:
    """A hand that can't be settled is told as far as it is known."""

    UNSEEN = [*DEAL, "p3 cc", "p1 f", "p2 cc", "d db 2c7h9s", "p2 cc", "p3 cc", "d db 3d", "p2 cc", "p3 cc", "d db 4h",
              "p2 cc", "p3 cc"]  # fmt: skip

    def test_the_pot_is_known_where_only_its_winner_is_not(self) -> None:
        found = check(phh(self.UNSEEN)).to_json()["feasible"]
        assert isinstance(found, dict)
        (pot,) = found["pots"]  # type: ignore[misc]  # a list of one
        assert (pot["amount"]["low"], pot["amount"]["high"], pot["eligible"]) == ("5", "5", ["p2", "p3"])
        assert (pot["winners"], pot["won_by"]) == (["p2", "p3"], [])
        one = found["put_in"]["p1"]  # type: ignore[index,call-overload]  # a table
        assert (one["low"], one["high"]) == ("1", "1")  # type: ignore[index,call-overload]  # likewise
        assert "put in 1" in one["why"]  # type: ignore[index,call-overload,operator]  # likewise

    def test_the_files_stacks_say_who_won_and_what_was_taken(self) -> None:
        found = check(phh(self.UNSEEN, "finishing_stacks = [199, inf, 202.50]\n")).feasible
        assert found is not None
        assert found.pots[0].won_by == (3,)
        assert (found.won[3].low, found.won[3].high) == (450, 450)
        assert (found.won[2].high, found.rake.high) == (50, 50)

    def test_an_unfinished_record_says_at_least_so_much(self) -> None:
        found = check(phh([*DEAL, "p3 cbr 7", "p1 f"])).feasible
        assert found is not None
        assert (found.pot.low, found.pot.high) == (500, 40_100)
        assert found.put_in[1].is_determined
        assert "Whether seat 2 was in to the end isn't known." in found.missing

    def test_stacks_that_no_such_hand_can_leave_are_told(self) -> None:
        report = check(phh(self.UNSEEN, "finishing_stacks = [201, inf, inf]\n"))
        assert (report.legal, report.agrees, report.feasible) == (True, False, None)
        assert report.disagreements[0].startswith("These can't all be true: ")
        assert "Seat 1 had 201 after the hand." in report.disagreements[0]

    @pytest.mark.parametrize("stated", ["", "finishing_stacks = [199, inf, 202.50]\n"])
    def test_it_is_worked_out_once(self, stated: str, monkeypatch: pytest.MonkeyPatch) -> None:
        worked_out: list[PhhHand] = []
        monkeypatch.setattr(of_hand, "feasible", lambda phh, hand: worked_out.append(phh) or feasible(phh, hand))
        assert check(phh(self.UNSEEN, stated)).to_json()["feasible"]
        assert len(worked_out) == 1

    def test_a_settled_or_refused_hand_has_nothing_open(self) -> None:
        assert check(phh(SHOWN)).feasible is None
        assert check(phh([*DEAL, "p3 cbr 3"])).feasible is None
