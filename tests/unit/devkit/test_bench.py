"""`dev.py bench`: which benchmarks run."""

import pytest

from devkit.bench import chosen
from devkit.trouble import TroubleError


def test_all_run_where_none_is_named_and_parts_of_them_are_none() -> None:
    names = [script.stem for script in chosen()]
    assert {"engine", "floor", "soak"} <= set(names)
    assert not [name for name in names if name.startswith("_")]


def test_those_that_are_named_run_in_that_order() -> None:
    assert [script.name for script in chosen(["soak", "engine"])] == ["soak.py", "engine.py"]


def test_a_name_that_is_none_is_refused_with_those_that_are() -> None:
    with pytest.raises(TroubleError, match="engine") as caught:
        chosen(["soap"])
    assert "There is no benchmark soap" in str(caught.value)
