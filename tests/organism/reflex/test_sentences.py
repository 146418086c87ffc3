"""Which messages are answered by heart, and which only look like it."""

from collections.abc import Callable, Mapping, Sequence

from hypothesis import given, settings, strategies as st
import pytest

from custom_components.opencrayfish.organism.backends.breaker import NO_BRAIN
from custom_components.opencrayfish.organism.body.body import Body
from custom_components.opencrayfish.organism.language.loader import load
from custom_components.opencrayfish.organism.messages import Stimulus
from custom_components.opencrayfish.organism.reflex.router import reflex_reply
from custom_components.opencrayfish.organism.reflex.situation import Situation
from custom_components.opencrayfish.organism.settings import Settings

LANGUAGES = {code: load(code) for code in ("en", "zh-Hans")}
SETTINGS = Settings(designation="Pinchy", slug="pinchy", architect_name="Ada")

KNOWN: Mapping[str, Mapping[str, Sequence[str]]] = {
    "en": {
        "identity": (
            "who are you",
            "Who are you?",
            "WHO ARE YOU!",
            "who r u",
            "who are you...",
            "What is your name?",
            "what's your name",
            "what’s your name?",
            "whats ur name",
            "wat is ur name",
            "wats your designation?",
            "What are your name",
            "hello, what is your name?",
            "what is your name, please?",
            "your name?",
            "your name please",
            "say your name",
            "tell me your name",
            "Tell me what is your name.",
            "please tell me what your name is",
            "Can you tell me your name?",
            "could you tell me who you are, please",
            "Hey Pinchy, who are you?",
            "hi there, Pinchy, what's your name",
            "Who are you, Pinchy?",
            "introduce yourself",
            "can you introduce yourself",
            "Could you please introduce yourself?",
            "so, what are you?",
            "what are you exactly",
            "tell me about yourself",
            "Tell me a bit about yourself.",
            "What should I call you?",
            "how can i call you",
            "what are you called?",
            "do you have a name?",
            "who am I talking to?",
            "ok, who am i speaking with",
            "hey crayfish, what are you?",
        ),
        "user_name": (
            "who am I?",
            "So who am I",
            "what's my name?",
            "what is my name",
            "whats my name",
            "wat is my name",
            "do you know my name?",
            "does you remember my name",
            "did you recall my name",
            "do u know my name",
            "you know my name",
            "you remember my name?",
            "do you still remember my name?",
            "do you remember me?",
            "do you know me",
            "do you know who I am?",
            "Can you recognise me?",
            "remember me?",
            "remember me",
            "say my name",
            "tell me who i am",
            "tell me what my name is, Pinchy",
            "Pinchy, what do you call me?",
        ),
        "architect": (
            "who is your architect",
            "Who's your Architect?",
            "who is your boss?",
            "tell me who your owner is",
            "who do you serve?",
            "whom do you obey",
            "Who do you work for?",
            "who do you belong to",
        ),
        "creator": (
            "who created you",
            "Who made you?",
            "who built you",
            "who developed you?",
            "who wrote you",
            "who designed you",
            "who coded you",
            "Who programmed you?",
            "who made u",
            "who is your creator?",
            "who's your maker",
            "whos your developer",
            "who is your author",
            "who was your coder?",
            "who is your designer",
            "who's your builder",
            "who were you made by",
            "how were you made?",
            "tell me who created you",
            "do you know who made you?",
            "Hey Pinchy, who built you, please?",
        ),
        "help": (
            "help",
            "Help!",
            "help me",
            "Pinchy, help",
            "/help",
            "/HELP",
            "help please",
            "what can you do?",
            "What can you do for me?",
            "so what do you do",
            "tell me what you can do",
            "how can you help me?",
            "can you help me?",
            "could you help me please",
            "what can I say?",
            "what can i ask you",
            "what are you capable of?",
            "what are you able to do",
            "what are your abilities?",
        ),
        "start": ("/start", "/Start ", "/start, please"),
    },
    "zh-Hans": {
        "identity": (
            "你是谁",
            "你是谁？",
            "您是谁呀？",
            "你是誰",
            "你係邊個",
            "你系边个？",
            "請問你係邊位",
            "你是什么",
            "你是什么东西？",
            "你叫什么",
            "你叫什么名字？",
            "你叫什麼名字",
            "你叫甚麼名字？",
            "你叫咩名",
            "你叫乜名？",
            "你叫乜嘢名呀",
            "你叫什麼名",
            "你叫甚麼名",
            "你的名字是什么？",
            "你嘅名字係咩",
            "你好，请问你叫什么名字？",
            "小龙虾，你是谁？",
            "Pinchy，你是谁？",
            "Pinchy你是谁",
            "你是谁，Pinchy？",
            "你有名字吗？",
            "您贵姓",
            "您貴姓？",
            "怎么称呼？",
            "怎么称呼你",
            "我該怎麼稱呼您？",
            "我应该怎么叫你",
            "點稱呼你呀",
            "介绍一下你自己",
            "请介绍一下你自己。",
            "請自我介紹一下",
            "告诉我你是谁",
            "你 是 谁",
        ),
        "user_name": (
            "我是谁",
            "我是誰？",
            "我係邊個？",
            "我叫什么名字？",
            "我叫咩名",
            "我的名字是什么",
            "你知道我是谁吗？",
            "你知道我叫什么吗",
            "你知道我的名字吗？",
            "你知唔知我叫咩名？",
            "你知不知道我是谁",
            "你记得我的名字吗",
            "你記得我嘅名",
            "你記得我個名嗎",
            "你記得我的名字嗎？",
            "你还记得我吗？",
            "你認得我嗎",
            "你认识我吗？",
            "你記唔記得我呀",
        ),
        "architect": (
            "你的主人是谁？",
            "谁是你的主人",
            "誰是你的主人？",
            "邊個係你老闆",
            "你老细系边个",
            "你为谁服务？",
            "你為誰工作",
            "你听谁的",
        ),
        "creator": (
            "谁创造了你？",
            "誰創造了你",
            "谁开发了你",
            "邊個開發咗你",
            "邊個整你㗎",
            "邊個寫咗你？",
            "是谁制造了你",
            "是谁把你做出来的？",
            "你是谁创造的？",
            "你是誰開發的",
            "你係邊個整嘅",
            "你是由谁设计的",
            "你的作者是谁",
            "你嘅作者係邊個",
            "你嘅開發者係邊個？",
            "谁是你的创造者",
            "请问谁发明了你？",
        ),
        "help": (
            "帮助",
            "幫助！",
            "/help",
            "帮帮我",
            "你能做什么？",
            "你会做什么",
            "你會做什麼？",
            "你可以做些什么",
            "你都能干什么呀",
            "你識做咩",
            "你能帮我做什么？",
            "你能怎么帮我",
            "你有什么功能？",
            "你有哪些本领",
            "我可以问你什么？",
            "我能对你说什么",
        ),
        "start": ("/start", "／start"),
    },
}

UNKNOWN: Mapping[str, Sequence[str]] = {
    "en": (
        "",
        "?",
        "hi",
        "hello Pinchy",
        "Pinchy",
        "please",
        "who are you calling?",
        "who are you going to invite",
        "who are your friends",
        "who are they",
        "who is he",
        "tell me who created Python",
        "who created the world",
        "who made your shell",
        "who made this mess?",
        "who is the creator of Linux",
        "who is your favourite author",
        "who's there?",
        "who is at the door",
        "who am I going to meet today",
        "who am I calling",
        "what is your name for the kitchen light",
        "what is your favourite name",
        "what is his name",
        "what's the name of this song",
        "what is my name day",
        "what's my name in Chinese",
        "do you know my name is Eve",
        "do you know my neighbour",
        "do you remember my birthday",
        "remember me to your friends",
        "remember to call me",
        "remember that my name is Eve",
        "my name is Eve",
        "what are you doing",
        "what are you called in Spanish",
        "what are you looking at?",
        "introduce yourself to Eve in French",
        "introduce me",
        "tell me about the sea",
        "tell me about your day",
        "tell me your opinion of my name",
        "what can you do about the noise",
        "what can you see",
        "what can I do",
        "what can I cook with eggs",
        "help me write a letter",
        "can you help me with my homework",
        "help the neighbour",
        "help is on the way",
        "I need help with the heater",
        "how are you made of metal",
        "who do you like",
        "who do you think you are",
        "you are who you are",
        "turn on the kitchen light",
        "who are you and turn on the light",
        "turn on the light and tell me who you are",
        "who are you? who made you?",
        "start",
        "start the vacuum",
        "/starting",
        "/help tasks",
        "/tasks",
        "/cancel t8f3a",
        "write 'who are you'",
        "translate who are you into German",
        "what does who are you mean",
        "who you gonna call",
        "you who are",
        "hoo are yoo",
        "whoareyou",
        "你是谁",
        "search for who created you",
        "who are you " * 10,
        "who are you" + " really" * 2000,
        "please " * 3000 + "who are you",
    ),
    "zh-Hans": (
        "",
        "你好",
        "小龙虾",
        "请",
        "你是谁的朋友",
        "你是谁家的小孩",
        "你是不是生病了",
        "他是谁",
        "她叫什么名字",
        "你叫什么外卖",
        "你叫他过来",
        "你的名字是什么意思",
        "你的名字真好听",
        "这首歌叫什么名字",
        "我是谁的粉丝你知道吗",
        "我是小明",
        "我叫小明",
        "我的名字是小明",
        "你知道我的生日吗",
        "你记得我的钥匙在哪里吗",
        "记得提醒我",
        "谁创造了世界",
        "谁开发了微信",
        "谁写了这本书",
        "谁做了你的晚饭",
        "你的作者是谁的朋友",
        "告诉我谁创造了Python",
        "你能做什么菜",
        "你能做红烧肉吗",
        "帮助他",
        "帮我开灯",
        "帮帮我写一封信",
        "打开厨房的灯",
        "你是谁然后开灯",
        "介绍一下上海",
        "自我介绍怎么写",
        "你有什么吃的",
        "你有名字的列表吗",
        "门口是谁",
        "开始",
        "who are you",
        "你是谁" * 60,
        "请" * 20000 + "你是谁",
    ),
}


def reply(code: str, text: str) -> str | None:
    """Return what Pinchy answers without a model."""
    situation = Situation(
        stimulus=Stimulus(text=text, language=code),
        settings=SETTINGS,
        language=LANGUAGES[code],
        body=Body(),
        health=NO_BRAIN,
    )
    return reflex_reply(situation)


@pytest.mark.parametrize(
    ("code", "reflex", "text"),
    [(code, reflex, text) for code, known in KNOWN.items() for reflex, texts in known.items() for text in texts],
)
def test_a_sentence_known_by_heart_is_answered(code: str, reflex: str, text: str) -> None:
    assert LANGUAGES[code].grammar.match(text, designation=SETTINGS.designation) == reflex
    assert reply(code, text)


@pytest.mark.parametrize(
    ("code", "text"),
    [pytest.param(code, text, id=f"{code}-{text[:40]}") for code, texts in UNKNOWN.items() for text in texts],
)
def test_what_only_looks_like_it_is_not(code: str, text: str) -> None:
    assert reply(code, text) is None


@pytest.mark.parametrize("code", LANGUAGES)
def test_another_animals_name_is_not_its_own(code: str) -> None:
    assert reply(code, "Larry, who are you?") is None
    assert reply(code, "Larry你是谁") is None


sentences = st.sampled_from(
    [(code, sentence) for code, known in LANGUAGES.items() for sentence in known.grammar.sentences]
)
marks = st.text('?!.,…。，？！:;-–"“”()😀 \t\u200b', max_size=4)


@settings(deadline=None)
@given(sentences, marks, marks, st.sampled_from([str.upper, str.title, str.lower]), st.sampled_from(["", "Pinchy, "]))
def test_dress_never_hides_a_sentence(
    known: tuple[str, str], before: str, after: str, dress: Callable[[str], str], name: str
) -> None:
    code, sentence = known
    before = before if not sentence.startswith("/") else ""
    name = name if not sentence.startswith("/") else ""
    reflex = LANGUAGES[code].grammar.sentences[sentence]
    assert LANGUAGES[code].grammar.match(f"{before}{name}{dress(sentence)}{after}", designation="Pinchy") == reflex


@settings(deadline=None)
@given(sentences, st.data())
def test_one_foreign_word_anywhere_makes_it_no_sentence(known: tuple[str, str], data: st.DataObject) -> None:
    code, sentence = known
    words = sentence.split()
    foreign = data.draw(st.text("qxzßéж鯊0123456789", min_size=1, max_size=6))
    words.insert(data.draw(st.integers(0, len(words))), foreign)
    assert reply(code, " ".join(words)) is None


@settings(deadline=None)
@given(st.sampled_from(list(LANGUAGES)), st.text(st.characters(codec=None), max_size=200))
def test_no_text_raises(code: str, text: str) -> None:
    answer = reply(code, text)
    assert answer is None or answer.strip()


@settings(deadline=None)
@given(
    st.sampled_from(list(LANGUAGES)), st.lists(st.text("abcdefghijklm我们在海里", min_size=1, max_size=8), max_size=20)
)
def test_ordinary_words_are_not_answered_by_heart(code: str, words: list[str]) -> None:
    assert reply(code, " ".join(words)) is None
