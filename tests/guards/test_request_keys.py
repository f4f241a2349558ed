"""Every service that claims a request key acts once: a retry gets the same answer, another body is refused."""

import ast
from collections.abc import Iterator

import pytest

from config.audit.models import AuditEvent
from config.errors import KeyReused
from config.requests.services import claim
from rules.house.house import LIVE
from tests.support.arranged import arranged
from tests.support.desk import key
from tests.support.dispute import DisputeTable, open_dispute_table
from tests.support.key_samples import SAMPLES
from tests.support.source import last_name, modules, service_modules

WITHIN_ANOTHER = {
    "take_back_debts",
    "count",
    "_take_back",
    "hold",
    "_post_residual",
    "_put_on",
    "cover_boxes",
    "uncover_boxes",
}
"""These claim a key that is made of the one which their caller has claimed."""
NOT_IN_THE_BODY = {
    "confirmed": "answers to what was asked about the same request",
    "shuffle": "chance, not a request",
    "choose": "chance, not a request",
    "shown": "the PIN that a player has shown, when it was asked: shown again, it is the same request",
    "rounds_missed": "what the hands say",
    "seen": "what the page showed when the request was made: the books have moved on when it is sent again",
    "entered_at": "when a tablet without a line took it: sent straight away, it is the same request",
    "seen_number": "what the page showed when the request was made: the table has gone on when it is sent again",
    "whole_table": "said by the count of a whole table of its own leavers: their keys are made of its own",
    "source_file": "what the file is called; its digest says what it holds",
}
"""Arguments of a service beside the request: another of these under the same key is no other request."""


@arranged
def at() -> DisputeTable:
    """A table whose rulings may be appealed."""
    return open_dispute_table(house=LIVE.with_answers(appeal="manager"))


@pytest.mark.parametrize("name", list(SAMPLES))
def test_a_retry_acts_once_and_another_body_is_refused(at: DisputeTable, name: str) -> None:
    service, given, other = SAMPLES[name](at)
    facts = {"key": key()} | at.by() | given
    known = set(AuditEvent.objects.values_list("pk", flat=True))
    first, events = service(**facts), AuditEvent.objects.count()
    assert service(**facts) == first
    assert AuditEvent.objects.count() == events
    rooms = AuditEvent.objects.exclude(pk__in=known).values_list("room", flat=True).distinct()
    assert set(rooms) <= {at.table.desk.room.pk}, "an event without its room stands on no page of the trail"
    with pytest.raises(KeyReused):
        service(**(facts | other))
    assert AuditEvent.objects.count() == events


def test_a_key_of_an_act_is_none_of_another_though_both_say_the_same(at: DisputeTable) -> None:
    """Pausing an address and deleting it say nothing but which one."""
    facts, once = {"by": at.manager, "at": at.table.desk.now}, key()
    assert claim(once, "pause", {"hook": 1}, **facts) is None
    assert claim(once, "pause", {"hook": 1}, **facts) is not None
    with pytest.raises(KeyReused):
        claim(once, "delete", {"hook": 1}, **facts)


def claims_of(function: ast.FunctionDef) -> list[ast.Call]:
    """The calls that claim a request key."""
    calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return [call for call in calls if isinstance(call.func, ast.Name) and last_name(call.func) == "claim"]


def claiming() -> Iterator[ast.FunctionDef]:
    """The functions of the product that claim a request key."""
    return (function for module in modules() for function in module.functions() if claims_of(function))


def passing_on() -> Iterator[str]:
    """The services that leave the key to the service which they end with."""
    claimed = {function.name for function in claiming()}
    for module in service_modules():
        for function in module.functions():
            calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
            passed = any(last_name(call.func) in claimed and _passes_its_key(call) for call in calls)
            if passed and function.name not in claimed and not function.name.startswith("_"):
                yield function.name


def _passes_its_key(call: ast.Call) -> bool:
    return any(
        word.arg == "key" and isinstance(word.value, ast.Name) and word.value.id == "key" for word in call.keywords
    )


def in_the_body(function: ast.FunctionDef) -> set[str]:
    """The names that a claim's body is made of, those of the parameters among them."""
    made_of: dict[str, set[str]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for name in names_in(target):
                    made_of.setdefault(name, set()).update(names_in(node.value))
    found, more = set[str](), {name for call in claims_of(function) for arg in call.args for name in names_in(arg)}
    while more - found:
        found |= more
        more = {name for each in more for name in made_of.get(each, ())}
    return found


def names_in(node: ast.AST) -> set[str]:
    """The names that stand in a piece of source."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def test_every_service_that_claims_a_key_is_tried() -> None:
    claimed = {function.name for function in claiming()}
    assert len(claimed) > 30
    assert {*claimed, *passing_on()} == {*SAMPLES, *WITHIN_ANOTHER}, "give SAMPLES what the service is asked"


def test_a_key_stands_for_everything_that_was_asked() -> None:
    apart = {"self", "key", "by", "at", *NOT_IN_THE_BODY}
    lacking = {}
    for function in claiming():
        asked = {each.arg for each in (*function.args.args, *function.args.kwonlyargs)} - apart
        if function.name not in WITHIN_ANOTHER and (left_out := asked - in_the_body(function)):
            lacking[function.name] = sorted(left_out)
    assert lacking == {}, "put it into the body of the claim: another is another request"
