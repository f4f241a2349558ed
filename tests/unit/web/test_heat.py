"""Heat maps show the numbers they are given, darker where they are larger, and the same numbers as a table."""

from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from config.web.heat import STEPS, WIDTH, HeatMap, draw

NUMBERS = st.lists(
    st.lists(st.one_of(st.none(), st.integers(0, 10**9)), min_size=3, max_size=3), min_size=1, max_size=7
)


def heat(*rows: list[int | None]) -> HeatMap:
    names = [f"Day {number}" for number in range(len(rows))]
    return HeatMap("Rake", "Taken.", names, [f"{hour:02}:00" for hour in range(len(rows[0]))], rows)


@given(NUMBERS)
def test_the_larger_is_never_lighter(rows: list[list[int | None]]) -> None:
    shown = heat(*rows)
    if shown.is_empty:
        return
    known = [value for row in rows for value in row if value is not None]
    cells = draw(shown).cells
    assert len(cells) == len(known)
    pairs = sorted(zip(known, (cell.step for cell in cells), strict=True))
    steps = [step for _, step in pairs]
    assert steps == sorted(steps)
    assert steps[-1] == STEPS
    assert all((value == 0) == (step == 0) for value, step in pairs)


@given(NUMBERS)
def test_cells_lie_beside_each_other_inside_the_map(rows: list[list[int | None]]) -> None:
    drawing = draw(heat(*rows))
    places = [(cell.y, cell.x) for cell in drawing.cells]
    assert places == sorted(places)
    assert len(set(places)) == len(places)
    assert all(
        cell.x + cell.width <= WIDTH and cell.y + drawing.cell_height <= drawing.height for cell in drawing.cells
    )


def test_even_steps_up_to_the_largest() -> None:
    assert [heat([0, 100]).step(value) for value in (0, 1, 20, 21, 40, 60, 81, 100)] == [0, 1, 1, 2, 2, 3, 5, 5]


def test_the_map_and_its_numbers_stand_on_the_page() -> None:
    shown = Template("{% heat map name='busy' %}").render(Context({"map": heat([5, None, 1200])}))
    assert 'id="busy"' in shown
    assert "Day 0 02:00: 1,200" in shown
    assert "The most is 1,200." in shown
    assert shown.count("<rect") == 2
    assert '<td class="num">–</td>' in shown
    assert '<td class="num">1,200</td>' in shown
    empty = Template("{% heat map %}").render(Context({"map": heat([0, None])}))
    assert "<rect" not in empty
    assert "nothing to draw" in empty
