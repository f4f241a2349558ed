"""The currencies that a room can keep its money in: the codes of ISO 4217 that are money somebody pays with."""

from typing import Final

from config.errors import DomainError

_CODES = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
    CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD
    HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
    MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN
    PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY
    TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
"""
CURRENCIES: Final = frozenset(_CODES.split())
"""Funds, metals and the codes of no currency (XXX, XTS) are not among them."""


def refuse_unknown_currency(code: str) -> None:
    """Refuse (`currency_unknown`) three letters that are no currency (ISO 4217)."""
    if code not in CURRENCIES:
        message = f"“{code}” is no currency: write its three letters, like USD, EUR or JPY (ISO 4217)."
        raise DomainError("currency_unknown", message, field="currency")
