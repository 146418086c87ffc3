"""What words do to the mood before they are answered."""

import pytest

from custom_components.opencrayfish.organism.body.body import Body
from custom_components.opencrayfish.organism.body.mood import Cause, Emotion
from custom_components.opencrayfish.organism.brain.perceiving import is_new_topic, perceive
from custom_components.opencrayfish.organism.language.loader import load
from custom_components.opencrayfish.organism.messages import Message

TIDES = (Message(role="user", text="Tell me about the tides."), Message(role="assistant", text="The moon pulls them."))


@pytest.mark.parametrize(
    ("text", "is_new"),
    [
        ("Which instruments does a string quartet have?", True),
        ("And which tides are the highest?", False),
        ("Does the moon pull lakes too?", False),
        ("Really?", False),
        ("推荐几本适合小朋友的科幻小说", True),
    ],
)
def test_a_topic_is_new_when_it_shares_no_word(text: str, is_new: bool) -> None:
    assert is_new_topic(text, TIDES) is is_new
    assert not is_new_topic(text, ()), "nothing was said before"


@pytest.mark.parametrize(
    ("text", "cause", "emotion", "direction"),
    [
        ("Thank you, that was lovely!", Cause.KIND_WORDS, Emotion.JOY, 1),
        ("I am so sad", Cause.SAD_WORDS, Emotion.SORROW, 1),
        ("Shut up, you are useless", Cause.HOSTILE_WORDS, Emotion.ANGER, 1),
        ("I need it now, hurry", Cause.URGENCY, Emotion.EXCITEMENT, 1),
        ("Which instruments does a string quartet have?", Cause.NEW_TOPIC, Emotion.EXCITEMENT, 1),
    ],
)
def test_every_source_of_the_mood_is_live(text: str, cause: Cause, emotion: Emotion, direction: int) -> None:
    body = Body()
    before = body.mood.level(emotion)
    perceive(text, history=TIDES, body=body, language=load("en"), at=1.0)
    assert (body.mood.level(emotion) - before) * direction > 0
    assert cause in {event.cause for event in body.mood_events}
