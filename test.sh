#!/usr/bin/env bash
# The checks, in three tiers; each ends with a list of what it ran, how long that took, and what it left out.
#
#   ./test.sh quick    before a commit: format, lints of what users get, the library's own tests
#   ./test.sh          all lints and tests of Rust; the Python package with a module from the same build
#   ./test.sh full     also features alone, documentation without warnings, instruction counts, proofs of bounds, the site,
#                      and the Python package as pip builds it: what CI runs
#
# Long runs are behind the variable CLOSECALL_LONG in every tier.
set -euo pipefail
cd "$(dirname "$0")"
tier=${1:-usual}
case $tier in quick | usual | full) ;; *) echo "usage: ./test.sh [quick|full]" >&2; exit 2 ;; esac
# Nobody debugs what is built here, and nobody builds it again after a small change.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0

# The lists for the end are files, because some steps run in a process beside.
lists=$(mktemp -d)
beside=
trap '[ -z "$beside" ] || kill -- "-$beside" 2>/dev/null || true; rm -rf "$lists"' EXIT
touch "$lists/ran" "$lists/left"
step() {
    printf '\n== %s\n' "$*"
    local before=$SECONDS
    "$@" || { status=$?; echo "FAILED after $((SECONDS - before)) s: $*" >&2; exit "$status"; }
    printf '%5d s  %s\n' $((SECONDS - before)) "$*" >>"$lists/ran"
}
left_out() { echo "$*" >>"$lists/left"; }

# Runs a function beside what follows. Its output comes with `beside_ends`, which fails if the function did.
# It has a group of processes of its own, which ends with this script.
beside_begins() {
    set -m
    "$@" </dev/null >"$lists/log" 2>&1 &
    beside=$!
    set +m
}
beside_ends() {
    local status=0
    wait "$beside" || status=$?
    beside=
    cat "$lists/log"
    return "$status"
}

product=(-p closecall -p closecall-flight -p closecall-robot -p closecall-mill -p closecall-report -p closecall-gpu -p closecall-cli)

quick() {
    step cargo fmt --all --check
    step cargo clippy "${product[@]}" --locked -- -D warnings
    step cargo test -p closecall --locked --lib --test project --test load --test table
    left_out "lints of tests and of the laboratory, the other tests, the Python package: ./test.sh"
}

build() {
    step cargo fmt --all --check
    step cargo clippy --workspace --all-targets --locked -- -D warnings
    # One build for all tests. The extension module of the Python package is in it, too.
    step cargo build --workspace --lib --bins --tests --examples --locked
}

rust_tests() { step cargo test --workspace --locked; }

# The tests of the Python package: with the module that is named, or built and installed by pip.
python_package() {
    if python3 -c 'import venv, ensurepip' 2>/dev/null; then
        step python/test.sh "$@"
    else
        left_out "the Python package: there is no python3 with venv"
    fi
}

features() {
    # What users get: without the feature `lab`, which the laboratory turns on for all that is built with it.
    step cargo clippy "${product[@]}" -p closecall-py --locked -- -D warnings
    step cargo check -p closecall --no-default-features --locked
    step cargo check -p closecall --no-default-features --features gltf,mint,parallel --locked
    step cargo check -p closecall --no-default-features --features 3mf,tree-file --locked
}

instruction_counts() {
    if command -v valgrind >/dev/null; then
        # With the features of the Python package and the feature `lab`.
        step cargo bench -p closecall-callgrind -p closecall-py --bench instructions --profile extension --locked
    else
        left_out "instruction counts: there is no valgrind"
    fi
}

proofs() {
    if command -v gappa >/dev/null; then
        step proofs/run
    else
        left_out "bounds that Gappa proves: there is no gappa"
    fi
}

site() {
    if python3 -c 'import venv, ensurepip' 2>/dev/null; then
        step docs/site/build "${CARGO_TARGET_DIR:-target}/debug/closecall"
    else
        left_out "the site: there is no python3 with venv"
    fi
}

documentation() { step env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked; }

# Some tests of Rust leave a core idle: this fills it. The package comes first, for it is built in a folder of its own.
beside_the_rust_tests() {
    python_package
    features
    documentation
}

case $tier in
    quick) quick ;;
    usual)
        build
        rust_tests
        module=${CARGO_TARGET_DIR:-target}/debug/lib_closecall.so
        if [ -f "$module" ]; then python_package "$module"; else python_package; fi
        left_out "features alone, instruction counts, documentation, the site, the Python package built by pip: ./test.sh full"
        ;;
    full)
        build
        beside_begins beside_the_rust_tests
        rust_tests
        beside_ends
        instruction_counts
        proofs
        site
        ;;
esac
command -v cargo-deny >/dev/null || left_out "licences of dependencies: there is no cargo-deny"
command -v chromium >/dev/null || left_out "pages in a browser: there is no chromium"
[ -n "${CLOSECALL_LONG:-}" ] || left_out "long runs: CLOSECALL_LONG=1"

printf '\n== %s, %d s: all of it passed\n' "$tier" "$SECONDS"
cat "$lists/ran"
sed 's/^/left out: /' "$lists/left"
