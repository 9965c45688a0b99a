"""The examples in the documentation run, and give the answers that stand beside them.

A line that ends with `# -> True` or `# -> 'gouge'; and more words` is an expression, and its value is written
`True` or `'gouge'`: by `repr` or `str`, as one line.
"""

import ast
import doctest
import re
import shutil
from pathlib import Path

import pytest

import closecall

ROOT = Path(__file__).parents[2]


def blocks(path):
    """The blocks of Python in a page."""
    return re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)


def needs(text):
    """Skips where a package that the text imports is absent."""
    for name in ("trimesh", "ompl", "pandas", "ray"):
        if re.search(rf"^import {name}$|^from closecall\.{name} ", text, re.MULTILINE):
            pytest.importorskip(name, reason=f"{name} is not installed: its examples are not run")


ANSWER = re.compile(r"#\s*->\s*([^;]*)")


def run(text, name, names):
    """Runs an example; how many answers stand in it, and were right."""
    lines, answers = text.splitlines(), 0
    for statement in ast.parse(text).body:
        beside = ANSWER.search(lines[statement.end_lineno - 1])
        if beside is None:
            exec(compile(ast.Module([statement], []), name, "exec"), names)
            continue
        assert isinstance(statement, ast.Expr), f"{name}: no value stands before `{beside.group()}`"
        value = eval(compile(ast.Expression(statement.value), name, "eval"), names)
        said = [" ".join(form(value).split()) for form in (repr, str)]
        assert beside.group(1).strip() in said, f"{name}: `{ast.unparse(statement)}` is {said[0]}"
        answers += 1
    return answers


def test_answers_beside_lines_are_compared():
    assert run("x = 1\nx + 1  # -> 2; two\n[x,\n x]  # -> [1, 1]\n'a'  # -> 'a'", "right", {}) == 3
    for wrong in ["1 + 1  # -> 3", "'clean'  # -> 'gouge'", "x = 1  # -> 1"]:
        with pytest.raises(AssertionError):
            run(wrong, "wrong", {})


def test_the_tour_of_the_package_runs():
    result = doctest.testmod(closecall)
    assert result.attempted > 0 and result.failed == 0


README = blocks(ROOT / "README.md")


@pytest.mark.parametrize("number", range(len(README)))
def test_the_examples_of_the_readme_run(number, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    needs(README[number])
    run(README[number], f"README.md, example {number}", {})
    said = capsys.readouterr().out
    assert said.startswith("[ True False]")


@pytest.mark.parametrize("page, answers", [("python.md", 8), ("trimesh.md", 1), ("ompl.md", 0)])
def test_the_examples_of_a_page_run(page, answers, tmp_path, monkeypatch):
    assert run_page(page, tmp_path, monkeypatch) >= answers


SHORT_PAGES = sorted(
    path.relative_to(ROOT / "docs").as_posix()
    for folder in ("questions", "start")
    for path in (ROOT / "docs" / folder).glob("*.md")
    if blocks(path)
)


@pytest.mark.parametrize("page", SHORT_PAGES)
def test_the_examples_of_a_short_page_run(page, tmp_path, monkeypatch):
    assert run_page(page, tmp_path, monkeypatch) >= ("simulation" not in page)


def run_page(page, tmp_path, monkeypatch):
    """Runs the examples of a page, one after the other, in a copy of the folder of examples."""
    examples = blocks(ROOT / "docs" / page)
    assert examples
    for text in examples:
        needs(text)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path / "examples")
    names = {}
    return sum(run(text, f"{page}, example {number}", names) for number, text in enumerate(examples))
