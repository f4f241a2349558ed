"""The addresses of people: the way in, one's own account, and the administrator's pages."""

from django.urls import path

from config.staff.views import account, people, review, roles, second_factor, sign_in, waiting

app_name = "staff"
urlpatterns = [
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("sign-out/", sign_in.sign_out, name="sign_out"),
    path("rooms/", sign_in.rooms, name="rooms"),
    path("pin/", account.pin, name="pin"),
    path("account/", account.account, name="account"),
    path("account/password/", account.password, name="password"),
    path("account/pin/", account.own_pin, name="own_pin"),
    path("account/kept/", waiting.kept, name="kept"),
    path("account/code/", second_factor.code, name="code"),
    path("account/authenticator/", second_factor.authenticator, name="authenticator"),
    path("account/authenticator/replace/", second_factor.replace, name="replace_authenticator"),
    path("account/sessions/end/", account.end_sessions, name="end_sessions"),
    path("account/sessions/<slug:mark>/end/", account.end_session, name="end_session"),
    path("staff/", people.people, name="people"),
    path("staff/roles/", roles.roles, name="roles"),
    path("staff/review/", review.review, name="review"),
    path("staff/review/sign/", review.sign, name="sign_review"),
    path("staff/exceptions/", roles.post_exception, name="post_exception"),
    path("staff/exceptions/<int:exception_id>/end/", roles.end_exception, name="end_exception"),
    path("staff/add/", people.add, name="add"),
    path("staff/bring/", people.bring, name="bring"),
    path("staff/<int:user_id>/", people.person, name="person"),
    path("staff/<int:user_id>/grant/", people.grant, name="grant"),
    path("staff/<int:user_id>/end/", people.end, name="end"),
    path("staff/<int:user_id>/last-day/", people.last_day, name="last_day"),
    path("staff/<int:user_id>/disable/", people.disable, name="disable"),
    path("staff/<int:user_id>/sessions/end/", people.end_sessions, name="end_sessions_of"),
    path("staff/<int:user_id>/enable/", people.enable, name="enable"),
    path("staff/<int:user_id>/token/", people.give_token, name="give_token"),
    path("staff/<int:user_id>/token/end/", people.end_token, name="end_token"),
    path("staff/<int:user_id>/unlock/", people.unlock, name="unlock"),
    path("staff/<int:user_id>/authenticator/end/", people.reset_authenticator, name="reset_authenticator"),
    path("staff/<int:user_id>/reset/", people.reset, name="reset"),
]
