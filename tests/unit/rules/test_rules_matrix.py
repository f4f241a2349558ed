"""The rules matrix, spelled out: every answer that the rulebooks give is there, cited, and each preset holds.

The tables here are written by hand from the five rulebooks; a change of the data has to be made here too.
"""

import re
from pathlib import Path

import pytest

from rules.house.house import HOUSES
from rules.house.house_rules import HOUSE_RULES, Value
from rules.house.rake import CARDROOM_A_STANDARD, starting_schedule
from rules.house.variants import SHEETS
from rules.text.rulebook import RULES

LINES = {"000": 75, "001": 245, "002": 235, "003": 395, "004": 348}
"""How many lines each rulebook has."""
SEEDS = Path(__file__).parents[4] / "shared" / "seeds"
"""Where the rulebooks lie beside a working copy; elsewhere only the numbers of their lines are checked."""

MATRIX: dict[str, tuple[Value, ...]] = {
    "button_move": ("clockwise", "counterclockwise"),
    "button_rule": ("dead", "next_player"),
    "heads_up_blinds": ("button_small", "left_small"),
    "small_blind": ("half", "plaque"),
    "bj_small_blind": ("half", "equal"),
    "bj_ante": ("half_small_blind", "none"),
    "straddle": ("none", "utg", "button"),
    "raise_cap": (3, None),
    "raise_cap_on_sign": ("plaque", "house"),
    "heads_up_uncapped": (True, False),
    "short_allin_limit": ("half", "full"),
    "spread_raise_min": ("previous", "table_min"),
    "pl_sb_rounds_up": (False, True),
    "bring_in": ("half_lower", "plaque"),
    "fourth_street_pair": ("optional_on_open_pair", "mandatory_on_open_pair", "always_optional", "never"),
    "stud_ante": ("plaque", "required", "by_limit"),
    "stud_button": ("none", "moves"),
    "stud_tie_first": ("left_of_dealer", "suit"),
    "stud_shortage": ("burns_then_common", "community"),
    "stud_community_when": ("shortage", "all_eight"),
    "stud_last_card_playable": (True, False),
    "burn_cards": (True, False),
    "burn_before_draw": ("each", "first_only", "none"),
    "badugi_fallback": (True, False),
    "odd_chip_tie": ("left_of_button", "high_card_suit"),
    "odd_chip_suit_basis": ("five", "all"),
    "odd_chip_hilo": ("high", "left_of_button"),
    "showdown_muck": ("allowed", "must_show", "blackjack_only"),
    "charlie_ties": ("equal", "by_total"),
    "rake_mode": ("percent", "fixed", "time", "none"),
    "rake_rounding": ("down", "nearest", "up"),
    "no_flop_no_drop": (True,),
    "rake_free_until": ("flop", "first_card_after_round_1"),
    "rake_allocation": ("main_first", "pro_rata"),
    "kill": ("none", "half", "full"),
    "kill_pot_basis": ("net", "gross"),
    "kill_persist": ("glossary", "requalify"),
    "kill_blind": ("winner_posts", "none"),
    "kill_in_blind": ("replaces",),
    "kill_act": ("in_turn", "last"),
    "kill_threshold_scales": (False, True),
    "buyin_min": ("plaque", "ten_times_lower"),
    "buyin_max": ("plaque", "none"),
    "rebuy_min": ("buyin_min", "any"),
    "addon_between_hands": (True,),
    "incidentals_allowed": (True, False),
    "incidentals_a_sitting": (None,),
    "incidentals_a_day": (None,),
    "return_window_minutes": (60,),
    "substantial_action": ("live_004", "tda"),
    "appeal": ("none", "manager"),
    "ruling_deadline": ("next_hand",),
    "language": ("english", "any"),
}
"""The answers of the matrix, the default first."""
AMOUNTS = frozenset({"odd_chip_unit", "rake_percent", "rake_cap", "rake_unit", "kill_qualify", "raise_cap"})
"""The house rules of the matrix that take an amount or a number."""
OTHER_DEFAULTS: dict[str, Value] = {
    "odd_chip_tie": "by_game",  # one answer for all games would be wrong in stud or out of it (C-05)
    "rake_free_until": "first_card_after_round_1",  # decided in D-08; in flop games it is the same
}
"""Where the default isn't the first of the matrix."""
DECISIONS: dict[str, tuple[str, Value]] = {
    "D-01": ("kill_pot_basis", "net"),
    "D-02": ("kill_persist", "glossary"),
    "D-03": ("kill_quartered", "ends"),
    "D-04": ("kill_uncontested", "starts"),
    "D-05": ("charlie_ties", "equal"),
    "D-06": ("spread_raise_min", "previous"),
    "D-07": ("rake_unit", 1),
    "D-08": ("rake_free_until", "first_card_after_round_1"),
    "D-10": ("rake_allocation", "main_first"),
    "D-11": ("stud_last_burn", "required"),
    "D-12": ("stud_last_card_playable", True),
    "D-13": ("odd_chip_tie", "by_game"),
    "D-14": ("raise_cap", 3),
    "G-12": ("straddle_raise", "big_blind"),
    "G-13": ("kill_unposted", "stays"),
    "C-14": ("heads_up_blinds", "button_small"),
}
"""Decisions where the rulebooks leave it open; D-09 is a number of seats."""

_SOLAIRE: dict[str, Value] = {
    "burn_cards": True, "burn_before_draw": "first_only", "button_draw": "high_card", "button_move": "clockwise",
    "button_rule": "dead", "small_blind": "half", "raise_cap": None, "odd_chip_unit": None, "odd_chip_tie": "by_game",
    "spread_raise_min": "table_min",
    "badugi_fallback": True, "rake_mode": "plaque", "rake_percent": None, "rake_cap": None, "kill": "none",
    "buyin_min": "plaque", "buyin_max": "none", "rebuy_min": "any", "addon_min": 0, "addon_between_hands": True,
    "incidentals_allowed": False,
}  # fmt: skip
_COLUMBUS: dict[str, Value] = {
    "burn_cards": True, "button_draw": "high_card", "button_move": "clockwise", "button_rule": "dead",
    "small_blind": "plaque", "bring_in": "plaque", "stud_tie_first": "left_of_dealer",
    "fourth_street_pair": "optional_on_open_pair", "stud_shortage": "burns_then_common", "raise_cap": 3,
    "heads_up_uncapped": True, "showdown_muck": "must_show", "odd_chip_unit": 100, "odd_chip_tie": "by_game",
    "odd_chip_hilo": "high", "rake_mode": "plaque", "rake_unit": 100, "rake_rounding": "down", "kill": "none",
    "buyin_min": "plaque", "buyin_max": "plaque",
}  # fmt: skip
_CARDROOM_A: dict[str, Value] = {
    "burn_cards": False, "button_draw": "random_seat", "button_move": "clockwise", "button_rule": "next_player",
    "small_blind": "half", "raise_cap": 3, "heads_up_uncapped": False, "showdown_muck": "allowed", "odd_chip_unit": 1,
    "odd_chip_tie": "by_game", "odd_chip_hilo": "high", "rake_mode": "percent", "rake_percent": 5, "rake_cap": 300,
    "no_flop_no_drop": True, "rake_unit": 1, "rake_rounding": "down", "kill": "none", "buyin_min": "plaque",
    "raise_cap_on_sign": "house", "buyin_max": "none", "pl_sb_rounds_up": False,
}  # fmt: skip
_CARDROOM_B: dict[str, Value] = {
    "burn_cards": False, "button_draw": "random_seat", "button_move": "clockwise", "button_rule": "next_player",
    "small_blind": "half", "bj_small_blind": "half", "bj_ante": "half_small_blind", "bring_in": "half_lower",
    "stud_tie_first": "left_of_dealer", "fourth_street_pair": "optional_on_open_pair", "stud_shortage": "community",
    "stud_community_when": "shortage", "raise_cap": 3, "heads_up_uncapped": False, "spread_raise_min": "table_min",
    "stud_button": "moves", "showdown_muck": "blackjack_only", "raise_cap_on_sign": "house", "stud_ante": "by_limit",
    "odd_chip_unit": 1, "odd_chip_tie": "left_of_button", "odd_chip_hilo": "left_of_button", "rake_mode": "plaque",
    "kill": "none", "buyin_min": "ten_times_lower", "buyin_max": "none", "charlie_ties": "equal",
}  # fmt: skip
_LIVE: dict[str, Value] = {
    "burn_cards": True, "burn_before_draw": "none", "button_draw": "high_card", "button_move": "clockwise",
    "button_rule": "dead", "small_blind": "plaque", "bring_in": "plaque", "stud_tie_first": "suit",
    "fourth_street_pair": "optional_on_open_pair", "stud_shortage": "burns_then_common", "raise_cap": 3,
    "heads_up_uncapped": True, "spread_raise_min": "previous", "showdown_muck": "must_show", "odd_chip_unit": None,
    "odd_chip_tie": "by_game", "odd_chip_hilo": "high", "badugi_fallback": True, "rake_mode": "plaque",
    "no_flop_no_drop": "plaque", "rake_unit": 100, "rake_rounding": "down", "kill_games": "hi_lo",
    "kill_pot_basis": "net", "buyin_min": "plaque", "buyin_max": "plaque", "rebuy_min": "buyin_min",
    "addon_between_hands": True, "incidentals_allowed": True, "transfer_exempt": "listed", "appeal": "none",
    "substantial_action": "live_004", "language": "english",
}  # fmt: skip
PRESETS = {
    "solaire": _SOLAIRE,
    "columbus": _COLUMBUS,
    "cardroom_a": _CARDROOM_A,
    "cardroom_b": _CARDROOM_B,
    "live": _LIVE,
}
"""The answers of each house."""
SEATS = {
    "solaire": {"holdem": (2, 10), "omaha": (2, 10), "badugi": (2, 8)},
    "columbus": {"holdem": (2, 10), "omaha8": (2, 10), "stud": (2, 8)},
    "cardroom_a": {"holdem": (2, 10), "omaha": (2, 10), "omaha8": (2, 10)},
    "cardroom_b": {
        "stud": (2, 8), "omaha": (6, 10), "omaha8": (6, 10), "holdem": (2, 10), "holdem_blackjack": (2, 6),
    },
    "live": {
        "holdem": (2, 10), "omaha": (2, 10), "omaha8": (2, 10), "stud": (2, 8), "badugi": (2, 8), "27td": (2, 6),
        "27sd": (2, 6),
    },
}  # fmt: skip
"""The games of each house, with the fewest and the most seats."""
OWN_WORDS = {
    "solaire": {
        "small_blind": "000:L63", "burn_cards": "000:L11-13", "burn_before_draw": "000:L32", "buyin_min": "000:L74",
        "rebuy_min": "000:L74", "incidentals_allowed": "000:L74", "raise_cap": "000:L65-69",
        "button_move": "000:L5-7", "spread_raise_min": "000:L65",
    },
    "columbus": {
        "button_draw": "001:L40-42", "small_blind": "001:L47-50", "stud_tie_first": "001:L209-212",
        "stud_shortage": "001:L225-235", "showdown_muck": "001:L95", "odd_chip_unit": "001:L167-168",
        "odd_chip_hilo": "001:L167-168", "odd_chip_tie": "001:L103-104", "button_move": "001:L44",
    },
    "cardroom_a": {
        "button_rule": "002:L80-82", "small_blind": "002:L33-37", "raise_cap_on_sign": "002:L102-105",
        "raise_cap": "002:L102-105",
        "showdown_muck": "002:L75-78", "rake_percent": "002:L176-177", "rake_cap": "002:L176-177",
        "no_flop_no_drop": "002:L177-178",
    },
    "cardroom_b": {
        "button_rule": "003:L46", "small_blind": "003:L90-93", "bring_in": "003:L18", "stud_shortage": "003:L39-43",
        "raise_cap": "003:L26-27", "spread_raise_min": "003:L350", "odd_chip_tie": "003:L37",
        "odd_chip_hilo": "003:L240-241", "buyin_min": "003:L4-7", "bj_small_blind": "003:L344", "bj_ante": "003:L344",
        "charlie_ties": "003:L338", "stud_button": "003:L36-38", "raise_cap_on_sign": "003:L26-27",
        "stud_ante": "003:L10-13",
        "showdown_muck": "003:L76-78",
    },
    "live": {
        "button_draw": "004:L74", "button_rule": "004:L254", "small_blind": "004:L78", "stud_tie_first": "004:L144",
        "stud_shortage": "004:L148", "showdown_muck": "004:L94", "odd_chip_tie": "004:L100",
        "badugi_fallback": "004:L164-168", "kill_pot_basis": "004:L300", "buyin_min": "004:L48", "buyin_max": "004:L52",
        "rebuy_min": "004:L48", "incidentals_allowed": "004:L52", "substantial_action": "004:L330",
        "appeal": "004:L56", "language": "004:L62", "transfer_exempt": "004:L48", "rake_mode": "004:L48",
    },
}  # fmt: skip
"""Where a house's own rulebook answers, the citation begins with its own line."""


@pytest.mark.parametrize("name", MATRIX)
def test_every_answer_of_the_matrix_can_be_given(name: str) -> None:
    answers = [answer.value for answer in HOUSE_RULES[name].values]
    assert set(MATRIX[name]) <= set(answers)
    assert HOUSE_RULES[name].is_default(OTHER_DEFAULTS.get(name, MATRIX[name][0]))


def test_amounts_take_any_number() -> None:
    assert all(HOUSE_RULES[name].measure for name in AMOUNTS)


@pytest.mark.parametrize("decision", DECISIONS)
def test_what_was_decided_is_the_default(decision: str) -> None:
    name, value = DECISIONS[decision]
    assert HOUSE_RULES[name].is_default(value)


@pytest.mark.parametrize("house", PRESETS)
def test_each_preset_answers_as_its_rulebook(house: str) -> None:
    answers = {name: HOUSES[house].answer_to(name) for name in PRESETS[house]}
    assert answers == PRESETS[house]
    games = {game: (offer.seats_min, offer.seats_max) for game, offer in HOUSES[house].offers.items()}
    assert games == SEATS[house]


@pytest.mark.parametrize("house", OWN_WORDS)
def test_a_house_is_cited_by_its_own_lines_first(house: str) -> None:
    for name, line in OWN_WORDS[house].items():
        cited = HOUSES[house].cite(name)
        book = line[:3]
        assert line.removeprefix(f"{book}:") in cited.split(" · ")[0], (name, cited)
        assert cited.startswith(book), (name, cited)


def test_the_rake_presets_are_those_of_the_rulebooks() -> None:
    assert starting_schedule(HOUSES["cardroom_a"]) == CARDROOM_A_STANDARD
    for house in ("solaire", "columbus", "cardroom_b", "live"):
        assert starting_schedule(HOUSES[house]).mode == "none"


# ----------------------------------------------------------------------------------------------------------- citations

CITATIONS = {
    **{
        f"{house_rule.name}={answer.value}": answer.citation
        for house_rule in HOUSE_RULES.values()
        for answer in house_rule.values
    },
    **{f"{house.name}.{name}": source for house in HOUSES.values() for name, source in house.sources.items()},
    **{f"{house.name}.{game}": offer.citation for house in HOUSES.values() for game, offer in house.offers.items()},
    **{f"rule {code}": rule.cite() for code, rule in RULES.items()},
    **{f"game {key}": sheet.citation for key, sheet in SHEETS.items()},
}


def cited(citation: str) -> list[tuple[str, int, int]]:
    """The lines of the rulebooks that a citation names, as (book, first, last)."""
    found = []
    for book, lines in re.findall(r"\b(00[0-4]):(L\d+(?:-\d+)?(?:, L\d+(?:-\d+)?)*)", citation):
        for first, last in re.findall(r"L(\d+)(?:-(\d+))?", lines):
            found.append((book, int(first), int(last or first)))
    return found


@pytest.mark.parametrize("place", CITATIONS)
def test_every_citation_points_to_lines_that_exist(place: str) -> None:
    citation = CITATIONS[place]
    lines = cited(citation)
    assert lines or re.search(r"WSOP|RRoP|house|PHH", citation), citation
    assert len(re.findall(r"\b00\d:", citation)) == len(set(re.findall(r"\b00[0-4]:L\d+", citation)))
    for book, first, last in lines:
        assert 1 <= first <= last <= LINES[book]


def test_every_line_that_is_cited_says_something() -> None:
    if not SEEDS.is_dir():
        pytest.skip("The rulebooks don't lie beside this working copy: only the numbers of their lines are checked.")
    books = {
        file.name[:3]: file.read_text(encoding="utf-8").removesuffix("\n").split("\n") for file in SEEDS.glob("*.txt")
    }
    assert {book: len(lines) for book, lines in books.items()} == LINES
    for place, citation in CITATIONS.items():
        for book, first, last in cited(citation):
            assert books[book][first - 1].strip(), (place, book, first)
            assert books[book][last - 1].strip(), (place, book, last)
