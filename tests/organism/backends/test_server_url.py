"""What people paste as an address becomes one."""

import ssl

from hypothesis import given, strategies as st
import pytest
from yarl import URL

from custom_components.opencrayfish.organism.backends.ollama import normalise_url
from custom_components.opencrayfish.organism.backends.ollama_catalogue import open_catalogue

CONTEXT = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
PARTS = st.lists(
    st.sampled_from([
        "http", "https", "://", "//", "/", ":", "@", "api", "/api", "[", "]", "::1", "127.0.0.1", "999.1.1.1", "host",
        "11434", "99999", ".", "..", "user", "pass", "?", "#", " ", "ä", "例え", "%", "-", "_", "\\", "<", "ß", "\u200b",
    ])
).map("".join)  # fmt: skip


@pytest.mark.parametrize(
    ("pasted", "address"),
    [
        ("http://localhost:11434", "http://localhost:11434"),
        ("homeassistant.local:11434", "http://homeassistant.local:11434"),
        (" http://ollama.local:11434/ \n", "http://ollama.local:11434"),
        ("http://ollama.local:11434/api", "http://ollama.local:11434"),
        ("http://ollama.local:11434/api/", "http://ollama.local:11434"),
        ("http://ollama.local//api//", "http://ollama.local"),
        ("http://ollama.local/api/api", "http://ollama.local"),
        ("192.168.1.5", "http://192.168.1.5:11434"),
        ("ollama", "http://ollama:11434"),
        ("http://ollama", "http://ollama"),
        ("HTTPS://Home.Example:8443/ollama/", "https://home.example:8443/ollama"),
        ("https://home.example/ollama/api", "https://home.example/ollama"),
        ("https://crab:p%40ss@home.example/", "https://crab:p%40ss@home.example"),
        ("http://[fe80::1]:11434/", "http://[fe80::1]:11434"),
        ("[::1]", "http://[::1]:11434"),
        ("http://my_box:11434", "http://my_box:11434"),
        ("http://küche.local:11434", "http://xn--kche-0ra.local:11434"),
    ],
)
def test_an_address_is_made_plain(pasted: str, address: str) -> None:
    assert normalise_url(pasted) == address


@pytest.mark.parametrize(
    "pasted",
    [
        "", "  ", "http://", "https:///path", "ftp://host", "file:///etc/passwd", "javascript:alert(1)", "//host:1",
        "two words", "http://host:port", "http://host:0", "http://host:70000", "http://host?x=1", "http://host/#top",
        "http://[::1", "::1", "http://a..b", "http://999.1.1.1", "http://1.2.3", "http://<host>", "http://ho\nst",
        "http://host\u200b", "http://" + "a" * 64, "http://host/" + "a" * 2000, "http:\\\\host",
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(pasted: str) -> None:
    with pytest.raises(ValueError):
        normalise_url(pasted)


@given(PARTS | st.text(max_size=30))
def test_a_plain_address_stays_as_it_is_and_both_clients_take_it(pasted: str) -> None:
    try:
        address = normalise_url(pasted)
    except ValueError:
        return

    assert normalise_url(address) == address
    assert URL(f"{address}/api/chat").host
    assert open_catalogue(address, ssl_context=CONTEXT)
