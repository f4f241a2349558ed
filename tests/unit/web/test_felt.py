"""The drawn table: seats in their places round it, nothing hidden by anything else, everything said in words too."""

from itertools import combinations, pairwise

import pytest
from django.template import Context, Template

from config.web.felt import (
    BOARD_CARD,
    HEIGHT,
    HOLE_CARD,
    PLATE_HEIGHT,
    PLATE_WIDTH,
    POT_HEIGHT,
    WIDTH,
    DrawnSeat,
    FeltPot,
    FeltSeat,
    draw,
    draw_board,
    draw_mini,
    draw_pots,
)

ALL_SIZES = range(2, 11)
Box = tuple[int, int, int, int]


def full_table(seats: int, cards: str = "????", bet: str = "1,250") -> list[FeltSeat]:
    return [FeltSeat(n, f"Player {n}", "1,000", bet, has_button=True, cards=cards) for n in range(1, seats + 1)]


def face(place: DrawnSeat) -> Box:
    half_width, half_height = PLATE_WIDTH // 2, PLATE_HEIGHT // 2
    return place.x - half_width, place.y - half_height, place.x + half_width, place.y + half_height


def plate(place: DrawnSeat) -> Box:
    """The plate with the cards beside it."""
    left, top, right, bottom = face(place)
    edges = [edge for card in place.cards for edge in (card.y, card.y + HOLE_CARD[1])]
    return left, min([top, *edges]), right, max([bottom, *edges])


def bet(place: DrawnSeat) -> Box:
    return place.bet_left, place.bet_y - 13, place.bet_left + place.bet_width, place.bet_y + 13


def button(place: DrawnSeat) -> Box:
    return place.button_x - 12, place.button_y - 12, place.button_x + 12, place.button_y + 12


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("seats", ALL_SIZES)
def test_every_plate_lies_on_the_sheet(seats: int) -> None:
    for place in draw(full_table(seats)):
        left, top, right, bottom = plate(place)
        assert left >= 0
        assert top >= 0
        assert right <= WIDTH
        assert bottom <= HEIGHT


@pytest.mark.parametrize("seats", ALL_SIZES)
def test_no_seat_hides_another(seats: int) -> None:
    for one, other in combinations(draw(full_table(seats)), 2):
        assert not meet(plate(one), plate(other))
        assert not meet(bet(one), bet(other))
        assert not meet(bet(one), plate(other))


@pytest.mark.parametrize("seats", ALL_SIZES)
def test_bets_and_button_lie_clear_of_plates_and_board(seats: int) -> None:
    known, empty = draw_board("8d5c2hAsKd", 5)
    board = [(card.x, card.y, card.x + BOARD_CARD[0], card.y + BOARD_CARD[1]) for card in known + empty]
    places = draw(full_table(seats, bet="150"))
    for place in places:
        for part in (bet(place), button(place)):
            assert not any(meet(part, card) for card in board)
            assert not any(meet(part, plate(other)) for other in places if other is not place)
        assert not meet(bet(place), button(place))


@pytest.mark.parametrize("seats", ALL_SIZES)
def test_seats_run_clockwise_from_the_dealers_left_hand(seats: int) -> None:
    places = draw(full_table(seats))
    assert places[0].x < WIDTH // 2 < places[-1].x
    for one, mirrored in zip(places, reversed(places), strict=True):
        assert one.x + mirrored.x == pytest.approx(WIDTH, abs=2)
        assert one.y == mirrored.y


def hole_cards(place: DrawnSeat) -> Box:
    first, last = place.cards[0], place.cards[-1]
    return first.x, first.y, last.x + HOLE_CARD[0], last.y + HOLE_CARD[1]


DEALT = [(seats, cards) for cards, most in ((2, 10), (4, 10), (5, 9), (7, 8)) for seats in range(2, most + 1)]


@pytest.mark.parametrize(("seats", "cards"), DEALT)
def test_every_card_can_be_read_whoever_holds_it(seats: int, cards: int) -> None:
    known, _ = draw_board("8d5c2hAsKd", 5)
    board = [(card.x, card.y, card.x + BOARD_CARD[0], card.y + BOARD_CARD[1]) for card in known if cards != 7]
    for amount in ("150", "1,250"):
        places = draw(full_table(seats, cards="??" * cards, bet=amount))
        for place in places:
            corners = [card.x for card in place.cards]
            assert min(after - before for before, after in pairwise(corners)) >= 18
            held = hole_cards(place)
            assert held[0] >= 0
            assert held[2] <= WIDTH
            others = [
                part(other) for other in places if other is not place for part in (plate, bet, button, hole_cards)
            ]
            own = [bet(place), button(place), face(place)]
            assert not any(meet(held, other) for other in [*others, *own, *board])


def test_several_pots_stand_apart_below_their_sum() -> None:
    pots = [FeltPot(name, "1,240", "2 4 8") for name in ("Main", "Side 1", "Side 2", "Side 3")]
    drawn = draw_pots(pots)
    boxes = [(each.x, each.y, each.x + each.width, each.y + POT_HEIGHT) for each in drawn]
    assert not any(meet(one, other) for one, other in combinations(boxes, 2))
    assert draw_pots(pots[:1]) == []
    seats = [FeltSeat(2, "Bo", bet_text="20", back_text="154"), FeltSeat(4, "Di", badge="HI+LO")]
    said = render('{% felt seats pot="Pot 4,960" pots=pots %}', seats=seats, pots=pots)
    for words in ("Main 1,240, seats 2 4 8", "154 back", "154 not called", "HI+LO"):
        assert words in said


def test_a_board_shows_what_is_known_and_room_for_the_rest() -> None:
    known, empty = draw_board("8d5c2h", 5)
    assert [card.spoken for card in known] == ["8 of diamonds", "5 of clubs", "2 of hearts"]
    assert len(empty) == 2
    assert draw_board("", 0) == ([], [])


@pytest.mark.parametrize("seats", ALL_SIZES)
def test_the_small_table_keeps_its_seats_on_the_sheet(seats: int) -> None:
    for place in draw_mini(full_table(seats)):
        assert 6 <= place.x <= 126
        assert 6 <= place.y <= 70


def test_a_seat_says_everything_that_it_shows() -> None:
    seat = FeltSeat(9, "Gus", "130", "18", is_turn=True, has_button=True, badge="KILL")
    assert seat.spoken == "Seat 9, Gus, 130, bet 18, kill, to act, has the button"
    assert FeltSeat(3, state="open").spoken == "Seat 3, open"
    won = FeltSeat(4, "Di", "228", "28", badge="LO", won="wins 28 with the low hand")
    assert won.spoken == "Seat 4, Di, 228, wins 28 with the low hand"
    assert FeltSeat(6, "Eli", "0", state="all-in").spoken == "Seat 6, Eli, 0, all in"


def render(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


def test_a_seat_with_an_address_is_a_link_that_the_keyboard_reaches() -> None:
    seats = [FeltSeat(1, "Avery", href="/seats/1/"), FeltSeat(2, "<b>Bo</b>")]
    drawn = render('{% felt seats target="seat" %}', seats=seats)
    assert 'href="/seats/1/" aria-label="Seat 1, Avery"' in drawn
    assert 'hx-target="#seat"' in drawn
    assert drawn.count("<a ") == 1
    assert "<b>" not in drawn


def test_the_turn_is_marked_for_eyes_and_ears() -> None:
    drawn = render("{% felt seats %}", seats=[FeltSeat(1, "A", is_turn=True, href="/"), FeltSeat(2, "B")])
    assert drawn.count(" turn") == 1
    assert drawn.count('aria-current="true"') == 1


def test_two_tables_on_a_page_share_no_id() -> None:
    seats = full_table(2)
    one, other = (render("{% felt seats name=name %}", seats=seats, name=name) for name in ("left", "right"))
    assert 'id="left-cloth"' in one
    assert 'id="right-cloth"' in other


def test_the_small_table_counts_who_sits() -> None:
    seats = [FeltSeat(1, "A"), FeltSeat(2, state="open"), FeltSeat(3, "C", badge="KILL")]
    drawn = render("{% felt_mini seats %}", seats=seats)
    assert 'aria-label="2 of 3 seats taken"' in drawn
    assert drawn.count("turn") == 1
