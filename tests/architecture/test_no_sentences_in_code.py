"""What a model or a person reads is data under `organism/language`, never Python."""

import ast
import builtins
from collections.abc import Iterator
import re
from typing import override

import pytest

from .source_tree import ORGANISM, Finding, dotted, findings, modules, scan

LIMIT = 120
"""Longest string literal, in characters."""

SENTENCE_WORDS = 5
WORD = re.compile(r"(?<![^\s\"'(])[A-Za-z][a-z’']*[,.:;!?\"')]*(?!\S)")
IDEOGRAPHS = re.compile(r"[\u4e00-\u9fff]{2}")
BUILTIN_ERRORS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
)
LOG_CALLS = frozenset({"debug", "info", "warning", "error", "exception", "critical", "log", "guarded"})


class _Literals(ast.NodeVisitor):
    """Collects the text of a module that is neither documentation, nor for the log, nor in an error."""

    def __init__(self, errors: frozenset[str]) -> None:
        self.found: list[tuple[int, str]] = []
        self._errors = errors

    @override
    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    @override
    def visit_Raise(self, node: ast.Raise) -> None:
        """Leave out what an error says: it goes to the log."""

    @override
    def visit_Call(self, node: ast.Call) -> None:
        name = dotted(node.func)
        last = name.rpartition(".")[2]
        if last not in LOG_CALLS and last not in self._errors:
            self.generic_visit(node)

    @override
    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add) and (text := _text(node)):
            self.found.append((node.lineno, text))
        else:
            self.generic_visit(node)

    @override
    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.found.append((node.lineno, _text(node)))
        self.generic_visit(node)

    @override
    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.found.append((node.lineno, node.value))


def _text(node: ast.expr) -> str:
    """Return the words of a literal, of a formatted string, and of a sum of such."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) for part in parts)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return _text(left) + _text(right)
        case _:
            return ""


def sentences(module: ast.Module, errors: frozenset[str] = frozenset()) -> Iterator[Finding]:
    """Find literals that are long or read like a sentence; `errors` are the names of the project's error classes."""
    literals = _Literals(errors | BUILTIN_ERRORS)
    literals.visit(module)
    for line, text in literals.found:
        if len(text) > LIMIT:
            yield line, f"a literal of {len(text)} characters: {text[:40]!r} …"
        elif len(WORD.findall(text)) >= SENTENCE_WORDS or IDEOGRAPHS.search(text):
            yield line, f"a sentence: {text!r}"


def error_classes() -> frozenset[str]:
    """Return the names of the classes in the organism's `errors.py`."""
    module = dict(modules(ORGANISM))["errors.py"]
    return frozenset(node.name for node in module.body if isinstance(node, ast.ClassDef))


def test_the_organism_holds_no_sentence() -> None:
    errors = error_classes()
    assert scan(ORGANISM, lambda module: sentences(module, errors)) == []


@pytest.mark.parametrize(
    "code",
    [
        "reply = 'I am sorry, I cannot do that.'",
        "reply = f'Good evening {name}, how are you today?'",
        "reply = 'Good evening, ' + name + ' and how are you today?'",
        "PROMPT = '''You are a crayfish.\nAnswer in one short sentence.'''",
        "say('Turning on the light now, Boss!')",
        "reply = '您好，老板'",
        f"PATTERN = {'x' * (LIMIT + 1)!r}",
    ],
)
def test_a_sentence_is_found(code: str) -> None:
    assert len(findings(sentences, code)) >= 1


@pytest.mark.parametrize(
    "code",
    [
        "def f():\n    'Return what the person said, in one line.'",
        "LIMIT = 3\n'''How many of the latest turns are kept in mind.'''",
        "raise ValueError(f'the file {path} does not hold a mapping')",
        "error = ValueError('the file does not hold a mapping')",
        "_LOGGER.warning('The server at %s did not answer in time', url)",
        "guarded(work(), doing='taking a turn of the conversation', otherwise=None)",
        "KEY = 'the_key_of_a_reply'",
        "PATTERN = r'^(a|b) [0-9]+ (c|d)$ \\s+ (?:x y)'",
        "MARKS = '。！？；'",
        "KINDS = 'user assistant system tool'.split()",
    ],
)
def test_documentation_errors_log_lines_and_names_are_fine(code: str) -> None:
    assert findings(sentences, code) == []
