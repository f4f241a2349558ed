"""Players and their money: people, where they sit, and the chip and cash ledger."""

from players.models.approvals import MoneyAct
from players.models.comps import CompDay, CompEntry, CompRate, CompRules, HoursCorrection, StatementLink
from players.models.conduct import ConductWarning, Separation
from players.models.debts import Debt, DebtEntry
from players.models.described import Description
from players.models.employments import Employment
from players.models.ledger import Account, AccountKind, LedgerHead, Transfer, TransferKind
from players.models.lists import ListEntry, Message, SeatChange, WaitingList
from players.models.people import NO_PLAYER, PERSON, Ban, IdentityDecision, Meeting, Player, PlayerId, person_of
from players.models.seating import Absence, HouseException, Sitting, in_play
from players.models.time_charges import TimeCharge

__all__ = [
    "NO_PLAYER",
    "PERSON",
    "Absence",
    "Account",
    "AccountKind",
    "Ban",
    "CompDay",
    "CompEntry",
    "CompRate",
    "CompRules",
    "ConductWarning",
    "Debt",
    "DebtEntry",
    "Description",
    "Employment",
    "HoursCorrection",
    "HouseException",
    "IdentityDecision",
    "LedgerHead",
    "ListEntry",
    "Meeting",
    "Message",
    "MoneyAct",
    "Player",
    "PlayerId",
    "SeatChange",
    "Separation",
    "Sitting",
    "StatementLink",
    "TimeCharge",
    "Transfer",
    "TransferKind",
    "WaitingList",
    "in_play",
    "person_of",
]
