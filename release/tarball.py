"""Packs the program for a target: `python release/tarball.py TARGET FOLDER`.

In it are the program, its manual pages and completions, licences (its own and those of all crates in it), a bill of
materials and checksums. The same commit gives the same bytes: names are sorted, and the time is that of the commit.
"""

import gzip
import hashlib
import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path

from command_tree import commands, printed
from dependencies import licences, materials

SHELLS = {"bash": "closecall.bash", "zsh": "_closecall", "fish": "closecall.fish", "powershell": "closecall.ps1"}


def contents(target, version):
    """The files by name."""
    ending = ".exe" if "windows" in target else ""
    program = Path("target") / target / "release" / f"closecall{ending}"
    files = {f"closecall{ending}": program.read_bytes()}
    for words in commands(str(program)):
        page = printed(str(program), "man", *words)
        files["man/" + "-".join(["closecall", *words]) + ".1"] = page.encode()
    for shell, name in SHELLS.items():
        files[f"completions/{name}"] = printed(str(program), "completions", shell).encode()
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"]:
        files[name] = Path(name).read_bytes()
    files["THIRD-PARTY-LICENSES.txt"] = licences("closecall-cli", target).encode()
    files["closecall.cdx.json"] = materials("closecall-cli", target, version).encode()
    sums = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items())]
    files["SHA256SUMS"] = "".join(sums).encode()
    return files


def pack(files, folder, path, time):
    """Writes the tarball."""
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed, tarfile.open(mode="w", fileobj=packed) as tar:
        for name, data in sorted(files.items()):
            info = tarfile.TarInfo(f"{folder}/{name}")
            info.size, info.mtime = len(data), time
            info.mode = 0o755 if name.startswith("closecall") and "." not in name.replace(".exe", "") else 0o644
            tar.addfile(info, io.BytesIO(data))


def main():
    target, where = sys.argv[1], Path(sys.argv[2])
    version = subprocess.check_output(["bash", "release/version"], text=True).strip()
    time = int(os.environ.get("SOURCE_DATE_EPOCH") or subprocess.check_output(["git", "log", "-1", "--format=%ct"]))
    name = f"closecall-{version}-{target}"
    where.mkdir(parents=True, exist_ok=True)
    pack(contents(target, version), name, where / f"{name}.tar.gz", time)
    print(f"{where / name}.tar.gz: {(where / f'{name}.tar.gz').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
