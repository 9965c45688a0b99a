#!/usr/bin/env bash
# Writes the CMake project and the program of docs/cpp.md to a folder: release/cpp_project.sh FOLDER.
set -euo pipefail
page=$(cd "$(dirname "$0")/.." && pwd)/docs/cpp.md
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$page" | sed '1d;/^```$/q' | sed '$d'; }
block cpp >"$1/main.cpp"
block cmake >"$1/CMakeLists.txt"
