#!/usr/bin/env bash
# All checks: format, lints, tests (unit, integration, documentation), documentation without warnings.
set -euo pipefail
cd "$(dirname "$0")"
step() { printf '\n== %s\n' "$*"; "$@"; }
step cargo fmt --all --check
step cargo clippy --workspace --all-targets --locked -- -D warnings
step cargo test --workspace --locked
RUSTDOCFLAGS="-D warnings" step cargo doc --workspace --no-deps --locked
