"""A game's sheet in words: what is dealt when, who opens, how much is bet, how hands are read, and who spreads it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from config.web.text import begun
from games.selectors.rulebook import AskedHouse
from rules.book.citations import Source, sources
from rules.book.rankings import RANKINGS, Rank
from rules.house.house import Offer
from rules.house.house_rules import HOUSE_RULES
from rules.house.variants import SHEETS, STRUCTURES, Evaluator, GameSheet, Opener, Street


@dataclass(frozen=True, slots=True)
class StreetLine:
    """One betting round: its name, the cards that come before it, who is first, and the size of its bets."""

    name: str
    cards: str
    first: str
    bets: str


@dataclass(frozen=True, slots=True)
class OfferLine:
    """The terms on which a house spreads the game: betting structures, seats, and where it says so."""

    house: str
    structures: str
    seats: str
    sources: tuple[Source, ...]
    is_here: bool = False


@dataclass(frozen=True, slots=True)
class RankingList:
    """A list of hands with their pictures, best first; `questions` are those on which houses differ, with addresses."""

    key: str
    heading: str
    title: str
    ranks: tuple[Rank, ...]
    equals: str
    sources: tuple[Source, ...]
    questions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game, ready for its page."""

    sheet: GameSheet
    sources: tuple[Source, ...]
    streets: list[StreetLine]
    reading: list[str]
    rankings: list[RankingList]
    facts: Mapping[str, str]
    offers: list[OfferLine]


def game_page(key: str, houses: Sequence[AskedHouse]) -> GamePage | None:
    """The page of the game `key`, None where there is none."""
    sheet = SHEETS.get(key)
    if sheet is None:
        return None
    return GamePage(
        sheet,
        sources(sheet.citation),
        [_street(sheet, street) for street in sheet.streets],
        list(_reading(sheet)) if sheet.is_played else [],
        list(_rankings(sheet)) if sheet.is_played else [],
        _facts(sheet),
        [offer_line(asked, asked.house.offers[key]) for asked in houses if key in asked.house.offers],
    )


def offer_line(asked: AskedHouse, offer: Offer) -> OfferLine:
    """A house's offer in words."""
    structures = ", ".join(STRUCTURES[structure] for structure in offer.structures)
    seats = f"{offer.seats_min} to {offer.seats_max}"
    return OfferLine(asked.title, structures, seats, sources(offer.citation), asked.is_here)


# --------------------------------------------------------------------------------------------------------------- inside


def _facts(sheet: GameSheet) -> dict[str, str]:
    if not sheet.is_played:
        return {}
    opened = "the blinds" if sheet.opened_by == "blinds" else "an ante and a bring-in"
    reached = f"at most {sheet.seats_max}; the deck reaches for {sheet.most_players}"
    return {
        "Opened by": opened,
        "Seats": f"{sheet.seats_min} to {sheet.seats_max}" if sheet.most_players >= sheet.seats_max else reached,
        "Deck": f"{sheet.deck_size} cards",
        "Cards": _held(sheet),
        "Betting": ", ".join(STRUCTURES[structure] for structure in sheet.structures),
    }


def _held(sheet: GameSheet) -> str:
    board = f", and {sheet.board_cards} in the middle" if sheet.board_cards else ""
    return f"{sheet.hole_cards} to each player{board}"


def _street(sheet: GameSheet, street: Street) -> StreetLine:
    name = begun(street.name)
    cards = ", ".join(_cards(street)) or "none"
    return StreetLine(name, cards, _OPENERS[street.opener], _bets(sheet, street))


def _cards(street: Street) -> Iterator[str]:
    if street.draw:
        yield f"each may change up to {street.draw}"
    if street.hits:
        yield "each completes their hand, card by card"
    if street.hole:
        yield f"{street.hole} face down"
    if street.up:
        yield f"{street.up} face up"
    if street.board:
        yield f"{street.board} in the middle"
    if street.discard:
        yield f"each throws {street.discard} away{' first' if street.discard_comes_first else ''}"
    if street.may_run_short:
        yield "one in the middle where the deck runs short"


def _bets(sheet: GameSheet, street: Street) -> str:
    if street.stake:
        least, most = street.stake
        return f"{_times(least)} the opening bet" if least == most else f"{least} to {most} times the opening bet"
    size = "big bet" if street.tier == "big" else "small bet"
    if "fixed_limit" not in sheet.structures:
        return "as the structure says"
    return f"{size} in limit{'; an open pair may bring the big bet' if street.open_pair else ''}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


_OPENERS: Mapping[Opener, str] = {
    "left_of_blinds": "first player left of the blinds",
    "left_of_button": "first player left of the button",
    "low_card": "lowest card showing: it brings it in",
    "high_card": "highest card showing: it brings it in",
    "high_board": "highest hand showing",
    "low_board": "lowest hand showing",
}

_READINGS: Mapping[Evaluator, str] = {
    "high": "The best five cards of all that the player can use, by the usual order of hands.",
    "high_exactly_two": "The best five cards: exactly two of the player's own and three from the middle.",
    "high_short_deck": "The best five cards: a flush beats a full house, and the ace is also low, before the six.",
    "blackjack": "A seven-card Charlie, then 21 downwards, then the busted hand nearest to 21.",
    "low8": "The lowest five different cards, eight or lower; straights and flushes don't count, the ace is low.",
    "low8_exactly_two": "Five different cards, eight or lower, of exactly two own cards and three from the middle; "
    "straights and flushes don't count, the ace is low.",
    "ace_to_five": "The lowest five cards; straights and flushes don't count, the ace is low.",
    "deuce_seven": "The worst hand by the usual order: the ace is high, straights and flushes count against it.",
    "badugi": "The most cards that differ in suit and rank, then the lowest from the top; the ace is low.",
}
"""The reading of the cards, in a sentence."""


def _reading(sheet: GameSheet) -> Iterator[str]:
    if sheet.low is None:
        yield _READINGS[sheet.high]
        return
    yield f"High half: {_lowered(_READINGS[sheet.high])}"
    yield f"Low half: {_lowered(_READINGS[sheet.low])} Where nobody has such a low, the high hand takes all."


def _rankings(sheet: GameSheet) -> Iterator[RankingList]:
    """The list by which the hands are read, and in a split game one for each half."""
    yield _ranking("ranking", "From best to worst" if sheet.low is None else "The high half", sheet.high)
    if sheet.low is not None:
        yield _ranking("ranking-low", "The low half", sheet.low)


def _ranking(key: str, heading: str, evaluator: Evaluator) -> RankingList:
    listed = RANKINGS[evaluator]
    questions = tuple(
        (f"{HOUSE_RULES[name].question}?", reverse("house_rule", args=[name])) for name in listed.house_rules
    )
    return RankingList(key, heading, listed.title, listed.ranks, listed.equals, sources(listed.citation), questions)


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
