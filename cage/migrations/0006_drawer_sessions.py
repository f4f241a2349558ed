"""Sessions of drawers: who works each from the opening count to the closing count, what was counted, and what it was
short or over. A drawer that was open before has no count to begin from: it is closed, and opened with one."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file, kept_for_ever


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0005_exceptions"),
        ("rooms", "0004_variances"),
        ("players", "0005_over_short"),
        ("audit", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveField(
            model_name="drawer",
            name="cashier",
        ),
        migrations.RemoveField(
            model_name="drawer",
            name="is_open",
        ),
        migrations.AddField(
            model_name="drawer",
            name="sessions_from",
            field=models.BigIntegerField(
                db_default=0,
                default=0,
                help_text="the last row of the room’s ledger that was booked before sessions of this drawer were kept",
            ),
        ),
        migrations.CreateModel(
            name="Denominations",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chips", models.JSONField(help_text="values in minor units")),
                ("cash", models.JSONField(help_text="values in minor units")),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="denominations", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="DrawerSession",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("opening", "being opened"),
                            ("open", "open"),
                            ("counting", "being counted"),
                            ("recount", "to be counted together"),
                            ("closed", "closed"),
                        ],
                        max_length=10,
                    ),
                ),
                ("began_at", models.DateTimeField(help_text="the first opening count")),
                (
                    "opened_at",
                    models.DateTimeField(help_text="null where the opening was given up, or goes on", null=True),
                ),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "counter_reason",
                    models.CharField(
                        blank=True, help_text="why somebody counts in the cashier’s place", max_length=400
                    ),
                ),
                (
                    "round",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="the number of closes begun: the counts of one that was given up stay, and count no more",
                    ),
                ),
                (
                    "after_number",
                    models.BigIntegerField(help_text="the room’s ledger as it ended when the session began"),
                ),
                (
                    "last_number",
                    models.BigIntegerField(
                        help_text="the room’s ledger as it ended when the session closed", null=True
                    ),
                ),
                (
                    "expected_chips",
                    models.BigIntegerField(help_text="minor units, by the books when it closed", null=True),
                ),
                (
                    "expected_cash",
                    models.BigIntegerField(help_text="minor units, by the books when it closed", null=True),
                ),
                (
                    "cashier",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="drawer_sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "counter",
                    models.ForeignKey(
                        help_text="who counts first at the close: the cashier, or who does so in the cashier’s place",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "drawer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sessions", to="cage.drawer"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="drawer_sessions", to="rooms.room"
                    ),
                ),
                (
                    "successor",
                    models.ForeignKey(
                        help_text="to whom the drawer is handed",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="DrawerCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "part",
                    models.CharField(
                        choices=[
                            ("opening", "opening count"),
                            ("first", "first count"),
                            ("second", "second count"),
                            ("together", "count together"),
                        ],
                        max_length=10,
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(help_text="which close, or which opening count, from 0")),
                ("chips", models.JSONField(help_text="pieces by value in minor units")),
                ("cash", models.JSONField(help_text="pieces by value in minor units")),
                ("chips_amount", models.BigIntegerField(help_text="minor units")),
                ("cash_amount", models.BigIntegerField(help_text="minor units")),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(db_index=True, max_length=80)),
                (
                    "by",
                    models.ForeignKey(
                        help_text="who was signed in where it was entered",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "counted_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        help_text="of a count together",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "third",
                    models.ForeignKey(
                        help_text="of a count together",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="counts", to="cage.drawersession"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="DrawerVariance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "part",
                    models.CharField(
                        choices=[("opening", "at the opening"), ("closing", "at the close")], max_length=10
                    ),
                ),
                ("chips", models.BigIntegerField(help_text="minor units; more than the books said, below zero: less")),
                ("cash", models.BigIntegerField(help_text="minor units; more than the books said, below zero: less")),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "cashier",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "closed_by",
                    models.ForeignKey(
                        help_text="who had closed the drawer before, of an opening",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="drawer_variances", to="rooms.room"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="variances", to="cage.drawersession"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="ExpectedLook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="looks", to="cage.drawersession"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Investigation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("explained", "explained"), ("accepted", "accepted")],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "text",
                    models.CharField(blank=True, help_text="the explanation, or why it is accepted", max_length=400),
                ),
                ("transfers", models.JSONField(default=list, help_text="numbers of the ledger’s rows that explain it")),
                ("opened_at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "variance",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="investigation",
                        to="cage.drawervariance",
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.AddConstraint(
            model_name="drawersession",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "closed"), _negated=True),
                fields=("drawer",),
                name="drawer_session_one_runs",
            ),
        ),
        migrations.AddConstraint(
            model_name="drawersession",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("closed_at__isnull", False), ("last_number__isnull", False), ("state", "closed")),
                    models.Q(models.Q(("state", "closed"), _negated=True), ("closed_at", None), ("last_number", None)),
                    _connector="OR",
                ),
                name="drawer_session_closed_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="drawersession",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["opening", "closed"]), ("opened_at__isnull", False), _connector="OR"),
                name="drawer_session_opened_first",
            ),
        ),
        migrations.AddConstraint(
            model_name="drawersession",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state__in", ["counting", "recount"]), _negated=True),
                    ("counter__isnull", False),
                    _connector="OR",
                ),
                name="drawer_session_has_counter",
            ),
        ),
        migrations.AddConstraint(
            model_name="drawersession",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("successor", None), models.Q(("successor", models.F("counter")), _negated=True), _connector="OR"
                ),
                name="drawer_session_handed_to_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="drawercount",
            constraint=models.UniqueConstraint(fields=("session", "part", "round"), name="drawer_count_once"),
        ),
        migrations.AddConstraint(
            model_name="drawercount",
            constraint=models.CheckConstraint(
                condition=models.Q(("cash_amount__gte", 0), ("chips_amount__gte", 0)), name="drawer_count_not_negative"
            ),
        ),
        migrations.AddConstraint(
            model_name="drawercount",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(models.Q(("part", "together"), _negated=True), ("second", None), ("third", None)),
                    models.Q(("part", "together"), ("second__isnull", False), ("third__isnull", False)),
                    _connector="OR",
                ),
                name="drawer_count_together_by_three",
            ),
        ),
        migrations.AddConstraint(
            model_name="drawercount",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("second", None),
                    models.Q(
                        models.Q(("second", models.F("counted_by")), _negated=True),
                        models.Q(("third", models.F("counted_by")), _negated=True),
                        models.Q(("third", models.F("second")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="drawer_count_by_different_people",
            ),
        ),
        migrations.AddIndex(
            model_name="drawervariance",
            index=models.Index(fields=["room", "gaming_day"], name="drawer_variance_day"),
        ),
        migrations.AddConstraint(
            model_name="drawervariance",
            constraint=models.UniqueConstraint(fields=("session", "part"), name="drawer_variance_once"),
        ),
        migrations.AddConstraint(
            model_name="drawervariance",
            constraint=models.CheckConstraint(
                condition=models.Q(("cash", 0), ("chips", 0), _negated=True), name="drawer_variance_is_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="drawervariance",
            constraint=models.CheckConstraint(
                condition=models.Q(("part", "opening"), ("closed_by", None), _connector="OR"),
                name="drawer_variance_closed_before_an_opening",
            ),
        ),
        migrations.AddConstraint(
            model_name="expectedlook",
            constraint=models.UniqueConstraint(fields=("session", "by"), name="expected_look_once"),
        ),
        migrations.AddConstraint(
            model_name="investigation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("settled_at", None), ("settled_by", None), ("state", "open")),
                    models.Q(
                        models.Q(("state", "open"), _negated=True),
                        models.Q(("text", ""), _negated=True),
                        ("settled_at__isnull", False),
                        ("settled_by__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="investigation_settled_by_somebody",
            ),
        ),
        migrations.RunSQL(
            "update cage_drawer set sessions_from = head.chain_number from players_ledgerhead head"
            " where head.room_id = cage_drawer.room_id",
            migrations.RunSQL.noop,
        ),
        *kept_for_ever("cage_denominations", "cage_drawercount", "cage_drawervariance", "cage_expectedlook"),
        *from_file(__file__, "drawer_sessions"),
    ]
