"""The differences between houses around the play: fee, kill, chips on and off the table, rulings."""

from typing import Final

from rules.house.house_rule import HouseRule, house_rule

FEE: Final[tuple[HouseRule, ...]] = (
    house_rule(
        "fee_on_sign",
        "Whether the plaque must say how the house is paid",
        ("required", "The plaque states the rake, collection or time charge, or that there is none.", "004:L48"),
        ("optional", "A plaque that says nothing means no rake.", "house"),
    ),
    house_rule(
        "rake_mode",
        "How the house is paid",
        ("percent", "A percentage of the pot.", "002:L175-178"),
        ("time", "A charge per half hour.", "004:L48 · WSOP 27"),
        (
            "fixed",
            "A collection for each hand or a charge per half hour, no share of the pot.",
            "house, after California Penal Code 337j",
        ),
        ("none", "Nothing is taken.", "house"),
        ("plaque", "The plaque says: rake, collection, time charge or nothing.", "004:L48"),
    ),
    house_rule(
        "rake_percent",
        "The highest percentage of a pot that the house may post",
        (None, "No ceiling.", "house"),
        (5, "Between 0 and 5 per cent.", "002:L176-177"),
        measure="per cent",
    ),
    house_rule(
        "rake_cap",
        "The most that the house may take of one pot",
        (None, "No ceiling.", "house"),
        (300, "Never more than 3.00.", "002:L176-177"),
        measure="minor units",
    ),
    house_rule(
        "rake_unit",
        "The smallest chip that is raked",
        (1, "The rake is taken to the smallest unit of the currency.", "002:L175-178"),
        (100, "The rake is taken in chips of 1.00.", "house"),
        measure="minor units",
    ),
    house_rule(
        "rake_rounding",
        "How the rake is rounded to its unit",
        ("down", "Down.", "house"),
        ("nearest", "To the nearest, halves up.", "house"),
        ("up", "Up.", "house"),
    ),
    house_rule(
        "no_flop_no_drop",
        "Whether a hand without a flop is free",
        (True, "No flop, no drop.", "002:L177-178"),
        (False, "Every pot is raked.", "house"),
        ("plaque", "The plaque says.", "004:L48"),
    ),
    house_rule(
        "rake_free_until",
        "When a hand begins to be raked",
        (
            "first_card_after_round_1",
            "From the first card after the first betting round: the flop, fourth street, the first draw.",
            "house, after 002:L177-178",
        ),
        ("flop", "From the flop; where a game has none, every pot is raked.", "002:L177-178"),
    ),
    house_rule(
        "rake_allocation",
        "Which pot bears the rake",
        ("main_first", "The main pot first, then each side pot, under one cap.", "house"),
        ("pro_rata", "Every pot in proportion.", "house"),
    ),
)

KILL: Final[tuple[HouseRule, ...]] = (
    house_rule(
        "kill_games",
        "Which limit games may have a kill",
        ("hi_lo", "Omaha hi-lo eight or better only.", "004:L278, L286"),
        ("any", "Any limit game.", "WSOP Kill Pots · RRoP 13"),
    ),
    house_rule(
        "kill",
        "Which kill is played",
        ("none", "None unless the plaque posts one.", "house"),
        ("half", "Every plaque of a game with kills posts the half-kill.", "004:L278"),
        ("full", "Every plaque of a game with kills posts the kill.", "004:L286"),
    ),
    house_rule(
        "kill_qualify",
        "The pot that starts a kill",
        (None, "The amount on the plaque; five big bets are usual.", "004:L278, L286 · WSOP Kill Pots"),
        measure="minor units",
    ),
    house_rule(
        "kill_pot_basis",
        "What counts towards a qualifying pot",
        ("net", "The pot less the rake.", "004:L300"),
        ("gross", "The pot before the rake.", "house"),
    ),
    house_rule(
        "kill_persist",
        "How a running kill goes on",
        ("glossary", "Until a high-low split or a pot that doesn't qualify.", "004:L278, L286"),
        ("requalify", "Only if the pot would start it anew.", "WSOP 190"),
    ),
    house_rule(
        "kill_quartered",
        "Whether a quartered pot ends a kill",
        ("ends", "It does: another player won a part of the low.", "house, after 004:L278, L286"),
        ("goes_on", "It doesn't: no single other player won the low.", "house"),
    ),
    house_rule(
        "kill_uncontested",
        "Whether a pot that nobody contested starts a kill",
        ("starts", "It does if the called money qualifies.", "house, after 004:L278, L286"),
        ("never", "Only a showdown starts one; a kill that runs goes on.", "house"),
    ),
    house_rule(
        "kill_unposted",
        "What a kill does whose player isn't dealt in",
        (
            "stays",
            "The limits of the kill stand, nobody posts it, and the killer owes it before playing again.",
            "004:L278, L286 · RRoP 13",
        ),
        ("ends", "The kill is off, and the killer owes it before playing again.", "RRoP 13"),
    ),
    house_rule(
        "kill_blind",
        "Whether the winner posts the kill",
        ("winner_posts", "The winner posts the killed small bet.", "WSOP 190, 194-199 · RRoP 13"),
        ("none", "Nobody posts.", "004:L278, L286"),
    ),
    house_rule(
        "kill_in_blind",
        "What a killer in the blinds posts",
        ("replaces", "The larger post replaces the blind.", "house"),
        ("adds", "Both.", "house"),
    ),
    house_rule(
        "kill_act",
        "When the killer acts",
        ("in_turn", "In turn.", "WSOP 199 · RRoP 13"),
        ("last", "Last in the first round.", "house"),
    ),
    house_rule(
        "kill_threshold_scales",
        "Whether the qualifying amount grows with the limits",
        (False, "No.", "004:L278, L286"),
        (True, "Yes.", "house"),
    ),
)

BUY_IN: Final[tuple[HouseRule, ...]] = (
    house_rule(
        "buyin_min",
        "What the minimum buy-in is",
        ("plaque", "The minimum on the plaque.", "000:L74 · 004:L48"),
        ("ten_times_lower", "Ten times the lower limit.", "003:L4-7, L55-58, L155-158, L252-255"),
    ),
    house_rule(
        "buyin_max",
        "What the maximum buy-in is",
        ("plaque", "The maximum on the plaque, if it states one.", "004:L52"),
        ("none", "There is none.", "000:L74 · 002:L172-174 · 003:L4-7"),
    ),
    house_rule(
        "rebuy_min",
        "The smallest re-buy",
        ("buyin_min", "A re-buy is for at least the minimum.", "004:L48"),
        ("any", "Any amount.", "000:L74"),
    ),
    house_rule("addon_min", "The smallest add-on", (0, "Any amount.", "000:L74"), measure="minor units"),
    house_rule(
        "addon_between_hands",
        "When chips may be added",
        (True, "Between hands only.", "000:L74 · 004:L52"),
        (False, "At any time.", "house"),
    ),
    house_rule(
        "incidentals_allowed",
        "Whether small amounts may leave the table",
        (True, "A small amount for incidentals, flagged by a supervisor.", "004:L52"),
        (False, "Never.", "000:L74"),
    ),
    house_rule(
        "incidentals_a_sitting",
        "The most that may leave the table for incidentals between sitting down and leaving",
        (None, "No amount is posted: what is posted for a gaming day holds, and without one nothing leaves.", "house"),
        (20_00, "At most 20.00.", "house, after 004:L52"),
        measure="minor units",
    ),
    house_rule(
        "incidentals_a_day",
        "The most that a player may take off the tables for incidentals on a gaming day",
        (None, "No amount is posted: what is posted for a sitting holds, and without one nothing leaves.", "house"),
        (40_00, "At most 40.00.", "house, after 004:L52"),
        measure="minor units",
    ),
    house_rule(
        "return_window_minutes",
        "How long a player who leaves a game must return to one of its kind with the whole stack",
        (60, "Within the hour they return with at least what they took away.", "WSOP 58"),
        (None, "There is no such time.", "house"),
        measure="minutes",
    ),
    house_rule(
        "transfer_exempt",
        "Whose transfers need not meet the minimum",
        ("listed", "From a broken game, after a change of limit or a related reason, and must-move.", "004:L48"),
        ("none", "Nobody's.", "house"),
    ),
)

FLOOR: Final[tuple[HouseRule, ...]] = (
    house_rule(
        "substantial_action",
        "When action is substantial",
        ("live_004", "Three players acted, or two by a bet, call or raise.", "004:L330"),
        ("tda", "Three players acted, or two of them with chips in the pot by at least one.", "WSOP 105"),
    ),
    house_rule(
        "appeal",
        "Whether a ruling can be appealed",
        ("none", "The supervisor's ruling is final.", "004:L56"),
        ("manager", "To the manager.", "WSOP 6"),
    ),
    house_rule(
        "ruling_deadline",
        "Until when a ruling can be asked for",
        ("next_hand", "Until the next hand begins.", "RRoP 2 #5 · WSOP 51"),
        ("any_time", "At any time.", "house"),
    ),
    house_rule(
        "second_person_above",
        "Above how much of the players' chips a ruling needs a second person",
        ("smallest_buy_in", "Above the smallest buy-in of the table.", "house, four eyes"),
        ("always", "Whenever chips are moved.", "house, four eyes"),
        measure="minor units",
    ),
    house_rule(
        "language",
        "What is spoken during a hand",
        ("english", "Only English.", "004:L62"),
        ("any", "Any language.", "house"),
    ),
)
