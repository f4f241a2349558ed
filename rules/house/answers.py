"""The answers of one house, each read by the name of its house rule and of a type that says what it may be.

`rules.house.house_rules` asks the questions: what each answer means and where it stands. A test holds both together.
"""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """An answer to every house rule; what is left out is answered as most rulebooks do."""

    # button and blinds
    button_move: Literal["clockwise", "counterclockwise"] = "clockwise"
    button_rule: Literal["dead", "next_player"] = "dead"
    heads_up_blinds: Literal["button_small", "left_small"] = "button_small"
    button_draw: Literal["high_card", "random_seat"] = "high_card"
    small_blind: Literal["half", "plaque"] = "half"
    bj_small_blind: Literal["half", "equal", "plaque"] = "half"
    bj_ante: Literal["half_small_blind", "none", "plaque"] = "half_small_blind"
    straddle: Literal["none", "utg", "button"] = "none"
    straddle_raise: Literal["big_blind", "straddle"] = "big_blind"
    ante_trimming: bool = True

    # betting
    raise_cap: int | None = 3
    raise_cap_on_sign: Literal["plaque", "house"] = "plaque"
    heads_up_uncapped: bool = True
    short_allin_limit: Literal["half", "full"] = "half"
    spread_raise_min: Literal["previous", "table_min"] = "previous"
    pl_sb_rounds_up: bool = False

    # stud and draw
    bring_in: Literal["half_lower", "plaque"] = "half_lower"
    stud_ante: Literal["plaque", "required", "by_limit"] = "plaque"
    fourth_street_pair: Literal["optional_on_open_pair", "mandatory_on_open_pair", "always_optional", "never"] = (
        "optional_on_open_pair"
    )
    stud_button: Literal["none", "moves"] = "none"
    stud_tie_first: Literal["left_of_dealer", "suit"] = "left_of_dealer"
    stud_shortage: Literal["burns_then_common", "community"] = "burns_then_common"
    stud_community_when: Literal["shortage", "all_eight"] = "shortage"
    stud_last_card_playable: bool = True
    stud_last_burn: Literal["required", "waived"] = "required"
    burn_cards: bool = True
    burn_before_draw: Literal["each", "first_only", "none"] = "each"
    badugi_fallback: bool = True
    charlie_ties: Literal["equal", "by_total"] = "equal"

    # showdown
    odd_chip_unit: int | None = None
    odd_chip_tie: Literal["by_game", "left_of_button", "high_card_suit"] = "by_game"
    odd_chip_suit_basis: Literal["five", "all"] = "five"
    odd_chip_hilo: Literal["high", "left_of_button"] = "high"
    showdown_muck: Literal["allowed", "must_show", "blackjack_only"] = "allowed"

    # rake and time
    fee_on_sign: Literal["required", "optional"] = "required"
    rake_mode: Literal["percent", "fixed", "time", "none", "plaque"] = "percent"
    rake_percent: int | None = None
    rake_cap: int | None = None
    rake_unit: int = 1
    rake_rounding: Literal["down", "nearest", "up"] = "down"
    no_flop_no_drop: bool | Literal["plaque"] = True
    rake_free_until: Literal["first_card_after_round_1", "flop"] = "first_card_after_round_1"
    rake_allocation: Literal["main_first", "pro_rata"] = "main_first"

    # kill
    kill_games: Literal["hi_lo", "any"] = "hi_lo"
    kill: Literal["none", "half", "full"] = "none"
    kill_qualify: int | None = None
    kill_pot_basis: Literal["net", "gross"] = "net"
    kill_persist: Literal["glossary", "requalify"] = "glossary"
    kill_quartered: Literal["ends", "goes_on"] = "ends"
    kill_uncontested: Literal["starts", "never"] = "starts"
    kill_unposted: Literal["stays", "ends"] = "stays"
    kill_blind: Literal["winner_posts", "none"] = "winner_posts"
    kill_in_blind: Literal["replaces", "adds"] = "replaces"
    kill_act: Literal["in_turn", "last"] = "in_turn"
    kill_threshold_scales: bool = False

    # chips on the table
    buyin_min: Literal["plaque", "ten_times_lower"] = "plaque"
    buyin_max: Literal["plaque", "none"] = "plaque"
    rebuy_min: Literal["buyin_min", "any"] = "buyin_min"
    addon_min: int = 0
    addon_between_hands: bool = True
    incidentals_allowed: bool = True
    incidentals_a_sitting: int | None = None
    incidentals_a_day: int | None = None
    return_window_minutes: int | None = 60
    transfer_exempt: Literal["listed", "none"] = "listed"

    # rulings
    substantial_action: Literal["live_004", "tda"] = "live_004"
    appeal: Literal["none", "manager"] = "none"
    ruling_deadline: Literal["next_hand", "any_time"] = "next_hand"
    second_person_above: int | Literal["smallest_buy_in", "always"] = "smallest_buy_in"
    language: Literal["english", "any"] = "english"
