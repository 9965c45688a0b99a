#!/usr/bin/env bash
# Builds the Python package, installs it into an environment of its own, and runs its tests there.
# CLOSECALL_PYTHON_EXTRAS names what is installed beside it: "test" unless told otherwise; with "test,ray" Ray is tested too.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=target/python
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check ".[${CLOSECALL_PYTHON_EXTRAS:-test}]"
"$environment/bin/python" -m pytest -q -p no:cacheprovider python/tests
