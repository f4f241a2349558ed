"""The clause itself where a rulebook says it in few words: what a player reads who asks where it says that.

Keyed by the lines that are cited, one place each (`004:L326`). Spelling and capitals are the book's; white space isn't.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

_RULEBOOK: Final = re.compile(r"(?P<book>00[0-9]):L(?P<places>.+)")


@lru_cache(maxsize=1024)
def clauses(rule: str, written: str) -> tuple[str, ...]:
    """The words of the lines of one source (`004:L25, L326`) on the rule of that code, in the order of the lines.

    None of a book that is no house's, and none of a line that only other rules are cited from.
    """
    of_rule = _OF_RULE.get(rule, {})
    found = (of_rule.get(place) or CLAUSES.get(place) for place in _places(written))
    return tuple(clause for clause in found if clause)


def _places(written: str) -> Iterator[str]:
    """Each place by itself: `004:L25` and `004:L326`."""
    found = _RULEBOOK.fullmatch(written)
    if found:
        yield from (f"{found['book']}:L{place.removeprefix('L')}" for place in found["places"].split(", "))


CLAUSES: Final[Mapping[str, str]] = {
    "000:L3": "played with a standard deck consisting of 52 cards",
    "000:L17": "If at any time only one Player remains, that Player shall win the Pot and is not obligated to show "
    "his hand.",
    "000:L34": "The Dealer will then deal a matching amount of new cards to the drawing player",
    "000:L67-69": "A “minimum raise” applies, which is equal to the amount the previous bet has been RAISED BY.",
    "000:L72": "A Player who wishes to participate in a game must first make a reservation",
    "001:L40-42": "Whoever receives the highest-ranking card will start with the Button.",
    "001:L44-50": "The Button will move around the table in a clockwise manner after each round of play.",
    "001:L63-91": "burn the top card of the deck and place it under the pot",
    "001:L95-97": "the dealer will read the cards to determine the highest-ranking five-card high poker hand",
    "001:L193-198": "The player with the lowest card will start the betting round.",
    "001:L209-212": "The player with the highest-ranking poker hand showing will initiate the action by betting or "
    "checking.",
    "001:L222-223": "the dealer shall burn the top card of the deck and place it under the pot",
    "002:L75-78": "you can Muck, that is to give up your hand and lose the pot",
    "002:L100": "Bet amounts are fixed by the table stakes.",
    "002:L106-124": "you call all your chips and the pot is divided into the main pot and side pot",
    "002:L175-178": "The house commissions between 0% and 5% of each total pot, but never more than $3.",
    "003:L4": "You must buy-in a minimum amount of chips when sitting down",
    "004:L24": "Language, dress, hygiene and behavior should be of a standard appropriate for ladies and gentlemen.",
    "004:L25": "All raises should be announced.",
    "004:L26": "A player going all-in should announce that fact.",
    "004:L27": "Deliberately acting out of turn is not allowed.",
    "004:L28-30": "A player who expects to be showing down the winning hand should show it immediately.",
    "004:L31": "The dealer is not to be held responsible for things beyond their control",
    "004:L32": "it is not polite to use an excessive amount of time to make a play everyone knows will be made",
    "004:L33": "a player who has no interest in the pot should still hold onto their hand although no one has bet",
    "004:L34-35": "Arranging one’s chips to conceal higher denominations is not allowed.",
    "004:L35": "“Splashing the pot,” throwing chips into the pot so they become mingled with chips that are already "
    "there, making the amount wagered unverifiable, is inappropriate.",
    "004:L36": "If a player expects to be leaving the game for a long time, a supervisor should be notified.",
    "004:L37-39": "Criticism of the way another player has elected to play their hand, or their general style of "
    "play, is impolite and undesirable.",
    "004:L40": "Having a “soft play” agreement to not bet or not raise another player when heads-up is not welcome.",
    "004:L41-42": "It is improper to try to see another’s hole cards by leaning or ducking the head.",
    "004:L43": "Players should speak up and assist the dealer by calling attention to an error in the amount of a "
    "bet or improper reading of a hand.",
    "004:L56": "the decision of the poker supervisor shall be final",
    "004:L58": "A player must be seated by a poker team member if they wish to play in a game.",
    "004:L60": "Only one player is permitted to a hand and that player must make all decisions without any advice "
    "from anyone else.",
    "004:L62": "Conversation in a language other than verbalized English is forbidden while a hand is in progress.",
    "004:L64": "The house reserves the right to prohibit any group of players from playing on the same game.",
    "004:L66": "not responsible for chips or money left unattended at a table",
    "004:L74": "Whoever receives the highest-ranking card will start with the Button.",
    "004:L76": "The Button will move around the table in a clockwise manner after each round of play.",
    "004:L82": "Each player in turn, in clockwise rotation",
    "004:L84-90": "burn the top card of the deck and place it under the pot",
    "004:L106": "Whoever receives the highest-ranking card will start with the Button",
    "004:L138": "The player with the lowest card will start the betting round.",
    "004:L144": "The player with the highest-ranking Poker hand showing will initiate the action by betting or "
    "checking.",
    "004:L154-184": "Then players may draw from 0 to 4 cards",
    "004:L202": "All games are played with a 52-card deck; a joker is not used.",
    "004:L222": "A binding verbal statement or physical gesture of intention",
    "004:L224": "still retains the right to contend for that portion of the pot in which the player has already "
    "placed a bet",
    "004:L254": "A blind that is assigned to a seat no longer occupied by an active player, and therefore, not posted.",
    "004:L258": "A hand that cannot win any part of the pot.",
    "004:L276": "has come into contact with other cards in such a way as to render it impossible to determine "
    "accurately which cards are contained in the hand",
    "004:L278": "when one player wins an entire quality pot, the betting limits are increased by one-half",
    "004:L284": "The player’s cards that are dealt face down, which are not exposed until the end of the hand.",
    "004:L286": "when one player wins an entire qualifying pot, the betting limits are twice the posted table "
    "wagering limits for the next hand",
    "004:L290": "The smallest denomination that is permitted to be wagered in the game, once antes and blinds are "
    "posted.",
    "004:L300": "The amount which is awarded to the winning player or players at the conclusion of a round of play",
    "004:L302": "A hand of cards which the player is physically holding.",
    "004:L308": "A card selected from a group of unknown cards, each having an equal chance of being chosen.",
    "004:L310": "it is assumed that the player has not been materially injured by that irregularity",
    "004:L326": "A bet made in more than one motion, without the declaration of a raise.",
    "004:L330": "three players taking any action (including a fold) or two players acting by a bet, call, or raise",
    "004:L334": "A player may not subtract from their chips any time during an ongoing play.",
    "004:L346": "Any behavior designed to assist one player over another is prohibited.",
}
"""Lines that say one thing, whichever rule is cited from them."""

_MUST_MOVE: Final = {
    "004:L48": "In a “must move game,” because it is an extension of the main game, players are required to take all "
    "their chips with them.",
}
_PLAQUE: Final = {"004:L48": "Plaques will be posted at each poker table"}
_COUNTED: Final = {
    "000:L74": "An active Player may not reduce his table stake during a game",
    "004:L52": "A player may not remove any part of their stake from the table once it has been part of the table",
}
_BARRED: Final = {"004:L44": "will be grounds for suspending or barring any player"}
_OF_RULE: Final[Mapping[str, Mapping[str, str]]] = {
    "short_buy": {
        "000:L74": "the Player must place on the table, in full view of the Dealer and all other Players, the minimum "
        "buy-in required in chips",
        "004:L48": "No short buys are permitted.",
    },
    "going_south": {
        "000:L74": "An active Player may not reduce his table stake during a game",
        "004:L52": "A player may not remove any part of their stake from the table once it has been part of the table "
        "unless that player is quitting the game.",
    },
    "above_incidentals": {
        "004:L52": "A player may remove a small amount from their stack for the purpose of incidentals so long as it "
        "doesn’t not substantially alter their stake.",
    },
    "mid_hand_add": {
        "000:L74": "he may freely add to it in-between hands dealt",
        "004:L52": "Players may not add to their stack in the middle of a hand.",
    },
    "count_reason_missing": _COUNTED,
    "count_above_ticks": _COUNTED,
    "count_not_yours": _COUNTED,
    "hand_open": {
        "000:L74": "he may freely add to it in-between hands dealt",
        "004:L52": "Players may not add to their stack in the middle of a hand.",
    },
    "seating": _MUST_MOVE,
    "must_move_order": _MUST_MOVE,
    "must_move_first": _MUST_MOVE,
    "other_game": _MUST_MOVE,
    "no_plaque": _PLAQUE,
    "plaque_differs": _PLAQUE,
    "wrong_rake": _PLAQUE,
    "time_charge": _PLAQUE,
    "conduct": {"004:L44": "Talk or action demeaning to the dealer or players will not be tolerated."},
    "player_barred": _BARRED,
}
"""Lines that say several things, by the rule that is cited from them."""
