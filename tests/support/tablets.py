"""The tablets of a room, as a program on a host of their own: each sends one act after the other to the web servers in
turn, and the same act with the same key until it is answered.

    python tests/support/tablets.py PLAN ANSWERS

PLAN is a JSON file: `targets` (addresses with ports), `tokens` and `paths` of the acts, `tablets` (what each sends, in
turn: acts with a `kind` and a `body`), `patience` (seconds of one attempt), `keeps_key`. Each answered act is a line of
JSON in ANSWERS. When its input ends each tablet ends the act that it is at.
"""

import http.client
import itertools
import json
import sys
import threading
import time
import uuid
from pathlib import Path
from typing import Any

GIVES_UP_AFTER = 90.0  # seconds


def work(plan: dict[str, Any], acts: list[dict[str, Any]], over: threading.Event, say: Any) -> None:
    """Be one tablet, until it is over; what was begun with a player is brought to its end."""
    targets = itertools.cycle(plan["targets"])
    while not over.is_set():
        for act in acts:
            say(told(plan, act, targets))


def told(plan: dict[str, Any], act: dict[str, Any], targets: Any) -> dict[str, Any]:
    """The outcome of an act: `id` is that of its row, 0 where it was never answered."""
    key, began, refused = str(uuid.uuid4()), time.monotonic(), list[str]()
    longest, row = 0.0, 0
    while not row and time.monotonic() - began < GIVES_UP_AFTER and not is_refused(refused):
        sent = time.monotonic()
        said, row = attempt(plan, act, next(targets), key if plan["keeps_key"] else str(uuid.uuid4()))
        longest = max(longest, time.monotonic() - sent)
        if not row:
            refused.append(said)
            time.sleep(0.05)
    return {"kind": act["kind"], "key": key, "id": row, "refused": refused, "longest": longest,
            "waited": time.monotonic() - began}  # fmt: skip


def is_refused(said: list[str]) -> bool:
    """Whether the last attempt was answered with a rule, which no other attempt will change."""
    return bool(said) and said[-1].startswith(("400", "403", "404", "409", "422"))


def attempt(plan: dict[str, Any], act: dict[str, Any], target: str, key: str) -> tuple[str, int]:
    """One request on a connection of its own: what was said, and the id of the row, or 0."""
    kind = act["kind"]
    sent = {"Authorization": f"Token {plan['tokens'][kind]}", "Content-Type": "application/json"}
    line = http.client.HTTPConnection(target, timeout=plan["patience"])
    try:
        line.request("POST", plan["paths"][kind], json.dumps(act["body"]), sent | {"Idempotency-Key": key})
        answer = line.getresponse()
        body = json.loads(answer.read() or b"{}")
    except (OSError, http.client.HTTPException, ValueError) as error:
        return f"{type(error).__name__} of {target}", 0
    finally:
        line.close()
    if answer.status in (200, 201):
        return str(answer.status), int(body["id"])
    return f"{answer.status} {body.get('code', '')} of {target}", 0


def main(plan_file: str, answers_file: str) -> None:
    """Be all tablets."""
    plan, over, lock = json.loads(Path(plan_file).read_text()), threading.Event(), threading.Lock()
    with Path(answers_file).open("w") as answers:

        def say(what: dict[str, Any]) -> None:
            with lock:
                answers.write(json.dumps(what) + "\n")
                answers.flush()

        tablets = [threading.Thread(target=work, args=(plan, acts, over, say)) for acts in plan["tablets"]]
        for each in tablets:
            each.start()
        sys.stdin.read()
        over.set()
        for each in tablets:
            each.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
