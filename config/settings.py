"""Cardroom's settings: one typed file, read from the environment, refusing nonsense at start-up.

Every variable stands in README's table with its default. Nothing else reads the environment.
"""

import ipaddress
import sys
from datetime import timedelta
from pathlib import Path

import environ
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config.logs import logging_settings
from config.serving.arrivals import SMALL_BODY
from config.serving.public import served_at

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
VERSION = "0.3.0"

env = environ.Env()
RUNNING_TESTS = "pytest" in sys.modules

# --- the basics ---------------------------------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", default=False)
PRODUCTION = env.bool("CARDROOM_PRODUCTION", default=False)
"""Whether people's money is kept here: then what serves them refuses to start unsafe (`config.safety`)."""
SECRET_KEY = env.str("SECRET_KEY", default="only-for-a-machine-without-people-" * 2 if DEBUG or RUNNING_TESTS else "")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
DEMO = env.bool("CARDROOM_DEMO", default=False)
DEMO_PASSWORD = env.str("CARDROOM_DEMO_PASSWORD", default="")

COMMANDS_WITHOUT_SECRET = {"check_hand", "conformance", "collectstatic", "makemigrations", "check", "spectacular"}
if not SECRET_KEY:
    if not COMMANDS_WITHOUT_SECRET.intersection(sys.argv[1:2]):
        raise ImproperlyConfigured("SECRET_KEY is not set. `python3 dev.py run` makes one; a server needs its own.")
    SECRET_KEY = "unused-by-this-command-" * 3

# --- how requests arrive --------------------------------------------------------------------------------------------
SERVED_OVER_TLS = env.bool("CARDROOM_TLS", default=False)
PROXIES = env.int("CARDROOM_PROXIES", default=0)
"""The number of our proxies that stand in front: only what they wrote into X-Forwarded-For and -Proto is believed."""
METRICS_FROM = env.list("CARDROOM_METRICS_FROM", default=[])
"""The addresses that may read /metrics; with none there is no such page."""
if not 0 <= PROXIES <= 5:
    raise ImproperlyConfigured(f"CARDROOM_PROXIES is {PROXIES}; it is the number of proxies in front, 0 to 5.")

# --- the database: the application's role, and the role that owns and migrates -------------------------------------
DATABASE_URL = env.str("DATABASE_URL", default="postgres:///cardroom")
DATABASE_OWNER_URL = env.str("DATABASE_OWNER_URL", default=DATABASE_URL)
DATABASE_REPORTS_URL = env.str("DATABASE_REPORTS_URL", default="")
"""A streaming replica from which reports are read (`config.replica`); empty where there is none."""
REPORTS_BEHIND = timedelta(seconds=env.int("CARDROOM_REPORTS_BEHIND", default=60))
"""The time that a replica may be behind; beyond it reports are read from the primary."""


SESSION_PROMISES = "-c synchronous_commit=on -c search_path=public,pg_temp"
"""Said at connect, after everything else, because a role may give itself other settings that persist."""
NO_COMPILER = "-c jit=off"
"""Figures are statements of many sums over some ten thousand rows: compiling one takes longer than it saves."""
LINE_TO_THE_DATABASE = {
    "connect_timeout": 2,
    "tcp_user_timeout": 10_000,  # milliseconds
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""A line that is cut, or a machine that is gone, tells nobody: whoever waits on it gives up after ten seconds and not
after a quarter of an hour, when all that serve would wait. A statement may take its time while its machine is there."""
PREPARED = {"server_side_binding": True, "prepare_threshold": 2}
"""A statement that a connection has been asked twice is planned once and kept (ADR 29)."""


def _database(url: str, *, statement_timeout: str, idle_timeout: str) -> dict[str, object]:
    """One connection's settings from a URL; PostgreSQL only. A timeout of 0 waits for ever."""
    settings: dict[str, object] = dict(environ.Env.db_url_config(url))
    if settings.get("ENGINE") != "django.db.backends.postgresql":
        raise ImproperlyConfigured(f"Cardroom runs on PostgreSQL only; {url.split(':', 1)[0]}:// is something else.")
    idle = f"-c idle_in_transaction_session_timeout={idle_timeout}"
    patience = f"-c statement_timeout={statement_timeout} -c lock_timeout=3s {idle} {NO_COMPILER}"
    given: dict[str, str] = dict(settings.get("OPTIONS") or {})  # type: ignore[call-overload]
    said = f"{patience} {given.pop('options', '')} {SESSION_PROMISES}"
    settings["OPTIONS"] = {**LINE_TO_THE_DATABASE, **PREPARED, **given, "options": said}
    settings["CONN_MAX_AGE"] = None
    settings["CONN_HEALTH_CHECKS"] = True
    return settings


DATABASES = {
    "default": _database(
        DATABASE_URL,
        statement_timeout=env.str("CARDROOM_STATEMENT_TIMEOUT", default="5s"),
        idle_timeout=env.str("CARDROOM_IDLE_TIMEOUT", default="10s"),
    ),
    # between two statements of a migration a busy machine thinks for longer than a page may
    "owner": _database(DATABASE_OWNER_URL, statement_timeout="0", idle_timeout="0") | {"TEST": {"MIRROR": "default"}},
}
if DATABASE_REPORTS_URL:
    if DATABASE_REPORTS_URL == DATABASE_URL:
        raise ImproperlyConfigured("DATABASE_REPORTS_URL is DATABASE_URL: name a replica, or leave it out.")
    reports = _database(DATABASE_REPORTS_URL, statement_timeout="120s", idle_timeout="2min")
    if not reports.get("NAME"):
        raise ImproperlyConfigured("DATABASE_REPORTS_URL names no database: postgresql://role:password@host/database.")
    DATABASES["reports"] = reports | {"CONN_MAX_AGE": 0}  # few ask for reports, and the role has few connections
if not 1 <= REPORTS_BEHIND.total_seconds() <= 24 * 3600:
    raise ImproperlyConfigured("CARDROOM_REPORTS_BEHIND is a number of seconds, 1 to 86400.")
CLOCK_BOUND = timedelta(seconds=env.int("CARDROOM_CLOCK_BOUND", default=0 if RUNNING_TESTS else 120))
"""The time that this machine's clock may be off the database's and the books'; with 0 it is believed whatever it
says."""
JOB_STATEMENT_TIMEOUT = env.str("CARDROOM_JOB_STATEMENT_TIMEOUT", default="120s")
JOB_MEMORY = env.int("CARDROOM_JOB_MEMORY", default=2048)
"""The memory, in MB, that each process of the worker may take; with 0 there is no bound."""
if JOB_MEMORY and JOB_MEMORY < 256:
    raise ImproperlyConfigured("CARDROOM_JOB_MEMORY is a number of MB, 256 at least; 0 sets no bound.")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- the applications ----------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "demo",
    "rake",
    "disputes",
    "games",
    "cage",
    "players",
    "tables",
    "config.requests",
    "config.jobs",
    "config.hooks",
    "config.days",
    "config.audit",
    "config.staff",
    "config.rooms",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "django_htmx",
    "template_partials.apps.SimpleAppConfig",
    "django_filters",
    "axes",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_prometheus",
]

MIDDLEWARE = [
    "config.web.middleware.NamedRequest",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.web.middleware.BrowserLimits",
    "config.web.bodies.BoundedBodies",
    "config.web.middleware.RefuseUnreadable",
    "config.web.policy_reports.PolicyReports",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.web.middleware.HonestClock",
    "config.staff.middleware.SessionLimits",
    "config.staff.middleware.SignInRequired",
    "config.staff.middleware.CurrentRoom",
    "config.staff.middleware.OwnPasswordFirst",
    "config.staff.middleware.SecondFactorFirst",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.web.middleware.PagesForForms",
    "config.staff.middleware.AnswerRefusals",
    "config.web.waiting.KeptInTablet",
    "axes.middleware.AxesMiddleware",
]
if METRICS_FROM:
    MIDDLEWARE.insert(0, "django_prometheus.middleware.PrometheusBeforeMiddleware")
    MIDDLEWARE.append("django_prometheus.middleware.PrometheusAfterMiddleware")

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [("django.template.loaders.cached.Loader", ["django.template.loaders.filesystem.Loader",
                                                               "django.template.loaders.app_directories.Loader"])],
                )
            ],
            "builtins": [
                "django.templatetags.i18n",
                "template_partials.templatetags.partials",
                "config.web.templatetags.sentences",
                "config.web.templatetags.room",
                "config.web.templatetags.cells",
                "config.web.templatetags.ui",
                "config.web.templatetags.icons",
                "config.web.templatetags.felt",
                "config.web.templatetags.chart",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.web.context.room",
            ],
        },
    }
]  # fmt: skip

# --- people and sessions ---------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "staff.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "config.staff.backends.StaffBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
     "OPTIONS": {"user_attributes": ("username", "display_name", "badge_number")}},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
     "OPTIONS": {"min_length": env.int("CARDROOM_PASSWORD_LENGTH", default=10)}},
    {"NAME": "config.staff.passwords.CommonWords"},
    {"NAME": "config.staff.passwords.ContextWords"},
]  # fmt: skip
PASSWORD_AGE = timedelta(days=env.int("CARDROOM_PASSWORD_DAYS", default=0))
"""The age from which on people must choose another password; 0: never, as ASVS 6.2.10 asks. Some rules of gaming ask
for a change each quarter."""
if not 0 <= PASSWORD_AGE.days <= 3650:
    raise ImproperlyConfigured("CARDROOM_PASSWORD_DAYS is a number of days, 1 to 3650; 0 asks for no change.")
LOGIN_URL = "staff:sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "staff:sign_in"
AXES_HANDLER = "config.staff.throttle.SignInThrottle"
AXES_FAILURE_LIMIT = 5  # of one name from one address; the other limits stand in config.staff.throttle
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "config.staff.identity.locked_out"
AXES_CLIENT_IP_CALLABLE = "config.web.address.client_address"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # else whoever goes on guessing keeps the person locked out
AXES_DISABLE_ACCESS_LOG = True  # signing in and out are audit events
AXES_VERBOSE = False
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # pages carry the token themselves
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "config.web.errors.csrf_failed"
if SERVED_OVER_TLS:
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz/$"]
    if PROXIES:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# --- what the browser may do -----------------------------------------------------------------------------------------
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
        "report-uri": ["/policy-reports/"],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = SMALL_BODY
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400
DATA_UPLOAD_MAX_NUMBER_FILES = 20
FILE_UPLOAD_HANDLERS = ["config.web.bodies.FilesWhereTaken"]

# --- jobs ------------------------------------------------------------------------------------------------------------
BROKER_URL = env.str("BROKER_URL", default="memory://" if RUNNING_TESTS else "filesystem://localhost")
BROKER_CA = env.str("CARDROOM_BROKER_CA", default="")
"""A file of certificates that the broker's is signed by; empty where this machine believes it anyway."""
PLAIN_LINES = env.list("CARDROOM_PLAIN_LINES", default=[])
"""The other machines to which production may speak without TLS, since a tunnel or a network of its own carries it."""
if BROKER_CA and not Path(BROKER_CA).is_file():
    raise ImproperlyConfigured(f"CARDROOM_BROKER_CA is {BROKER_CA}; there is no such file of certificates.")

# --- messages to players: off, they are kept and not sent -------------------------------------------------------------
MESSAGES = env.bool("CARDROOM_MESSAGES", default=False)
PUBLIC_ADDRESS = env.str(
    "CARDROOM_ADDRESS", default=served_at(ALLOWED_HOSTS, port=env.int("PORT", default=8000), is_tls=SERVED_OVER_TLS)
).rstrip("/")
SMS_GATEWAY = env.str("CARDROOM_SMS_GATEWAY", default="")
SMS_TOKEN = env.str("CARDROOM_SMS_TOKEN", default="")
DEFAULT_FROM_EMAIL = env.str("CARDROOM_MAIL_FROM", default="cardroom@localhost")
EMAIL_TIMEOUT = 10
globals().update(env.email_url("CARDROOM_MAIL", default="consolemail://"))


def refuse_plain_http(name: str, address: str) -> None:
    """Refuse an address to which, or in which, a secret would travel unencrypted."""
    if address and not address.startswith("https://"):
        raise ImproperlyConfigured(f"{name} is {address}; it carries a secret and must begin with https://.")


refuse_plain_http("CARDROOM_SMS_GATEWAY", SMS_GATEWAY)

# --- webhooks: events for other systems -----------------------------------------------------------------------------
HOOKS_CA = env.str("CARDROOM_HOOKS_CA", default="")
"""A file of certificates that are believed besides this machine's own: of receivers in the house's network."""
try:
    HOOKS_PRIVATE = [ipaddress.ip_network(network) for network in env.list("CARDROOM_HOOKS_PRIVATE", default=[])]
    """The private networks that events may be sent into; others of them are refused."""
except ValueError as error:
    raise ImproperlyConfigured(f"CARDROOM_HOOKS_PRIVATE names networks such as 192.168.10.0/24: {error}.") from error
if HOOKS_CA and not Path(HOOKS_CA).is_file():
    raise ImproperlyConfigured(f"CARDROOM_HOOKS_CA is {HOOKS_CA}; there is no such file of certificates.")

# --- the heads of the chain: written outside, signed ------------------------------------------------------------------
ANCHORS = env.list("CARDROOM_ANCHORS", default=[])
"""Folders, and addresses that take files by PUT: of other machines than the database's."""
ANCHOR_TOKEN = env.str("CARDROOM_ANCHOR_TOKEN", default="")
ANCHOR_KEY = env.str("CARDROOM_ANCHOR_KEY", default=str(VAR_DIR / "anchor_key"))
ANCHOR_MINUTES = env.int("CARDROOM_ANCHOR_MINUTES", default=5)
for place in ANCHORS:
    if not place.startswith(("/", "https://")):
        raise ImproperlyConfigured(
            f"CARDROOM_ANCHORS has {place}; it names folders from the root on, and addresses that begin with https://."
        )
if not 1 <= ANCHOR_MINUTES <= 24 * 60:
    raise ImproperlyConfigured(f"CARDROOM_ANCHOR_MINUTES is {ANCHOR_MINUTES}; it is a number of minutes, 1 to 1440.")
if MESSAGES:
    refuse_plain_http("CARDROOM_ADDRESS", PUBLIC_ADDRESS)

# --- pages, files, language ------------------------------------------------------------------------------------------
LANGUAGE_CODE = env.str("CARDROOM_LANGUAGE", default="en")
LANGUAGES = [(LANGUAGE_CODE, LANGUAGE_CODE)]
LOCALE_PATHS = [Path(env.str("CARDROOM_LOCALE", default=str(BASE_DIR / "locale")))]
"""The one language of the installation, and the folder of languages: `docs/OPERATIONS.md`."""
if LANGUAGE_CODE != "en" and not (LOCALE_PATHS[0] / LANGUAGE_CODE / "LC_MESSAGES" / "django.mo").is_file():
    raise ImproperlyConfigured(
        f"CARDROOM_LANGUAGE is {LANGUAGE_CODE}, and {LOCALE_PATHS[0]} has no such language: write it by"
        f" `dev.py words {LOCALE_PATHS[0] / LANGUAGE_CODE}/LC_MESSAGES/django.po`."
    )
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or RUNNING_TESTS
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_AUTOREFRESH = DEBUG or RUNNING_TESTS  # a fresh clone's tests find nothing collected yet
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- the API ---------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "config.web.token_authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["config.web.permissions.StatesItsPermission"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["config.web.parsers.StrictJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "config.web.pagination.Pages",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "config.web.schema.RoomSchema",
    "EXCEPTION_HANDLER": "config.web.errors.api_refusal",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Cardroom",
    "DESCRIPTION": "",  # config.web.schema says it, which needs settings first
    "VERSION": VERSION,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["config.web.permissions.StatesItsPermission"],
    "SORT_OPERATIONS": True,
    "ENUM_NAME_OVERRIDES": {
        "DayStateEnum": "config.days.models.DayState",
        "DrawerStateEnum": "cage.models.DrawerSession.State",
        "SameAgainEnum": [("same_again", "same_again")],
        "PullStateEnum": "cage.models.BoxPull.State",
        "SlipStateEnum": "cage.models.TransitSlip.State",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.web.schema.add_refusals",
    ],
}

# --- logs ------------------------------------------------------------------------------------------------------------
LOGGING = logging_settings(
    as_json=not (DEBUG or RUNNING_TESTS),
    level=env.str("CARDROOM_LOG_LEVEL", default="WARNING" if RUNNING_TESTS else "INFO"),
)
