"""The cells of a row of numbers: what stands in them, where they lead, and nothing else."""

from django.template import Context, Template

ROW = Template("<tr>{% number_cells cells %}</tr>")


def drawn(*cells: tuple[str, str]) -> str:
    return ROW.render(Context({"cells": cells}))


def test_a_cell_has_its_text_and_leads_where_it_says() -> None:
    assert drawn(("1,250.50", "/why/?by=table&part=7"), ("–", "")) == (
        '<tr><td class="num"><a href="/why/?by=table&amp;part=7">1,250.50</a></td><td class="num">–</td></tr>'
    )


def test_neither_text_nor_address_gets_out_of_its_cell() -> None:
    shown = drawn(("<b>&", '"><script>'), ("'<i>", ""))
    assert shown == (
        '<tr><td class="num"><a href="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;</a></td>'
        '<td class="num">&#x27;&lt;i&gt;</td></tr>'
    )
