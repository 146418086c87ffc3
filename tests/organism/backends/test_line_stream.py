"""Bytes become lines, whatever the pieces they come in."""

from hypothesis import given, strategies as st
import pytest

from custom_components.opencrayfish.organism.backends.line_stream import LineStream
from custom_components.opencrayfish.organism.errors import BackendFault


def cut(stream: bytes, places: list[int]) -> list[bytes]:
    """Return the stream in pieces, empty ones included."""
    ends = sorted(place % (len(stream) + 1) for place in places)
    return [stream[start:end] for start, end in zip([0, *ends], [*ends, len(stream)], strict=True)]


def lines_of(pieces: list[bytes]) -> tuple[list[bytes], bytes]:
    stream = LineStream()
    return [line for piece in pieces for line in stream.feed(piece)], stream.rest()


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=20))
def test_the_pieces_make_no_difference(stream: bytes, places: list[int]) -> None:
    assert lines_of(cut(stream, places)) == lines_of([stream])


@given(
    st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), min_size=1).filter(str.strip))
)
def test_only_a_line_feed_ends_a_line(texts: list[str]) -> None:
    encoded = [text.encode() for text in texts]

    assert lines_of([b"\n".join([*encoded, b""])]) == ([line for line in encoded if not line.isspace()], b"")


def test_blank_lines_are_left_out() -> None:
    assert lines_of([b"\r\n\na\n \n", b"\nb\r\n"]) == ([b"a", b"b\r"], b"")


def test_what_follows_the_last_line_feed_is_the_rest() -> None:
    assert lines_of([b"a\n b", b"c "]) == ([b"a"], b"bc")


def test_a_line_that_never_ends_is_a_fault_and_not_a_full_memory() -> None:
    stream = LineStream(limit=1000)
    for _ in range(10):
        stream.feed(b"x" * 100)

    with pytest.raises(BackendFault, match="longer than 1000 bytes"):
        stream.feed(b"x")


def test_many_short_lines_may_be_longer_than_the_limit_together() -> None:
    stream = LineStream(limit=10)

    assert stream.feed(b"1234567\n" * 100) == [b"1234567"] * 100
