"""Rules that narrow ranges: applied again they add nothing, where they say so."""

from hypothesis import given
from hypothesis import strategies as st

from rules.partial.feasible import Contradiction, Fact, Figures, Rules, Sum, narrow
from rules.partial.reconstruct_rules import all_figures, figures_of, rules_of
from rules.text.amounts import major

NAMES = ("a 1", "b 2", "c 3", "d 4", "e 5")


@st.composite
def facts(draw: st.DrawFn) -> list[Fact]:
    """A range for each figure, here and there without an upper end."""
    lows = [draw(st.integers(0, 12)) for _ in NAMES]
    widths = [draw(st.none() | st.integers(0, 12)) for _ in NAMES]
    ranges = zip(NAMES, lows, widths, strict=True)
    return [Fact(name, low, None if width is None else low + width, name) for name, low, width in ranges]


@given(facts(), st.integers(1, len(NAMES) - 1))
def test_a_sum_leaves_nothing_that_it_could_narrow_itself(known: list[Fact], on_the_left: int) -> None:
    rule = Sum(NAMES[:on_the_left], NAMES[on_the_left:], "They add up", dict.fromkeys("abcde", "figure"))
    assert rule.is_done_at_once
    figures = Figures(NAMES, known, Rules(rule), major)
    try:
        rule(figures)
    except Contradiction:
        return
    narrowed = dict(figures.spans)
    rule(figures)
    assert figures.spans == narrowed


SEATS = (1, 2, 3)


@st.composite
def of_a_hand(draw: st.DrawFn) -> list[Fact]:
    """What a few seats put in, and which of them folded, here and there only by a range."""
    known: list[Fact] = []
    for of in map(figures_of, SEATS):
        paid, more = draw(st.integers(0, 6)), draw(st.none() | st.integers(0, 3))
        known += [Fact(of.paid, paid, None if more is None else paid + more, "paid"), Fact(of.dead, 0, 0, "dead")]
        known += [Fact(of.before, paid, None, "before")]
        if draw(st.booleans()):
            folded = int(draw(st.booleans()))
            known.append(Fact(of.folded, folded, folded, "folded"))
    return known


@given(of_a_hand())
def test_in_the_end_no_rule_has_anything_to_add(known: list[Fact]) -> None:
    rules = rules_of(SEATS)
    figures = Figures(all_figures(SEATS), known, rules, major)
    try:
        narrow(figures, rules)
    except Contradiction:
        return
    narrowed = dict(figures.spans)
    for rule in rules:
        rule(figures)
    assert figures.spans == narrowed
