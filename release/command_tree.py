"""The commands of the program, as the program itself lists them."""

import re
import subprocess


def printed(program, *words):
    """What the program prints."""
    return subprocess.run([program, *words], check=True, capture_output=True, text=True, encoding="utf-8").stdout


def commands(program, words=()):
    """The words of every command, those of the program itself first: [], ["check"], …, ["tree", "build"]."""
    found = [list(words)]
    text = printed(program, *words, "--help")
    listed = re.search(r"^Commands:\n(.*?)\n\n", text, re.MULTILINE | re.DOTALL)
    for name in re.findall(r"^  ([a-z][a-z-]*)(?:  .*)?$", listed.group(1), re.MULTILINE) if listed else []:
        if name != "help":
            found += commands(program, (*words, name))
    return found
