"""Whatever is refused or settled in a hand cites lines of the rulebooks that speak of its game, or of all games."""

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from rules.book.citations import sources
from rules.cards.card import parse_cards
from rules.house.house import HOUSES, House
from rules.house.plaque_check import check_table
from rules.house.variants import SHEETS, Structure
from rules.play.actions import DEALER, Action
from rules.play.hand import Hand
from rules.play.legal import Betting
from rules.play.refusals import why_not
from rules.table.setup import Setup
from rules.text.lines import of_game
from rules.text.rule import BOOKS
from rules.text.rulebook import RULES
from rules.text.violation import Refused, Violation
from tests.unit.rules.strategies import a_plaque, next_action, rolling

DRAWS = "badugi 27td 27sd a5td"
STUDS = "stud stud8 razz"
FLOPS = "holdem omaha omaha8 shortdeck omaha5"
OWNERS = {
    "000": f"11-15 holdem omaha; 19 holdem; 23-26 omaha; 28-40 badugi; 60 badugi; 61-66 {FLOPS} {STUDS} {DRAWS}",
    "001": "38-104 holdem; 105-183 omaha8; 184-241 stud",
    "002": "2 holdem omaha omaha8; 12-127 holdem omaha omaha8; 128-135 omaha omaha8; 136-159 omaha8",
    "003": "2-47 stud; 49-142 omaha; 143-248 omaha8; 250-329 holdem; 331-353 holdem_blackjack",
    "004": "70-100 holdem; 102-130 omaha omaha8; 132-148 stud; 150-170 badugi; 172-198 27td 27sd; "
    f"246 {STUDS}; 248 {FLOPS}; 262 {DRAWS}; 264 omaha8 stud8; 270 {FLOPS}; 278 omaha8; 282 omaha8 stud8; "
    f"286 omaha8; 332 {STUDS}; 338 {FLOPS}; 340 {STUDS}; 342 a5td",
}
"""The headings of each rulebook: the lines under them, and the games that may be told by them."""
APART = {code for code, rule in RULES.items() if rule.tells_games_apart}


@cache
def owner(book: str) -> dict[int, set[str]]:
    """The games that each line of a rulebook is about, where it is about some only."""
    found: dict[int, set[str]] = {}
    for part in OWNERS[book].split("; "):
        lines, *games = part.split()
        first, _, last = lines.partition("-")
        found.update({line: set(games) for line in range(int(first), int(last or first) + 1)})
    return found


def strange_lines(citation: str, game: str) -> list[str]:
    """The lines cited that speak of other games."""
    strange = []
    for source in sources(citation):
        if source.book.key not in OWNERS:
            continue
        for place in source.written[5:].replace("L", "").split(", "):
            first, _, last = place.partition("-")
            about = (owner(source.book.key).get(line) for line in range(int(first), int(last or first) + 1))
            if any(games is not None and game not in games for games in about):
                strange.append(f"{source.book.key}:L{place}")
    return strange


TABLES = [(name, game) for name, house in HOUSES.items() for game in house.offers if SHEETS[game].is_played]
"""Every game of every house, and every game under the standard rules."""


def a_hand(house: House, game: str, structure: Structure, seed: int, *, stack: int = 3_000) -> Hand:
    plaque = a_plaque(game, structure, ante=50 if game == "holdem_blackjack" or not SHEETS[game].has_button else 0)
    return Hand(Setup.from_table(plaque, house, 4, {seat: stack * (1 + (seed + seat) % 2) for seat in (1, 2, 4)}))


CARDS = parse_cards("2c7d9hKsAs")
SHAPES = (
    "f", "cc", "pb", "st", "mk", "sm", "sm 1", "sm 2", "cbr 130", "cbr 150", "cbr 301", "cbr 700", "cbr 2900",
    "cbr 9000", "dh 1", "dh 2", "dh 3", "dh 4", "dh 5", "h 1", "h 2", "sd", "sd 1", "sd 5",
)  # fmt: skip


def shaped(shape: str, position: int, cards: Sequence[int] = CARDS) -> Action:
    """An action written as its verb and how much of it: an amount, or a number of cards."""
    verb, _, number = shape.partition(" ")
    much = int(number or 0)
    return Action(verb, position, much, ()) if verb == "cbr" else Action(verb, position, 0, tuple(cards[:much]))


WRONG = [shaped(shape, place, cards) for shape in SHAPES for place in (1, 2, 3) for cards in (CARDS, CARDS[::-1])]
WRONG += [shaped(f"db {count}", DEALER) for count in (1, 2, 3, 4)]
"""Actions that no hand takes at every moment: each verb for each player, with amounts and cards that seldom fit."""


def tried(hand: Hand) -> Iterator[Violation]:
    """Why what doesn't fit now is refused."""
    yield from filter(None, (why_not(hand, action) for action in WRONG))
    try:
        hand.settlement()
    except Refused as refused:
        yield refused.violation


def refusals(hand: Hand, seed: int) -> Iterator[Violation]:
    """Every refusal on the way through a random hand."""
    choose = rolling(seed)
    yield from tried(hand)
    while action := next_action(hand, choose):
        hand.apply(action)
        yield from tried(hand)


@cache
def told(name: str, game: str) -> tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]]]:
    """The codes with their citations: of refusals, and of lines of settlements."""
    house, refused, settled = HOUSES[name], set(), set()
    for seed, structure in enumerate(house.offers[game].structures * 2):
        hand = a_hand(house, game, structure, seed)
        refused |= {(each.code, each.citation) for each in refusals(hand, seed)}
        if not hand.missing():
            settled |= {(step.rule, step.citation) for step in hand.settlement().steps}
    return frozenset(refused), frozenset(settled)


@pytest.mark.parametrize(("house", "game"), TABLES)
def test_every_refusal_cites_lines_of_its_game(house: str, game: str) -> None:
    refused, settled = told(house, game)
    assert all(citation for _, citation in refused)
    assert [(code, strange) for code, cited in refused if (strange := strange_lines(cited, game))] == []
    assert [(rule, strange) for rule, cited in settled if (strange := strange_lines(cited, game))] == []


@pytest.mark.parametrize(("house", "game"), TABLES)
def test_the_house_speaks_for_itself_where_its_book_does(house: str, game: str) -> None:
    own = {name: book for book, name in BOOKS.items()}.get(house, "no book")
    for code, cited in told(house, game)[0]:
        lines = [line for line in RULES[code].books if line.startswith(own) and of_game(line, game)]
        books = [source.book.key for source in sources(cited) if source.book.key in OWNERS]
        assert not lines or books == [own], (code, cited)


OF_ALL = {"out_of_turn", "round_not_complete", "wrong_card_count", "not_in_game", "no_draw_left", "hand_not_complete"}
OF_SOME = {
    "duplicate_card": FLOPS,
    "card_not_in_deck": "shortdeck",
    "card_not_held": DRAWS,
    "wrong_bring_in_seat": STUDS,
    "bring_in_required": STUDS,
    "bring_in_posted": STUDS,
    "raise_cap_reached": "",
    "too_many_discards": "badugi",
}


@pytest.mark.parametrize("game", HOUSES["standard"].offers)
def test_the_refusals_of_each_game_are_tried(game: str) -> None:
    seen = {code for code, _ in told("standard", game)[0]}
    due = {code for code, games in OF_SOME.items() if game in games.split()}
    but = {"no_draw_left"} & ({"no_draw_left"} if game in DRAWS.split() or game == "holdem_blackjack" else set())
    assert OF_ALL | due <= seen | but


@pytest.mark.parametrize(
    ("house", "game", "code", "citation"),
    [
        ("live", "badugi", "wrong_card_count", "004:L156-160 · WSOP 104"),
        ("solaire", "badugi", "wrong_card_count", "000:L30-34, L36-38 · WSOP 104"),
        ("live", "27td", "wrong_card_count", "004:L180-184 · WSOP 104"),
        ("live", "holdem", "wrong_card_count", "004:L80-90 · WSOP 104"),
        ("live", "omaha8", "wrong_card_count", "004:L112-124 · WSOP 104"),
        ("live", "stud", "wrong_card_count", "004:L136-148 · WSOP 104"),
        ("columbus", "stud", "wrong_card_count", "001:L189-191, L205-208, L220-226 · WSOP 104"),
        ("cardroom_b", "holdem_blackjack", "wrong_card_count", "003:L347-349 · WSOP 104"),
        ("cardroom_b", "holdem_blackjack", "out_of_turn", "003:L347-349 · WSOP 132"),
        ("cardroom_b", "holdem_blackjack", "not_in_game", "003:L345-350"),
        ("cardroom_b", "holdem_blackjack", "hand_not_complete", "003:L350-351 · WSOP 139"),
        ("cardroom_b", "stud", "not_in_game", "003:L14-22"),
        ("live", "badugi", "no_draw_left", "004:L156-160 · WSOP 269"),
        ("live", "holdem", "no_draw_left", "004:L80-90"),
        ("standard", "shortdeck", "card_not_in_deck", "PHH NS"),
        ("standard", "razz", "bring_in_posted", "WSOP 216"),
    ],
)
def test_where_a_refusal_of_a_game_stands(house: str, game: str, code: str, citation: str) -> None:
    assert {cited for seen, cited in told(house, game)[0] if seen == code} == {citation}


@pytest.mark.parametrize(
    ("house", "game", "structure", "citation"),
    [
        ("live", "27td", "no_limit", "004:L48, L178"),
        ("live", "27td", "pot_limit", "004:L48, L178"),
        ("live", "stud", "no_limit", "004:L48"),
        ("solaire", "badugi", "fixed_limit", "000:L65-69"),
        ("columbus", "stud", "no_limit", "000:L65-69 · 002:L160-174 · 003:L22-25 · 004:L48"),
        ("cardroom_a", "omaha8", "spread", "002:L98-105, L160-174"),
        ("cardroom_b", "holdem", "no_limit", "003:L299-303"),
        ("cardroom_b", "omaha8", "no_limit", "003:L200-204"),
        ("cardroom_b", "stud", "no_limit", "003:L22-25"),
        ("cardroom_b", "holdem_blackjack", "no_limit", "003:L345-350"),
        ("standard", "stud", "no_limit", "000:L65-69 · 002:L160-174 · 003:L22-25 · 004:L48"),
        ("standard", "27sd", "fixed_limit", "000:L65-69 · 002:L160-174 · 004:L48, L178"),
    ],
)
def test_a_structure_is_refused_by_lines_of_the_game(
    house: str, game: str, structure: Structure, citation: str
) -> None:
    (refused,) = check_table(game, structure, HOUSES[house].offers[game].seats_min, HOUSES[house])
    assert (refused.code, refused.citation) == ("structure_not_offered", citation)


@pytest.mark.parametrize(
    ("house", "game", "citation"),
    [
        ("cardroom_b", "holdem", "003:L274-276"),
        ("cardroom_b", "omaha", "003:L76-78"),
        ("cardroom_b", "omaha8", "003:L175-177"),
        ("cardroom_b", "stud", "004:L318 · WSOP 139"),
        ("columbus", "holdem", "001:L95-98"),
        ("columbus", "omaha8", "003:L175-177 · 004:L318 · WSOP 139"),
        ("live", "holdem", "004:L94"),
        ("live", "badugi", "004:L318 · WSOP 139"),
    ],
)
def test_a_loser_who_mucks_is_told_where_the_game_has_hands_shown(house: str, game: str, citation: str) -> None:
    assert _mucking(house, game)["must_show"] == citation


@pytest.mark.parametrize(("house", "game"), TABLES)
def test_what_a_mucking_loser_is_told_is_of_the_game(house: str, game: str) -> None:
    assert {
        rule: strange for rule, cited in _mucking(house, game).items() if (strange := strange_lines(cited, game))
    } == {}


def _mucking(house: str, game: str) -> dict[str, str]:
    """The rules of a settlement with their sources, after one player mucked at the showdown."""
    rules = HOUSES[house]
    hand = a_hand(rules, game, rules.offers[game].structures[0], 0, stack=9_000)
    for _ in range(200):
        if hand.stage == "showdown":
            break
        legal = hand.legal_actions()
        if isinstance(legal, Betting) and not legal.bring_in:
            hand.apply(Action("cc", legal.position))
        else:
            action = next_action(hand, lambda _: 0)
            assert action
            hand.apply(action)
    hand.apply(Action("mk", hand.legal_actions().position or 1))
    return {step.rule: step.citation for step in hand.settlement().steps}


def test_a_rule_that_tells_games_apart_is_cited_whole() -> None:
    assert sorted(APART) == ["game_not_offered", "game_not_supported", "house_banked", "kill_not_in_game"]
    assert RULES["kill_not_in_game"].cite("live", "stud") == "004:L278, L286 · WSOP Kill Pots"


@pytest.mark.parametrize(
    ("code", "citation"),
    [
        ("blinds_not_half", "003:L344"),
        ("limits_required", "003:L345"),
        ("range_of_each_round", "003:L345"),
        ("limits_not_in_structure", "003:L345"),
    ],
)
def test_the_plaque_of_hold_em_blackjack_is_refused_by_its_own_lines(code: str, citation: str) -> None:
    assert RULES[code].cite("cardroom_b", "holdem_blackjack") == citation


def test_what_no_book_says_of_a_game_is_house_practice() -> None:
    assert RULES["ante_required"].cite("cardroom_b", "stud") == "003:L10-11"
    assert RULES["ante_required"].cite("cardroom_b", "razz") == "house"


def test_a_range_that_reaches_into_another_game_is_left_out() -> None:
    assert of_game("000:L9-17", "badugi") == ""
    assert of_game("000:L9, L11-15, L17", "badugi") == "000:L9, L17"
    assert of_game("004:L146-154", "badugi") == ""
