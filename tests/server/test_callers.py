"""Limits count by the address that calls; another one is believed only from proxies that the host names."""

from __future__ import annotations

import pytest

from sandtable.kernel.refusal import Refused
from sandtable.server.access.callers import UNREADABLE, counted_as, read_proxies
from sandtable.server.settings import Settings
from tests.server.serving import Served, serving, timed

UNKNOWN = "/api/games?code=AAAAAA"


async def statuses(served: Served, *forwarded: str | list[str]) -> list[int]:
    """What codes that are tried get, each with these words about where the call comes from."""
    found = []
    for one in forwarded:
        lines = [one] if isinstance(one, str) else one
        headers = [("x-forwarded-for", line) for line in lines]
        found.append((await served.http.get(UNKNOWN, headers=headers)).status_code)
    return found


@timed
async def test_nobody_passes_a_limit_by_saying_that_he_calls_from_elsewhere(monkeypatch):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    async with serving(joins_per_minute=2) as served:
        assert await statuses(served, "192.0.2.1", "192.0.2.2", "192.0.2.3") == [200, 200, 403]
        headers = {"x-real-ip": "192.0.2.4", "forwarded": "for=192.0.2.5", "client-ip": "192.0.2.6"}
        assert (await served.http.get(UNKNOWN, headers=headers)).status_code == 403


@timed
async def test_the_limit_of_all_requests_goes_by_the_same_address():
    async with serving(requests_per_minute=2) as served:
        codes = [
            (await served.http.get("/api/health", headers={"x-forwarded-for": f"192.0.2.{one}"})).status_code
            for one in (1, 2, 3)
        ]
        assert codes == [200, 200, 429]


@timed
async def test_a_proxy_that_the_host_names_is_believed():
    async with serving(joins_per_minute=1, trusted_proxies=("127.0.0.1",)) as served:
        assert await statuses(served, "192.0.2.1", "192.0.2.2", "192.0.2.1") == [200, 200, 403]


@timed
async def test_behind_two_proxies_the_address_counts_that_the_outer_one_saw():
    async with serving(joins_per_minute=1, trusted_proxies=("127.0.0.1", "198.51.100.0/24")) as served:
        chains = [f"{invented}, 192.0.2.1, 198.51.100.9" for invented in ("10.0.0.1", "10.0.0.2")]
        assert await statuses(served, *chains) == [200, 403]
        in_lines = [["10.0.0.3", "192.0.2.1", "198.51.100.9"]]
        assert await statuses(served, *in_lines) == [403]
        assert await statuses(served, "192.0.2.2, 198.51.100.9") == [200]


@timed
async def test_what_is_no_address_is_counted_as_one_and_harms_nobody():
    async with serving(joins_per_minute=1, trusted_proxies=("127.0.0.1",)) as served:
        nonsense = ["unknown", "<script>", "1.2.3", "::::", "9" * 5000]
        assert await statuses(served, *nonsense) == [200, 403, 403, 403, 403]
        assert await statuses(served, "192.0.2.9", ", ,192.0.2.10") == [200, 200]


@timed
async def test_the_link_to_a_game_is_as_the_outside_sees_it_where_a_proxy_is_named():
    seats = {"book": "sk", "seats": {"A": {"sits": "here"}, "B": {"sits": "here"}}}
    for proxies, scheme in (((), "http"), (("127.0.0.1",), "https")):
        async with serving(trusted_proxies=proxies) as served:
            reply = await served.http.post("/api/games", json=seats, headers={"x-forwarded-proto": "https"})
            assert reply.json()["link"].startswith(f"{scheme}://127.0.0.1")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("192.0.2.1", "::ffff:192.0.2.1"),
        ("2001:db8:1:2::1", "2001:0db8:0001:0002:ffff::9"),
        ("fe80::1%eth0", "fe80::2"),
        ("", "nonsense"),
    ],
)
def test_addresses_of_one_household_are_counted_as_one(one, other):
    assert counted_as(one) == counted_as(other)


def test_other_households_are_counted_apart():
    apart = ["192.0.2.1", "192.0.2.2", "2001:db8:1:2::1", "2001:db8:1:3::1", UNREADABLE]
    assert len({counted_as(one) for one in apart}) == 5


def test_proxies_are_named_by_addresses_and_networks_and_by_nothing_else():
    assert read_proxies(["192.0.2.7, 2001:db8::7", "10.0.0.0/8", ""]) == (
        "192.0.2.7",
        "2001:db8::7",
        "10.0.0.0/8",
    )
    for wrong in ("*", "localhost", "10.0.0.1/8", "192.0.2", "0.0.0.0/0", "::/0"):
        with pytest.raises(Refused, match="proxy"):
            read_proxies([wrong])
    assert Settings().trusted_proxies == ()
