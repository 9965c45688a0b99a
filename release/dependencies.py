"""The third-party crates in the program: a bill of materials (CycloneDX), and their licences in full."""

import json
import re
import subprocess
from pathlib import Path


def crates(package, target):
    """The crates that a package is made of for a target, with their metadata."""
    tree = ["cargo", "tree", "--locked", "-p", package, "--target", target, "-e", "normal", "--prefix", "none", "--format", "{p}"]
    lines = subprocess.check_output(tree, text=True).splitlines()
    used = {tuple(re.match(r"(\S+) v(\S+)", line).groups()) for line in lines if line}
    metadata = json.loads(subprocess.check_output(["cargo", "metadata", "--locked", "--format-version", "1"]))
    found = [one for one in metadata["packages"] if (one["name"], one["version"]) in used]
    return sorted(found, key=lambda one: (one["name"], one["version"]))


def checksums():
    """The checksums of the lock file."""
    text = Path("Cargo.lock").read_text()
    blocks = re.findall(r'name = "(.*)"\nversion = "(.*)"\nsource = ".*"\nchecksum = "(.*)"', text)
    return {(name, version): checksum for name, version, checksum in blocks}


def component(one, sums):
    """A crate in the words of CycloneDX."""
    name, version = one["name"], one["version"]
    purl = f"pkg:cargo/{name}@{version}"
    found = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    if one["license"]:
        found["licenses"] = [{"expression": re.sub(r"\s*/\s*", " OR ", one["license"])}]
    if (name, version) in sums:
        found["hashes"] = [{"alg": "SHA-256", "content": sums[name, version]}]
    return found


def materials(package, target, version):
    """The bill of materials as text."""
    used, sums = crates(package, target), checksums()
    parts = [component(one, sums) for one in used if one["name"] != package]
    program = {"type": "application", "bom-ref": f"closecall@{version}", "name": "closecall", "version": version}
    bill = {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "metadata": {"component": program}, "components": parts}
    return json.dumps(bill, indent=1) + "\n"


def licences(package, target):
    """The names, licences and licence texts of all third-party crates; a text that is shared stands once."""
    texts = {}
    for one in crates(package, target):
        if one["source"] is None:
            continue
        folder = Path(one["manifest_path"]).parent
        files = sorted(path for path in folder.iterdir() if re.match(r"(?i)licen[cs]e|copying|notice|unlicense", path.name))
        said = f"{one['name']} {one['version']} ({one['license']})"
        for path in (path for path in files if path.is_file()):
            texts.setdefault(path.read_text(encoding="utf-8", errors="replace").strip(), []).append(said)
        if not files:
            texts.setdefault("(The crate brings no text of its licence.)", []).append(said)
    parts = [", ".join(sorted(set(names))) + "\n\n" + text for text, names in sorted(texts.items(), key=lambda x: x[1])]
    return ("\n\n" + "=" * 80 + "\n\n").join(parts) + "\n"
