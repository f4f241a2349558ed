"""The WSGI application that gunicorn serves."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.safety import refuse_unsafe
from config.served import refuse_owner

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if not settings.RUNNING_TESTS:  # they migrate and serve in one process
    refuse_owner()
application = get_wsgi_application()
if not settings.RUNNING_TESTS:
    refuse_unsafe()
