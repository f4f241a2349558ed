"""Redis as the broker: kombu's own transport, whose workers also go on when they couldn't say that a job is done."""

from typing import Any

from kombu.transport import redis, virtual


class QoS(redis.QoS):
    """The messages that a worker has taken and not acknowledged yet; it takes no more than it may have at once."""

    def ack(self, delivery_tag: Any) -> None:
        """Acknowledge a message. Where the line is gone it isn't the worker's any more either: as long as it counted as
        that, none would be taken in its place, and the worker would stand still for ever. It is given out again, and
        its job is done already."""
        try:
            super().ack(delivery_tag)
        except self.channel.connection_errors:
            virtual.QoS.ack(self, delivery_tag)
            raise


class Channel(redis.Channel):
    """A channel that acknowledges like that."""

    QoS = QoS


class Transport(redis.Transport):
    """The transport of `redis://` and `rediss://` (`config.celery`)."""

    Channel = Channel
