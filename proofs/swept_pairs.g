# Two triangles that move, in f64 (wide/sweep/pair.rs).
#@ crates/closecall/src/wide/sweep/pair.rs
#= let center = travel.pose.matrix() * ball.center + travel.pose.shift();
#= let ways = [0, 1, 2].map(|k: usize| shift + turn.cross(carried[k] - c));
#= let (p, q) = (a.map(|x| x - a[0]), carried.map(|x| x - a[0]));
#= let lengths = travel.shift.length() + travel.turn.length() * arm;
#= let blur = travel.off + SWAY * lengths;
#= let noise = SWEPT_GAP * (largest + way);
# Ways, as shares of |shift| + |turn|·arm: a corner and the centre are carried, their difference, at most
# twice the arm, is rounded; the cross product and the sum have three roundings.
sway = 2 * off(4) * SQRT3 * {{tree::STRETCH}} + 2.0000001 * off(1) + off(3) * 2.0000001 * SQRT3;
sway_pays = {{motion::SWAY}} * rounded(12);
# A projection, over |n|, in R + M: a corner is rounded as it is seen from another, its product with n
# three times, and so is the product with the way; their sum is one more. Two ends, up to 2√3·R + 2M
# apart, and their difference.
end = off(1) * SQRT3 + off(3) * SQRT3 * 1.0000001 + off(1) * SQRT3 * 1.0000001;
gap = 2 * end + off(1) * 2 * SQRT3 * 1.0000001;
# The squared gap is compared with the squared need times n², 10 roundings of the gap and of the need,
# which is at least the noise: those of the gap count for its length, up to 2√3.
compared = 5.0000001 * U53 * 2 * SQRT3;
gap_pays = {{motion::SWEPT_GAP}} * rounded(16);
#@ crates/closecall/src/wide/distance/recent.rs
#= end + AXIS_END * self.n.abs().element_sum() * reach
# n·x of |n|₁ times the largest coordinate, and the last sum.
axis = off(3) + off(1) * 1.0000001;
axis_pays = {{motion::AXIS_END}} * rounded(5);
#@ crates/closecall/src/query/sweep/drive.rs
#= let along = apart.dot(travel.shift) / travel.shift.length_squared();
#= let distance = (apart - travel.shift * along).length();
#= distance > (reach + self.clearance.distance()) * UP_90 + BALLS_PASS * lengths
# Balls that pass: how far the computed share is from the nearest place, times the way, in |apart|: a dot
# product, a square and their quotient. The difference of the centres, and the product and the difference.
share = off(3) + off(3) + off(1);
place = (off(1) + off(2)) * SQRT3 * 1.0000001;
pass = {{motion::BALLS_PASS}} * rounded(8);
{ ROUNDINGS -> sway - sway_pays <= 0 /\ gap + compared - gap_pays <= 0 /\ axis - axis_pays <= 0
  /\ share * 1.0000001 + place - pass <= 0 }
