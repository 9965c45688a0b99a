"""Prints the crates of the workspace that are published, each after those that it uses."""

import json
import subprocess


def published():
    """Names in the order of uploading."""
    text = subprocess.check_output(["cargo", "metadata", "--no-deps", "--format-version", "1", "--locked"])
    packages = {package["name"]: package for package in json.loads(text)["packages"] if package["publish"] != []}
    order = []

    def visit(name):
        if name in order:
            return
        for dependency in packages[name]["dependencies"]:
            if dependency["name"] in packages and dependency["kind"] is None:
                visit(dependency["name"])
        order.append(name)

    for name in sorted(packages):
        visit(name)
    return order


if __name__ == "__main__":
    print("\n".join(published()))
