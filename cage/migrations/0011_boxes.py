"""Drop boxes, their pulls and counts, and the pools that they feed."""

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0010_exchanges"),
        ("players", "0009_covers_of_boxes"),
        ("rooms", "0006_drop_times"),
        ("tables", "0003_locked_days"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PoolFeed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("from_at", models.DateTimeField()),
                ("until_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="PoolShare",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("gaming_day", models.DateField()),
                ("primary", models.BigIntegerField(help_text="minor units, with the remainder")),
                ("reserve", models.BigIntegerField(help_text="minor units")),
                ("admin", models.BigIntegerField(help_text="minor units")),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="PoolVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("reserve_percent", models.PositiveSmallIntegerField()),
                ("admin_percent", models.PositiveSmallIntegerField(default=0)),
                (
                    "seed",
                    models.BigIntegerField(
                        default=0, help_text="minor units that the primary pool begins with, as announced"
                    ),
                ),
                (
                    "primary_cap",
                    models.BigIntegerField(help_text="minor units; above it all goes to the reserve", null=True),
                ),
                (
                    "reserve_cap",
                    models.BigIntegerField(help_text="minor units; above it all goes to the primary pool", null=True),
                ),
                ("tables", models.JSONField(help_text="ids of the tables that feed it")),
                (
                    "games",
                    models.CharField(blank=True, help_text="the games that may win it, in words", max_length=200),
                ),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="PromoPool",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("is_default", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.AlterField(
            model_name="investigation",
            name="variance",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="investigation",
                to="cage.drawervariance",
            ),
        ),
        migrations.CreateModel(
            name="Box",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.CharField(help_text="as it stands on the box", max_length=12)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("rake", "rake"),
                            ("promo", "promo"),
                            ("time", "time"),
                            ("tokes", "tokes"),
                            ("emergency", "emergency"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="boxes", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="BoxCover",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", models.BigIntegerField(help_text="minor units")),
                ("hand_id", models.BigIntegerField(help_text="the version of the hand (games.Hand)", null=True)),
                ("case_id", models.BigIntegerField(help_text="the case (disputes.Dispute)", null=True)),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80)),
                (
                    "account",
                    models.ForeignKey(
                        help_text="the box at the table",
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="players.account",
                    ),
                ),
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="box_covers", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="BoxHanging",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "holds",
                    models.CharField(
                        choices=[("rake", "rake"), ("promo", "promo"), ("time", "time"), ("tokes", "tokes")],
                        max_length=5,
                    ),
                ),
                ("hung_at", models.DateTimeField()),
                ("taken_at", models.DateTimeField(null=True)),
                (
                    "box",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="hangings", to="cage.box"
                    ),
                ),
                (
                    "hung_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="hangings", to="tables.table"
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="BoxKeyTaking",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "lock",
                    models.CharField(
                        choices=[("release", "the key that takes boxes off"), ("contents", "the key that opens boxes")],
                        max_length=8,
                    ),
                ),
                ("reason", models.CharField(max_length=400)),
                ("taken_at", models.DateTimeField()),
                ("returned_at", models.DateTimeField(null=True)),
                ("request_key", models.CharField(max_length=80, unique=True)),
                (
                    "given_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "returned_to",
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
                        on_delete=django.db.models.deletion.PROTECT, related_name="box_keys", to="rooms.room"
                    ),
                ),
                (
                    "taken_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="BoxLook",
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
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="box_looks", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="BoxPull",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "holds",
                    models.CharField(
                        choices=[("rake", "rake"), ("promo", "promo"), ("time", "time"), ("tokes", "tokes")],
                        max_length=5,
                    ),
                ),
                ("number", models.CharField(help_text="of the box", max_length=12)),
                (
                    "why",
                    models.CharField(
                        choices=[("drop", "drop"), ("push", "at a push"), ("emergency", "emergency")], max_length=10
                    ),
                ),
                ("drop_time", models.CharField(blank=True, help_text="of the room’s schedule, local", max_length=5)),
                ("reason", models.CharField(blank=True, max_length=400)),
                (
                    "downs",
                    models.JSONField(default=list, help_text="ids of the downs that were dealt since the last pull"),
                ),
                ("expected", models.BigIntegerField(help_text="minor units, by the books")),
                ("after_number", models.BigIntegerField(help_text="the room’s ledger as it ended at the last pull")),
                ("last_number", models.BigIntegerField(help_text="the room’s ledger as it ended at this one")),
                ("gaming_day", models.DateField()),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pulled", "to be counted"),
                            ("recount", "to be counted together"),
                            ("counted", "counted"),
                        ],
                        default="pulled",
                        max_length=8,
                    ),
                ),
                ("counted", models.BigIntegerField(help_text="minor units", null=True)),
                ("counted_at", models.DateTimeField(null=True)),
                ("counted_key", models.CharField(blank=True, help_text="the request of the last count", max_length=80)),
                (
                    "hanging",
                    models.OneToOneField(
                        help_text="null where no box was registered",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pull",
                        to="cage.boxhanging",
                    ),
                ),
                (
                    "previous",
                    models.OneToOneField(
                        help_text="the pull before it, of this kind",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="following",
                        to="cage.boxpull",
                    ),
                ),
                (
                    "puller",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="box_pulls", to="rooms.room"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="box_pulls", to="tables.table"
                    ),
                ),
                (
                    "watcher",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="BoxHandover",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "reason",
                    models.CharField(
                        blank=True, help_text="why somebody gives it in the holder’s place", max_length=400
                    ),
                ),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "giver",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "receiver",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "pull",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="handovers", to="cage.boxpull"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="BoxCount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "part",
                    models.CharField(
                        choices=[("first", "first count"), ("second", "second count"), ("together", "count together")],
                        max_length=10,
                    ),
                ),
                ("chips", models.JSONField(help_text="pieces by value in minor units")),
                ("amount", models.BigIntegerField(help_text="minor units")),
                ("at", models.DateTimeField()),
                ("request_key", models.CharField(max_length=80, unique=True)),
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
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "third",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "pull",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="counts", to="cage.boxpull"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="BoxVariance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chips", models.BigIntegerField(help_text="minor units; more than the books said, below zero: less")),
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
                    "pull",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="variance", to="cage.boxpull"
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="box_variances", to="rooms.room"
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.AddField(
            model_name="investigation",
            name="box_variance",
            field=models.OneToOneField(
                help_text="of a drop box: the Drop Variance Report (NJ 13:69D-1.33(a))",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="investigation",
                to="cage.boxvariance",
            ),
        ),
        migrations.AddConstraint(
            model_name="investigation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("box_variance", None), ("variance__isnull", False)),
                    models.Q(("box_variance__isnull", False), ("variance", None)),
                    _connector="OR",
                ),
                name="investigation_of_one_thing",
            ),
        ),
        migrations.AddField(
            model_name="poolfeed",
            name="table",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="feeds_pools", to="tables.table"
            ),
        ),
        migrations.AddField(
            model_name="poolshare",
            name="pull",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="share", to="cage.boxpull"
            ),
        ),
        migrations.AddField(
            model_name="poolshare",
            name="room",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="pool_shares", to="rooms.room"
            ),
        ),
        migrations.AddField(
            model_name="poolversion",
            name="approved_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="poolversion",
            name="drafted_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="poolshare",
            name="version",
            field=models.ForeignKey(
                help_text="null: the default pool, all primary",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="shares",
                to="cage.poolversion",
            ),
        ),
        migrations.AddField(
            model_name="promopool",
            name="room",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="pools", to="rooms.room"),
        ),
        migrations.AddField(
            model_name="poolversion",
            name="pool",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="versions", to="cage.promopool"
            ),
        ),
        migrations.AddField(
            model_name="poolshare",
            name="pool",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="shares", to="cage.promopool"
            ),
        ),
        migrations.AddField(
            model_name="poolfeed",
            name="pool",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="feeds", to="cage.promopool"
            ),
        ),
        migrations.AddField(
            model_name="boxpull",
            name="pool",
            field=models.ForeignKey(
                help_text="that the table fed, of promo",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="pulls",
                to="cage.promopool",
            ),
        ),
        migrations.AddConstraint(
            model_name="box",
            constraint=models.UniqueConstraint(
                models.F("room"), django.db.models.functions.text.Upper("number"), name="box_number_once_per_room"
            ),
        ),
        migrations.AddIndex(
            model_name="boxcover",
            index=models.Index(fields=["room", "gaming_day"], name="box_cover_day"),
        ),
        migrations.AddConstraint(
            model_name="boxcover",
            constraint=models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="box_cover_positive"),
        ),
        migrations.AddConstraint(
            model_name="boxcover",
            constraint=models.UniqueConstraint(fields=("request_key", "account"), name="box_cover_once"),
        ),
        migrations.AddConstraint(
            model_name="boxhanging",
            constraint=models.UniqueConstraint(
                condition=models.Q(("taken_at", None)), fields=("box",), name="box_hangs_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="boxhanging",
            constraint=models.UniqueConstraint(
                condition=models.Q(("taken_at", None)), fields=("table", "holds"), name="box_one_of_a_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="boxhanging",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("taken_at", None), ("taken_by", None)),
                    models.Q(("taken_at__isnull", False), ("taken_by__isnull", False)),
                    _connector="OR",
                ),
                name="box_taken_by_somebody",
            ),
        ),
        migrations.AddConstraint(
            model_name="boxkeytaking",
            constraint=models.UniqueConstraint(
                condition=models.Q(("returned_at", None)), fields=("room", "lock"), name="box_key_out_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="boxkeytaking",
            constraint=models.UniqueConstraint(
                condition=models.Q(("returned_at", None)), fields=("room", "taken_by"), name="box_key_one_a_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="boxkeytaking",
            constraint=models.CheckConstraint(
                condition=models.Q(("given_by", models.F("taken_by")), _negated=True), name="box_key_given_by_another"
            ),
        ),
        migrations.AddConstraint(
            model_name="boxkeytaking",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("returned_at", None), ("returned_to", None)),
                    models.Q(
                        ("returned_at__isnull", False), models.Q(("returned_to", models.F("taken_by")), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="box_key_returned_to_another",
            ),
        ),
        migrations.AddIndex(
            model_name="boxlook",
            index=models.Index(fields=["room", "by", "at"], name="box_look_of"),
        ),
        migrations.AddConstraint(
            model_name="boxhandover",
            constraint=models.CheckConstraint(
                condition=models.Q(("giver", models.F("receiver")), _negated=True), name="box_handed_to_another"
            ),
        ),
        migrations.AddConstraint(
            model_name="boxhandover",
            constraint=models.UniqueConstraint(fields=("pull", "request_key"), name="box_handed_once"),
        ),
        migrations.AddConstraint(
            model_name="boxcount",
            constraint=models.UniqueConstraint(fields=("pull", "part"), name="box_count_once"),
        ),
        migrations.AddConstraint(
            model_name="boxcount",
            constraint=models.CheckConstraint(condition=models.Q(("amount__gte", 0)), name="box_count_not_negative"),
        ),
        migrations.AddConstraint(
            model_name="boxcount",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(models.Q(("part", "together"), _negated=True), ("second", None), ("third", None)),
                    models.Q(("part", "together"), ("second__isnull", False), ("third__isnull", False)),
                    _connector="OR",
                ),
                name="box_count_together_by_three",
            ),
        ),
        migrations.AddConstraint(
            model_name="boxcount",
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
                name="box_count_by_different_people",
            ),
        ),
        migrations.AddIndex(
            model_name="boxvariance",
            index=models.Index(fields=["room", "gaming_day"], name="box_variance_day"),
        ),
        migrations.AddConstraint(
            model_name="boxvariance",
            constraint=models.CheckConstraint(
                condition=models.Q(("chips", 0), _negated=True), name="box_variance_is_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="promopool",
            constraint=models.UniqueConstraint(
                models.F("room"), django.db.models.functions.text.Upper("name"), name="pool_name_once_per_room"
            ),
        ),
        migrations.AddConstraint(
            model_name="promopool",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_default", True)), fields=("room",), name="pool_one_default"
            ),
        ),
        migrations.AddConstraint(
            model_name="poolversion",
            constraint=models.UniqueConstraint(fields=("pool", "number"), name="pool_version_once"),
        ),
        migrations.AddConstraint(
            model_name="poolversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("drafted_by", models.F("approved_by")), _negated=True),
                name="pool_approved_by_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="poolversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("admin_percent__lte", 100), ("reserve_percent__lte", 100)),
                name="pool_percent_of_a_hundred",
            ),
        ),
        migrations.AddIndex(
            model_name="poolshare",
            index=models.Index(fields=["room", "gaming_day"], name="pool_share_day"),
        ),
        migrations.AddConstraint(
            model_name="poolshare",
            constraint=models.CheckConstraint(
                condition=models.Q(("admin__gte", 0), ("primary__gte", 0), ("reserve__gte", 0)),
                name="pool_share_positive",
            ),
        ),
        migrations.AddConstraint(
            model_name="poolfeed",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until_at", None)), fields=("table",), name="pool_one_a_table"
            ),
        ),
        migrations.AddIndex(
            model_name="boxpull",
            index=models.Index(fields=["room", "gaming_day"], name="box_pull_day"),
        ),
        migrations.AddConstraint(
            model_name="boxpull",
            constraint=models.UniqueConstraint(fields=("request_key", "holds"), name="box_pull_once"),
        ),
        migrations.AddConstraint(
            model_name="boxpull",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "counted"), _negated=True),
                fields=("room", "number"),
                name="box_pull_in_custody_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="boxpull",
            constraint=models.UniqueConstraint(
                condition=models.Q(("previous", None)), fields=("table", "holds"), name="box_pull_first_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="boxpull",
            constraint=models.CheckConstraint(condition=models.Q(("expected__gte", 0)), name="box_pull_not_negative"),
        ),
        migrations.AddConstraint(
            model_name="boxpull",
            constraint=models.CheckConstraint(
                condition=models.Q(("puller", models.F("watcher")), _negated=True), name="box_pull_by_two"
            ),
        ),
        migrations.AddConstraint(
            model_name="boxpull",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), ("why", "emergency"), _negated=True),
                name="box_pull_emergency_has_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="boxpull",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("holds", "promo"), ("pool__isnull", False)),
                    models.Q(models.Q(("holds", "promo"), _negated=True), ("pool", None)),
                    _connector="OR",
                ),
                name="box_pull_of_promo_has_pool",
            ),
        ),
        migrations.AddConstraint(
            model_name="boxpull",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("counted__gte", 0),
                        ("counted_at__isnull", False),
                        ("state", "counted"),
                        models.Q(("counted_key", ""), _negated=True),
                    ),
                    models.Q(
                        models.Q(("state", "counted"), _negated=True),
                        ("counted", None),
                        ("counted_at", None),
                        ("counted_key", ""),
                    ),
                    _connector="OR",
                ),
                name="box_pull_counted_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="boxpull",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "counted")), fields=("counted_key",), name="box_pull_counted_key_once"
            ),
        ),
    ]
