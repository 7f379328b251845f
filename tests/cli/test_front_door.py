"""The options of a server behind a proxy: what is meant, and a sentence for what cannot be."""

from __future__ import annotations

import pytest

from quixotry.cli.front_door import CannotServe, front_door


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://Games.Example.org/", "https://games.example.org"),
        ("https://games.example.org:443", "https://games.example.org"),
        ("http://games.example.org:8080", "http://games.example.org:8080"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
    ],
)
def test_a_public_address_is_kept_as_browsers_name_it(given: str, origin: str) -> None:
    assert front_door(given, (), ()).public == origin


@pytest.mark.parametrize(
    "given",
    ["games.example.org", "ftp://games.example.org", "https://", "https://a/b", "https://a:x", "https://a@b"],
)
def test_a_public_address_that_is_none_is_refused(given: str) -> None:
    with pytest.raises(CannotServe, match=r"must be like https://games\.example\.org"):
        front_door(given, (), ())


def test_a_proxy_is_an_address_or_a_network() -> None:
    assert front_door("https://a", (), ("192.0.2.7", "10.0.0.0/8")).proxies[-2:] == (
        "192.0.2.7/32",
        "10.0.0.0/8",
    )
    with pytest.raises(CannotServe, match="--trusted-proxy proxy is no address"):
        front_door("https://a", (), ("proxy",))


def test_other_names_need_a_first_one() -> None:
    with pytest.raises(CannotServe, match="give that too"):
        front_door("", ("games",), ())
