"""The rules and the questions on which houses differ, as a reader looks for them: by chapter, each rule with a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from rules.house import house_rules
from rules.house.house_rule import HouseRule
from rules.text import rulebook
from rules.text.rule import Rule


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its key, its title, its rules, and the questions that houses answer for themselves."""

    key: str
    title: str
    rules: tuple[Rule, ...]
    house_rules: tuple[HouseRule, ...]


_TITLES: Final[Mapping[str, str]] = {
    "betting": "Betting",
    "cards": "Cards",
    "settling": "Showdown and pots",
    "table": "The table and its plaque",
    "chips": "Chips on the table",
    "kill": "Kills",
    "rake": "Rake and time",
    "procedures": "Procedures and rulings",
}
_OF_GROUP: Final[Mapping[str, str]] = {
    "Betting": "betting",
    "Cards": "cards",
    "Stud and draw": "cards",
    "Showdown and settlement": "settling",
    "Showdown": "settling",
    "The plaque on the table": "table",
    "Button and blinds": "table",
    "Chips on the table": "chips",
    "Kill": "kill",
    "Rake and time": "rake",
}
"""The chapter of each group of rules and of house rules; every other group is about procedures."""


def _chapter_of_rule(group: str, rule: Rule) -> str:
    words = rule.code.split("_")
    if "kill" in words or "killer" in words:
        return "kill"
    if {"rake", "fee", "drop"}.intersection(words):
        return "rake"
    return "chips" if rule.code.startswith("buy_in_") else _OF_GROUP.get(group, "procedures")


def _chapters() -> Iterable[Chapter]:
    rules = [(_chapter_of_rule(group, rule), rule) for group, listed in rulebook.GROUPS.items() for rule in listed]
    asked = [
        (_OF_GROUP.get(group, "procedures"), house_rule)
        for group, listed in house_rules.GROUPS.items()
        for house_rule in listed
    ]
    for key, title in _TITLES.items():
        own_rules = tuple(rule for chapter, rule in rules if chapter == key)
        yield Chapter(key, title, own_rules, tuple(house_rule for chapter, house_rule in asked if chapter == key))


CHAPTERS: Final = tuple(_chapters())
"""Every rule and every house rule, each in one chapter."""


def chapter_of(subject: Rule | HouseRule) -> Chapter:
    """The chapter in which the rule or the question stands."""
    return next(chapter for chapter in CHAPTERS if subject in (*chapter.rules, *chapter.house_rules))


def name_of(code: str) -> str:
    """The rule's name, a few words that a heading can be."""
    return NAMES.get(code) or code.replace("_", " ").capitalize()


NAMES: Final[Mapping[str, str]] = {
    "below_min_bet": "Bet below the minimum",
    "below_min_raise": "Raise below the minimum",
    "above_pot_limit": "Raise above the pot",
    "wrong_bet_size": "Wrong size of a limit bet",
    "below_spread_min": "Bet below the range",
    "above_spread_max": "Bet above the range",
    "raise_cap_reached": "No raise left in the round",
    "betting_not_reopened": "Betting not reopened by a short all-in",
    "no_opponent_can_call": "Nobody left to call a raise",
    "insufficient_chips": "Table stakes",
    "no_chips": "No chips, no cards",
    "not_chip_multiple": "Smaller than the betting unit",
    "out_of_turn": "Acting out of turn",
    "not_in_hand": "No longer in the hand",
    "round_not_complete": "Somebody has yet to act",
    "round_complete": "The betting round is closed",
    "wrong_bring_in_seat": "Who brings it in",
    "bring_in_posted": "One bring-in only",
    "hand_complete": "The hand is over",
    "not_in_game": "No such action in this game",
    "duplicate_card": "The same card twice",
    "card_not_in_deck": "A card that the deck doesn't have",
    "wrong_card_count": "Wrong number of cards",
    "card_not_held": "A card that the player wasn't dealt",
    "no_draw_left": "No draw left",
    "too_many_discards": "Too many discards",
    "must_stand": "Over 21 can only stand",
    "too_many_cards": "Seven cards at most",
    "last_hand": "The last hand takes the pot",
    "hand_tabled": "A hand turned over plays",
    "must_discard": "A card has to be thrown away",
    "hand_not_complete": "Not yet to be settled",
    "showdown_incomplete": "A hand is still to be shown or mucked",
    "stated_at_what_counts": "A raise stated at what counts",
    "uncalled_bet": "The uncalled part of a bet goes back",
    "side_pots": "Main pot and side pots",
    "dead_money": "Dead money",
    "uncontested": "The last player takes the pot",
    "mucked_hand": "A mucked hand is dead",
    "best_hand": "The best hand wins",
    "low_half": "The low half",
    "odd_chip": "The odd chip",
    "rake": "The rake",
    "must_show": "Every hand is shown",
    "game_not_supported": "A game that can't be recorded",
    "kill_not_in_force": "No kill is on",
    "kill_post_required": "The kill has to be posted",
    "one_kill_only": "One kill in a hand",
    "wrong_kill_limits": "Limits of a kill",
    "wrong_killer": "Who posts the kill",
    "game_not_offered": "Games that the room spreads",
    "structure_not_offered": "Betting structures of a game",
    "too_many_players": "Too many players",
    "too_few_players": "Too few players",
    "blinds_in_stud": "No blinds in stud",
    "blinds_required": "Blinds are posted",
    "bring_in_not_in_game": "No bring-in in this game",
    "bring_in_required": "The bring-in is forced",
    "limits_required": "Limits stand on the plaque",
    "limits_not_in_structure": "Limits that the structure doesn't use",
    "house_banked": "Games against the house",
    "blinds_above_bet": "Blinds above the first bet",
    "buy_in_min_below_house": "Minimum buy-in of the house",
    "big_bet_below_small": "Big bet below the small bet",
    "blinds_ascend": "Blinds rise clockwise",
    "not_unit_multiple": "Amounts that chips can't pay",
    "kill_not_in_game": "Games with a kill",
    "kill_qualify_required": "The pot that starts a kill",
    "fee_required": "The fee stands on the plaque",
    "rake_percent_out_of_range": "Highest percentage of rake",
    "rake_cap_out_of_range": "Highest rake of a pot",
    "raise_cap_not_in_structure": "Raise cap without limits",
    "straddle_not_offered": "Straddle not offered",
    "buy_in_range": "Maximum buy-in below the minimum",
    "short_buy": "No short buys",
    "above_max_buyin": "Maximum buy-in",
    "mid_hand": "No chips added during a hand",
    "chips_removed": "Chips in play stay in play",
    "above_incidentals": "How little incidentals are",
    "must_bring_all_chips": "Moving with all chips",
    "going_south": "Returning within the hour",
    "facts_contradict": "What is known doesn't go together",
    "kill": "When a kill starts and ends",
    "kill_owed": "A kill that is owed",
    "kill_of_house": "The kill of the house",
    "fee_not_of_house": "How the house is paid",
    "no_flop_no_drop_required": "No flop, no drop",
    "blinds_not_half": "Blinds by halves",
    "ante_not_of_game": "Ante of Hold'em Blackjack",
    "bring_in_not_half": "Bring-in by halves",
    "straddle_of_house": "The straddle of the house",
    "misdeal": "A misdeal",
    "fouled_deck": "A fouled deck",
    "dead_hand": "A dead hand",
    "fouled_hand": "A fouled hand",
    "unprotected_hand": "An unprotected hand",
    "hand_of_debtor": "The hand of who owes a blind",
    "substantial_action": "Substantial action",
    "ruling_too_late": "Until when a ruling is asked for",
    "ruling_final": "The supervisor's word is final",
    "english_only": "English during a hand",
    "common_card": "A common card in stud",
    "blind_owed": "A blind that is owed",
    "range_of_each_round": "Flexible limit, a range for each round",
    "raise_cap_of_house": "The raises that the house counts",
    "ante_required": "No stud without an ante",
    "ante_not_of_limit": "An ante that follows the limit",
    "one_live_bet": "One live bet of a player",
    "blind_not_owed": "No blind made up in the blinds",
    "between_button_and_blind": "Between button and big blind",
    "straddle_in_kill": "No straddle in a kill",
    "chips_of_absent": "Chips of an absent player",
}
"""The names of the rules. One that has none yet goes by its code."""
