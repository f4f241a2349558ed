"""The register of rules: one sentence in our own words for every code that a refusal or a settlement names.

A citation reads `002:L163-165 · WSOP 171`: lines of one of the five rulebooks (000 Solaire, 001 Columbus,
002 and 003 the two online card rooms, 004 Live!), then what fills their silence: WSOP is the 2024 WSOP Live
Action Rules by rule number, RRoP is Robert's Rules of Poker by section and number.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

BOOKS: Mapping[str, str] = {
    "000": "solaire",
    "001": "columbus",
    "002": "cardroom_a",
    "003": "cardroom_b",
    "004": "live",
}
"""The house that wrote each rulebook."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its code, its sentence, where each rulebook says it, and the outside source."""

    code: str
    sentence: str
    books: tuple[str, ...] = ()
    outside: str = ""
    _by_house: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_house", {BOOKS[line[:3]]: line for line in self.books})

    def cite(self, house: str = "") -> str:
        """The house's own lines where its rulebook has the rule, else all the books that do; then outside sources."""
        own = self._by_house.get(house)
        return " · ".join(filter(None, [*([own] if own else self.books), self.outside]))


_BETTING = (
    Rule(
        "below_min_bet",
        "A bet is at least the minimum bet of the round, unless it is all-in.",
        ("000:L63-65", "002:L100-102", "003:L302", "004:L290"),
        "WSOP 128, 170",
    ),
    Rule(
        "below_min_raise",
        "A raise is at least as large as the bet or raise before it in the same betting round, unless it is all-in.",
        ("000:L67", "002:L163-165", "004:L244"),
        "WSOP 171",
    ),
    Rule(
        "above_pot_limit",
        "In pot limit a raise is at most the whole pot after calling.",
        ("000:L69", "002:L166-171"),
        "WSOP 187; RRoP 14 Pot Limit",
    ),
    Rule(
        "wrong_bet_size",
        "In fixed limit every bet and raise has the size of the round: the small bet early, the big bet late.",
        ("002:L98-105", "003:L101-105", "004:L266, L322"),
        "RRoP 3 Betting #6",
    ),
    Rule(
        "below_spread_min",
        "In spread limit a bet is at least the lower end of the range on the plaque.",
        ("003:L350", "004:L268"),
        "RRoP 3 Betting #5",
    ),
    Rule(
        "above_spread_max",
        "In spread limit a bet or raise is at most the upper end of the range on the plaque.",
        ("003:L350", "004:L268"),
        "RRoP 3 Betting #5",
    ),
    Rule(
        "raise_cap_reached",
        "A limit betting round has one bet and a fixed number of raises; then players only call or fold.",
        ("002:L102-105", "003:L26-27, L103-105", "004:L240"),
        "RRoP 3 Betting #4",
    ),
    Rule(
        "betting_not_reopened",
        "An all-in for less than a full raise doesn't reopen the betting for a player who has already acted.",
        (),
        "WSOP 129, 171-173; RRoP 3 Betting #6, RRoP 14 No Limit #3",
    ),
    Rule(
        "no_opponent_can_call",
        "Nobody may bet or raise what no opponent has the chips to call.",
        ("002:L106-111",),
        "RRoP 3 Betting",
    ),
    Rule(
        "insufficient_chips",
        "Table stakes: a player bets only the chips in front of him.",
        ("000:L67", "002:L172-174", "004:L52, L334"),
    ),
    Rule(
        "no_chips",
        "Who is dealt in has chips in front of him.",
        ("000:L74", "004:L48-52"),
    ),
    Rule(
        "not_chip_multiple",
        "A wager is a multiple of the minimum betting unit on the plaque, unless it is all-in.",
        ("004:L290",),
        "WSOP 128",
    ),
    Rule(
        "out_of_turn",
        "Play goes clockwise, one player at a time; the dealer deals clockwise from the left of the button.",
        ("000:L5-7", "002:L42-44, L84-86", "003:L98-100", "004:L82"),
        "WSOP 132",
    ),
    Rule(
        "not_in_hand",
        "Only a player who was dealt in and has not folded or mucked may act.",
        ("000:L9", "002:L88-91", "004:L272"),
        "WSOP 139",
    ),
    Rule(
        "round_not_complete",
        "The next card is dealt only after every player has answered the last bet.",
        ("000:L9", "001:L59-61", "002:L125-127", "004:L82, L314"),
        "WSOP 104",
    ),
    Rule(
        "round_complete",
        "When every bet is answered the betting round is closed; the dealer goes on.",
        ("000:L9", "001:L59-61", "002:L125-127", "004:L84, L314"),
        "WSOP 104",
    ),
    Rule(
        "hand_complete",
        "Once one player remains, or the last round is answered, the hand is over and only showing is left.",
        ("000:L15-17", "001:L91-93", "002:L68-70", "003:L124-126", "004:L92"),
        "WSOP 139",
    ),
    Rule(
        "not_in_game",
        "A game knows only its own actions: no draw in a board game, no bring-in where blinds open.",
        ("000:L7", "002:L87-105", "004:L82"),
    ),
)

_CARDS = (
    Rule(
        "duplicate_card",
        "One deck of 52 cards: no card is in two places.",
        ("000:L3", "002:L3", "003:L40", "004:L202"),
        "RRoP 3",
    ),
    Rule(
        "wrong_card_count",
        "Every street has its number of cards: neither more nor fewer are dealt.",
        ("000:L11-13, L25", "001:L63-86", "002:L38-66", "003:L94-123", "004:L80-90"),
        "WSOP 104",
    ),
    Rule(
        "card_not_held",
        "A player shows or discards the cards that he was dealt.",
        ("004:L262, L276",),
        "WSOP 139",
    ),
    Rule(
        "no_draw_left",
        "Cards are exchanged only in a draw game, in the draws that it has.",
        ("000:L34-38", "004:L154-160, L178-184"),
        "WSOP 269",
    ),
    Rule(
        "last_hand",
        "The last hand left in a pot takes it and can't be given up.",
        ("000:L17", "004:L292"),
        "WSOP 139-141",
    ),
)

_SETTLING = (
    Rule(
        "hand_not_complete",
        "A hand is settled when the betting is over and every card is dealt.",
        ("000:L9-17", "001:L91-93", "004:L92"),
        "WSOP 139",
    ),
    Rule(
        "showdown_incomplete",
        "At a showdown the hand that wins is read from its cards: each player left shows or mucks.",
        ("001:L95-98", "002:L75-78", "003:L351", "004:L94"),
        "WSOP 139, 145",
    ),
    Rule(
        "uncalled_bet",
        "What no opponent called goes back to the bettor and is no part of the pot.",
        (),
        "RRoP 3 Betting",
    ),
    Rule(
        "side_pots",
        "An all-in player contends for what he matched of each bet; the rest is a side pot among the others.",
        ("002:L106-124", "004:L224, L320"),
        "RRoP 3 Betting",
    ),
    Rule("dead_money", "Dead money lies in the main pot and is nobody's bet.", ("004:L256",), "WSOP 156"),
    Rule(
        "uncontested",
        "When one player remains he takes the pot and need not show.",
        ("000:L17",),
        "WSOP 139-141",
    ),
    Rule(
        "mucked_hand",
        "A hand given up unseen is dead and wins nothing, whatever it held.",
        ("002:L75-78", "003:L351", "004:L258, L292"),
        "WSOP 139-141",
    ),
    Rule(
        "best_hand",
        "The best hand wins the pot; equal hands split it. Cards speak.",
        ("000:L17-19", "001:L95-101", "002:L69-74", "003:L124-133", "004:L94-98"),
        "WSOP 139-145",
    ),
    Rule(
        "low_half",
        "In a hi-lo game the best low of five different cards, eight or lower, wins half; without one the high "
        "takes all.",
        ("001:L165-173", "002:L136-158", "003:L147-152, L236-241", "004:L264, L282"),
        "WSOP 145",
    ),
    Rule(
        "odd_chip",
        "What can't be split evenly goes, chip by chip, to the winner first left of the button; between high and low "
        "to the half that the house names.",
        ("001:L103-104, L167-168", "003:L37, L133, L240, L326", "004:L100"),
        "WSOP 148-149; RRoP Ties",
    ),
    Rule(
        "rake",
        "The house takes its rake from called money only, as the sign says.",
        ("002:L175-178", "004:L48, L300, L306"),
    ),
    Rule(
        "must_show",
        "At a showdown every player left turns the cards over.",
        ("001:L95-98", "003:L76-78", "004:L94"),
        "WSOP 139",
    ),
)

_TABLE = (
    Rule(
        "game_not_supported",
        "A hand is recorded only in a game that this version can play by its rules.",
        ("000:L1", "002:L1-11", "004:L17"),
    ),
    Rule(
        "kill_not_supported",
        "Hands of a kill game are not played by this version; the plaque may post the kill all the same.",
        ("004:L278, L286",),
        "WSOP Kill Pots",
    ),
    Rule(
        "game_not_offered",
        "A room spreads the games of its rulebook.",
        ("000:L1", "001:L38, L105, L184", "002:L1-11", "003:L2, L49, L143, L250, L331", "004:L68-198"),
    ),
    Rule(
        "structure_not_offered",
        "A game is played at the betting structures that the house offers for it.",
        ("000:L65-69", "001:L47-50", "002:L98-105, L160-174", "003:L101-105, L345-350", "004:L48, L178"),
    ),
    Rule(
        "too_many_players",
        "A game has no more seats than the deck and the house allow.",
        ("001:L186", "002:L2, L14", "003:L9, L81, L278, L333", "004:L134, L152, L174"),
    ),
    Rule(
        "too_few_players",
        "A hand needs two players, and some houses ask for more to open a game.",
        ("002:L2", "003:L81, L180"),
    ),
    Rule(
        "blinds_in_stud",
        "Stud is opened by the bring-in, not by blinds: it has an ante and a bring-in.",
        ("001:L186-198", "003:L10-18", "004:L134-138"),
        "WSOP 216",
    ),
    Rule(
        "blinds_required",
        "A game with a button is opened by blinds, whose number and amounts stand on the sign.",
        ("000:L63", "001:L47-50", "002:L27-37", "003:L86-93", "004:L78"),
    ),
    Rule(
        "bring_in_not_in_game",
        "Only stud games have a bring-in.",
        ("001:L193-198", "003:L16-18", "004:L138"),
        "WSOP 216",
    ),
    Rule(
        "bring_in_required",
        "The low card in stud must bring it in; the amount is posted.",
        ("001:L193-198", "003:L16-18", "004:L138, L274"),
        "WSOP 216",
    ),
    Rule(
        "limits_required",
        "A sign states the limits of its structure: the two bets of fixed limit, the range of spread limit.",
        ("000:L65", "001:L47-50", "002:L98-105", "004:L48, L266-268, L322"),
    ),
    Rule(
        "limits_not_in_structure",
        "A sign states no limits that its structure doesn't use.",
        ("004:L48, L266-268, L322",),
    ),
    Rule(
        "house_banked",
        "The engine knows games that players play among themselves; a game against the house is none.",
        ("004:L17",),
    ),
    Rule(
        "blinds_above_bet",
        "The largest blind is the bet that opens the first round, no more.",
        ("000:L63", "002:L33-37", "003:L90-93"),
    ),
    Rule(
        "buy_in_min_below_house",
        "The minimum buy-in is ten times the lower limit.",
        ("003:L4-7, L55-58, L155-158, L252-255",),
    ),
    Rule("big_bet_below_small", "Later betting rounds have the higher limit.", ("002:L58-61", "003:L28", "004:L322")),
    Rule(
        "blinds_ascend",
        "Blinds rise clockwise from the button: each is at least as large as the one before.",
        ("000:L63", "002:L33-37", "003:L90-93", "004:L78"),
    ),
    Rule(
        "not_unit_multiple",
        "Every amount on the sign can be paid in chips of the minimum betting unit.",
        ("004:L290",),
        "WSOP 128",
    ),
    Rule(
        "kill_not_in_game",
        "Kills are played in limit Omaha hi-lo eight or better only.",
        ("004:L278, L286",),
        "WSOP Kill Pots",
    ),
    Rule("kill_qualify_required", "A kill has a qualifying pot, and its amount is posted.", ("004:L278, L286",)),
    Rule("fee_required", "The sign states the rake or the time charge.", ("004:L48", "002:L175-178")),
    Rule(
        "rake_percent_out_of_range",
        "The house takes between 0 and 5 per cent of a pot.",
        ("002:L176-177",),
    ),
    Rule("rake_cap_out_of_range", "The house never takes more than 3.00 of a pot.", ("002:L176-177",)),
    Rule(
        "raise_cap_not_in_structure",
        "Only limit games cap the raises.",
        ("002:L102-105", "003:L103-105", "004:L240"),
        "RRoP 3 Betting #4",
    ),
    Rule(
        "straddle_not_offered",
        "A straddle is posted only where the sign offers it, and in a game with blinds.",
        (),
        "WSOP 161",
    ),
    Rule(
        "buy_in_range",
        "The maximum buy-in is at least the minimum.",
        ("004:L48, L52",),
    ),
)

_BUY_IN = (
    Rule(
        "short_buy",
        "Every buy-in and re-buy is for at least the minimum; there are no short buys.",
        ("000:L74", "003:L4-7, L55-58, L252-255", "004:L48"),
    ),
    Rule("above_max_buyin", "A buy-in or add-on doesn't lift a stack above the maximum on the sign.", ("004:L52",)),
    Rule(
        "mid_hand",
        "Nobody adds to his stack in the middle of a hand.",
        ("000:L74", "004:L52"),
    ),
    Rule(
        "chips_removed",
        "Chips in play stay in play: nobody takes any off the table while he keeps his seat.",
        ("000:L74", "004:L52, L334"),
        "WSOP 58",
    ),
    Rule(
        "must_bring_all_chips",
        "Who moves from a must-move game brings all his chips along.",
        ("004:L48",),
        "WSOP 83-99",
    ),
    Rule(
        "going_south",
        "Who returns to a game within the hour sits down with at least what he took away.",
        ("004:L52",),
        "WSOP 58",
    ),
)

RULES: Mapping[str, Rule] = {
    rule.code: rule for rules in (_BETTING, _CARDS, _SETTLING, _TABLE, _BUY_IN) for rule in rules
}
"""Every rule by its code."""
