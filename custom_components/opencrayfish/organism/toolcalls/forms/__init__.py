"""One file for each family of formats, tried in the order of `FORMS`: what is marked first, what is bare last."""

from typing import Final

from ..base import Form
from . import (
    bare_json,
    bare_names,
    bracket_marks,
    fences,
    function_tags,
    json_tags,
    named_tags,
    noise,
    python_calls,
    react,
    token_marks,
)

FORMS: Final[tuple[Form, ...]] = (
    noise.FORM,
    token_marks.FORM,
    function_tags.FORM,
    json_tags.FORM,
    named_tags.FORM,
    bracket_marks.FORM,
    fences.FORM,
    react.FORM,
    bare_json.FORM,
    python_calls.FORM,
    bare_names.FORM,
)
