"""The differences between houses in play: button and blinds, betting, stud and draw, the showdown."""

from typing import Final

from rules.house.house_rule import HouseRule, house_rule

BUTTON_AND_BLINDS: Final[tuple[HouseRule, ...]] = (
    house_rule(
        "button_move",
        "Which way the button moves",
        (
            "clockwise",
            "The button moves clockwise, to the left, as cards and action do.",
            "001:L44 · 002:L18 · 003:L46, L84 · 004:L76, L236",
        ),
        ("counterclockwise", "The button moves one seat to the right.", "000:L21"),
    ),
    house_rule(
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
    house_rule(
        "heads_up_blinds",
        "Who posts the small blind heads-up",
        (
            "button_small",
            "Heads-up the button posts the small blind and acts first before the flop.",
            "WSOP 153 · RRoP 4",
        ),
        ("left_small", "Heads-up the player left of the button posts the small blind.", "002:L27-37 · 003:L86-93"),
    ),
    house_rule(
        "button_draw",
        "Who has the button first",
        (
            "high_card",
            "Each player is dealt a card face up; the highest has the button, ties by suit.",
            "001:L40-42 · 004:L74, L106 · WSOP 91",
        ),
        ("random_seat", "The first button is drawn at random.", "house"),
    ),
    house_rule(
        "small_blind",
        "How large the small blind is",
        (
            "half",
            "The small blind is half the minimum bet, the big blind the minimum bet.",
            "000:L63 · 002:L33-37 · 003:L90-93, L288-291",
        ),
        ("plaque", "The blinds stand on the plaque.", "001:L47-50 · 004:L78, L110"),
    ),
    house_rule(
        "bj_small_blind",
        "How large the small blind of Hold'em Blackjack is",
        ("half", "Half the big blind, as in the rulebook's example of 50, 100 and an ante of 25.", "003:L344"),
        ("equal", "Equal to the big blind, as the rulebook's sentence says.", "003:L344"),
        ("plaque", "The blinds stand on the plaque.", "house"),
    ),
    house_rule(
        "bj_ante",
        "What the ante of Hold'em Blackjack is",
        ("half_small_blind", "Half the small blind, dead.", "003:L344"),
        ("none", "No ante.", "house"),
        ("plaque", "The ante stands on the plaque, or there is none.", "house"),
    ),
    house_rule(
        "straddle",
        "Whether a straddle may be posted",
        ("none", "None unless the plaque offers it.", "WSOP 161"),
        ("utg", "Every plaque with blinds offers it to the player left of the big blind.", "WSOP 161"),
        ("button", "Every plaque with blinds offers it to the button.", "WSOP 161"),
    ),
    house_rule(
        "straddle_raise",
        "The smallest raise over a straddle",
        ("big_blind", "The first raise over a straddle is at least one big blind: to three of them.", "WSOP 161, 170"),
        (
            "straddle",
            "The straddle is the minimum bring-in: the first raise at least doubles it.",
            "RRoP 14 No Limit #2-3",
        ),
    ),
    house_rule(
        "ante_trimming",
        "What a player short of the ante plays for",
        (True, "A player short of the ante plays only for what they matched of each ante.", "RRoP 3 Betting"),
        (False, "The antes are dead money: a player short of the ante plays for all of them.", "PHH"),
    ),
)

BETTING: Final[tuple[HouseRule, ...]] = (
    house_rule(
        "raise_cap",
        "How many raises follow the bet in a limit round",
        (3, "One bet and three raises.", "002:L102-105 · 003:L26-27, L103-105, L302, L345"),
        (None, "The raises are not capped.", "000:L65-69"),
        measure="raises",
    ),
    house_rule(
        "raise_cap_on_sign",
        "Whether a plaque may post another number of raises than the house's",
        ("plaque", "It may: the limits of a table stand on its plaque.", "001:L47-50 · 004:L48, L240"),
        (
            "house",
            "It may not: one bet and as many raises as the rulebook says, at every table.",
            "002:L102-105 · 003:L26-27, L103-105, L302, L345",
        ),
    ),
    house_rule(
        "heads_up_uncapped",
        "Whether two players may raise without end",
        (
            True,
            "Two players may raise without end if the round became heads-up before it was capped.",
            "RRoP 3 Betting #4 · WSOP 126-127",
        ),
        (False, "The raises are capped in each round, heads-up too.", "002:L102-103 · 003:L103-105"),
    ),
    house_rule(
        "short_allin_limit",
        "When a short all-in counts as a raise in limit",
        (
            "half",
            "An all-in of half a bet or more counts as a full bet or raise; less may be called or completed.",
            "RRoP 3 Betting #6 · WSOP 129",
        ),
        ("full", "Only an all-in of a full bet counts; less may be called or completed.", "house"),
    ),
    house_rule(
        "spread_raise_min",
        "The smallest raise in spread limit",
        ("previous", "A raise is at least as large as the bet or raise before it.", "RRoP 3 Betting #5 · 004:L244"),
        ("table_min", "A raise is at least the lower end of the range.", "000:L65 · 003:L350"),
    ),
    house_rule(
        "pl_sb_rounds_up",
        "Whether the small blind counts as a big blind in the first pot-limit round",
        (False, "The pot counts what lies in it.", "002:L166-171"),
        (True, "The small blind counts as a big blind: the pot opens for four of them.", "WSOP 187"),
    ),
)

STUD_AND_DRAW: Final[tuple[HouseRule, ...]] = (
    house_rule(
        "bring_in",
        "How large the bring-in is",
        ("half_lower", "Half the lower limit.", "003:L18"),
        ("plaque", "The amount stands on the plaque.", "001:L193-198 · 004:L138"),
    ),
    house_rule(
        "stud_ante",
        "What the ante of stud is",
        ("plaque", "The plaque says whether there is one, and its amount.", "001:L186-187 · 004:L134"),
        ("required", "Everybody antes; the plaque says the amount.", "house"),
        (
            "by_limit",
            "Everybody antes: 0.25 at 1/2 and 1 at 10/20, and the lower the limit, the lower the ante.",
            "003:L10-13",
        ),
    ),
    house_rule(
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
    house_rule(
        "stud_button",
        "Whether a button moves round in stud",
        ("none", "There is none: seats count from the dealer's left.", "001:L189-198, L209-212 · 004:L136-148"),
        (
            "moves",
            "The button moves one player to the left after each hand; seats count from its left.",
            "003:L36-38, L46",
        ),
    ),
    house_rule(
        "stud_tie_first",
        "Who acts first when the high boards tie",
        ("left_of_dealer", "The tied player closest to the dealer's left.", "001:L209-212 · WSOP 215"),
        ("suit", "The tied player with the high card by suit.", "004:L144"),
    ),
    house_rule(
        "stud_shortage",
        "What happens when stud runs out of cards",
        (
            "burns_then_common",
            "The burn cards are shuffled in; if that is too few, one common card is dealt.",
            "001:L225-235 · 004:L148, L246",
        ),
        ("community", "The last card is dealt to the middle for everyone.", "003:L39-43"),
    ),
    house_rule(
        "stud_community_when",
        "When the last stud card goes to the middle",
        ("shortage", "Whenever the cards don't reach.", "003:L39-43"),
        ("all_eight", "Only when all eight players are still in.", "003:L39"),
    ),
    house_rule(
        "stud_last_card_playable",
        "Whether the last card of the stub is dealt",
        (True, "The last card is dealt.", "001:L225-235 · 003:L39-43"),
        (False, "The last card is not dealt.", "WSOP 228"),
    ),
    house_rule(
        "stud_last_burn",
        "Whether the last street of stud needs its burn card",
        (
            "required",
            "Cards for everybody but none to burn are too few: a common card is dealt.",
            "001:L228-233 · 004:L148",
        ),
        ("waived", "Where only the burn card is missing, the last street is dealt without it.", "house"),
    ),
    house_rule(
        "burn_cards",
        "Whether a card is burned before each street",
        (True, "A card is burned before each street.", "000:L11-13 · 001:L63, L77, L84 · 004:L84-90"),
        (False, "No card is burned.", "002:L38-66 · 003:L106-123"),
    ),
    house_rule(
        "burn_before_draw",
        "Whether a card is burned before a draw",
        ("each", "Before each draw.", "WSOP Section X"),
        ("first_only", "Before the first draw only.", "000:L32"),
        ("none", "Never.", "004:L154-184"),
    ),
    house_rule(
        "badugi_fallback",
        "What wins when nobody has a badugi",
        (True, "The best hand of three, two or one cards.", "004:L164-168"),
        (False, "Only four-card badugis are compared.", "000:L40"),
    ),
    house_rule(
        "charlie_ties",
        "How two seven-card Charlies compare",
        ("equal", "They split.", "003:L338"),
        ("by_total", "The one closer to 21 wins.", "house"),
    ),
)

SHOWDOWN: Final[tuple[HouseRule, ...]] = (
    house_rule(
        "odd_chip_unit",
        "The smallest chip that a pot is split into",
        (None, "A pot is split down to the minimum betting unit on the plaque.", "WSOP 148"),
        (1, "A pot is split down to the smallest unit of the currency.", "002:L70-74"),
        (100, "A pot is split down to chips of 1.00.", "001:L167-168"),
        measure="minor units",
    ),
    house_rule(
        "odd_chip_tie",
        "Who gets the odd chip of a tie",
        (
            "by_game",
            "Where there is a button the first tied winner left of it, in stud the high card by suit.",
            "001:L103-104 · 003:L133, L240, L326 · 004:L100 · WSOP 149 · RRoP Ties #5b",
        ),
        (
            "left_of_button",
            "The odd chip goes to the first tied winner left of the button.",
            "001:L103-104 · 003:L37, L133, L240, L326 · 004:L100",
        ),
        (
            "high_card_suit",
            "In every game the odd chip goes to the tied winner with the high card by suit.",
            "WSOP 149 · RRoP Ties #5b",
        ),
    ),
    house_rule(
        "odd_chip_suit_basis",
        "Which cards decide an odd chip by suit",
        ("five", "The five cards of the hand.", "WSOP 149"),
        ("all", "All the player's cards.", "house"),
    ),
    house_rule(
        "odd_chip_hilo",
        "Which half of a split pot gets the odd chip",
        ("high", "The odd chip goes to the high half.", "001:L167-168"),
        ("left_of_button", "The odd chip goes to the winner first left of the button.", "003:L240-241"),
    ),
    house_rule(
        "showdown_muck",
        "Whether a losing hand may be mucked unseen",
        ("allowed", "A player may muck at the showdown and give up the pot.", "002:L75-78"),
        ("must_show", "Every player left turns the cards over.", "001:L95 · 004:L94"),
        (
            "blackjack_only",
            "Losers at Hold'em Blackjack may muck; in every other game the players left turn their cards over.",
            "003:L76-78, L173-175, L274-276, L351",
        ),
    ),
)
