"""The embedded broker: no message is seen half, given out twice, or restored without saying so."""

import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection, Queue
from kombu.exceptions import ChannelError

from config.celery import _folders
from config.jobs import folder


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    with Connection("filesystem://localhost", transport_options=_folders(tmp_path)) as connection:
        yield connection


@pytest.fixture
def channel(connection: Connection) -> folder.Channel:
    channel = connection.channel()
    assert isinstance(channel, folder.Channel)
    return channel


def a_message(number: int) -> dict[str, Any]:
    """A message as kombu writes it, with a number in its headers."""
    return {
        "body": "W10=",
        "content-type": "application/json",
        "content-encoding": "utf-8",
        "headers": {"number": number},
        "properties": {"delivery_info": {}, "delivery_tag": str(number), "body_encoding": "base64"},
    }


def number_of(message: dict[str, Any]) -> int:
    return int(message["headers"]["number"])


def test_messages_come_in_the_order_they_were_sent_and_only_from_their_queue(channel: folder.Channel) -> None:
    for number in range(5):
        channel._put("celery", a_message(number))
        channel._put("other", a_message(-1))
    assert [number_of(channel._get("celery")) for _ in range(5)] == list(range(5))
    with pytest.raises(Empty):
        channel._get("celery")


def test_a_message_that_is_not_whole_yet_is_not_seen(channel: folder.Channel, tmp_path: Path) -> None:
    (tmp_path / "messages" / "1_x.celery.msg.new").write_text('{"half":')
    with pytest.raises(Empty):
        channel._get("celery")


def test_many_takers_take_each_message_once(connection: Connection, channel: folder.Channel) -> None:
    for number in range(200):
        channel._put("celery", a_message(number))
    taken: list[int] = []

    def take() -> None:
        mine = connection.clone().channel()
        while True:
            try:
                taken.append(number_of(mine._get("celery")))
            except Empty:
                return

    takers = [threading.Thread(target=take) for _ in range(4)]
    for taker in takers:
        taker.start()
    for taker in takers:
        taker.join()
    assert sorted(taken) == list(range(200))


def test_a_message_that_is_given_out_again_says_so(connection: Connection) -> None:
    queue = Queue("celery")(connection.channel())
    queue.declare()
    with connection.Producer() as producer:
        producer.publish({"job": 1}, routing_key="celery", declare=[queue])
    first: Any = queue.get()
    assert not first.delivery_info.get("redelivered")
    first.reject(requeue=True)
    second: Any = queue.get()
    assert second.delivery_info["redelivered"] is True
    second.ack()


def test_a_full_disk_is_a_broker_that_refuses(channel: folder.Channel, tmp_path: Path) -> None:
    (tmp_path / "messages").rename(tmp_path / "gone")
    (tmp_path / "messages").write_text("no folder")
    with pytest.raises(ChannelError):
        channel._put("celery", {})
