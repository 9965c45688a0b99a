# What the parts of a release share; sourced, with the root of the repository as the working directory.
version=$(release/version)
tools=$PWD/target/release-tools
dist=$PWD/dist

step() { printf '\n== %s\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# The packers, in an environment of their own.
need_tools() {
    [ -x "$tools/bin/python" ] || python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check -r release/requirements.txt
    export PATH=$tools/bin:$PATH
}

# The Pythons that the package supports and that are at hand, newest last.
pythons() {
    for minor in 9 10 11 12 13 14; do
        for python in "python3.$minor" "$HOME/.pyenv/versions/3.$minor".*/bin/python; do
            if command -v "$python" >/dev/null && "$python" -c "import sys, venv, ensurepip; assert sys.version_info[:2] == (3, $minor)" 2>/dev/null; then
                command -v "$python"
                break
            fi
        done
    done
}

# The crates that are published, each after those it uses.
published() { python3 release/published.py; }
