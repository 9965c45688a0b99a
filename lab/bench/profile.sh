#!/usr/bin/env bash
# Where the time of all-pairs queries goes: samples of perf, by the source file of the innermost frame that is the library's own
# and not a mere operation on lanes. Code that was inlined counts where it was written.
#   lab/bench/profile.sh FLIGHT_DIR...     (from the root of the project)
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --quiet --profile profiling -p closecall-lab
program=${CARGO_TARGET_DIR:-target}/profiling/closecall-lab
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for flight in "$@"; do
    perf record --quiet -e cpu-clock -F 2999 -o "$work/perf.data" "$program" bench fly "$flight" "${SECONDS_EACH:-10}" >/dev/null
    # Addresses as the linker knows them: less where the code was mapped, plus where its segment belongs.
    read -r start size offset < <(perf script -i "$work/perf.data" --show-mmap-events 2>/dev/null |
        awk '/r-xp [^ ]*closecall-lab[^ ]*$/ { sub(/.*\[/, ""); gsub(/[()@]/, " "); print $1, $2, $3 }')
    read -r _ from to _ < <(readelf -lW "$program" | grep 'LOAD.*R E')
    perf script -i "$work/perf.data" -F ip 2>/dev/null | while read -r ip; do
        at=$((0x$ip - start))
        if ((at >= 0 && at < size)); then printf '0x%x\n' $((at + offset + to - from)); else echo 0x0; fi
    done >"$work/addresses"
    addr2line -e "$program" -a -i <"$work/addresses" | awk '
        function close_sample() {
            # What the builds took before the flight began is no part of it.
            if (begun && where !~ /^(wide\/build|volume)/) { share[where]++; samples++ }
            begun = 1; where = "elsewhere"
        }
        /^0x/ { close_sample(); next }
        where == "elsewhere" && /closecall\/src\// && !/wide\/(simd\/|kernel\/mod)/ {
            sub(/.*closecall\/src\//, ""); sub(/:.*/, ""); where = $0
        }
        END { close_sample(); for (w in share) printf "%5.1f %%  %s\n", 100 * share[w] / samples, w }
    ' | sort -rn | awk -v flight="$(basename "$flight")" 'BEGIN { print flight } $1 >= 0.5'
done
