"""Forms that a manager fills in: a new table, the plaque that stands on it, the house rules."""

from tables.forms.dealer import DealerForm, DealerPinForm, PushForm, PutInForm
from tables.forms.house_rules import HouseRulesForm
from tables.forms.plan import PlanDayForm, PlanForm
from tables.forms.plaque import PlaqueForm
from tables.forms.plaque_change import PlaqueChangeForm
from tables.forms.repost import RepostForm
from tables.forms.table import SectionForm, TableForm

__all__ = [
    "DealerForm",
    "DealerPinForm",
    "HouseRulesForm",
    "PlanDayForm",
    "PlanForm",
    "PlaqueChangeForm",
    "PlaqueForm",
    "PushForm",
    "PutInForm",
    "RepostForm",
    "SectionForm",
    "TableForm",
]
