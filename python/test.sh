#!/usr/bin/env bash
# Runs the tests of the Python package in an environment of its own.
#
#   python/test.sh                    builds the package as users get it, installs it with pip
#   python/test.sh lib_closecall.so   takes a built extension module, and builds nothing
#
# CLOSECALL_PYTHON_EXTRAS names what is installed beside it: "test" unless told otherwise; with "test,ray" Ray is tested too.
# CLOSECALL_LONG=1 asks the long questions as well: a million calls, a million poses through Ray.
set -euo pipefail
built=${1:+$(realpath "$1")}
cd "$(dirname "$0")/.."
environment=target/python
extras=${CLOSECALL_PYTHON_EXTRAS:-test}
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
pip() { "$environment/bin/pip" --disable-pip-version-check "$@"; }

# The package with the built module, in a folder that the environment looks into.
take_built() {
    local folder=$PWD/target/python-package
    rm -rf "$folder"
    mkdir -p "$folder"
    cp -r python/closecall "$folder/"
    cp "$built" "$folder/closecall/_closecall.abi3.so"
    pip uninstall --quiet --yes closecall 2>/dev/null
    echo "$folder" >"$(echo "$environment"/lib/python3*/site-packages)/closecall-built.pth"
}

if [ -n "$built" ]; then
    # The requirements are those of pyproject.toml; they are installed again only if they have changed.
    requirements=target/python-requirements.txt
    python3 python/requirements.py "$extras" >"$requirements"
    if ! cmp --silent "$requirements" "$environment/installed.txt"; then
        pip install --quiet -r "$requirements"
        cp "$requirements" "$environment/installed.txt"
    fi
    take_built
else
    rm -f "$environment"/lib/python3*/site-packages/closecall-built.pth
    pip install --quiet ".[$extras]"
fi
# OMPL has wheels for some platforms only; without it planning is skipped, visibly.
"$environment/bin/python" -c 'import importlib.util as u, sys; sys.exit(not u.find_spec("ompl"))' ||
    pip install --quiet --only-binary :all: ompl || echo "there is no wheel of ompl: planning is not tested"
"$environment/bin/python" -m pytest -q -rs -p no:cacheprovider python/tests
