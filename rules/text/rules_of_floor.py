"""The rules by which people are seated, moved, listed, kept apart and ruled on: what no engine plays out.

Services refuse by these codes; each has a page in the rulebook that says what the product does about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.text.rule import Rule


@dataclass(frozen=True, slots=True)
class FloorRule:
    """A rule of the floor: the rule, its name, what the product does, and the house rules that decide it in a house."""

    rule: Rule
    name: str
    does: str
    house_rules: tuple[str, ...] = ()


def _floor(
    code: str,
    name: str,
    sentence: str,
    does: str,
    *,
    books: tuple[str, ...] = (),
    outside: str = "",
    house_rules: str = "",
) -> FloorRule:
    return FloorRule(Rule(code, sentence, books, outside), name, does, tuple(house_rules.split()))


SEATS_IN_ORDER: Final = "A seated player goes before the list; the list goes in the order of request."
EXTENSION: Final = (
    "A must-move game is an extension of the main game: same game, same limits, and its players move in order."
)
STACKS_ARE_EXPLAINED: Final = (
    "Only what was brought to the table, won and lost there lies before a player: another stack is explained."
)
QUICK_HANDS_EXPLAIN: Final = (
    "Quick hands explain what they dropped, to the chip; whatever else a count finds has its own reason."
)
ONE_DEALER: Final = "A table in play has one dealer, and a dealer deals at one table."

SEATING: Final[tuple[FloorRule, ...]] = (
    _floor(
        "seat_held",
        "A seat somebody was called to",
        SEATS_IN_ORDER,
        "Who is called to a seat has it until their time is up; until then nobody else is put there.",
        books=("000:L72", "004:L58"),
        outside="WSOP 83-99",
    ),
    _floor(
        "seat_wanted",
        "A seat somebody at the table wants",
        SEATS_IN_ORDER,
        "A free seat goes to whoever asked for it at the table; they change, or take the request back, and then it is "
        "offered to the list.",
        books=("004:L58",),
        outside="WSOP 83-99",
    ),
    _floor(
        "out_of_order",
        "The order of the list",
        SEATS_IN_ORDER,
        "The first name that is here or due is called first. It may be put on hold; it can’t be passed over unseen.",
        books=("000:L72", "004:L58"),
        outside="WSOP 83-99",
    ),
    _floor(
        "list_first",
        "Past the list",
        SEATS_IN_ORDER,
        "Who is seated although somebody waits for that game is seated with a reason; it is kept who was passed.",
        books=("000:L72", "004:L58"),
        outside="WSOP 83-99",
    ),
    _floor(
        "no_seat_open",
        "No seat to call for",
        SEATS_IN_ORDER,
        "A name is called when a seat of its game is empty and nobody at the table asked for it.",
        books=("000:L72", "004:L58"),
        outside="WSOP 83-99",
    ),
    _floor(
        "on_list_already",
        "Once on a list",
        "A name stands on a list once.",
        "A second entry for the same game is refused; a player may wait for several games.",
        outside="house, waiting lists",
    ),
    _floor(
        "must_move_order",
        "Order of the must-move",
        EXTENSION,
        "Players move in the order in which they sat down in the must-move game. Who refuses leaves the seat.",
        books=("004:L48",),
        outside="WSOP 83-99",
    ),
    _floor(
        "must_move_first",
        "The must-move game goes first",
        EXTENSION,
        "A seat of the main game is filled from the must-move game before anybody comes to it from the list.",
        books=("004:L48",),
        outside="WSOP 83-99",
    ),
    _floor(
        "other_game",
        "What a must-move game feeds",
        EXTENSION,
        "One table feeds another only where both plaques have the same game and limits, and never in a circle.",
        books=("004:L48",),
        outside="WSOP 83-99",
    ),
    _floor(
        "count_reason_missing",
        "A stack that is not what the books say",
        STACKS_ARE_EXPLAINED,
        "A counted stack that differs from the books is entered with its reason; bought chips come by the cage.",
        books=("000:L74", "004:L52, L334"),
    ),
    _floor(
        "count_above_ticks",
        "What quick hands explain of a count",
        QUICK_HANDS_EXPLAIN,
        "The reason “quick hands” covers what they dropped since the last count; above that another reason is asked "
        "for, beyond a limit a second person, and the floor is told.",
        books=("000:L74", "004:L52, L334"),
    ),
    _floor(
        "count_not_yours",
        "Who counts a stack",
        STACKS_ARE_EXPLAINED,
        "A floor supervisor or manager enters another stack than the books’; a host takes the figure of the books.",
        books=("000:L74", "004:L52, L334"),
    ),
    _floor(
        "takings_never_owed",
        "Rake and promo that no hand owes",
        "What is dropped from a pot is what the posted schedule says, and never more than its most.",
        "Takings above the cap, between its steps or beyond the promo are asked about before they are booked; what was "
        "dropped all the same is booked as it was, and stands as an alarm.",
        books=("002:L175-178",),
    ),
    _floor(
        "kept_apart",
        "Players kept apart",
        "The house may keep any group of people from playing in one game.",
        "Nobody is seated at a table of somebody they are kept apart from; where both sit already, the floor is told.",
        books=("004:L64",),
    ),
    _floor(
        "player_barred",
        "Barred players",
        "The house may suspend or bar a player; who is barred buys in nowhere and is seated nowhere.",
        "While a ban lasts, the player is refused at the cage, at the lists and at every seat; one who sits already "
        "raises an alarm until they have left.",
        books=("004:L44, L64",),
        outside="WSOP 29-47",
    ),
)

TABLES: Final[tuple[FloorRule, ...]] = (
    _floor(
        "no_plaque",
        "No table without its plaque",
        "A table is open only under a posted plaque with its game, limits, buy-in and fee.",
        "A table is opened under the newest plaque that a manager has posted for it, and not without one.",
        books=("004:L48",),
        house_rules="fee_on_sign",
    ),
    _floor(
        "plaque_differs",
        "A hand of another plaque",
        "A hand is played under the plaque that stands on its table.",
        "A hand file that states another game or other limits than the sign in force is refused.",
        books=("004:L48",),
    ),
    _floor(
        "odd_chip_below_chip",
        "Odd chips that the room has",
        "A pot is split into chips of the room: nothing smaller can be pushed to anybody.",
        "House rules that split finer than the room’s smallest chip are not posted.",
        outside="house, chips of the room",
        house_rules="odd_chip_unit",
    ),
    _floor(
        "dealer_elsewhere",
        "One dealer to a table",
        ONE_DEALER,
        "A dealer who deals elsewhere is tapped out there, or pushed along the line, before sitting down here.",
        outside="house, dealer rotation",
    ),
    _floor(
        "draw_incomplete",
        "Who has the button first",
        "The first button is drawn: everybody who is dealt in has a card, or all have the same chance.",
        "At a new table the button is drawn as the house has it; with cards, each player’s is named before the deal.",
        books=("001:L40-42", "004:L74, L106"),
        outside="WSOP 91",
        house_rules="button_draw",
    ),
    _floor(
        "kill_needs_pot",
        "A tick where a kill may start",
        "A kill starts with a pot of the posted size that one player wins.",
        "Under a plaque with a kill, a ticked hand states its pot and who won it: the next hand’s limits hang on that.",
        books=("004:L278, L286",),
        outside="WSOP Kill Pots",
        house_rules="kill kill_qualify kill_pot_basis",
    ),
)

DECISIONS: Final[tuple[FloorRule, ...]] = (
    _floor(
        "not_reversible",
        "What a ruling no longer moves",
        "Chips move between players in the hand or until the next deal; later the house pays, or a record is righted.",
        "A ruling that sends chips is refused where the kind of dispute, or the time, doesn’t allow it any more.",
        outside="RRoP 2 #5-6 · WSOP 51-52",
        house_rules="ruling_deadline",
    ),
    _floor(
        "hand_open",
        "No chips moved during a hand",
        "Chips on the table are played with as they were at the deal.",
        "A ruling that moves chips waits until the hand at that table is recorded.",
        books=("000:L74", "004:L52"),
        outside="WSOP 60",
    ),
    _floor(
        "remedy_above_hand",
        "What a hand can owe",
        "A ruling moves what the hand gave, and no more: nobody owes to a hand what it didn't pay out.",
        "Over all cases, corrections and rulings of a hand, a player pays back what they took out of it, the house "
        "what it dropped. A case about a wager, reported while the hand was played, may take what lay there then.",
        outside="RRoP 2 #6 · WSOP 52",
    ),
    _floor(
        "second_needed",
        "A second person",
        "Who moves chips after the fact does so alone up to a limit a day; above it a second person confirms.",
        "Rulings, corrections, voids and debts count together, by person and gaming day, against what the house has "
        "posted. Whatever the amount, two confirm what the house pays, what a player doesn’t have, what is timely only "
        "by a stated time, a void, a write-off, and one’s own hand of an earlier day.",
        outside="house, four eyes",
        house_rules="second_person_above",
    ),
    _floor(
        "own_entry",
        "Correcting one’s own hand",
        "Who entered a hand does not correct it alone after the shift.",
        "After the gaming day another supervisor corrects it, or has ruled on a case about it, or confirmed that.",
        outside="house, four eyes",
    ),
    _floor(
        "already_ruled",
        "A ruling is final",
        "In all disputes the decision of the poker supervisor is final.",
        "A ruling is never changed. Where the house has an appeal, the manager’s ruling is a second one beside it.",
        books=("004:L56",),
        outside="WSOP 6",
        house_rules="appeal",
    ),
    _floor(
        "appeal_not_yours",
        "Who hears an appeal",
        "An appeal is heard by the manager, not by whoever made or confirmed the ruling.",
        "There is one appeal in a case; a manager who had no part in the first ruling upholds it or rules anew.",
        outside="WSOP 6",
        house_rules="appeal",
    ),
)

FLOOR_GROUPS: Final[Mapping[str, tuple[FloorRule, ...]]] = {
    "Seats, lists and must-move": SEATING,
    "Tables and dealers": TABLES,
    "Who decides": DECISIONS,
}
"""The rules of the floor as the index shows them."""

FLOOR: Final[Mapping[str, FloorRule]] = {each.rule.code: each for group in FLOOR_GROUPS.values() for each in group}
"""Every rule of the floor by its code."""
