"""This machine's addresses: on which networks it is, who is near, and what to tell others (P8, P11)."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Interface, IPv6Interface, ip_address
from typing import Final, NamedTuple, TypeAlias

import ifaddr

EVERYBODY: Final = "255.255.255.255"
"""All hosts of the network that the sending interface belongs to."""

THIS_MACHINE: Final = ("127.255.255.255", "127.0.0.1")
"""The first reaches every listener of this machine without any network, on Linux; the second one of them, anywhere."""

GROUP: Final = "ff12::3f5a"
"""The multicast group of this game on a link, temporary as RFC 4291 has it; 3f5a is the port, 16218."""

_SIDE_NETWORKS: Final = (
    *("docker", "br-", "veth", "virbr", "vmnet", "vbox", "vethernet", "podman", "cni", "lxc", "lxd", "incus"),
    *("tun", "tap", "utun", "wg", "zt", "tailscale", "ppp", "ipsec", "awdl", "llw", "anpi"),
)
"""How the names of container, virtual machine and tunnel interfaces begin."""

_SIDE_WORDS: Final = (
    *("virtual", "hyper-v", "vmware", "wsl", "vpn", "tunnel", "wireguard", "tap-windows", "zerotier", "hamachi"),
    "bluetooth",
)
"""What stands in the names that Windows gives to such interfaces."""


class Interface(NamedTuple):
    """An address of this machine, with the network it belongs to."""

    name: str
    address: IPv4Interface | IPv6Interface
    link: int = 0
    """The system's number of the interface, by which IPv6 names a link."""

    @property
    def is_ipv6(self) -> bool:
        """Whether the address is one of IPv6."""
        return self.address.version == 6

    @property
    def is_aside(self) -> bool:
        """Whether it seems to lead to containers, virtual machines or a tunnel, and not to the LAN."""
        name = self.name.lower()
        return name.startswith(_SIDE_NETWORKS) or any(word in name for word in _SIDE_WORDS)

    @property
    def targets(self) -> tuple[str, ...]:
        """Where to send so that everybody behind this interface hears it."""
        if self.is_ipv6:
            return (GROUP,)
        if self.address.is_loopback:
            return THIS_MACHINE
        network = self.address.network
        directed = (str(network.broadcast_address),) if network.prefixlen < 31 else ()
        return (*directed, EVERYBODY)


Interfaces: TypeAlias = tuple[Interface, ...]


def interfaces() -> Interfaces:
    """The addresses of this machine; empty when the system will not tell."""
    try:
        adapters = ifaddr.get_adapters()
    except OSError:
        return ()
    return tuple(
        Interface(str(adapter.nice_name), _address(ip), adapter.index or 0)
        for adapter in adapters
        for ip in adapter.ips
    )


def _address(ip: ifaddr.IP) -> IPv4Interface | IPv6Interface:
    if isinstance(ip.ip, tuple):
        return IPv6Interface(f"{ip.ip[0]}/{ip.network_prefix}")
    return IPv4Interface(f"{ip.ip}/{ip.network_prefix}")


def senders(present: Iterable[Interface]) -> tuple[Interface, ...]:
    """Those to send from: each IPv4 address, and one IPv6 address of each link, the link's own if it has one.

    Loopback carries no multicast.
    """
    found = tuple(dict.fromkeys(present))
    links: dict[int, Interface] = {}
    for interface in sorted(found, key=lambda each: not each.address.is_link_local):
        if interface.is_ipv6 and not interface.address.is_loopback:
            links.setdefault(interface.link, interface)
    return tuple(each for each in found if not each.is_ipv6 or links.get(each.link) == each)


def is_near(address: str, known: Iterable[Interface]) -> bool:
    """Whether an address is this machine's, or belongs to a network that this machine is on (P8).

    When no interface is known, any private address may be.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return False
    networks = [interface.address.network for interface in known]
    if found.is_loopback or (found.version == 6 and found.is_link_local):
        return True
    return any(found in network for network in networks) or (not networks and found.is_private)


def addresses_to_tell(known: Iterable[Interface]) -> Interfaces:
    """Where others may join, likeliest first; addresses of containers and tunnels last (P11)."""
    return tuple(sorted((each for each in known if not each.address.is_loopback), key=_unlikeliness))


def is_on_no_network(known: Iterable[Interface]) -> bool:
    """Whether this machine has nothing but loopback; False when the system does not tell."""
    found = tuple(known)
    return bool(found) and not addresses_to_tell(found)


def with_zones(host: str, known: Iterable[Interface]) -> tuple[str, ...]:
    """The address itself, or, for one that means something on one link only and names none, with each link's name."""
    try:
        found = ip_address(host)
    except ValueError:
        return (host,)
    if found.version == 4 or not found.is_link_local or found.scope_id is not None:
        return (host,)
    links = dict.fromkeys(each.link for each in addresses_to_tell(known) if each.is_ipv6 and each.link)
    return tuple(f"{host}%{index}" for index in links) or (host,)


def _unlikeliness(interface: Interface) -> tuple[bool, bool, bool]:
    return interface.is_aside, interface.is_ipv6, interface.address.is_link_local
