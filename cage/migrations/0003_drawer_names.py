"""A drawer is the same however its name is capitalized: “window 1” beside “Window 1” would be a second till."""

from django.db import migrations, models
from django.db.models.functions import Upper


class Migration(migrations.Migration):
    dependencies = [("cage", "0002_guards")]

    operations = [
        migrations.RemoveConstraint(model_name="drawer", name="drawer_name_once_per_room"),
        migrations.AddConstraint(
            model_name="drawer",
            constraint=models.UniqueConstraint("room", Upper("name"), name="drawer_name_once_per_room"),
        ),
    ]
