"""Hands that were really played: each is legal, settles to the stacks that its file states, and survives being printed.

They aren't part of the project. CARDROOM_HANDS names the folder that holds them.
"""

import os
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from rules.check.checker import Checker, CheckReport
from rules.house.fee_schedule import FeeSchedule
from rules.house.fee_written import read_schedule
from rules.phh.export import from_hand
from rules.phh.reader import read_hand, read_hands
from rules.phh.values import PhhHand
from rules.phh.writer import write_hand

PROJECT = Path(__file__).resolve().parents[3]
HANDS = Path(os.environ.get("CARDROOM_HANDS", PROJECT / "../shared/hands")).resolve()

pytestmark = pytest.mark.skipif(
    not HANDS.is_dir(), reason=f"the real hands are not here: {HANDS} (CARDROOM_HANDS names another folder)"
)

PLAYED = {
    "NT": 5455,
    "FT": 11,
    "PO": 5,
    "FO/8": 8,
    "F7S": 8,
    "F7S/8": 7,
    "FR": 5,
    "F2L3D": 5,
    "N2L1D": 4,
    "FB": 1,
    "NS": 2,
}
"""Hands by variant."""
NOT_PLAYED = {"FR": 1}
"""One razz table has nine players, more than the deck reaches for."""
STATED = {"NT": 4944, "FT": 11, "PO": 4, "FO/8": 8, "F7S": 8, "F7S/8": 7, "FR": 5, "F2L3D": 5, "N2L1D": 4, "NS": 2}
"""Those of them that state finishing stacks."""

OTHERWISE_COUNTED = {"1", "266", "374"}
"""Uncontested pots of Absolute for which its converter wrote the uncalled bet, or neither pot nor bet."""


@cache
def hands() -> tuple[PhhHand, ...]:
    files = sorted(file for file in HANDS.rglob("*.phh*"))
    return tuple(hand for file in files for hand in read_hands(file.read_text(encoding="utf-8"), file.name))


def schedule(name: str) -> FeeSchedule:
    return read_schedule(tomllib.loads((PROJECT / "tests" / "data" / f"{name}.toml").read_text(encoding="utf-8")))


@cache
def rakes() -> Mapping[str, Checker]:
    return {
        "Ongame Network": Checker(fee=schedule("rake-ongame")),
        "Absolute Poker": Checker(fee=schedule("rake-absolute")),
        "": Checker(),
    }


def checked(hand: PhhHand) -> CheckReport:
    """The report under the rake of the site where the hand was played."""
    return rakes().get(hand.venue or "", rakes()[""]).check(hand)


@cache
def reports() -> tuple[CheckReport, ...]:
    return tuple(checked(hand) for hand in hands())


def counted(kept: list[CheckReport]) -> dict[str, int]:
    return dict(Counter(report.phh.variant for report in kept))


def named(kept: list[CheckReport]) -> list[str]:
    return [f"{report.phh.source.file} {report.phh.source.key}" for report in kept]


def test_every_hand_of_a_game_that_is_played_is_legal_to_its_end() -> None:
    assert counted([report for report in reports() if report.legal and report.complete]) == PLAYED


def test_what_no_deck_reaches_for_is_refused_and_never_settled() -> None:
    refused = [report for report in reports() if not report.legal]
    assert counted(refused) == NOT_PLAYED
    assert {report.violation.code for report in refused if report.violation} == {"too_many_players"}
    assert not any(report.settlement for report in refused)


def test_stated_finishing_stacks_are_ours_to_the_chip() -> None:
    stated = [report for report in reports() if report.legal and report.phh.finishing_stacks]
    assert counted([report for report in stated if report.settlement]) == STATED
    assert named([report for report in stated if not report.agrees]) == []


def test_without_the_sites_rake_the_raked_hands_are_told_apart() -> None:
    differing = [hand for hand in hands() if not Checker().check(hand).agrees]
    assert {hand.venue for hand in differing} == {"Ongame Network"}
    assert len(differing) == 4


def test_winnings_net_of_rake_and_jackpot_are_ours() -> None:
    absolute = [report for report in reports() if report.phh.venue == "Absolute Poker" and report.settlement]
    compared = [report for report in absolute if report.winnings_agree is not None]
    raked = [report for report in compared if report.settlement and report.settlement.rake]
    assert (len(compared), len(raked)) == (411, 134)
    assert {report.phh.source.key for report in compared if not report.winnings_agree} == OTHERWISE_COUNTED


def test_a_showdown_with_unknown_cards_says_which_are_missing() -> None:
    unsettled = [report for report in reports() if report.legal and not report.settlement]
    assert counted(unsettled) == {"NT": 41}
    assert all("are unknown" in " ".join(report.missing) for report in unsettled)
    assert not any(report.phh.finishing_stacks for report in unsettled)


def test_chips_in_are_chips_out() -> None:
    for report in reports():
        settled = report.settlement
        if settled is not None:
            assert sum(settled.net) + settled.rake + settled.promo == 0, report.phh.source


def test_a_printed_hand_is_the_same_hand_and_settles_the_same() -> None:
    for report in reports():
        again = read_hand(write_hand(report.phh))
        assert again == report.phh
        settled = checked(again).settlement
        assert settled == report.settlement, report.phh.source


def test_a_hand_exported_from_the_engine_settles_the_same_by_itself() -> None:
    for report in reports():
        if report.hand is not None:
            again = read_hand(write_hand(from_hand(report.hand)))
            settled = Checker().check(again)
            assert settled.agrees, report.phh.source
            assert settled.settlement == report.settlement, report.phh.source


def test_both_readers_read_every_file_alike() -> None:
    for file in sorted(HANDS.rglob("*.phh*")):
        text = file.read_text(encoding="utf-8")
        spread = text.replace(" = ", "  =  ")
        assert list(read_hands(spread)) == list(read_hands(text)), file.name
