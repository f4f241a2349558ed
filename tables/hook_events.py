"""The events of tables that other systems may be told of."""

from django.urls import reverse

from config.hooks.events import EventKind, register

ALARM_RAISED = register(
    EventKind(
        code="alarm.raised",
        title="an alarm is raised at a table",
        about=lambda alarm: {"alarm": alarm.pk, "kind": alarm.kind, "table_session": alarm.session_id},
        place=lambda alarm: reverse("api_session", args=[alarm.session_id]),
    )
)
