"""Where calls come from, as far as that can be believed."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from litestar.connection import ASGIConnection

from sandtable.kernel.refusal import refuse

UNREADABLE = "an address that cannot be read"
"""Callers from no address at all are counted together."""
ONE_HOUSEHOLD = 64
"""How many bits of an IPv6 address a provider gives out; its customer has all that begin so."""


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address whose calls are counted together; a proxy that is trusted has named it."""
    return counted_as(connection.client.host if connection.client else "")


def counted_as(host: str) -> str:
    """What an address is counted as: one way to write it, and one household as one."""
    try:
        address = ip_address(host)
    except ValueError:
        return UNREADABLE
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(IPv6Network((int(address), ONE_HOUSEHOLD), strict=False))
    return str(address)


def read_proxies(named: Iterable[str]) -> tuple[str, ...]:
    """The proxies that a host names, by addresses or networks; one that is neither is refused."""
    proxies = [one.strip() for words in named for one in words.split(",") if one.strip()]
    for one in proxies:
        if not _is_a_place(one):
            raise refuse(
                "",
                f'"{one}" is no address of a proxy.',
                "Name an address as 192.0.2.7 or 2001:db8::7, or a network as 192.0.2.0/24.",
            )
    return tuple(proxies)


def _is_a_place(named: str) -> bool:
    try:
        # A server that believes the whole world believes every caller.
        return ip_network(named).prefixlen > 0
    except ValueError:
        return False
