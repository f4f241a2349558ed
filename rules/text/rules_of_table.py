"""The rules by which plaques, seats and buy-ins are refused."""

from typing import Final

from rules.text.rule import Rule

TABLE: Final[tuple[Rule, ...]] = (
    Rule(
        "game_not_supported",
        "A hand is recorded only in a game that this version can play by its rules.",
        ("000:L1", "002:L1-11", "004:L17"),
        tells_games_apart=True,
    ),
    Rule(
        "kill_not_in_force",
        "A kill is posted only after a pot that started one, by the player who won it.",
        ("004:L278, L286",),
        "WSOP Kill Pots",
    ),
    Rule(
        "kill_post_required",
        "In a kill the winner of the last pot posts the small bet of the kill, besides the blinds.",
        ("004:L278, L286",),
        "WSOP 190, 194-199; RRoP 13",
    ),
    Rule("one_kill_only", "There is one kill in a hand.", ("004:L278, L286",), "WSOP 194; RRoP 13"),
    Rule(
        "wrong_kill_limits",
        "Limits are those of the plaque, or those of its kill while one is on; kills never add up.",
        ("004:L278, L286",),
        "WSOP Kill Pots",
    ),
    Rule(
        "kill_owed",
        "Who left without posting a kill posts it before playing again; there is one kill in a hand.",
        ("004:L278, L286",),
        "WSOP 194; RRoP 13",
    ),
    Rule("wrong_killer", "The kill is posted by the player who won the last pot.", ("004:L278, L286",), "WSOP 190"),
    Rule(
        "game_not_offered",
        "A room spreads the games of its rulebook.",
        ("000:L1", "001:L38, L105, L184", "002:L1-11", "003:L2, L49, L143, L250, L331", "004:L68-198"),
        tells_games_apart=True,
    ),
    Rule(
        "structure_not_offered",
        "A game is played at the betting structures that the house offers for it.",
        (
            "000:L65-69",
            "001:L47-50, L117-120",
            "002:L98-105, L160-174",
            "003:L22-25, L101-105, L200-204, L299-303, L345-350",
            "004:L48, L178",
        ),
    ),
    Rule(
        "too_many_players",
        "A game has no more seats than the deck and the house allow.",
        (
            "001:L186",
            "002:L2, L14",
            "003:L9, L81, L180, L278, L333",
            "004:L134, L152, L174",
        ),
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
        "between_button_and_blind",
        "Blinds aren't made up between the button and the big blind: who comes in there waits for the button to pass.",
        (),
        "WSOP 155; RRoP 4",
    ),
    Rule(
        "blind_owed",
        "Who missed blinds, or is new, posts them or waits for the big blind: the big one is live, the small one dead.",
        ("004:L256",),
        "WSOP 154-157; RRoP 4",
    ),
    Rule(
        "one_live_bet",
        "A player has one live bet before the cards: the largest of the live posts of one seat holds the others.",
        ("003:L60-65, L159-164, L256-264",),
        "WSOP 155, 161, 194-199; RRoP 4",
    ),
    Rule(
        "blind_not_owed",
        "Who is in the blinds posts that blind and owes no other: a missed blind is made up elsewhere, and once.",
        (),
        "WSOP 154-157; RRoP 4",
    ),
    Rule(
        "blinds_required",
        "A game with a button is opened by blinds, whose number and amounts stand on the plaque.",
        (
            "000:L63",
            "001:L47-50, L117-120",
            "002:L27-37",
            "003:L86-93, L185-192, L283-291, L344",
            "004:L78, L110, L152, L176",
        ),
    ),
    Rule(
        "blinds_not_half",
        "The small blind is half the minimum bet and the big blind the minimum bet.",
        (
            "000:L63",
            "002:L33-37",
            "003:L90-93, L189-192, L288-291, L344",
        ),
    ),
    Rule(
        "ante_not_of_game",
        "In Hold'em Blackjack everybody posts an ante of half the small blind, where the house doesn't say otherwise.",
        ("003:L344",),
    ),
    Rule(
        "raise_cap_of_house",
        "Where the rulebook counts the raises of a round for every table, no plaque posts another number.",
        (
            "002:L102-105",
            "003:L26-27, L103-105, L202-204, L301-303, L345",
        ),
    ),
    Rule(
        "ante_required", "Where the house has an ante in stud, every player posts it before the cards.", ("003:L10-11",)
    ),
    Rule(
        "ante_not_of_limit",
        "The ante of stud follows the limits: the lower the limit, the lower the ante.",
        ("003:L11-13",),
    ),
    Rule("bring_in_not_half", "The low card brings it in for half the lower limit.", ("003:L16-18",)),
    Rule(
        "bring_in_not_in_game",
        "Only stud games have a bring-in.",
        (
            "000:L63",
            "001:L47-50, L117-120, L193-198",
            "002:L27-37",
            "003:L16-18, L86-93, L185-192, L283-291, L344",
            "004:L78, L110, L138, L152, L176",
        ),
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
        "A plaque states the limits of its structure: the two bets of fixed limit, the range of spread limit.",
        (
            "000:L65",
            "001:L47-50, L117-120",
            "002:L98-105",
            "003:L345",
            "004:L48, L266-268, L322",
        ),
    ),
    Rule(
        "range_of_each_round",
        "Flexible limit has a range of bets for each betting round, and the plaque states them all.",
        ("003:L345", "004:L268"),
    ),
    Rule(
        "limits_not_in_structure",
        "A plaque states no limits that its structure doesn't use.",
        ("003:L345", "004:L48, L266-268, L322"),
    ),
    Rule(
        "house_banked",
        "The engine knows games that players play among themselves; a game against the house is none.",
        ("004:L17",),
        tells_games_apart=True,
    ),
    Rule(
        "blinds_above_bet",
        "The largest blind is the bet that opens the first round, no more.",
        (
            "000:L63",
            "002:L33-37",
            "003:L90-93, L189-192, L288-291, L344",
        ),
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
        (
            "000:L63",
            "002:L33-37",
            "003:L90-93, L189-192, L288-291, L344",
            "004:L78, L110",
        ),
    ),
    Rule(
        "not_unit_multiple",
        "Every bet on the plaque is a multiple of the minimum betting unit; blinds and antes need not be.",
        ("004:L290",),
        "WSOP 128",
    ),
    Rule(
        "kill_not_in_game",
        "Kills are played in limit Omaha hi-lo eight or better only.",
        ("004:L278, L286",),
        "WSOP Kill Pots",
        tells_games_apart=True,
    ),
    Rule("kill_qualify_required", "A kill has a qualifying pot, and its amount is posted.", ("004:L278, L286",)),
    Rule(
        "kill_of_house",
        "Where the house plays a kill, every plaque of a game with kills posts it, at the amount of the house.",
        ("004:L278, L286",),
        "WSOP Kill Pots",
    ),
    Rule("fee_required", "The plaque states the rake or the time charge.", ("004:L48", "002:L175-178")),
    Rule(
        "rake_percent_out_of_range",
        "The house takes between 0 and 5 per cent of a pot.",
        ("002:L176-177",),
    ),
    Rule("rake_cap_out_of_range", "The house takes no more of a pot than its rules allow.", ("002:L176-177",)),
    Rule(
        "fee_not_of_house",
        "The house is paid in the way that its rules say: a rake, a collection, a time charge, or nothing.",
        ("002:L175-178", "004:L48"),
        "WSOP 27",
    ),
    Rule(
        "no_flop_no_drop_required",
        "No rake is charged if the hand ended before the flop.",
        ("002:L177-178",),
    ),
    Rule(
        "raise_cap_not_in_structure",
        "Only limit games cap the raises.",
        (
            "002:L102-105",
            "003:L26-27, L103-105, L202-204, L301-303",
            "004:L240",
        ),
        "RRoP 3 Betting #4",
    ),
    Rule(
        "straddle_not_offered",
        "A straddle is posted only where the plaque offers it, and in a game with blinds.",
        (),
        "WSOP 161",
    ),
    Rule("straddle_in_kill", "There is no straddle in a hand with a kill.", (), "WSOP Kill Pots"),
    Rule(
        "straddle_of_house",
        "Where the house has a straddle, every plaque of a game with blinds offers it.",
        (),
        "WSOP 161",
    ),
    Rule(
        "buy_in_range",
        "The maximum buy-in is at least the minimum.",
        ("004:L48, L52",),
    ),
)

BUY_IN: Final[tuple[Rule, ...]] = (
    Rule(
        "short_buy",
        "Every buy-in and re-buy is for at least the minimum; there are no short buys.",
        (
            "000:L74",
            "003:L4-7, L55-58, L155-158, L252-255",
            "004:L48",
        ),
    ),
    Rule("above_max_buyin", "A buy-in or add-on doesn't lift a stack above the maximum on the plaque.", ("004:L52",)),
    Rule(
        "mid_hand",
        "Nobody adds to a stack in the middle of a hand.",
        ("000:L74", "004:L52"),
    ),
    Rule(
        "chips_removed",
        "Chips in play stay in play: nobody takes any off the table while keeping the seat.",
        ("000:L74", "004:L52, L334"),
        "WSOP 58",
    ),
    Rule(
        "above_incidentals",
        "What leaves a stack for incidentals is little: no more than is posted for a sitting and for a gaming day.",
        ("004:L52",),
    ),
    Rule(
        "must_bring_all_chips",
        "Who moves from a must-move game brings all their chips along.",
        ("004:L48",),
        "WSOP 83-99",
    ),
    Rule(
        "going_south",
        "Who returns to the same kind of game within the hour sits down with at least what they took away.",
        ("004:L52",),
        "WSOP 58",
    ),
)
