"""A plaque that says otherwise than its house plays is refused, with the amounts that would do."""

from dataclasses import replace
from typing import Any

import pytest

from rules.house.fee_schedule import NO_FEE
from rules.house.house import HOUSES
from rules.house.plaque import Kill, Plaque
from rules.house.plaque_check import check_plaque
from rules.house.plaque_of_house import check_of_house, usual_kill
from rules.text.amounts import major
from rules.text.violation import Violation

LIMIT = Plaque("holdem", "fixed_limit", (500, 1_000), 1_000, 2_000)
NLH = Plaque("holdem", "no_limit", (100, 300))
STUD = Plaque("stud", "fixed_limit", small_bet=1_000, big_bet=2_000, ante=100)
O8 = Plaque("omaha8", "fixed_limit", (200, 400), 400, 800)
BLACKJACK = Plaque("holdem_blackjack", "spread", (5_000, 10_000), spread_min=10_000, ante=2_500)


def check(plaque: Plaque, house: str = "cardroom_b", **answers: Any) -> list[Violation]:
    return list(check_of_house(plaque, HOUSES[house].with_answers(**answers), major))


def codes(plaque: Plaque, house: str = "cardroom_b", **answers: Any) -> list[str]:
    return [violation.code for violation in check(plaque, house, **answers)]


class TestBlinds:
    @pytest.mark.parametrize("blinds", [(400, 1_000), (1_000,), (500, 900), (500, 1_000, 1_000)])
    def test_blinds_are_half_the_minimum_bet_and_the_minimum_bet(self, blinds: tuple[int, ...]) -> None:
        assert codes(LIMIT) == []
        (refused,) = check(replace(LIMIT, blinds=blinds))
        assert refused.code == "blinds_not_half"
        assert refused.allowed == {"field": "blinds", "small": [500], "big": 1_000}
        assert refused.message == "The blinds of a minimum bet of 10 are 5 and 10 here."
        assert refused.citation == "003:L288-291"

    def test_where_the_plaque_says_they_are_as_they_are(self) -> None:
        assert codes(NLH, "live") == codes(NLH, "columbus") == codes(NLH, "standard") == []
        assert codes(NLH, "solaire") == ["blinds_not_half"]
        assert codes(NLH, "solaire", small_blind="plaque") == []

    @pytest.mark.parametrize(("small", "refusals"), [(100, []), (200, []), (150, ["blinds_not_half"]), (300, 1)])
    def test_half_of_an_odd_bet_is_either_amount_that_chips_can_pay(self, small: int, refusals: Any) -> None:
        plaque = Plaque("holdem", "no_limit", (small, 300), unit=100)
        assert codes(plaque, "solaire") == (refusals if isinstance(refusals, list) else ["blinds_not_half"])

    def test_the_smallest_bet_has_no_half_and_its_small_blind_is_the_bet(self) -> None:
        assert codes(Plaque("holdem", "no_limit", (100, 100), unit=100), "solaire") == []
        assert codes(Plaque("holdem", "no_limit", (0, 100), unit=100), "solaire") == ["blinds_not_half"]

    def test_a_minimum_bet_of_its_own_is_the_big_blind(self) -> None:
        assert codes(Plaque("holdem", "no_limit", (100, 200), min_bet=500), "solaire") == ["blinds_not_half"]

    def test_a_plaque_without_blinds_is_told_so_once(self) -> None:
        found = [violation.code for violation in check_plaque(replace(LIMIT, blinds=()), HOUSES["cardroom_a"])]
        assert found == ["blinds_required", "fee_required"]


class TestBlackjack:
    def test_the_rulebooks_example_holds_and_the_letter_of_its_sentence_may(self) -> None:
        assert codes(BLACKJACK) == []
        equal = replace(BLACKJACK, blinds=(10_000, 10_000), ante=5_000)
        assert codes(equal) == ["blinds_not_half"]
        assert codes(equal, bj_small_blind="equal") == []
        assert codes(BLACKJACK, bj_small_blind="equal") == ["blinds_not_half"]

    def test_the_ante_is_half_the_small_blind_or_there_is_none(self) -> None:
        assert codes(replace(BLACKJACK, ante=0)) == ["ante_not_of_game"]
        assert codes(replace(BLACKJACK, ante=0), bj_ante="none") == []
        assert codes(BLACKJACK, bj_ante="none") == ["ante_not_of_game"]
        cents = replace(BLACKJACK, blinds=(25, 50), spread_min=50)
        assert codes(replace(cents, ante=12)) == codes(replace(cents, ante=13)) == []
        assert codes(replace(cents, ante=14)) == ["ante_not_of_game"]

    def test_other_games_choose_their_ante(self) -> None:
        assert codes(replace(LIMIT, ante=33)) == []


class TestBringIn:
    def test_it_is_half_the_lower_limit_or_the_plaques(self) -> None:
        assert codes(STUD) == codes(replace(STUD, bring_in=500)) == []
        (refused,) = check(replace(STUD, bring_in=300))
        assert (refused.code, refused.allowed["amounts"]) == ("bring_in_not_half", [500])
        assert codes(replace(STUD, bring_in=300), bring_in="plaque") == []


class TestStraddle:
    @pytest.mark.parametrize("straddle", ["utg", "button"])
    def test_a_house_that_has_one_offers_it_on_every_plaque_with_blinds(self, straddle: Any) -> None:
        assert codes(NLH, "live", straddle=straddle) == ["straddle_of_house"]
        assert codes(replace(NLH, straddle=straddle), "live", straddle=straddle) == []
        assert codes(replace(STUD, bring_in=300), "live", straddle=straddle) == []

    def test_without_one_the_plaque_decides(self) -> None:
        assert codes(replace(NLH, straddle="utg"), "live") == []


class TestKill:
    def test_a_house_that_plays_one_posts_it(self) -> None:
        (refused,) = check(O8, "live", kill="half")
        assert (refused.code, refused.allowed) == (
            "kill_of_house",
            {"field": "kill", "size": "half", "qualifies_at": 4_000},
        )
        assert codes(replace(O8, kill=Kill("full", 4_000)), "live", kill="half") == ["kill_of_house"]
        assert codes(replace(O8, kill=Kill("half", 4_500)), "live", kill="half") == []
        assert codes(LIMIT, "live", kill="full") == []
        assert codes(LIMIT, "live", kill="full", kill_games="any") == ["kill_of_house"]

    def test_its_amount_is_the_houses_where_it_names_one_and_else_usually_five_big_bets(self) -> None:
        live = HOUSES["live"].with_answers(kill="full")
        assert usual_kill(O8, live) == Kill("full", 4_000)
        assert usual_kill(O8, live.with_answers(kill_qualify=5_000)) == Kill("full", 5_000)
        assert usual_kill(O8, HOUSES["live"]) is None
        assert codes(replace(O8, kill=Kill("full", 4_000)), "live", kill_qualify=5_000) == ["kill_of_house"]
        assert codes(replace(O8, kill=Kill("full", 5_000)), "live", kill_qualify=5_000) == []

    def test_a_plaque_without_an_amount_is_told_the_usual_one(self) -> None:
        plaque = replace(O8, kill=Kill("full", 0), fee=NO_FEE)
        (refused,) = check_plaque(plaque, HOUSES["live"])
        assert (refused.code, refused.allowed["qualifies_at"]) == ("kill_qualify_required", 4_000)
