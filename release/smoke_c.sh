#!/usr/bin/env bash
# Uses the C library of an installed Python package once: release/smoke_c.sh PYTHON [COMPILER].
#
# The CMake project and the program of docs/cpp.md are written to an empty folder, found, built and run there.
set -euo pipefail
python=$1 compiler=${2:-g++}
root=$(cd "$(dirname "$0")/.." && pwd)
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
"$root/release/cpp_project.sh" "$project"
cd "$project"
cmake -S . -B build -DCMAKE_CXX_COMPILER="$compiler" -Dclosecall_DIR="$("$python" -m closecall --cmake-dir)" >/dev/null
cmake --build build >/dev/null
build/mine "$root/examples"
if command -v pkg-config >/dev/null; then
    library=$("$python" -m closecall --pkg-config-dir)
    read -ra flags <<<"$(PKG_CONFIG_PATH=$library pkg-config --cflags --libs closecall)"
    "$compiler" -std=c++17 main.cpp "${flags[@]}" -Wl,-rpath,"$library/.." -o mine
    ./mine "$root/examples" >/dev/null
fi
echo "the C library of the package works with $compiler"
