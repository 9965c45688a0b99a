"""Puts the pages of the site together: `python docs/site/assemble.py PROGRAM FOLDER`.

Documents of the repository are copied, and their links turned into links of the site. The pages of first steps and of
questions show what the program prints for their commands. References are generated from the program and the stubs.
"""

import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, "release")
from command_tree import commands, printed  # noqa: E402
from python_api import reference  # noqa: E402

# Documents outside of docs/, and their places on the site.
OTHERS = {
    "README.md": "index.md",
    "docs/index.md": "which.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "lab/design.md": "lab/design.md",
    "lab/papers.md": "lab/papers.md",
    "lab/closecall-lab/README.md": "lab/index.md",
    "lab/bench/record/README.md": "lab/record/index.md",
    "lab/bench/results/README.md": "lab/results/index.md",
}
# Folders of which pages, pictures and tables are on the site, and where.
FOLDERS = {"docs": ".", "lab/bench/record": "lab/record", "lab/bench/results": "lab/results"}
SHOWN = {".md", ".png", ".svg", ".csv", ".json"}
# Lines that a command prints at most, on a page.
MOST_LINES = 12


def places():
    """The place of every document and picture on the site, by its path in the repository."""
    found = dict(OTHERS)
    for folder, there in FOLDERS.items():
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in SHOWN and "site" not in path.parts:
                found.setdefault(path.as_posix(), posixpath.normpath(f"{there}/{path.relative_to(folder).as_posix()}"))
    return found


def address():
    """Where the sources can be read, or None as long as there is no address."""
    found = re.search(r'^repository = "(.*)"$', Path("Cargo.toml").read_text(), re.MULTILINE).group(1)
    return None if ".invalid" in found else found


def relinked(text, path, known):
    """The text with its links as links of the site. What is not on the site is named, or linked if there is an address."""
    here = posixpath.dirname(known[path])

    def link(match):
        bang, words, target, place = match.group(1, 2, 3, 4)
        if "://" in target or not target:
            return match.group()
        there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if there in known:
            return f"{bang}[{words}]({posixpath.relpath(known[there], here or '.')}{place or ''})"
        assert Path(there).exists(), f"{path}: {target}"
        return f"[{words}]({address()}/blob/main/{there})" if address() else words

    # Links may have code as their words, so the words are looked at whole.
    return re.sub(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]*)(#[^)\s]*)?\)", link, text)


def plain_rust(text):
    """The text with its Rust as people read it: without words for rustdoc, and without lines that it hides."""
    def block(match):
        return "```rust\n" + re.sub(r"^# .*\n", "", match.group(1), flags=re.MULTILINE) + "```"

    return re.sub(r"```rust[^\n]*\n(.*?)```", block, text, flags=re.DOTALL)


def with_answers(text, program, page):
    """The page with what the program prints below every block of its commands."""
    with tempfile.TemporaryDirectory() as folder:
        examples = Path(folder) / "examples"
        shutil.copytree("examples", examples)

        def block(match):
            said = [answer(line, program, examples, page) for line in match.group(1).splitlines()]
            return match.group() + "\n" + "\n".join(part for part in said if part)

        return re.sub(r"```sh\n(.*?)```\n", block, text, flags=re.DOTALL)


def answer(line, program, examples, page):
    """What a command prints, as a block; a command that is refused ends the build."""
    words = line.split(" #")[0].split()
    if not words or words[0] != "closecall":
        return ""
    done = subprocess.run([program, *words[1:]], cwd=examples, capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"{page}: `{' '.join(words)}` ends with {done.returncode}: {done.stderr}")
    lines = done.stdout.strip().splitlines()
    shown = [one[:110] + ("…" if len(one) > 110 else "") for one in lines[:MOST_LINES]]
    more = [f"… and {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
    title = " ".join(words[:2]) + f" …: exit code {done.returncode}"
    return "\n".join([f'```text title="{title}"', *shown, *more, "```", ""])


def command_line(program):
    """The reference of the command line: what `--help` prints of every command."""
    parts = ["# The command line\n\nThis page is what the program prints with `--help`; `closecall man` has the same as manual pages.\n"]
    for words in commands(program):
        name = " ".join(["closecall", *words])
        parts.append(f"## {name}\n\n```text\n{printed(program, *words, '--help').rstrip()}\n```\n")
    return "\n".join(parts)


def refuse_pages_nobody_finds(known):
    """Every document of docs/ is in the menu."""
    menu = Path("docs/site/mkdocs.yml").read_text(encoding="utf-8")
    lost = [place for path, place in known.items() if path.startswith("docs/") and path.endswith(".md") and f" {place}\n" not in menu]
    if lost:
        sys.exit(f"docs/site/mkdocs.yml does not list {', '.join(lost)}")


def main():
    program, work = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
    pages, known = work / "pages", places()
    refuse_pages_nobody_finds(known)
    for path, place in known.items():
        (pages / place).parent.mkdir(parents=True, exist_ok=True)
        if not path.endswith(".md"):
            shutil.copy(path, pages / place)
            continue
        text = Path(path).read_text(encoding="utf-8")
        text = plain_rust(relinked(text, path, known))
        if place.startswith(("start/", "questions/")):
            text = with_answers(text, program, path)
        (pages / place).write_text(text, encoding="utf-8")
    (pages / "reference").mkdir()
    (pages / "reference/command-line.md").write_text(command_line(program), encoding="utf-8")
    (pages / "reference/python.md").write_text(reference(Path("python/closecall")), encoding="utf-8")
    shutil.copy("docs/site/site.css", pages / "site.css")
    shutil.copy("docs/site/mkdocs.yml", work / "mkdocs.yml")
    print(f"{len(list(pages.rglob('*.md')))} pages")


if __name__ == "__main__":
    main()
