"""Words of the audit trail about rooms, the people who work there, and the trail itself."""

from config.audit.words import Subject, register
from config.jobs.models import Job
from config.rooms.models import Room
from config.rooms.services import AMOUNTS
from config.staff.models import RoleException, User

register(
    money=(*AMOUNTS, "smallest_chip"),
    verbs={
        "access.refused": "was refused",
        "audit.answered": "answered for a finding of the audit of the books",
        "audit.read": "read the audit trail",
        "badge.locked": "entered badges and PINs that don’t fit together too often",
        "badge.wrong": "entered a badge and a PIN that don’t fit together",
        "code.locked": "entered a wrong code too often",
        "code.wrong": "entered a wrong code",
        "pin.locked": "entered a wrong PIN too often",
        "pin.set": "set a PIN",
        "pin.wrong": "entered a wrong PIN",
        "room.set_up": "set up the room",
        "room.changed": "changed the room’s settings",
        "second_factor.ended": "ended the own authenticator",
        "second_factor.recovered": "signed in with a recovery code",
        "second_factor.reset": "took away a lost authenticator",
        "second_factor.set_up": "set up an authenticator",
        "staff.added": "added a person",
        "staff.disabled": "disabled a person",
        "staff.enabled": "enabled a person",
        "staff.exception_posted": "posted an exception for two roles",
        "staff.exception_ended": "ended an exception for two roles",
        "staff.leaves": "noted a person’s last day of work",
        "staff.password_changed": "changed the own password",
        "staff.password_reset": "made a one-time password",
        "staff.reviewed": "reviewed who has access",
        "staff.role_granted": "gave a role",
        "staff.role_ended": "ended a role",
        "staff.room_chosen": "chose the room to work in",
        "staff.session_ended": "ended one of the own sessions",
        "staff.sessions_ended": "ended the own sessions",
        "staff.sign_in_failed": "did not get in: a wrong password",
        "staff.signed_in": "signed in",
        "staff.signed_out": "signed out",
        "staff.signed_out_by": "ended a person’s sessions",
        "staff.unlocked": "unlocked after wrong guesses",
        "token.given": "gave a token for the API",
        "token.ended": "ended a token for the API",
        "report.asked": "asked for a report",
        "job.cancelled": "cancelled a job",
        "job.run_again": "let a job run again",
    },
    subjects=(
        Subject(User, "person", links=lambda user: ("staff:person", [user.pk])),
        Subject(Room, "room", links=lambda room: ("room_settings", [])),
        Subject(RoleException, "exception", ("room",)),
        Subject(Job, "job", name=lambda job: job.title or job.name, links=lambda job: ("job", [job.pk])),
    ),
    facts={"cashier": "user", "second": "user", "decided_by": "user", "confirmed_by": "user"},
)
