"""Gaming days that are locked, and the figures that are kept of each by value."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ('rooms', '0003_cover_asked'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DayLock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('gaming_day', models.DateField()),
                ('locked_at', models.DateTimeField()),
                ('request_key', models.CharField(max_length=80, unique=True)),
                ('locked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('room', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='day_locks', to='rooms.room')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-gaming_day', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='KeptFigures',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(help_text='the name under which an app has them kept: rake_report', max_length=40)),
                ('text', models.TextField(help_text='JSON; amounts in minor units')),
                ('digest', models.CharField(help_text='sha256 of the text, in hexadecimal', max_length=64)),
                ('lock', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='kept', to='days.daylock')),
            ],
            options={
                'ordering': ['code'],
            },
        ),
        migrations.AddConstraint(
            model_name='daylock',
            constraint=models.UniqueConstraint(fields=('room', 'gaming_day'), name='day_locked_once'),
        ),
        migrations.AddConstraint(
            model_name='daylock',
            constraint=models.CheckConstraint(condition=models.Q(('second', models.F('locked_by')), _negated=True), name='day_locked_by_two'),
        ),
        migrations.AddConstraint(
            model_name='keptfigures',
            constraint=models.UniqueConstraint(fields=('lock', 'code'), name='day_figures_kept_once'),
        ),
    ]
