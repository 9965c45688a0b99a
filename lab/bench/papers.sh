#!/bin/bash
# All experiments of the papers at full size, so many processes side by side, each on one core; what
# lies in the folder already is not done again.
#
#   lab/bench/papers.sh LAB DIR SECONDS [REPS] [JOBS]
#
# LAB is the release program, DIR the site, SECONDS when to stop (run it again to go on), REPS how
# often times are taken (5 unless told; less often decides nothing), JOBS how many processes run at a time (1 unless told: times
# are steadiest then). Without sources, CLOSECALL_COMMIT says the commit, and CLOSECALL_SHARED where
# the models are. To see which verdicts change from run to run, fill a second folder and compare:
#
#   LAB site DIR --against OTHER --list DIR/papers.md
set -u
lab=$1 dir=$2 seconds=$3 reps=${4:-5} jobs=${5:-1}
mkdir -p "$dir"
end=$((SECONDS + seconds))

# Tables that read one measurement are in one process. The longest come first.
groups=(
  "vogiannou-f11 vogiannou-f9"
  "vogiannou-f10"
  "klosowski-t29 klosowski-t30 klosowski-t31 klosowski-t32 klosowski-t33 klosowski-t34 klosowski-t35"
  "klosowski-t1 klosowski-t2 klosowski-t3 klosowski-t4 klosowski-t5 klosowski-t6 klosowski-t7 klosowski-t8"
  "klosowski-t43"
  "klosowski-t44"
  "klosowski-space-growth"
  "klosowski-kd-axes"
  "vogiannou-memory"
  "vogiannou-wide"
  "wide-transplants"
  "klosowski-closure klosowski-many-directions pedersen-clusters pedersen-siblings pedersen-visiting"
  "pedersen-growth pedersen-probes"
  "tropp-f4 tropp-f5 tropp-f6"
  "tropp-f8 tropp-f9 tropp-satlite"
  "tropp-f1-2 tropp-t1 tropp-t2 tropp-policies"
  "li-chen-t1 li-chen-deferrals li-chen-moves li-chen-coherence"
  "klosowski-t17 klosowski-t18 klosowski-t22 klosowski-hulls klosowski-oscillating"
  "klosowski-t9 klosowski-t10 klosowski-t27"
  "klosowski-t26 klosowski-front"
  "klosowski-t20 klosowski-t21 klosowski-t19 klosowski-t25"
  "klosowski-t37 klosowski-t38 klosowski-t39 klosowski-t40 klosowski-t41 klosowski-t42 klosowski-f7 klosowski-f14-16 klosowski-f12"
  "klosowski-f13 klosowski-skinny klosowski-slab-order klosowski-degree klosowski-auto-tau klosowski-builders"
  "klosowski-t36 klosowski-truncated klosowski-time"
  "klosowski-t28 klosowski-f2 klosowski-f3-4 klosowski-f8-10 klosowski-t11 klosowski-t12 klosowski-t13 klosowski-t14 klosowski-t15 klosowski-t16 klosowski-t23 klosowski-t24"
  "vogiannou-f7 vogiannou-f8"
)

# No experiment may be missing from the groups.
missing=$("$lab" list | sed -n 's/^  \([a-z]*-[a-z0-9-]*\) .*(.*/\1/p' | sort | comm -23 - <(printf '%s\n' ${groups[*]} | sort))
[ -z "$missing" ] || { echo "in no group of $0: $missing" >&2; exit 2; }

number=0
for group in "${groups[@]}"; do
  number=$((number + 1))
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  left=$((end - SECONDS))
  [ "$left" -gt 0 ] || break
  # shellcheck disable=SC2086
  RAYON_NUM_THREADS=1 timeout "$left" "$lab" $group --full --reps "$reps" --report "$dir" --resume \
    >"$dir/log-$number.txt" 2>&1 &
done
wait
"$lab" site "$dir" --list "$dir/papers.md"
