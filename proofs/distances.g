# Distances in f32 (wide/distance/near.rs, wide/packs.rs, wide/kernel/squares.rs, wide/kernel/sift.rs), in
# proportion to themselves.
#@ crates/closecall/src/wide/distance/near.rs
#= let up = reach * DISTANCE_UP;
#= up * up + F32_TINY
#= let limit = (least.sqrt() * DISTANCE_UP + slack) * unit * search.measure.share;
#= let low = (H::F::load(&found.gaps) - H::F::splat(slack)) * H::F::splat(unit / DISTANCE_UP);
#@ crates/closecall/src/wide/packs.rs
#= let near = (map.clearance * DISTANCE_DOWN - slack) * DISTANCE_DOWN;
#= let near = if near > 0.0 { near * near * DISTANCE_DOWN } else { -1.0 };
#= let far = map.clearance * DISTANCE_UP + slack * DISTANCE_UP;
#= (map.pair - map.clearance) + PAIR_DIFFERENCE * map.pair
# A lower bound of m is at most this much longer: what contents at a distance m cost along an axis (tree_boxes.g,
# "margin"), in each of three directions; axes that are off by 18ε, three in a row of E, of whose squares
# half counts; and the excesses' squares and sums.
lower = 32 * U24 * SQRT3 + 3 * 18 * U24 / 2 + off32(4);
most = 1 + 100 * U24;
# The limit it is compared with: squared, with the sum.
limit = {{tree::DISTANCE_UP}} * rounded32(a, 3);
# Two points of triangles: six roundings a coordinate, of a difference, a square, two sums and the root.
points = 1 + off32(6) * SQRT3 + off32(4);
found = {{tree::DISTANCE_UP}} * rounded32(b, 4);
# A gap over a length that is too short by 1.5·2⁻¹² no more than tree_boxes.g says; less the slack, times the
# inverse of the factor.
gap = most * rounded32(c, 3) / {{tree::DISTANCE_UP}};
# A clearance in f32 is above the true one by CLEARANCE_UP and by the conversion.
clearance = {{tree::CLEARANCE_UP}} * rounded(d, 2) * (1 + 4 * U24) * rounded32(e, 1);
within = clearance * {{tree::DISTANCE_DOWN}} * rounded32(f, 2);
near = {{tree::DISTANCE_DOWN}} * rounded32(g, 3) * points;
beyond = {{tree::DISTANCE_UP}} * rounded32(h, 4) / most;
# The slack of pairs without the clearance: p is at least 1, as it was rounded up, and c at most this much above
# the clearance's share k.
pair = (p - c) * r + {{tree::PAIR_DIFFERENCE}} * p * s;
rest = pair * t - (1 - k);
least = t * (k * ({{tree::PAIR_DIFFERENCE}} * s - (5 + 1b-10) * U24 * r) + (1 - k) * ({{tree::PAIR_DIFFERENCE}} * s + r - 1 / t));
#@ crates/closecall/src/wide/kernel/sift.rs
#= self.away[x] = self.lengths[x] * within * SIFT_UP + F32_TINY;
#= let square = H::F::splat(within * within * SIFT_UP);
#= (gap * gap).at_most((dot(axis, axis) + tiny).mul_add(square, tiny))
# A limit along an axis: its length (3 in a square, the root), two products and two sums; and its square.
sift = {{tree::SIFT_UP}} * rounded32(i, 8);
sifted = {{tree::SIFT_UP}} * rounded32(j, 9);
share = 1 + 20 * U24;
{ k in [0, 1] /\ |r - 1| <= 1b-24 /\ |s - 1| <= 1b-24 /\ |t - 1| <= 1b-24 /\ ROUNDINGS ->
  1 + lower - most <= 0 /\ limit - most >= 0 /\ found - points >= 0 /\ gap - 1 <= 0 /\ within - 1 <= 0
  /\ near - 1 <= 0 /\ beyond - 1 >= 0 /\ least >= 0 /\ sift - share >= 0 /\ sifted - share * share >= 0 }
