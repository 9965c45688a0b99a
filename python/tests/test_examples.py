"""The examples in the documentation run."""

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


def run(text, name, names):
    exec(compile(text, name, "exec"), names)


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
    assert said.startswith("[ True False]") if number == 0 else said


@pytest.mark.parametrize("page", ["python.md", "trimesh.md", "ompl.md"])
def test_the_examples_of_a_page_run(page, tmp_path, monkeypatch):
    names = run_page(page, tmp_path, monkeypatch)
    if page == "python.md":
        # The same files give the same answer in the README.
        found = names["found"]
        assert found.verdict == "gouge" and [event.line for event in found.events] == [7, 8]
        assert found.unchecked == 0


def run_page(page, tmp_path, monkeypatch):
    """Runs the examples of a page, one after the other, in a copy of the folder of examples."""
    examples = blocks(ROOT / "docs" / page)
    assert examples
    for text in examples:
        needs(text)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path / "examples")
    names = {}
    for number, text in enumerate(examples):
        run(text, f"{page}, example {number}", names)
    return names
