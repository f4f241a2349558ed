"""Redis as the broker: a worker goes on when its word that a job is done was lost."""

from unittest import mock

import pytest
from celery import current_app
from kombu.transport import get_transport_cls
from redis.exceptions import ConnectionError as LineGone

from config.jobs.over_redis import Channel, QoS, Transport


def test_a_message_that_could_not_be_acknowledged_keeps_the_worker_from_none() -> None:
    channel = mock.Mock(connection_errors=(LineGone,))
    held = QoS(channel, prefetch_count=1)
    held._delivered["tag"] = mock.Mock()
    assert not held.can_consume()
    with (
        mock.patch.object(held, "_remove_from_indices", side_effect=LineGone("it was cut")),
        pytest.raises(LineGone),
    ):
        held.ack("tag")
    assert held.can_consume()


@pytest.mark.parametrize("scheme", ["redis", "rediss"])
def test_redis_means_this_transport(scheme: str) -> None:
    assert current_app
    assert get_transport_cls(scheme) is Transport
    assert Transport.Channel is Channel
    assert Channel.QoS is QoS
