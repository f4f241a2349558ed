"""Players' etiquette and house policy: what each rulebook asks of people rather than of cards, in our own words.

A policy that a house's book does not have is not put into its mouth: the page of that house leaves it out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.text.rule import BOOKS


@dataclass(frozen=True, slots=True)
class Policy:
    """One thing asked of players: a sentence, and the lines of each book that ask it (`004:L26`)."""

    code: str
    sentence: str
    books: tuple[str, ...]

    def cite(self, house: str) -> str:
        """The lines of that house's own book; "" where it doesn't say so."""
        return next((line for line in self.books if BOOKS[line[:3]] == house), "")


@dataclass(frozen=True, slots=True)
class Chapter:
    """Policies that belong together on the page."""

    title: str
    policies: tuple[Policy, ...]


def _policy(code: str, sentence: str, *books: str) -> Policy:
    return Policy(code, sentence, books)


CHAPTERS: Final[tuple[Chapter, ...]] = (
    Chapter(
        "A seat",
        (
            _policy(
                "reserve_first",
                "Ask the host for a seat: a free one is yours, otherwise you wait on the list and are told at once "
                "when one opens.",
                "000:L72",
            ),
            _policy(
                "seated_by_staff", "Somebody of the poker room seats you; nobody takes a seat without them.", "004:L58"
            ),
            _policy("groups_kept_apart", "The house may keep any group of people from playing in one game.", "004:L64"),
            _policy("must_move", "In a must-move game you take all your chips along to the main game.", "004:L48"),
            _policy("tell_when_away", "If you will be away from the game for long, tell a supervisor.", "004:L36"),
            _policy("free_to_go", "You may quit whenever you like, and nobody may hold it against you.", "004:L37"),
            _policy("unattended", "The room doesn’t answer for chips or money left alone at a table.", "004:L66"),
        ),
    ),
    Chapter(
        "Your chips",
        (
            _policy(
                "minimum_buy_in",
                "You sit down with at least the minimum of the table, on the table and in everybody’s view.",
                "000:L74",
                "003:L4-7",
                "004:L48",
            ),
            _policy(
                "no_short_buy",
                "Every buy-in and re-buy is at least the minimum; there are no short buys. The maximum is on the "
                "plaque.",
                "004:L48, L52",
            ),
            _policy(
                "table_stakes",
                "What has been on the table stays there until you quit the game.",
                "000:L74",
                "004:L52, L334",
            ),
            _policy("incidentals", "A little may leave your stack for a small expense.", "004:L52"),
            _policy("add_between_hands", "Chips are added between hands, never during one.", "000:L74", "004:L52"),
            _policy("chips_in_view", "High chips are not hidden behind small ones.", "004:L34"),
        ),
    ),
    Chapter(
        "Betting and acting",
        (
            _policy("announce_raises", "Say it when you raise.", "004:L25"),
            _policy("announce_all_in", "Say it when you go all-in.", "004:L26"),
            _policy("wait_your_turn", "Acting before your turn on purpose is not allowed.", "004:L27"),
            _policy(
                "no_splashing", "Put chips in front of you, not into the pot, so that they can be counted.", "004:L35"
            ),
            _policy(
                "no_stalling",
                "Thinking is part of poker; taking long over what everybody knows you’ll do is not.",
                "004:L32",
            ),
            _policy(
                "hold_your_hand",
                "Keep your hand until it is your turn, and even then if nobody has bet: a needless fold helps "
                "somebody else.",
                "004:L33",
            ),
        ),
    ),
    Chapter(
        "Your cards",
        (
            _policy("fold_face_down", "Fold with every card face down.", "004:L28"),
            _policy(
                "low_and_gentle", "Slide discards low and gently to the muck, not at the dealer’s hands.", "004:L29"
            ),
            _policy("show_the_winner", "Show a hand that you expect to win at once.", "004:L30"),
            _policy("turn_over", "At the showdown every player left turns their cards over.", "001:L95", "004:L94"),
            _policy(
                "losers_may_muck", "Who sees that they have lost may give the hand up unseen.", "002:L75-78", "003:L351"
            ),
            _policy("up_cards_in_order", "In stud the up cards stay in the order in which they came.", "004:L41"),
            _policy(
                "no_peeking", "Don’t lean over to see another’s cards; who is exposed to it may complain.", "004:L42"
            ),
        ),
    ),
    Chapter(
        "Fair play",
        (
            _policy("one_player_to_a_hand", "One player to a hand, who decides alone and without advice.", "004:L60"),
            _policy(
                "play_for_yourself",
                "Play only to better your own chances: no help to another and no word that could help them.",
                "004:L346",
            ),
            _policy("no_soft_play", "Agreeing not to bet or raise each other is prohibited.", "004:L40, L346"),
            _policy("english_only", "While a hand is played, people speak English, aloud.", "004:L62"),
            _policy("speak_up", "Say so when a bet or a hand is read wrongly.", "004:L43"),
        ),
    ),
    Chapter(
        "Courtesy",
        (
            _policy("manners", "Language, dress, cleanliness and manners are those of good company.", "004:L24"),
            _policy(
                "dealer_is_not_luck",
                "The dealer can’t help what lies beyond their control, such as the cards.",
                "004:L31",
            ),
            _policy("no_criticism", "How another plays a hand, or plays at all, is not yours to criticise.", "004:L38"),
            _policy("no_post_mortems", "Long talk about a hand that is over is unwelcome.", "004:L39"),
            _policy(
                "no_abuse",
                "Thrown cards, insults and the like can have you suspended or barred from the room.",
                "004:L44",
            ),
        ),
    ),
    Chapter(
        "Rulings and fees",
        (
            _policy("supervisor_decides", "In a dispute the decision of the poker supervisor is final.", "004:L56"),
            _policy(
                "fees_on_plaque",
                "The plaque at the table says the game, its limits, antes or blinds, and the rake or time charge.",
                "004:L48",
            ),
            _policy(
                "rake_limit",
                "The house takes at most 5% of a pot and never more than 3; nothing if the hand ended before the flop.",
                "002:L175-178",
            ),
        ),
    ),
)

POLICIES: Final[Mapping[str, Policy]] = {point.code: point for chapter in CHAPTERS for point in chapter.policies}
"""Every point by its code."""

HELPLINES: Final[Mapping[str, tuple[str, str]]] = {
    "columbus": ("1-800-589-9966", "001:L243"),
    "live": ("1-800-GAMBLER", "004:L348"),
}
"""The problem-gambling helpline that a house's own book prints, and where."""


def policies_of(house: str) -> list[Chapter]:
    """The policies of the book of `house` for players, by chapter; chapters of which it says nothing are left out."""
    own = (Chapter(chapter.title, tuple(p for p in chapter.policies if p.cite(house))) for chapter in CHAPTERS)
    return [chapter for chapter in own if chapter.policies]
