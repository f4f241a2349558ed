"""The length of the long proofs: brief at a desk, usual where everything must run, whole by command.

`PROOFS=brief|usual|whole` says which; without it they are usual with `CI=true`, elsewhere brief. What a proof shows is
the same in each: a longer one draws more sequences, kills at more instants, races more often. What is drawn is drawn
anew each time where the proof is whole, and else is always the same, so that a run says what the one before it said.
"""

import os
from typing import Literal, TypeVar, cast

Length = Literal["brief", "usual", "whole"]
Size = TypeVar("Size")

LENGTHS: tuple[Length, ...] = ("brief", "usual", "whole")


def length() -> Length:
    """The length that the environment asks for. ValueError for a word that is none."""
    asked = os.environ.get("PROOFS") or ("usual" if os.environ.get("CI") == "true" else "brief")
    if asked not in LENGTHS:
        raise ValueError(f"PROOFS is {asked!r}: say one of {', '.join(LENGTHS)}.")
    return cast("Length", asked)


WHOLE = length() == "whole"


def sized(brief: Size, usual: Size, whole: Size) -> Size:
    """The size of a proof at the length that is asked for."""
    return {"brief": brief, "usual": usual, "whole": whole}[length()]
