"""Lays out the Debian package from the tarball of the program: `python release/deb.py TARBALL FOLDER`."""

import gzip
import os
import re
import shutil
import sys
import tarfile
from pathlib import Path

CONTROL = """\
Package: closecall
Version: {version}-1
Architecture: amd64
Maintainer: the closecall authors <maintainers@closecall.invalid>
Installed-Size: {size}
Depends: libc6 (>= 2.17)
Section: science
Priority: optional
Homepage: {address}
Description: exact questions about moving triangle meshes
 closecall says whether triangle meshes touch, where, how far apart they are and
 when they first meet, exactly: of parts, assemblies, robots along their joint
 positions and milling programs. Clear is a proof, and numbers are certified
 intervals. Every answer can be written as a page that opens in any browser.
"""

COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: closecall
Source: {address}

Files: *
Copyright: 2026 the closecall authors
License: MIT or Apache-2.0

License: MIT
{mit}

License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.
Comment:
 The licences of the crates that the program is made of are in
 /usr/share/doc/closecall/THIRD-PARTY-LICENSES.txt.gz.
"""

PLACES = {
    "closecall.bash": "usr/share/bash-completion/completions/closecall",
    "_closecall": "usr/share/zsh/vendor-completions/_closecall",
    "closecall.fish": "usr/share/fish/vendor_completions.d/closecall.fish",
}


def put(root, path, data, mode=0o644):
    """Writes a file of the package."""
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
    target.write_bytes(gzip.compress(data, 9, mtime=0) if path.endswith(".gz") else data)
    target.chmod(mode)


def indented(text):
    """A text as a field of a control file."""
    return "\n".join(" " + (line or ".") for line in text.strip().splitlines())


def main():
    os.umask(0o022)
    tarball, root = Path(sys.argv[1]), Path(sys.argv[2])
    manifest = Path("Cargo.toml").read_text()
    version, address = (re.search(rf'^{key} = "(.*)"$', manifest, re.MULTILINE).group(1) for key in ("version", "repository"))
    with tarfile.open(tarball) as tar:
        files = {name.split("/", 1)[1]: tar.extractfile(name).read() for name in tar.getnames()}
    put(root, "usr/bin/closecall", files["closecall"], 0o755)
    for name, data in files.items():
        if name.startswith("man/"):
            put(root, f"usr/share/man/man1/{name[4:]}.gz", data)
    for name, place in PLACES.items():
        put(root, place, files[f"completions/{name}"])
    documents = "usr/share/doc/closecall/"
    put(root, documents + "changelog.gz", files["CHANGELOG.md"])
    put(root, documents + "changelog.Debian.gz", f"closecall ({version}-1) stable; urgency=medium\n\n  * The release {version}.\n\n -- the closecall authors <maintainers@closecall.invalid>  Thu, 01 Jan 1970 00:00:00 +0000\n".encode())
    put(root, documents + "THIRD-PARTY-LICENSES.txt.gz", files["THIRD-PARTY-LICENSES.txt"])
    put(root, documents + "closecall.cdx.json", files["closecall.cdx.json"])
    put(root, documents + "copyright", COPYRIGHT.format(address=address, mit=indented(files["LICENSE-MIT"].decode())).encode())
    shutil.copytree("examples", root / documents / "examples", ignore=shutil.ignore_patterns(".gitignore"))
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
    put(root, "DEBIAN/control", CONTROL.format(version=version, address=address, size=size).encode())


if __name__ == "__main__":
    main()
