"""Files checked: every action, the settlement, and the report on them for people and programs."""
