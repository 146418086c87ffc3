"""Whether a server is in this home."""

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

HOME_SUFFIXES: Final = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain")
"""Ends of names that no public server has."""


def is_local(url: str) -> bool:
    """Tell by an address alone, without asking anybody, whether a server is on this computer or this network."""
    host = urlsplit(url).hostname or ""
    try:
        address = ip_address(host)
    except ValueError:
        # A name without a dot is one of this network.
        return "." not in host or host.endswith(HOME_SUFFIXES)
    return address.is_private or address.is_loopback or address.is_link_local
