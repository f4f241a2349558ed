"""The rules by which actions are refused and hands are settled."""

from typing import Final

from rules.text.rule import Rule

_STREETS: Final = (
    "000:L11-13, L25, L30-34, L36-38",
    "001:L63-86, L122-125, L133-152, L189-191, L205-208, L220-226",
    "002:L38-66",
    "003:L15, L20-21, L94-123, L193-222, L292-321, L347-349",
    "004:L80-90, L112-124, L136-148, L156-160, L180-184",
)
"""Places of the rulebooks that say how cards are dealt and changed on the streets of each game."""

BETTING: Final[tuple[Rule, ...]] = (
    Rule(
        "below_min_bet",
        "A bet is at least the minimum bet of the round, unless it is all-in.",
        (
            "000:L63-65",
            "002:L100-102",
            "003:L22-25, L102-103, L201-202, L300-302, L345",
            "004:L290",
        ),
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
        (
            "002:L98-105",
            "003:L22-25, L101-105, L200-204, L299-303, L347-348",
            "004:L266, L322",
        ),
        "RRoP 3 Betting #6",
    ),
    Rule(
        "below_spread_min",
        "In spread limit a bet, in some houses a raise too, is at least the lower end of the range on the plaque.",
        ("000:L65", "003:L350", "004:L268"),
        "RRoP 3 Betting #5",
    ),
    Rule(
        "above_spread_max",
        "In spread limit a bet or raise is at most the upper end of the range on the plaque.",
        ("000:L65", "003:L350", "004:L268"),
        "RRoP 3 Betting #5",
    ),
    Rule(
        "raise_cap_reached",
        "A limit betting round has one bet and a fixed number of raises; then players only call or fold.",
        (
            "002:L102-105",
            "003:L26-27, L103-105, L202-204, L301-303, L345",
            "004:L240",
        ),
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
        "Table stakes: a player bets only the chips in front of them.",
        ("000:L67", "002:L172-174", "004:L52, L334"),
    ),
    Rule(
        "no_chips",
        "Who is dealt in has chips in front of them.",
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
        (
            "000:L5-7",
            "001:L57-59, L127-129, L200-202",
            "002:L42-44, L84-86",
            "003:L98-100, L197-199, L296-299, L347-349",
            "004:L82, L114, L140, L156, L180",
        ),
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
        (
            "000:L9",
            "001:L59-61, L129-131, L202-203",
            "002:L125-127",
            "003:L347",
            "004:L82, L116, L140, L156-160, L180-184, L314",
        ),
        "WSOP 104",
    ),
    Rule(
        "round_complete",
        "When every bet is answered the betting round is closed; the dealer goes on.",
        (
            "000:L9",
            "001:L59-61, L129-131, L202-203",
            "002:L125-127",
            "003:L347",
            "004:L84, L116, L148, L156-160, L180-184, L314",
        ),
        "WSOP 104",
    ),
    Rule(
        "wrong_bring_in_seat",
        "In stud the lowest card brings it in, in razz the highest; equal cards go by suit.",
        ("001:L193-198", "003:L16-18", "004:L138, L332"),
        "WSOP 216; RRoP 8",
    ),
    Rule(
        "bring_in_posted",
        "The bring-in is posted once, by the player who opens third street.",
        ("001:L193-198", "003:L16-18", "004:L138"),
        "WSOP 216",
    ),
    Rule(
        "hand_complete",
        "Once one player remains, or the last round is answered, the hand is over and only showing is left.",
        (
            "000:L15, L17, L38",
            "001:L91-93, L157-159, L237-238",
            "002:L68-70",
            "003:L35-36, L124-126, L223-225, L322-324, L351",
            "004:L92, L128, L148, L160, L184",
        ),
        "WSOP 139",
    ),
    Rule(
        "not_in_game",
        "A game knows only its own actions: no draw in a board game, no bring-in where blinds open.",
        (
            "000:L7",
            "001:L57-61, L127-131, L200-203",
            "002:L87-105",
            "003:L14-22, L66-70, L165-169, L264-268, L345-350",
            "004:L82, L114, L140, L156-160, L180-184",
        ),
    ),
)

CARDS: Final[tuple[Rule, ...]] = (
    Rule(
        "duplicate_card",
        "One deck of 52 cards: no card is in two places.",
        ("000:L3", "002:L3", "003:L40", "004:L202"),
        "RRoP 3",
    ),
    Rule(
        "card_not_in_deck",
        "A game is dealt from its own deck: short-deck hold'em has no card below a six.",
        ("002:L3",),
        "PHH NS",
    ),
    Rule(
        "wrong_card_count",
        "Every street has its number of cards: neither more nor fewer are dealt.",
        _STREETS,
        "WSOP 104",
    ),
    Rule(
        "card_not_held",
        "A player shows or discards the cards that they were dealt.",
        ("004:L262, L276",),
        "WSOP 139",
    ),
    Rule(
        "no_draw_left",
        "Cards are exchanged only in a draw game, in the draws that it has.",
        _STREETS,
        "WSOP 269",
    ),
    Rule(
        "too_many_discards",
        "A draw changes at most as many cards as the game says: four in badugi, five in deuce to seven.",
        ("000:L32-38", "004:L154-160, L178-184"),
        "WSOP 269",
    ),
    Rule(
        "must_discard",
        "Where the game has players throw cards away, everybody in the hand throws away as many as it says and gets "
        "none for them.",
        (),
        "house, by the sheet of the game",
    ),
    Rule(
        "must_stand",
        "Who is over 21 stays in the hand but can only stand.",
        ("003:L349-351",),
    ),
    Rule(
        "too_many_cards",
        "A Hold'em Blackjack hand has at most seven cards.",
        ("003:L349",),
    ),
    Rule(
        "common_card",
        "When the deck doesn't reach for a last card each, one common card is dealt for everybody.",
        ("001:L228-233", "003:L39-43", "004:L246"),
        "WSOP 228",
    ),
    Rule(
        "last_hand",
        "The last hand left in a pot takes it and can't be given up.",
        ("000:L17", "004:L292"),
        "WSOP 139-141",
    ),
    Rule(
        "hand_tabled",
        "A hand that lies face up on the table plays: cards speak, and it can't be given up any more.",
        (
            "001:L95-97, L161-163, L238-240",
            "004:L43",
        ),
        "WSOP 140",
    ),
)

SETTLING: Final[tuple[Rule, ...]] = (
    Rule(
        "hand_not_complete",
        "A hand is settled when the betting is over and every card is dealt.",
        (
            "000:L9, L11-15, L17, L36-38",
            "001:L91-93, L157-159, L237-238",
            "003:L350-351",
            "004:L92, L128, L148, L160, L184",
        ),
        "WSOP 139",
    ),
    Rule(
        "showdown_incomplete",
        "At a showdown the hand that wins is read from its cards: each player left shows or mucks.",
        (
            "001:L95-98, L161-163, L238-240",
            "002:L75-78",
            "003:L35-36, L76-78, L175-177, L274-276, L351",
            "004:L94, L130, L148, L162-168, L188-192",
        ),
        "WSOP 139, 145",
    ),
    Rule(
        "uncalled_bet",
        "What no opponent called goes back to the bettor and is no part of the pot.",
        (),
        "RRoP 3 Betting",
    ),
    Rule(
        "stated_at_what_counts",
        "A fixed bet or raise that the only opponent can't match in full may be stated at what counts of it.",
        ("004:L334",),
        "RRoP 3 Betting",
    ),
    Rule(
        "side_pots",
        "An all-in player contends for what they matched of each bet; the rest is a side pot among the others.",
        ("002:L106-124", "004:L224, L320"),
        "RRoP 3 Betting",
    ),
    Rule("dead_money", "Dead money lies in the main pot and is nobody's bet.", ("004:L256",), "WSOP 156"),
    Rule(
        "uncontested",
        "When one player remains they take the pot and need not show.",
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
        (
            "000:L17, L19, L25-26, L40",
            "001:L95-101, L161-168, L238-241",
            "002:L69-74",
            "003:L35-38, L124-133, L223-228, L322-326, L337-338, L351",
            "004:L94-98, L130, L148, L162-170, L188-198",
        ),
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
        "The house takes its rake from called money only, as the plaque says.",
        ("002:L175-178", "004:L48, L300, L306"),
    ),
    Rule(
        "kill",
        "One player who wins a whole qualifying pot starts a kill; it lasts until a pot is split between high and low "
        "or doesn't qualify.",
        ("004:L278, L286, L300",),
        "WSOP 190",
    ),
    Rule(
        "contributions_unknown",
        "A hand is booked chip by chip: what each player put in is known by name.",
        ("002:L106-124",),
        "WSOP 139",
    ),
    Rule(
        "facts_contradict",
        "What is known of a hand goes together: chips are neither made nor lost, and each pot has its claimants.",
        ("002:L106-124",),
        "WSOP 139",
    ),
    Rule(
        "must_show",
        "At a showdown every player left turns the cards over.",
        (
            "001:L95-98",
            "003:L76-78, L175-177, L274-276",
            "004:L94, L318",
        ),
        "WSOP 139",
    ),
)
