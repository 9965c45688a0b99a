"""Uses the program for every command of the README: `python release/smoke_program.py PROGRAM [--alone | --root ROOT]`.

With `--alone` it runs in a root that has nothing but the program and the examples, if this is the superuser; with
`--root` in a root in which it is installed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# By the first word, the exit code that is right for the README's example.
CODES = {"check": 1, "distance": 0, "sweep": 1, "world": 1, "mill": 1, "clash": 1}


def readme():
    """The commands of the README."""
    text = Path("README.md").read_text(encoding="utf-8")
    blocks = "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    lines = (line.split(" #")[0].split() for line in blocks.splitlines())
    return [words[1:] for words in lines if words and words[0] == "closecall"]


def main():
    program, options = Path(sys.argv[1]).resolve(), sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        if "--root" in options:
            root, place, inside = Path(options[options.index("--root") + 1]), "tmp/examples", str(sys.argv[1])
        else:
            root, place, inside = Path(folder), "examples", "/closecall"
            shutil.copy(program, root / "closecall")
        shutil.rmtree(root / place, ignore_errors=True)
        shutil.copytree("examples", root / place)
        is_alone = bool(options) and os.geteuid() == 0
        run(root, place, inside if is_alone else str(program), is_alone)
        if "--root" in options:
            shutil.rmtree(root / place)


def run(root, place, program, is_alone):
    """Runs the commands, each in the examples' folder."""
    def enter():
        if is_alone:
            os.chroot(root)
            os.chdir("/" + place)

    def ask(*words):
        where = None if is_alone else root / place
        return subprocess.run([program, *words], cwd=where, preexec_fn=enter, capture_output=True, text=True)

    print(ask("--version").stdout.strip(), "alone in its root" if is_alone else "")
    lines = readme()
    assert len(lines) >= 6, lines
    for words in lines:
        done = ask(*words)
        first = (done.stdout.strip().splitlines() or ["nothing is printed"])[0]
        print(f"  exit {done.returncode}  closecall {' '.join(words)[:60]}: {first[:80]}")
        expected = CODES[words[0]]
        assert done.returncode == expected, f"exit code {done.returncode}, not {expected}: {done.stderr}"
    done = ask("--report", "closecall-report.html")
    page = root / place / "closecall-report.html"
    assert done.returncode == 0 and page.read_text(encoding="utf-8").startswith("<!"), done.stderr


if __name__ == "__main__":
    main()
