"""The examples of the API's document: requests as they are sent and the answers that they get, as data.

A test sends them in the order of the file to a room and holds each answer to the one that stands here
(tests/integration/api/test_examples.py, which also writes the answers down anew).
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("examples.json")
Example = dict[str, Any]
"""`operation`, `summary`, `path` and `query` (values by name), `body`, `status`, `answer`; a list of an answer that
stands in `shortened` shows so many of its rows."""


@cache
def _kept() -> dict[str, list[Example]]:
    found: dict[str, list[Example]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def examples() -> list[Example]:
    """Requests that are answered as they wish, in the order in which they are sent."""
    return _kept()["answered"]


def refusals() -> list[Example]:
    """Requests that are refused, one or more for each status."""
    return _kept()["refused"]


def put_in(operation: dict[str, Any]) -> None:
    """Put the examples of an operation of the document into it: its parameters, its body and its answers."""
    for number, each in enumerate(each for each in examples() if each["operation"] == operation["operationId"]):
        name = f"example_{number + 1}"
        _put_parameters(operation, each)
        if "body" in each and "requestBody" in operation:  # a body without fields is none in the document
            content = operation["requestBody"]["content"]["application/json"]
            content.setdefault("examples", {})[name] = {"summary": each["summary"], "value": each["body"]}
        answer = operation["responses"][str(each["status"])]["content"]["application/json"]
        answer.setdefault("examples", {})[name] = {"summary": each["summary"], "value": each["answer"]}


def _put_parameters(operation: dict[str, Any], example: Example) -> None:
    values = {**example.get("path", {}), **example.get("query", {})}
    for parameter in operation.get("parameters", []):
        if parameter["name"] in values:
            parameter["example"] = values[parameter["name"]]


def of_status(status: str) -> dict[str, Any]:
    """The examples of a refusal's answer, by name, as the document has them."""
    told = [each for each in refusals() if str(each["status"]) == status]
    return {
        f"{status}_{number + 1}": {"summary": each["summary"], "value": each["answer"]}
        for number, each in enumerate(told)
    }
