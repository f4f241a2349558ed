"""Programs that serve: web, worker, scheduler. They hold the application's role in the database, never the owner's."""

import os

REMEDY = (
    "DATABASE_OWNER_URL is set: who serves pages or jobs must not hold the role that owns the tables. Set it only for "
    "`manage.py migrate --database owner` and `manage.py grant_application_role`, and start this without it."
)


def refuse_owner(**_: object) -> None:
    """End at once where the owner's address is in the environment and isn't the application's too."""
    owner = os.environ.get("DATABASE_OWNER_URL")
    if owner and owner != os.environ.get("DATABASE_URL"):
        raise SystemExit(REMEDY)
