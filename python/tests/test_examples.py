"""The examples in the documentation run."""

import doctest
from pathlib import Path

import closecall

ROOT = Path(__file__).parents[2]


def test_the_tour_of_the_package_runs():
    result = doctest.testmod(closecall)
    assert result.attempted > 0 and result.failed == 0


def test_the_example_of_the_readme_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = [block.split("```")[0] for block in text.split("```python\n")[1:]]
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("[ True False]")
