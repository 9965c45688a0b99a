"""Prints what the Python package needs, for pip: `python3 python/requirements.py EXTRA,…`. It reads pyproject.toml."""

import re
import sys
from pathlib import Path


def listed(text, name):
    """The words in quotes of the list `name = […]`."""
    found = re.search(rf"^{name} = \[(.*?)\]$", text, re.MULTILINE | re.DOTALL)
    assert found, f"pyproject.toml has no list {name}"
    return re.findall(r'"(.*?)"', found.group(1))


def main():
    text = (Path(__file__).resolve().parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    names = ["dependencies", *filter(None, sys.argv[1].split(","))]
    print("\n".join(line for name in names for line in listed(text, name)))


if __name__ == "__main__":
    main()
