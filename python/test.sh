#!/usr/bin/env bash
# Builds the Python package, installs it into an environment of its own, and runs its tests there.
# CLOSECALL_PYTHON_EXTRAS names what is installed beside it: "test" unless told otherwise; with "test,ray" Ray is tested too.
# CLOSECALL_LONG=1 asks the long questions as well: a million calls, a million poses through Ray.
set -euo pipefail
cd "$(dirname "$0")/.."
environment=target/python
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check ".[${CLOSECALL_PYTHON_EXTRAS:-test}]"
# OMPL has wheels for some platforms only; without it planning is skipped, visibly.
"$environment/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: ompl || echo "there is no wheel of ompl: planning is not tested"
"$environment/bin/python" -m pytest -q -rs -p no:cacheprovider python/tests
