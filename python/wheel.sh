#!/usr/bin/env bash
# Builds the wheel with the C library in it, installs it into an environment that has nothing else, and runs five lines
# there. With CMake, the program of docs/cpp.md is built with that library, too.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
crates/closecall-c/packaging/wheel
python3 -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" .
python3 -m venv "$folder/environment"
"$folder/environment/bin/pip" install --quiet --disable-pip-version-check "$folder"/closecall-*.whl
ls -l "$folder"/closecall-*.whl
"$folder/environment/bin/python" - <<'five lines'
import closecall
cell, gripper = closecall.Model("examples/cell.stl"), closecall.Model("examples/gripper.obj")
poses = [[0.15, 0, 0.45, 1, 0, 0, 0], [0.15, 0, 0.75, 1, 0, 0, 0]]
print(cell.collides(gripper, poses), cell.distance(gripper, poses).hi)
assert cell.collides(gripper, poses).tolist() == [True, False]
five lines
if command -v cmake >/dev/null; then release/smoke_c.sh "$folder/environment/bin/python"; fi
