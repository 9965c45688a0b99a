#!/bin/bash
# All experiments of the papers at full size, in processes side by side, each on one core; what lies
# in the folder already is not done again.
#
#   bench/papers.sh LAB DIR SECONDS [REPS]
#
# LAB is the release program, DIR the site, SECONDS when to stop (run it again to go on), REPS how
# often times are taken (1 unless told). Without sources, CLOSECALL_COMMIT says the commit, and
# CLOSECALL_SHARED where the models are.
set -u
lab=$1 dir=$2 seconds=$3 reps=${4:-1}
mkdir -p "$dir"

# Tables that read one measurement are in one process.
groups=(
  "klosowski-t9 klosowski-t10 klosowski-t27"
  "klosowski-t28 klosowski-f2 klosowski-f3-4 klosowski-f8-10 klosowski-t11 klosowski-t12 klosowski-t13 klosowski-t14 klosowski-t15 klosowski-t16 klosowski-t23 klosowski-t24"
  "klosowski-t17 klosowski-t18 klosowski-t22 klosowski-hulls klosowski-oscillating"
  "klosowski-t20 klosowski-t21 klosowski-t19 klosowski-t25"
  "klosowski-t26 klosowski-front"
  "klosowski-t29 klosowski-t30 klosowski-t31 klosowski-t32 klosowski-t33 klosowski-t34 klosowski-t35"
  "klosowski-t36 klosowski-truncated klosowski-time"
  "klosowski-t37 klosowski-t38 klosowski-t39 klosowski-t40 klosowski-t41 klosowski-t42 klosowski-f7 klosowski-f14-16 klosowski-f12"
  "klosowski-f13 klosowski-skinny klosowski-slab-order klosowski-degree klosowski-auto-tau klosowski-builders"
  "klosowski-closure klosowski-many-directions pedersen-clusters pedersen-siblings pedersen-visiting pedersen-growth pedersen-probes"
  "tropp-f1-2 tropp-t1 tropp-t2 tropp-satlite tropp-policies"
  "tropp-f4 tropp-f5 tropp-f6 tropp-f8 tropp-f9"
  "li-chen-t1 li-chen-deferrals li-chen-moves li-chen-coherence"
  "vogiannou-f7 vogiannou-f8 vogiannou-f10"
  "vogiannou-f11 vogiannou-f9 vogiannou-wide"
)
number=0
for group in "${groups[@]}"; do
  number=$((number + 1))
  # Of thresholds many trees are built, and none of that is timed.
  case $group in *-t29*) threads=2 ;; *) threads=1 ;; esac
  # shellcheck disable=SC2086
  RAYON_NUM_THREADS=$threads timeout "$seconds" "$lab" $group --full --reps "$reps" --report "$dir" --resume \
    >"$dir/log-$number.txt" 2>&1 &
done
wait
"$lab" site "$dir" --list "$dir/papers.md"
