"""The rules by which a supervisor rules: what voids a hand, what kills one, until when and before whom."""

from typing import Final

from rules.text.rule import Rule

RULINGS: Final[tuple[Rule, ...]] = (
    Rule(
        "misdeal",
        "A misdeal is dealt again: every chip goes back, button and blinds stay where they are.",
        ("004:L330",),
        "WSOP 104-105; RRoP 3 Misdeals",
    ),
    Rule(
        "random_card",
        "A card that a random one replaces leaves everybody the same chances: nobody is hurt, play goes on.",
        ("004:L308, L310",),
        "WSOP 119-120",
    ),
    Rule(
        "exposed_card",
        "A card that the dealer exposes is replaced by the next one and used as the burn card.",
        ("004:L284, L308, L310",),
        "WSOP 119-120, 269; RRoP 3 Irregularities",
    ),
    Rule("flashed_card", "A card that its own player shows plays.", ("004:L284",), "WSOP 119-120"),
    Rule(
        "boxed_card",
        "A card found face up in the deck is a scrap of paper: the next one takes its place.",
        ("004:L308, L310",),
        "WSOP 21; RRoP 3 Irregularities",
    ),
    Rule(
        "burn_card",
        "The top card is burned before each street; who sees it takes no use of it, and it stays out of play.",
        (
            "000:L11-13, L32",
            "001:L63-84, L133-152, L205-207, L222-223",
            "004:L84-90, L118-124, L142-148, L234",
        ),
        "WSOP 122, 164-165",
    ),
    Rule(
        "premature_card",
        "A card dealt too early goes back, the stub is shuffled, and the street is dealt without another burn.",
        (
            "001:L63-91, L143-152, L205-223",
            "004:L84-90, L118-124, L142-148, L308, L310",
        ),
        "WSOP 167, 227",
    ),
    Rule(
        "irregularity_stands",
        "What went against a rule and was acted on stands: it is recorded with that rule, and play goes on from there.",
        ("004:L43",),
        "WSOP 138, 167, 184-185, 218; RRoP 3 Irregularities",
    ),
    Rule(
        "clock",
        "Who takes too long is put on the clock; who faces a bet when it runs out has a dead hand, else they check.",
        ("004:L32",),
        "WSOP 81",
    ),
    Rule(
        "show_one_show_all",
        "A hand that is shown to one player is shown to all.",
        (),
        "WSOP 143-144; RRoP 3 Showdown",
    ),
    Rule(
        "fouled_deck",
        "A deck with two cards alike or a strange one voids the hand: every chip goes back and nothing is raked.",
        ("000:L3", "002:L3", "003:L40", "004:L202"),
        "WSOP 22, 112; RRoP 3 Irregularities",
    ),
    Rule(
        "dead_hand",
        "A dead hand can't win any part of the pot; what it put in stays.",
        ("004:L258",),
        "WSOP 106-107; RRoP 3 Dead Hands",
    ),
    Rule(
        "fouled_hand",
        "A hand with the wrong number of cards, or mixed with others so that nobody can tell it, is dead.",
        ("004:L276",),
        "WSOP 106, 231, 271; RRoP 3 Irregularities",
    ),
    Rule(
        "unprotected_hand",
        "Who doesn't protect a hand has no redress when it is fouled or taken in; an uncalled raise goes back.",
        ("004:L302, L31",),
        "WSOP 110",
    ),
    Rule(
        "hand_of_debtor",
        "Who owes a blind and looks at the cards without posting it has a dead hand, unless they have acted on it.",
        (),
        "RRoP 4 Rules for Using Blinds",
    ),
    Rule(
        "substantial_action",
        "After substantial action a misdeal can't be called: the hand is played out.",
        ("004:L330",),
        "WSOP 105",
    ),
    Rule(
        "ruling_too_late",
        "A ruling is asked for before the next hand begins; after that only an error of the house is put right.",
        (),
        "RRoP 2 #5; WSOP 51",
    ),
    Rule("ruling_final", "In all disputes the decision of the poker supervisor is final.", ("004:L56",), "WSOP 6"),
    Rule(
        "chips_of_absent",
        "Chips of an absent player are picked up after two missed rounds of blinds or one hour, not before.",
        ("004:L36",),
        "WSOP 73",
    ),
    Rule("english_only", "While a hand is in progress people speak English.", ("004:L62",), "WSOP 25"),
)
