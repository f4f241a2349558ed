"""The heads of the chain that were signed, and how far each place outside has come."""

from django.db import migrations, models

from config.audit.database import append_only


class Migration(migrations.Migration):
    dependencies = [("audit", "0004_runs")]

    operations = [
        migrations.CreateModel(
            name="Anchor",
            fields=[
                (
                    "number",
                    models.BigIntegerField(help_text="1, 2, 3 … without gaps", primary_key=True, serialize=False),
                ),
                ("at", models.DateTimeField()),
                ("seal_number", models.BigIntegerField()),
                ("last_link", models.BigIntegerField()),
                ("head", models.CharField(help_text="the seal's hash in hexadecimal", max_length=64)),
                ("note", models.TextField(help_text="what was signed, with its signature")),
            ],
            options={"ordering": ["number"], "indexes": [models.Index(fields=["at"], name="anchor_at")]},
        ),
        migrations.CreateModel(
            name="AnchorPlace",
            fields=[
                (
                    "name",
                    models.CharField(
                        help_text="the folder or address of the settings",
                        max_length=400,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "number",
                    models.BigIntegerField(default=0, help_text="the last anchor that was written there"),
                ),
                ("written_at", models.DateTimeField(null=True)),
                ("tried_at", models.DateTimeField()),
                ("trouble", models.CharField(blank=True, max_length=400)),
            ],
        ),
        append_only("audit_anchor"),
    ]
