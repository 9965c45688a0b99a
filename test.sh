#!/usr/bin/env bash
# All checks: format, lints, features, tests (unit, integration, documentation), documentation without warnings,
# the Python package, instruction counts.
set -euo pipefail
cd "$(dirname "$0")"
# Nobody debugs what is built here, and nobody builds it again after a small change.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0
step() { printf '\n== %s\n' "$*"; "$@"; }
step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
step cargo check -p closecall --no-default-features --locked
step cargo check -p closecall --no-default-features --features gltf,mint,parallel --locked
step cargo check -p closecall --no-default-features --features 3mf,tree-file --locked
step cargo test --workspace --locked
# The documentation is made beside what follows, which leaves a core idle now and then.
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked >target/doc.log 2>&1 &
documentation=$!
trap 'kill "$documentation" 2>/dev/null || true' EXIT
if python3 -c 'import venv, ensurepip' 2>/dev/null; then
    step python/test.sh
else
    echo "the Python package is not tested: there is no python3 with venv"
fi
if command -v valgrind >/dev/null; then
    # With the features of the Python package, so that the library is not built again.
    step cargo bench -p closecall-callgrind -p closecall-py --bench instructions --profile extension --locked
else
    echo "instruction counts are skipped: there is no valgrind"
fi
printf '\n== cargo doc --workspace --no-deps --locked\n'
wait "$documentation" || { cat target/doc.log; exit 1; }
