"""The addresses of people: the way in, one's own account, and the administrator's pages."""

from django.urls import path

from config.staff.views import account, people, sign_in

app_name = "staff"
urlpatterns = [
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("sign-out/", sign_in.sign_out, name="sign_out"),
    path("rooms/", sign_in.rooms, name="rooms"),
    path("pin/", account.pin, name="pin"),
    path("account/", account.account, name="account"),
    path("account/password/", account.password, name="password"),
    path("account/pin/", account.own_pin, name="own_pin"),
    path("account/sessions/end/", account.end_sessions, name="end_sessions"),
    path("staff/", people.people, name="people"),
    path("staff/roles/", people.roles, name="roles"),
    path("staff/add/", people.add, name="add"),
    path("staff/bring/", people.bring, name="bring"),
    path("staff/<int:user_id>/", people.person, name="person"),
    path("staff/<int:user_id>/grant/", people.grant, name="grant"),
    path("staff/<int:user_id>/end/", people.end, name="end"),
    path("staff/<int:user_id>/disable/", people.disable, name="disable"),
    path("staff/<int:user_id>/enable/", people.enable, name="enable"),
    path("staff/<int:user_id>/reset/", people.reset, name="reset"),
]
