"""Copies the documentation of the part that is written in Rust into its stubs, for editors.

Run it with the package installed: python python/tests/stubs.py. A test compares the two.
"""

import ast
import inspect
from pathlib import Path

from closecall import _closecall

STUBS = Path(__file__).parents[1] / "closecall" / "_closecall.pyi"


def documented(text: str) -> str:
    """The stubs with the documentation of every method and property that has one; of several
    overloads the first has it."""
    lines = text.split("\n")
    for node, words in reversed(_undocumented(ast.parse(text))):
        last = node.end_lineno - 1
        indent = " " * (node.col_offset + 4)
        before, dots = lines[last].rsplit("...", 1)
        assert not dots.strip(), lines[last]
        lines[last : last + 1] = [before.rstrip(), *_docstring(words, indent)]
    return "\n".join(lines)


def plain(text: str) -> str:
    """The stubs without the documentation of methods and properties."""
    lines = text.split("\n")
    for node in reversed(list(_functions(ast.parse(text)))):
        first = node.body[0]
        if isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            lines[first.lineno - 2] += " ..."
            del lines[first.lineno - 1 : first.end_lineno]
    return "\n".join(lines)


def _functions(tree):
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef) and hasattr(_closecall, node.name):
            yield from (method for method in node.body if isinstance(method, ast.FunctionDef))


def _undocumented(tree):
    found, seen = [], set()
    owners = {id(m): node.name for node in tree.body if isinstance(node, ast.ClassDef) for m in node.body}
    for node in _functions(tree):
        owner = owners.get(id(node))
        name = (owner, node.name)
        holder = _closecall if owner is None else getattr(_closecall, owner)
        words = inspect.getdoc(getattr(holder, node.name))
        if words and name not in seen and not node.name.startswith("_"):
            seen.add(name)
            found.append((node, words))
    return found


def _docstring(words: str, indent: str):
    first, *rest = words.split("\n")
    if not rest:
        return [f'{indent}"""{first}"""']
    return [f'{indent}"""{first}', *((indent + line).rstrip() for line in rest), f'{indent}"""']


if __name__ == "__main__":
    STUBS.write_text(documented(plain(STUBS.read_text(encoding="utf-8"))), encoding="utf-8")
