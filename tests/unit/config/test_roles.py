"""Roles are code with words for people."""

from config.staff.roles import ROLES, SENTENCES, Permission


def test_every_permission_has_a_sentence_for_people() -> None:
    assert set(SENTENCES) == set(Permission)
    assert all(sentence and not sentence.endswith(".") for sentence in SENTENCES.values())
    assert len(set(SENTENCES.values())) == len(Permission)


def test_every_permission_is_held_by_some_role() -> None:
    assert set().union(*(role.permissions for role in ROLES.values())) == set(Permission)


def test_who_manages_people_touches_no_money() -> None:
    money = {Permission.BUY_IN, Permission.CASH_OUT, Permission.DRAWER_FUND}
    for role in ROLES.values():
        assert not (Permission.STAFF_MANAGE in role.permissions and money & role.permissions), role.title


def test_an_auditor_reads_and_signs_for_the_pools_alone() -> None:
    writes = {p for p in ROLES["auditor"].permissions if not p.value.endswith((".view", "_view", ".expected"))}
    assert writes == {Permission.POOL_RECONCILE}
