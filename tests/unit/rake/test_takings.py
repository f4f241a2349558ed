"""The lines of the rake report as rows, and their figures added up."""

from dataclasses import astuple
from datetime import UTC, datetime

from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from config.rooms.models import Room
from rake.selectors import FIGURES, Figures, Line, added_up

SOME = st.builds(Figures, **{name: st.integers(0, 10**9) for name in FIGURES})
WHEN = datetime(2025, 3, 7, 18, tzinfo=UTC)


def rows(*lines: Line) -> str:
    page = Template("{% load takings %}{% takings_rows lines %}")
    return page.render(Context({"lines": lines, "room": Room(currency="USD")}))


def line(figures: Figures, *, table: str = "Table 4") -> Line:
    return Line(table, "Limit hold’em", "4/8", WHEN, "18:00", figures)


@given(st.lists(SOME))
def test_figures_are_added_up_each_by_itself(each: list[Figures]) -> None:
    assert astuple(added_up(each)) == tuple(sum(getattr(one, name) for one in each) for name in FIGURES)


def test_a_row_has_its_place_and_its_figures() -> None:
    shown = rows(line(Figures(ticks=19, full_hands=1, rated=20, pot=1250_50, rake_taken=60_00, rake_owed=60_00)))
    cells = "".join(f'<td class="num">{text}</td>' for text in ("20", "20", "1,250.50", "60", "60", "0", "0", "0"))
    assert shown == f'<tr><th scope="row">Table 4</th><td>4/8</td><td>18:00</td>{cells}</tr>\n'


def test_what_is_off_is_marked_and_so_is_what_is_not_rated() -> None:
    shown = rows(line(Figures(ticks=3, rated=2, rake_taken=5_00, rake_owed=6_00, rake_over=1_00, rake_under=2_00)))
    assert '<td class="num muted">2</td>' in shown
    assert '<td class="num wrong">1</td><td class="num wrong">2</td><td class="num">0</td></tr>' in shown
    assert shown.count(" muted") == 1
    assert shown.count(" wrong") == 2


def test_a_time_charge_shows_no_zero_for_what_is_not_taken_from_pots() -> None:
    shown = rows(line(Figures(ticks=3, rated=3, timed=3)))
    assert shown.endswith('<td class="num muted" colspan="5">players pay for time</td></tr>\n')
    assert shown.count("<td") == 6


def test_names_stay_in_their_cells() -> None:
    assert '<th scope="row">&lt;b&gt;4&amp;</th>' in rows(line(Figures(), table="<b>4&"))
