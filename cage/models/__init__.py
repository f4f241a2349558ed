"""The cage: its drawers and their sessions, the slips of sales and payments and of their voids, the chips of the house
and the bank accounts behind those in use, drop boxes and the pools that they feed, fills and credits on their way, and
trays."""

from cage.models.awards import AwardReview, AwardShare, AwardVoid, PoolAward
from cage.models.banks import BankGuesses, BankSlip, PlayerBank
from cage.models.boxes import Box, BoxHanging, BoxKeyTaking, BoxLook, Holds
from cage.models.cash_slips import CashSlip, HeldCashOut, HoldEnd
from cage.models.chip_sets import ChipAlarm, ChipAlarmAnswer, ChipSet, ChipSlip
from cage.models.currency_decisions import CurrencyDecision
from cage.models.drawer_sessions import Denominations, DrawerCount, DrawerSession, ExpectedLook, GivenUpCount
from cage.models.drawers import Drawer
from cage.models.exchanges import Exchange
from cage.models.fills import DrawerFill
from cage.models.linked_days import LinkedDay, LinkedDayAnswer
from cage.models.pool_days import PoolReconciliation
from cage.models.pool_money import PoolDeposit, PoolDepositVoid, PoolSeed
from cage.models.pools import PoolFeed, PoolShare, PoolVersion, PromoPool
from cage.models.prints import PaperPrint
from cage.models.pulls import BoxCount, BoxCover, BoxHandover, BoxPull, BoxVariance, GivenUpBoxCount
from cage.models.slips import BuyIn, CashOut
from cage.models.statements import BankStatement
from cage.models.tokes import TokeShare, TokeSlip, TokeSplit
from cage.models.transit import Carried, TransitAct, TransitSlip
from cage.models.trays import FeltResidual, TrayCount, TrayOff
from cage.models.variances import DrawerVariance, Investigation, RegulatorNote
from cage.models.vault_counts import VaultCount, VaultLook, VaultSheet, VaultVariance
from cage.models.voids import Slip, SlipVoid

__all__ = [
    "AwardReview",
    "AwardShare",
    "AwardVoid",
    "BankGuesses",
    "BankSlip",
    "BankStatement",
    "Box",
    "BoxCount",
    "BoxCover",
    "BoxHandover",
    "BoxHanging",
    "BoxKeyTaking",
    "BoxLook",
    "BoxPull",
    "BoxVariance",
    "BuyIn",
    "Carried",
    "CashOut",
    "CashSlip",
    "ChipAlarm",
    "ChipAlarmAnswer",
    "ChipSet",
    "ChipSlip",
    "CurrencyDecision",
    "Denominations",
    "Drawer",
    "DrawerCount",
    "DrawerFill",
    "DrawerSession",
    "DrawerVariance",
    "Exchange",
    "ExpectedLook",
    "FeltResidual",
    "GivenUpBoxCount",
    "GivenUpCount",
    "HeldCashOut",
    "HoldEnd",
    "Holds",
    "Investigation",
    "LinkedDay",
    "LinkedDayAnswer",
    "PaperPrint",
    "PlayerBank",
    "PoolAward",
    "PoolDeposit",
    "PoolDepositVoid",
    "PoolFeed",
    "PoolReconciliation",
    "PoolSeed",
    "PoolShare",
    "PoolVersion",
    "PromoPool",
    "RegulatorNote",
    "Slip",
    "SlipVoid",
    "TokeShare",
    "TokeSlip",
    "TokeSplit",
    "TransitAct",
    "TransitSlip",
    "TrayCount",
    "TrayOff",
    "VaultCount",
    "VaultLook",
    "VaultSheet",
    "VaultVariance",
]
