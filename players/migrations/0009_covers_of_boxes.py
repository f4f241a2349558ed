"""Over-and-short covers what a correction takes back out of a box that was pulled meanwhile."""

from django.db import migrations

from config.audit.database import from_file


class Migration(migrations.Migration):
    dependencies = [("players", "0008_places_of_the_cage")]

    operations = from_file(__file__, "places")
