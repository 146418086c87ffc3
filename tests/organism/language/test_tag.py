"""Which shipped language serves a request."""

from hypothesis import given, settings, strategies as st
import pytest

from custom_components.opencrayfish.organism.language.loader import available, choose
from custom_components.opencrayfish.organism.language.tag import Tag

SHIPPED = ("en", "zh-Hans")
MANY = ("de", "en", "en-GB", "pt-BR", "pt-PT", "sr", "sr-Latn", "zh-Hans", "zh-Hant")


def test_english_and_simplified_chinese_are_shipped() -> None:
    assert available() == SHIPPED


@pytest.mark.parametrize(
    "tag",
    [
        "zh-Hans",
        "zh",
        "zh-CN",
        "zh_CN",
        "ZH-cn",
        "zh-TW",
        "zh-HK",
        "zh-Hant",
        "zh-Hant-HK",
        "yue",
        "yue-HK",
        "cmn",
        "wuu",
    ],
)
def test_all_written_chinese_gets_chinese(tag: str) -> None:
    assert choose(tag, SHIPPED) == "zh-Hans"


@pytest.mark.parametrize(
    "tag", ["en", "en-US", "EN_gb", "de", "de-CH", "nl", "za", "zha", "zu", "*", "", "-", "e n", "eng"]
)
def test_everything_else_gets_english(tag: str) -> None:
    assert choose(tag, SHIPPED) == "en"


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hans-HK", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("yue", "zh-Hant"),
        ("yue-CN", "zh-Hans"),
        ("zh-cmn-Hant-CN", "zh-Hant"),
        ("sr-Latn-RS", "sr-Latn"),
        ("sr-Cyrl", "sr"),
        ("en-GB", "en-GB"),
        ("en-AU", "en"),
        ("en-001", "en"),
        ("en-u-rg-gbzzzz-gb", "en"),
        ("pt", "pt-BR"),
        ("pt-PT", "pt-PT"),
        ("pt-AO", "pt-BR"),
        ("de-DE-1996", "de"),
        ("fr", "en"),
    ],
)
def test_script_goes_before_region_and_region_before_none(tag: str, code: str) -> None:
    assert choose(tag, MANY) == code


@settings(deadline=None)
@given(st.sampled_from(MANY))
def test_a_shipped_code_is_its_own_best_choice(code: str) -> None:
    assert choose(code, MANY) == code


@settings(deadline=None)
@given(st.text(max_size=40))
def test_any_text_gets_a_shipped_language(tag: str) -> None:
    assert choose(tag, SHIPPED) in SHIPPED
    assert Tag.parse(tag).kinship(Tag.parse(tag)) == 4


def test_without_languages_english_is_named() -> None:
    assert choose("zh", ()) == "en"
