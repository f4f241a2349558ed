"""Where houses differ: every question that the rulebooks answer differently, with its answers and their sources.

The first value of a knob is its default. A measure (a number of raises, of minutes, an amount in minor units) takes
any whole number besides the values listed; None stands for "none" or "not set".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = str | int | bool | None


@dataclass(frozen=True, slots=True)
class KnobValue:
    """One answer: the value, what it means in a sentence, and where it stands."""

    value: Value
    sentence: str
    citation: str


@dataclass(frozen=True, slots=True)
class Knob:
    """One question on which houses differ. `measure` names what a number counts; empty where only `values` are."""

    name: str
    question: str
    values: tuple[KnobValue, ...]
    measure: str = ""

    @property
    def default(self) -> Value:
        """What holds in a house that says nothing."""
        return self.values[0].value

    def is_default(self, value: Value) -> bool:
        """Whether `value` is what holds without a word; True and 1 are different answers."""
        return _same(value, self.default)

    def accepts(self, value: Value) -> bool:
        """Whether `value` is one of the answers."""
        return self._listed(value) is not None or (bool(self.measure) and type(value) is int and value >= 0)

    def explain(self, value: Value) -> KnobValue:
        """The answer `value` with its sentence and source. Raises ValueError for what is no answer."""
        listed = self._listed(value)
        if listed:
            return listed
        if self.accepts(value):
            return KnobValue(value, f"The house sets {self.question[0].lower()}{self.question[1:]}: {value}.", "house")
        raise ValueError(f"{self.name} can't be {value!r}: it is {self._answers()}.")

    def read(self, text: str) -> Value:
        """The value that people write as text, such as "true", "3" or "none". Raises ValueError."""
        for value in self.values:
            if text.casefold() in _spellings(value.value):
                return value.value
        if self.measure and text.isascii() and text.isdigit():
            return int(text)
        raise ValueError(f"{self.name} can't be “{text}”: it is {self._answers()}.")

    def _listed(self, value: Value) -> KnobValue | None:
        return next((answer for answer in self.values if _same(answer.value, value)), None)

    def _answers(self) -> str:
        answers = [_spellings(value.value)[0] for value in self.values]
        return " or ".join([*answers, f"a number ({self.measure})"] if self.measure else answers)


def _same(one: Value, other: Value) -> bool:
    return one == other and type(one) is type(other)


def _spellings(value: Value) -> tuple[str, ...]:
    if value is None:
        return ("none", "null")
    return (str(value).casefold(),)


def _knob(name: str, question: str, *values: tuple[Value, str, str], measure: str = "") -> Knob:
    return Knob(name, question, tuple(KnobValue(*value) for value in values), measure)


_BUTTON_AND_BLINDS = (
    _knob(
        "button_move",
        "Which way the button moves",
        ("clockwise", "The button moves clockwise, to the left.", "001:L44 · 002:L18 · 003:L46, L84 · 004:L76, L236"),
        ("counterclockwise", "The button moves one seat to the right.", "000:L21"),
    ),
    _knob(
        "button_rule",
        "Where the button goes when players have left",
        (
            "dead",
            "Blinds go on by seat; the button may stand at an empty seat and a small blind may stay unposted.",
            "004:L254 · WSOP 151 · RRoP 4 #2b",
        ),
        (
            "next_player",
            "The button goes to the next player and the blinds to the next two.",
            "002:L18, L80-82 · 003:L46, L139-141, L340",
        ),
    ),
    _knob(
        "heads_up_blinds",
        "Who posts the small blind heads-up",
        (
            "button_small",
            "Heads-up the button posts the small blind and acts first before the flop.",
            "WSOP 153 · RRoP 4",
        ),
        ("left_small", "Heads-up the player left of the button posts the small blind.", "002:L27-37 · 003:L86-93"),
    ),
    _knob(
        "button_draw",
        "Who has the button first",
        (
            "high_card",
            "Each player is dealt a card face up; the highest has the button, ties by suit.",
            "001:L40-42 · 004:L74, L106 · WSOP 91",
        ),
        ("random_seat", "The first button is drawn at random.", "house"),
    ),
    _knob(
        "small_blind",
        "How large the small blind is",
        ("half", "The small blind is half the minimum bet.", "000:L63 · 002:L33-37 · 003:L90-93, L288-291"),
        ("plaque", "The blinds stand on the sign.", "001:L47-50 · 004:L78, L110"),
    ),
    _knob(
        "bj_small_blind",
        "How large the small blind of Hold'em Blackjack is",
        ("half", "Half the big blind, as in the rulebook's example of 50, 100 and an ante of 25.", "003:L344"),
        ("equal", "Equal to the big blind, as the rulebook's sentence says.", "003:L344"),
    ),
    _knob(
        "bj_ante",
        "What the ante of Hold'em Blackjack is",
        ("half_small_blind", "Half the small blind, dead.", "003:L344"),
        ("none", "No ante.", "house"),
    ),
    _knob(
        "straddle",
        "Whether a straddle may be posted",
        ("none", "No straddle unless the sign offers it.", "WSOP 161"),
        ("utg", "The player left of the big blind may straddle.", "WSOP 161"),
        ("button", "The button may straddle.", "house"),
    ),
    _knob(
        "straddle_raise",
        "The smallest raise over a straddle",
        ("big_blind", "The first raise over a straddle is at least one big blind: to three of them.", "WSOP 161, 170"),
        (
            "straddle",
            "The straddle is the minimum bring-in: the first raise at least doubles it.",
            "RRoP 14 No Limit #2-3",
        ),
    ),
    _knob(
        "ante_trimming",
        "What a player short of the ante plays for",
        (True, "A player short of the ante plays only for what he matched of each ante.", "RRoP 3 Betting"),
        (False, "The antes are dead money: a player short of the ante plays for all of them.", "PHH"),
    ),
)

_BETTING = (
    _knob(
        "raise_cap",
        "How many raises follow the bet in a limit round",
        (3, "One bet and three raises.", "002:L102-105 · 003:L26-27, L103-105, L302, L345"),
        (None, "The raises are not capped.", "000:L65-69"),
        measure="raises",
    ),
    _knob(
        "heads_up_uncapped",
        "Whether two players may raise without end",
        (
            True,
            "Two players may raise without end if the round became heads-up before it was capped.",
            "RRoP 3 Betting #4 · WSOP 126-127",
        ),
        (False, "The raises are capped in each round, heads-up too.", "002:L102-103 · 003:L103-105"),
    ),
    _knob(
        "short_allin_limit",
        "When a short all-in counts as a raise in limit",
        (
            "half",
            "An all-in of half a bet or more counts as a full bet or raise; less may be called or completed.",
            "RRoP 3 Betting #6 · WSOP 129",
        ),
        ("full", "Only an all-in of a full bet counts; less may be called or completed.", "house"),
    ),
    _knob(
        "spread_raise_min",
        "The smallest raise in spread limit",
        ("previous", "A raise is at least as large as the bet or raise before it.", "RRoP 3 Betting #5 · 004:L244"),
        ("table_min", "A raise is at least the lower end of the range.", "003:L350"),
    ),
    _knob(
        "pl_sb_rounds_up",
        "Whether the small blind counts as a big blind in the first pot-limit round",
        (False, "The pot counts what lies in it.", "002:L166-171"),
        (True, "The small blind counts as a big blind: the pot opens for four of them.", "WSOP 187"),
    ),
)

_STUD_AND_DRAW = (
    _knob(
        "bring_in",
        "How large the bring-in is",
        ("half_lower", "Half the lower limit.", "003:L18"),
        ("plaque", "The amount stands on the sign.", "001:L193-198 · 004:L138"),
    ),
    _knob(
        "fourth_street_pair",
        "What an open pair on fourth street does",
        (
            "optional_on_open_pair",
            "With an open pair on fourth street the big bet may be bet.",
            "RRoP 8 #4 · WSOP 220 · 003:L28-33",
        ),
        ("mandatory_on_open_pair", "With an open pair on fourth street the bet is the higher limit.", "003:L28-30"),
        ("always_optional", "On fourth street every player may bet the higher limit.", "003:L31-33"),
        ("never", "An open pair changes nothing.", "house"),
    ),
    _knob(
        "stud_tie_first",
        "Who acts first when the high boards tie",
        ("left_of_dealer", "The tied player closest to the dealer's left.", "001:L209-212 · WSOP 215"),
        ("suit", "The tied player with the high card by suit.", "004:L144"),
    ),
    _knob(
        "stud_shortage",
        "What happens when stud runs out of cards",
        (
            "burns_then_common",
            "The burn cards are shuffled in; if that is too few, one common card is dealt.",
            "001:L225-235 · 004:L148, L246",
        ),
        ("community", "The last card is dealt to the middle for everyone.", "003:L39-43"),
    ),
    _knob(
        "stud_community_when",
        "When the last stud card goes to the middle",
        ("shortage", "Whenever the cards don't reach.", "003:L39-43"),
        ("all_eight", "Only when all eight players are still in.", "003:L39"),
    ),
    _knob(
        "stud_last_card_playable",
        "Whether the last card of the stub is dealt",
        (True, "The last card is dealt.", "001:L225-235 · 003:L39-43"),
        (False, "The last card is not dealt.", "WSOP 228"),
    ),
    _knob(
        "burn_cards",
        "Whether a card is burned before each street",
        (True, "A card is burned before each street.", "000:L11-13 · 001:L63, L77, L84 · 004:L84-90"),
        (False, "No card is burned.", "002:L38-66 · 003:L106-123"),
    ),
    _knob(
        "burn_before_draw",
        "Whether a card is burned before a draw",
        ("each", "Before each draw.", "WSOP Section X"),
        ("first_only", "Before the first draw only.", "000:L32"),
        ("none", "Never.", "004:L154-184"),
    ),
    _knob(
        "badugi_fallback",
        "What wins when nobody has a badugi",
        (True, "The best hand of three, two or one cards.", "004:L164-168"),
        (False, "Only four-card badugis are compared.", "000:L40"),
    ),
    _knob(
        "charlie_ties",
        "How two seven-card Charlies compare",
        ("equal", "They split.", "003:L338"),
        ("by_total", "The one closer to 21 wins.", "house"),
    ),
)

_SHOWDOWN = (
    _knob(
        "odd_chip_unit",
        "The smallest chip that a pot is split into",
        (None, "A pot is split down to the minimum betting unit on the sign.", "WSOP 148"),
        (1, "A pot is split down to the smallest unit of the currency.", "002:L70-74"),
        (100, "A pot is split down to one dollar.", "001:L167-168"),
        measure="minor units",
    ),
    _knob(
        "odd_chip_tie",
        "Who gets the odd chip of a tie",
        (
            "left_of_button",
            "The odd chip goes to the first tied winner left of the button.",
            "001:L103-104 · 003:L37, L133, L240, L326 · 004:L100",
        ),
        (
            "high_card_suit",
            "In stud the odd chip goes to the tied winner with the high card by suit.",
            "WSOP 149 · RRoP Ties #5b",
        ),
    ),
    _knob(
        "odd_chip_suit_basis",
        "Which cards decide an odd chip by suit",
        ("five", "The five cards of the hand.", "WSOP 149"),
        ("all", "All the player's cards.", "house"),
    ),
    _knob(
        "odd_chip_hilo",
        "Which half of a split pot gets the odd chip",
        ("high", "The odd chip goes to the high half.", "001:L167-168"),
        ("left_of_button", "The odd chip goes to the winner first left of the button.", "003:L240-241"),
    ),
    _knob(
        "showdown_muck",
        "Whether a losing hand may be mucked unseen",
        ("allowed", "A player may muck at the showdown and give up the pot.", "002:L75-78 · 003:L351"),
        ("must_show", "Every player left turns the cards over.", "001:L95 · 004:L94"),
    ),
)

_FEE = (
    _knob(
        "fee_on_sign",
        "Whether the sign must say how the house is paid",
        ("required", "The sign states the rake or the time charge, or that there is none.", "004:L48"),
        ("optional", "A sign that says nothing means no rake.", "house"),
    ),
    _knob(
        "rake_mode",
        "How the house is paid",
        ("percent", "A percentage of the pot.", "002:L175-178"),
        ("time", "A charge per half hour.", "004:L48 · WSOP 27"),
        ("none", "Nothing is taken.", "house"),
    ),
    _knob(
        "rake_percent",
        "The highest percentage of a pot that the house may post",
        (None, "No ceiling.", "house"),
        (5, "Between 0 and 5 per cent.", "002:L176-177"),
        measure="per cent",
    ),
    _knob(
        "rake_cap",
        "The most that the house may take of one pot",
        (None, "No ceiling.", "house"),
        (300, "Never more than 3.00.", "002:L176-177"),
        measure="minor units",
    ),
    _knob(
        "rake_unit",
        "The smallest chip that is raked",
        (1, "The rake is taken to the smallest unit of the currency.", "002:L175-178"),
        (100, "The rake is taken in whole dollars.", "house"),
        measure="minor units",
    ),
    _knob(
        "rake_rounding",
        "How the rake is rounded to its unit",
        ("down", "Down.", "house"),
        ("nearest", "To the nearest, halves up.", "house"),
        ("up", "Up.", "house"),
    ),
    _knob(
        "no_flop_no_drop",
        "Whether a hand without a flop is free",
        (True, "No flop, no drop.", "002:L177-178"),
        (False, "Every pot is raked.", "house"),
    ),
    _knob(
        "rake_free_until",
        "When a hand begins to be raked",
        ("flop", "From the flop.", "002:L177-178"),
        ("first_card_after_round_1", "From the first card that is dealt after the first betting round.", "house"),
    ),
    _knob(
        "rake_allocation",
        "Which pot bears the rake",
        ("main_first", "The main pot first, then each side pot, under one cap.", "house"),
        ("pro_rata", "Every pot in proportion.", "house"),
    ),
)

_KILL = (
    _knob(
        "kill_games",
        "Which limit games may have a kill",
        ("hi_lo", "Omaha hi-lo eight or better only.", "004:L278, L286"),
        ("any", "Any limit game.", "WSOP Kill Pots · RRoP 13"),
    ),
    _knob(
        "kill",
        "Which kill is played",
        ("none", "None.", "house"),
        ("half", "Half-kill.", "004:L278"),
        ("full", "Kill.", "004:L286"),
    ),
    _knob(
        "kill_qualify",
        "The pot that starts a kill",
        (None, "The amount on the sign.", "004:L278, L286"),
        measure="minor units",
    ),
    _knob(
        "kill_pot_basis",
        "What counts towards a qualifying pot",
        ("net", "The pot less the rake.", "004:L300"),
        ("gross", "The pot before the rake.", "house"),
    ),
    _knob(
        "kill_persist",
        "How a running kill goes on",
        ("glossary", "Until a high-low split or a pot that doesn't qualify.", "004:L278, L286"),
        ("requalify", "Only if the pot would start it anew.", "WSOP 190"),
    ),
    _knob(
        "kill_blind",
        "Whether the winner posts the kill",
        ("winner_posts", "The winner posts the killed small bet.", "WSOP 190, 194-199 · RRoP 13"),
        ("none", "Nobody posts.", "004:L278, L286"),
    ),
    _knob(
        "kill_in_blind",
        "What a killer in the blinds posts",
        ("replaces", "The larger post replaces his blind.", "house"),
        ("adds", "Both.", "house"),
    ),
    _knob(
        "kill_act",
        "When the killer acts",
        ("in_turn", "In turn.", "WSOP 199 · RRoP 13"),
        ("last", "Last in the first round.", "house"),
    ),
    _knob(
        "kill_threshold_scales",
        "Whether the qualifying amount grows with the limits",
        (False, "No.", "004:L278, L286"),
        (True, "Yes.", "house"),
    ),
)

_BUY_IN = (
    _knob(
        "buyin_min",
        "What the minimum buy-in is",
        ("plaque", "The minimum on the sign.", "000:L74 · 004:L48"),
        ("ten_times_lower", "Ten times the lower limit.", "003:L4-7, L55-58, L155-158, L252-255"),
    ),
    _knob(
        "buyin_max",
        "What the maximum buy-in is",
        ("plaque", "The maximum on the sign, if it states one.", "004:L52"),
        ("none", "There is none.", "000:L74 · 002:L172-174 · 003:L4-7"),
    ),
    _knob(
        "rebuy_min",
        "The smallest re-buy",
        ("buyin_min", "A re-buy is for at least the minimum.", "004:L48"),
        ("any", "Any amount.", "000:L74"),
    ),
    _knob("addon_min", "The smallest add-on", (0, "Any amount.", "000:L74"), measure="minor units"),
    _knob(
        "addon_between_hands",
        "When chips may be added",
        (True, "Between hands only.", "000:L74 · 004:L52"),
        (False, "At any time.", "house"),
    ),
    _knob(
        "incidentals_allowed",
        "Whether small amounts may leave the table",
        (True, "A small amount for incidentals, flagged by a supervisor.", "004:L52"),
        (False, "Never.", "000:L74"),
    ),
    _knob(
        "return_window_minutes",
        "How long a player who leaves must return with his stack",
        (60, "Within the hour he returns with at least what he took away.", "WSOP 58"),
        (None, "There is no such time.", "house"),
        measure="minutes",
    ),
    _knob(
        "transfer_exempt",
        "Whose transfers need not meet the minimum",
        ("listed", "From a broken game, after a change of limit or a related reason, and must-move.", "004:L48"),
        ("none", "Nobody's.", "house"),
    ),
)

_FLOOR = (
    _knob(
        "substantial_action",
        "When action is substantial",
        ("live_004", "Three players acted, or two by a bet, call or raise.", "004:L330"),
        ("tda", "Three players acted, or two of them with chips in the pot by at least one.", "WSOP 105"),
    ),
    _knob(
        "appeal",
        "Whether a ruling can be appealed",
        ("none", "The supervisor's ruling is final.", "004:L56"),
        ("manager", "To the manager.", "WSOP 6"),
    ),
    _knob(
        "ruling_deadline",
        "Until when a ruling can be asked for",
        ("next_hand", "Until the next hand begins.", "RRoP 2 · WSOP 51"),
    ),
    _knob(
        "language",
        "What is spoken during a hand",
        ("english", "Only English.", "004:L62"),
        ("any", "Any language.", "house"),
    ),
)

KNOBS: Mapping[str, Knob] = {
    knob.name: knob
    for knobs in (_BUTTON_AND_BLINDS, _BETTING, _STUD_AND_DRAW, _SHOWDOWN, _FEE, _KILL, _BUY_IN, _FLOOR)
    for knob in knobs
}
"""Every knob by name."""
