"""A dealer signs with their own badge and PIN what is counted, or comes and goes, at their tray."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import chained, from_file

Q = models.Q


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0024_slips_taken_back"),
        ("rooms", "0012_dealers_sign"),
        ("tables", "0005_dealer_pins"),
        ("audit", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="transitact",
            name="is_dealer_signed",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="whether the dealer verified it with their own badge and PIN",
            ),
        ),
        migrations.AddField(
            model_name="traycount",
            name="is_dealer_signed",
            field=models.BooleanField(
                db_default=False, default=False, help_text="whether the dealer signed with their own badge and PIN"
            ),
        ),
        migrations.AlterField(
            model_name="traycount",
            name="counted_by",
            field=models.ForeignKey(
                help_text="null: the dealer alone did",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="transitact",
            constraint=models.CheckConstraint(
                condition=Q(("is_dealer_signed", False), ("dealer__isnull", False), _connector="OR"),
                name="transit_act_signed_by_a_dealer",
            ),
        ),
        migrations.AddConstraint(
            model_name="traycount",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(("counted_by__isnull", False), ("is_dealer_signed", False)),
                    Q(("dealer__isnull", False), ("is_dealer_signed", True)),
                    _connector="OR",
                ),
                name="tray_count_by_somebody",
            ),
        ),
        chained("cage_transitact"),
        chained("cage_traycount"),
        *from_file(__file__, "dealers_sign"),
    ]
