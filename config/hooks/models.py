"""Webhooks: addresses that are told what happens in a room, and what was sent to each."""

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models

from config.hooks.events import title
from config.rooms.models import Room

LONGEST_ADDRESS = 400
LONGEST_ANSWER = 200


class Hook(models.Model):
    """An address outside that is told of chosen kinds of events.

    Its secret is not kept: it is made of a nonce and the server's SECRET_KEY (`config.hooks.signing`). `failures`
    counts what was not taken since it last took something; until `rests_until` nothing is tried there.
    """

    room = models.ForeignKey(Room, models.PROTECT, related_name="hooks")
    address = models.CharField(max_length=LONGEST_ADDRESS)
    events = models.JSONField(default=list, help_text="codes of the kinds that it is told of")
    nonce = models.CharField(max_length=64)
    earlier_nonce = models.CharField(max_length=64, blank=True)
    earlier_until = models.DateTimeField(null=True, help_text="until when the secret before signs too")
    request_key = models.CharField(max_length=120, unique=True)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    added_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True, help_text="when it was deleted: it is told of nothing any more")
    failures = models.PositiveSmallIntegerField(default=0)
    rests_until = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["room", "address"], condition=models.Q(ended_at=None), name="hook_address_once_in_a_room"
            )
        ]

    def __str__(self) -> str:
        return self.address

    @property
    def titles(self) -> list[str]:
        """The kinds of events that it is told of, in words that go on from "when"."""
        return [title(code) for code in self.events]

    def nonces(self, at: datetime) -> list[str]:
        """The nonces whose secrets sign what is sent at `at`, the newest first."""
        is_good = self.earlier_nonce and self.earlier_until is not None and at < self.earlier_until
        return [self.nonce, self.earlier_nonce] if is_good else [self.nonce]


class HookDelivery(models.Model):
    """One event for one address: written in the transaction of the event, sent after it."""

    deletable: ClassVar[bool] = True

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        SENDING = "sending", "being sent"
        TAKEN = "taken", "taken"
        GIVEN_UP = "given_up", "given up"

    hook = models.ForeignKey(Hook, models.PROTECT, related_name="deliveries")
    event_id = models.UUIDField(help_text="the same for every address and every try")
    kind = models.CharField(max_length=40)
    body = models.TextField(help_text="what is sent, to the byte")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0, help_text="how often a worker began to send it")
    happened_at = models.DateTimeField()
    due_at = models.DateTimeField(help_text="when it is tried next; while it is being sent, when it counts as lost")
    tried_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    asked_again_at = models.DateTimeField(
        null=True, help_text="when somebody had it sent again; its time counts from it"
    )
    answer = models.CharField(max_length=LONGEST_ANSWER, blank=True, help_text="what became of the last try")

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["hook", "event_id"], name="hook_told_once_of_an_event")]
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(state__in=["waiting", "sending"]), name="hook_delivery_unfinished"
            ),
            models.Index(fields=["hook", "-id"], name="hook_delivery_of_a_hook"),
            models.Index(fields=["finished_at"], name="hook_delivery_finished"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.event_id}"

    @property
    def is_finished(self) -> bool:
        """Whether it is tried no more by itself."""
        return self.state in (self.State.TAKEN, self.State.GIVEN_UP)
