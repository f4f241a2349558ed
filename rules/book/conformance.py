"""The conformance catalogue as a library: hand-worked cases, answered by the engine, compared exactly.

A case has a kind. Each kind is answered by one function, registered where it is defined:

    @kind("split", given={"contributions", "button"}, expect={"pots", "awards"}, unstated={"returned": {}})
    def split(case: Situation) -> Answer: ...

The function answers in the catalogue's own words (amounts as decimal strings, players as "p3"). Every key
that a case states must be declared, and every expected value must be equal to the answer: what the
runner doesn't know is a failure, never a silent pass. A value in `unstated` is what a case means by leaving
that key out; nothing can be left out of "error".
"""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from rules.book import catalogue
from rules.book.scenarios.situation import Situation
from rules.house.house import HOUSES
from rules.text import amounts

Table = Mapping[str, Any]
Answer = Mapping[str, object]
Answerer = Callable[[Situation], Answer]

_STATED = frozenset({"id", "kind", "house", "game", "given", "expect"})
_NOTES = frozenset({"description", "source", "work", "ambiguous"})
_MISSING = "nothing"


class CatalogueError(ValueError):
    """A file of cases can't be read; the message says which file and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One hand-worked case: what is given and what must come out."""

    id: str
    kind: str
    house: str
    game: str
    given: Table
    expect: Table
    file: str = ""
    notes: Table = field(default_factory=dict)

    def situation(self) -> Situation:
        """The situation that is put to the engine: the answers that the case gives go before the house's own.

        The catalogue writes the literal reading of seed 000 as a `button_rule`; it is a direction (`button_move`).
        """
        answers: dict[str, Any] = dict(self.given.get("knobs", {}))
        if answers.get("button_rule") == "counterclockwise":
            answers["button_move"] = answers.pop("button_rule")
        return Situation(HOUSES[self.house].with_answers(**answers), self.given, self.game)


@dataclass(frozen=True, slots=True)
class Kind:
    """The way one kind of case is answered, and the keys that it understands."""

    name: str
    answer: Answerer
    given: frozenset[str]
    expect: frozenset[str]
    unstated: Answer


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case and what is wrong with the engine's answer: one sentence for each difference."""

    case: Case
    problems: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether the engine answered exactly what the case expects."""
        return not self.problems


_kinds: dict[str, Kind] = {}


def kind(
    name: str, *, given: Collection[str], expect: Collection[str], unstated: Answer | None = None
) -> Callable[[Answerer], Answerer]:
    """Register the decorated function as the one that answers cases of this kind."""

    def register(answer: Answerer) -> Answerer:
        if name in _kinds:
            raise ValueError(f'The kind "{name}" is answered twice.')
        meant = {"error": None, **(unstated or {})}
        _kinds[name] = Kind(name, answer, frozenset(given) | {"knobs"}, frozenset(expect) | {"error"}, meant)
        return answer

    return register


@cache
def kinds() -> Mapping[str, Kind]:
    """Every kind that the engine answers, by name."""
    for module in pkgutil.iter_modules(catalogue.__path__):
        importlib.import_module(f"{catalogue.__name__}.{module.name}")
    return _kinds


def load_cases(paths: Iterable[Path]) -> list[Case]:
    """The cases of these files and folders, in the order in which they are written.

    Refuses (CatalogueError) what isn't a catalogue: unreadable files, keys that the format doesn't have,
    an id that was used before.
    """
    cases = [case for file in _files(paths) for case in _read(file)]
    seen: dict[str, str] = {}
    for case in cases:
        if case.id in seen:
            raise CatalogueError(f'{case.file}: the id "{case.id}" is used already in {seen[case.id]}.')
        seen[case.id] = case.file
    return cases


def run(cases: Iterable[Case]) -> Iterator[Outcome]:
    """Put each case to the engine and compare."""
    for case in cases:
        yield Outcome(case, tuple(_problems(case)))


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """The TOML files that `paths` name, each once."""
    seen: set[Path] = set()
    for path in paths:
        for file in sorted(path.rglob("*.toml")) if path.is_dir() else [path]:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file


def _read(file: Path) -> Iterator[Case]:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise CatalogueError(f"{file}: {error}") from error
    if set(content) != {"case"} or not isinstance(content["case"], list):
        raise CatalogueError(f"{file}: a catalogue holds [[case]] entries and nothing else.")
    for number, entry in enumerate(content["case"], start=1):
        yield _case(entry, file, number)


def _case(entry: object, file: Path, number: int) -> Case:
    where = f"{file}, case {number}"
    if not isinstance(entry, dict):
        raise CatalogueError(f"{where}: a case is a table.")
    if missing := _STATED - entry.keys():
        raise CatalogueError(f"{where}: {_listed(missing)} is missing.")
    if unknown := entry.keys() - _STATED - _NOTES:
        raise CatalogueError(f"{where}: {_listed(unknown)} is not part of a case.")
    if not (isinstance(entry["given"], dict) and isinstance(entry["expect"], dict)):
        raise CatalogueError(f"{where}: what is given and what is expected are tables.")
    notes = {key: entry[key] for key in _NOTES if key in entry}
    return Case(**{key: entry[key] for key in _STATED}, file=str(file), notes=notes)


def _problems(case: Case) -> Iterator[str]:
    known = kinds().get(case.kind)
    if known is None:
        yield f'kind not supported yet: "{case.kind}"'
        return
    if unknown := (case.given.keys() - known.given) | (case.expect.keys() - known.expect):
        yield f"keys that the runner doesn't know: {_listed(unknown)}"
        return
    try:
        answer = known.answer(case.situation())
    except Exception as error:  # a case that breaks the engine is one failure, not the end of the run
        yield f"the engine broke: {type(error).__name__}: {error}"
        return
    yield from _differences(case.expect, answer, known.unstated)


def _differences(expect: Table, answer: Answer, unstated: Answer) -> Iterator[str]:
    for key, wanted in {**unstated, **expect}.items():
        got = answer.get(key, unstated.get(key, _MISSING))
        if _canonical(got) != _canonical(wanted):
            yield f"{key}: expected {_shown(wanted)}, got {_shown(got)}"


def _canonical(value: object) -> object:
    """The value with every amount in one spelling, so that "2.5" is "2.50", and tuples as TOML's lists."""
    if isinstance(value, str):
        return amounts.major(amounts.minor(value)) if amounts.is_amount(value) else value
    if isinstance(value, Mapping):
        return {key: _canonical(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_canonical(inner) for inner in value]
    return (type(value), value)


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_shown(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
