"""A share of tokes that was paid by mistake is taken back."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.audit.database import from_file

Q = models.Q


class Migration(migrations.Migration):
    dependencies = [
        ("cage", "0025_dealers_sign"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="tokeslip", name="toke_slip_by_kind"),
        migrations.RemoveConstraint(model_name="tokeslip", name="toke_slip_void_has_reason"),
        migrations.AlterField(
            model_name="tokeslip",
            name="share",
            field=models.ForeignKey(
                help_text="that it paid",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="slips",
                to="cage.tokeshare",
            ),
        ),
        migrations.AddConstraint(
            model_name="tokeslip",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(("dealer__isnull", False), ("kind", "own"), ("second__isnull", False), ("share", None)),
                    Q(("dealer", None), ("kind", "counted"), ("second__isnull", False), ("share", None)),
                    Q(("dealer__isnull", False), ("kind", "paid"), ("second", None), ("share__isnull", False)),
                    Q(("dealer__isnull", False), ("kind", "paid"), ("share__isnull", False), ("voids__isnull", False)),
                    _connector="OR",
                ),
                name="toke_slip_by_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="tokeslip",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(("reason", ""), ("voids", None)),
                    Q(("voids__isnull", False), Q(("reason", ""), _negated=True)),
                    _connector="OR",
                ),
                name="toke_slip_void_has_reason",
            ),
        ),
        *from_file(__file__, "shares_taken_back"),
    ]
